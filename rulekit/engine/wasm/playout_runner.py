"""Whole games of random players, counted: the module that plays them, and the calls it takes.

The module is another one than that which goes step by step, made when it is first asked for.  What a fault means, with
the state it came from, is `runner.py`'s to find out.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from ...machine.program import Machine
from ...machine.sorts import Sorts
from ..figures import figure_names
from ..interface import DECISIONS_PER_MOVE, Counting, Playouts
from .compilation import CompiledModule, Purpose
from .instance import keys_of
from .memory_layout import BROKEN, FAULT, GAME, LISTED, PLAYING
from .playout_results import CountedNames, Counts
from .sandbox import Sandbox, Trapped

MOST_MOVES = ((1 << 31) - 1) // DECISIONS_PER_MOVE
PURPOSES: dict[Counting, Purpose] = {
    "plain": "playouts",
    "detailed": "detailed playouts",
    "watched": "watched playouts",
}
STEPS = 1 << 20  # decisions in one call of the module, so that an interruption is noticed


class PlayoutTrapped(Exception):
    """A game broke off by a trap: which game, the trap, and the number of the fault that was recorded before it."""

    def __init__(self, game: int, trap: Trapped, fault: int) -> None:
        super().__init__(str(trap))
        self.game, self.trap, self.fault = game, trap, fault


class PlayoutRunner:
    """Plays; for one thread.  `why` has a line for each pass that the machine went through."""

    def __init__(self, machine: Machine, module: CompiledModule, counting: Counting = "plain") -> None:
        """`module`: the one made for such playouts."""
        self.why = list(module.why)
        self.module = module.emitted.bytes
        self._players = machine.players
        detailed = counting != "plain"
        sorts = Sorts.of(machine) if detailed else None
        measured, promised = figure_names(machine.figures), tuple(i.name for i in machine.invariants)
        self._names = CountedNames(module.emitted.clauses, sorts, measured, promised, detailed)
        self._memory = module.emitted.memory
        self._sandbox = Sandbox(module.compiled)
        self._streams = module.emitted.streams

    def play(
        self,
        games: range,
        seed: int,
        max_moves: int | None,
        each: bool,
        batch: int,
        progress: Callable[[int], None] | None,
    ) -> Playouts:
        """The games of these numbers.  Raises PlayoutTrapped."""
        counts = Counts(self._memory, self._players, self._names, self._sandbox.memory)
        counts.clear()
        bytes_ = self._sandbox.memory
        keys = keys_of(seed, self._streams)
        struct.pack_into(f"{len(keys)}s", bytes_, self._memory.keys.base, keys)
        struct.pack_into("<Q", bytes_, GAME.offset, games.start)
        for word in (PLAYING, BROKEN):
            struct.pack_into("<i", bytes_, word.offset, 0)
        most = -1 if max_moves is None else min(max_moves, MOST_MOVES)
        done = 0
        while done < len(games):
            struct.pack_into("<i", bytes_, LISTED.offset, 0)
            try:
                done += self._sandbox.call("play", min(batch, len(games) - done), most, STEPS, int(each))
            except Trapped as trap:
                (game,) = struct.unpack_from("<Q", bytes_, GAME.offset)
                (fault,) = struct.unpack_from("<i", bytes_, FAULT.offset)
                raise PlayoutTrapped(game, trap, fault) from None
            counts.collect(each)
            if struct.unpack_from("<i", bytes_, BROKEN.offset)[0]:
                break
            if progress is not None:
                progress(done)
        return counts.result(each, struct.unpack_from("<Q", bytes_, GAME.offset)[0])
