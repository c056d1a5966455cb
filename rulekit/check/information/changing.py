"""Information flow of writes, moves and `show`: players who see the result must be able to know why it came about.

Moving a piece shows it to those who see its new place, as on a real table. So they need not know the contents of the
old place or the pick beforehand. They must know that the move takes place, from where, to where, and everything else by
which the piece was found.
"""

from __future__ import annotations

from ...model.symbols import KeepSymbol, LocalSymbol, PlaceSymbol
from ...model.types import SetType
from ...syntax import nodes as s
from .analysis import Exits, Frame, InformationAnalysis, handles
from .contents import change, move_contents, new_value, note_content, piece_label, same_members, take_away
from .deciding import valid
from .hidden import describe_visibility, is_hidden
from .knowledge_state import KnowledgeState, Known, PlaceElement
from .labels import ALL, HiddenRead, Label, Policy
from .picking import check_members_know
from .terms import ONLY, Term, anywhere, holds_one

WHICH_ONE = "which one changes is seen"


@handles(s.Assign)
def _assign(a: InformationAnalysis, stmt: s.Assign, st: KnowledgeState, frame: Frame) -> Exits:
    symbol = a.c.refs.get(stmt.target)
    value = a.reader.label(stmt.value, st)
    if isinstance(symbol, LocalSymbol):
        label = (ALL if stmt.reveals else value) | a.reader.learnt(st.pc, st)
        if stmt.op != "=":
            label |= st.locals[symbol].label if symbol in st.locals else ALL
        term = new_value(a, stmt, st)
        st.note_writes(symbol)
        st.name(symbol, Known(term or ("local", symbol, st.version(symbol)), label))
        return {}
    if not isinstance(symbol, KeepSymbol):
        return {}
    told = len(a.complaints)
    seen = _check_observers(a, stmt.target, symbol, st, stmt.reveals)
    missed = len(a.complaints) > told
    who = observers(a, symbol, a.reader.index(stmt.target, st), st)
    if stmt.reveals:
        st.show(a.reader.term_once_shown(stmt.value, st), who)
    elif not missed and symbol.counted is not symbol.seen:
        a.need(who, _how_much(a, stmt, value, st), st, stmt.value, "E504", (stmt.target, seen))
        holders = a.reader.audience(symbol, a.reader.index(stmt.target, st), st, "seen")
        a.need(holders, value, st, stmt.value, "E504", (stmt.target, seen))
    elif not missed:
        a.need(who, value, st, stmt.value, "E504", (stmt.target, seen))
    old = a.reader.label(stmt.target, st) if stmt.op != "=" else ALL
    term = new_value(a, stmt, st) if isinstance(symbol.type, SetType) else None
    change(a, stmt.target, ALL if stmt.reveals else value, st)
    note_content(a, stmt.target, (ALL if stmt.reveals else value) | old, st)
    if term is not None:
        st.suppose(same_members(a, a.reader.term(stmt.target, st), term))
    return {}


def _how_much(a: InformationAnalysis, stmt: s.Assign, value: Label, st: KnowledgeState) -> Label:
    """Return who can know the size of a set after an assignment. They must know of each member added or removed whether
    it was in the set."""
    if stmt.op == "=":
        return a.reader.size_of_set(stmt.value, st)
    if isinstance(stmt.value, s.SetLiteral) and len(stmt.value.items) == 1:
        inside: Term = ("op", "in", a.reader.term(stmt.value.items[0], st), a.reader.term(stmt.target, st))
        if valid(inside, st.premises) or valid(("op", "not", inside), st.premises):
            return ALL
    return value | a.reader.label(stmt.target, st)


def observers(
    a: InformationAnalysis, symbol: PlaceSymbol | KeepSymbol, index: tuple[Term, ...], st: KnowledgeState
) -> Term:
    """Return the set of players who notice a change of an element: its contents or only its size."""
    seen = a.reader.audience(symbol, index, st, "seen")
    if getattr(symbol, "counted", None) is None or seen == a.reader.everybody:
        return seen
    counted = a.reader.audience(symbol, index, st, "counted")
    return counted if counted == a.reader.everybody else ("union", seen, counted)


def shows(place: PlaceSymbol) -> bool:
    """Return whether players who can only count the pieces in a place still see some attributes of them (those that are
    `open`)."""
    return any(field.open for field in place.piece.fields)


def _check_observers(
    a: InformationAnalysis,
    node: s.Expr,
    symbol: PlaceSymbol | KeepSymbol,
    st: KnowledgeState,
    reveals: bool,
) -> str:
    """Check that those who see a change can know that play is here and which element changes. Return a text saying who
    sees it."""
    everywhere = not is_hidden(symbol)
    seen = "seen by all" if everywhere else f"`{symbol.name}` is seen by others"
    who = observers(a, symbol, a.reader.index(node, st), st)
    a.need_place(who, st, node, seen)
    index = a.reader.index_label(node, st)
    if index and not reveals:
        a.need(observers(a, symbol, _may_be(a, node, symbol, st), st), index, st, node, "E504", (node, WHICH_ONE))
    return seen


