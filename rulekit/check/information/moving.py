"""Information flow of moves of pieces: players who see the result must be able to know what led to it.

Moving a piece shows it to those who see its new place, as on a real table. So they need not know the contents of the
old place or the pick beforehand. They must know that the move takes place, from where, to where, and everything else by
which the piece was found.
"""

from __future__ import annotations

from ...model.symbols import PlaceSymbol
from ...syntax import nodes as s
from .analysis import Exits, Frame, InformationAnalysis, handles
from .contents import change, check_observers, note_content, observers
from .hidden import describe_visibility
from .knowledge_state import KnowledgeState, PlaceElement
from .labels import ALL, HiddenRead, Label, Policy, join_labels, widen_label
from .terms import ONLY, Term, anywhere, holds_one


@handles(s.Move)
def _move(a: InformationAnalysis, stmt: s.Move, st: KnowledgeState, frame: Frame) -> Exits:
    source = _take_piece(a, stmt.take, st, stmt.reveals)
    target = a.c.refs.get(stmt.to.place)
    if isinstance(target, PlaceSymbol):
        check_observers(a, stmt.to.place, target, st, stmt.reveals)
        index = a.reader.index(stmt.to.place, st)
        seen = observers(a, target, index, st) if _shows(target) else a.reader.audience(target, index, st, "seen")
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
        _move_contents(a, stmt, target, source[0], st)
    return {}


def _move_contents(
    a: InformationAnalysis, stmt: s.Move, target: PlaceSymbol, source: PlaceSymbol, st: KnowledgeState
) -> None:
    """Note what a move changes, and that those who see the target are shown the pieces that arrive there."""
    if target is source:  # moved within its own place, a piece is shown to nobody
        st.note_writes(source)
        return
    seers = a.reader.audience(target, a.reader.index(stmt.to.place, st), st, "seen")
    pieces = _moved_term(a, stmt.take, source, st)
    if pieces is not None:
        st.show(pieces, seers)
    which = _piece_label(a, stmt.take, st)
    coming = which if stmt.take.which == "value" else which | a.reader.label(stmt.take.place, st)
    leaving = which if source.form in ("row", "stack") else widen_label(which, [seers])
    _take_away(a, stmt.take, leaving, st)
    change(a, stmt.to.place, coming, st)


def _moved_term(a: InformationAnalysis, take: s.Take, source: PlaceSymbol, st: KnowledgeState) -> Term | None:
    """Return a term for the moved pieces that says where they were. If a name was bound to the piece before, its term
    is used."""
    match take.which:
        case "value" if take.value is not None:
            return a.reader.term(take.value, st)
        case "top" | "bottom":
            return a.reader.end_of(take.which, take.place, st)
        case "single":
            return a.reader.term(take.place, st)
        case "all" if source.form in ("heap", "one"):
            return a.reader.term(take.place, st)
    return None


@handles(s.Remove)
def _remove(a: InformationAnalysis, stmt: s.Remove, st: KnowledgeState, frame: Frame) -> Exits:
    source = _take_piece(a, stmt.take, st, stmt.reveals)
    if source is not None:
        _take_away(a, stmt.take, _piece_label(a, stmt.take, st), st)
        if source[0].seen.who != "all":
            a.murky.add(source[0].piece)
    return {}


def _take_piece(a: InformationAnalysis, take: s.Take, st: KnowledgeState, reveals: bool) -> PlaceElement | None:
    """Check that the players who see a place can know why something is taken from it. Return the place and its
    index."""
    symbol = a.c.refs.get(take.place)
    if not isinstance(symbol, PlaceSymbol):
        return None
    source = symbol, a.reader.index(take.place, st)
    check_observers(a, take.place, symbol, st, reveals)
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
    """Check that the players who see the gap that a piece leaves in a row know the position of the gap. If pieces have
    open attributes, players who only count the pieces must know it, too."""
    place, index = there
    who = observers(a, place, index, st) if _shows(place) else a.reader.audience(place, index, st, "seen")
    a.need(who, a.reader.label(number, st), st, number, "E504", result)


def _check_piece_known(
    a: InformationAnalysis,
    value: s.Expr,
    there: PlaceElement,
    source: PlaceElement | None,
    st: KnowledgeState,
    result: tuple[s.Node, str],
) -> None:
    """Check that the players who see the place know which piece it is. Players who only count its pieces must know the
    open attributes of the piece and, if it comes from a row, its position."""
    place, index = there
    who = a.reader.audience(place, index, st, "seen")
    a.need(who, _piece(a, value, a.reader.label(value, st), source, st), st, value, "E504", result)
    if _shows(place):
        sought = there == source and _sought(a, value, there, st)
        label = a.reader.label(value, st) if sought else a.reader.openly(value, st)
        a.need(observers(a, place, index, st), _piece(a, value, label, source, st), st, value, "E504", result)


def _sought(a: InformationAnalysis, value: s.Expr, there: PlaceElement, st: KnowledgeState) -> bool:
    """Return whether the position in a row tells which piece was taken. The position of a piece at an end tells
    nothing."""
    if isinstance(value, s.Call) and value.name.text == "sure":
        value = value.args[0].value
    if isinstance(value, s.EndOf) and (a.c.refs.get(value.place), a.reader.index(value.place, st)) == there:
        return False
    return there[0].form in ("row", "stack")


def _piece(
    a: InformationAnalysis, value: s.Expr, label: Label, source: PlaceElement | None, st: KnowledgeState
) -> Label:
    """Return who can know which piece is moved. What the move itself shows does not count: that the piece was in its
    old place, or was picked there."""
    term = a.reader.term(value, st)
    named = term[0] == "var" or holds_one(term)  # a pick, not a value computed from all pieces there
    if source is None:
        return label
    only = _is_only_piece(term, source)
    return frozenset(p for p in label if not (named and p.picked == source) and not (only and p.content == source))


def _is_only_piece(term: Term, place: PlaceElement) -> bool:
    """Return whether a term is the only piece in a place. Laying it down shows nothing more than the piece itself."""
    return (term[2][0] if term[:2] == ONLY else term if holds_one(term) else ())[1:3] == place


def _take_away(a: InformationAnalysis, take: s.Take, which: Label, st: KnowledgeState) -> None:
    """Note that pieces are taken from a place. If all of them are taken, the place is empty."""
    change(a, take.place, which, st)
    if take.which in ("all", "single"):
        note_content(a, take.place, ALL, st)


def _piece_label(a: InformationAnalysis, take: s.Take, st: KnowledgeState) -> Label:
    """Return who can know which pieces are taken, apart from what the contents of the place tell."""
    if take.which == "random":
        return frozenset([Policy(frozenset())])
    parts = [part for part in (take.value, take.amount) if part is not None]
    return join_labels(a.reader.label(part, st) for part in parts)


@handles(s.Put)
def _put(a: InformationAnalysis, stmt: s.Put, st: KnowledgeState, frame: Frame) -> Exits:
    target = a.c.refs.get(stmt.to.place)
    if not isinstance(target, PlaceSymbol):
        return {}
    seen = check_observers(a, stmt.to.place, target, st, stmt.reveals)
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
    """Return who can know how many copies are left in the box: those who can know how many are in all places. If hidden
    moves may have changed which of several kinds of pieces are left, they must know these moves, too."""
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
        check_observers(a, stmt.place, symbol, st, False)
        st.note_writes(symbol)
    return {}


def _shows(place: PlaceSymbol) -> bool:
    """Return whether pieces have `open` attributes, which players see who can otherwise only count the pieces in a
    place."""
    return any(field.open for field in place.piece.fields)
