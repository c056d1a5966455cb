"""Routines that every module has: faults, division that rounds down, random numbers, position hashes, ring sizes."""

from __future__ import annotations

from ...machine.program import Cell, Position
from ..interface import ARITHMETIC
from .code_generation import Unit
from .encode import Body
from .layout import FAULT, GAME, NO_FAULT, Array
from .opcodes import I32, I64

UNROLLED = 16
"""Words of a cell that are hashed without a loop."""
HASH_START, HASH_FACTOR = 0x9E3779B97F4A7C15, 0xFF51AFD7ED558CCD


def add_support(unit: Unit) -> None:
    add(unit, "fail", fail())
    add(unit, "floor_div", floor_div(unit))
    add(unit, "floor_mod", floor_mod(unit))
    add(unit, "raw", raw(unit))
    add(unit, "bounded", bounded(unit))
    add(unit, "rings", rings(unit), export="rings")
    add(unit, "reset", reset(unit), export="reset")


def add(unit: Unit, name: str, body: Body, export: str | None = None) -> None:
    index = unit.assembly.declare(body.params, body.results, export)
    unit.assembly.define(index, body)
    unit.support[name] = index


def fail() -> Body:
    """Records a fault and unwinds everything."""
    body = Body("fail", (I32,), ())
    body.i32(0)
    body.get(0)
    body.memory("i32.store", FAULT)
    body.op("unreachable")
    return body


def reset(unit: Unit) -> Body:
    """As if no call had ever been in progress."""
    body = Body("reset", (), ())
    body.i32(0)
    body.i32(NO_FAULT)
    body.memory("i32.store", FAULT)
    body.i32(full(unit))
    body.global_set(unit.fuel)
    body.i32(unit.memory.save)
    body.global_set(unit.save)
    for depth in unit.depths.values():
        body.i32(0)
        body.global_set(depth)
    return body


def full(unit: Unit) -> int:
    """The fuel that a run_until_standing starts with."""
    return min(unit.machine.fuel, (1 << 31) - 1)


# ------------------------------------------------------------------------------------------------------------- division


def _fault_if(unit: Unit, body: Body) -> None:
    body.if_()
    body.i32(ARITHMETIC)
    body.call(unit.support["fail"])
    body.op("unreachable")
    body.end()


def floor_mod(unit: Unit) -> Body:
    """The remainder has the divisor's sign."""
    body = Body("floor_mod", (I32, I32), (I32,))
    rest = body.local(I32)
    body.get(1)
    body.op("i32.eqz")
    _fault_if(unit, body)
    body.get(0)
    body.get(1)
    body.op("i32.rem_s")
    body.tee(rest)
    body.get(1)
    body.op("i32.add")
    body.get(rest)
    body.get(rest)
    body.op("i32.eqz", "i32.eqz")
    body.get(rest)
    body.get(1)
    body.op("i32.xor")
    body.i32(0)
    body.op("i32.lt_s", "i32.and", "select")
    return body


def floor_div(unit: Unit) -> Body:
    """Towards minus infinity; -2^31 / -1 is outside 32 bits."""
    body = Body("floor_div", (I32, I32), (I32,))
    body.get(1)
    body.op("i32.eqz")
    body.get(0)
    body.i32(-(1 << 31))
    body.op("i32.eq")
    body.get(1)
    body.i32(-1)
    body.op("i32.eq", "i32.and", "i32.or")
    _fault_if(unit, body)
    body.get(0)
    body.get(1)
    body.op("i32.div_s")
    body.get(0)
    body.get(1)
    body.op("i32.rem_s")
    body.op("i32.eqz", "i32.eqz")
    body.get(0)
    body.get(1)
    body.op("i32.xor")
    body.i32(0)
    body.op("i32.lt_s", "i32.and", "i32.sub")
    return body


# ------------------------------------------------------------------------------------------------------- random numbers


def raw(unit: Unit) -> Body:
    """Squares32 of (game, use) under the key of stream number 0 of the parameters; the use is counted."""
    body = Body("raw", (I32,), (I32,))
    key, x, y, at = body.local(I64), body.local(I64), body.local(I64), body.local(I32)
    body.get(0)
    body.i32(8)
    body.op("i32.mul")
    body.memory("i64.load", unit.memory.keys)
    body.set(key)
    body.get(0)
    body.i32(4)
    body.op("i32.mul")
    body.set(at)
    body.i32(0)
    body.memory("i64.load", GAME)
    body.i64(32)
    body.op("i64.shl")
    body.get(at)
    body.memory("i32.load", unit.memory.uses)
    body.op("i64.extend_i32_u", "i64.or")
    body.get(key)
    body.op("i64.mul")
    body.tee(x)
    body.set(y)
    body.get(at)
    body.get(at)
    body.memory("i32.load", unit.memory.uses)
    body.i32(1)
    body.op("i32.add")
    body.memory("i32.store", unit.memory.uses)
    for last, with_key in ((False, False), (False, True), (False, False), (True, True)):
        body.get(x)
        body.get(x)
        body.op("i64.mul")
        body.get(y)
        body.op("i64.add")
        if with_key:
            body.get(key)
            body.op("i64.add")
        body.i64(32)
        body.op("i64.shr_u" if last else "i64.rotl")
        body.set(x)
    body.get(x)
    body.op("i32.wrap_i64")
    return body


