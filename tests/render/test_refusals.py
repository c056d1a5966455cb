"""Worked examples tell who acts, and why something is refused: the condition that fails, with its values, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.play.loaded_book import load
from rulekit.prose import Link, blocks_text, speaker
from rulekit.render.games import Games, PlayedExample
from tests.shipped import spanning

GAMES = ("classics/nine-mens-morris", "chess/standard", "czar/english")


def played(game: str) -> list[PlayedExample]:
    games = Games(load(game))
    names = [p.clause.name.text for p in games.book.rulebook.clauses if p.clause.kind == "example"]
    return [found for name in names if (found := games.example(name)) is not None]


def told(game: str, name: str, language: str) -> list[str]:
    """Return the sentences of an example on its page."""
    games = Games(load(game))
    found = games.example(name)
    assert found is not None
    model = found.game.model
    placed = next(p for p in model.rulebook.clauses if p.id == f"example {name}")
    return blocks_text(speaker(model, language).example(placed, found.happenings())).split("\n")


@pytest.mark.parametrize("game", spanning([*GAMES, "czar/dutch"], GAMES[:2]))
def test_everything_that_is_refused_has_a_reason(game: str) -> None:
    refused = 0
    for one in played(game):
        for stage, happened in zip(one.stages, one.happenings(), strict=True):
            if stage.line.verb == "refuse":
                refused += 1
                assert happened is not None and happened.refusal is not None, stage.line
    assert refused > 4


def test_the_reason_is_what_fails_with_its_values() -> None:
    lines = told("classics/nine-mens-morris", "mill", "en")
    assert "White: “Move a man” is not allowed. The reason: White's number of men to place is not 0 (it is 5)." in lines
    assert any("d1 does not belong to Black's men open to capture (only f2)" in line for line in lines)
    assert "White: “Place a man” (man taken f2)." in lines


SELF = """rulebook pick "Pick":
  players 2
choice turn "A turn"
action pick in turn "Pick a player":
  choose victim in Player where victim != me
flow:
  turns from p1:
    do one of turn
example oneself "Not oneself":
  refuse pick(victim: p1)
"""


def test_a_player_who_may_not_be_chosen_by_themself_is_not_said_to_be_themself(tmp_path: Path) -> None:
    book = tmp_path / "pick.rules"
    book.write_text(SELF, encoding="utf-8")
    (line,) = (line for line in told(str(book), "oneself", "en") if "not allowed" in line)
    assert line.endswith("The reason: the victim is player 1.")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("nl", "De reden: d1 hoort niet bij de stenen die genomen kunnen worden van zwart (alleen f2)."),
        ("de", "Der Grund: d1 gehört nicht zu den angreifbaren Steinen von Schwarz (nur f2)."),
    ],
)
def test_it_is_said_in_the_language_of_the_page(language: str, said: str) -> None:
    assert any(line.endswith(said) for line in told("classics/nine-mens-morris", "mill", language))


def test_locals_of_earlier_decisions_are_said_by_what_they_are() -> None:
    lines = told("czar/english", "baikal_bar", "en")
    assert any("may stop (the first traveller is in: Wladimir) (only Iwan and unnamed inn" in line for line in lines)


def test_a_branch_names_the_clause_that_asks_and_chance_is_named() -> None:
    lines = told("classics/leduc-poker", "pair", "en")
    assert any("at least 2 (it is 2). This follows from “A round of betting”." in line for line in lines)
    assert any(line.startswith("Chance: “Turn up the common card”") for line in lines)
    assert told("classics/leduc-poker", "folded", "en")[0].startswith("The position is that at the beginning")


def test_of_several_things_chosen_the_one_that_does_not_fit_is_told() -> None:
    lines = told("chess/standard", "promotion", "en")
    assert any("King is not Queen, Rook, Bishop or Knight" in line for line in lines)


STALL = """rulebook stall "The stall":
  players 2

keep coins "The coins": 0..9 = 2
choice deal "A deal"
action buy in deal "Buy":
  coins -= 1
action sell in deal "Sell":
  coins += 1
flow:
  turns from p1, once each:
    do one of deal
    otherwise:
      leave turn
  game over, drawn
"""
STRICT = """variant strict of stall "The strict stall"

under coins > 5:
  action steal in deal "Steal":
    coins -= 5
under coins < 4 and coins > 1:
  strike action sell
example poor "Few coins":
  given:
    coins = 3
  refuse steal
  refuse sell
  play buy
