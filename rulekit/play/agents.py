"""Agents: programs that play a seat. `random` chooses evenly, `uct:1000` and `uct:50ms` search the tree of moves.

`agent_of` makes an agent from such a text, or from the name of a Python class, `package.module:Class`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Protocol

from attrs import define, field, frozen

from ..diagnostics import Diagnostic, Help, RulekitError
from ..engine.interface import State
from ..engine.random import stream_key
from ..engine.wasm import WasmEngine
from ..engine.wasm.tree_search import TreeSearch
from ..machine.program import Machine
from . import MAX_MOVES, RANDOM
from .game import GameState
from .game_record import Past
from .game_steps import has_secrets

MOST_SIMULATIONS = 10**8
MOST_MILLISECONDS = 10**7
FIRST_SLICE = 16
"""Simulations before the clock is read for the first time."""
SEARCH = re.compile(r"uct:([0-9]{1,9})(ms)?", re.ASCII)
CLASS = re.compile(r"[\w.]+:\w+")
FORMS = "`random`, `uct:1000` (simulations), `uct:50ms` (time for a decision) or `package.module:Class`"


class Agent(Protocol):
    """A program that plays a seat."""

    def choose(self, state: GameState) -> tuple[int, GameState]:
        """Return an option, and the state in which the random numbers used for the choice are counted."""


class RandomPlayer:
    """Chooses each option with equal probability. The game's seed decides, so that a saved game continues in the same
    way."""

    def choose(self, state: GameState) -> tuple[int, GameState]:
        return state.random()


@frozen
class Limit:
    """How long a search may take for a decision: a number of simulations, or of milliseconds."""

    simulations: int | None = None
    milliseconds: int | None = None


@define(eq=False)
class SearchPlayer:
    """Searches with UCT (Kocsis and Szepesvári 2006), every player for the best of their own (max^n), and takes the
    option tried most often. Games with secrets raise RulekitError (E817): the search sees the whole position.

    With a limit of simulations, equal seeds and games give equal choices."""

    limit: Limit
    _search: tuple[Machine, TreeSearch] | None = field(default=None, init=False)
    _told: tuple[Past, tuple[int, ...]] | None = field(default=None, init=False)

    def choose(self, state: GameState) -> tuple[int, GameState]:
        options = state.legal()
        if len(options) == 1:
            return options[0], state
        search = self._search_of(state)
        search.go_to(self._script(state))
        if self.limit.simulations is not None:
            search.search(self.limit.simulations, MAX_MOVES)
        else:
            _search_until(search, perf_counter() + (self.limit.milliseconds or 0) / 1000)
        return options[search.best()], state

    def _search_of(self, state: GameState) -> TreeSearch:
        """Return the search for the game of a state, with a seed of its own for each game and seat."""
        machine = state.game.machine
        if self._search is None or self._search[0] is not machine:
            refuse_secrets(machine)
            engine = state.game.engine
            own = engine if isinstance(engine, WasmEngine) else WasmEngine(machine)
            self._search = machine, own.tree_search()
        _, search = self._search
        search.seed = stream_key(state.raw.seed, f"search of {state.player} in game {state.raw.game}")
        return search

    def _script(self, state: GameState) -> tuple[int, ...]:
        """Return what was chosen and drawn up to a state, as `TreeSearch` has it."""
        past = state.past
        known, script = self._told or (None, ())
        steps = []
        while past is not None and past is not known:
            steps.append(past)
            past = past.before
        if past is None:
            script = ()
        script = (*script, *choices(state, steps[::-1]))
        if state.past is not None:
            self._told = state.past, script
        return script


def choices(state: GameState, steps: Sequence[Past]) -> Iterator[int]:
    """Yield the index of each choice among its options, if there were several, and the outcome of each chance."""
    engine, resolver = state.game.engine, state.game.resolver
    at: State | None = None
    for step in steps:
        at = step.raw or at
        assert at is not None
        options = engine.options(at)
        if options:
            assert step.option is not None
            if len(options) > 1:
                yield options.index(step.option)
            continue
        yield resolver.draw(at)[0] if step.option is None else step.option
        at = engine.chance(at) if step.option is None else None


def _search_until(search: TreeSearch, end: float) -> None:
    """Search until the clock shows `end`, at least once."""
    count = FIRST_SLICE
    while True:
        began = perf_counter()
        search.search(count, MAX_MOVES)
        now = perf_counter()
        if now >= end:
            return
        rate = count / max(now - began, 1e-6)
        count = max(1, min(2 * count, int(rate * (end - now) / 2) + 1))


def refuse_secrets(machine: Machine) -> None:
    if has_secrets(machine):
        message = f"`uct` cannot play {machine.name}: it would see what is hidden from its seat"
        raise RulekitError(Diagnostic("E817", message, help=(Help("`random` can play it"),)))


def agent_of(text: str) -> Agent:
    """Return a new agent. Raise RulekitError (E816) if the text names none."""
    found = SEARCH.fullmatch(text)
    if text == RANDOM:
        return RandomPlayer()
    if found is not None:
        number, unit = int(found[1]), found[2]
        if not 0 < number <= (MOST_MILLISECONDS if unit else MOST_SIMULATIONS):
            raise RulekitError(Diagnostic("E816", f"`{text}`: the limit of a search is out of range"))
        return SearchPlayer(Limit(milliseconds=number) if unit else Limit(simulations=number))
    if CLASS.fullmatch(text):
        return _agent_of_class(text)
    raise RulekitError(Diagnostic("E816", f"`{text[:60]}` is no agent", help=(Help(f"an agent is {FORMS}"),)))


def _agent_of_class(text: str) -> Agent:
    module, _, name = text.partition(":")
    try:
        agent: Agent = getattr(importlib.import_module(module), name)()
    except Exception as error:
        message = f"the agent `{text[:60]}` cannot be made: {type(error).__name__}: {error}"
        raise RulekitError(Diagnostic("E816", message)) from error
    if not callable(getattr(agent, "choose", None)):
        raise RulekitError(Diagnostic("E816", f"the agent `{text[:60]}` has no method `choose`"))
    return agent


def agents_of(text: str, players: int) -> tuple[Agent, ...]:
    """Return the agent of each seat, from one text for all seats or one for each, separated by commas."""
    texts = [part.strip() for part in text.split(",")]
    if len(texts) not in (1, players):
        message = f"there are {players} players, and agents for {len(texts)}"
        raise RulekitError(Diagnostic("E816", message, help=(Help("name one agent for all, or one for each seat"),)))
    return tuple(agent_of(texts[seat % len(texts)]) for seat in range(players))
