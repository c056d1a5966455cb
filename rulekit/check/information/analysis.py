"""The walk through the bodies of a rulebook: at each point who can know that play is here, and who can know what is
written, moved, asked, shown and ended there.

`InformationAnalysis` holds what all parts share: the reader of expressions, what bodies write, where complaints go.
The statements are handled in `control.py` (branches, loops, turns), `asking.py` (decisions and chance), `changing.py`
(writes and moves) and `calling.py` (procedures), `rules.py` (events, steps); each enters its handlers into HANDLERS.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from itertools import count
from typing import Any

from attrs import define, evolve, field

from ...diagnostics import Span
from ...model.rulebook import is_decision
from ...model.symbols import LocalSymbol
from ...syntax import nodes as s
from ..alternatives import Head, begins, head_of
from ..checker import Checker
from .deciding import is_settled
from .knowledge_state import KnowledgeState, Known, ShownTerm, Versions
from .labels import ALL, HiddenRead, Label, Policy, at, exchange_terms, grow_label, join_labels, outside, past
from .picks import open_placement
from .reading import Reader
from .summaries import JoinedWays, SummaryTable
from .terms import Term
from .writes import Writes

Exits = dict[str, Label]
"""By what is left (`loop`, `turn`, `round`, `return`, `end`): who can know that it was left."""


@define(frozen=True, eq=False)
class Complaint:
    """Somebody of those who see what is done cannot know what it rests on."""

    code: str
    span: Span
    policy: Policy
    result: Span
    seen: str
    laid: Span | None = None  # where the pick that it tells of is laid open, further on in the same body

    @property
    def mistake(self) -> tuple[str, Span, Span]:
        """Return what the complaint is about; walks through loops and calls meet the same mistake again."""
        return self.code, self.span, self.result


Complaints = dict[tuple[str, Span, Span], Complaint]
"""By their mistakes, in the order found."""


def add_exits(exits: Exits, more: Exits) -> None:
    """Join more exits to those of one point."""
    for what, label in more.items():
        exits[what] = exits.get(what, ALL) | label


def outward_exits(exits: Exits, *ended: str) -> Exits:
    """Return the exits that lead further than a statement that ends these."""
    return {what: label for what, label in exits.items() if what not in ended}


@define(eq=False)
class Frame:
    """The clause that is walked: the procedure of its steps, and who can know what it returns."""

    procedure: str | None = None
    returned: Label = ALL


HOW_OFTEN = "all see how often he is asked"
NOTHING_TO_PICK = "all see whether there is something to pick"
ONE_OF_THEM = "who is shown it learns that he is one of them"
STEADY = 3
"""Passes through a loop after which what is still new to a label is taken to be known to nobody."""
EFFORT, EFFORT_EACH = 20_000, 100
"""Statements that may be walked, and so many more for each of the rulebook."""
POLICIES = 4
"""So many policies on who can know that play is at a statement take as long as another statement."""


class TooInvolved(Exception):
    """More was walked than is allowed, or deeper; `span` is where."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span


InformationHandler = Callable[["InformationAnalysis", Any, KnowledgeState, Frame], Exits]
HANDLERS: dict[type, InformationHandler] = {}


def handles(*kinds: type) -> Callable[[InformationHandler], InformationHandler]:
    def enter(function: InformationHandler) -> InformationHandler:
        for kind in kinds:
            HANDLERS[kind] = function
        return function

    return enter


