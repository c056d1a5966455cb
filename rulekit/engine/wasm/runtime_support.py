"""Support functions of every module: faults, division, random numbers, position hashes, ring sizes, checkpoints.

A checkpoint is a copy of cells saved during a trial (`After`), on a stack of fixed size in memory. Only cells that the
routine may write are saved; writes to large cells are undone one by one instead (`undo_log.py`). Ranges of memory are
extended to whole words; the other bytes in them are restored unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from attrs import frozen

from ...machine.passes.occupied_sites import occupied_name
from ...machine.program import Cell, Machine, Position
from ..cell_layout import HASH_FACTOR, HASH_START, clauses_with_decisions, streams
from ..interface import ARITHMETIC
from ..packing import INT, WORD
from ..random import SPLITMIX, fnv1a64
from .code_generation import CodeGenerator, Unit
from .encoding import I32, I64
from .function_builder import Body
from .memory_layout import FAULT, GAME, NO_FAULT, Array, Memory, Vector, align
from .operands import LocalVariable, MemoryPlace, Operand, call, constant_place, i32, select, union
from .undo_log import emit_undo, note_body

BLOCK = 8  # words in a block; the hash of a position skips a block that is all 0
UNROLLED = 16  # words; up to this number, words are copied or hashed one by one; more of them by memory.copy or a loop


@frozen
class Checkpoint:
    """A saved copy of cells: the local `at` has its address, and `ranges` are the parts of memory that were copied."""

    at: LocalVariable
    ranges: tuple[tuple[int, int], ...]
    bytes: int
    undone: bool
    """Whether the stack above this checkpoint has notes of writes that must be undone (`undo_log.py`)."""


def ranges_in(memory: Memory, machine: Machine, cells: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Return the ranges of memory that contain these cells, extended to whole words. Adjacent ranges are joined."""
    parts: list[tuple[int, int]] = []
    rings = {c.name for c in machine.cells if c.kind == "ring"}
    for name in cells:
        array = memory.cells[name]
        parts.append((array.base, array.end))
        if name in rings:
            parts.append((array.sizes, array.sizes + 4 * array.count))
    joined: list[tuple[int, int]] = []
    for start, end in sorted((start // 8 * 8, -(-end // 8) * 8) for start, end in parts if end > start):
        if joined and start <= joined[-1][1] + 8:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def save_checkpoint(gen: CodeGenerator, cells: Iterable[str]) -> Checkpoint:
    """Emit code that saves these cells, except those whose writes are undone one by one. It faults if the stack is
    full."""
    changed = frozenset(cells)
    ranges = ranges_in(gen.unit.memory, gen.unit.machine, changed - gen.unit.undone)
    size = max(8, sum(end - start for start, end in ranges))
    saved = Checkpoint(gen.local(I32), ranges, size, bool(changed & gen.unit.undone))
    code, top = gen.body, gen.unit.save
    code.set(top, saved.at.tee(top) + saved.bytes)
    gen.fault_if(gen.unit.machine.fuel_fault, top.gt_u(gen.unit.memory.pages << 16))
    gen.consume_fuel_for(saved.bytes // 8)
    _move(gen, saved, back=False)
    return saved


def restore(gen: CodeGenerator, saved: Checkpoint) -> None:
    """Emit code that restores the cells of a checkpoint and frees its space on the stack."""
    if saved.undone:
        emit_undo(gen, saved.at + saved.bytes)
    _move(gen, saved, back=True)
    gen.body.set(gen.unit.save, saved.at)


@contextmanager
def on_save_stack(gen: CodeGenerator, count: int) -> Iterator[LocalVariable]:
    """Emit code that reserves `count` bytes on the stack of saved cells, for the code written in the `with` block.
    Yield the local with the address of these bytes."""
    code, top, base = gen.body, gen.unit.save, gen.local(I32)
    code.set(top, base.tee(top) + align(count, 8))
    gen.fault_if(gen.unit.machine.fuel_fault, top.gt_u(gen.unit.memory.pages << 16))
    yield base
    code.set(top, base)


def _move(gen: CodeGenerator, saved: Checkpoint, back: bool) -> None:
    code, aside = gen.body, 0
    for start, end in saved.ranges:
        if end - start <= 8 * UNROLLED:
            for offset in range(0, end - start, 8):
                copy, cell = MemoryPlace(WORD, saved.at, aside + offset), constant_place(WORD, start + offset)
                code.store(cell, copy.load()) if back else code.store(copy, cell.load())
        else:
            block = saved.at + aside
            code.copy(start, block, end - start) if back else code.copy(block, start, end - start)
        aside += end - start


def add_support(unit: Unit) -> None:
    """Add the support functions that every module has."""
    add_support_function(unit, "fail", fail_body())
    add_support_function(unit, "floor_div", floor_div_body(unit))
    add_support_function(unit, "floor_mod", floor_mod_body(unit))
    add_support_function(unit, "raw", raw_body(unit))
    add_support_function(unit, "bounded", random_below_body(unit))
    add_support_function(unit, "note", note_body(unit))
    add_support_function(unit, "rings", rings_body(unit), export="rings")
    add_support_function(unit, "reset", reset_body(unit), export="reset")
    add_support_function(unit, "splitmix", splitmix_body())
    add_support_function(unit, "rekey", rekey_body(unit), export="rekey")


def add_support_function(unit: Unit, name: str, body: Body, export: str | None = None) -> None:
    """Add a function that other code can call by this name (`unit.support`). With `export`, export it under that
    name."""
    unit.support[name] = unit.assembly.add(body, export)


def fail_body() -> Body:
    """Build the function `(fault)`, which records the number of a fault and traps."""
    code = Body("fail", (I32,), ())
    (fault,) = code.arguments
    code.store(FAULT, fault)
    code.unreachable()
    return code


def reset_body(unit: Unit) -> Body:
    """Build the function `()`, which resets everything that belongs to one run: fault, fuel, saved cells and call
    depths."""
    code = Body("reset", (), ())
    code.store(FAULT, NO_FAULT)
    code.set(unit.fuel, fuel_limit(unit))
    code.set(unit.save, unit.memory.save)
    for depth in unit.depths.values():
        code.set(depth, 0)
    return code


def fuel_limit(unit: Unit) -> int:
    """Return the fuel with which each run from a game at rest begins."""
    return min(unit.machine.fuel, (1 << 31) - 1)


# -------------------------------------------------------------------------------------------- division that rounds down


def floor_mod_body(unit: Unit) -> Body:
    """Build the function `(number, by) -> remainder`, for division that rounds down: the remainder has the sign of the
    divisor."""
    gen = CodeGenerator(unit, Body("floor_mod", (I32, I32), (I32,)))
    number, by = gen.body.arguments
    rest = gen.local(I32)
    gen.fault_if(ARITHMETIC, by.eqz())
    other_sign = rest.nonzero() & ((rest ^ by) < 0)
    gen.body.push(select(rest.tee(number.rem_s(by)) + by, rest, other_sign))
    return gen.body


def floor_div_body(unit: Unit) -> Body:
    """Build the function `(number, by) -> quotient`, rounded down. It faults for -2^31 / -1, whose result exceeds 32
    bits."""
    gen = CodeGenerator(unit, Body("floor_div", (I32, I32), (I32,)))
    number, by = gen.body.arguments
    gen.fault_if(ARITHMETIC, by.eqz() | ((number == -(1 << 31)) & (by == -1)))
    rounded_up = number.rem_s(by).nonzero() & ((number ^ by) < 0)
    gen.body.push(number.div_s(by) - rounded_up)
    return gen.body


# ------------------------------------------------------------------------------------------------------- random numbers


def splitmix_body() -> Body:
    """Build the function `(x) -> number`, which returns the result of one step of splitmix64 (`engine/random.py`)."""
    code = Body("splitmix", (I64,), (I64,))
    (x,) = code.arguments
    code.set(x, x + SPLITMIX[0])
    code.set(x, (x ^ x.shr_u(30)) * SPLITMIX[1])
    code.set(x, (x ^ x.shr_u(27)) * SPLITMIX[2])
    code.push(x ^ x.shr_u(31))
    return code


def rekey_body(unit: Unit) -> Body:
    """Build the function `(seed)`, which sets the key of each stream, as `random.stream_key` does."""
    code = Body("rekey", (I64,), ())
    (seed,) = code.arguments
    for stream, name in enumerate(streams(unit.machine)):
        code.store(unit.memory.keys[stream], call(unit.support["splitmix"], seed ^ fnv1a64(name)) | 1)
    return code


def raw_body(unit: Unit) -> Body:
    """Build the function `(stream) -> 32 random bits`, which returns the next raw number of a stream and counts it:
    Squares32 with the counter (game, use) and the stream's key."""
    code, memory = Body("raw", (I32,), (I32,)), unit.memory
    (stream,) = code.arguments
    key, x, y, at = code.local(I64), code.local(I64), code.local(I64), code.local(I32)
    use = MemoryPlace(INT, at, memory.uses.base)
    code.set(key, memory.keys[stream].load())
    code.set(at, stream * INT.bytes)
    code.set(y, (GAME.load() << 32 | use.load().extend_u()) * key)
    code.increase(use, 1)
    code.set(key, key + y)
    emit_squares(code, x, y, key)
    code.push(x.wrap())
    return code


def emit_squares(code: Body, x: LocalVariable, y: LocalVariable, z: LocalVariable) -> None:
    """Emit code that sets `x` to a random 32-bit number by Squares32 (Widynski 2020). `y` must be the counter times the
    key, and `z` must be `y` plus the key."""
    code.set(x, (y * y + y).rotl(32))
    code.set(x, (x * x + z).rotl(32))
    code.set(x, (x * x + y).rotl(32))
    code.set(x, (x * x + z).shr_u(32))


def begin_streams(unit: Unit, code: Body, game: Operand, position: Callable[[int], MemoryPlace]) -> None:
    """Emit code that sets each random player's stream to its start in this game. `position(stream)` is where memory
    stores the stream's counter times its key. The counter has the game's number in its high half and counts up, so the
    next product is found by adding the key, without a multiplication."""
    high = code.local(I64)
    code.set(high, game << 32)
    for stream in range(len(clauses_with_decisions(unit.machine)) * unit.machine.players):
        code.store(position(stream), unit.memory.keys[stream].load() * high)


def random_below_body(unit: Unit) -> Body:
    """Build the function `(stream, n) -> number`, which draws a uniform number below n."""
    code = Body("bounded", (I32, I32), (I32,))
    stream, n = code.arguments
    product, least = code.local(I64), code.local(I32)
    drawn = call(unit.support["raw"], stream).extend_u() * n.extend_u()
    code.push(emit_multiply_shift(code, n, product, least, lambda: code.set(product, drawn)))
    return code


def emit_multiply_shift(
    code: Body, n: LocalVariable, product: LocalVariable, least: LocalVariable, draw: Callable[[], None]
) -> Operand:
    """Emit a uniform number below n by Lemire's multiplication with rejection; return its operand. `draw` must emit
    code that sets `product` to a raw number times n; `least` is a local for its use. Chances use it through
    `random_below_body`, the random players of a playout inline (`selection_code`)."""
    low = product.wrap()
    draw()
    with code.if_(low.lt_u(n)):
        code.set(least, (i32(0) - n).rem_u(n))
        with code.forever() as done:
            code.br_if(done, low.lt_u(least).eqz())
            draw()
    return product.shr_u(32).wrap()


# ---------------------------------------------------------------------------------- hashes of positions; sizes of rings


def position_hash_body(unit: Unit, position: Position) -> Body:
    """Build the function `() -> hash`, which hashes the cells of a position as 64-bit words. Bytes after the end of a
    cell count as 0 in its last word."""
    code = Body(f"hash {position.name}", (), (I64,))
    h, word, number, at = code.local(I64), code.local(I64), code.local(I64), code.local(I32)
    code.set(h, HASH_START)
    code.set(number, 0)
    for name in position.cells:
        array = unit.memory.cells[name]
        words, (whole, left) = Vector(array.base, WORD), divmod(array.end - array.base, WORD.bytes)
        occupied = unit.memory.cells.get(occupied_name(name))
        if occupied is not None and whole > UNROLLED and occupied.name not in unit.registers:
            _mix_occupied(code, (h, word, number), array, occupied, whole)
        elif whole > UNROLLED:
            code.set(at, array.base)
            _mix_blocks(code, h, word, number, at, array.base + WORD.bytes * (whole - whole % BLOCK))
            for i in range(whole - whole % BLOCK, whole):
                mix_word(code, h, word, words[i].load(), number)
        else:
            for i in range(whole):
                mix_word(code, h, word, words[i].load(), number)
        if left:  # other bytes of the last word may belong to other cells: mask them out
            mix_word(code, h, word, words[whole].load() & (1 << 8 * left) - 1, number)
    code.push(h)
    return code


def _mix_occupied(
    code: Body, into: tuple[LocalVariable, LocalVariable, LocalVariable], array: Array, occupied: Array, whole: int
) -> None:
    """Emit code that adds the first `whole` words of a cell to a hash. It reads only the words of elements whose
    numbers are in the set `occupied`; the others are 0. `into` has the locals for `mix_word`: hash, word, number."""
    (h, word, number), current = into, code.local(I64)
    sites, at, end = code.local(I32), code.local(I32), code.local(I32)
    code.set(at, 0)
    code.set(sites, 0)
    with code.forever() as done:
        code.br_if(done, sites.ge_u(64 * occupied.words))
        code.set(current, MemoryPlace(WORD, sites.shr_u(3), occupied.base).load())
        with code.forever() as last:
            code.br_if(last, current.eqz())
            code.set(end, (current.ctz().wrap() + sites) * array.stride)
            code.set(current, current & (current - 1))
            code.set(at, select(at, end.shr_u(3), at > end.shr_u(3)))
            code.set(end, (end + (array.stride - 1)).shr_u(3))
            with code.forever() as all_:
                code.br_if(all_, (at > end) | (at >= whole))
                with code.if_(word.tee(MemoryPlace(WORD, at * WORD.bytes, array.base).load()).nonzero()):
                    mix_hash(code, h, word + at.extend_u() * HASH_START + number)
                code.increase(at, 1)
        code.increase(sites, 64)
    code.increase(number, whole * HASH_START)


def _mix_blocks(
    code: Body, h: LocalVariable, word: LocalVariable, number: LocalVariable, at: LocalVariable, end: int
) -> None:
    """Emit a loop that adds the words from address `at` to address `end` to the hash `h`, BLOCK words in a pass. It
    skips blocks in which all words are 0."""
    block = [MemoryPlace(WORD, at, WORD.bytes * i).load() for i in range(BLOCK)]
    with code.loop() as again:
        with code.if_(union(block).nonzero()):
            for found in block:
                mix_word(code, h, word, found, number)
        with code.else_():
            code.increase(number, BLOCK * HASH_START)
        code.br_if(again, at.tee(at + WORD.bytes * BLOCK).lt_u(end))


def mix_word(code: Body, h: LocalVariable, word: LocalVariable, found: Operand, number: LocalVariable) -> None:
    """Emit code that adds the next word of a position to the hash `h`, unless the word is 0. `number` is the word's
    index times HASH_START; the code advances it."""
    with code.if_(word.tee(found).nonzero()):
        mix_hash(code, h, word + number)
    code.increase(number, HASH_START)


def mix_hash(code: Body, h: LocalVariable, word: Operand) -> None:
    """Emit code that adds one word to the hash `h`, a local."""
    code.set(h, h.tee((h ^ word) * HASH_FACTOR) ^ h.shr_u(32))


def rings_body(unit: Unit) -> Body:
    """Build the function `()`, which computes and stores the size of every ring: the number of items before the first
    0."""
    code = Body("rings", (), ())
    ring, size = code.local(I32), code.local(I32)
    for cell in unit.machine.cells:
        if cell.kind == "ring":
            _count_rings(code, cell, unit.memory.cells[cell.name], ring, size)
    return code


def _count_rings(code: Body, cell: Cell, array: Array, ring: LocalVariable, size: LocalVariable) -> None:
    code.set(ring, 0)
    with code.forever() as done:
        code.br_if(done, ring.ge_u(array.count))
        code.set(size, 0)
        with code.forever() as counted:
            code.br_if(counted, size.ge_u(cell.capacity))
            code.br_if(counted, array.at((ring * cell.capacity + size) * array.width.bytes).load().eqz())
            code.increase(size, 1)
        code.store(array.size_of(ring), size)
        code.increase(ring, 1)
