"""A player who searches the tree of moves (`engine/wasm/tree_search.py`) from the position of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import ClassVar

from attrs import define, field, frozen

from ..diagnostics import Diagnostic, RulekitError
from ..engine.interface import State
from ..engine.random import stream_key
from ..engine.wasm import WasmEngine
from ..engine.wasm.playout_runner import PlayoutTrapped
from ..engine.wasm.tree_search import InformedSearch, TreeSearch
from ..engine.wasm.world_sampler import WatchedPast
from . import MAX_MOVES
from .game import GameState
from .game_record import Past
from .game_steps import has_secrets

FIRST_SLICE = 16
"""Simulations before the clock is read for the first time."""


@frozen
class Limit:
    """How long a search may take for a decision: a number of simulations, or of milliseconds. A `flat` search builds no
    tree: it tries each option equally often."""

    simulations: int | None = None
    milliseconds: int | None = None
    flat: bool = False


@frozen
class ToldGame:
    """A game up to a state: its first state at a decision or chance event, the number chosen or drawn in each step, and
    the entry of each step in a script of `TreeSearch`. The entry is None if the step had only one option."""

    first: State
    numbers: tuple[int, ...] = ()
    entries: tuple[int | None, ...] = ()

    @property
    def script(self) -> tuple[int, ...]:
        return tuple(entry for entry in self.entries if entry is not None)


@define(eq=False)
class SearchPlayer:
    """An agent that searches with UCT (Kocsis and Szepesvári 2006); every player aims at their own best result (max^n).
    In games with secrets it searches information sets (MO-ISMCTS: Cowling, Powley and Whitehouse 2012), so that a
    choice depends only on what its player was told. If the rules fault in a simulation, it raises GameFault with the
    state that was searched. Games that begin at a given position raise RulekitError (E804): a search replays the game
    from its set-up.

    With a limit of simulations, equal seeds and games give equal choices; another `seed` gives other choices."""

    informed: ClassVar[bool] = True

    limit: Limit
    seed: int = 0
    _search: tuple[WasmEngine, TreeSearch] | None = field(default=None, init=False)
    _told: tuple[Past, ToldGame] | None = field(default=None, init=False)

    def choose(self, state: GameState) -> tuple[int, GameState]:
        options = state.legal()
        if len(options) == 1:
            return options[0], state
        if state.game.begins is not None:
            raise RulekitError(Diagnostic("E804", "a game that begins at a position cannot be searched"))
        engine, search = self._search_of(state)
        told = self._game_told(state)
        try:
            if isinstance(search, InformedSearch):
                search.stand_at(WatchedPast(state.player, told.first, told.numbers), told.entries, options)
            else:
                search.go_to(told.script)
            if self.limit.simulations is not None:
                search.search(self.limit.simulations, MAX_MOVES)
            else:
                _search_until(search, perf_counter() + (self.limit.milliseconds or 0) / 1000)
        except PlayoutTrapped as stopped:
            raise engine.fault_of_game(stopped, state.raw) from None
        return options[search.best()], state

    def _search_of(self, state: GameState) -> tuple[WasmEngine, TreeSearch]:
        """Return the engine and the search for the game of a state. The search gets a seed that depends on the game and
        seat."""
        machine = state.game.machine
        if self._search is None or self._search[0].machine is not machine:
            given = state.game.engine
            own = given if isinstance(given, WasmEngine) else WasmEngine(machine)
            informed = self.informed and has_secrets(machine)
            self._search = own, (own.informed_search if informed else own.tree_search)(self.limit.flat)
        engine, search = self._search
        other = f", seed {self.seed}" if self.seed else ""
        search.seed = stream_key(state.raw.seed, f"search of {state.player} in game {state.raw.game}{other}")
        return engine, search

    def _game_told(self, state: GameState) -> ToldGame:
        """Return the game up to a state as a search needs it; only steps since the previous call are added."""
        past = state.past
        if past is None:
            return ToldGame(state.raw)
        known, told = self._told or (None, None)
        steps: list[Past] = []
        while past is not None and past is not known:
            steps.append(past)
            past = past.before
        if past is None or told is None:
            first = steps[-1].raw
            assert first is not None
            told = ToldGame(first)
        rests = list(choices(state, steps[::-1]))
        numbers = (*told.numbers, *(number for number, _ in rests))
        found = ToldGame(told.first, numbers, (*told.entries, *(entry for _, entry in rests)))
        assert state.past is not None
        self._told = state.past, found
        return found


def choices(state: GameState, steps: Sequence[Past]) -> Iterator[tuple[int, int | None]]:
    """Yield the option or outcome of each step, with the step's entry in a script. The entry is the outcome, or the
    index of the chosen option; it is None if there was only one option."""
    engine, resolver = state.game.engine, state.game.resolver
    at: State | None = None
    for step in steps:
        at = step.raw or at
        assert at is not None
        options = engine.options(at)
        if options:
            assert step.option is not None
            yield step.option, options.index(step.option) if len(options) > 1 else None
            continue
        value = resolver.draw(at)[0] if step.option is None else step.option
        yield value, value
        at = engine.chance(at) if step.option is None else None


def _search_until(search: TreeSearch, end: float) -> None:
    """Search until the clock reaches `end`, but at least once."""
    count = FIRST_SLICE
    while True:
        began = perf_counter()
        search.search(count, MAX_MOVES)
        now = perf_counter()
        if now >= end:
            return
        rate = count / max(now - began, 1e-6)
        count = max(1, min(2 * count, int(rate * (end - now) / 2) + 1))
