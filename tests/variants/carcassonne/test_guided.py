"""A few games of players who choose rare options on purpose, and planted errors that the check of each step must
notice.

The long run, in which every event happens at least a thousand times, is the last test here and the command of
`guided.py`.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.shipped import game

from . import watch as watching
from .cells import Table
from .guided import EDITIONS, RULINGS, configurations, main, play, soak
from .law import Answers, Move, Round

ZMG = "carcassonne/messages-c2-zmg"
PLAIN = {"judged": "after_round"}
ALONE = {"alone": "without_others", "both_alone": "where_they_land"}
LATER = [Move(0, 0, 4, ((5, 0), (3, 0))), Move(1, 0, 2, ((5, 0), (5, 0)))]


@pytest.mark.soak
def test_a_few_games_of_the_last_edition() -> None:
    """One game runs its first steps on both engines, and a few run on the fast one only."""
    counts, names = soak(2, 3, ("messages-c2-zmg",), 1)
    assert counts["games"] == 3 and counts["games on both engines"] == 1
    assert counts["chain: message 3 of a turn"] > 0
    drawn = [name for name in names if name.startswith(watching.ERRANDS) and counts[name]]
    assert len({name.partition(":")[0] for name in drawn}) == len(watching.ERRANDS)


def test_every_answer_to_every_ruling_comes_by_turns() -> None:
    given = list(configurations(EDITIONS, 6, Random(1)))
    assert {c.edition for c in given} == set(EDITIONS) and {c.players for c in given} == set(range(2, 7))
    for edition in EDITIONS:
        of_it = [c.answers for c in given if c.edition == edition]
        for ruling, answers in RULINGS.items():
            assert set(Counter(found[ruling] for found in of_it).values()) == {6 // len(answers)}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_ruling_of_an_edition_is_turned(edition: str) -> None:
    of_the_book = {
        placed.clause.name.text
        for placed in game(f"carcassonne/{edition}").rulebook.clauses
        if placed.clause.kind in ("ruling", "option")
    }
    (configuration,) = configurations([edition], 1, Random(1))
    assert set(configuration.answers) == of_the_book


def answers() -> Answers:
    return next(c.answers for c in configurations(["messages-c2-zmg"], 1, Random(5)))


@pytest.mark.parametrize("wrong", ["seal", "law", "followers"])
def test_the_watch_sees_what_is_wrong(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games fail if a seal is worth three points, if the law never makes a message due, or if all players have eight
    followers."""
    if wrong == "law":
        monkeypatch.setattr(Round, "due", lambda *_: False)
    else:
        monkeypatch.setattr(
            watching, {"seal": "SEAL", "followers": "FOLLOWERS"}[wrong], {"seal": 3, "followers": 8}[wrong]
        )
    given = answers()
    table = Table.of(game(ZMG, 2, **given))
    with pytest.raises(AssertionError):
        for seed in range(20):
            play(table, given, seed, Counter())


@pytest.mark.soak
def test_the_command_fails_where_something_hardly_happened(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["5", "1", "--edition", "messages-c2-zmg", "--each", "500"]) == 1
    assert "TOO RARE" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "moves", "due"),
    [
        (PLAIN, [Move(0, 0, 4, ((5, 0), (0, 0)))], True),
        (PLAIN, [Move(0, 0, 4, ((4, 5), (0, 0)))], False),  # the other figure is on the dark space, and has not moved
        (PLAIN, [Move(1, 0, 4, ((0, 0), (5, 0)))], False),  # another player's figure lands
        (PLAIN, [Move(0, 0, 0, ((0, 0), (0, 0)))], False),  # the start is not a dark space
        (PLAIN, [Move(0, 0, 4, ((50, 0), (0, 0)))], True),  # the same space after a lap is dark
        (PLAIN, [Move(0, 0, 4, ((5, 0), (0, 0))), Move(0, 0, 4, ((9, 0), (0, 0)))], False),  # only passed by
        ({"judged": "after_feature"}, [Move(0, 0, 4, ((5, 0), (0, 0))), Move(0, 0, 4, ((9, 0), (0, 0)))], True),
        (ALONE, [Move(0, 0, 4, ((5, 0), (5, 0)))], False),
        (ALONE, [Move(0, 0, 4, ((5, 0), (55, 0)))], False),
        # the other player's figure was there when this one landed
        (ALONE, [Move(0, 0, 4, ((5, 0), (5, 0))), Move(1, 0, 2, ((5, 0), (7, 0)))], False),
        (ALONE, LATER, False),  # it came later
        (ALONE, [Move(0, 0, 4, ((5, 5), (0, 0)))], True),
        ({**ALONE, "alone": "without_any"}, [Move(0, 0, 4, ((5, 5), (0, 0)))], False),
        (ALONE, [Move(0, 0, 4, ((5, 10), (10, 0)))], True),
        (ALONE, [Move(0, 0, 4, ((5, 6), (10, 0))), Move(0, 1, 4, ((5, 10), (10, 0)))], False),
        (ALONE, [Move(0, 0, 4, ((5, 6), (8, 0))), Move(0, 1, 2, ((5, 8), (8, 0)))], True),
        ({**ALONE, "both_alone": "wherever_they_stand"}, [Move(0, 0, 4, ((5, 10), (10, 0)))], False),
        ({**ALONE, "both_alone": "wherever_they_stand"}, [Move(0, 0, 4, ((5, 10), (0, 0)))], True),
        ({**ALONE, "both_alone": "wherever_they_stand"}, [Move(0, 0, 4, ((5, 8), (8, 0)))], False),
    ],
)
def test_the_law(given: Answers, moves: list[Move], due: bool) -> None:
    assert Round(0, tuple(moves)).due(given) is due


@pytest.mark.soak
def test_everything_a_thousand_times() -> None:
    """Takes an hour on one core. The rarest event happens once in 16 games."""
    assert main(["1", "20000"]) == 0
