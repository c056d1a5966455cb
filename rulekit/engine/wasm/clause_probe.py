"""A probe in a module made for a profile: which clause the running code works for, and how often.

`ClauseOrigins` maps each expression to its clause. A module has one of two probes. The first keeps the number of the
clause being evaluated in a word of memory, which another thread samples (`clause_timing.py`). The second counts how
often each clause is evaluated, the passes of its loops, and the steps of its searches. The two are separate because
counting takes time. Other modules have no probe.

While code is emitted, the probe tracks what the sampled word will contain. An expression of another clause writes the
number of its clause and restores the previous number afterwards; a statement writes the number of its clause and does
not restore it. `forget` is called at points where the word's value becomes unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, field, frozen

from ...machine import program as m
from ...machine.clause_origins import ClauseOrigins
from ...machine.form_table import LEAVES
from ..packing import INT, WORD
from .function_builder import Body
from .operands import constant_place

MOST = 1 << 13
"""The most counters in a module; all further ones share the last."""
LINE = 64
"""Bytes of a cache line: the sampled word has a line of its own."""
PROBE_BYTES = 3 * LINE + WORD.bytes * MOST


@frozen
class ClauseWork:
    """A kind of work in a profile. It is the evaluation of `clause` or, with `options`, the search for options that
    this clause offers. For the engine's own work, `clause` is empty."""

    clause: str = ""
    options: bool = False


@frozen
class ProfileCounter:
    """A counter of a profile. `what` says what it counts: how often a clause was `asked` (evaluated) or `applied`, the
    passes of the loop over `name`, or the evaluations of a costly form of expression in the clause (`FORMS`)."""

    work: ClauseWork
    what: str
    name: str = ""


ENGINE = ClauseWork()
DECISION = ProfileCounter(ENGINE, "decision")
FORMS = {m.Reach: "reach", m.Grow: "reach", m.After: "after", m.Seen: "seen"}
"""Forms that may take long -> their names in the language."""


