"""Tafl as a plain program, written from the rules and not from the rulebooks.

A board is a list of rows from the top, as text: `a` attackers, `d` defenders, `K` the king. Squares are (row, column).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from attrs import evolve, frozen

Square = tuple[int, int]
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))
BRANDUBH = ("...a...", "...a...", "...d...", "aadKdaa", "...d...", "...a...", "...a...")
TABLUT = (
    *("...aaa...", "....a....", "....d....", "a...d...a"),
    "aaddKddaa",
    *("a...d...a", "....d....", "....a....", "...aaa..."),
)
FETLAR = (
    *("...aaaaa...", ".....a.....", "...........", "a....d....a", "a...ddd...a"),
    "aa.ddKdd.aa",
    *("a...ddd...a", "a....d....a", "...........", ".....a.....", "...aaaaa..."),
)


@frozen
class Rules:
    """The answers of an edition: how many sides take the king on the throne, beside it, and elsewhere."""

    corners: bool
    sides: tuple[int, int, int]
    throne_takes: bool = True
    comes_back: bool = False
    passes_throne: bool = True
    armed: bool = True
    shuts_in: bool = False
    attackers_begin: bool = True


@frozen
class Tafl:
    rows: tuple[str, ...]
    rules: Rules
    player: int
    last: Square | None = None
    seen: tuple[tuple[tuple[str, ...], int], ...] = ()

    def at(self, square: Square) -> str:
        """Return the sign on a square, and nothing outside of the board."""
        row, column = square
        size = len(self.rows)
        return self.rows[row][column] if 0 <= row < size and 0 <= column < size else ""

    @property
    def middle(self) -> Square:
        return len(self.rows) // 2, len(self.rows) // 2

    @property
    def board(self) -> tuple[str, ...]:
        return self.rows

    def found(self, signs: str) -> list[Square]:
        return [(r, c) for r, row in enumerate(self.rows) for c, sign in enumerate(row) if sign in signs]

    def is_corner(self, square: Square) -> bool:
        return set(square) <= {0, len(self.rows) - 1}

    def on_edge(self, square: Square) -> bool:
        return bool({0, len(self.rows) - 1} & set(square))

    @property
    def own(self) -> str:
        return "dK" if self.player else "a"

    @property
    def moves(self) -> Collection[str]:
        return [] if self.winner() is not None else [f"{here} {there}" for here, there in self._moves()]

    def _moves(self) -> Iterator[tuple[Square, Square]]:
        for here in self.found(self.own):
            king = self.at(here) == "K"
            for down, right in WAYS:
                there = (here[0] + down, here[1] + right)
                while self.at(there) == ".":
                    closed = there == self.middle or (self.rules.corners and self.is_corner(there))
                    returns = self.rules.comes_back or there != self.middle
                    if (king and returns) or not closed:
                        yield here, there
                    if there == self.middle and not self.rules.passes_throne:
                        break
                    there = (there[0] + down, there[1] + right)

    def make(self, move: str) -> Tafl:
        numbers = [int(word.strip("(),")) for word in move.split()]
        here, there = (numbers[0], numbers[1]), (numbers[2], numbers[3])
        grid = [list(row) for row in self.rows]
        sign = grid[here[0]][here[1]]
        grid[here[0]][here[1]], grid[there[0]][there[1]] = ".", sign
        moved = evolve(self, rows=tuple("".join(row) for row in grid))
        if sign != "K" or self.rules.armed:
            for x in moved.captives(there):
                grid[x[0]][x[1]] = "."
        rows = tuple("".join(row) for row in grid)
        taken = sum(row.count(".") for row in rows) > sum(row.count(".") for row in self.rows)
        before = () if taken else (*self.seen, (self.rows, self.player))
        return evolve(self, rows=rows, player=1 - self.player, last=there, seen=before)

    def captives(self, there: Square) -> Iterator[Square]:
        for down, right in WAYS:
            beside = (there[0] + down, there[1] + right)
            if self.at(beside) == ("a" if self.player else "d") and self.takes((beside[0] + down, beside[1] + right)):
                yield beside

    def takes(self, across: Square) -> bool:
        """Return whether this square, with a piece of the player to move on the other side, takes a man between."""
        sign = self.at(across)
        if sign == "K":
            return bool(self.player) and (self.rules.armed or (across == self.middle and self.rules.throne_takes))
        if sign == ".":
            takes = across == self.middle and self.rules.throne_takes
            return takes or (self.rules.corners and self.is_corner(across))
        return sign != "" and sign in self.own

    def king_is_taken(self) -> bool:
        """Return whether the attackers' last move took the king. It must have closed the trap."""
        ((row, column),) = self.found("K")
        if self.last is None or self.player == 0 or abs(self.last[0] - row) + abs(self.last[1] - column) != 1:
            return False
        away = abs(row - self.middle[0]) + abs(column - self.middle[1])
        holding = [
            self.at((row + down, column + right)) == "a" or ((row + down, column + right) == self.middle and away == 1)
            for down, right in WAYS
        ]
        if self.rules.sides[min(away, 2)] == 2:
            across = (2 * row - self.last[0], 2 * column - self.last[1])
            return evolve(self, player=0).takes(across)
        return all(holding)

    def is_shut_in(self) -> bool:
        waiting = self.found("dK")
        known = set(waiting)
        while waiting:
            row, column = waiting.pop()
            if self.on_edge((row, column)):
                return False
            for down, right in WAYS:
                beside = (row + down, column + right)
                if beside not in known and self.at(beside) != "a":
                    known.add(beside)
                    waiting.append(beside)
        return True

    def winner(self) -> int | None:
        """Return who has won, and 2 for a draw."""
        ((row, column),) = self.found("K")
        if self.is_corner((row, column)) if self.rules.corners else self.on_edge((row, column)):
            return 1
        if self.king_is_taken() or (self.rules.shuts_in and self.is_shut_in()):
            return 0
        if self.seen.count((self.rows, self.player)) == 2:
            return 2
        return None if any(True for _ in self._moves()) else 1 - self.player

    @property
    def payoffs(self) -> Sequence[float] | None:
        winner = self.winner()
        return None if winner is None else [[1, -1], [-1, 1], [0, 0]][winner]


def start(rows: tuple[str, ...], rules: Rules) -> Tafl:
    return Tafl(rows, rules, 0 if rules.attackers_begin else 1)
