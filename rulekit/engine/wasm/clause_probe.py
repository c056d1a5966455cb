"""A probe in a module that is made for a profile: which clause its code is at work for, and how often.

Where each piece of code comes from say the clause origins of its expressions.  A module has one of two probes: either
one word of memory always tells which clause is at work, written when that changes, for somebody who looks there now and
then (`clause_timing.py`); or counts of how often each clause was asked, and of what makes a clause long: passes of its
loops, steps of what it reaches.  The two are apart since counting takes time.  Other modules have none of this code.

What the word holds is known wherever code is written: an expression of another clause writes its own and, behind it,
what was there before; statements write their own and leave it.  After what may have changed it, it is `forgotten`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, field, frozen

from ...machine import program as m
from ...machine.clause_origins import ClauseOrigins
from ...machine.forms import LEAVES
from ..packing import INT, WORD
from .function_builder import Body
from .operands import constant_place

MOST = 1 << 13
"""Numbers of what is counted; whatever comes later shares the last."""
LINE = 64
"""Bytes that a processor's cache fetches together: the word that others look at has its own."""
PROBE_BYTES = 3 * LINE + WORD.bytes * MOST


@frozen
class ClauseWork:
    """Work for a clause; `options`: looking for what it offers to choose from.  The engine's own has no clause."""

    clause: str = ""
    options: bool = False


@frozen
class Counted:
    """What is counted of some work: how often it was `asked` or, of a clause with a body, `applied`; the passes of a
    loop whose name is `name`; or how often some other form in it was worked out."""

    work: ClauseWork
    what: str
    name: str = ""


ENGINE = ClauseWork()
DECISION = Counted(ENGINE, "decision")
FORMS = {m.Reach: "reach", m.Grow: "reach", m.After: "after", m.Seen: "seen"}
"""Forms that may take long, by what they are in the language."""


@define
class ClauseProbe:
    origins: ClauseOrigins
    counting: bool
    base: int = 0
    works: dict[ClauseWork, int] = field(factory=dict)  # the numbers that the word holds
    counted: dict[Counted, int] = field(factory=dict)
    _present: dict[int, ClauseWork | None] = field(
        factory=dict
    )  # by function being written: what the word holds, if known
    _clause: dict[int, str] = field(factory=dict)  # and the clause whose function, or whose part of it, it is
    _offering: frozenset[str] = frozenset()
    _weighing: set[int] = field(factory=set)  # functions whose loop is over what can be drawn
    _bodies: list[Body] = field(factory=list)  # so that each keeps its id

    def place_at(self, start: int) -> None:
        """Where the probe's bytes begin."""
        self.base = -(-start // LINE) * LINE

    def number_of(self, work: ClauseWork) -> int:
        return self.works.setdefault(work, len(self.works) + 1)

    def count_address(self, counted: Counted) -> int:
        number = self.counted.setdefault(counted, min(len(self.counted), MOST - 1))
        return self.base + 2 * LINE + WORD.bytes * number

    # --------------------------------------------------------------------------------------- while code is written

    def begin_function(self, body: Body, clause: str, weighs: bool = False) -> None:
        """A function, or a part of one, of this clause; nothing is known of what the word holds.  `weighs`: its loop is
        over what can be drawn."""
        self._bodies.append(body)
        if weighs:
            self._weighing.add(id(body))
        self._clause[id(body)] = clause
        self._present[id(body)] = None

    def begin_engine_work(self, body: Body) -> None:
        """What comes now is the engine's own work."""
        self.begin_function(body, "")
        self._set_work(body, ENGINE)

    def count_decision(self, body: Body) -> None:
        """A decision is made."""
        self._count(body, DECISION)

    @contextmanager
    def offering(self, body: Body, clauses: frozenset[str], clause: str) -> Iterator[None]:
        """The options of a clause are looked for, at a decision of these clauses."""
        before, self._offering = self._offering, clauses
        self._clause[id(body)] = clause
        work = ClauseWork(clause, True)
        self._count(body, Counted(work, "asked"))
        self._set_work(body, work)
        yield
        self._offering = before

    def enter_expression(self, body: Body, expr: m.Expr) -> ClauseWork | None:
        """Before an expression; what `leave` is to be told."""
        before = self._present.get(id(body))
        if type(expr) in LEAVES:
            return before
        work = self._work_for(body, expr, before)
        if work != before:
            self._count(body, Counted(work, "asked"))
            self._set_work(body, work)
        form = FORMS.get(type(expr))
        if form is not None:
            self._count(body, Counted(work, form))
        return before

    def leave_expression(self, body: Body, before: ClauseWork | None) -> None:
        if before is not None:
            self._set_work(body, before)

    def enter_statement(self, body: Body, statement: m.Stmt) -> None:
        """Before a statement."""
        if isinstance(statement, m.Mark):
            self._clause[id(body)] = statement.clause
            self._count(body, Counted(self._work_of(statement.clause), "applied"))
        self._set_work(body, self._work_of(self._clause.get(id(body), "")))

    def enter_block(self, body: Body) -> str:
        """Before a block: what `behind` is to be told."""
        return self._clause.get(id(body), "")

    def leave_block(self, body: Body, clause: str) -> None:
        """Behind a block: its last clause is that before it."""
        self._clause[id(body)] = clause

    def forget(self, body: Body) -> None:
        """From here on nothing is known of what the word holds: several ways lead here, or a routine was run."""
        self._present[id(body)] = None

    def after_call(self, body: Body) -> None:
        """A function was called, which left its own work in the word."""
        work = self._present.get(id(body))
        if work is not None:
            self._present[id(body)] = None
            self._set_work(body, work)

    def count_pass(self, body: Body, name: str) -> None:
        """A pass of a loop begins."""
        work = self._present.get(id(body))
        if id(body) in self._weighing:
            self._count(body, Counted(self._work_of(self._clause[id(body)]), "draw"))
        elif work is not None:
            self._count(body, Counted(work, "loop", name.partition("^")[0]))

    # ------------------------------------------------------------------------------------------------------ inside

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

    def _count(self, body: Body, counted: Counted) -> None:
        if self.counting:
            body.increase(constant_place(WORD, self.count_address(counted)), 1)
