"""What a rulebook measures, counted by the module when a game has ended: of each value its games, sum and squares.

The meaning is `engine/figures.py`'s.  Figures are functions of the machine; each question has fuel of its own, as when
a host asks.  A module that counts no details has none of this code.
"""

from __future__ import annotations

from math import prod

from ...machine import program as m
from ...machine.sorts import Sorts
from ..packing import WORD
from . import register_promotion
from .code_generation import CodeGenerator, MachineLocal, Unit
from .detail_code import detail_bytes
from .encoding import I32, I64
from .function_builder import Body
from .operands import MemoryPlace
from .playout_function import PlayoutFunction
from .runtime_support import add_support_function, fuel_limit
from .statistics_code import HALF

VALUE = 32
"""Bytes of a value: its games, its sum, and the low and high halves of its squares."""
NUMBER = "#figure"


def figure_bytes(machine: m.Machine) -> int:
    return VALUE * sum(_size(figure) for figure in machine.figures)


def figures_at(details: int, sorts: Sorts) -> int:
    """Where the values lie: behind the details of each game."""
    return details + detail_bytes(sorts)


def add_figures(unit: Unit) -> None:
    if unit.sorts is not None and unit.machine.figures:
        add_support_function(unit, "measured", _measured())
        add_support_function(unit, "figures", _figures(unit, unit.sorts))


def measure(playout: PlayoutFunction) -> None:
    """A game is over: the functions of its figures read the cells in memory."""
    if "figures" in playout.unit.support:
        register_promotion.to_memory(playout.generator())
        playout.body.call(playout.unit.support["figures"])


def _size(figure: m.MeasuredFigure) -> int:
    return prod(map(len, figure.labels))


def _measured() -> Body:
    """(address, number): a game more, and the number and its square, added."""
    code = Body("measured", (I32, I32), ())
    address, number = code.arguments
    square = code.local(I64)
    games = MemoryPlace(WORD, address)
    code.set(square, number.extend_s() * number.extend_s())
    code.increase(games, 1)
    code.increase(games.moved(8), number.extend_s())
    code.increase(games.moved(16), square & HALF)
    code.increase(games.moved(24), square.shr_u(32))
    return code


def _figures(unit: Unit, sorts: Sorts) -> Body:
    """Every value of every figure, one after the other."""
    code = Body("figures", (), ())
    number = code.local(I32)
    address = figures_at(unit.memory.details, sorts)
    for figure in unit.machine.figures:
        size = _size(figure)
        gen = CodeGenerator(unit, code).bound(NUMBER, MachineLocal(m.NUMBER, (number,), 0, size - 1))
        arguments = _arguments(figure)
        code.set(number, 0)
        with code.forever() as done:
            code.br_if(done, number.ge_u(size))
            with code.block() as passed:
                if figure.where is not None:
                    code.set(unit.fuel, fuel_limit(unit))
                    code.br_if(passed, gen.number(m.Call(figure.where, arguments)).eqz())
                code.set(unit.fuel, fuel_limit(unit))
                value = gen.number_local(m.Call(figure.function, arguments))
                code.call(unit.support["measured"], number * VALUE + address, value)
            code.increase(number, 1)
        address += VALUE * size
    return code


def _arguments(figure: m.MeasuredFigure) -> tuple[m.Expr, ...]:
    """The value of each dimension, from the number of a combination."""
    found: list[m.Expr] = []
    rest: m.Expr = m.Local(NUMBER)
    for low, labels in reversed([*zip(figure.lows, figure.labels, strict=True)]):
        member = m.Op("mod", (rest, m.Const(len(labels))))
        found.insert(0, m.Op("add", (member, m.Const(low))))
        rest = m.Op("div", (rest, m.Const(len(labels))))
    return tuple(found)
