"""Checks that need not run again: the messages are those of a check that remembers nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulekit.check import proven_checks
from rulekit.check.checker import Checker
from rulekit.check.checks import information_flow
from rulekit.check.proven_checks import KEPT, names_of_texts
from rulekit.check.registry import RULES, WORDS
from rulekit.diagnostics import RulekitError, Source
from rulekit.loader import gather_stack
from rulekit.model.rulebook import Config
from rulekit.model.symbols import DomainSymbol
from rulekit.pipeline import check_configuration
from rulekit.rulebook_files import find, read_rulebook
from rulekit.syntax import nodes as s
from rulekit.syntax import parse

GAME = "czar/dutch"
OWN = """
fact hoarder(p Player) "A hoarder" "Who hoards." = size(reserve[p]) > 20

never hoarded: some p in Player: hoarder(p) and passed_in_a_row > 3

example rich "Rich":
  players 2
  given:
    passed_in_a_row = 4
  expect passed_in_a_row == 4

example poor "Poor":
  players 2
  given:
    passed_in_a_row = 2
  expect passed_in_a_row == 2

section poverty "Poverty":
  "Some players pass."
  says poor
"""


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@cache
def text(name: str) -> str:
    return find(name).read_text("utf-8")


def books(game: str, texts: Mapping[str, str]) -> Sequence[s.Book]:
    """Return the books of a game in which some have other texts."""
    changed = {find(name): changed for name, changed in texts.items()}

    def read(path: Path) -> Source:
        source = read_rulebook(path)
        return Source(source.name, changed[path]) if path in changed else source

    return gather_stack([find(game)], read).books


def passed(texts: Mapping[str, str], config: Config) -> str:
    """Return the groups of checks that need not run."""
    names = names_of_texts(books(GAME, texts), (config, True))
    groups = {RULES: "rules", WORDS: "words"}
    kept = {name: (KEPT.read(name) or b"").decode().split() for name in names}
    assert all(len(kept[name]) in (0, len(checks)) for name, checks in names.items())
    return " ".join(groups[checks] for name, checks in names.items() if kept[name])


DUTCH, BASE = "czar/dutch", "czar/base"
CHANGES = {
    "nothing": (DUTCH, "", "", "rules words"),
    "a condition": (DUTCH, "passed_in_a_row > 3", "passed_in_a_row > 4", "rules words"),
    "a line of an example": (DUTCH, "in_a_row == 4", "in_a_row == 5", "rules words"),
    "a line of an example that a section describes": (DUTCH, "in_a_row == 2", "in_a_row == 3", "rules"),
    "the title of an example": (DUTCH, '"Rich"', '"Wealthy"', "rules"),
    "the words of a section": (DUTCH, "Some players pass", "Players pass", "rules"),
    "the words of a rule": (DUTCH, "Who hoards", "Who keeps couriers", "rules"),
    "a comment": (DUTCH, "\nnever", "\n# Hoarding\nnever", "rules words"),
    "a rule": (DUTCH, "> 20", "> 21", ""),
    "a look": (BASE, "lines yes", "lines no", ""),
    "the header": (DUTCH, 'edition dutch of czar/base "', 'edition dutch of czar/base "The ', ""),
}
"""Changes of a text, and which checks need not run again."""


def test_checks_of_what_did_not_change_need_not_run() -> None:
    before = {DUTCH: text(DUTCH) + OWN}
    assert passed(before, Config(2)) == ""
    assert check_configuration(books(GAME, before), Config(2))[1] == []
    assert passed(before, Config(2)) == "rules words"
    assert passed(before, Config(3)) == passed(before, Config(2, {"pawl_hof": "six"})) == ""
    for what, (name, old, new, groups) in CHANGES.items():
        after = before.get(name, text(name)).replace(old, new, 1)
        assert not old or after != before.get(name, text(name)), what
        assert passed({**before, name: after}, Config(2)) == groups, what


@pytest.mark.parametrize(
    "wrong", ["look Coin:\n  label owner[me]\n", 'section odd "Odd":\n  "Pay 77 roubles."\n  says tribute\n']
)
def test_what_is_wrong_is_told_each_time(wrong: str) -> None:
    changed = books(GAME, {DUTCH: f"{text(DUTCH)}\n{wrong}"})
    told = check_configuration(changed, Config())[1]
    assert told and check_configuration(changed, Config())[1] == told


def lines_changed(name: str, chance: Random) -> str:
    """Return a text without one of its lines, with one twice, or with two exchanged."""
    lines = text(name).split("\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[at:at] = chance.choice([[], [lines[at]], [lines[other]]])
    return "\n".join([*lines[:other], *lines[other + 1 :]])


def changes_tell_the_same(rounds: int, seed: int, monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    """Check that messages after random changes are those without anything kept."""
    chance, compared = Random(seed), 0
    check_configuration(books(GAME, {}), Config())
    while compared < rounds:
        name = chance.choice([DUTCH, BASE])
        try:
            changed = books(GAME, {name: lines_changed(name, chance)})
        except RulekitError:
            continue
        monkeypatch.setenv("RULEKIT_CACHE", "")
        fresh = check_configuration(changed, Config())[1]
        monkeypatch.setenv("RULEKIT_CACHE", str(kept))
        assert check_configuration(changed, Config(), model=False)[1] == fresh
        compared += 1


def test_changes_tell_the_same(monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    changes_tell_the_same(5, 1, monkeypatch, kept)


@pytest.mark.soak
def test_many_changes_tell_the_same(monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    changes_tell_the_same(300, 2, monkeypatch, kept)


FAR = "some s in Field, t in Field: posted[s] and posted[t] and distance(s, t) > {}"
BOARD = """rulebook posts "Posts":
  players 2

board Field: open for 4
keep posted[Field]: truth = no, seen by p1

flow:
  turns from p1:
    choose s in Field
    posted[s] = yes
    game over, won by me

never off: {}
"""


def test_a_larger_board_is_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coordinates of an open board in an invariant make it larger, also for checks that read no invariant."""
    monkeypatch.setattr(proven_checks, "LEAST", 0)
    ran: list[int] = []
    usual = information_flow.analyse  # type: ignore[attr-defined]

    def analyse(c: Checker, *more: Any) -> list[Any]:
        ran.append(sum(len(symbol.domain) for symbol in c.symbols.values() if isinstance(symbol, DomainSymbol)))
        return usual(c, *more)

    monkeypatch.setattr(information_flow, "analyse", analyse)
    for condition in ("1 > 2", "empty({s in Field where posted[s]})", FAR.format(3), FAR.format(4)):
        book, _ = parse(Source("posts", BOARD.format(condition)))
        assert check_configuration((book,), Config())[1] == []
    assert len(ran) == 2 and ran[0] < ran[1]
