"""The comparison of tree searches: both programs search the same games, and a missed target fails."""

import pytest

from benchmarks import search
from benchmarks.games import Game

TIC_TAC_TOE = search.Compared(Game("tic-tac-toe", "classics/tic-tac-toe", "", openspiel="tic_tac_toe"), 50)


def test_both_programs_search():
    pytest.importorskip("pyspiel")
    assert min(search.rates(TIC_TAC_TOE, 1)) > 0
    leduc = next(one for one in search.COMPARED if one.game.openspiel == "leduc_poker")
    assert min(search.rates(leduc, 1, 20)) > 0


def test_equal_seeds_search_alike():
    one, two = search.rulekit_search(TIC_TAC_TOE), search.rulekit_search(TIC_TAC_TOE)
    assert one(5)[0] == two(5)[0]


def test_a_ratio_below_its_target_fails(monkeypatch, capsys):
    monkeypatch.setattr(search, "rates", lambda one, rounds, simulations: (9.0, 1.0))
    assert search.main(["connect"]) == 0
    assert search.main(["connect", "breakthrough"]) == 1
    assert "| breakthrough 8x8 | 10,000 | 9 | 1 | 9.0 | 10 |" in capsys.readouterr().out
