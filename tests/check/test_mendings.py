"""Mistakes that people made: each gets one message at the right place, and its fix is right.

The game below is correct; each case changes it in one place. If a message offers a fix, it is applied and the text is
checked again; otherwise its advice must contain given words.
"""

from __future__ import annotations

import re

import pytest

from rulekit.diagnostics import Diagnostic

from .cases import diagnose

GAME = """rulebook case "A case":
  players 2
enum Colour: red, blue
table Sort(value 0..9):
  | low | 1 |
  | high | 5 |
piece Card(sort Sort): 4 each
board Cell: 3 by 3
place deck: stack of Card, hidden
place heap_of[p in Player]: heap of Card, seen by p
keep chosen: Player or none = none
keep score[Player]: 0..20 = 0
keep n: 0..9
option size_of: 1..5 = 2
fact small(s Sort) = s.value < 3
fact bonus(p Player) gives 0..9 = 2
procedure gain(p Player, m 0..9):
  score[p] += m
  n = bonus(p)
choice turn
action draw_one in turn "Draw":
  choose s in Sort where small(s)
  gain(me, 1)
action wait in turn:
  if n == 0 and size_of > 1:
    n = 1
  else:
    nothing
flow:
  repeat at most 3 times:
    turns from p1:
      do one of turn
  game over, ranked by p in Player: score[p]
example opening "The first":
  given:
    n = 2
    active = p1
  play draw_one(low)
  expect n == 2
always fine: n < 10
"""

MENDED = [
    ("n == 0 and", "n in 0..3 and", "E103", "0..3"),
    ("n == 0 and", "n == 0..3 and", "E103", "0..3"),
    ("s in Sort where small(s)", "s in Sort where size({s}) in 0..3", "E103", "0..3"),
    ("keep n: 0..9", "keep n: 0-9", "E105", "-"),
    ("size_of: 1..5", "size_of: 1-5", "E105", "-"),
    ("players 2\n", "players 2-4\n", "E105", "-"),
    ("n < 10", "all x in 0-3: x < n + 9", "E313", "0-3"),
    ("  given:", "  given", "E103", ""),
    ('"The first":', '"The first:', "E111", '"The first'),
    ('"The first":', 'The first":', "E111", 'The first"'),
    ('"The first":', "“The first”:", "E111", "“The first”"),
    ("\n  gain(me", "\n   gain(me", "E122", "gain"),
    ("\n    active", "\n     active", "E122", "active"),
    ("\n  | high", "\n   | high", "E122", "|"),
    ("\nkeep n:", "\n keep n:", "E122", "keep"),
    ("\n  play draw", "\n   play draw", "E121", "play"),
    ("\nexample opening", "\n example opening", "E121", "example"),
    ("\n  if n", "\n   if n", "E121", "if"),
    ("Player or none = none", "Player = none", "E301", "none"),
    ("keep n: 0..9", "keep n: 0.9", "E105", "0.9"),
    ("  if n == 0 and", "  als n == 0 en", "E102", "als n == 0 en"),
    ("  if n == 0 and", "  wenn n == 0 und", "E102", "wenn n == 0 und"),
    ("  choose s", "  voor elke p in Player:\n    nothing\n  choose s", "E102", "voor elke"),
    ("  choose s", "  für jeden p in Player:\n    nothing\n  choose s", "E102", "für jeden"),
    ("  choose s in Sort where", "  wähle s in Sort wobei", "E102", "wähle s in Sort wobei"),
    ("example opening", "voorbeeld opening", "E102", "voorbeeld"),
    ("example opening", "Beispiel opening", "E102", "Beispiel"),
    ("rulebook case", "spelregels case", "E102", "spelregels"),
    ("Player or none = none", "Player or none = geen", "E201", "geen"),
]
ADVISED = [
    ("n < 10", "n < 7.5", "E105", "7.5", "whole"),
    ("  score[p] += m", "  active = p", "E326", "active", "only `given` itself"),
    (
        "gives 0..9 = 2",
        "gives 0..9 = score[me] + score[me] + (if me == p1 then score[me] else 2)",
        "E303",
        "me",
        "`by p:`",
    ),
    ("keep n: 0..9", "keep n: 0..score[p1]", "E620", "score[p1]", "before the game"),
    ("keep n: 0..9", "keep n: 0..9\nkeep far[0..3000, 0..3000]: 0..9", "E623", "far", "smaller"),
    ("gives 0..9 = 2", "gives 0..9", "E103", "", "to be said"),
    ("m 0..9):\n  score[p] += m\n  n = bonus(p)", "m 0..9)", "E103", "", "to be said"),
]