@define
class ClauseProbe:
    origins: ClauseOrigins
    counting: bool
    base: int = 0
    works: dict[ClauseWork, int] = field(factory=dict)  # a mapping from kind of work to its number in the sampled word
    counted: dict[ProfileCounter, int] = field(factory=dict)
    # for each function being written (by `id`), the kind of work that the word names at this point; None if unknown
    _present: dict[int, ClauseWork | None] = field(factory=dict)
    _clause: dict[int, str] = field(factory=dict)  # the clause of each function being written (by `id`)
    _offering: frozenset[str] = frozenset()
    _weighing: set[int] = field(factory=set)  # the `id`s of functions that loop over the outcomes of a chance
    _bodies: list[Body] = field(factory=list)  # these objects stay alive, so that their ids stay unique

    def place_at(self, start: int) -> None:
        """Set the address of the probe's memory: `start`, rounded up to a cache line."""
        self.base = -(-start // LINE) * LINE

    def number_of(self, work: ClauseWork) -> int:
        """Return the number by which the sampled word names this kind of work."""
        return self.works.setdefault(work, len(self.works) + 1)

    def count_address(self, counted: ProfileCounter) -> int:
        """Return the address of a counter in memory; allocate it on first use."""
        number = self.counted.setdefault(counted, min(len(self.counted), MOST - 1))
        return self.base + 2 * LINE + WORD.bytes * number

    # ----------------------------------------------------------------- methods that emitters call while they write code

    def begin_function(self, body: Body, clause: str, weighs: bool = False) -> None:
        """Begin a function that belongs to this clause, or a part of one; what the sampled word contains is unknown
        there. `weighs` says whether the function loops over the outcomes of a chance."""
        self._bodies.append(body)
        if weighs:
            self._weighing.add(id(body))
        self._clause[id(body)] = clause
        self._present[id(body)] = None

    def begin_engine_work(self, body: Body) -> None:
        """Attribute the code that follows to the engine itself, and emit code that writes this to the sampled word."""
        self.begin_function(body, "")
        self._set_work(body, ENGINE)

    def count_decision(self, body: Body) -> None:
        """Emit code that counts a decision."""
        self._count(body, DECISION)

    @contextmanager
    def search_for_offer(self, body: Body, clauses: frozenset[str], clause: str) -> Iterator[None]:
        """Within the `with` block, attribute the code to the search for the options of `clause`. `clauses` are all
        clauses that the decision offers."""
        before, self._offering = self._offering, clauses
        self._clause[id(body)] = clause
        work = ClauseWork(clause, True)
        self._count(body, ProfileCounter(work, "asked"))
        self._set_work(body, work)
        yield
        self._offering = before

    def enter_expression(self, body: Body, expr: m.Expr) -> ClauseWork | None:
        """Attribute the code that follows to the clause of an expression. Return the kind of work to which code was
        attributed before, for `leave_expression`."""
        before = self._present.get(id(body))
        if type(expr) in LEAVES:
            return before
        work = self._work_for(body, expr, before)
        if work != before:
            self._count(body, ProfileCounter(work, "asked"))
            self._set_work(body, work)
        form = FORMS.get(type(expr))
        if form is not None:
            self._count(body, ProfileCounter(work, form))
        return before

    def leave_expression(self, body: Body, before: ClauseWork | None) -> None:
        """Attribute the code that follows to `before`, which `enter_expression` returned at the start of the
        expression."""
        if before is not None:
            self._set_work(body, before)

    def enter_statement(self, body: Body, statement: m.Stmt) -> None:
        """Attribute the code that follows to the clause of a statement."""
        if isinstance(statement, m.Mark):
            self._clause[id(body)] = statement.clause
            self._count(body, ProfileCounter(self._work_of(statement.clause), "applied"))
        self._set_work(body, self._work_of(self._clause.get(id(body), "")))

    def enter_block(self, body: Body) -> str:
        """Begin a block's code; return the clause to which code is attributed, for `leave_block`."""
        return self._clause.get(id(body), "")

    def leave_block(self, body: Body, clause: str) -> None:
        """Attribute the code after a block to this clause, which `enter_block` returned at its start."""
        self._clause[id(body)] = clause

    def forget(self, body: Body) -> None:
        """Treat the contents of the sampled word as unknown, because several paths meet here or a routine has run."""
        self._present[id(body)] = None

    def after_call(self, body: Body) -> None:
        """Emit code that writes the number of the current work to the sampled word again, since the called function
        wrote its own."""
        work = self._present.get(id(body))
        if work is not None:
            self._present[id(body)] = None
            self._set_work(body, work)

    def count_pass(self, body: Body, name: str) -> None:
        """Emit code that counts a pass of the loop over `name`."""
        work = self._present.get(id(body))
        if id(body) in self._weighing:
            self._count(body, ProfileCounter(self._work_of(self._clause[id(body)]), "draw"))
        elif work is not None:
            self._count(body, ProfileCounter(work, "loop", name.partition("^")[0]))

    # ---------------------------------------------------------- from clauses and expressions to kinds of work; counting

    def _work_of(self, clause: str) -> ClauseWork:
        return ClauseWork(clause, clause in self._offering)

    def _work_for(self, body: Body, expr: m.Expr, before: ClauseWork | None) -> ClauseWork:
        clause = self.origins.of(expr)
        if clause is None:
            return before if before is not None else self._work_of(self._clause.get(id(body), ""))
        return self._work_of(clause)

    def _set_work(self, body: Body, work: ClauseWork) -> None:
        if self._present.get(id(body)) != work:
            if not self.counting:
                body.store(constant_place(INT, self.base), self.number_of(work))
            self._present[id(body)] = work

    def _count(self, body: Body, counted: ProfileCounter) -> None:
        if self.counting:
            body.increase(constant_place(WORD, self.count_address(counted)), 1)
