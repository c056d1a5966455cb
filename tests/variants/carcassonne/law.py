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
    "both_on_dark": ("one_suffices", "both_alone"),
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


def calls(player: int, figure: int, spaces: Spaces, answers: Answers) -> bool:
    """Return whether a figure that has just landed makes a message due, regardless of other figures' moves."""
    there = dark(spaces[player][figure])
    return there and ("alone" not in answers or alone(player, figure, spaces, answers))


@frozen
class Round:
    """The moves of a round of scoring, in the turn of player `active`."""

    active: int
    moves: tuple[Move, ...] = field(default=())
    landed_alone: tuple[bool, bool] = field(default=(False, False))
    """Whether each figure of the active player was alone where it landed in an earlier round."""

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
        alone_there = self.alone_there(answers)
        both = answers["both_on_dark"] == "both_alone"
        if both and any(dark(spaces[figure]) and not alone_there[figure] for figure in (0, 1)):
            return set()
        return {figure for figure in there if alone_there[figure]}

    def alone_there(self, answers: Answers) -> list[bool]:
        """Return whether each figure of the active player was alone when it last landed."""
        found = list(self.landed_alone)
        for move in self.own:
            found[move.figure] = alone(self.active, move.figure, move.after, answers)
        return found

    def deciding(self, answers: Answers) -> list[str]:
        """Return the rulings whose other answer would change whether a message is due."""
        return [
            ruling
            for ruling, (first, second) in TURNED.items()
            if ruling in answers
            and self.due(answers) != self.due({**answers, ruling: second if answers[ruling] == first else first})
        ]
