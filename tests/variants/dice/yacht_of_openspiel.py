"""Yacht in OpenSpiel, whose dice fall as in a game of ours.

OpenSpiel throws any set of dice again in one move, which we pick die by die. So a pick is kept here until the player is
done, and picks are on offer as long as they begin a move that OpenSpiel offers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

import pytest
from attrs import evolve, frozen

from rulekit.play.game import GameState
from tests.variants.other_programs import OpenSpiel

CATEGORIES = {
    **{name.lower(): name for name in ("Twos", "Threes", "Fours", "Fives", "Sixes")},
    "aces": "Ones",
    "any_dice": "Chance",
    "four_alike": "Four of a Kind",
    "full_house": "Full House",
    "small_straight": "Small Straight",
    "large_straight": "Large Straight",
    "five_alike": "Yacht",
}
"""The rows of our table, and their names in OpenSpiel."""
OPTIONS = {"straights": "by_ends", "four_count": "all_five", "five_as_house": "house", "ties": "drawn"}
"""The answers by which OpenSpiel plays."""


def thrown(state: GameState) -> list[int]:
    """Return the dice of our throw in ascending order."""
    return [face for face in range(1, 7) for _ in range(state.value("rolled", face - 1))]


def totals(state: GameState) -> list[int]:
    return [state.game.engine.call(state.raw, "fact total", (player,)) for player in (0, 1)]


def board(state: GameState) -> Any:
    return thrown(state), totals(state)


def written(label: str, state: GameState) -> str:
    """Return the face of a die to throw again, the name of a category in OpenSpiel, or "done"."""
    return CATEGORIES.get(value := label.split(": ")[-1].rstrip(")"), value)


@frozen
class OpenSpielYacht(OpenSpiel):
    read: Callable[[str], Any] = str
    picked: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()
    """The places of the dice that chance is about to throw."""

    @property
    def dice(self) -> list[int]:
        return [int(face) for face in str(self.state).split("Dice: ")[1].split("\n")[0].split()]

    @property
    def board(self) -> Any:
        return sorted(self.dice), [int(part.split(")")[0]) for part in str(self.state).split("(total: ")[1:]]

    @property
    def names(self) -> dict[str, int]:
        """Return the actions on offer by what they throw again, or by the category they fill."""
        found = {self.state.action_to_string(action): action for action in self.state.legal_actions()}
        return {name.removeprefix("Score in ").removeprefix("Reroll dice: "): at for name, at in found.items()}

    @property
    def moves(self) -> Collection[str]:
        """Return the categories, or each next face in ascending order of a set of dice to throw again."""
        names = self.names
        if not any(name.startswith("Keep all") for name in names):
            return list(names)
        dice, size = self.dice, len(self.picked)
        again = [sorted(dice[int(at)] for at in name.split(",")) for name in names if name[0].isdigit()]
        return {str(some[size]) for some in again if some[:size] == list(self.picked) and len(some) > size} | {"done"}

    def make(self, move: str) -> OpenSpielYacht:
        if move.isdigit():
            return evolve(self, picked=(*self.picked, int(move)))
        state, places, name = self.state.clone(), tuple(range(5)), move
        if move == "done":
            places = self.places
            name = ",".join(map(str, places)) or next(name for name in self.names if name.startswith("Keep all"))
        state.apply_action(self.names[name])
        return OpenSpielYacht(state, thrown=places)

    @property
    def places(self) -> tuple[int, ...]:
        """Return the places of the dice that are picked."""
        dice, found = self.dice, list[int]()
        for face in self.picked:
            found.append(next(at for at, shown in enumerate(dice) if shown == face and at not in found))
        return tuple(sorted(found))

    def follow(self, ours: GameState) -> OpenSpielYacht:
        """Return the position after the dice have fallen as ours did."""
        if not self.state.is_chance_node():
            return self
        kept = [face for at, face in enumerate(self.dice) if at not in self.thrown] if len(self.thrown) < 5 else []
        new = sorted((Counter(thrown(ours)) - Counter(kept)).elements())
        state = self.state.clone()
        state.apply_action(sum((face - 1) * 6**at for at, face in enumerate(new)))
        return OpenSpielYacht(state)


def start(ours: GameState) -> OpenSpielYacht:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    return OpenSpielYacht(pyspiel.load_game("yacht").new_initial_state(), thrown=tuple(range(5))).follow(ours)
