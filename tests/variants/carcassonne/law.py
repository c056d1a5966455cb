"""A second implementation of the rules about when a player must draw a message, using only moves of figures and
rulings.

A message is due if a scoring figure of the player lands on a dark space (every fifth one). `Round` records the moves of
figures in a round of scoring, and tells whether a message is due at its end. The watch of the guided games compares the
game with it, and also asks what another answer to each ruling would give.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

Spaces = tuple[tuple[int, int], ...]
Answers = Mapping[str, str]

DARK = 5
TRACK = 50
TURNED = {
    "judged": ("after_round", "after_feature"),
    "alone": ("without_others", "without_any"),
    "both_alone": ("where_they_land", "wherever_they_stand"),
}
"""The rulings about when a message is due, with their answers."""


def dark(space: int) -> bool:
    return space > 0 and space % DARK == 0


@frozen
class Move:
    """A move of a figure by a number of points, and the spaces of all figures after it."""

    player: int
    figure: int
    points: int
    after: Spaces


def alone(player: int, figure: int, spaces: Spaces, answers: Answers) -> bool:
    """Return whether no other figure is on the figure's space. Under `without_others`, the player's other figure does
    not count."""
    for other, pair in enumerate(spaces):
        for which, space in enumerate(pair):
            mine = other == player
            if (mine and which == figure) or (mine and answers["alone"] == "without_others"):
                continue
            if space % TRACK == spaces[player][figure] % TRACK:
                return False
    return True


@frozen
class Round:
    """The moves of a round of scoring, in the turn of player `active`."""

    active: int
    moves: tuple[Move, ...] = field(default=())

    def with_move(self, move: Move) -> Round:
        return evolve(self, moves=(*self.moves, move))

    @property
    def own(self) -> list[Move]:
        return [move for move in self.moves if move.player == self.active]

    def due(self, answers: Answers) -> bool:
        """Return whether a message is due at the end of the round."""
        if answers.get("judged") == "after_feature":
            return any(dark(m.after[m.player][m.figure]) for m in self.own)
        return bool(self.callers(answers))

    def callers(self, answers: Answers) -> set[int]:
        """Return the figures that moved and make a message due at the end of the round."""
        if not self.moves:
            return set()
        spaces = self.moves[-1].after[self.active]
        there = {m.figure for m in self.own if dark(spaces[m.figure])}
        if "alone" not in answers:
            return there
        asked = there if answers["both_alone"] == "where_they_land" else {0, 1}
        return there if all(self.is_alone(figure, answers) for figure in asked) else set()

    def is_alone(self, figure: int, answers: Answers) -> bool:
        """Return whether a figure of the active player is alone at the end of the round. If it has moved onto a dark
        space in this round, it must have been alone there when it landed, too."""
        moves = [move for move in self.own if move.figure == figure]
        landed = [move.after for move in moves[-1:] if dark(move.after[self.active][figure])]
        return all(alone(self.active, figure, spaces, answers) for spaces in (*landed, self.moves[-1].after))

    def deciding(self, answers: Answers) -> list[str]:
        """Return the rulings of which another answer would change whether a message is due."""
        return [
            ruling
            for ruling, given in TURNED.items()
            if ruling in answers and any(self.due(answers) != self.due({**answers, ruling: answer}) for answer in given)
        ]
