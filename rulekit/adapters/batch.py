"""Plays many games of one rulebook at once: one call of the WebAssembly module makes a step in each
(`engine/wasm/batch_code.py`).
"""

from __future__ import annotations

import secrets
from typing import Any

from ..engine.interface import NotAnOption
from ..engine.wasm import WasmEngine
from ..engine.wasm.batch_code import FRESH, BatchMemory
from ..engine.wasm.instance import SteppingInstance
from ..engine.wasm.operands import MemoryPlace
from ..engine.wasm.sandbox import Sandbox, Trapped
from ..play.game import ConfiguredGame, GameState
from . import missing_extra

try:
    import numpy as np
except ImportError as error:
    raise missing_extra("gymnasium", error) from error
Array = Any


class Batch:
    """A batch of `count` games, for one thread. These arrays have a row for each game and change at each step:

    `players` has the player who decides, `counts` the number of options (0 at the end of a game), and `payoffs` the
    payoffs. `lists` has the options themselves: in each row, the first `counts` numbers. `sights` has the packed
    observation of the player who decides, if `step` was called with `observed`.

    Games with the same seed are numbered; each new game gets the next number."""

    def __init__(self, game: ConfiguredGame, count: int) -> None:
        engine, machine = game.engine, game.machine
        module = (engine if isinstance(engine, WasmEngine) else WasmEngine(machine)).modules.get("batch")
        self.game, self.count = game, count
        self._instance = SteppingInstance(machine, module.emitted.memory, Sandbox(module.compiled))
        self._memory = memory = BatchMemory.of(module.emitted.memory, machine.players)
        if not 0 < count <= memory.games:
            raise ValueError(f"a batch of {game.name} has 1 to {memory.games} games, not {count}")
        self._bytes = np.frombuffer(self._instance.bytes, np.uint8)
        self._options, self._numbers = self._view(memory.options.base), self._view(memory.numbers.base)
        self.players, self.counts = self._view(memory.players.base), self._view(memory.counts.base)
        self.payoffs = self._view(memory.payoffs.base, machine.players)
        self.lists = self._view(memory.lists.base, memory.listed)
        self.sights = self._bytes[memory.sights :][: count * module.emitted.memory.sight_bytes].reshape(count, -1)
        self._nodes, self._uses = self._view(memory.nodes.base), self._view(memory.uses.base, memory.streams)
        self._ids = [node.id for node in machine.nodes]
        self.reset(secrets.randbits(63))

    def _view(self, at: int, columns: int | None = None) -> Array:
        shape = (self.count,) if columns is None else (self.count, columns)
        return self._bytes[at : at + 4 * int(np.prod(shape))].view("<i4").reshape(shape)

    def reset(self, seed: int | None, observed: bool = False) -> None:
        """Begin a new game in each row. With a seed, they are the first games of this seed; without one, the next games
        of the last seed."""
        if seed is not None:
            self._first, self._next = self.game.begun(seed), 0
            self._instance.load(self._first.packed)
            fresh, at = self._instance.block, self._memory.fresh
            self._instance.bytes[at : at + len(fresh)] = fresh
            self._word(self._memory.first)[0] = self._ids.index(self._first.node)
            self._instance.key(seed, 0)
        self.step(np.full(self.count, FRESH), observed)

    def _word(self, place: MemoryPlace) -> Array:
        return self._bytes[place.offset : place.offset + 4].view("<i4")

    def step(self, options: Array, observed: bool = False) -> None:
        """Take an option in each game; FRESH begins a new game instead. Raise NotAnOption or GameFault if a game cannot
        make its step. Then all games before it have made their step."""
        fresh = np.flatnonzero(options == FRESH)
        self._numbers[fresh] = np.arange(self._next, self._next + len(fresh))
        self._next += len(fresh)
        self._options[:] = options
        try:
            refused = self._instance.sandbox.call("step_all", self.count, int(observed))
        except Trapped as trap:
            before = self.state(int(self._word(self._memory.current)[0]))
            raise self._instance.fault_of(trap, before.raw) from None
        if refused:
            raise NotAnOption(f"game {refused - 1} does not offer option {options[refused - 1]} now")

    def masks(self, actions: int) -> Array:
        """Return a mask for each game: a row of `actions` numbers, 1 for each option offered and 0 for all others."""
        counts = self.counts
        rows = np.repeat(np.arange(self.count), counts)
        places = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        found = np.zeros((self.count, actions), np.int8)
        found[rows, self.lists[rows, places]] = 1
        return found

    def state(self, at: int) -> GameState:
        """Return the state of the game in this row, without its past."""
        instance, cells = self._instance, self._memory.cells + self._memory.size * at
        instance.block[:] = instance.bytes[cells : cells + self._memory.size]
        packed, uses = instance.read_cells(), self._uses[at].view("<u4").tolist()[: len(self._first.uses)]
        raw = self._first._replace(
            node=self._ids[self._nodes[at]], packed=packed, uses=tuple(uses), game=int(self._numbers[at])
        )
        return GameState(self.game, raw, None)
