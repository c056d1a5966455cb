"""Games gone through to the last position: how many there are, how many games, and who wins with the best play."""

from __future__ import annotations

from collections import Counter

import pytest

from rulekit.pipeline import EngineName, make_engine
from tests.variants.classics.family import game
from tests.variants.classics.published import TIC_TAC_TOE_GAMES, TIC_TAC_TOE_POSITIONS
from tests.variants.classics.whole import Payoffs, best, gather

both_engines = pytest.mark.parametrize("kind", ["reference", "wasm"])


@both_engines
def test_every_game_of_tic_tac_toe(kind: EngineName) -> None:
    def join(_who: int, after: list[Counter[Payoffs]]) -> Counter[Payoffs]:
        return sum(after, Counter())

    games, positions = gather(make_engine(game("tic-tac-toe").machine, kind), "marks", lambda end: Counter([end]), join)
    assert positions == TIC_TAC_TOE_POSITIONS
    assert games == TIC_TAC_TOE_GAMES
    assert games.total() == 255_168


@pytest.mark.parametrize("name", ["tic-tac-toe", "tic-tac-toe-misere"])
def test_nobody_need_lose(name: str) -> None:
    worth, _ = gather(game(name).engine, "marks", lambda end: end, best)
    assert worth == (0, 0)


@both_engines
def test_the_second_player_wins_at_nim(kind: EngineName) -> None:
    """1, 3, 5 and 7 cancel out in twos, fours and ones: whoever begins has lost, as Bouton found."""
    for last_match in ("wins", "loses"):
        engine = make_engine(game("nim", last_match=last_match).machine, kind)
        worth, positions = gather(engine, "matches", lambda end: end, best)
        assert worth == (-1, 1)
        assert positions == 2 * 4 * 6 * 8


def test_whoever_begins_wins_at_hex() -> None:
    worth, _ = gather(game("hex", size=3).engine, "stones", lambda end: end, best)
    assert worth == (1, -1)
