"""Cribbage in OpenSpiel, dealt the cards of a game of ours.

OpenSpiel lays two cards aside in one move, which we pick one by one; and it asks players who cannot play to pass.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from attrs import evolve, frozen

from rulekit.play.game import GameState
from tests.variants.other_programs import Dealt, openspiel

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = "A23456789TJQK"
ORDER = [f"{rank}{suit[0].upper()}" for suit in SUITS for rank in RANKS]
"""All cards as OpenSpiel writes them, in the order of our sorts."""


def card(label: str) -> str:
    """Return the card that a label of ours names, as OpenSpiel writes it."""
    suit, value = re.findall(r"(\w+)_(\d+)", label)[-1]
    return f"{RANKS[int(value) - 1]}{suit[0].upper()}"


def written(label: str, state: GameState) -> str:
    return card(label)


def cards(state: GameState, place: str, *index: int) -> list[str]:
    return [ORDER[at] for at in sorted(state.value(place, *index))]


def board(state: GameState) -> Any:
    return [cards(state, "hand", p) for p in (0, 1)], [state.value("score", p) for p in (0, 1)]


@frozen
class OpenSpielCribbage(Dealt):
    picked: str = ""

    @property
    def payoffs(self) -> Sequence[float] | None:
        paid = super().payoffs
        return None if paid is None else [1 if one == max(paid) else -1 for one in paid]

    @property
    def board(self) -> Any:
        text = str(self.state)
        hands = [re.search(rf"P{p} Hand:(.*)", text)[1].split() for p in (0, 1)]
        scores = re.search(r"Scores: (\d+) (\d+)", text).groups()
        return [sorted(hand, key=ORDER.index) for hand in hands], [int(score) for score in scores]

    @property
    def pairs(self) -> list[list[str]]:
        """Return the cards of each move on offer, in our order."""
        return [sorted(name.split()[1:], key=ORDER.index) for name in super().moves]

    @property
    def moves(self) -> Collection[str]:
        at = 1 if self.picked else 0
        return {pair[at] for pair in self.pairs if pair[:at] == [self.picked][:at]}

    def make(self, move: str) -> OpenSpielCribbage:
        if not self.picked and len(self.pairs[0]) == 2:
            return evolve(self, picked=move)
        state, wanted = self.state.clone(), {move, self.picked} - {""}
        names = {state.action_to_string(action): action for action in state.legal_actions()}
        state.apply_action(next(action for name, action in names.items() if set(name.split()[1:]) == wanted))
        return evolve(self, state=state, picked="")

    def follow(self, ours: GameState) -> Dealt:
        """Return the position after all passes, and with the cards of ours."""
        state = self.state.clone()
        while not state.is_terminal() and state.legal_actions() and self.only_passes(state):
            state.apply_action(state.legal_actions()[0])
        return Dealt.follow(evolve(self, state=state), ours)

    @staticmethod
    def only_passes(state: Any) -> bool:
        return [state.action_to_string(action) for action in state.legal_actions()] == ["Pass"]


def start(ours: GameState) -> Dealt:
    state = openspiel("cribbage")(ours).state
    return OpenSpielCribbage(state, drawn=lambda label: f"Deal {card(label)}", read=str).follow(ours)
