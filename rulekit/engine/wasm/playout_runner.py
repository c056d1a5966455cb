"""Plays whole random games and counts them, with a module of its own, separate from the stepping module."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from ...machine.option_labels import Sorts
from ...machine.program import Chance, Decision, End, Machine
from ..figures import figure_names, figure_values, find_broken_invariant
from ..interface import CHANCES_IN_A_ROW, DECISIONS_PER_MOVE, Counting, Engine, GameColumns, GameFault, Playouts
from .compilation import CompiledModule, Purpose
from .emitted import MOST_SLOTS, PLAY_MANY
from .encoding import wrap_signed
from .game_records import GameRecords
from .memory_layout import BROKEN, FAULT, GAME, LAST, LISTED, PLAYING
from .playout_results import CountedNames, Counts
from .sandbox import Sandbox, Trapped

MOST_MOVES = ((1 << 31) - 1) // DECISIONS_PER_MOVE
PURPOSES: dict[Counting, Purpose] = {
    "plain": "playouts",
    "detailed": "detailed playouts",
    "watched": "watched playouts",
}
Progress = Callable[[int], None]
# passes through the dispatch in one call of the module; only between calls can the host react to an interruption
STEPS = 1 << 20
MANY = 64  # games; from this number on, games are interleaved if the module can do that


class PlayoutTrapped(Exception):
    """Raised if a game breaks off. It has the number of the game, the trap, and the number of the fault recorded before
    it."""

    def __init__(self, game: int, trap: Trapped, fault: int) -> None:
        super().__init__(str(trap))
        self.game, self.trap, self.fault = game, trap, fault

    @staticmethod
    def read(memory: ctypes.Array[ctypes.c_ubyte], trap: Trapped) -> PlayoutTrapped:
        """Return the exception for a trap. The number of the game and of the fault are in the module's memory."""
        (game,) = struct.unpack_from("<Q", memory, GAME.offset)
        (fault,) = struct.unpack_from("<i", memory, FAULT.offset)
        return PlayoutTrapped(game, trap, fault)


def replay_fault(engine: Engine, game: int, seed: int, max_moves: int | None, counting: Counting) -> GameFault | None:
    """Replay, step by step, a game that broke off. Return its fault, with the state before the fault.

    The fault may come from an invariant or a figure if they are evaluated. Return None if no step faults: for endless
    chances in a row, there is no state before the fault."""
    nodes = {node.id: node for node in engine.machine.nodes}
    try:
        state, moves, chances = engine.start(seed, game), 0, 0
        while not isinstance(node := nodes[state.node], End):
            if isinstance(node, Chance):
                if chances == CHANCES_IN_A_ROW:
                    return None
                state, chances = engine.chance(state), chances + 1
                continue
            chances = 0
            if counting == "watched":
                # evaluated first, because a fault in the options comes before a fault in an invariant
                engine.options(state)
                find_broken_invariant(engine, state, False)
            moves += isinstance(node, Decision) and node.move
            if max_moves is not None and moves > max_moves:
                return None
            option, state = engine.pick(state)
            state = engine.apply(state, option)
        if counting == "watched":
            find_broken_invariant(engine, state, True)
        if counting != "plain":
            figure_values(engine, state)
    except GameFault as fault:
        return fault
    return None


class PlayoutRunner:
    """Plays games with one module, in one thread. `why` has a line for each optimisation pass of the machine."""

    def __init__(self, machine: Machine, module: CompiledModule, counting: Counting = "plain") -> None:
        """Prepare a runner. `module` must be compiled for playouts with this kind of counting."""
        self.why = list(module.why)
        self.module = module.emitted.bytes
        self._players = machine.players
        self._clauses = [clause.id for clause in machine.clauses]
        sorts = None if counting == "plain" else Sorts.of(machine)
        promised = tuple(invariant.name for invariant in machine.invariants)
        self._names = CountedNames(module.emitted.clauses, sorts, figure_names(machine.figures), promised)
        self._memory = module.emitted.memory
        self._sandbox = Sandbox(module.compiled)
        self._interleaved = module.emitted.interleaved

    def play(
        self, games: range, seed: int, max_moves: int | None, each: bool, batch: int, progress: Progress | None
    ) -> Playouts:
        """Play the games with these numbers and return their counts. Raise PlayoutTrapped if a game breaks off."""
        most = -1 if max_moves is None else min(max_moves, MOST_MOVES)
        if self._interleaved and not each and len(games) >= MANY:
            go_on = partial(self.go_on, most=most, steps=max(STEPS // MOST_SLOTS, 1), function=PLAY_MANY)
            # if a game breaks off, all games are played again below, one after another, to find the first that does
            with suppress(PlayoutTrapped):
                return self._play(games, seed, go_on, False, batch, progress)
        return self._play(games, seed, partial(self.go_on, most=most, steps=STEPS, each=each), each, batch, progress)

    def _play(
        self, games: range, seed: int, go_on: Callable[[int], int], each: bool, batch: int, progress: Progress | None
    ) -> Playouts:
        counts = Counts(self._memory, self._players, self._names, self.memory)
        counts.clear()
        self.begin(games.start, seed, games.stop)
        done = 0
        while done < len(games):
            done += go_on(min(batch, len(games) - done))
            counts.collect(each)
            if struct.unpack_from("<i", self.memory, BROKEN.offset)[0]:
                break
            if progress is not None:
                progress(done)
        return counts.result(each, struct.unpack_from("<Q", self.memory, GAME.offset)[0])

    @property
    def memory(self) -> ctypes.Array[ctypes.c_ubyte]:
        return self._sandbox.memory

    def begin(self, first: int, seed: int, behind: int = 0) -> None:
        """Prepare to play from game `first` with this seed. Interleaved play will start only games with numbers below
        `behind`."""
        self._sandbox.call("rekey", wrap_signed(seed, 64))
        struct.pack_into("<Q", self.memory, GAME.offset, first)
        struct.pack_into("<Q", self.memory, LAST.offset, behind)
        for word in (PLAYING, BROKEN):
            struct.pack_into("<i", self.memory, word.offset, 0)

    def go_on(self, games: int, most: int = -1, steps: int = STEPS, each: bool = False, function: str = "play") -> int:
        """Continue play until `games` games have finished, or for `steps` passes through the dispatch. Return the
        number of games finished. `most` limits the moves of a game (-1: no limit). Raise PlayoutTrapped if a game
        breaks off."""
        struct.pack_into("<i", self.memory, LISTED.offset, 0)
        try:
            played: int = self._sandbox.call(function, games, most, steps, int(each))
        except Trapped as trap:
            raise PlayoutTrapped.read(self.memory, trap) from None
        return played

    def columns(self, games: range, seed: int, max_moves: int | None) -> GameColumns:
        """Play these games one by one and return the counts of each game as columns. Raise PlayoutTrapped if a game
        breaks off."""
        records = GameRecords(self._memory, self._players, self._names, self.memory)
        self.begin(games.start, seed)
        most = -1 if max_moves is None else min(max_moves, MOST_MOVES)
        for _ in games:
            records.clear()
            while not self.go_on(1, most, each=True):
                pass
            records.collect()
        return records.columns(self._clauses)
