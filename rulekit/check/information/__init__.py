"""Checks information flow: what is hidden from a player stays hidden from them until the rules show it.

Every expression has a label: the players who can know its value (`labels.py`). Every point of the flow has one, too:
the players who can know that the game has reached it. The label of an expression is the join of the labels of all that
it reads. A branch, a loop or an announcement passes the label of its condition on to its body. An effect that players
can notice (a write, a move, a decision, an end) may be noticed only by players who can know why it happens. `show`,
`reveals` and laying a piece where others see it are declassifications: on that path, the value is known from then on.
This is a flow-sensitive type system for noninterference up to declassification (Denning; Volpano, Smith, Irvine; Hunt,
Sands; Sabelfeld, Sands); docs/internals/knowledge.md proves it.

    terms.py     values as terms
    evaluating.py, deciding.py   the value of a term in one case; whether something follows in every case
    labels.py    who can know a value; whether an audience is within a label
    knowledge_state.py  what is known at one point
    valuing.py, fact_labels.py, reading.py   expressions: their terms, what was shown about them, their labels
    hidden.py    which places and values are hidden
    picks.py, picking.py  who sees a pick; pieces revealed by a loop or later; secret audiences; pictures
    writes.py    what a body may write
    ways.py, summaries.py   ways into a clause, and what is known of each
    contents.py  who notices a change of contents, and what players know afterwards
    analysis.py  the walk; control.py, asking.py, changing.py, moving.py, calling.py, rules.py: the statements

Players are assumed not to notice faults, or the time that anything takes.  The modules of the statements find each
`Complaint` (`analysis.py`; E507 in `asking.py` and `control.py`).  Its messages, E501 to E509, are in
`../checks/information_flow.py`, except for how a thing is hidden ("it is seen by `p`"), which is in `hidden.py`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial

from attrs import evolve

from ...graphs import reached_by
from ...model.rulebook import Placed, choices_at_any_time
from ...model.symbols import KeepSymbol, PlaceSymbol
from ...model.types import DomainType
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import body_of, call_targets, every, named_audience
from ..alternatives import Head, heads_with_otherwise, procedure_lets
from ..checked import PickAudience
from ..checker import Checker
from ..clause_call_graph import call_edges, call_targets_by_source
from . import asking, calling, changing, control, moving, rules  # noqa: F401  (each enters its handlers)
from .analysis import EFFORT, EFFORT_EACH, Complaint, Exits, Frame, InformationAnalysis, TooInvolved
from .hidden import is_hidden
from .knowledge_state import KnowledgeState, Known, ShownTerm
from .labels import ALL, Policy, at
from .picking import looks, own_secrets
from .reading import Reader
from .summaries import ClauseOutcome
from .terms import Term, anywhere, remembers
from .ways import WayIn, walk_on_trial


def analyse(c: Checker, audiences: Mapping[s.Pick, PickAudience], laying: Container[s.Stmt] = ()) -> list[Complaint]:
    """Return a complaint for each effect that a player notices without being able to know why it happens. `audiences`
    has the audience of each pick that does not name its own; `laying` has the loops that show how many pieces they move
    into view. Raise TooInvolved if the rulebook is too complex."""
    if not _secrets(c):
        return []
    statements = _statements(c)
    calls = procedure_lets(statements, c.refs)
    fallbacks = dict(_fallbacks(c, calls))
    size = len(statements)
    murky: set[object] = set()
    any_time = _any_time(c)
    while True:
        reader = Reader(c)
        a = InformationAnalysis(c, reader, reader.writes, audiences, fallbacks)
        a.any_time, a.calls, a.laying = any_time, calls, laying
        a.effort = EFFORT + EFFORT_EACH * size
        a.murky = set(murky)
        a.waiting = partial(_check_waiting_rules, a)
        try:
            _walk(a)
        except RecursionError:  # deeply nested calls and statements
            raise TooInvolved(a.here or c.book.clauses[0].clause.span) from None
        if a.murky == murky:
            return list(a.complaints.values())
        # Kinds of pieces hidden in the box matter wherever one comes out, so walk again until no more are found.
        murky = a.murky


def _any_time(c: Checker) -> tuple[s.Stmt, ...]:
    """Return statements that stand for the actions offered at any time: any of these, repeatedly, or none."""
    choices = choices_at_any_time(c.book.clauses).values()
    every_one = tuple(s.Do(choice.name, True, None, span=choice.span) for choice in choices)
    return tuple(s.Repeat(None, None, False, every_one, span=one.span) for one in every_one[:1])


def _fallbacks(c: Checker, calls: set[s.Stmt]) -> Iterator[tuple[s.Stmt, Head]]:
    for placed in c.book.clauses:
        yield from heads_with_otherwise(body_of(placed.clause), isinstance(placed.clause, s.ActionClause), calls)


def _walk(a: InformationAnalysis) -> None:
    own_secrets(a)
    looks(a)
    _flow(a)
    _check_waiting_rules(a)
    helpers = _helpers_of_examples(a.c.book.clauses)
    for placed in a.c.book.clauses:
        if placed.id not in a.visited and placed.id not in helpers and body_of(placed.clause):
            _alone(a, placed)


def _helpers_of_examples(clauses: Sequence[Placed]) -> set[str]:
    """Return the ids of the clauses that only the `given` of examples call. Like a `given` itself, they never run in a
    game."""
    examples = [placed.clause for placed in clauses if isinstance(placed.clause, s.ExampleClause)]
    given = [line.body for clause in examples for line in clause.lines if isinstance(line, s.Given)]
    leads = call_targets_by_source(call_edges(clauses))
    called = reached_by([target for body in given for target in call_targets(body)], leads)
    in_play = reached_by([placed.id for placed in clauses if placed.id not in called], leads)
    return called - in_play


def _secrets(c: Checker) -> bool:
    """Return whether the rulebook hides anything. Most games for two players hide nothing, and need no check."""
    if any(isinstance(x, PlaceSymbol | KeepSymbol) and is_hidden(x) for x in c.symbols.values()):
        return True
    return any(does(stmt, "secret") or named_audience(stmt) is not None for stmt in _statements(c))


def _statements(c: Checker) -> list[s.Stmt]:
    return [stmt for placed in c.book.clauses for stmt in every(body_of(placed.clause))]


def _flow(a: InformationAnalysis) -> None:
    for placed in a.c.book.clauses:
        if isinstance(placed.clause, s.FlowClause):
            a.visited.add(placed.id)
            st = a.start(("nobody",))
            for symbol in a.c.symbols.values():
                if isinstance(symbol, PlaceSymbol) and is_hidden(symbol):
                    there = ("cell", symbol, anywhere(symbol), 0)
                    st.shown = (*st.shown, ShownTerm(there, a.reader.everybody, frozenset(there[2]), filled=True))
            a.block(placed.clause.body, st, Frame(placed.clause.name.text))


def _check_waiting_rules(a: InformationAnalysis, here: KnowledgeState | None = None) -> None:
    """Check the `whenever` rules as if they ran at any point of a game or, if `here` is given, at this point. In the
    second case, not all players can know that the point is reached."""
    for placed in a.c.book.clauses:
        if isinstance(placed.clause, s.RuleClause) and isinstance(placed.clause.trigger, s.Whenever):
            if here is not None and placed.id in a.stack:
                continue
            if here is not None:
                way = WayIn(a, placed.id, {}, evolve(here, me=("nobody",), me_label=ALL))
                # rules that are being walked already, which are not walked again
                around = frozenset(one for one in a.stack if one.startswith("rule "))
                found = a.summaries.outcome(
                    ("waiting", way.key, around),
                    partial(_check_waiting_rule, a, placed, placed.clause.trigger, way.start()),
                )
                if a.trials or not a.untold(found.complaints):
                    a.tell(found.complaints)
                    continue
            a.stack.append(placed.id)
            _whenever(a, placed, placed.clause.trigger, here)
            a.stack.pop()


def _check_waiting_rule(
    a: InformationAnalysis, placed: Placed, trigger: s.Whenever, here: KnowledgeState
) -> ClauseOutcome:
    """Return the complaints that a `whenever` rule would cause if it ran at the point `here`."""

    def run(_: KnowledgeState, __: Frame) -> Exits:
        _whenever(a, placed, trigger, here)
        return {}

    return ClauseOutcome(complaints=walk_on_trial(a, placed.id, here, run)[2])


def _whenever(a: InformationAnalysis, placed: Placed, trigger: s.Whenever, here: KnowledgeState | None) -> None:
    """Check a `whenever` rule, which runs when its condition becomes true. `here` is as in `_check_waiting_rules`."""
    a.visited.add(placed.id)
    st = _later(a, ("nobody",))
    if here is not None:
        st.versions = dict(here.versions)
    if trigger.binder is not None:
        st.pc |= at(a.reader.label(trigger.binder.domain, st), trigger.binder.domain.span)
        var = a.reader.variable(trigger.binder, st)
        if a.local(trigger.binder).type == DomainType(a.c.players):
            st.me = var
    for condition in (*placed.conditions, trigger.condition):
        a.under(st, condition, trigger.reveals)
    st.pc = frozenset(evolve(p, readers=frozenset()) if _moves(p) else p for p in st.pc)
    st.pc |= ALL if here is None else here.pc
    for condition in placed.unless:
        a.under(st, condition, trigger.reveals, holds=False)
    left = a.block(body_of(placed.clause), st, Frame())
    for label in left.values():
        a.need_place(a.reader.everybody, st, placed.clause.name, "all see that something is left", label)


def _later(a: InformationAnalysis, me: Term) -> KnowledgeState:
    """Return the state at some later point of a game, at which nothing is known."""
    st = a.start(me)
    st.note_writes(*(symbol for symbol in a.c.symbols.values() if isinstance(symbol, PlaceSymbol)))
    return st


def _moves(policy: Policy) -> bool:
    """Return whether other players may satisfy a policy later in the game. If so, a rule that runs later could tell
    them about an earlier state."""
    return any(remembers(one) for one in (*policy.readers, *policy.premises))


def _alone(a: InformationAnalysis, placed: Placed) -> None:
    """Check a clause that the flow never reaches, as if it ran at a point at which nothing is known."""
    clause = placed.clause
    st = _later(a, ("var", ("me", placed.id), DomainType(a.c.players)))
    params: tuple[object, ...] = clause.params if isinstance(clause, s.ProcedureClause) else ()
    if isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.AtStep):
        params = clause.trigger.params
    if isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.When):
        params = (*clause.trigger.params, *((clause.trigger.seat,) if clause.trigger.seat is not None else ()))
    for param in params:
        local = a.c.binds.get(param)
        if local is not None:
            var: Term = ("var", id(local), local.type)
            st.name(local, Known(var))
            if isinstance(clause, s.RuleClause) and param is getattr(clause.trigger, "seat", None):
                st.me = var
    a.visited.add(placed.id)
    a.stack.append(placed.id)
    murky = set(a.murky)
    a.block(body_of(clause), st, Frame(clause.name.text))
    a.murky = murky  # the moves in this walk never happen
    a.stack.pop()
