"""Invariants (`always`) are checked in examples, and in random games by the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.compare.paired_figures import compare_figures
from rulekit.pipeline import EngineName
from rulekit.play.loaded_book import load
from rulekit.play.simulate import WatchedGames
from rulekit.play.testing import BookTestSettings, book_examples, check_book, random_games

from .books import ENGINES, book


@pytest.mark.parametrize("engine", ENGINES)
def test_a_promise_broken_in_an_example_is_told(engine: EngineName) -> None:
    (outcome,) = book_examples(book("meaning/inv"), engine)
    assert outcome.diagnostic is not None and outcome.diagnostic.code == "E843"
    assert outcome.diagnostic.span is not None and outcome.diagnostic.span.first.line == 16
    assert "`never four_at_first` is broken before p2 decides" in outcome.diagnostic.message


@pytest.mark.parametrize("engine", ENGINES)
def test_the_engine_stops_at_the_game_that_breaks_a_promise(engine: EngineName) -> None:
    configured = book("meaning/inv").configure(engine=engine)
    found = configured.engine.playouts(50, 1, counting="watched")
    sample = random_games(configured, 50, WatchedGames(1, 1_000))
    assert found.broken is not None and found.broken.invariant == "four_at_first"
    assert sample.failing is not None and sample.failing.number == found.broken.game
    assert sample.failing.diagnostic.code == "E841" and sample.games == found.broken.game + 1


@pytest.mark.soak
def test_a_rule_that_does_nothing_makes_no_turn() -> None:
    """A layer adds the option to wave, which does nothing: games have more decisions but equally many turns, and waving
    is counted."""
    base, idle = load("czar/english").configure(2), book("meaning/idle").configure(2)
    sides = compare_figures(base, idle, 150, 1)
    found = {f.name: f.interval for f in sides.figures}
    longer, turns = found["length mean"], found["turns mean"]
    assert longer is not None and longer.clear and turns is not None and not turns.clear
    waved = {f.name: f for f in sides.options}
    offered, taken = waved["rule wave: wave_hand, offered"].second, waved["rule wave: wave_hand, taken"].second
    assert offered is not None and taken is not None and 0 < taken < offered
    reference = book("meaning/idle").configure(2, engine="reference").engine
    assert reference.playouts(1, 1, 0, 20, counting="detailed") == idle.engine.playouts(
        1, 1, 0, 20, counting="detailed"
    )


ASKED = """\
rulebook asked "A counter each":
  players 2 to 4

keep left: 0..9 = 6

ruling last "What becomes of who takes the last one?" [assumed "nobody says"]:
  wins "he wins"
  loses "he loses"

option limit: 1..3 = 2

choice turn
action take in turn:
  choose n in 1..limit where n <= left
  left -= n
  if left == 0 and last == wins:
    game over, won by me
  if left == 0:
    game over, won by next(me)

flow:
  turns from p1:
    do one of turn
"""


def test_other_answers_and_numbers_of_players_are_sampled(tmp_path: Path) -> None:
    (tmp_path / "asked.rules").write_text(ASKED)
    report = check_book(load(str(tmp_path / "asked.rules")), BookTestSettings(games=2))
    assert [s.players for s in report.samples if not s.options] == [2, 3, 4]
    assert {"last": "loses"} in [dict(s.options) for s in report.samples]
    assert all(s.ok and s.games == 2 for s in report.samples)
