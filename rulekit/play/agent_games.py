"""Whole games of agents, counted as those of random players are."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from ..engine.interface import Engine, State
from ..engine.reference import ReferenceEngine
from ..engine.wasm import WasmEngine
from ..machine.program import Machine
from .agents import agents_of
from .game import GameState, game_of_engine
from .game_progress import Decided, reporting
from .game_record import Past


class AgentEngine(ReferenceEngine):
    """The reference engine with an agent on each seat, which picks where a random player would. It keeps the past of
    the game in play, from which agents may choose. The WebAssembly engine lists the options: that takes most of the
    time of a step. `decided` is called after each choice, if it is set."""

    decided: Decided | None = None

    def __init__(self, machine: Machine, agents: str) -> None:
        super().__init__(machine)
        self._agents = agents_of(agents, machine.players)
        self._game = game_of_engine(WasmEngine(machine))
        self._past: Past | None = None

    def start(self, seed: int, game: int = 0) -> State:
        self._past = None
        return super().start(seed, game)

    def options(self, state: State) -> tuple[int, ...]:
        return self._game.engine.options(state)

    def pick(self, state: State) -> tuple[int, State]:
        choose = reporting(self._agents[self.who(state)].choose, self.decided)
        option, counted = choose(GameState(self._game, state, self._past))
        self._past = Past(self._game.resolver, counted.past, counted.raw, option)
        return option, counted.raw

    def chance(self, state: State, value: int | None = None) -> State:
        resolver, past = self._game.resolver, self._past
        self._past = Past.of_chance(resolver, past, state) if value is None else Past(resolver, past, state, value)
        return super().chance(state, value)


def agent_engine(engine: Engine, agents: str, decided: Decided | None = None) -> AgentEngine:
    """Return the engine for the games of agents on another engine's machine. Calls with an equal engine and agents
    return the same one, whose modules are compiled; it calls the latest `decided`."""
    made = _made.setdefault(engine, {})
    if agents not in made:
        made[agents] = AgentEngine(engine.machine, agents)
    made[agents].decided = decided
    return made[agents]


_made: WeakKeyDictionary[Engine, dict[str, AgentEngine]] = WeakKeyDictionary()
