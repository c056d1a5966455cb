"""Information flow of decisions and chance: who is asked, what is offered, who sees what was picked or drawn.

All players see that a player decides; inside `at once` only the deciding player does. The options must depend on
nothing that is hidden from this player. The pick is seen by the audience that `seen by` names, or by the default of
`picks.py`.
"""

from __future__ import annotations

from itertools import takewhile

from attrs import evolve, frozen

from ...diagnostics import Span
from ...model.rulebook import Placed
from ...model.symbols import PlaceSymbol
from ...syntax import nodes as s
from ..alternatives import has_member, is_head_item, is_requirement
from .analysis import (
    HOW_OFTEN,
    NOTHING_CHOSEN,
    NOTHING_TO_PICK,
    Exits,
    Frame,
    InformationAnalysis,
    add_exits,
    alone_policy,
    handles,
)
from .calling import call_again
from .hidden import describe_visibility
from .knowledge_state import KnowledgeState, Known
from .labels import ALL, HiddenRead, Label, Policy, at, join_labels, widen_label
from .picking import label_of_pick, place_of, show_to_audience
from .terms import Term, as_member, holds_one


def check_turn_known(a: InformationAnalysis, label: Label, st: KnowledgeState, node: s.Node, seen: str) -> None:
    """Check that all players can know whose turn it is; complain (E507) if not."""
    a.need(a.who_sees(st), label, st, node, "E507", (node, seen))


def enter_where(a: InformationAnalysis, where: s.Expr | None, reveals: bool, inner: KnowledgeState, seen: str) -> None:
    """Enter a turn. All players must know for which players the `where` holds, unless it is revealed to them."""
    if where is not None:
        if reveals:
            a.reveal(where, inner)
        else:
            check_turn_known(a, a.reader.label(where, inner), inner, where, seen)
        inner.suppose(a.reader.term(where, inner))


def decides(a: InformationAnalysis, st: KnowledgeState, node: s.Node) -> None:
    """Check that those who see a decision can know that this point is reached, and which player is asked."""
    a.triggers_may_run(st)
    seen = "all see that a decision is made here" if st.alone is None else "who decides here sees it"
    a.need_place(a.who_sees(st), st, node, seen)
    a.need_heads(a.who_sees(st), st.me_label, st, node, "E507", "all see who is asked")


def must_know(a: InformationAnalysis, node: s.Expr | None, st: KnowledgeState) -> Label:
    """Check that the deciding player can know the value of an expression on which the offer depends. Return the label
    of the value: who else can know it."""
    if node is None:
        return ALL
    label = a.reader.label(node, st)
    a.need(("set", st.me), label, st, node, "E501", (node, "who decides here need not see it"))
    return label


@handles(s.Choose)
def _choose(a: InformationAnalysis, stmt: s.Choose, st: KnowledgeState, frame: Frame) -> Exits:
    decides(a, st, stmt)
    symbol = a.local(stmt.binder)
    var: Term = ("var", (id(stmt.binder), a.numbers.new()), symbol.type)
    member, there = a.local((stmt, "member")), a.reader.term(stmt.binder.domain, st)
    if holds_one(there) and stmt.amount is None and stmt.otherwise is None:
        var = there
    inner = st.copy()
    one: Term = ("var", (id(stmt.binder), "member"), member.type)
    inner.name(member, Known(one))
    domain = must_know(a, stmt.binder.domain, st)
    inner.suppose(as_member(one, there))
    offered = [domain, *(must_know(a, part, inner) for part in (stmt.where, stmt.total))]
    offered += [must_know(a, part, st) for part in (stmt.total_least, stmt.otherwise)]
    if stmt.amount is not None:
        low, high = stmt.amount.low, stmt.amount.high
        least = must_know(a, low, st)
        most = least if high is low else must_know(a, high, st)
        offered += [least, most]
        if high is not None:  # the player is asked at most this many times
            check_turn_known(a, most, st, high, HOW_OFTEN)
    if stmt.otherwise is not None and stmt in a.fallbacks and not stmt.reveals and not _always(a, stmt):
        others = tuple(item for item in a.fallbacks[stmt].items if item is not stmt)
        some = a.reader.some_member(stmt.binder, member, (*stmt.conditions, *others), st)
        possible = join_labels((some, *offered[1:], _requirements_label(a, stmt, others, st, var)))
        a.need(a.who_sees(st), possible, st, stmt.binder.domain, "E507", (stmt.otherwise, NOTHING_CHOSEN))
    label = label_of_pick(a, stmt, st, domain, var) | _fallback(a, stmt, st)
    named = st.copy()
    named.name(member, Known(var))
    if stmt.so_that is not None:
        whole = st.copy()
        whole.name(symbol, Known(var))
        must_know(a, stmt.so_that, whole)
    st.name(symbol, Known(var, label, _how_many_picked(a, stmt, st)))
    if stmt.so_that is not None:
        st.suppose(a.reader.term(stmt.so_that, st))
    if stmt.amount is None and stmt.otherwise is None:
        st.suppose(as_member(var, a.reader.term(stmt.binder.domain, named)))
        if stmt.where is not None:
            st.suppose(a.reader.term(stmt.where, named))
    return {}