def changed(old: str, new: str) -> tuple[str, list[Diagnostic]]:
    assert GAME.count(old) == 1, old
    text = GAME.replace(old, new)
    return text, [d for d in diagnose(text) if d.severity == "error"]


def test_the_game_is_right() -> None:
    assert [d for d in diagnose(GAME) if d.severity == "error"] == []


@pytest.mark.parametrize(("old", "new", "code", "at"), MENDED)
def test_the_mending_is_right(old: str, new: str, code: str, at: str) -> None:
    text, found = changed(old, new)
    (told,) = found
    assert told.span is not None
    assert (told.code, told.span.text) == (code, at)
    fix = told.help[0]
    assert fix.span is not None and fix.replacement is not None
    mended = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
    assert [d for d in diagnose(mended) if d.severity == "error"] == [], mended


@pytest.mark.parametrize(("old", "new", "code", "at", "advice"), ADVISED)
def test_the_advice_names_what_would_mend_it(old: str, new: str, code: str, at: str, advice: str) -> None:
    (told,) = changed(old, new)[1]
    assert told.span is not None
    assert (told.code, told.span.text) == (code, at)
    assert any(advice in one.text for one in told.help)


def test_a_bound_is_told_with_its_use() -> None:
    (told,) = changed("keep n: 0..9", "keep n: 0..score[p1]")[1]
    assert "the end of a range is settled before the game" in told.message
    (told,) = changed("keep n: 0..9", "keep n: 0..9\nkeep far[0..3000, 0..3000]: 0..9")[1]
    assert "3001 × 3001" in told.message and re.search(r"at most \d+", told.message)
    (told,) = changed("enum Colour", "table Pair for each x in 0..99, y in 0..99\nenum Colour")[1]
    assert told.code == "E623" and "more than 4096 rows" in told.message and "`where`" in told.help[0].text


def test_who_is_counted_by_a_condition_stands_in_brackets() -> None:
    (told,) = changed("stack of Card, hidden", "stack of Card, hidden, counted by if n == 0 then p1 else p2")[1]
    assert told.code == "E103" and told.help[0].replacement == "(if n == 0 then p1 else p2)"


LAYER = GAME + "### book\nvariant over_it of case\n"


def test_a_struck_option_is_told_once_at_the_strike() -> None:
    text = LAYER.replace("flow:", "under size_of == 3:\n  fact many = 3\nruleset quick: size_of = 3\nflow:", 1)
    for base in (LAYER, text):
        (told,) = [d for d in diagnose(base + "strike option size_of\n") if d.severity == "error"]
        assert told.code == "E201" and told.span is not None and told.span.text == "strike option size_of"
        assert told.labels and all("size_of" in label.span.text for label in told.labels)


def test_a_name_that_a_layer_brings_is_told_in_the_layer() -> None:
    (told,) = [d for d in diagnose(LAYER + "keep p: 0..9\n") if d.severity == "error"]
    assert told.code == "E203" and told.span is not None
    assert told.span.first.line == LAYER.count("\n") + 1 and told.span.text == "p"
    assert [label.span.text for label in told.labels] == ["p"] * len(told.labels)
