"""Every position of random games has the same moves in the rulebook and in programs that know nothing of it.

One is written in the tests from the rules of each edition; the other is pydraughts, where it is installed and has the
edition. Random games meet kings, captures of many pieces and all precedences. Two positions differ if a piece does.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rulekit.engine.interface import State
from rulekit.play.perft import perft
from tests.variants.draughts import plain_program
from tests.variants.draughts.family import EDITIONS, followers, game, side_of, text_of

PYDRAUGHTS = {
    "english": "english",
    "russian": "russian",
    "brazilian": "brazilian",
    "international": "standard",
    "italian": "italian",
    "frisian": "frisian",
}
"""Names of editions in pydraughts 0.6.7.

For it, a king of Frisian draughts counts a man and a half. Its Turkish kings may move over their own men."""
UPPER_LEFT_DARK = ("italian",)
HOUSE_RULES = {"giveaway", "no-duty"}
"""Variants that change only when one may take, or who wins."""
SPANISH = (7, 49, 302, 1469, 7361)
CZECH = (7, 49, 302, 1469, 7361)
GAMES = 2
MOVES = 150


def test_every_edition_is_compared_with_another_program() -> None:
    assert set(plain_program.RULES) == set(EDITIONS) - HOUSE_RULES


def random_positions(
    edition: str, games: int, seed: int, moves: int = MOVES, **options: str
) -> Iterator[tuple[str, set[str]]]:
    """Yield the positions of random games, each with those that may follow, except those where a king rests."""
    chance = random.Random(seed)
    for _ in range(games):
        state = game(edition, **options).engine.start(1)
        for _ in range(moves):
            after = list(followers(edition, state, **options))
            if not after:
                break
            if not a_king_rests(edition, state):
                yield text_of(edition, state), {text_of(edition, one) for one in after}
            state = chance.choice(after)


def a_king_rests(edition: str, state: State) -> bool:
    read = game(edition).layout.read
    return edition == "frisian" and 3 in (read(state.cells, "walked", [seat]) for seat in (0, 1))


def compare_with_plain_program(edition: str, games: int, seed: int) -> int:
    kings = 0
    for here, after in random_positions(edition, games, seed):
        kings += any(sign in here[1:] for sign in "WB")
        assert after == plain_program.followers(edition, here), here
    return kings


@pytest.mark.parametrize("edition", plain_program.RULES)
def test_the_plain_program_has_the_same_moves(edition: str) -> None:
    assert compare_with_plain_program(edition, GAMES, 1) > 0, "positions with kings"


@pytest.mark.soak
@pytest.mark.parametrize("edition", plain_program.RULES)
def test_the_plain_program_has_the_same_moves_in_many_games(edition: str) -> None:
    compare_with_plain_program(edition, 300, 2)


def squares_played_on(edition: str, board: str) -> str:
    """Return a board without the squares that are not played on, as pydraughts writes it."""
    side, odd = side_of(edition), edition in UPPER_LEFT_DARK
    kept = [sign for at, sign in enumerate(board) if (at % side + at // side) % 2 != odd]
    return "".join(kept).replace(".", "e")


def compare_with_pydraughts(edition: str, games: int, seed: int, moves: int = MOVES) -> None:
    draughts = pytest.importorskip("draughts.core.game", reason="pydraughts is not installed")
    options = {"king_counts": "one_and_a_half"} if edition == "frisian" else {}
    for here, after in random_positions(edition, games, seed, moves, **options):
        position = here[0] + squares_played_on(edition, here[1:])
        theirs = set()
        for move in draughts.Game(PYDRAUGHTS[edition], position).legal_moves()[0]:
            moved = draughts.Game(PYDRAUGHTS[edition], position)
            moved.push(move)
            theirs.add(moved.get_fen())
        assert {text[0] + squares_played_on(edition, text[1:]) for text in after} == theirs, position


@pytest.mark.parametrize("edition", PYDRAUGHTS)
def test_pydraughts_has_the_same_moves(edition: str) -> None:
    compare_with_pydraughts(edition, 1, 3, 30)


@pytest.mark.soak
@pytest.mark.parametrize("edition", PYDRAUGHTS)
def test_pydraughts_has_the_same_moves_in_many_games(edition: str) -> None:
    compare_with_pydraughts(edition, 50, 4)


@pytest.mark.parametrize(("edition", "counts"), {"spanish": SPANISH, "czech": CZECH}.items())
def test_counts_that_nobody_published(edition: str, counts: tuple[int, ...]) -> None:
    """The plain program counts them, too."""
    assert tuple(perft(game(edition).engine, len(counts))) == counts
    here = Counter([text_of(edition, game(edition).engine.start(1))])
    for count in counts:
        after: Counter[str] = Counter()
        for position, times in here.items():
            for one in plain_program.followers(edition, position):
                after[one] += times
        assert after.total() == count
        here = after
