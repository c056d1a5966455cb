"""Samples worlds that a player cannot tell from the true one, by the Markov chain of a module (`world_code.py`)."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from ...machine.program import Machine
from ..interface import State
from .compilation import CompiledModule
from .instance import HERE, SteppingInstance
from .sandbox import Sandbox, Trapped
from .world_memory import MOST_RESTS, WorldMemory


class WorldSampler:
    """A chain of worlds for one position of a game, in one thread. Equal seeds and calls give equal worlds."""

    def __init__(self, machine: Machine, module: CompiledModule) -> None:
        self._instance = SteppingInstance(machine, module.emitted.memory, Sandbox(module.compiled))
        self._worlds = WorldMemory.of(module.emitted.memory, len(machine.nodes))
        self._numbers = {node.id: number for number, node in enumerate(machine.nodes)}
        self._rests = 0

    def learn(self, first: State, choices: Sequence[int], player: int, seed: int) -> None:
        """Take the position after these choices, in which it is this player's turn; `choices` has the option or outcome
        of each rest from the state `first` on. Raises ValueError if the position is too long after it, or the choices
        are impossible."""
        if len(choices) > MOST_RESTS:
            raise ValueError(f"worlds are sampled for at most {MOST_RESTS} decisions and chances, not {len(choices)}")
        memory, worlds = self._instance.bytes, self._worlds
        struct.pack_into(f"<{len(choices)}i", memory, worlds.choices.base, *choices)
        struct.pack_into("<i", memory, worlds.observer.offset, player)
        struct.pack_into("<Q", memory, worlds.random.offset, seed & (1 << 64) - 1)
        self._instance.load(first.packed)
        self._instance.words[HERE] = self._numbers[first.node]
        self._rests = len(choices)
        if not self._instance.sandbox.call("learn", len(choices)):
            raise ValueError("these choices do not lead to a decision of this player")

    @property
    def changeable(self) -> int:
        """Return how many of the hidden choices and shuffles can be changed."""
        return self._get(self._worlds.free.offset)

    @property
    def changed(self) -> int:
        """Return how many proposals were accepted since the module was made."""
        return self._get(self._worlds.changed.offset)

    def resample(self, tries: int) -> None:
        """Make this many proposals; those in which the rules break off count as refused."""
        while tries:
            try:
                self._instance.sandbox.call("resample", tries)
                return
            except Trapped:
                tries = self._get(self._worlds.tries.offset)

    def world(self) -> bytes:
        """Return the cells of the present world in the position, with the sizes of rings."""
        worlds = self._worlds
        at = worlds.states + worlds.block * self._rests
        return bytes(self._instance.bytes[at : at + worlds.cells])

    def _get(self, offset: int) -> int:
        found: int = struct.unpack_from("<i", self._instance.bytes, offset)[0]
        return found
