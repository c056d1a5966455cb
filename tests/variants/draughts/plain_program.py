"""Draughts as a plain program, written from the rules and not from the rulebooks: the whole moves of every edition.
It does not know which king rests in Frisian draughts.

A position is a text as in `family.text_of`: W or B to move, then the squares from the upper left. The side that begins,
w and W, moves upward. Captures are followed to their ends and then compared, without numbers for what they are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

Way = tuple[int, int]
UPWARD: tuple[Way, ...] = ((-1, -1), (1, -1))
ASLANT: tuple[Way, ...] = (*UPWARD, (-1, 1), (1, 1))
TWO_STRAIGHT: tuple[Way, ...] = ((0, -2), (-2, 0), (2, 0), (0, 2))
STRAIGHT: tuple[Way, ...] = ((0, -1), (-1, 0), (1, 0), (0, 1))


@frozen
class Capture:
    """A whole capture: the squares of the piece and of what it took, in order, and the kinds."""

    mover: str
    path: tuple[int, ...]
    taken: tuple[int, ...]
    kinds: str

    @property
    def kings(self) -> int:
        return sum(kind.isupper() for kind in self.kinds)


def by_number(capture: Capture) -> Any:
    return len(capture.taken)


def italian_order(capture: Capture) -> Any:
    soonest = next((-at for at, kind in enumerate(capture.kinds) if kind.isupper()), 0)
    by_king = capture.mover.isupper()
    return len(capture.taken), by_king, by_king and capture.kings, by_king and soonest


def frisian_order(capture: Capture) -> Any:
    """Order captures so that n kings are more than 2n - 1 men and less than 2n."""
    return 20 * len(capture.taken) + 19 * capture.kings, capture.mover.isupper()


@frozen
class Rules:
    """The answers of an edition. A king's `reach` is 1, or the side of the board if it flies."""

    side: int = 8
    moves: tuple[Way, ...] = UPWARD
    king_moves: tuple[Way, ...] = ASLANT
    takes: tuple[Way, ...] = UPWARD
    king_takes: tuple[Way, ...] = ASLANT
    flies: bool = True
    on_far_row: str = "stops"
    order: Callable[[Capture], Any] = lambda capture: 0
    men_take_kings: bool = True
    leaves_at_once: bool = False
    lands_where_it_goes_on: bool = False


RULES = {
    "english": Rules(flies=False),
    "russian": Rules(takes=ASLANT, on_far_row="goes on as a king", lands_where_it_goes_on=True),
    "brazilian": Rules(8, takes=ASLANT, on_far_row="goes on as a man", order=by_number),
    "international": Rules(10, takes=ASLANT, on_far_row="goes on as a man", order=by_number),
    "frisian": Rules(
        10,
        takes=(*ASLANT, *TWO_STRAIGHT),
        king_takes=(*ASLANT, *TWO_STRAIGHT),
        on_far_row="goes on as a man",
        order=frisian_order,
    ),
    "italian": Rules(flies=False, order=italian_order, men_take_kings=False),
    "spanish": Rules(order=lambda capture: (len(capture.taken), capture.kings)),
    "czech": Rules(order=lambda capture: capture.mover.isupper(), lands_where_it_goes_on=True),
    "turkish": Rules(
        moves=STRAIGHT[:3],
        king_moves=STRAIGHT,
        takes=STRAIGHT[:3],
        king_takes=STRAIGHT,
        on_far_row="goes on as a man",
        order=by_number,
        leaves_at_once=True,
    ),
}


