"""Builds the function that makes a step in each of many games, so that the host crosses into the module once.

`step_all(games, observed) -> refused` takes the option in `options` in each game; FRESH begins a new game there. It
draws chances, and then lists for each game the options at the decision that follows. It returns 1 + the number of the
first game that does not offer its option, before which all have made their step, or 0. `adapters/batch.py` calls it.
"""

from __future__ import annotations

from itertools import accumulate

from attrs import frozen

from ...machine.program import PAYOFF
from ..packing import INT
from .code_generation import Unit, load_number
from .driver import emit_offered
from .emitted import CHANCE, MOVE, DispatchTables
from .encoding import I32
from .function_builder import Body
from .memory_layout import COUNT, GAME, NODE, PAGE, PASSED, Memory, Vector, align
from .operands import MemoryPlace, Operand, call, call_indirect, constant_place, i32
from .runtime_support import add_support_function

FRESH = -1
MOST_GAMES = 1 << 12
MOST_BYTES = 1 << 26
"""Bytes for the games of a batch; the size of a game's cells and lists limits how many they are."""


@frozen
class BatchMemory:
    """The region for the games of a batch, after all other memory. A vector has a number for each game, except
    `payoffs`, with one for each player, `uses`, with `streams`, and `lists`, with `listed`."""

    games: int  # how many games fit
    current: MemoryPlace  # the game that makes its step
    first: MemoryPlace  # the node at which a new game begins
    nodes: Vector
    options: Vector  # what to take next, from the host
    numbers: Vector  # the number of the game, from which chance follows
    players: Vector  # who decides; 0 at the end
    counts: Vector  # how many options are listed; 0 at the end
    payoffs: Vector
    uses: Vector
    lists: Vector
    streams: int
    listed: int
    sights: int  # the addresses of what each player who decides sees, of the cells of a new game, of those of each game
    fresh: int
    cells: int
    size: int  # bytes of the cells, with the sizes of rings
    end: int

    @staticmethod
    def of(memory: Memory, players: int) -> BatchMemory:
        """Lay out the region."""
        size, streams = memory.end - memory.start, (memory.start - memory.uses.base) // INT.bytes
        listed = (memory.counts.base - memory.list.base) // INT.bytes
        each = INT.bytes * (5 + players + streams + listed) + memory.sight_bytes + size
        games = max(1, min(MOST_GAMES, MOST_BYTES // each))
        widths = (1, 1, 1, 1, 1, players, streams, listed)
        *bases, at = accumulate((INT.bytes * games * width for width in widths), initial=memory.pages * PAGE + 8)
        nodes, options, numbers, deciders, counts, payoffs, uses, lists = (Vector(base, INT) for base in bases)
        fresh = align(at + memory.sight_bytes * games, 8)
        cells = fresh + size
        current, first = (constant_place(INT, memory.pages * PAGE + INT.bytes * i) for i in range(2))
        return BatchMemory(
            games, current, first, nodes, options, numbers, deciders, counts, payoffs, uses, lists, streams, listed,
            at, fresh, cells, size, cells + size * games,
        )  # fmt: skip


def add_batch(unit: Unit, tables: DispatchTables) -> None:
    """Add `step_all` to a module that goes step by step."""
    batch = BatchMemory.of(unit.memory, unit.machine.players)
    unit.assembly.pages = -(-batch.end // PAGE)
    add_support_function(unit, "step_all", _step_all_body(unit, batch, tables), export="step_all")


def _step_all_body(unit: Unit, batch: BatchMemory, tables: DispatchTables) -> Body:
    code = Body("step_all", (I32, I32), (I32,))
    memory, run = unit.memory, unit.support["run_until_standing"]
    games, observed = code.arguments
    game, node, option, count, player, own = (code.local(I32) for _ in range(6))
    uses, payoffs = INT.bytes * batch.streams, Vector(memory.cells[PAYOFF].base, memory.cells[PAYOFF].width)
    with code.forever() as done:
        code.br_if(done, game >= games)
        code.store(batch.current, game)
        code.set(own, game * batch.size + batch.cells)
        code.store(GAME, batch.numbers[game].load().extend_u())
        code.call(unit.support["reset"])
        with code.if_(option.tee(batch.options[game].load()) == FRESH):
            _copy_cells(code, memory, i32(memory.start), i32(batch.fresh))
            code.fill(memory.uses.base, 0, uses)
            code.set(node, batch.first.load())
        with code.else_():
            listed = game * (INT.bytes * batch.listed) + batch.lists.base
            with code.if_(emit_offered(code, batch.counts[game].load(), listed, option).eqz()):
                code.return_(game + 1)
            _copy_cells(code, memory, i32(memory.start), own)
            code.copy(memory.uses.base, game * uses + batch.uses.base, uses)
            code.store(PASSED, node.tee(batch.nodes[game].load()))
            code.set(node, call_indirect(tables.take, node, option))
        with code.loop() as again:
            code.call(run, node, 0, -1)
            with code.if_(memory.kinds[node.tee(NODE.load())].load() == CHANCE):
                code.set(node, call_indirect(tables.draw, node))
                code.br(again)
        code.store(batch.nodes[game], node)
        code.set(count, 0)
        code.set(player, 0)
        with code.if_(memory.kinds[node].load().le_u(MOVE)):
            code.set(count, COUNT.load())
            code.copy(game * (INT.bytes * batch.listed) + batch.lists.base, memory.list.base, count * INT.bytes)
            code.set(player, call_indirect(tables.who, node))
        code.store(batch.counts[game], count)
        code.store(batch.players[game], player)
        for seat in range(unit.machine.players):
            code.store(batch.payoffs[game * unit.machine.players + seat], load_number(payoffs[seat]))
        with code.if_(observed):
            code.push(call(unit.support["observe"], player))
            code.drop()
            code.copy(game * memory.sight_bytes + batch.sights, memory.sight, memory.sight_bytes)
        _copy_cells(code, memory, own, i32(memory.start))
        code.copy(game * uses + batch.uses.base, memory.uses.base, uses)
        code.increase(game, 1)
    code.push(i32(0))
    return code


def _copy_cells(code: Body, memory: Memory, to: Operand, source: Operand) -> None:
    """Emit a copy of the cells of a game, without the unused part of a history."""
    filled, sizes = memory.filled(source)
    code.copy(to, source, filled)
    if sizes:
        after = memory.sizes - memory.start
        code.copy(to + after, source + after, sizes)