def _may_be(
    a: InformationAnalysis, node: s.Expr, symbol: PlaceSymbol | KeepSymbol, st: KnowledgeState
) -> tuple[Term, ...]:
    """Return the index of an element, with a variable for each part that not all players know. So it stands for every
    element that these players think possible."""
    terms, args = a.reader.index(node, st), node.args if isinstance(node, s.Index) else ()
    return tuple(
        ("var", (id(node), i), kind) if a.reader.label(arg, st) else term
        for i, (arg, term, kind) in enumerate(zip(args, terms, symbol.dims, strict=True))
    )


@handles(s.Move)
def _move(a: InformationAnalysis, stmt: s.Move, st: KnowledgeState, frame: Frame) -> Exits:
    source = _take_piece(a, stmt.take, st, stmt.reveals)
    target = a.c.refs.get(stmt.to.place)
    if isinstance(target, PlaceSymbol):
        _check_observers(a, stmt.to.place, target, st, stmt.reveals)
        index = a.reader.index(stmt.to.place, st)
        seen = observers(a, target, index, st) if shows(target) else a.reader.audience(target, index, st, "seen")
        a.too_early(("op", "-", seen, ("set", st.me)), a.reader.label(stmt.take.place, st), stmt, st)
        if stmt.take.which == "all" and not stmt.reveals:
            counters = a.reader.audience(target, index, st, "counted")
            only = ("op", "-", counters, a.reader.audience(target, index, st, "seen"))
            many = a.reader.count(stmt.take.place, st)
            a.need(only, many, st, stmt.take, "E504", (stmt.to, "how many come there is seen"))
        _check_amount(a, stmt.take, observers(a, target, index, st), st, stmt.reveals)
        if stmt.take.value is not None and not stmt.reveals:
            found_by = _check_position if stmt.take.which == "item" else _check_piece_known
            found_by(
                a, stmt.take.value, (target, index), source, st, (stmt.to, "who sees the piece lie there learns of it")
            )
    if isinstance(target, PlaceSymbol) and source is not None:
        move_contents(a, stmt, target, source[0], st)
    return {}


@handles(s.Remove)
def _remove(a: InformationAnalysis, stmt: s.Remove, st: KnowledgeState, frame: Frame) -> Exits:
    source = _take_piece(a, stmt.take, st, stmt.reveals)
    if source is not None:
        take_away(a, stmt.take, piece_label(a, stmt.take, st), st)
        if source[0].seen.who != "all":
            a.murky.add(source[0].piece)
    return {}


def _take_piece(a: InformationAnalysis, take: s.Take, st: KnowledgeState, reveals: bool) -> PlaceElement | None:
    """Check that the players who see a place can know why something is taken from it. Return that place and its
    index."""
    symbol = a.c.refs.get(take.place)
    if not isinstance(symbol, PlaceSymbol):
        return None
    source = symbol, a.reader.index(take.place, st)
    _check_observers(a, take.place, symbol, st, reveals)
    _check_amount(a, take, observers(a, *source, st), st, reveals)
    if take.value is not None and not reveals:
        found_by = _check_position if take.which == "item" else _check_piece_known
        found_by(a, take.value, source, source, st, (take, "who sees the place learns of it"))
    return source


def _check_amount(a: InformationAnalysis, take: s.Take, who: Term, st: KnowledgeState, reveals: bool) -> None:
    """Check that players who see the size of a place know how many pieces are taken."""
    if take.amount is not None and not reveals:
        told = "who sees how much lies there learns how many are taken"
        a.need(who, a.reader.label(take.amount, st), st, take.amount, "E504", (take, told))


def _check_position(
    a: InformationAnalysis,
    number: s.Expr,
    there: PlaceElement,
    source: PlaceElement | None,
    st: KnowledgeState,
    result: tuple[s.Node, str],
) -> None:
    """Check that players who see the gap that a piece leaves in a row know its position there. Players who only count
    the pieces must know it, too, if pieces have open attributes."""
    place, index = there
    who = observers(a, place, index, st) if shows(place) else a.reader.audience(place, index, st, "seen")
    a.need(who, a.reader.label(number, st), st, number, "E504", result)


def _check_piece_known(
    a: InformationAnalysis,
    value: s.Expr,
    there: PlaceElement,
    source: PlaceElement | None,
    st: KnowledgeState,
    result: tuple[s.Node, str],
) -> None:
    """Check that players who see the place know which piece it is. Those who only count must know its open attributes
    and, from a row, its position."""
    place, index = there
    who = a.reader.audience(place, index, st, "seen")
    a.need(who, _piece(a, value, a.reader.label(value, st), source, st), st, value, "E504", result)
    if shows(place):
        sought = there == source and _sought(a, value, there, st)
        label = a.reader.label(value, st) if sought else a.reader.openly(value, st)
        a.need(observers(a, place, index, st), _piece(a, value, label, source, st), st, value, "E504", result)


