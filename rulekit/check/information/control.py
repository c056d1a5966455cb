"""Information flow of branches, loops, turns and exits: what players learn from each condition."""

from __future__ import annotations

from attrs import evolve

from ...model.symbols import LocalSymbol
from ...model.types import DomainType
from ...syntax import nodes as s
from .analysis import HOW_OFTEN, Exits, Frame, InformationAnalysis, add_exits, handles, outward_exits
from .asking import check_turn_known, decides, enter_where, must_know
from .knowledge_state import KnowledgeState, Known, ShownTerm
from .labels import ALL, Label, at
from .picking import label_of_pick, labels_after_laying, place_of
from .terms import YES, Term, all_of, is_made_since, mentions, since, substitute
from .writes import ends


@handles(s.DoNothing)
def _nothing(a: InformationAnalysis, stmt: s.DoNothing, st: KnowledgeState, frame: Frame) -> Exits:
    return {}


@handles(s.Record)
def _record(a: InformationAnalysis, stmt: s.Record, st: KnowledgeState, frame: Frame) -> Exits:
    a.need_place(a.reader.everybody, st, stmt, "how often a position was recorded may be asked for all to see")
    position = a.c.names.lookup(stmt.name.text)
    if position is not None:
        st.note_writes(position)
    return {}


@handles(s.KeepHere)
def _keep_here(a: InformationAnalysis, stmt: s.KeepHere, st: KnowledgeState, frame: Frame) -> Exits:
    symbol = a.local(stmt)
    label = a.reader.label(stmt.initial, st) | a.reader.learnt(st.pc, st)
    st.note_writes(symbol)
    initial: Term = ("local", symbol, st.version(symbol))
    st.name(symbol, Known(initial if stmt.initial is None else a.reader.value_term(stmt.initial, st), label))
    return {}


@handles(s.If)
def _if(a: InformationAnalysis, stmt: s.If, st: KnowledgeState, frame: Frame) -> Exits:
    then, other = st.copy(), st.copy()
    a.under(then, stmt.condition, stmt.reveals)
    a.under(other, stmt.condition, stmt.reveals, holds=False)
    exits = a.block(stmt.then, then, frame)
    add_exits(exits, a.block(stmt.otherwise, other, frame))
    if ends(stmt.then):
        st.become(other)
    else:
        if not ends(stmt.otherwise):
            then.meet(other)
        st.become(then)
    return exits


@handles(s.By)
def _by(a: InformationAnalysis, stmt: s.By, st: KnowledgeState, frame: Frame) -> Exits:
    inner = st.copy()
    inner.me = a.reader.term(stmt.player, st)
    if stmt.reveals:
        inner.show(inner.me, a.reader.everybody)
        inner.me_label = ALL
    else:
        inner.me_label = at(a.reader.label(stmt.player, st), stmt.player.span)
    exits = a.block(stmt.body, inner, frame)
    st.become(inner)
    return exits


@handles(s.ForEach)
def _for_each(a: InformationAnalysis, stmt: s.ForEach, st: KnowledgeState, frame: Frame) -> Exits:
    domain = a.reader.term(stmt.binder.domain, st)
    members, passes = _domain(a, stmt, st)
    place = place_of(a, stmt.binder.domain, st)
    members = frozenset(evolve(c, picked=place) if place is not None and c.content == place else c for c in members)
    if stmt in a.laying:
        members, passes = labels_after_laying(a, stmt, st, members, passes)
    order = a.reader.label(stmt.start, st)
    if stmt.chosen:
        members = _order_chosen(a, stmt, st, members, passes)
    symbol = a.local(stmt.binder)
    var: Term = ("var", id(stmt.binder), symbol.type)
    premises: list[Term] = [] if domain[0] == "domain" else [("op", "in", var, domain)]

    def enter(inner: KnowledgeState) -> None:
        inner.name(symbol, Known(var, members))
        if stmt.reveals:
            inner.show(var, a.reader.everybody)
        else:
            inner.pc |= at(passes | order, stmt.binder.domain.span)
        for premise in premises:
            inner.suppose(premise)
        if stmt.where is not None:
            a.under(inner, stmt.where, stmt.reveals)

    last, named = a.numbers.last, stmt.where is None and isinstance(a.c.refs.get(stmt.binder.domain), LocalSymbol)
    exits, end = a.loop(stmt, st, frame, enter, var)
    if not exits:
        for who in [one.who for one in end.shown if one.term == var and one.premise is None] if named else ():
            fixed = not (mentions(who, var) or since(who, last) or is_made_since(who, last))
            if fixed and a.within(who, passes, st) is None:
                st.show(domain, who)  # players who are shown the member of every pass know all members
        tested = end.copy()
        tested.name(symbol, Known(var))
        conditions = [*premises, *([a.reader.term(stmt.where, tested)] if stmt.where is not None else [])]
        _generalise_shown(st, end, var, conditions)
    return outward_exits(exits, "loop")


def _domain(a: InformationAnalysis, stmt: s.ForEach, st: KnowledgeState) -> tuple[Label, Label]:
    """Return two labels: who can know the members of a loop, and who can know its number of passes."""
    node = stmt.binder.domain
    members = a.reader.label(node, st)
    many = a.reader.count(node, st) if stmt.where is None and members else members
    # the same object if equal, so that one reading gives one message
    return members, members if many == members else many