@frozen
class Side:
    """The side to move in a position: `own` are its men and kings, and up is where its men go."""

    rules: Rules
    board: str
    own: str

    def line(self, at: int, way: Way) -> Iterator[int]:
        """Yield the squares in a direction, up being forward."""
        size, up = self.rules.side, 1 if self.own == "wW" else -1
        column, row = at % size + way[0], at // size + way[1] * up
        while 0 <= column < size and 0 <= row < size:
            yield row * size + column
            column, row = column + way[0], row + way[1] * up

    def on_far_row(self, at: int) -> bool:
        return at // self.rules.side == (0 if self.own == "wW" else self.rules.side - 1)

    def quiet(self, at: int) -> Iterator[int]:
        king = self.board[at].isupper()
        for way in self.rules.king_moves if king else self.rules.moves:
            for there in self.line(at, way):
                if self.board[there] != ".":
                    break
                yield there
                if not (king and self.rules.flies):
                    break

    def jumps(self, at: int, mover: str, taken: tuple[int, ...], last: Way | None) -> Iterator[tuple[Way, int, int]]:
        """Yield the direction, the piece taken and the landing square of each jump."""
        for way in self.rules.king_takes if mover.isupper() else self.rules.takes:
            if self.rules.leaves_at_once and last == (-way[0], -way[1]):
                continue
            over = None
            for there in self.line(at, way):
                if over is not None and self.board[there] == ".":
                    yield way, over, there
                elif self.board[there] != ".":
                    if over is not None or there in taken or self.board[there] in self.own:
                        break
                    if self.board[there].isupper() and mover.islower() and not self.rules.men_take_kings:
                        break
                    over = there
                    continue
                if not (mover.isupper() and self.rules.flies):
                    break

    def lifted(self, at: int) -> Side:
        """Return the position without the piece on a square."""
        return Side(self.rules, self.board[:at] + "." + self.board[at + 1 :], self.own)

    def captures(
        self, path: tuple[int, ...], mover: str, taken: tuple[int, ...], last: Way | None
    ) -> Iterator[Capture]:
        """Yield all captures that begin so; the moving piece is off the board."""
        stops = self.rules.on_far_row == "stops" and taken and mover.islower() and self.on_far_row(path[-1])
        jumps = [] if stops else list(self.jumps(path[-1], mover, taken, last))
        ends: dict[int, list[Capture]] = {}
        for way, over, there in jumps:
            crowned = self.rules.on_far_row == "goes on as a king" and self.on_far_row(there)
            board = self.lifted(over) if self.rules.leaves_at_once else self
            after = mover.upper() if crowned else mover
            ends.setdefault(over, []).extend(board.captures((*path, there), after, (*taken, over), way))
        for found in ends.values():
            longer = [capture for capture in found if len(capture.taken) > len(taken) + 1]
            yield from longer if longer and self.rules.lands_where_it_goes_on else found
        if not jumps and taken:
            yield Capture(mover, path, taken, "")


def followers(edition: str, position: str) -> set[str]:
    """Return the positions after each whole move."""
    rules, own = RULES[edition], "wW" if position[0] == "W" else "bB"
    side = Side(rules, position[1:], own)
    mine = [at for at, sign in enumerate(side.board) if sign in own]
    found = []
    for at in mine:
        for end in side.lifted(at).captures((at,), side.board[at], (), None):
            kinds = "".join(side.board[square] for square in end.taken)
            found.append(Capture(end.mover, end.path, end.taken, kinds))
    # a piece that was crowned on its way counts as the man that it was
    ranked = [(rules.order(Capture(side.board[c.path[0]], c.path, c.taken, c.kinds)), c) for c in found]
    best = max((rank for rank, _ in ranked), default=None)
    moves = [capture for rank, capture in ranked if rank == best]
    moves = moves or [Capture(side.board[at], (at, there), (), "") for at in mine for there in side.quiet(at)]
    return {_after(side, move) for move in moves}


def _after(side: Side, move: Capture) -> str:
    board = list(side.board)
    for square in (move.path[0], *move.taken):
        board[square] = "."
    board[move.path[-1]] = move.mover.upper() if side.on_far_row(move.path[-1]) else move.mover
    return ("B" if side.own == "wW" else "W") + "".join(board)
