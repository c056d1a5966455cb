"""The positions that a game can reach, each once, and the steps between them: found breadth first, up to a limit.

A position is a node with the contents of all cells. It does not include the seed, the number of the game or the random
numbers used, because every outcome of a chance event is followed. At an end, it does not include the local variables of
procedures either, since nothing reads them again. Because the search is breadth first, the path found to each position
is one of the shortest.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cached_property

from attrs import define, field, frozen

from ..engine.figures import find_broken_invariant
from ..engine.interface import Column, Engine, GameFault, State, game_column
from ..engine.packing import PackedPlaces
from ..machine.program import PAYOFF, Chance, Decision, End, Machine
from .failing_games import Failure

CHANCE, OVER, STOPPED = -1, -2, -3
"""The `movers` of positions at which no player decides. STOPPED: the rules fault there, or an invariant is broken."""
NOWHERE = -1
"""The target of a step at which the rules fault."""
REPORTED = 1 << 10
"""Positions between two reports of progress."""
Key = tuple[str, bytes]
"""A position: its node and its packed cells."""
PositionProgress = Callable[[int], None]


@frozen
class BrokenRule:
    """The first position at which a failure was found. If `step` is given, the failure occurs in the step of this index
    from the position."""

    failure: Failure
    position: int
    step: int | None = None


@define(eq=False, slots=False)
class StateSpace:
    """Positions in the order in which they were found, each with a number, and the steps between them.

    The steps from positions below `len(movers)` were explored. `movers` has the player who decides, and the steps lead
    to `targets[firsts[n]:firsts[n + 1]]`, in the order of the options or outcomes. `weights` has the weights of the
    outcomes of chance events, `offered` the options seen at each decision node, and `broken` the first position of each
    kind of failure."""

    engine: Engine
    keys: list[Key] = field(factory=list, repr=False)
    parents: Column = field(factory=game_column, repr=False)
    movers: Column = field(factory=game_column, repr=False)
    firsts: Column = field(factory=lambda: game_column([0]), repr=False)
    targets: Column = field(factory=game_column, repr=False)
    weights: dict[int, tuple[int, ...]] = field(factory=dict, repr=False)
    offered: dict[str, set[int]] = field(factory=dict, repr=False)
    broken: dict[tuple[str, str], BrokenRule] = field(factory=dict)

    @property
    def whole(self) -> bool:
        """Return whether the steps from every position were explored."""
        return len(self.movers) == len(self.keys)

    def successors(self, number: int) -> Column:
        """Return the positions to which the steps of an explored position lead."""
        return self.targets[self.firsts[number] : self.firsts[number + 1]]

    def way(self, number: int) -> tuple[int, ...]:
        """Return the steps from the start to a position, each as its index among the options or outcomes on offer."""
        steps = []
        while number:
            parent = self.parents[number]
            steps.append(self.successors(parent).index(number))
            number = parent
        return tuple(reversed(steps))

    @cached_property
    def _payoffs(self) -> tuple[struct.Struct, int]:
        places, players = PackedPlaces.of(self.engine.machine), self.engine.machine.players
        return struct.Struct(f"<{players}{places.widths[PAYOFF].letter}"), places.offsets[PAYOFF]

    def payoffs(self, number: int) -> tuple[int, ...]:
        """Return the payoffs of all players in a position."""
        form, at = self._payoffs
        return form.unpack_from(self.keys[number][1], at)


def explore(engine: Engine, most: int, progress: PositionProgress = lambda _: None) -> StateSpace:
    """Return the positions that games reach: all of them if there are fewer than `most`. Raise GameFault if the rules
    fault before the first position."""
    search = _Search(engine)
    start = engine.start(1)
    search.meet((start.node, start.packed), 0)
    found = search.found
    for number, key in enumerate(found.keys):  # the list grows during the loop
        if len(found.keys) >= most:
            break
        if number % REPORTED == 0:
            progress(number)
        search.continue_from(number, key, start)
    return found


class _Search:
    """A search in progress, with the space found so far."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.found = StateSpace(engine)
        self.index: dict[Key, int] = {}
        nodes = engine.machine.nodes
        self.decisions = frozenset(node.id for node in nodes if isinstance(node, Decision))
        self.chances = frozenset(node.id for node in nodes if isinstance(node, Chance))
        self.ends = frozenset(node.id for node in nodes if isinstance(node, End))
        self.mask = told_at_the_end(engine.machine)

    def meet(self, key: Key, parent: int) -> int:
        """Return the number of a position. If the position is new, add it."""
        if key[0] in self.ends:
            packed = int.from_bytes(key[1], "little") & self.mask
            key = key[0], packed.to_bytes(len(key[1]), "little")
        number = self.index.get(key)
        if number is None:
            number = self.index[key] = len(self.found.keys)
            self.found.keys.append(key)
            self.found.parents.append(parent)
        return number

    def continue_from(self, number: int, key: Key, start: State) -> None:
        """Explore the steps from a position, and add the positions to which they lead."""
        state = State(*key, start.uses, start.seed, start.game, start.packing)
        found = self.found
        try:
            found.movers.append(self._mover(number, state))
            if found.movers[number] >= CHANCE:
                self._steps(number, state)
        except GameFault as fault:
            del found.movers[number:]
            found.movers.append(STOPPED)
            self._break(BrokenRule(_failure_of(fault), number))
        found.firsts.append(len(found.targets))

    def _mover(self, number: int, state: State) -> int:
        """Return the player who decides in a position, or CHANCE, OVER or STOPPED. Before that, check the
        invariants."""
        if state.node in self.chances:
            return CHANCE
        over = state.node in self.ends
        broken = find_broken_invariant(self.engine, state, over)
        if broken is not None:
            where = "at the end" if over else f"before {self.engine.machine.seats[self.engine.who(state)]} decides"
            message = f"{broken.when} {broken.name}: broken {where}"
            self._break(BrokenRule(Failure("invariant", broken.name, message), number))
            return STOPPED
        return OVER if over else self.engine.who(state)

    def _steps(self, number: int, state: State) -> None:
        """Add the steps from a decision or chance event."""
        found, engine = self.found, self.engine
        go: Callable[[State, int], State] = engine.apply
        if state.node in self.chances:
            outcomes, go = engine.outcomes(state), engine.chance
            found.weights[number] = tuple(weight for _, weight in outcomes)
            numbers: tuple[int, ...] = tuple(value for value, _ in outcomes)
        else:
            numbers = engine.options(state)
            found.offered.setdefault(state.node, set()).update(numbers)
        for step, option in enumerate(numbers):
            try:
                after = go(state, option)
            except GameFault as fault:
                self._break(BrokenRule(_failure_of(fault), number, step))
                found.targets.append(NOWHERE)
            else:
                found.targets.append(self.meet((after.node, after.packed), number))

    def _break(self, rule: BrokenRule) -> None:
        self.found.broken.setdefault(rule.failure.key, rule)


def _failure_of(fault: GameFault) -> Failure:
    return Failure("fault", str(fault.index), str(fault), fault.fault)


def told_at_the_end(machine: Machine) -> int:
    """Return a bit mask over the packed cells, as a little-endian number. It is 0 for the bytes that nothing reads
    after the end of a game."""
    places, mask = PackedPlaces.of(machine), bytearray(PackedPlaces.of(machine).size)
    begins = [*places.offsets.values()]
    for cell, begin, end in zip(machine.cells, begins, [*begins[1:], places.size], strict=True):
        if cell.role != "frame" and not cell.name.startswith("return "):
            mask[begin:end] = bytes([255]) * (end - begin)
    return int.from_bytes(mask, "little")
