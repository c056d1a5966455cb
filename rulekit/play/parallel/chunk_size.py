"""How many games a chunk has: so many as take `SECONDS`, by what the chunks before it took.

To hand a chunk over and to join what comes back costs about the same however many games it has: a tenth of a
millisecond in this process, some milliseconds on another computer.  A game takes from a ten-thousandth of a millisecond
to seconds.  So no number of games would do: chunks begin small, and grow with what is known of the games.
"""

from __future__ import annotations

from attrs import define

SECONDS = 0.2
"""Of which handing over is a small part, and after which somebody who watches sees that it goes on."""

GROWTH = 4
"""A chunk has at most so many times the games of one whose time is known: games are not all alike."""

SHARES = 8
"""What is left is shared out by so many, so that all workers end at about the same time; but no chunk is smaller than
this part of what takes `SECONDS`."""


def first_size(games: int) -> int:
    """While nothing is known: small enough to keep many workers busy with slow games and to tell of progress."""
    return max(1, min(200, games // 1000))


@define
class Chunks:
    """The games 0..games-1, of which `begun` are in chunks already; the next one is of `size`, or less.

    `least` is the size that the first had.  With `fixed` all have it; with `shared` several workers wait for chunks.
    """

    games: int
    least: int
    size: int
    fixed: bool
    shared: bool
    begun: int = 0

    @staticmethod
    def of(games: int, size: int | None = None, shared: bool = False) -> Chunks:
        begun = size or first_size(games)
        return Chunks(games, begun, begun, size is not None, shared)

    def next(self) -> range:
        """Cut when it is asked for: there may be millions.  An empty one is behind the last."""
        size, left = self.size, self.games - self.begun
        if self.shared and not self.fixed:
            size = max(self.least, size // SHARES, min(size, left // SHARES))
        numbers = range(self.begun, self.begun + min(size, left))
        self.begun = numbers.stop
        return numbers

    def took(self, numbers: range, seconds: float) -> None:
        """These games took so long.  A chunk of before they grew says nothing of how far they may."""
        games = len(numbers)
        if not self.fixed and games >= self.size:
            wanted = int(games * SECONDS / seconds) if seconds > 0 else GROWTH * games
            self.size = max(self.least, min(wanted, GROWTH * games))
