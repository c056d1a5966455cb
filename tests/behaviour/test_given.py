"""The `given` part of an example may draw by chance or end the game; a statement that asks a player is an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.pipeline import EngineName, check_all
from rulekit.play.loaded_book import load
from rulekit.play.testing import book_examples

from .books import ENGINES, HERE, book


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("name", "examples"), [("given_shuffle", 1), ("given_shuffle2", 1), ("given_chance", 3)])
def test_chance_has_its_say(name: str, examples: int, engine: EngineName) -> None:
    assert [o.failure for o in book_examples(book(f"meaning/{name}"), engine)] == [None] * examples


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("choose n in 1..2", "E303"),  # an error: no player is deciding here
        ("ask()", "E303"),
        ("game over, drawn", None),
        ("stop()", None),
        ("leave turn", "E450"),
        ("draw n in 1..2", None),
        ("mix()", None),
        ("remove random from deck", None),
    ],
)
def test_what_asks_is_told(statement: str, told: str | None, tmp_path: Path) -> None:
    text = (HERE / "meaning" / "given_shuffle2.rules").read_text()
    text = text.replace("    shuffle deck\n  expect", f"    {statement}\n  expect").replace("== 3", "<= 3")
    more = "\nprocedure ask:\n  choose n in 1..2\nprocedure mix:\n  shuffle deck\nprocedure stop:\n  game over, drawn\n"
    path = tmp_path / "given.rules"
    path.write_text(text + more)
    _, found = check_all(load(str(path)).books)
    errors = [(d.code, d.span and d.span.first.line) for d in found if d.severity == "error"]
    assert errors == ([(told, 15)] if told else [])


@pytest.mark.parametrize("engine", ENGINES)
def test_a_second_position_plays_no_move(engine: EngineName) -> None:
    found = {o.example: o.failure for o in book_examples(book("meaning/given_again"), engine)}
    assert len(found) == 5 and not any(found.values()), found


def test_nothing_is_given_after_the_end(tmp_path: Path) -> None:
    path = tmp_path / "ended.rules"
    path.write_text((HERE / "meaning" / "given_again.rules").read_text() + ENDED)
    failures = {o.example: o.failure for o in book_examples(load(str(path)))}
    assert failures["ended_already"] == "the game is over, and nothing can be given any more"


ENDED = """
example ended_already:
  given:
    x = 88
  play flow(n: 2)
  play flow(face: 1)
  expect ended
  given:
    x = 0
"""


COUNTED = """rulebook counted:
  players 2
keep points[Player]: 0..9 = 0
keep held: 0..1 = 0
procedure count_up(n 0..9):
  points[p1] += n
  if points[p1] > 4:
    held = 1
    game over, won by p1
flow:
  turns from p2:
    choose n in 1..2
    count_up(n)
example ends:
  given:
    count_up(5)
  expect ended and winners == {p1} and points[p1] == 5 and held == 1
example goes_on:
  given:
    count_up(3)
  expect not ended and points[p1] == 3
  play flow(n: 2)
  expect ended
example ends_later:
  play flow(n: 1)
  given:
    count_up(1)
    draw more in 4..5
    count_up(more)
  expect ended and active == p1
example nothing_after:
  given:
    count_up(6)
  allow flow(n: 1)
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_given_may_end_the_game(engine: EngineName, tmp_path: Path) -> None:
    path = tmp_path / "counted.rules"
    path.write_text(COUNTED)
    failures = {o.example: o.failure for o in book_examples(load(str(path)), engine)}
    assert "over" in (failures.pop("nothing_after") or "")
    assert failures == {"ends": None, "goes_on": None, "ends_later": None}