def _fallback(a: InformationAnalysis, stmt: s.Choose, st: KnowledgeState) -> Label:
    """Return who can know the value that a `choose` gets from its `otherwise`."""
    never = stmt.otherwise is None or (stmt in a.fallbacks and _always(a, stmt))
    return ALL if never else a.reader.label(stmt.otherwise, st)


def _requirements_label(
    a: InformationAnalysis, stmt: s.Choose, others: tuple[s.Stmt, ...], st: KnowledgeState, var: Term
) -> Label:
    """Return who can know whether the other requirements of the same decision hold."""
    inner = st.copy()
    inner.name(a.local(stmt.binder), Known(var))
    return a.reader.head(others, inner)


def _how_many_picked(a: InformationAnalysis, stmt: s.Choose, st: KnowledgeState) -> Label | None:
    """Return who can know how many things are picked; None if the same players can know what is picked. Players who can
    count the pieces of a place can know how many are picked from it."""
    if stmt.amount is None:
        return None
    if stmt.amount.low is not None and stmt.amount.low is stmt.amount.high:
        return a.reader.label(stmt.amount.low, st)
    said = a.picks.get(stmt, "all")
    if st.alone is not None or said == "all":
        return None
    if isinstance(said, str) or not isinstance(place := a.c.refs.get(said), PlaceSymbol):
        return ALL
    hidden = f"it is picked from `{place.name}`, and {describe_visibility(place, 'counted')}"
    source = HiddenRead(stmt.binder.name.text, stmt.span, (), hidden)
    known = widen_label(a.reader.element(said, place, st, "counted"), [("set", st.me)])
    return frozenset(evolve(p, source=source) for p in known)


@handles(s.Require)
def _require(a: InformationAnalysis, stmt: s.Require, st: KnowledgeState, frame: Frame) -> Exits:
    """Check a requirement. Its condition holds from here on, unless `otherwise` may be taken instead."""
    must_know(a, stmt.condition, st)
    if not any(stmt in head.items for head in a.fallbacks.values()):
        st.suppose(a.reader.term(stmt.condition, st))
    return {}


@frozen(eq=False)
class OfferedOption:
    """An option of `do`, `either` or `may`: a branch, or an `action` with the conditions that layers add to it. `body`
    is what happens if the option is picked."""

    name: str
    span: Span
    body: tuple[s.Stmt, ...]
    conditions: tuple[s.Expr, ...] = ()
    action: Placed | None = None


