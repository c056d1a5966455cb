"""Profiles of games whose measures are known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulekit.compare.game_profile import GameProfile, PartProgress, game_profile
from rulekit.compare.profile_measures import Measure
from rulekit.compare.profile_pages import profile_page, profile_text
from rulekit.compare.profile_plan import ProfileSettings, another_seed
from rulekit.play.loaded_book import load

NO_CHOICES = """rulebook dice "Dice":
  players 2
  summary "The first six wins."

procedure roll:
  draw face in 1..6
  if face == 6:
    game over, won by me

flow:
  turns from p1:
    roll()
"""

CHARACTERS = """rulebook duel "Duel":
  players 2
  summary "Each is dealt a fighter, and the giant wins more often."

enum Kind: giant, elf, dwarf, imp
piece Card(kind Kind): one each
place stock: heap of Card, hidden
place fighter[p in Player]: one Card

procedure deal:
  put every Card in stock
  for each p in Player:
    move random from stock to fighter[p]

procedure fight:
  draw face in 1..12
  if face == 1 or (face <= 8 and fighter[me] == Card(kind: giant)):
    game over, won by me

flow:
  deal()
  turns from p1:
    either strike:
      fight()
    or give_up:
      game over, lost by me
"""


@contextmanager
def stage(_: str) -> Iterator[PartProgress]:
    yield lambda done, games, later: None


def profile(name: str, games: int, agents: str = "uct:20", simulations: int = 0, steps: int = 2) -> GameProfile:
    settings = ProfileSettings(games, 1, 1000, agents, simulations, steps)
    return game_profile(name, load(name).configure(), settings, None, stage)


def by_name(found: GameProfile) -> dict[tuple[str, str], Measure]:
    return {(one.kind, one.of): one for one in found.measures}


def test_a_dice_game_without_choices_has_luck_1_and_ladder_0(tmp_path: Path) -> None:
    path = tmp_path / "dice.rules"
    path.write_text(NO_CHOICES)
    found = by_name(profile(str(path), 40))
    assert (found["luck", ""].value, found["luck", ""].low) == (1.0, 1.0)
    assert found["skill ladder", ""].value == 0


def test_progress_tells_the_part_and_how_many_there_are_at_most(tmp_path: Path) -> None:
    path, parts = tmp_path / "dice.rules", list[str]()

    @contextmanager
    def noted(what: str) -> Iterator[PartProgress]:
        done: list[tuple[float, int]] = []
        yield lambda played, games, later: done.append((played, games))
        assert done[-1] == (2, 2)
        parts.append(what)

    path.write_text(NO_CHOICES)
    for name, rules, names in (
        (str(path), True, ["games", "the same games, other choices"]),
        ("classics/nim", False, ["games", "uct:16 against random", "uct:32 against uct:16"]),
    ):
        parts.clear()
        settings = ProfileSettings(2, 1, 1000, "uct:5", 0, 2, rules)
        game_profile(name, load(name).configure(), settings, None, noted)
        told = [part.split(", ", 1) for part in parts]
        most = int(told[0][0].rpartition(" ")[2])
        assert [name for _, name in told][: len(names)] == names[: len(told)] and len(told) <= most
        assert [part for part, _ in told] == [f"part {n} of at most {most}" for n in range(1, len(told) + 1)]
        assert rules or most == 3


def test_nim_has_luck_0_and_skill() -> None:
    found = by_name(profile("classics/nim", 40, simulations=20, steps=1))
    assert found["luck", ""].value == 0.0 and "proved" in found["luck", ""].remark
    assert found["skill ladder", ""].value == 1
    assert {"decisiveness", "drama", "lead changes", "killer moves"} <= {kind for kind, _ in found}


def test_an_overpowered_character_is_ranked_first(tmp_path: Path) -> None:
    path = tmp_path / "duel.rules"
    path.write_text(CHARACTERS)
    found = profile(str(path), 200, "random", steps=0)
    held = [one for one in found.measures if one.kind == "held"]
    assert len(held) == 4 and held[0].of == "fighter giant"
    assert held[0].low is not None and held[1].high is not None


def test_giving_up_is_hardly_ever_worth_it(tmp_path: Path) -> None:
    path = tmp_path / "duel.rules"
    path.write_text(CHARACTERS)
    found = by_name(profile(str(path), 30, "uct:200", steps=0))
    assert "hardly ever worth taking" in found["option", "flow: give_up"].remark
    assert "hardly" not in found["option", "flow: strike"].remark


RULE = """rulebook bonus "Bonus":
  players 2
  summary "Who has three points wins."

keep points[Player]: 0..9 = 0

procedure take_turn:
  step score:
    either one_point:
      points[me] += 1
    or no_point:
      nothing

rule late after take_turn.score:
  points[p2] += 1

flow:
  turns from p1:
    take_turn()
    if points[p2] >= 3:
      game over, won by p2
    if points[p1] >= 3:
      game over, won by p1
"""


def test_what_a_rule_decides(tmp_path: Path) -> None:
    path = tmp_path / "bonus.rules"
    path.write_text(RULE)
    found = [one for one in profile(str(path), 40, "random", steps=0).measures if one.kind == "rule"]
    assert [one.of for one in found] == ["rule late"] and found[0].value is not None and found[0].value > 0.3


def test_pages_show_each_measure_with_its_definition() -> None:
    both = [profile("classics/nim", 10, "random", 10, 1), profile("classics/pig", 10, "random", 10, 1)]
    text, page = profile_text(both, 78), profile_page(both)
    assert all(len(line) <= 78 for line in text.splitlines())
    text = " ".join(text.split())
    for words in ("Killer moves", "Seeding for Success", "classics/pig", "against random"):
        assert words in text and words in page
    assert page.count("<svg") >= 2 and "<script" not in page


@pytest.mark.parametrize(
    ("agents", "other"), [("random", "random#1"), ("uct:20, random#4", "uct:20#1,random#5"), ("own:Player", None)]
)
def test_another_seed_of_the_same_players(agents: str, other: str | None) -> None:
    assert another_seed(agents) == other
