"""Plays with OpenSpiel (PyPI `open_spiel`): by the loop in its documentation, and by its own loop over bots in C++.

The first loop runs in Python: it asks the state in C++ for the legal actions and applies one, and samples chance.
`evaluate_bots` with two random bots plays a whole game inside C++. It is the fastest way to play a random game that the
Python package offers.
"""

from __future__ import annotations

import random
import time
from importlib.metadata import version
from typing import Any

from attrs import define

from ..games import BOTS, LOOP, Game
from ..samples import Absent, Lengths, Sample, clock

GAMES_BETWEEN_LOOKS = 8


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise Absent("open_spiel is not installed") from None
    return pyspiel


def play_determined(game: Any) -> int:
    """Play one random game without chance nodes and return its number of moves."""
    choice = random.choice
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        state.apply_action(choice(state.legal_actions()))
        moves += 1
    return moves


def play_with_chance(game: Any) -> int:
    """Play one random game with chance nodes and return its number of moves, without those of chance."""
    choice, choices = random.choice, random.choices
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choices(actions, weights)[0])
        else:
            state.apply_action(choice(state.legal_actions()))
            moves += 1
    return moves


@define
class LoopPlayer:
    game: Any
    chance: bool
    prepared: float
    note: str = ""

    def play(self, seconds: float) -> Sample:
        one = play_with_chance if self.chance else play_determined
        lengths: list[int] = []
        begun = last = clock()
        while last - begun < seconds:
            for _ in range(GAMES_BETWEEN_LOOKS):
                lengths.append(one(self.game))
            last = clock()
        return Sample(len(lengths), last - begun, Lengths(len(lengths), sum(lengths), sum(n * n for n in lengths)))


@define
class BotsPlayer:
    """Plays whole games in C++ with `evaluate`. `prepared` are the seconds of loading, and `seed` is that of the last
    game.

    The length of a game is the number of moves of its final state, minus `chances`, its chance nodes."""

    game: Any
    evaluate: Any
    bots: list[Any]
    chances: int
    prepared: float
    note: str = ""
    seed: int = 0

    def play(self, seconds: float) -> Sample:
        game, evaluate, bots = self.game, self.evaluate, self.bots
        lengths: list[int] = []
        begun = last = clock()
        while last - begun < seconds:
            for _ in range(GAMES_BETWEEN_LOOKS):
                state = game.new_initial_state()
                self.seed += 1
                evaluate(state, bots, self.seed)
                lengths.append(state.move_number() - self.chances)
            last = clock()
        return Sample(len(lengths), last - begun, Lengths(len(lengths), sum(lengths), sum(n * n for n in lengths)))


class _OpenSpiel:
    key: str

    def begin(self) -> tuple[str, float]:
        begun = time.perf_counter()
        _pyspiel()
        return f"open_spiel {version('open_spiel')}", time.perf_counter() - begun

    def load(self, game: Game) -> tuple[Any, Any, float]:
        pyspiel = _pyspiel()
        if game.openspiel is None:
            raise Absent("OpenSpiel does not have it")
        begun = time.perf_counter()
        loaded = pyspiel.load_game(game.openspiel)
        return pyspiel, loaded, time.perf_counter() - begun


class Loop(_OpenSpiel):
    key = LOOP

    def player(self, game: Game) -> LoopPlayer:
        pyspiel, loaded, taken = self.load(game)
        determined = loaded.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
        return LoopPlayer(loaded, not determined, taken)


class Bots(_OpenSpiel):
    key = BOTS

    def player(self, game: Game) -> BotsPlayer:
        pyspiel, loaded, taken = self.load(game)
        bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(loaded.num_players())]
        # Chance comes only at the start, equally often in every game: cards are dealt.
        state, chances = loaded.new_initial_state(), 0
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            chances += 1
        return BotsPlayer(loaded, pyspiel.evaluate_bots, bots, chances, taken)
