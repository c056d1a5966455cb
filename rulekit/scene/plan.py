"""Plans where each place and kept value (state variable) is drawn: on a board, in boxes, in players' trays, or beside
these.

The plan depends only on indexes and types, so it is the same in every state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Literal

from attrs import evolve, field, frozen

from ..check.checked import CheckedModel
from ..machine.program import Cell, Machine
from ..model.symbols import KeepSymbol, PlaceSymbol
from ..model.types import Domain, DomainType, OptionType, SetType, Type, grid_of

DrawnWhere = Literal["site", "row", "link", "holds", "tray", "beside"]
"""`site`: on the site that is in its index.  `row`: on the site where the table row in its index lies.  `link`: on the
line between sites that a table row draws; the row is its index or its value.  `holds`: on the sites that its value
names. `tray`: with the player who indexes it.  `beside`: beside the boards."""


@frozen(eq=False)
class Holder:
    """A place or kept value, and where it is drawn. `ground` is the type whose members are the sites, if it is drawn on
    sites. `dim` is the position in the index of the site, the row or the player that decides where; -1 if none does.
    `seat` is set if it is drawn in the tray of this one player."""

    symbol: PlaceSymbol | KeepSymbol
    cell: Cell
    where: DrawnWhere
    ground: Domain | None = None
    dim: int = -1
    seat: int | None = None

    @property
    def name(self) -> str:
        return self.symbol.name

    @property
    def is_place(self) -> bool:
        return isinstance(self.symbol, PlaceSymbol)

    @property
    def dims(self) -> tuple[Type, ...]:
        return self.symbol.dims

    @property
    def rows(self) -> Domain:
        """Return the type whose members lie on a board or are lines on it."""
        type_ = self.dims[self.dim] if self.dim >= 0 or not isinstance(self.symbol, KeepSymbol) else self.symbol.type
        found = member_domain(type_)
        assert found is not None
        return found

    def indices(self, fixed: Mapping[int, int]) -> Iterator[tuple[int, ...]]:
        """Yield every index that has the values of `fixed`, a mapping from positions in the index to values."""
        sizes = self.cell.shape[: len(self.dims)]
        yield from product(*((fixed[at],) if at in fixed else range(size) for at, size in enumerate(sizes)))


@frozen(eq=False)
class NestedTable:
    """A table whose rows are drawn as sites inside boxes. Each row is a pair of a member of `outer`, in whose box it is
    drawn, and a member of `inner`, which decides its position there."""

    outer: Domain
    inner: Domain
    rows: tuple[tuple[int, int], ...] = field(repr=False)


@frozen(eq=False)
class DrawingPlan:
    """The plan of one rulebook. `grounds` are the types drawn as boards, in drawing order. `nested` has the tables that
    are drawn inside the boxes of others. `card_pieces` are the pieces that are drawn as cards. `rims` are boards of
    edges and corners, which are drawn on other boards."""

    holders: tuple[Holder, ...]
    grounds: tuple[Domain, ...]
    nested: Mapping[str, NestedTable]
    card_pieces: frozenset[str]
    rims: tuple[Domain, ...] = ()

    @staticmethod
    def of(
        model: CheckedModel,
        machine: Machine,
        laid_out: frozenset[str],
        hidden: frozenset[str],
        lying: Mapping[str, Domain],
        linked: Mapping[str, Domain],
    ) -> DrawingPlan:
        """Return the plan of a rulebook.

        `laid_out` are types with a layout, and `hidden` the names that are not drawn. `lying` is a mapping from types
        to the board on which their members lie, `linked` to the board on which their members are lines."""
        cells = {cell.name: cell for cell in machine.cells}
        symbols = [s for s in _in_order(model) if s.name not in hidden]
        grounds = _grounds(symbols, laid_out, {**lying, **linked})
        holders = tuple(_holder(symbol, cells[symbol.name], grounds, lying, linked) for symbol in symbols)
        nested = {name: found for name, d in grounds.items() if (found := _find_nested(d)) is not None}
        drawn: dict[str, Domain] = {}
        used = {holder.ground.name for holder in holders if holder.ground is not None}
        nested = {name: found for name, found in nested.items() if name in used}
        for name, domain in grounds.items():
            if name in used:
                outer = nested[name].outer if name in nested else grid_of(domain)
                drawn.setdefault(outer.name, outer)
        rims = tuple(domain for name, domain in grounds.items() if name in used and grid_of(domain) is not domain)
        return DrawingPlan(holders, tuple(drawn.values()), nested, _card_pieces(holders), rims)

    def on(self, ground: Domain) -> tuple[Holder, ...]:
        return tuple(h for h in self.holders if h.ground is ground)

    def with_seats(self, seats: Mapping[str, int]) -> DrawingPlan:
        """Return the plan with some places in players' trays; `seats` is a mapping from places to players."""
        holders = (evolve(h, where="tray", seat=seats[h.name]) if h.name in seats else h for h in self.holders)
        return evolve(self, holders=tuple(holders)) if seats else self

    @property
    def beside_boards(self) -> bool:
        """Return whether anything is drawn beside the boards."""
        return any(h.ground is None for h in self.holders)


@frozen
class PictureCut:
    """The part of a table that is drawn. If `only` is not empty, only the members and places with these names are
    drawn, without a legend. If `memory` is True, empty places and all kept values are drawn. Otherwise a kept value is
    only drawn if a look draws it as things, as on a real table, or if it is `named`."""

    only: frozenset[str] = frozenset()
    memory: bool = True
    named: frozenset[str] = frozenset()

    def plan(self, plan: DrawingPlan, counters: frozenset[str]) -> DrawingPlan:
        """Return the plan restricted to this part. `counters` are the kept values that a look draws as things."""
        if not self.only and self.memory:
            return plan
        kept = tuple(h for h in plan.holders if h.ground is not None or self._beside(h, counters))
        # if nothing else would be drawn, all kept values are
        return evolve(plan, holders=kept) if kept or self.only else plan

    def _beside(self, holder: Holder, counters: frozenset[str]) -> bool:
        if self.only:
            return holder.name in self.only
        return holder.is_place or holder.name in counters or holder.name in self.named


