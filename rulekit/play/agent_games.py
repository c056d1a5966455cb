"""An engine whose decisions are made by agents, so that their games can be counted like those of random players."""

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
    """The reference engine with an agent on each seat, which makes the choices that a random player would make
    otherwise. The engine records the past of the game in play, because agents may choose by it. A WebAssembly engine
    lists the options, since listing takes most of the time of a step. If `decided` is set, it is called after each
    choice."""

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
    """Return an engine that plays games of these agents on the machine of another engine. Repeated calls with an equal
    engine and equal agents return the same object, since it is already compiled; it then calls the latest `decided`."""
    made = _made.setdefault(engine, {})
    if agents not in made:
        made[agents] = AgentEngine(engine.machine, agents)
    made[agents].decided = decided
    return made[agents]


_made: WeakKeyDictionary[Engine, dict[str, AgentEngine]] = WeakKeyDictionary()
