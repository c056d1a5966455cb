"""The walk through the bodies of a rulebook. For each point it computes who can know that the point is reached, and who
can know what is written, moved, asked, shown and ended there.

`InformationAnalysis` has what all parts share, so the file is long: the reader of expressions, the writes of bodies,
the complaints. The statements are handled in `control.py` (branches, loops, turns), `asking.py` (decisions and chance),
`changing.py` (assignments), `moving.py` (moves), `calling.py` (procedures) and `rules.py` (events, steps). Each
registers its handlers in HANDLERS.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from functools import partial
from typing import Any, Final

from attrs import define, evolve, field

from ...diagnostics import Span
from ...model.rulebook import is_decision
from ...model.symbols import LocalSymbol
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import bodies, initial_questions
from ..alternatives import Head, begins, head_of
from ..checked import PickAudience
from ..checker import Checker
from .deciding import is_settled
from .knowledge_state import KnowledgeState, Known, ShownTerm, Versions
from .labels import ALL, HiddenRead, Label, Policy, at, grow_label, join_labels, outside, past, seen_later
from .picks import open_placement
from .reading import Reader
from .summaries import JoinedWays, SummaryTable
from .terms import Term, mentions
from .writes import Writes

Exits = dict[str, Label]
"""By what is left (`loop`, `turn`, `round`, `return`, `end`), the label of leaving it: who can know that it was
left."""


@define(frozen=True, eq=False)
class Complaint:
    """A complaint: some player notices the effect at `result`, but cannot know the value at `span`, on which the effect
    depends. `policy` is the part of the value's label that the player does not satisfy. `seen` says what is noticed;
    `code` is the code of the message."""

    code: str
    span: Span
    policy: Policy
    result: Span
    seen: str
    laid: Span | None = None  # where a later statement of the body reveals the pick that the message is about

    @property
    def mistake(self) -> tuple[str, Span, Span]:
        """Return what identifies the mistake, because a walk through loops and calls may find it again."""
        return self.code, self.span, self.result


Complaints = dict[tuple[str, Span, Span], Complaint]
"""Complaints by the identity of their mistake, in the order found."""


def add_exits(exits: Exits, more: Exits) -> None:
    """Add the exits `more` to the exits of a body. The label of an exit in both is the join of its labels."""
    for what, label in more.items():
        exits[what] = exits.get(what, ALL) | label


def outward_exits(exits: Exits, *ended: str) -> Exits:
    """Return the exits except those that the statement itself ends, such as `leave loop` for a loop."""
    return {what: label for what, label in exits.items() if what not in ended}


@define(eq=False)
class Frame:
    """What is known of the clause being walked: the name of its procedure (None for other clauses), and the label of
    the values that it returns (`returned`)."""

    procedure: str | None = None
    returned: Label = ALL


HOW_OFTEN = "all see how often he is asked"
NOTHING_TO_PICK = "all see whether there is something to pick"
NOTHING_CHOSEN = "all see that nothing could be chosen"
ONE_OF_THEM = "who is shown it learns that he is one of them"
ENDED: Final = {"": {"loop"}, "turn": {"loop", "turn"}, "round": {"loop", "turn", "round"}}
"""The exits that end with turns, with rounds or with another loop; the own exit of turns and rounds leads to their next
pass."""
STEADY = 3
"""Passes through a loop after which a policy that is new to a label gets no readers, so that the walk ends."""
EFFORT, EFFORT_EACH = 20_000, 100
"""Statements that may be walked: a fixed number, and a number for each statement of the rulebook."""
POLICIES = 4
"""Policies in `pc` that take as long to handle as one more statement takes to walk."""


class TooInvolved(Exception):
    """The error raised if the walk takes too many statements, or calls are nested too deeply; `span` is the place."""

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
    """The walk through all bodies; `complaints` grows while it runs. A loop is walked until its labels no longer
    change, and a clause once for each way into it (`ways.py`). Nested loops and calls take time exponential in their
    depth, so TooInvolved is raised after `effort` statements."""

    c: Checker
    reader: Reader
    writes: Writes
    picks: Mapping[s.Pick, PickAudience]
    fallbacks: dict[s.Stmt, Head] = field(factory=dict)  # each `choose` with an `otherwise` -> the head of its decision
    numbers: Versions = field(factory=Versions)
    complaints: Complaints = field(factory=dict)
    summaries: SummaryTable = field(factory=SummaryTable)
    ways: JoinedWays = field(factory=JoinedWays)  # ways into recursive clauses
    # kinds of pieces of which some went into the box, or came out, hidden from some players
    murky: set[object] = field(factory=set)
    effort: int = EFFORT
    here: Span | None = None  # the place of the statement being walked
    left_with: dict[LocalSymbol, Label] = field(factory=dict)  # who can know variables where a loop is left
    stack: list[str] = field(factory=list)
    entered: int = 0  # the length of `stack` when the walk of this body began
    visited: set[str] = field(factory=set)
    waiting: Callable[[KnowledgeState], None] = field(default=lambda st: None)  # checks the `whenever` rules in a state
    trials: int = 0  # how many trial walks (`ways.walk_on_trial`) are in progress
    blamed: set[Span | HiddenRead] = field(factory=set)  # places and readings about which there is a complaint already
    laying: Container[s.Stmt] = ()  # loops that reveal a piece of a hidden place in each pass
    calls: set[s.Stmt] = field(factory=set)  # `let` statements that run a procedure
    behind: list[tuple[s.Stmt, ...]] = field(factory=lambda: [()])  # the remaining statements of each surrounding body
    any_time: tuple[s.Stmt, ...] = ()  # the actions offered before any decision
    taking: bool = False  # whether the walk is inside an any-time action, where none is offered

    # --------------------------------------------------------------------------------------------------- walking bodies

    def block(self, body: Iterable[s.Stmt], st: KnowledgeState, frame: Frame, option: bool = False) -> Exits:
        """Walk a body in a scope of its own, and return its exits. This changes `st`, except for `pc` (who can know
        that this point is reached). With `option`, the decision at the front of the body is part of the surrounding
        decision."""
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
        """Return how many statements at the front of a body form a decision; 0 if it does not begin with one."""
        if begins(body, self.calls):
            return max(1, len(head_of(body, False, self.calls).items))
        return 1 if is_decision(body[0]) else 0

    def actions_before(self, st: KnowledgeState) -> Exits:
        """Walk the actions offered at any time, which may run before any decision. Return their exits."""
        if self.taking or st.alone is not None:
            return {}
        self.taking = True
        exits = self.block(self.any_time, st, Frame())
        self.taking = False
        return exits

    def loop(
        self,
        node: s.Stmt | s.RuleClause,
        st: KnowledgeState,
        frame: Frame,
        enter: Callable[[KnowledgeState], None],
        variable: Term | None = None,
    ) -> tuple[Exits, KnowledgeState]:
        """Walk the body of a loop or rule, which runs any number of times. Return its exits, and the state at the end
        of a pass. `enter` changes a state to the one in which a pass begins."""
        (body,) = bodies(node)
        last, stayed = self.numbers.last, ALL
        own = next((unit for unit in ("turn", "round") if does(node, unit)), "")
        # a pass begins only if all earlier passes began
        whilst = getattr(node, "condition", None) is not None
        written = self.writes.of((node,) if own and isinstance(node, s.Stmt) else body)
        again = self.writes.before_next_pass(body) if does(node, "loop") else written
        held = st.shown_now(again)  # what was shown before, unless a pass changes it in a way that is not known
        tests: tuple[Term, ...] = ()
        st.note_writes(*again)
        exits: Exits = {}
        outer, self.left_with = self.left_with, {}
        turn = 0
        while True:
            widen = turn >= STEADY
            inner = st.copy()
            inner.show_again(held)
            inner.pc |= stayed | join_labels(label for what, label in exits.items() if what != own)
            enter(inner)
            if variable is not None:
                tests = tuple(x for x in inner.premises if x not in st.premises and mentions(x, variable))
            asked = past(inner.pc, last) if whilst else ALL
            before = dict(st.locals), dict(exits), stayed
            stayed = grow_label(stayed, asked, widen)
            left = self.block(body, inner, frame)
            passed = partial(seen_later, tests=tests, variable=variable, last=last)
            for what, label in left.items():
                exits[what] = grow_label(exits.get(what, ALL), passed(label), widen)
            self.left_with = {key: passed(label) for key, label in self.left_with.items()}
            frame.returned = passed(frame.returned)
            end = inner.copy()
            now = () if own in exits else end.shown_now(again)
            if variable is not None:
                inner.forget(variable, variable[1], tests)
            self._join_names(st, inner, last, widen)
            lost = [one for one in held if one not in now]
            held = [one for one in held if one in now]
            if (st.locals, exits, stayed) == before and not lost:
                break
            turn += not lost
        for local, label in self.left_with.items():
            outer[local] = outer.get(local, ALL) | label
        self.left_with = outer
        unbroken = ENDED[own].isdisjoint(exits)
        st.note_writes(*(again if unbroken else written))
        if unbroken:
            st.show_again(held)
        return exits, end

    def _join_names(self, st: KnowledgeState, inner: KnowledgeState, last: int, widen: bool) -> None:
        """Join the label of each name with its label at the end of a pass of a loop, and with its label where the loop
        was left."""
        for symbol, known in st.locals.items():
            label = inner.locals[symbol].label | self.left_with.get(symbol, ALL)
            many = known.count if inner.locals[symbol].count == known.count else None
            st.locals[symbol] = Known(known.term, grow_label(known.label, past(label, last), widen), many)

    # -------------------------------------------------------------------------------- what players must be able to know

    def within(self, audience: Term, label: Label, st: KnowledgeState) -> Policy | None:
        learnt = self.reader.learnt(label, st)
        return next(outside(audience, learnt, self.reader.players, st.premises), None) if label else None

    def who_sees(self, st: KnowledgeState) -> Term:
        """Return the set of players who see that somebody decides here."""
        return self.reader.everybody if st.alone is None else ("set", st.alone, st.me)

    def too_early(self, audience: Term, label: Label, node: s.Node, st: KnowledgeState) -> None:
        """Check that, inside `at once`, no player sees something that may depend on the decisions of others before all
        have decided. A value that existed before, and that none of the players writes, does not depend on these."""
        if st.alone is not None:
            early = frozenset(p for p in label if not _is_settled_before(p, st))
            self.need(audience, early, st, node, "E505", (node, "seen before all have decided"))

    def need(
        self, audience: Term, label: Label, st: KnowledgeState, node: s.Node, code: str, result: tuple[s.Node, str]
    ) -> bool:
        """Return whether all players of the audience can know a value with this label. If not, complain at `node`;
        `result` is the effect that they see."""
        failing = self.within(audience, self.without_blame(label), st)
        if failing is not None:
            told = code == "E504" and not st.pc and st.alone is None
            laid = open_placement(self.c, self.behind[-1], failing) if told else None
            self.report_complaint(Complaint(code, node.span, failing, result[0].span, result[1], laid))
        return failing is None

    def need_place(self, audience: Term, st: KnowledgeState, node: s.Node, seen: str, pc: Label | None = None) -> bool:
        """Return whether all players of the audience can know that this point is reached; if not, complain."""
        return self.need_heads(audience, st.pc if pc is None else pc, st, node, "E502", seen)

    def need_heads(self, audience: Term, label: Label, st: KnowledgeState, node: s.Node, code: str, seen: str) -> bool:
        """Return whether all players of the audience can know the conditions that lead here. If not, complain about the
        first condition that they cannot know; in a trial walk, about each."""
        heads: set[Span | None] = set()
        learnt = self.reader.learnt(self.without_blame(label), st)
        for failing in outside(audience, learnt, self.reader.players, st.premises):
            if failing.at not in heads:
                self.report_complaint(Complaint(code, failing.at or node.span, failing, node.span, seen))
            heads.add(failing.at)
            if not self.trials:
                break
        return not heads

    def report_complaint(self, complaint: Complaint) -> None:
        """Add a complaint, and mark its cause, so that other effects with the same cause are not reported."""
        source = complaint.policy.source
        early = source is not None and source.at_once and complaint.code in ("E502", "E504")
        self.complain(evolve(complaint, code="E505", span=complaint.result) if early else complaint)
        self.blamed |= {x for x in (complaint.policy.at, complaint.policy.source) if x is not None}

    def without_blame(self, label: Label) -> Label:
        """Return the label without those policies about which there is a complaint already."""
        if not self.blamed or not label:
            return label
        return frozenset(p for p in label if p.at not in self.blamed and p.source not in self.blamed)

    def complain(self, complaint: Complaint) -> None:
        self.complaints.setdefault(complaint.mistake, complaint)

    def untold(self, complaints: Mapping[Any, Complaint]) -> list[Complaint]:
        """Return those complaints of a call that are not reported yet."""
        return [
            one
            for mistake, one in complaints.items()
            if mistake not in self.complaints
            and one.policy.at not in self.blamed
            and one.policy.source not in self.blamed
        ]

    def tell(self, complaints: Mapping[Any, Complaint]) -> None:
        """Report complaints. If several are about conditions that lead to the same effect, report one, except in a
        trial walk."""
        results: set[tuple[str, Span]] = set()
        for complaint in self.untold(complaints):
            result = complaint.code, complaint.result
            if self.trials or complaint.span != complaint.policy.at or result not in results:
                self.complain(complaint)
                results.add(result)

    # ------------------------------------------------------------------------------------------- conditions of branches

    def under(self, st: KnowledgeState, condition: s.Expr, reveals: bool, holds: bool = True) -> None:
        """Enter a branch. Its condition holds from here on. Only players who can know the condition can know that this
        point is reached; if the condition is revealed, all can."""
        test = self.reader.term(condition, st)
        label = self.reader.label(condition, st)
        if reveals:
            self.reveal(condition, st, holds)
        else:
            st.pc |= ALL if label and is_settled(test, st.premises) else at(label, condition.span)
        st.suppose(test if holds else ("op", "not", test))

    def check_reveal(self, stmt: s.Stmt, st: KnowledgeState) -> None:
        """Check that all players may know what a statement with `reveals` reveals, and so that this point is
        reached."""
        self.need_place(self.reader.everybody, st, stmt, "all see what is revealed here")
        if st.alone is not None:
            self.too_early(self.reader.everybody, self.reader.question_label(stmt, st), stmt, st)
        for node in initial_questions(stmt):
            st.show(self.reader.term_once_shown(node, st), self.reader.everybody)

    def reveal(self, condition: s.Expr, st: KnowledgeState, holds: bool = True) -> None:
        """Record that all players know a condition from here on. They know an operand of `and` or `or` only if they can
        also know whether the other operand alone decides the result."""
        self.need_place(self.reader.everybody, st, condition, "all see what is revealed here")
        self.too_early(self.reader.everybody, self.reader.label(condition, st), condition, st)
        everybody = self.reader.everybody
        todo: list[tuple[s.Expr, Term, Term | None]] = [(condition, everybody, None)]
        while todo:
            node, who, premise = todo.pop()
            term = self.reader.term(node, st)
            st.shown = (*st.shown, ShownTerm(term, who, frozenset(), premise))
            if isinstance(node, s.Binary) and node.op in ("and", "or"):
                told = premise is None and node.op == ("and" if holds else "or")  # then both operands are known
                for part, other in ((node.left, node.right), (node.right, node.left)):
                    test = self.reader.term(other, st)
                    beside: Term = test if node.op == "and" else ("op", "not", test)
                    both = beside if premise is None else ("op", "and", premise, beside)
                    # other players do not know whether this operand decides the result
                    knowing = self.common_readers(other, st)
                    if told:
                        todo.append((part, who, None))
                    elif knowing in (everybody, who):
                        todo.append((part, who, both))
                    elif who == everybody and knowing is not None:
                        todo.append((part, knowing, both))
            elif isinstance(node, s.Binary) and node.op == ("==" if holds else "!=") and premise is None:
                for part, other in ((node.left, node.right), (node.right, node.left)):
                    if not self.reader.label(other, st):  # a value equal to one that everybody knows is known
                        st.show(self.reader.value_term(part, st), self.reader.everybody)
            elif isinstance(node, s.Unary) and node.op == "not":
                inner = ShownTerm(self.reader.term(node.item, st), who, frozenset(), premise)
                st.shown = (*st.shown, inner)

    def common_readers(self, node: s.Expr, st: KnowledgeState) -> Term | None:
        """Return a set of players who can know the value, if there is a single such set; otherwise None."""
        sets = [p.readers for p in self.reader.label(node, st)]
        if not sets:
            return self.reader.everybody
        return next(iter(sets[0])) if all(one == sets[0] and len(one) == 1 for one in sets) else None

    def triggers_may_run(self, st: KnowledgeState) -> None:
        """Record that `whenever` rules may have run here. If not all players can know that this point is reached, check
        that the rules do not tell them."""
        if st.pc and st.alone is None:
            self.waiting(st)
        st.note_writes(*self.writes.by_triggers)

    def local(self, key: object) -> LocalSymbol:
        return self.c.binds[key]

    def start(self, me: Term) -> KnowledgeState:
        """Return the state at the start of a walk, in which nothing is known."""
        return KnowledgeState(me, ALL, self.numbers, {}, {})


def _is_settled_before(policy: Policy, st: KnowledgeState) -> bool:
    """Return whether a policy is about something that nobody writes in the present `at once`."""
    store = policy.source.store if policy.source is not None else None
    return store is not None and store not in st.early


def alone_policy(player: Term, name: str, span: Span) -> Policy:
    """Return the policy of a value that only this player can know until all have decided `at once`."""
    source = HiddenRead(name, span, (), "until all have decided, only its player may see it", at_once=True)
    return Policy(frozenset([("set", player)]), source=source)