def bounded(unit: Unit) -> Body:
    """(stream, n): below n, each as likely; Lemire's multiplication with rejection."""
    body = Body("bounded", (I32, I32), (I32,))
    product, least = body.local(I64), body.local(I32)

    def draw() -> None:
        body.get(0)
        body.call(unit.support["raw"])
        body.op("i64.extend_i32_u")
        body.get(1)
        body.op("i64.extend_i32_u", "i64.mul")
        body.set(product)

    def low_below(bound: int) -> None:
        body.get(product)
        body.op("i32.wrap_i64")
        body.get(bound)
        body.op("i32.lt_u")

    draw()
    low_below(1)
    body.if_()
    body.i32(0)
    body.get(1)
    body.op("i32.sub")
    body.get(1)
    body.op("i32.rem_u")
    body.set(least)
    done, again = body.block(), body.loop()
    low_below(least)
    body.op("i32.eqz")
    body.br_if(done)
    draw()
    body.br(again)
    body.end()
    body.end()
    body.end()
    body.get(product)
    body.i64(32)
    body.op("i64.shr_u", "i32.wrap_i64")
    return body


# ----------------------------------------------------------------------------------------------------- hashes and rings


def position_hash(unit: Unit, position: Position) -> Body:
    """The position's cells as they lie, in words of 64 bits; what is left of a cell's last word counts as 0."""
    body = Body(f"hash {position.name}", (), (I64,))
    h, at = body.local(I64), body.local(I32)
    body.i64(HASH_START)
    body.set(h)
    for name in position.cells:
        array = unit.memory.cells[name]
        whole, left = divmod(array.end - array.base, 8)
        if whole > UNROLLED:
            _hash_words(body, array.base, array.base + 8 * whole, h, at)
        else:
            for word in range(whole):
                _hash_word(body, array.base + 8 * word, h)
        if left:
            _hash_word(body, array.base + 8 * whole, h, left)
    body.get(h)
    return body


def _hash_words(body: Body, start: int, end: int, h: int, at: int) -> None:
    body.i32(start)
    body.set(at)
    again = body.loop()
    body.get(h)
    body.get(at)
    body.memory("i64.load")
    _mix(body, h)
    body.get(at)
    body.i32(8)
    body.op("i32.add")
    body.tee(at)
    body.i32(end)
    body.op("i32.lt_u")
    body.br_if(again)
    body.end()


def _hash_word(body: Body, address: int, h: int, left: int = 8) -> None:
    """One word; of the last only `left` bytes, since other cells may lie behind them (memory goes on: nothing is read
    past its end).
    """
    body.get(h)
    body.i32(0)
    body.memory("i64.load", address)
    if left < 8:
        body.i64((1 << 8 * left) - 1)
        body.op("i64.and")
    _mix(body, h)


def _mix(body: Body, h: int) -> None:
    body.op("i64.xor")
    body.i64(HASH_FACTOR)
    body.op("i64.mul")
    body.tee(h)
    body.get(h)
    body.i64(32)
    body.op("i64.shr_u", "i64.xor")
    body.set(h)


def rings(unit: Unit) -> Body:
    """Counts every ring's size anew: all that stands before its first 0."""
    body = Body("rings", (), ())
    ring, size = body.local(I32), body.local(I32)
    for cell in unit.machine.cells:
        if cell.kind == "ring":
            _count_rings(body, cell, unit.memory.cells[cell.name], ring, size)
    return body


def _count_rings(body: Body, cell: Cell, array: Array, ring: int, size: int) -> None:
    body.i32(0)
    body.set(ring)
    done, again = body.block(), body.loop()
    body.get(ring)
    body.i32(array.count)
    body.op("i32.ge_u")
    body.br_if(done)
    body.i32(0)
    body.set(size)
    full, more = body.block(), body.loop()
    body.get(size)
    body.i32(cell.capacity)
    body.op("i32.ge_u")
    body.br_if(full)
    body.get(ring)
    body.i32(cell.capacity)
    body.op("i32.mul")
    body.get(size)
    body.op("i32.add")
    body.i32(array.width.bytes)
    body.op("i32.mul")
    body.memory(array.width.load, array.base)
    body.op("i32.eqz")
    body.br_if(full)
    body.get(size)
    body.i32(1)
    body.op("i32.add")
    body.set(size)
    body.br(more)
    body.end()
    body.end()
    body.get(ring)
    body.i32(4)
    body.op("i32.mul")
    body.get(size)
    body.memory("i32.store", array.sizes)
    body.get(ring)
    body.i32(1)
    body.op("i32.add")
    body.set(ring)
    body.br(again)
    body.end()
    body.end()