"""


def test_a_condition_that_a_layer_put_on_a_clause_is_a_reason(tmp_path: Path) -> None:
    (tmp_path / "stall.rules").write_text(STALL)
    (tmp_path / "strict.rules").write_text(STRICT)
    lines = told(str(tmp_path / "strict.rules"), "poor", "en")
    assert lines[1:3] == [
        "Player 1: “Steal” is not allowed. The reason: the coins are at most 5 (it is 3).",
        "Player 1: “Sell” is not allowed. "
        "The reason: the coins are less than 4 and the coins are more than 1 (it is 3).",
    ]


TURNS = """rulebook turns "Whose turn":
  players 2
enum Colour: red, green, blue
keep last: Colour or none = none
keep coins: 0..99 = 1
event rang(p Player)
rule doubles when rang(p) by q where q == p:
  coins = 2 * coins
rule adds when rang(p) by q where q == p:
  coins += 3
rule takes when rang(p) by q where q == p:
  coins -= 1
procedure paint:
  for each c in Colour, in chosen order:
    last = c
flow:
  turns from p1, once each:
    paint()
    announce rang(me)
  game over, drawn
example turns_taken:
  play paint(c: blue)
  refuse paint(c: blue)
  play paint(c: red)
  play paint(c: green)
  play adds
  refuse adds
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "It has had its turn, or gets none."),
        ("nl", "Dat is al aan de beurt geweest, of komt niet aan de beurt."),
        ("de", "Das war schon an der Reihe, oder kommt nicht an die Reihe."),
    ],
)
def test_a_rule_that_has_answered_and_a_member_that_was_picked_have_had_their_turn(
    tmp_path: Path, language: str, said: str
) -> None:
    """The reason given is not that it is another player's turn, since this player decides."""
    path = tmp_path / "turns.rules"
    path.write_text(TURNS, encoding="utf-8")
    lines = told(str(path), "turns_taken", language)
    assert sum(line.endswith(said) for line in lines) == 2, lines


PASSING = """rulebook passing "Passing":
  players 2
keep n: 0..9 = 0
choice turn "A turn"
action pass in turn "Leave it":
  n += 1
action take in turn "Take it":
  require n > 5
  n += 2
flow:
  turns from p1:
    do one of turn
    either stop:
      n += 1
    or go:
      n += 2
    if n > 8:
      game over, drawn
example passes:
  play pass
  refuse take
"""


def test_an_action_called_pass_is_said_as_any_other(tmp_path: Path) -> None:
    path = tmp_path / "passing.rules"
    path.write_text(PASSING, encoding="utf-8")
    assert any("“Leave it”" in line for line in told(str(path), "passes", "en"))
    state = load(str(path)).configure().start()
    assert "it belongs to another decision, of action pass" in str(state.apply("pass").why_not("pass"))


def test_the_name_of_a_branch_leads_to_the_clause_that_has_it() -> None:
    games = Games(load("czar/dutch"))
    found = games.example("no_luck")
    assert found is not None
    placed = next(p for p in found.game.model.rulebook.clauses if p.id == "example no_luck")
    blocks = speaker(found.game.model, "en").example(placed, found.happenings())
    links = {(link.text, link.target) for link in links_in(blocks)}
    assert {("“turn up another coin”", "procedure turn_coins"), ("“Turn up coins”", "action roubles")} <= links


def links_in(part: object) -> list[Link]:
    if isinstance(part, Link):
        return [part]
    inner = part if isinstance(part, tuple | list) else [getattr(part, name, ()) for name in ("text", "items")]
    return [link for one in inner if not isinstance(one, str) for link in links_in(one)]


NAMED = """rulebook dice "Dice":
  players 2
enum Kind: guard "Guard", baron "Baron"
keep left: 0..9 = 2
procedure play_die:
  let best = 1
  let high = 6
  choose die in 1..6 where best > 1 or left == 1 or die == high
  left = 0
procedure guess:
  choose q in Player where q != me, k in Kind where k != guard
  left = 0
flow:
  turns from p1:
    if left > 0:
      play_die()
    else:
      guess()
example lower_die:
  refuse play_die(die: 5)
  play play_die(die: 6)
  refuse guess(q: p1, k: guard)
  refuse guess(q: p2, k: guard)
"""


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (1, "the best is at most 1, the left is not 1 and the die is not the high (the die: 5, the high: 6"),
        (3, "The reason: the kind is Guard."),
        (4, "The reason: the player is player 2."),
    ],
)
def test_names_that_are_compared_are_told_with_their_values_apart(tmp_path: Path, at: int, said: str) -> None:
    book = tmp_path / "dice.rules"
    book.write_text(NAMED, encoding="utf-8")
    assert said in told(str(book), "lower_die", "en")[at]