def _sought(a: InformationAnalysis, value: s.Expr, there: PlaceElement, st: KnowledgeState) -> bool:
    """Return whether the position in a row tells which piece was taken. A piece taken from an end tells nothing by its
    position."""
    if isinstance(value, s.Call) and value.name.text == "sure":
        value = value.args[0].value
    if isinstance(value, s.EndOf) and (a.c.refs.get(value.place), a.reader.index(value.place, st)) == there:
        return False
    return there[0].form in ("row", "stack")


def _piece(
    a: InformationAnalysis, value: s.Expr, label: Label, source: PlaceElement | None, st: KnowledgeState
) -> Label:
    """Return who can know which piece is moved. What the move itself shows (that the piece was in its old place, or was
    picked there) does not count."""
    term = a.reader.term(value, st)
    named = term[0] == "var" or holds_one(term)  # a pick, not a value computed from all pieces there
    if source is None:
        return label
    only = _is_only_piece(term, source)
    return frozenset(p for p in label if not (named and p.picked == source) and not (only and p.content == source))


def _is_only_piece(term: Term, place: PlaceElement) -> bool:
    """Return whether a term is the only piece in a place; laid down, it shows nothing more than itself."""
    return (term[2][0] if term[:2] == ONLY else term if holds_one(term) else ())[1:3] == place


@handles(s.Put)
def _put(a: InformationAnalysis, stmt: s.Put, st: KnowledgeState, frame: Frame) -> Exits:
    target = a.c.refs.get(stmt.to.place)
    if not isinstance(target, PlaceSymbol):
        return {}
    seen = _check_observers(a, stmt.to.place, target, st, stmt.reveals)
    if target.seen.who != "all" and a.reader.label(stmt.value, st):
        a.murky.add(target.piece)
    if not stmt.reveals:
        index = a.reader.index(stmt.to.place, st)
        _check_piece_known(a, stmt.value, (target, index), None, st, (stmt.to, seen))
        if isinstance(stmt.amount, s.Node):
            many = a.reader.label(stmt.amount, st)
            a.need(observers(a, target, index, st), many, st, stmt.amount, "E504", (stmt.to, seen))
        elif stmt.amount == "every":
            rest = _label_of_rest(a, stmt, target, index, st)
            told = "who sees how many come there learns how many were in play"
            a.need(observers(a, target, index, st), rest, st, stmt.value, "E504", (stmt.to, told))
    which = a.reader.label(stmt.value, st)
    if isinstance(stmt.amount, s.Node):
        which |= a.reader.label(stmt.amount, st)
    elif stmt.amount == "every":
        which |= _label_of_rest(a, stmt, target, a.reader.index(stmt.to.place, st), st)
    change(a, stmt.to.place, ALL if stmt.reveals else which, st)
    return {}


def _label_of_rest(
    a: InformationAnalysis, stmt: s.Put, target: PlaceSymbol, index: tuple[Term, ...], st: KnowledgeState
) -> Label:
    """Return who can know how many copies are left in the box: those who know how many lie everywhere else. If hidden
    moves may have changed which of several pieces are left, they must know these moves, too."""
    found = ALL
    which = a.reader.term(stmt.value, st)[0] != "domain" and target.piece in a.murky
    for place in a.c.symbols.values():
        if not isinstance(place, PlaceSymbol) or place.piece is not target.piece:
            continue
        if (place.seen if which else place.counted).who == "all":
            continue
        indexes = anywhere(place)
        other: Term | None = None
        for one, here in zip(indexes, index, strict=True) if place is target else ():
            differs: Term = ("op", "!=", one, here)
            other = differs if other is None else ("op", "or", other, differs)
        if place is not target or other is not None:
            told = ("seen",) if which else ("seen", "counted")
            who = frozenset(a.reader.audience(place, indexes, st, what) for what in told)
            there: Term = ("cell", place, indexes, st.version(place))
            who |= frozenset(known for known, _ in a.reader.audiences_shown(there, st, filled=True))
            source = HiddenRead(place.name, stmt.value.span, (), describe_visibility(place, told[-1]))
            found |= {Policy(who, () if other is None else (other,), source=source)}
    return found


@handles(s.Shuffle)
def _shuffle(a: InformationAnalysis, stmt: s.Shuffle, st: KnowledgeState, frame: Frame) -> Exits:
    symbol = a.c.refs.get(stmt.place)
    if isinstance(symbol, PlaceSymbol):
        _check_observers(a, stmt.place, symbol, st, False)
        st.note_writes(symbol)
    return {}


@handles(s.Show)
def _show(a: InformationAnalysis, stmt: s.Show, st: KnowledgeState, frame: Frame) -> Exits:
    who = a.reader.players_of(stmt.to, st)
    a.too_early(who, a.reader.label(stmt.value, st), stmt.value, st)
    a.need_place(who, st, stmt, "who is shown it learns that play is here")
    if not isinstance(stmt.to, str):
        check_members_know(a, stmt.to, stmt.to, st, stmt)
    st.show(a.reader.term_once_shown(stmt.value, st), who)
    return {}
