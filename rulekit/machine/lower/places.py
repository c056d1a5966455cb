"""Places and variables declared by `keep` as cells: the layout of the cells, and the expressions that read them.

A place for one piece contains 0 or 1 + the piece. A heap (a place without order) is a set if each piece exists only
once, otherwise an array with the number of copies of each kind of piece. A row or stack is a ring of numbers 1 + the
piece. The box counts the copies of each kind of piece that are out of play. `effect_lowering.py` moves pieces.
"""

from __future__ import annotations

from attrs import evolve, frozen

from ...check.domain_construction import label
from ...model.symbols import AudienceInfo, KeepSymbol, LocalSymbol, PlaceSymbol
from ...model.types import Domain, SetType, Type
from .. import program as m
from .builder import Builder
from .value_encoding import ONE, add, bounds, default, kind, op


@frozen
class Spot:
    """One place: the symbol of its declaration and, if that declares an array of places, the index."""

    place: PlaceSymbol
    index: tuple[m.Expr, ...]

    @property
    def cell(self) -> str:
        return self.place.name


def index_once(spot: Spot, name: str) -> tuple[list[m.Stmt], Spot]:
    """Return statements that store the index of a place in locals whose names begin with `name`, and the place with the
    stored index. They come before a move, because the move may change what the index depends on."""
    before: list[m.Stmt] = []
    index: list[m.Expr] = []
    for i, part in enumerate(spot.index):
        if isinstance(part, m.Const | m.Local):
            index.append(part)
            continue
        held = f"{name} {i + 1}"
        before.append(m.Define(held, part))
        index.append(m.Local(held))
    return before, evolve(spot, index=tuple(index))


def is_set(place: PlaceSymbol) -> bool:
    """Return whether a place is a heap (a place without order) that is stored as a set. This is so if each piece that
    can be in it exists only once."""
    return place.form == "heap" and all(n == 1 for n in place.piece.population)


def is_narrow(place: PlaceSymbol) -> bool:
    """Return whether a heap (a place without order) may become full, because more pieces exist than it may contain."""
    population = place.piece.population
    if None in population:
        return len(population) > 1
    return place.capacity < sum(p for p in population if p is not None)


def sizes(dims: tuple[Type, ...]) -> tuple[int, ...]:
    return tuple(high - low + 1 for low, high in map(bounds, dims))


def add_place(b: Builder, place: PlaceSymbol) -> None:
    shape, names = sizes(place.dims), tuple(b.offsets(d) for d in place.dims)
    seen, counted = (
        audience_function(b, place, place.seen, "seen"),
        audience_function(b, place, place.counted, "counted"),
    )
    n = len(place.piece)
    piece = b.domain_of(place.piece)
    open_ = None if place.seen.who == "all" else open_of(b, place.piece)
    if place.form == "one":
        cell = m.Cell(
            place.name, "number", shape, names, 0, n, 0, (0,), b.optional_of(place.piece), "place", seen, counted
        )
    elif is_set(place):
        cell = m.Cell(place.name, "set", shape, names, 0, n - 1, 0, (0,), piece, "place", seen, counted)
    elif place.form == "heap":
        most = max((place.capacity if p is None else p for p in place.piece.population), default=0)
        cell = m.Cell(
            place.name, "number", (*shape, n), (*names, piece), 0, most, 0, (0,), "", "place", seen, counted, True
        )
    else:
        capacity = place.capacity
        cell = m.Cell(
            place.name, "ring", shape, names, 0, n, capacity, (0,), b.optional_of(place.piece), "place", seen, counted
        )
    b.add_cell(evolve(cell, open=open_))


def open_of(b: Builder, piece: Domain) -> str | None:
    """Return the name of the table of open (visible) attributes of a kind of piece. The printed domain of the table's
    values has the same name. Return None if no attribute is open."""
    fields = [field for field in piece.fields if field.open]
    if not fields:
        return None
    labels = [" ".join(label(f.type, f.values[i]) for f in fields) for i in range(len(piece))]
    alike = {text: number for number, text in enumerate(dict.fromkeys(labels))}
    name = b.add_domain(m.PrintedDomain(f"open {piece.name}", 0, tuple(alike), True))
    return b.table(name, (1 + len(piece),), m.NUMBER, (0, *(1 + alike[text] for text in labels)))


def box(b: Builder, piece: Domain) -> str | None:
    """Return the name of the cell that counts the copies of each piece out of play (in the box). Return None if the
    supply of pieces is unlimited."""
    if any(p is None for p in piece.population):
        return None
    name = f"box.{piece.name}"
    if name not in b.cells:
        copies = tuple(p or 0 for p in piece.population)
        domain = b.domain_of(piece)
        b.cells[name] = m.Cell(
            name, "number", (len(piece),), (domain,), 0, max(copies, default=0), 0, copies, "", "box"
        )
    return name


