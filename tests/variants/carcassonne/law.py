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
    "track": ("fifty_spaces", "totals"),
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


def together(one: int, other: int, answers: Answers) -> bool:
    return one % TRACK == other % TRACK if answers["track"] == "fifty_spaces" else one == other


def alone(player: int, figure: int, spaces: Spaces, answers: Answers) -> bool:
    for other, pair in enumerate(spaces):
        for which, space in enumerate(pair):
            mine = other == player
            if (mine and which == figure) or (mine and answers["alone"] == "without_others"):
                continue
            if together(space, spaces[player][figure], answers):
                return False
    return True


def calls(player: int, figure: int, spaces: Spaces, answers: Answers) -> bool:
    """Whether a figure stands so that a message is due."""
    if not dark(spaces[player][figure]):
        return False
    if "alone" not in answers:
        return True
    if not alone(player, figure, spaces, answers):
        return False
    return answers["both_on_dark"] == "one_suffices" or all(
        not dark(spaces[player][which]) or alone(player, which, spaces, answers) for which in (0, 1)
    )


@frozen
class Round:
    """A round of scoring as it went on, in the turn of one player."""

    active: int
    moves: tuple[Move, ...] = field(default=())

    def with_move(self, move: Move) -> Round:
        return evolve(self, moves=(*self.moves, move))

    @property
    def own(self) -> list[Move]:
        return [move for move in self.moves if move.player == self.active]

    def due(self, answers: Answers) -> bool:
        """Whether it ends with a message."""
        if answers["judged"] == "after_feature":
            return any(calls(m.player, m.figure, m.after, answers) for m in self.own)
        return bool(self.callers(answers))

    def callers(self, answers: Answers) -> set[int]:
        """The figures that moved and call at the end of the round."""
        if not self.moves:
            return set()
        last = self.moves[-1].after
        return {m.figure for m in self.own if calls(self.active, m.figure, last, answers)}

    def deciding(self, answers: Answers) -> list[str]:
        """The rulings whose other answer would have it otherwise."""
        return [
            ruling
            for ruling, (first, second) in TURNED.items()
            if ruling in answers
            and self.due(answers) != self.due({**answers, ruling: second if answers[ruling] == first else first})
        ]
