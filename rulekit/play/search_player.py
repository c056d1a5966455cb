"""A player who searches the tree of moves (`engine/wasm/tree_search.py`) from the position of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

from attrs import define, field, frozen

from ..diagnostics import Diagnostic, Help, RulekitError
from ..engine.interface import State
from ..engine.random import stream_key
from ..engine.wasm import WasmEngine
from ..engine.wasm.playout_runner import PlayoutTrapped
from ..engine.wasm.tree_search import TreeSearch
from ..machine.program import Machine
from . import MAX_MOVES
from .game import GameState
from .game_record import Past
from .game_steps import has_secrets

FIRST_SLICE = 16
"""Simulations before the clock is read for the first time."""


@frozen
class Limit:
    """How long a search may take for a decision: a number of simulations, or of milliseconds."""

    simulations: int | None = None
    milliseconds: int | None = None


@define(eq=False)
class SearchPlayer:
    """Searches with UCT (Kocsis and Szepesvári 2006), every player for the best of their own (max^n), and takes the
    option tried most often. Games with secrets raise RulekitError (E817): the search sees the whole position. A fault
    of the rules in a simulation raises GameFault with the state that was searched. Games that begin at a position raise
    RulekitError (E804): a search replays the game from its set-up.

    With a limit of simulations, equal seeds and games give equal choices."""

    limit: Limit
    _search: tuple[WasmEngine, TreeSearch] | None = field(default=None, init=False)
    _told: tuple[Past, tuple[int, ...]] | None = field(default=None, init=False)

    def choose(self, state: GameState) -> tuple[int, GameState]:
        options = state.legal()
        if len(options) == 1:
            return options[0], state
        if state.game.begins is not None:
            raise RulekitError(Diagnostic("E804", "a game that begins at a position cannot be searched"))
        engine, search = self._search_of(state)
        try:
            search.go_to(self._script(state))
            if self.limit.simulations is not None:
                search.search(self.limit.simulations, MAX_MOVES)
            else:
                _search_until(search, perf_counter() + (self.limit.milliseconds or 0) / 1000)
        except PlayoutTrapped as stopped:
            raise engine.fault_of_game(stopped, state.raw) from None
        return options[search.best()], state

    def _search_of(self, state: GameState) -> tuple[WasmEngine, TreeSearch]:
        """Return the search for the game of a state, with a seed of its own for each game and seat, and its engine."""
        machine = state.game.machine
        if self._search is None or self._search[0].machine is not machine:
            refuse_secrets(machine)
            given = state.game.engine
            own = given if isinstance(given, WasmEngine) else WasmEngine(machine)
            self._search = own, own.tree_search()
        engine, search = self._search
        search.seed = stream_key(state.raw.seed, f"search of {state.player} in game {state.raw.game}")
        return engine, search

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