def add_keep(b: Builder, keep: KeepSymbol, initial: tuple[int, ...]) -> None:
    """Add the cell of a variable declared by `keep`. `initial` has one initial value for all elements, or one for each
    element."""
    shape, names = sizes(keep.dims), tuple(b.offsets(d) for d in keep.dims)
    seen = audience_function(b, keep, keep.seen, "seen")
    counted = seen if keep.counted is keep.seen else audience_function(b, keep, keep.counted, "counted")
    if isinstance(keep.type, SetType):
        cell = m.Cell(
            keep.name,
            "set",
            shape,
            names,
            0,
            kind(keep.type) - 1,
            0,
            initial,
            b.domain(keep.type),
            "keep",
            seen,
            counted,
        )
    else:
        low, high = bounds(keep.type)
        cell = m.Cell(keep.name, "number", shape, names, low, high, 0, initial, b.domain(keep.type), "keep", seen, seen)
    b.add_cell(cell)


def keep_default(keep: KeepSymbol) -> int:
    return default(keep.type)


def audience_function(b: Builder, owner: PlaceSymbol | KeepSymbol, info: AudienceInfo, what: str) -> str | None:
    """Return the name of a function from the index of a place, or of a variable declared by `keep`, to the players who
    see it. Return None if all players do. `state_cells.audiences` makes the function later."""
    if info.who == "all":
        return None
    if info.who == "nobody":
        return b.nobody()
    name = f"{what} {owner.name}"
    params = tuple(m.Parameter(local.name if local else f"_{i}", m.NUMBER) for i, local in enumerate(owner.locals))
    b.pending_audiences.append((name, owner, info.who, params))
    return name


def index_locals(owner: PlaceSymbol | KeepSymbol) -> dict[LocalSymbol, m.Expr]:
    """Return a mapping for the audience function of a place, or of a variable declared by `keep`: from the names of its
    dimensions to the expressions for their values."""
    return {
        local: add(m.Local(local.name), bounds(dim)[0])
        for local, dim in zip(owner.locals, owner.dims, strict=True)
        if local is not None
    }


# ---------------------------------------------------------------------------------------- expressions that read a place


def size(spot: Spot) -> m.Expr:
    match spot.place.form:
        case "one":
            return op("ne", m.Load(spot.cell, spot.index), m.Const(0))
        case "heap" if is_set(spot.place):
            return m.SizeOf(m.Load(spot.cell, spot.index))
        case "heap":
            over = m.LoopDomain(m.Const(0), m.Const(len(spot.place.piece) - 1))
            return m.Fold("sum", "#", over, body=m.Load(spot.cell, (*spot.index, m.Local("#"))))
        case _:
            return m.RingSize(spot.cell, spot.index)


def amount(spot: Spot, piece: m.Expr) -> m.Expr:
    """Return the expression for the number of copies of `piece` in a place."""
    match spot.place.form:
        case "one":
            return op("eq", m.Load(spot.cell, spot.index), add(piece, 1))
        case "heap" if is_set(spot.place):
            return m.Has(m.Load(spot.cell, spot.index), piece)
        case "heap":
            return m.Load(spot.cell, (*spot.index, piece))
        case _:
            over = m.LoopDomain(m.Const(0), op("sub", m.RingSize(spot.cell, spot.index), ONE))
            return m.Bind(
                "#p",
                add(piece, 1),
                m.Fold("count", "#", over, op("eq", m.RingAt(spot.cell, spot.index, m.Local("#")), m.Local("#p"))),
            )


def holds(spot: Spot, piece: m.Expr) -> m.Expr:
    copies = amount(spot, piece)
    return copies if spot.place.form == "one" or is_set(spot.place) else op("gt", copies, m.Const(0))


def end_of(spot: Spot, end: str) -> m.Expr:
    """Return the expression for the piece at the top or bottom of a place. It is an optional value, because the place
    may be empty."""
    if spot.place.form == "one":
        return m.Load(spot.cell, spot.index)
    position = m.Const(0) if end == "bottom" else op("sub", m.RingSize(spot.cell, spot.index), ONE)
    return m.RingAt(spot.cell, spot.index, position)


def contents(spot: Spot) -> m.Expr:
    """Return the expression for the set of the pieces in a place, in which several copies are one member."""
    n = len(spot.place.piece)
    if is_set(spot.place):
        return m.Load(spot.cell, spot.index)
    if spot.place.form == "heap":
        test = op("gt", m.Load(spot.cell, (*spot.index, m.Local("#"))), m.Const(0))
        return m.SetBuild(n, "#", m.LoopDomain(m.Const(0), m.Const(n - 1)), test)
    top = op("sub", size(spot), ONE)
    at = m.Load(spot.cell, spot.index) if spot.place.form == "one" else m.RingAt(spot.cell, spot.index, m.Local("#"))
    return m.SetBuild(n, "#", m.LoopDomain(m.Const(0), top), None, op("sub", at, ONE))
