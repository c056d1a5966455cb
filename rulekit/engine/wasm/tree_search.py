"""Search the positions of one whole game, with the Monte Carlo tree search in a module (`search_code.py`)."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterator, Sequence
from typing import ClassVar

from attrs import frozen

from ...machine.program import Decision, Machine
from ..argument_validation import whole_number
from .compilation import CompiledModule
from .emitted import Emitted
from .encoding import wrap_signed
from .information_tree import EXPLORED
from .memory_layout import GAME, NO_FAULT
from .operands import MemoryPlace
from .playout_runner import MOST_MOVES, PlayoutTrapped
from .sandbox import Sandbox, Trapped
from .search_memory import MOST_PATH, MOST_SCRIPT, RECORD, SearchMemory
from .world_sampler import WatchedPast, WorldSampler

BURN_IN, BETWEEN = 200, 2
"""Proposals for each hidden choice or shuffle that can be changed: before the first world, and from one to the next."""
OF_WORLD = 4
"""Simulations that begin in the same world."""
ALL_ALIKE = 1e9
"""A constant of UCT with which the option with the fewest visits has the best bound."""
SLICE = 256
"""Simulations in one call of the module; the clock is read and interruptions are noticed in between."""


@frozen
class OptionStatistics:
    """The statistics of an option at the root: how many simulations chose it, and the mean payoff of the deciding
    player in these."""

    visits: int = 0
    mean: float = 0.0


class TreeSearch:
    """A search tree for one game at a time, in one thread. Equal seeds and equal calls give equal results.

    A position is identified by its script, the list of all choices that lead to it: the index of the option among those
    offered, for each decision with several options; and the outcome of each chance. When the search goes on to a later
    position of the same game, its subtree is kept."""

    informed: ClassVar[bool] = False

    def __init__(self, machine: Machine, module: CompiledModule, flat: bool = False) -> None:
        """Prepare a search; `module` must be compiled for it. A `flat` search has no tree: it tries all options at the
        root equally often (flat Monte Carlo)."""
        self.machine = machine
        self._emitted: Emitted = module.emitted
        self._sandbox = Sandbox(module.compiled)
        self._tree = SearchMemory.of(module.emitted.memory, machine.players, self.informed)
        self._won = [self._tree.won[number] for number in range(machine.players)]
        self._flat = flat
        self.seed = 1  # after a change of the seed, the tree is empty again
        self._begun_with = 0
        self._script: tuple[int, ...] | None = None
        self._stopped = False

    @property
    def memory(self) -> ctypes.Array[ctypes.c_ubyte]:
        return self._sandbox.memory

    def go_to(self, script: Sequence[int]) -> bool:
        """Make the position after this script the root. Return whether a player can choose between several options
        there."""
        wanted = tuple(script)
        before = self._script if self.seed == self._begun_with else None
        if wanted == before:
            return self._stopped
        if before is None or wanted[: len(before)] != before or not self._stopped:
            self._begin()
            rest = wanted
        else:
            rest = wanted[len(before) :]
        self._script = None
        parts = [rest[at : at + MOST_SCRIPT] for at in range(0, len(rest), MOST_SCRIPT)] or [()]
        for part in parts:
            self._write(f"<{len(part)}i", self._tree.script, *part)
            self._put(self._tree.left, len(part))
            self._put(self._tree.next, self._tree.script)
            try:
                self._stopped = bool(self._call("follow", -1))
            except PlayoutTrapped as trapped:
                if trapped.fault == NO_FAULT and not self._get(self._tree.left):
                    raise ValueError("the script ends before a chance; it must have the outcome, too") from None
                raise
        self._script = wanted
        return self._stopped

    def search(self, simulations: int, most_moves: int | None = None) -> None:
        """Play this many simulations from the root. A game is stopped after `most_moves` more moves; its payoffs are
        then what they are at this point."""
        if not self._stopped:
            raise ValueError("nobody has a choice here")
        left, most = whole_number("simulations", simulations, 0), -1
        if most_moves is not None:
            most = min(self._get(self._tree.kept[1][1]) + most_moves, MOST_MOVES)
        while left:
            part = min(left, SLICE)
            self._call("search", part, most)
            left -= part

    def wins(self, simulations: int, most_moves: int | None = None) -> tuple[int, ...]:
        """Play this many simulations from the root; return how many of them each player won."""
        for won in self._won:
            self._put(won, 0)
        self.search(simulations, most_moves)
        return tuple(map(self._get, self._won))

    def options(self) -> tuple[OptionStatistics, ...]:
        """Return the statistics of each option at the root, in order; () before the first search."""
        (node,) = struct.unpack_from("<4xi", self.memory, self._get(self._tree.root))
        (count,) = struct.unpack_from("<8xi", self.memory, node) if node else (0,)
        found = (struct.unpack_from("<i12xd", self.memory, node + RECORD * k) for k in range(1, count + 1))
        return tuple(OptionStatistics(visits, total / visits if visits else 0.0) for visits, total in found)

    def best(self) -> int:
        """Return the index of the option with the most visits at the root. Among equals, and in a flat search, return
        the one with the best mean."""
        found = self.options()
        if self._flat:
            return max(range(len(found)), key=lambda k: (found[k].visits > 0, found[k].mean), default=0)
        return max(range(len(found)), key=lambda k: (found[k].visits, found[k].mean), default=0)

    def _begin(self) -> None:
        """Discard the tree, and prepare a new game with the present seed."""
        self._begun_with = self.seed
        self._sandbox.call("rekey", wrap_signed(self.seed, 64))
        self._write("<Q", GAME.offset, 0)
        self._write("<Q", self._tree.random.offset, self.seed)
        self._write("<d", self._tree.exploration.offset, ALL_ALIKE if self._flat else 1.0)
        self._put(self._tree.deepest, 2 + self.informed if self._flat else MOST_PATH)
        self._put(self._tree.flat, int(self._flat))
        self._put(self._tree.root, 0)
        self._put(self._tree.lowest, 0)
        self._put(self._tree.highest, 0)
        self._put(self._tree.free, self._tree.tree)

    def _call(self, function: str, *arguments: int) -> int:
        try:
            return int(self._sandbox.call(function, *arguments) or 0)
        except Trapped as trap:
            self._script, self._stopped = None, False
            raise PlayoutTrapped.read(self.memory, trap) from None

    def _write(self, form: str, at: int, *values: int | float | bytes) -> None:
        struct.pack_into(form, self.memory, at, *values)

    def _put(self, place: MemoryPlace, value: int) -> None:
        self._write("<i", place.offset, value)

    def _get(self, place: MemoryPlace) -> int:
        found: int = struct.unpack_from("<i", self.memory, place.offset)[0]
        return found


class InformedSearch(TreeSearch):
    """A search of information sets, for one player who does not see everything. Each simulation begins in a sampled
    world: a game that this player cannot distinguish from the true one. Each position has a tree of its own.

    Suppose that others picked something since the player was last told anything, for example because all decide at the
    same time. Such picks are not part of the worlds, but are picked again in each simulation. So the player need not
    assume that the others pick evenly."""

    informed = True

    def __init__(self, machine: Machine, module: CompiledModule, sampler: WorldSampler, flat: bool = False) -> None:
        super().__init__(machine, module, flat)
        self._sampler = sampler
        self._offered: Sequence[int] = ()
        self._player = 0
        # in the true world; counting in the present world instead would favour worlds with few changeable choices
        self._changeable = 0
        self._view = (0, 0)  # the searching player's view: the node of the machine, and the key

    def stand_at(self, past: WatchedPast, entries: Sequence[int | None], offered: Sequence[int]) -> None:
        """Make the position after a past the root; its player is offered the options `offered`. `entries` has, for each
        choice of the past, its entry in the script, or None if the script has no entry for it."""
        self._script, self._offered, self._player = None, offered, past.player
        self._sampler.learn(past, self.seed)
        rest, end = self._first_decision(), len(entries)
        while rest < end and (entries[rest] is None or not self._is_decision(rest)):
            rest += 1
        if not self.go_to([entry for entry in entries[:rest] if entry is not None]):
            raise ValueError("nobody has a choice here")
        self._put(self._tree.observer, past.player)
        self._write("<Q", self._tree.told[past.player].offset, 0)
        self._set_cells(self._emitted.memory.start, end)
        self._put(self._tree.node, self._sampler.node(end))
        self._view = self._sampler.node(end), self._call("view", past.player)
        self._changeable = self._sampler.changeable
        self._sampler.resample(BURN_IN * self._changeable)

    def search(self, simulations: int, most_moves: int | None = None) -> None:
        """Play this many simulations from the root: a few in one world, then a few in the next."""
        while simulations:
            part = min(simulations, OF_WORLD)
            self._sampler.resample(BETWEEN * self._changeable)
            rest = self._first_decision()
            self._set_cells(self._tree.copy, rest)
            node = self.machine.nodes[self._sampler.node(rest)].id
            self._put(self._tree.kept[0][1], self._emitted.entries.index(node))
            super().search(part, most_moves)
            simulations -= part

    def options(self) -> tuple[OptionStatistics, ...]:
        """Return the statistics of each option at the root."""
        return self._options_and_mixing()[0]

    def best(self) -> int:
        """Return the index of an option. If some player does not see the pick, draw it from the mixed strategy: an
        option that others can foresee may be bad, however good each option is."""
        found, mixed = self._options_and_mixing()
        even = EXPLORED * sum(one.visits for one in found) / max(1, len(found))
        weights = [max(0.0, one.visits - even) for one in found]
        if not mixed or not any(weights):
            return super().best()
        (drawn,) = struct.unpack_from("<Q", self.memory, self._tree.random.offset)
        left = (drawn >> 11) * 2.0**-53 * sum(weights)
        at = 0
        while left >= weights[at] and at < len(weights) - 1:
            left -= weights[at]
            at += 1
        return at

    def _options_and_mixing(self) -> tuple[tuple[OptionStatistics, ...], bool]:
        """Return the statistics of each option, and whether the player should use a mixed strategy here."""
        found, mixed = {}, False
        view = next((v for v in self._children(self._tree.tree + RECORD * self._player) if v.key == self._view), None)
        if view is not None:
            mixed = view.count == 1
            for one in self._children(view.at):
                tries = one.count if mixed else one.visits
                found[one.key[1]] = OptionStatistics(one.visits, one.sum / tries if tries else 0.0)
        return tuple(found.get(option, OptionStatistics()) for option in self._offered), mixed

    def _children(self, record: int) -> Iterator[_Record]:
        (child,) = struct.unpack_from("<i", self.memory, record + 4)
        while child:
            visits, _, count, node, total, following, key = struct.unpack_from("<4id2i", self.memory, child)
            yield _Record(child, visits, count, total, (node, key))
            child = following

    def _first_decision(self) -> int:
        """Return the rest (decision or chance) of the present world at which simulations begin: the first decision
        since which the player was told nothing."""
        rest = self._sampler.untold_since
        while not self._is_decision(rest):
            rest += 1
        return rest

    def _is_decision(self, rest: int) -> bool:
        return isinstance(self.machine.nodes[self._sampler.node(rest)], Decision)

    def _set_cells(self, address: int, rest: int) -> None:
        """Copy the cells of the present world at a rest (decision or chance) to this address."""
        memoryview(self.memory).cast("B")[address : address + self._tree.cells] = self._sampler.world(rest)


@frozen
class _Record:
    """A record of a tree of information sets. `key` is a pair: the node of the machine, and a view or an option at this
    node."""

    at: int
    visits: int
    count: int
    sum: float
    key: tuple[int, int]
