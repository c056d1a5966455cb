"""Finds the positions at which examples begin, by random games (seed 1) that stop where a turn or a named step begins.

`example_runner.py` plays the example from there.
"""

from __future__ import annotations

from functools import cached_property

from attrs import define, field

from ..engine.cell_layout import CellLayout, Slot
from ..engine.interface import Engine, State
from ..machine.program import ACTIVE
from .game_steps import LabelResolver, resolve_chances

SEED = 1
TRIES = 20
"""Random games that are played in search of a position, before the search is given up."""
MOST_STEPS = 5_000
"""Decisions and chance events after which one such game is given up."""


class ExampleFailed(Exception):
    """Raised if a line of an example does not hold. `promise` names the broken invariant; None if the failure is
    another."""

    def __init__(self, message: str, promise: str | None = None) -> None:
        super().__init__(message)
        self.promise = promise


@define(slots=False)
class ExamplePositions:
    """Finds the positions at which examples begin, by random games that are stopped where a turn or a named step
    begins."""

    engine: Engine
    ending: dict[tuple[str, ...], Engine] = field(factory=dict)
    begun: dict[tuple[tuple[str, ...], int | None], State] = field(factory=dict)
    """The positions found from the start of the game, kept because several examples begin at the same one."""

    def active(self, state: State) -> int:
        """Return the player whose turn it is."""
        return state.cells[self._active]

    @cached_property
    def frames(self) -> list[Slot]:
        """Return the cells that store the local variables and return addresses of procedures in progress."""
        slots = CellLayout.of(self.engine.machine).slots.values()
        return [s for s in slots if s.cell.role == "frame" or s.cell.name.startswith("return ")]

    @cached_property
    def _active(self) -> int:
        return CellLayout.of(self.engine.machine).slots[ACTIVE].offset

    def before_turns(self) -> Engine:
        """Return an engine whose games stop where a turn begins, or the engine itself if there are no turns."""
        turns = self.engine.machine.turn_starts
        return self._ending(tuple(turns)) if turns else self.engine

    def first_turn(self, state: State) -> State:
        """Return the first state at the beginning of a turn, reached from this state by random play."""
        return self._play_to(state, (), None) if self.engine.machine.turn_starts else state

    def reach(self, state: State | None, at: tuple[str, ...], seat: int | None = None) -> State:
        """Return a state at one of the nodes `at`, reached by random play from `state` or, if it is None, from the
        start. If `at` is empty, return `state` itself or, from the start, the first state at the beginning of a turn.
        If `seat` is given, every turn that begins on the way is given to that player."""
        if state is not None:
            return self._play_to(state, at, seat) if at else state
        if (at, seat) not in self.begun:
            self.begun[at, seat] = self._play_to(None, at, seat)
        return self.begun[at, seat]

    def _play_to(self, state: State | None, at: tuple[str, ...], seat: int | None) -> State:
        goal = at or self.engine.machine.turn_starts
        if not goal:
            return resolve_chances(self.engine, self.engine.start(SEED))
        turns = () if seat is None else tuple(t for t in self.engine.machine.turn_starts if t not in goal)
        engine = self._ending((*goal, *turns))
        if state is not None:
            found = self._search(engine, engine.at(state, state.node), goal, seat)
            if found is not None:
                return found
        for number in range(TRIES if state is None else 0):
            found = self._search(engine, engine.start(SEED, number), goal, seat)
            if found is not None:
                return found
        where = "the first turn" if not at else "the step at which the position is given"
        raise ExampleFailed(f"random play did not come to {where}")

    def _ending(self, goal: tuple[str, ...]) -> Engine:
        if goal not in self.ending:
            self.ending[goal] = self.engine.stop_at(goal)
        return self.ending[goal]

    def _search(self, engine: Engine, state: State, goal: tuple[str, ...], seat: int | None) -> State | None:
        resolver = LabelResolver.of(engine)
        for _ in range(MOST_STEPS):
            if state.node in goal:
                return state
            if seat is not None and state.node in self.engine.machine.turn_starts:
                cells = (*state.cells[: self._active], seat, *state.cells[self._active + 1 :])
                state = self._ending(goal).at(state.with_cells(cells), state.node)
                continue
            if resolver.is_over(state):
                return None
            if resolver.chances(state):
                state = engine.chance(state)
            else:
                option, state = engine.pick(state)
                state = engine.apply(state, option)
        return None