def _options(a: InformationAnalysis, stmt: s.Do | s.Either) -> list[OfferedOption]:
    """Return the options that a statement offers."""
    if isinstance(stmt, s.Either):
        return [OfferedOption(branch.name.text, branch.span, branch.body) for branch in stmt.branches]
    return [
        OfferedOption(p.clause.name.text, stmt.span, p.clause.body, p.layer_conditions, p)
        for p in a.c.book.clauses
        if isinstance(p.clause, s.ActionClause) and p.clause.choice.text == stmt.choice.text
    ]


@handles(s.Either, s.Do)
def _offer(a: InformationAnalysis, stmt: s.Do | s.Either, st: KnowledgeState, frame: Frame) -> Exits:
    decides(a, st, stmt)
    options, ways = _options(a, stmt), list[KnowledgeState]()
    nested = any(one.action is not None and one.action.id in a.stack[a.entered :] for one in options)
    exits: Exits = {}
    asked = ALL
    for option in options:
        way = st.copy()
        head = join_labels(must_know(a, part, way) for part in option.conditions) | a.reader.head(
            option.body, way.copy()
        )
        asked |= head
        if way.alone is not None:  # only the player who decides knows which option they pick, and which were possible
            if len(options) > 1 or stmt.optional:
                way.pc |= frozenset([alone_policy(way.me, option.name, option.span)])
            if stmt.otherwise is not None:
                way.pc |= at(head, stmt.span)
        add_exits(exits, _take(a, option, way, frame, nested))
        ways.append(way)
    if stmt.optional:
        ways.append(st.copy())
    if stmt.otherwise is not None:
        sure = stmt.optional or any(not one.conditions and _always_possible(a, one.body) for one in options)
        ways.append(_otherwise(a, stmt, ALL if sure else asked, st))
        add_exits(exits, a.block(stmt.otherwise, ways[-1], frame))
    for other in ways[1:]:
        ways[0].meet(other)
    if ways:
        st.become(ways[0])
    return exits


def _take(a: InformationAnalysis, option: OfferedOption, way: KnowledgeState, frame: Frame, nested: bool) -> Exits:
    """Walk the body of an option that is picked. `nested` says that an action of the same choice is in progress, so
    that the option may be recursive."""
    placed = option.action
    if placed is None:
        return a.block(option.body, way, frame, option=True)

    def run(inner: KnowledgeState, _: Frame) -> Exits:
        return a.block(option.body, inner, Frame(), option=True)

    a.visited.add(placed.id)
    if nested and placed.id in a.writes.recursive:
        return call_again(a, placed.id, {}, way, run)[1]
    names, way.locals = way.locals, {}
    a.stack.append(placed.id)
    exits = run(way, frame)
    a.stack.pop()
    way.locals = names
    return exits


def _always_possible(a: InformationAnalysis, body: tuple[s.Stmt, ...]) -> bool:
    """Return whether an option can always be picked: it requires nothing, and each `choose` in it has something to
    choose from."""
    for stmt in takewhile(is_head_item, body):
        if is_requirement(stmt):
            return False
        if isinstance(stmt, s.Choose) and not (_has_option(a, stmt) and stmt.total is stmt.otherwise is None):
            return False
    return True


def _has_option(a: InformationAnalysis, stmt: s.Choose) -> bool:
    """Return whether there is something to choose from in every game."""
    return stmt.where is None and stmt.amount is None and has_member(stmt.binder.domain, a.c.refs)


def _always(a: InformationAnalysis, stmt: s.Choose) -> bool:
    """Return whether a `choose` always has something to choose from, so that its `otherwise` is never taken."""
    return _has_option(a, stmt) and all(item is stmt for item in a.fallbacks[stmt].items)


def _otherwise(a: InformationAnalysis, stmt: s.Do | s.Either, asked: Label, st: KnowledgeState) -> KnowledgeState:
    """Return the state in which none of the options can be picked."""
    way = st.copy()
    if not stmt.reveals:
        check_turn_known(a, asked, st, stmt, NOTHING_TO_PICK)
        way.pc |= at(asked, stmt.span)
    return way


