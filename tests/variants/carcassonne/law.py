"""When a message comes, told a second time: from the moves of figures alone, under any answers to the rulings.

`Landing` hears how the figures of a round of scoring move and says whether a message is due at its end, as the sources
have it.  The watch of the guided games asks it for the answers that are played, and for each answer turned.
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
"""The rulings that say where a message is due, each with its answers."""


def dark(space: int) -> bool:
    return space > 0 and space % DARK == 0


@frozen
class Move:
    """A figure of somebody moves by so many points; `after` is where all stand then."""

    player: int
    figure: int
    points: int
    after: Spaces


def alone(player: int, figure: int, spaces: Spaces, answers: Answers) -> bool:
    """Whether no figure that matters stands on the same space."""
    for other, pair in enumerate(spaces):
        for which, space in enumerate(pair):
            mine = other == player
            if (mine and which == figure) or (mine and answers["alone"] == "without_others"):
                continue
            if space % TRACK == spaces[player][figure] % TRACK:
                return False
    return True


def calls(player: int, figure: int, spaces: Spaces, answers: Answers) -> bool:
    """Whether a figure that landed just now calls for a message by itself."""
    there = dark(spaces[player][figure])
    return there and ("alone" not in answers or alone(player, figure, spaces, answers))


@frozen
class Round:
    """A round of scoring as it went on, in the turn of one player."""

    active: int
    moves: tuple[Move, ...] = field(default=())
    landed_alone: tuple[bool, bool] = field(default=(False, False))
    """Whether each of this player's figures was alone where it had landed before."""

    def with_move(self, move: Move) -> Round:
        return evolve(self, moves=(*self.moves, move))

    @property
    def own(self) -> list[Move]:
        return [move for move in self.moves if move.player == self.active]

    def due(self, answers: Answers) -> bool:
        """Whether it ends with a message."""
        if answers.get("judged") == "after_feature":
            return any(dark(m.after[m.player][m.figure]) for m in self.own)
        return bool(self.callers(answers))

    def callers(self, answers: Answers) -> set[int]:
        """The figures that moved and call at the end of the round."""
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
        """Whether each of this player's figures was alone when it last landed."""
        found = list(self.landed_alone)
        for move in self.own:
            found[move.figure] = alone(self.active, move.figure, move.after, answers)
        return found

    def deciding(self, answers: Answers) -> list[str]:
        """The rulings whose other answer would have it otherwise."""
        return [
            ruling
            for ruling, (first, second) in TURNED.items()
            if ruling in answers
            and self.due(answers) != self.due({**answers, ruling: second if answers[ruling] == first else first})
        ]
