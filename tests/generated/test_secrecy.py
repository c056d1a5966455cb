"""Generated rulebooks keep their secrets after mending; and bugs that the laws found, as small rulebooks."""

from __future__ import annotations

from collections import Counter

import pytest

from rulekit.diagnostics import Source
from rulekit.engine.wasm.recording_engine import RecordingEngine
from rulekit.machine import program as m
from rulekit.machine.lower import lower
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.play.game_steps import is_secret
from rulekit.play.knowledge import exchange_outcomes
from rulekit.syntax import parse
from tests.shipped import every

from .chooser import Seeded
from .mending import mend, mended
from .soak import play
from .strategy import Written

PIECES, EACH = 4, 4


@pytest.mark.parametrize("piece", every(4, range(PIECES)))
def test_no_exchange_can_be_told_in_a_book_that_passes(piece: int) -> None:
    tally: Counter[str] = Counter()
    for number in range(piece, PIECES * EACH, PIECES):
        book = mended("secrets", number)
        if book.model is not None:
            play(book, tally, number)
    assert tally["books exchanged"] >= EACH // 2, tally
    assert tally["books with secrets and `reveals`"] > 0, tally


def test_most_books_that_hide_something_pass_with_something_hidden() -> None:
    books = [mended("rate", number) for number in range(6)]
    passing = [book for book in books if book.model is not None and book.hides and not book.done["opened whole"]]
    assert len(passing) >= 4, [book.done for book in books]


def test_a_book_that_is_too_complicated_to_check_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.check.information.EFFORT", 1)
    monkeypatch.setattr("rulekit.check.information.EFFORT_EACH", 0)
    book = mend(Seeded("mend"), Written(SEVERAL.format(seen=", seen by me"), 2))
    assert book.model is not None and not book.hides and book.done == {"opened whole": 1}


def machine_of(text: str, players: int = 2) -> m.Machine:
    book, found = parse(Source("small.rules", text))
    assert book is not None and not found
    model, found = check_configuration((book,), Config(players=players))
    assert model is not None, found
    return lower(model)


SEVERAL = """
rulebook several:
  players 2

keep done: 0..3 = 0

flow:
  by p1:
    choose any number of x in 1..3{seen}
  done = 1
  by p2:
    choose y in 1..2
  game over, drawn
"""


def test_several_picks_in_the_open_are_told_to_all() -> None:
    machine = machine_of(SEVERAL.format(seen=""))
    assert not any(map(is_secret, machine.nodes))
    engine = RecordingEngine(machine)
    engine.apply(engine.start(1, 0), 1)
    assert [record.note_for(1) is not None for record in engine.records] == [True]


def test_how_many_steps_a_player_does_not_see_tells_him_nothing() -> None:
    found = exchange_outcomes(machine_of(SEVERAL.format(seen=", seen by me")), 12, 3)
    assert found.kept > 10 and found.leaks == ()


LEFT = """
rulebook left_by_what_is_hidden:
  players 3

keep secret[p in Player]: 0..3, seen by p

flow:
  for each p in Player:
    draw d in 0..3, seen by p
    secret[p] = d
  rounds at most 2:
    keep h: 0..3
    keep i: 0..3
    rounds at most 2:
      for each k in Player:
        if secret[k] == h:
          i = 2
          if secret[k] == i:
            leave round
      h = i
      for each k in Player:
        if secret[k] == h:
          i = 1
          leave round
    h = i
  game over, drawn
"""


def test_a_loop_that_what_is_hidden_leaves_is_gone_through_a_few_times() -> None:
    """Each iteration adds other players to the label; without a limit it would grow for ever."""
    assert machine_of(LEFT, 3).players == 3


AT_ONCE = """
rulebook window_at_once:
  players 3

flow:
  at once each u in Player:
    window from u each q, {mode}:
      may act:
        nothing
  game over, drawn
"""


def test_a_window_at_once_asks_nobody_because_of_what_another_did() -> None:
    book, _ = parse(Source("small.rules", AT_ONCE.format(mode="first to act")))
    assert book is not None
    _, found = check_configuration((book,), Config(players=3))
    assert [d.code for d in found] == ["E505"]
    assert exchange_outcomes(machine_of(AT_ONCE.format(mode="once each"), 3), 12, 3).leaks == ()


REVEALS = """
rulebook revealed_under_what_is_hidden:
  players 2

keep secret[p in Player]: 0..1, seen by p

flow:
{before}
  {head}
    if 1 < 2, reveals:
      nothing
  game over, drawn
"""


@pytest.mark.parametrize(
    "before, head, codes",
    [
        ("  draw d in 0..1, seen by p1\n  secret[p1] = d", "if secret[p1] == 1:", ["E502"]),
        (
            "  secret[p1] = 1",
            "at once each p in Player:\n    choose x in 0..1\n    if x == 1:\n      secret[p] = 1",
            [],
        ),
        ("  draw d in 0..1, seen by p1\n  secret[p1] = d", "if secret[p1] == 1, reveals:", []),
    ],
)
def test_what_is_revealed_shows_that_play_is_there(before: str, head: str, codes: list[str]) -> None:
    book, _ = parse(Source("small.rules", REVEALS.format(before=before, head=head)))
    assert book is not None
    _, found = check_configuration((book,), Config(players=2))
    assert [d.code for d in found if d.severity == "error"] == codes


NESTED = """
rulebook at_once_in_at_once:
  players 2

flow:
  at once each p in Player:
    choose x in 0..3
    at once each q in {{q in Player where {who}}}:
      choose y in 0..1
  game over, drawn
"""


@pytest.mark.parametrize("who, codes", [("x < 2", ["E507"]), ("q != p1", [])])
def test_who_is_asked_at_once_does_not_rest_on_what_another_decides_at_once(who: str, codes: list[str]) -> None:
    book, _ = parse(Source("small.rules", NESTED.format(who=who)))
    assert book is not None
    _, found = check_configuration((book,), Config(players=2))
    assert [d.code for d in found if d.severity == "error"] == codes


ORDER = """
rulebook order_of_answers:
  players 2

keep secret[p in Player]: 0..1, seen by p

event hit
rule first_one when hit by q:
  nothing
rule second_one when hit by q:
  nothing

flow:
  draw d in 0..1, seen by p1
  secret[p1] = d
{announced}
  game over, drawn
"""


@pytest.mark.parametrize(
    "announced, codes",
    [
        ("  if secret[p1] == 1:\n    announce hit()", ["E502"]),
        ("  at once each p in Player:\n    announce hit()", ["E505"]),
        ("  if secret[p1] == 1, reveals:\n    announce hit()", []),
    ],
)
def test_who_picks_an_order_of_answers_learns_that_there_is_something_to_answer(
    announced: str, codes: list[str]
) -> None:
    book, found = parse(Source("small.rules", ORDER.format(announced=announced)))
    assert book is not None, found
    _, found = check_configuration((book,), Config(players=2))
    assert [d.code for d in found if d.severity == "error"] == codes
