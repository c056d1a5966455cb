"""Builds the function that makes a step in each of many games, so that the host calls the module only once.

`step_all(games, observed) -> refused` takes in each game the option that the host wrote to `options`; the value FRESH
begins a new game instead. It draws the chances that follow, and then lists the options at the next decision of each
game. If `observed`, it also writes what the deciding player sees. If a game does not offer its option, the function
stops there and returns 1 + the number of that game; all games before it have made their step. Otherwise it returns 0.
`adapters/batch.py` calls it.
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
    """The region for the games of a batch, after all other memory. Each vector has one number for each game, except:
    `payoffs` has a number for each player of each game, `uses` has `streams` numbers for each game, and `lists` has
    `listed`."""

    games: int  # the number of games for which there is room
    current: MemoryPlace  # the number of the game that is making its step
    first: MemoryPlace  # the node at which a new game begins
    nodes: Vector
    options: Vector  # the option to take in each game, written by the host
    numbers: Vector  # the number that determines a game's chances
    players: Vector  # the player who decides; 0 at the end of a game
    counts: Vector  # the number of options listed; 0 at the end of a game
    payoffs: Vector
    uses: Vector
    lists: Vector
    streams: int
    listed: int
    # addresses: `sights` what the deciding player of each game sees, `fresh` cells of a new game, `cells` of each game
    sights: int
    fresh: int
    cells: int
    size: int  # the bytes of one game's cells, with the sizes of rings
    end: int

    @staticmethod
    def of(memory: Memory, players: int) -> BatchMemory:
        """Lay out the region for as many games as fit, at most MOST_GAMES."""
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
        )  # packed, not one item per line  # fmt: skip


def add_batch(unit: Unit, tables: DispatchTables) -> None:
    """Add `step_all` to a stepping module (one that the host calls for each step of a game)."""
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
    """Emit code that copies the cells of a game, except for the unused part of a history."""
    filled, sizes = memory.filled(source)
    code.copy(to, source, filled)
    if sizes:
        after = memory.sizes - memory.start
        code.copy(to + after, source + after, sizes)
