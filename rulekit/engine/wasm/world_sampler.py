"""Sample worlds (games that a player cannot distinguish from the true one) by the Markov chain of a module
(`world_code.py`).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from attrs import frozen

from ...machine.program import Machine
from ..interface import State
from .compilation import CompiledModule
from .instance import HERE, SteppingInstance
from .sandbox import Sandbox, Trapped
from .world_memory import MOST_RESTS, WorldMemory


@frozen
class WatchedPast:
    """A game up to a decision of the player who watches it: the state at the first decision or chance, and the option
    or outcome at this one and each later one."""

    player: int
    first: State
    choices: Sequence[int]


class WorldSampler:
    """A chain of worlds for one position of a game, in one thread. Equal seeds and equal calls give equal worlds."""

    def __init__(self, machine: Machine, module: CompiledModule) -> None:
        self._instance = SteppingInstance(machine, module.emitted.memory, Sandbox(module.compiled))
        self._worlds = WorldMemory.of(module.emitted.memory, len(machine.nodes))
        self._start = module.emitted.memory.start
        self._numbers = {node.id: number for number, node in enumerate(machine.nodes)}

    def learn(self, past: WatchedPast, seed: int) -> None:
        """Begin a chain for the position after this past. Raise ValueError if the past is too long, or does not lead to
        a decision of its player."""
        choices, first = past.choices, past.first
        if len(choices) > MOST_RESTS:
            raise ValueError(f"worlds are sampled for at most {MOST_RESTS} decisions and chances, not {len(choices)}")
        memory, worlds = self._instance.bytes, self._worlds
        struct.pack_into(f"<{len(choices)}i", memory, worlds.choices.base, *choices)
        struct.pack_into("<i", memory, worlds.observer.offset, past.player)
        struct.pack_into("<Q", memory, worlds.random.offset, seed & (1 << 64) - 1)
        self._instance.load(first.packed)
        self._instance.words[HERE] = self._numbers[first.node]
        if not self._instance.sandbox.call("learn", len(choices)):
            raise ValueError("these choices do not lead to a decision of this player")

    @property
    def changeable(self) -> int:
        """Return the number of hidden choices and shuffles in the present world that can be changed."""
        return self._get(self._worlds.free.offset)

    @property
    def changed(self) -> int:
        """Return the number of proposals accepted since the module was instantiated."""
        return self._get(self._worlds.changed.offset)

    def resample(self, tries: int) -> None:
        """Make this many proposals. Proposals in which the rules fault count as refused."""
        while tries:
            try:
                self._instance.sandbox.call("resample", tries)
                return
            except Trapped:
                tries = self._get(self._worlds.tries.offset)

    @property
    def rests(self) -> int:
        """Return the number of decisions and chances in the present world before the position."""
        return self._get(self._worlds.rests.offset)

    @property
    def untold_since(self) -> int:
        """Return the first rest (number of a decision or chance) since which the player was told nothing."""
        vector = self._worlds.logs
        logs = struct.unpack_from(f"<{self.rests + 1}Q", self._instance.bytes, vector.base)
        return logs.index(logs[-1])

    def node(self, rest: int) -> int:
        """Return the number of the node at this rest (decision or chance) of the present world."""
        found = self._get(self._worlds.nodes[rest].offset)
        return max(found, ~found)

    def world(self, rest: int | None = None) -> bytes:
        """Return the cells of the present world, with the sizes of rings: at the position, or at an earlier rest
        (decision or chance)."""
        self._instance.sandbox.call("reach", self.rests if rest is None else rest)
        return bytes(self._instance.bytes[self._start : self._start + self._worlds.cells])

    def _get(self, offset: int) -> int:
        found: int = struct.unpack_from("<i", self._instance.bytes, offset)[0]
        return found