@define(eq=False)
class InformationAnalysis:
    """Mutable while the walk runs; `complaints` grows.

    A loop is walked until its labels are steady, and a clause for each way of calling it, so loops in loops and calls
    in calls take time that grows with the power of their depth, and labels that grow take more of it: after an `effort`
    of so many statements TooInvolved is raised.
    """

    c: Checker
    reader: Reader
    writes: Writes
    picks: Mapping[s.Choose | s.ForEach, Any]
    fallbacks: dict[s.Choose, Head] = field(factory=dict)  # chooses that play goes on without, and their decisions
    numbers: Versions = field(factory=Versions)
    complaints: Complaints = field(factory=dict)
    summaries: SummaryTable = field(factory=SummaryTable)
    ways: JoinedWays = field(factory=JoinedWays)  # into clauses that come back to themselves
    murky: set[object] = field(factory=set)  # pieces of which something went into the box, or came out, unseen
    effort: int = EFFORT
    here: Span | None = None  # the statement walked
    left_with: dict[LocalSymbol, Label] = field(factory=dict)  # what variables hold where a loop is left
    stack: list[str] = field(factory=list)
    entered: int = 0  # where in it the call stands that is walked
    visited: set[str] = field(factory=set)
    waiting: Callable[[KnowledgeState], None] = field(default=lambda st: None)  # walks the rules that wait
    trials: int = 0  # inside how many walks with nothing supposed
    blamed: set[Span | HiddenRead] = field(factory=set)  # heads and readings that were complained of
    laying: Container[s.ForEach] = ()  # loops that lay a piece of a hidden place open in each pass
    calls: set[s.Stmt] = field(factory=set)  # lets that run a procedure
    behind: list[tuple[s.Stmt, ...]] = field(factory=lambda: [()])  # what follows in each of the bodies around
    any_time: tuple[s.Stmt, ...] = ()  # what may be taken before any decision
    taking: bool = False  # inside what was taken so: there nothing is offered

    # ---------------------------------------------------------------------------------------------------- walking

    def block(self, body: Iterable[s.Stmt], st: KnowledgeState, frame: Frame, option: bool = False) -> Exits:
        """Through a body with names of its own; `st` is changed, but for where play is.  `option`: what stands at its
        front belongs to the decision around it.
        """
        here, names = st.pc, dict(st.locals)
        left: Exits = {}
        body = tuple(body)
        decided = len(head_of(body, True, self.calls).items) if option and self.any_time else 0
        self.behind.append(())
        for place, stmt in enumerate(body):
            self.behind[-1] = body[place + 1 :]
            self.effort -= 1 + len(st.pc) // POLICIES
            self.here = stmt.span
            if self.effort < 0:
                raise TooInvolved(self.here)
            exits: Exits = {}
            if self.any_time and place >= decided:
                decided = place + self.decision(body[place:])
                if decided > place:
                    exits = self.actions_before(st)
            if getattr(stmt, "reveals", False):
                self.check_reveal(stmt, st)
            add_exits(exits, HANDLERS[type(stmt)](self, stmt, st, frame))
            for symbol, known in st.locals.items() if exits else ():
                self.left_with[symbol] = self.left_with.get(symbol, ALL) | known.label
            add_exits(left, exits)
            st.pc |= join_labels(exits.values())
        self.behind.pop()
        st.pc = here
        st.locals = {symbol: st.locals.get(symbol, known) for symbol, known in names.items()}
        return left

    def decision(self, body: tuple[s.Stmt, ...]) -> int:
        """Return how many statements at the front of a body make a decision; 0 where none begins."""
        if begins(body, self.calls):
            return max(1, len(head_of(body, False, self.calls).items))
        return 1 if is_decision(body[0]) else 0

    def actions_before(self, st: KnowledgeState) -> Exits:
        """Return the exits of what is offered at any time; that may be taken often, before any decision."""
        if self.taking or st.alone is not None:
            return {}
        self.taking = True
        exits = self.block(self.any_time, st, Frame())
        self.taking = False
        return exits

    def loop(
        self,
        body: tuple[s.Stmt, ...],
        st: KnowledgeState,
        frame: Frame,
        enter: Callable[[KnowledgeState], None],
        variable: Term | None = None,
        stmt: s.Turns | s.Rounds | None = None,
        whilst: bool = False,
    ) -> tuple[Exits, KnowledgeState]:
        """Return how a body that runs any number of times is left, and the state at the end of a pass. `enter` says
        what holds in it; `whilst`: play came to a pass only because it held in those before. Seven parameters, because
        every loop goes through here.
        """
        last, stayed = self.numbers.last, ALL
        written = self.writes.of(body if stmt is None else (stmt,))
        earlier = {} if variable is None else {variable: ("var", ("earlier", variable[1]), variable[2])}
        own = {s.Turns: "turn", s.Rounds: "round"}.get(type(stmt), "")  # left so, it goes on with the next pass
        st.note_writes(*written)
        exits: Exits = {}
        outer, self.left_with = self.left_with, {}
        for turn in count():
            widen = turn >= STEADY
            inner = st.copy()
            inner.pc |= stayed | join_labels(label for what, label in exits.items() if what != own)
            enter(inner)
            asked = past(inner.pc, last) if whilst else ALL
            before = dict(st.locals), dict(exits), stayed
            stayed = grow_label(stayed, asked, widen)
            left = self.block(body, inner, frame)
            for what, label in left.items():  # another pass, and what comes behind, is about other values of it
                exits[what] = grow_label(exits.get(what, ALL), past(exchange_terms(label, earlier), last), widen)
            self.left_with = {key: past(exchange_terms(label, earlier), last) for key, label in self.left_with.items()}
            frame.returned = past(exchange_terms(frame.returned, earlier), last)
            end = inner.copy()
            if variable is not None:
                inner.forget(variable, variable[1])
            for symbol, known in st.locals.items():
                label = inner.locals[symbol].label | self.left_with.get(symbol, ALL)
                many = known.count if inner.locals[symbol].count == known.count else None
                st.locals[symbol] = Known(known.term, grow_label(known.label, past(label, last), widen), many)
            if (st.locals, exits, stayed) == before:
                break
        for local, label in self.left_with.items():
            outer[local] = outer.get(local, ALL) | label
        self.left_with = outer
        st.note_writes(*written)
        return exits, end

    # ------------------------------------------------------------------------------------------------- requirements

    def within(self, audience: Term, label: Label, st: KnowledgeState) -> Policy | None:
        return next(outside(audience, label, self.reader.players, st.premises), None) if label else None

    def who_sees(self, st: KnowledgeState) -> Term:
        """Return who sees that somebody decides here."""
        return self.reader.everybody if st.alone is None else ("set", st.alone, st.me)

    def too_early(self, audience: Term, label: Label, node: s.Node, st: KnowledgeState) -> None:
        """Check that nobody sees, before all have decided, what may rest on what was decided. What was there before,
        and is written by none of them, does not.
        """
        if st.alone is not None:
            early = frozenset(p for p in label if not _is_settled_before(p, st))
            self.need(audience, early, st, node, "E505", (node, "seen before all have decided"))

    def need(
        self, audience: Term, label: Label, st: KnowledgeState, node: s.Node, code: str, result: tuple[s.Node, str]
    ) -> bool:
        """Return whether all of the audience can know it; if not, complain at `node`, with what shows it."""
        failing = self.within(audience, self.without_blame(label), st)
        if failing is not None:
            told = code == "E504" and not st.pc and st.alone is None
            laid = open_placement(self.c, self.behind[-1], failing) if told else None
            self.blame(Complaint(code, node.span, failing, result[0].span, result[1], laid))
        return failing is None

    def need_place(self, audience: Term, st: KnowledgeState, node: s.Node, seen: str, pc: Label | None = None) -> bool:
        """Return whether all of the audience can know that play is here; if not, complain."""
        return self.need_heads(audience, st.pc if pc is None else pc, st, node, "E502", seen)

    def need_heads(self, audience: Term, label: Label, st: KnowledgeState, node: s.Node, code: str, seen: str) -> bool:
        """Return whether all of the audience can know the heads that lead here; if not, complain of each cause."""
        heads: set[Span | None] = set()
        for failing in outside(audience, self.without_blame(label), self.reader.players, st.premises):
            if failing.at not in heads:
                self.blame(Complaint(code, failing.at or node.span, failing, node.span, seen))
            heads.add(failing.at)
            if not self.trials:
                break
        return not heads

    def blame(self, complaint: Complaint) -> None:
        """Told once: what else rests on the same reading is the same mistake."""
        source = complaint.policy.source
        early = source is not None and source.at_once and complaint.code in ("E502", "E504")
        self.complain(evolve(complaint, code="E505", span=complaint.result) if early else complaint)
        self.blamed |= {x for x in (complaint.policy.at, complaint.policy.source) if x is not None}

    def without_blame(self, label: Label) -> Label:
        """Without what was complained of already."""
        if not self.blamed or not label:
            return label
        return frozenset(p for p in label if p.at not in self.blamed and p.source not in self.blamed)

    def complain(self, complaint: Complaint) -> None:
        self.complaints.setdefault(complaint.mistake, complaint)

    def untold(self, complaints: Mapping[Any, Complaint]) -> list[Complaint]:
        """Return those of a call that are no mistake that was told of."""
        return [
            one
            for mistake, one in complaints.items()
            if mistake not in self.complaints
            and one.policy.at not in self.blamed
            and one.policy.source not in self.blamed
        ]

    def tell(self, complaints: Mapping[Any, Complaint]) -> None:
        """Report complaints; of those about heads that lead to the same result, one, unless they are only suspected."""
        results: set[tuple[str, Span]] = set()
        for complaint in self.untold(complaints):
            result = complaint.code, complaint.result
            if self.trials or complaint.span != complaint.policy.at or result not in results:
                self.complain(complaint)
                results.add(result)

    # ------------------------------------------------------------------------------------------------------- branches

    def under(self, st: KnowledgeState, condition: s.Expr, reveals: bool, holds: bool = True) -> None:
        """Into a branch on a condition."""
        test = self.reader.term(condition, st)
        label = self.reader.label(condition, st)
        if reveals:
            self.reveal(condition, st, holds)
        else:
            st.pc |= ALL if label and is_settled(test, st.premises) else at(label, condition.span)
        st.suppose(test if holds else ("op", "not", test))

    def check_reveal(self, stmt: s.Stmt, st: KnowledgeState) -> None:
        """Check that all may know what a head reveals, and so that play is there."""
        self.need_place(self.reader.everybody, st, stmt, "all see what is revealed here")
        if st.alone is not None:
            self.too_early(self.reader.everybody, self.reader.question_label(stmt, st), stmt, st)

    def reveal(self, condition: s.Expr, st: KnowledgeState, holds: bool = True) -> None:
        """Make a condition known to all; of its parts each where the other leaves it open (`and`: if it holds)."""
        self.need_place(self.reader.everybody, st, condition, "all see what is revealed here")
        self.too_early(self.reader.everybody, self.reader.label(condition, st), condition, st)
        everybody = self.reader.everybody
        todo: list[tuple[s.Expr, Term, Term | None]] = [(condition, everybody, None)]
        while todo:
            node, who, premise = todo.pop()
            term = self.reader.term(node, st)
            st.shown = (*st.shown, ShownTerm(term, who, frozenset(), premise))
            if isinstance(node, s.Binary) and node.op in ("and", "or"):
                told = premise is None and node.op == ("and" if holds else "or")  # then both parts are known
                for part, other in ((node.left, node.right), (node.right, node.left)):
                    test = self.reader.term(other, st)
                    beside: Term = test if node.op == "and" else ("op", "not", test)
                    both = beside if premise is None else ("op", "and", premise, beside)
                    knowing = self.common_readers(other, st)  # others cannot know that the other part leaves it open
                    if told:
                        todo.append((part, who, None))
                    elif knowing in (everybody, who):
                        todo.append((part, who, both))
                    elif who == everybody and knowing is not None:
                        todo.append((part, knowing, both))
            elif isinstance(node, s.Binary) and node.op == ("==" if holds else "!=") and premise is None:
                for part, other in ((node.left, node.right), (node.right, node.left)):
                    if not self.reader.label(other, st):  # what is equal to a thing that all know is known
                        st.show(self.reader.value_term(part, st), self.reader.everybody)
            elif isinstance(node, s.Unary) and node.op == "not":
                inner = ShownTerm(self.reader.term(node.item, st), who, frozenset(), premise)
                st.shown = (*st.shown, inner)

    def common_readers(self, node: s.Expr, st: KnowledgeState) -> Term | None:
        """Return a set of players who can know it, where one can be named."""
        sets = [p.readers for p in self.reader.label(node, st)]
        if not sets:
            return self.reader.everybody
        return next(iter(sets[0])) if all(one == sets[0] and len(one) == 1 for one in sets) else None

    def triggers_may_run(self, st: KnowledgeState) -> None:
        """Rules that wait for a condition may have run: where not all know that play is here, they tell it, too."""
        if st.pc and st.alone is None:
            self.waiting(st)
        st.note_writes(*self.writes.by_triggers)

    def local(self, key: object) -> LocalSymbol:
        return self.c.binds[key]

    def start(self, me: Term) -> KnowledgeState:
        """Return a state of which nothing is known."""
        return KnowledgeState(me, ALL, self.numbers, {}, {})


def _is_settled_before(policy: Policy, st: KnowledgeState) -> bool:
    """Is it of a thing that nobody writes who decides at once?"""
    store = policy.source.store if policy.source is not None else None
    return store is not None and store not in st.early


def alone_policy(player: Term, name: str, span: Span) -> Policy:
    """Only he knows what he decides at once."""
    source = HiddenRead(name, span, (), "nobody else sees it before all have decided", at_once=True)
    return Policy(frozenset([("set", player)]), source=source)