WHOLE = PictureCut()


def _in_order(model: CheckedModel) -> Iterator[PlaceSymbol | KeepSymbol]:
    """Yield all places, then all kept values, in the order of the rulebook."""
    clauses = [placed.clause for placed in model.rulebook.clauses]
    named = [(clause, model.symbols.get(clause.name.text)) for clause in clauses]
    found = [s for clause, s in named if isinstance(s, PlaceSymbol | KeepSymbol) and s.clause is clause]
    yield from (s for s in found if isinstance(s, PlaceSymbol))
    yield from (s for s in found if isinstance(s, KeepSymbol))


def _grounds(
    symbols: list[PlaceSymbol | KeepSymbol], laid_out: frozenset[str], lying: Mapping[str, Domain]
) -> dict[str, Domain]:
    """Return the types whose members are drawn as sites, by name: boards, types with a layout, and enumerations and
    tables that are index types of places."""
    found: dict[str, Domain] = {}
    for symbol in symbols:
        types = [*symbol.dims, *([symbol.type] if isinstance(symbol, KeepSymbol) else [])]
        for type_ in types:
            domain = member_domain(type_)
            domain = domain if domain is None else lying.get(domain.name, domain)
            if domain is not None and (domain.sort == "board" or domain.name in laid_out):
                found.setdefault(domain.name, domain)
        for dim in symbol.dims if isinstance(symbol, PlaceSymbol) else ():
            domain = member_domain(dim)
            if domain is not None and domain.sort in ("enum", "table") and domain.name not in lying:
                found.setdefault(domain.name, domain)
    return found


def member_domain(type_: Type) -> Domain | None:
    """Return the type of the members in a value: the value is a member, an optional member, or a set of members. Return
    None for any other type."""
    if isinstance(type_, OptionType | SetType):
        return None if type_.item is None else member_domain(type_.item)
    return type_.domain if isinstance(type_, DomainType) else None


def _holder(
    symbol: PlaceSymbol | KeepSymbol,
    cell: Cell,
    grounds: Mapping[str, Domain],
    lying: Mapping[str, Domain],
    linked: Mapping[str, Domain],
) -> Holder:
    dims = [member_domain(dim) for dim in symbol.dims]
    held = member_domain(symbol.type) if isinstance(symbol, KeepSymbol) else None
    lines = [at for at, d in enumerate((*dims, held)) if d is not None and d.name in linked]
    if len(lines) == 1:
        at = lines[0] if lines[0] < len(dims) else -1
        # mypy does not see that no index in `lines` leads to None
        return Holder(symbol, cell, "link", linked[(*dims, held)[lines[0]].name], at)  # type: ignore[union-attr]
    rows = [at for at, d in enumerate(dims) if d is not None and d.name in lying]
    if rows and (isinstance(symbol, PlaceSymbol) or len(dims) == 1):
        # mypy does not see that no index in `rows` leads to None
        return Holder(symbol, cell, "row", lying[dims[rows[-1]].name], rows[-1])  # type: ignore[union-attr]
    sites = [at for at, d in enumerate(dims) if d is not None and d.name in grounds]
    players = [at for at, d in enumerate(dims) if d is not None and d.sort == "player"]
    others = len(dims) - len(sites) - len(players)
    if isinstance(symbol, PlaceSymbol) and sites:
        return Holder(symbol, cell, "site", dims[sites[-1]], sites[-1])
    if isinstance(symbol, KeepSymbol):
        if len(sites) == 1 and not others:
            return Holder(symbol, cell, "site", dims[sites[0]], sites[0])
        if held is not None and held.name in grounds and not sites:
            return Holder(symbol, cell, "holds", held)
    if len(players) == 1 and not sites:
        return Holder(symbol, cell, "tray", None, players[0])
    return Holder(symbol, cell, "beside")


def _find_nested(domain: Domain) -> NestedTable | None:
    """Return the nesting of a table whose rows are pairs of members of two enumerations or tables; None for any other
    table."""
    if domain.sort != "table" or len(domain.fields) != 2:
        return None
    outer, inner = (member_domain(f.type) if isinstance(f.type, DomainType) else None for f in domain.fields)
    if (
        outer is None
        or inner is None
        or domain in (outer, inner)
        or outer.sort not in ("enum", "table")
        or inner.sort not in ("enum", "table")
    ):
        return None
    rows = tuple(zip(domain.fields[0].values, domain.fields[1].values, strict=True))
    if len(set(rows)) < len(rows) or len(rows) == len(set(domain.fields[0].values)):
        return None
    # mypy does not see that the values of a field with members are ints
    return NestedTable(outer, inner, rows)  # type: ignore[arg-type]


def _card_pieces(holders: tuple[Holder, ...]) -> frozenset[str]:
    """Return the names of pieces that are drawn as cards: they never lie on sites and are hidden in some place, such as
    a hand."""
    places = [h for h in holders if isinstance(h.symbol, PlaceSymbol)]
    on_sites = {h.symbol.piece.name for h in places if isinstance(h.symbol, PlaceSymbol) and h.where == "site"}
    secret = {h.symbol.piece.name for h in places if isinstance(h.symbol, PlaceSymbol) and h.symbol.seen.who != "all"}
    return frozenset(secret - on_sites)