def _generalise_shown(st: KnowledgeState, end: KnowledgeState, var: Term, conditions: list[Term]) -> None:
    """Record for all members what each pass of a loop showed about its own member."""
    for one in end.shown:
        if one in st.shown or not _current(one.term, st):
            continue
        every: Term = ("var", ("each", var[1], st.numbers.new()), var[2])
        swap = {var: every}
        premise = substitute(all_of([*(() if one.premise is None else (one.premise,)), *conditions]), swap)
        who = substitute(one.who, swap)
        if mentions(one.term, var):
            known = ShownTerm(
                substitute(one.term, swap), who, one.variables | {every}, None if premise == YES else premise
            )
        elif mentions(one.who, var) and who[0] == "set" and len(who) == 2 and isinstance(var[2], DomainType):
            members: Term = ("each", "set", every, ("domain", len(var[2].domain)), premise, who[1])
            known = ShownTerm(one.term, members, one.variables)
        else:
            continue
        st.shown = (*st.shown, known)


def _current(term: object, st: KnowledgeState) -> bool:
    """Return whether nothing that a term reads has been written since the term was made."""
    if not isinstance(term, tuple) or not term:
        return True
    if term[0] in ("cell", "local") and len(term) >= 3 and term[-1] != st.version(term[1]):
        return False
    return all(_current(part, st) for part in term)


def _order_chosen(a: InformationAnalysis, stmt: s.ForEach, st: KnowledgeState, members: Label, passes: Label) -> Label:
    """Check a loop `in chosen order`: each pass is a pick of the acting player, and all players see whether there is
    another pass. Return who can know the picks."""
    decides(a, st, stmt)
    must_know(a, stmt.binder.domain, st)
    inner = st.copy()
    a.reader.variable(stmt.binder, inner)
    asked = must_know(a, stmt.where, inner)
    if not stmt.reveals:
        check_turn_known(a, passes | asked, st, stmt.binder.domain, HOW_OFTEN)
    return label_of_pick(a, stmt, st, ALL if stmt.reveals else members | asked)


@handles(s.Repeat)
def _repeat(a: InformationAnalysis, stmt: s.Repeat, st: KnowledgeState, frame: Frame) -> Exits:
    limit = ALL if stmt.reveals else a.reader.label(stmt.limit, st)

    def enter(inner: KnowledgeState) -> None:
        if stmt.limit is not None:
            inner.pc |= at(limit, stmt.limit.span)
        if stmt.condition is not None:
            a.under(inner, stmt.condition, stmt.reveals, holds=not stmt.until)

    exits, end = a.loop(stmt, st, frame, enter)
    once = isinstance(stmt.limit, s.Number) and stmt.limit.value > 0
    if stmt.condition is None and once and not exits:
        st.become(end)
    return outward_exits(exits, "loop")


@handles(s.Rounds)
def _rounds(a: InformationAnalysis, stmt: s.Rounds, st: KnowledgeState, frame: Frame) -> Exits:
    label = ALL if stmt.reveals else a.reader.label(stmt.limit, st)
    if stmt.limit is not None:
        a.need(a.reader.everybody, label, st, stmt.limit, "E507", (stmt.limit, "all see how many rounds there are"))
    exits, end = a.loop(stmt, st, frame, lambda inner: None)
    if (stmt.limit is None or (isinstance(stmt.limit, s.Number) and stmt.limit.value > 0)) and not exits:
        st.become(end)  # at least one round is played, so the state is the one at the end of the last round
    return outward_exits(exits, "loop", "round", "turn")


@handles(s.Turns)
def _turns(a: InformationAnalysis, stmt: s.Turns, st: KnowledgeState, frame: Frame) -> Exits:
    a.need_place(a.reader.everybody, st, stmt.start, "all see whose turn it is")
    if not stmt.reveals:
        check_turn_known(a, a.reader.label(stmt.start, st), st, stmt.start, "all see whose turn it is")

    def enter(inner: KnowledgeState) -> None:
        inner.me, inner.me_label = a.reader.active_term(inner), ALL
        enter_where(a, stmt.where, stmt.reveals, inner, "all see whose turn it is")

    exits, end = a.loop(stmt, st, frame, enter)
    if stmt.where is None and not exits:
        st.become(end)  # at least one turn is played, so the state is the one at the end of the last turn
        a.triggers_may_run(st)
    left = exits.get("round", ALL) | exits.get("return", ALL)
    a.need_place(a.reader.everybody, st, stmt.start, "all see whose turn was the last", left)
    return outward_exits(exits, "loop", "turn")


@handles(s.Leave)
def _leave(a: InformationAnalysis, stmt: s.Leave, st: KnowledgeState, frame: Frame) -> Exits:
    if stmt.what == "again":
        a.need_place(a.reader.everybody, st, stmt, "all see whose turn it is")
        return {}
    return {stmt.what: a.reader.learnt(st.pc, st)}


@handles(s.Return)
def _return(a: InformationAnalysis, stmt: s.Return, st: KnowledgeState, frame: Frame) -> Exits:
    here = a.reader.learnt(st.pc, st)
    frame.returned |= a.reader.label(stmt.value, st) | here
    return {"return": here}


@handles(s.Over)
def _over(a: InformationAnalysis, stmt: s.Over, st: KnowledgeState, frame: Frame) -> Exits:
    a.need_place(a.reader.everybody, st, stmt, "all see that the game is over")
    if stmt.value is not None and not stmt.reveals:
        inner = st.copy()
        if stmt.binder is not None:
            a.reader.variable(stmt.binder, inner)
        for value in (stmt.value, *stmt.then):
            label = a.reader.label(value, inner)
            a.need(a.reader.everybody, label, inner, value, "E504", (stmt, "all see the result"))
    return {}