@handles(s.AtOnce)
def _at_once(a: InformationAnalysis, stmt: s.AtOnce, st: KnowledgeState, frame: Frame) -> Exits:
    symbol = a.local(stmt.binder)
    var: Term = ("var", id(stmt.binder), symbol.type)
    domain, members = a.reader.label(stmt.binder.domain, st), a.reader.term(stmt.binder.domain, st)
    around = evolve(st, alone=None)  # all players learn who takes part, even inside another `at once`
    asked = around.copy()
    asked.name(symbol, Known(var))
    asked.me, asked.me_label = var, ALL
    if not stmt.reveals:
        check_turn_known(a, domain, around, stmt.binder.domain, "all see who takes part")
        if stmt.where is not None:
            check_turn_known(a, a.reader.label(stmt.where, asked), asked, stmt.where, "all see who takes part")

    def enter(inner: KnowledgeState) -> None:
        inner.name(symbol, Known(var))
        inner.me, inner.me_label, inner.alone = var, ALL, var
        inner.early |= a.writes.of(stmt.body)
        if members[0] != "domain":
            inner.suppose(("op", "in", var, members))
        if stmt.where is not None:
            inner.suppose(a.reader.term(stmt.where, inner))

    exits, _ = a.loop(stmt, st, frame, enter, var)
    return exits


@handles(s.Window)
def _window(a: InformationAnalysis, stmt: s.Window, st: KnowledgeState, frame: Frame) -> Exits:
    symbol = a.local(stmt)
    var: Term = ("var", id(stmt), symbol.type)
    a.need_place(a.who_sees(st), st, stmt, "all see who is asked")
    if not stmt.reveals:
        check_turn_known(a, a.reader.label(stmt.start, st), st, stmt.start, "all see who is asked")
    before: Term = ("var", (id(stmt), "before"), symbol.type)
    acted = frozenset([alone_policy(before, symbol.name, stmt.span)])

    def enter(inner: KnowledgeState) -> None:
        inner.name(symbol, Known(var))
        inner.me, inner.me_label = var, ALL
        a.need_place(a.who_sees(inner), inner, stmt, "all see who is asked")
        if st.alone is not None and stmt.mode != "once each":  # who is asked depends on the earlier players' decisions
            a.need(a.who_sees(inner), acted, inner, stmt, "E504", (stmt, "who is asked sees it"))
        enter_where(a, stmt.where, stmt.reveals, inner, "all see who is asked")

    exits, _ = a.loop(stmt, st, frame, enter, var)
    return exits


@handles(s.Draw)
def _draw(a: InformationAnalysis, stmt: s.Draw, st: KnowledgeState, frame: Frame) -> Exits:
    symbol = a.local(stmt.binder)
    var: Term = ("var", (id(stmt.binder), a.numbers.new()), symbol.type)
    inner = st.copy()
    inner.name(symbol, Known(var))
    who = a.reader.everybody if stmt.audience is None else show_to_audience(a, stmt.audience, inner)
    a.need_place(who, st, stmt, "who sees what chance gives sees that it was drawn")
    place = place_of(a, stmt.binder.domain, st)
    a.too_early(("op", "-", who, ("set", st.me)), a.reader.label(stmt.binder.domain, st), stmt, st)
    if not stmt.reveals:
        seen = "who sees the outcome learns of it"
        content = frozenset(p for p in a.reader.label(stmt.binder.domain, st) if place is None or p.content != place)
        a.need(who, content, st, stmt.binder.domain, "E504", (stmt, seen))
        for part in (stmt.where, stmt.weight):
            if part is not None:
                a.need(who, a.reader.label(part, inner), inner, part, "E504", (stmt, seen))
    label = ALL
    if stmt.audience is not None and who != a.reader.everybody:
        hidden_to = "what chance gave is not shown to everybody"
        source = HiddenRead(stmt.binder.name.text, stmt.span, (), hidden_to)
        label = frozenset([Policy(frozenset([who]), picked=place, reads=frozenset([var]), source=source)])
    st.name(symbol, Known(var, label))
    return {}
