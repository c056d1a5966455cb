"""Lowering of the declarations that have state: places, variables declared by `keep`, and positions become cells. Their
audiences become functions."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.symbols import KeepSymbol, PlaceSymbol, PositionSymbol
from ...model.types import INT32, SetType
from .. import program as m
from . import places
from .env import Env
from .lowering_context import LoweringContext
from .value_encoding import encode_constant

WORD = (-(2**63), 2**63 - 1)


def declare(cx: LoweringContext) -> None:
    """Make the cells of the machine: first those that every machine has, then those that the rulebook declares, in
    written order."""
    b = cx.b
    b.control(m.ACTIVE, 0, b.players - 1, (), b.domain_of(cx.model.players))
    player = b.domain_of(cx.model.players)
    b.control(m.ENDED, 0, 1)
    for name in (m.PAYOFF, m.SCORE):
        b.cells[name] = m.Cell(name, "number", (b.players,), (player,), *INT32, 0, (0,), "", "control")
    for placed in cx.model.rulebook.clauses:
        symbol = cx.model.symbols.get(placed.clause.name.text)
        if isinstance(symbol, PlaceSymbol) and symbol.clause is placed.clause:
            places.add_place(b, symbol)
            places.box(b, symbol.piece)
        elif isinstance(symbol, KeepSymbol) and symbol.clause is placed.clause:
            places.add_keep(b, symbol, initial(cx, symbol))


def initial(cx: LoweringContext, keep: KeepSymbol) -> tuple[int, ...]:
    given = cx.model.initial.get(keep.clause)
    if not given:
        return (places.keep_default(keep),)
    values = tuple(encode_constant(v, keep.type) for v in given)
    return values[:1] if len(set(values)) == 1 else values


def positions(cx: LoweringContext) -> tuple[m.Position, ...]:
    """Return the positions whose repetition the rulebook counts. For each, make the cells of its history."""
    found = []
    for symbol in cx.model.symbols.values():
        if not isinstance(symbol, PositionSymbol):
            continue
        name, capacity = symbol.name, symbol.capacity
        cx.b.control(f"history.{name}", *WORD, (capacity,))
        cx.b.control(f"history.{name}.size", 0, capacity)
        message = f"more than {capacity} positions were recorded: `at most N` after its names allows more"
        fault = cx.fault("E705", f"position {name}", message, symbol.clause)
        found.append(m.Position(name, tuple(part.text for part in symbol.clause.parts), capacity, fault))
    return tuple(found)


def in_order(cells: Iterable[m.Cell]) -> tuple[m.Cell, ...]:
    """Return the cells in their order, but histories of positions last. Packed states omit the unused end of a history
    (`engine/packing.py`)."""
    return tuple(sorted(cells, key=lambda cell: cell.name.startswith("history.") and bool(cell.shape)))


def audiences(cx: LoweringContext) -> None:
    """Make the functions that return who sees or counts a place, or a variable declared by `keep`, given its index."""
    b = cx.b
    for name, owner, who, params in b.pending_audiences:
        env = Env(f"{owner.clause.kind} {owner.name}", name, places.index_locals(owner))
        value = cx.ex.value(who, env)
        if not isinstance(cx.ex.type(who), SetType):
            value = m.SetOf(b.players, (value,))
        b.functions[name] = m.Function(name, env.clause, params, b.players, value)
