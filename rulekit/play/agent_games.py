"""Whole games of agents, counted as those of random players are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn
from weakref import WeakKeyDictionary

from attrs import frozen

from ..engine.base import columns_of
from ..engine.figures import figure_values
from ..engine.interface import DECISIONS_PER_MOVE, Counting, Engine, GameColumns, Playouts
from ..engine.reference import ReferenceEngine
from ..engine.tally import Tally
from ..machine.option_labels import Sorts
from ..machine.program import PAYOFF, Decision, Machine
from .agents import Agent, agents_of
from .game import ConfiguredGame, GameState


@frozen(eq=False)
class AgentTable:
    """Plays games of one machine with an agent on each seat. The reference engine takes the steps, so that its events
    can be counted."""

    engine: ReferenceEngine
    game: ConfiguredGame
    agents: Sequence[Agent]
    sorts: Sorts
    nodes: Mapping[str, Decision]

    @staticmethod
    def of(machine: Machine, agents: Sequence[Agent]) -> AgentTable:
        engine = ReferenceEngine(machine)
        game = ConfiguredGame(machine.name, (), _no_model, engine)
        nodes = {node.id: node for node in machine.nodes if isinstance(node, Decision)}
        return AgentTable(engine, game, agents, Sorts.of(machine), nodes)

    def playouts(
        self, n: int, seed: int, first: int = 0, max_moves: int | None = None, counting: Counting = "detailed"
    ) -> Playouts:
        """Play games `first`..`first + n - 1`, and count as `Engine.playouts` does. Raise GameFault if one breaks
        off."""
        tally = Tally(self.engine.machine)
        self.engine.watch = tally.watch
        for number in range(first, first + n):
            tally.begin()
            self._play(tally, self.game.start(seed, number), max_moves)
        return tally.result(False, counting != "plain")

    def columns(self, n: int, seed: int, first: int = 0, max_moves: int | None = None) -> GameColumns:
        """Play the same games and return the details of each."""
        games = [self.playouts(1, seed, number, max_moves) for number in range(first, first + n)]
        return columns_of(games, self.engine.machine)

    def _play(self, tally: Tally, state: GameState, max_moves: int | None) -> None:
        moves = decisions = 0
        while not state.over:
            moves, decisions, offered = moves + state.begins_move, decisions + 1, state.legal()
            if max_moves is not None and (moves > max_moves or decisions > max_moves * DECISIONS_PER_MOVE):
                tally.stop()
                return
            tally.branch(len(offered))
            option, counted = self.agents[state.player].choose(state)
            tally.offer(self.sorts, self.nodes[state.raw.node], offered, option)
            state = counted.apply(option)
        slot = self.game.layout.slots[PAYOFF]
        tally.finish(state.raw.cells[slot.offset : slot.end], moves, decisions)
        tally.measure(figure_values(self.engine, state.raw))


def table_of(engine: Engine, agents: str) -> AgentTable:
    """Return a table for the games of an engine. Equal calls return the same one, whose modules are compiled."""
    tables = _tables.setdefault(engine, {})
    if agents not in tables:
        tables[agents] = AgentTable.of(engine.machine, agents_of(agents, engine.machine.players))
    return tables[agents]


_tables: WeakKeyDictionary[Engine, dict[str, AgentTable]] = WeakKeyDictionary()


def _no_model() -> NoReturn:
    raise AttributeError("the games that agents play have no checked model")
