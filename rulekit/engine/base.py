"""The code that both engines share: starting a game, picking for a random player, drawing and counting random numbers.

Each engine runs machines in its own way. `interface.Engine` says what the methods mean.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import NoReturn

from attrs import evolve

from ..machine.option_labels import Sorts
from ..machine.program import Decision, End, Machine, Node, StepNode
from .argument_validation import (
    counting_of,
    foreign_state_error,
    game_number,
    game_numbers,
    move_limit,
    refuse_pickle,
    seed_of,
    state_of,
)
from .cell_layout import CellLayout, players_stream, streams
from .figures import figure_names
from .interface import Column, Counting, Engine, GameColumns, MeasuredColumn, NotAnOption, Playouts, State, game_column
from .packing import Packing
from .random import MOST_USE, random_below, stream_key


class EngineBase(Engine, ABC):
    """The base of both engines: code for starting games, random players and draws. The methods are specified in
    `interface.Engine`."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._packing = Packing.of(machine)
        self._streams = streams(machine)
        self._asking = {n.id: n.clause for n in machine.nodes if isinstance(n, Decision)}
        self._picking = {n.id for n in machine.nodes if isinstance(n, Decision) and n.picks is not None}
        self._initial = self._packing.pack(CellLayout.of(machine).initial())

    def start(self, seed: int, game: int = 0) -> State:
        return self.at(self._start_state(seed_of(seed), game_number(game)), self.machine.start)

    def pick(self, state: State) -> tuple[int, State]:
        offered = self.options(state_of(self.machine, state))
        if not offered:
            raise NotAnOption(f"{state.node} is not a decision")
        if len(offered) == 1:
            return offered[0], state
        stream, at = players_stream(self._asking[state.node], self.who(state)), len(offered)
        # a set is picked member by member in rising order: the next is the least of a random set of those still to pick
        for others in reversed(range(self._left_to_pick(state) if state.node in self._picking else 1)):
            drawn, state = self._draw(state, stream, len(offered) + others)
            at = min(at, drawn)
        return offered[at], state

    def playouts(
        self,
        n: int,
        seed: int,
        first: int = 0,
        max_moves: int | None = None,
        each: bool = False,
        counting: Counting = "plain",
    ) -> Playouts:
        numbers, counting = game_numbers(first, n), counting_of(counting)
        return self._playouts(numbers, seed_of(seed), move_limit(max_moves), each, counting)

    def columns(self, n: int, seed: int, first: int = 0, max_moves: int | None = None) -> GameColumns:
        return self._columns(game_numbers(first, n), seed_of(seed), move_limit(max_moves))

    @abstractmethod
    def _left_to_pick(self, state: State) -> int:
        """Return how many more members the player must pick at a decision that picks a set (`Decision.picks`)."""

    @abstractmethod
    def _playouts(self, numbers: range, seed: int, max_moves: int | None, each: bool, counting: Counting) -> Playouts:
        """Play the games with these numbers and return the counts, as `playouts` does. The arguments must be valid."""

    def _columns(self, numbers: range, seed: int, max_moves: int | None) -> GameColumns:
        games = [self._playouts(range(at, at + 1), seed, max_moves, False, "detailed") for at in numbers]
        return columns_of(games, self.machine)

    def _start_state(self, seed: int, game: int) -> State:
        """Return the state in which a game starts, before it enters its first node and draws anything."""
        return State(self.machine.start, self._initial, (0,) * len(self._streams), seed, game, self._packing)

    def _draw(self, state: State, stream: str, n: int) -> tuple[int, State]:
        """Draw a number below `n` from a stream of random numbers. Return the number, and the state in which this draw
        is counted."""
        at, uses = self._streams.index(stream), state.uses
        if len(uses) != len(self._streams) or not 0 <= uses[at] <= MOST_USE:
            raise foreign_state_error(self.machine, state)
        drawn, use = random_below(stream_key(state.seed, stream), state.game, uses[at], n)
        return drawn, state._replace(uses=(*uses[:at], use, *uses[at + 1 :]))

    def __reduce__(self) -> NoReturn:
        refuse_pickle("an engine, also to copy it,", "`engine.machine`, from which `make_engine` makes another,")


def with_breakpoints(machine: Machine, nodes: Collection[str]) -> Machine:
    """Return a copy of the machine in which each of these nodes that is a step ends the game. It shows whether a game
    reaches them; each engine's `stop_at` uses it. States of one machine are valid in the other, since cells and streams
    are the same."""

    def one(node: Node) -> Node:
        return End(node.id, node.clause) if node.id in nodes and isinstance(node, StepNode) else node

    return evolve(machine, nodes=tuple(map(one, machine.nodes)))


def columns_of(games: Sequence[Playouts], machine: Machine) -> GameColumns:
    """Return the details of games as columns with an entry for each game. Each `Playouts` must count exactly one
    game."""
    details = [game.details for game in games if game.details is not None]
    sorts = Sorts.of(machine).names

    def of(value: Callable[[Playouts], int]) -> Column:
        return game_column(map(value, games))

    return GameColumns(
        of(lambda game: 1 - game.unfinished),
        of(lambda game: next(iter(game.lengths), 0)),
        tuple(game_column(game.payoff_sum[player] for game in games) for player in range(machine.players)),
        of(lambda game: game.branching_sum),
        of(lambda game: game.branching_count),
        game_column(one.decisions.total for one in details),
        game_column(one.turns.total for one in details),
        game_column(one.rounds.total for one in details),
        {clause.id: game_column(game.marks.get(clause.id, 0) for game in games) for clause in machine.clauses},
        {name: game_column(one.offered[name].total for one in details) for name in sorts},
        {name: game_column(one.taken[name].total for one in details) for name in sorts},
        {
            name: MeasuredColumn(
                game_column(one.figures[name].games for one in details),
                game_column(one.figures[name].sums.total for one in details),
            )
            for name in figure_names(machine.figures)
        },
    )
