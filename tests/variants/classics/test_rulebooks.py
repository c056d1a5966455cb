"""Every classic has no diagnostics, is short and bilingual, and keeps its invariants on both engines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulekit.pipeline import EngineName, check_all, make_engine
from rulekit.play.failing_games import MonitoredRun
from rulekit.play.testing import ExampleGames
from rulekit.syntax import nodes as s
from tests.shipped import ALIKE, SPANNING, spanning
from tests.variants.classics.family import NAMES, book, game, lines

WANTED = {
    *("reversi", "one-card-poker", "liars-dice", "cribbage"),
    "chinese-checkers",
    "shogi",
    "xiangqi",
    *(
        "breakthrough",
        "connect-four",
        "dots-and-boxes",
        "kuhn-poker",
        "lasker-morris",
        "leduc-poker",
        "nim",
    ),
    "nine-mens-morris",
    *(
        "othello",
        "peg-solitaire",
        "pig",
        "pig-with-a-tailwind",
        "pig-with-talents",
        "rock-paper-scissors",
        "rock-paper-scissors-lizard-spock",
    ),
    "slantwise",
    "thicket",
    *("six-mens-morris", "three-mens-morris", "twelve-mens-morris"),
    *("rummy", "rummy-all-at-once", "tic-tac-toe", "royal-marriage", "tic-tac-toe-misere"),
}

LIMITS = {"tic-tac-toe": 28, "breakthrough": 40}
"""The rulebook must have fewer lines than this, without blank lines, comments, looks and words."""

GAMES = {
    "chinese-checkers": 4,
    "rummy": 2,
}
"""The number of random games in which invariants are checked, 5 if not listed."""

STEPS = {
    "shogi": 1,
    "othello": 6,
    "reversi": 6,
    "xiangqi": 3,
    "breakthrough": 20,
    "chinese-checkers": 20,
}
"""The number of steps on the reference engine, which is slow in these games. 60 if not listed."""

each_classic = pytest.mark.parametrize("name", NAMES)
each_of_a_kind = pytest.mark.parametrize("name", spanning(NAMES, [n for n in NAMES if f"classics/{n}" not in ALIKE]))


def test_all_are_there() -> None:
    assert set(NAMES) == WANTED


@each_classic
def test_checks_without_a_word(name: str) -> None:
    _, found = check_all(book(name).books)
    assert [f"{d.code} {d.message}" for d in found] == []


@pytest.mark.parametrize("name", LIMITS)
def test_is_short(name: str) -> None:
    assert lines(name) < LIMITS[name]


def own(name: str) -> s.Book:
    return book(name).books[-1]


def clauses(name: str) -> list[s.Clause]:
    members = (m.clause if isinstance(m, s.Replace) else m for m in own(name).members)
    return [m for m in members if isinstance(m, s.Clause)]


@each_classic
def test_shows_what_is_allowed_and_what_is_refused(name: str) -> None:
    examples = [p.clause for p in book(name).rulebook.clauses if isinstance(p.clause, s.ExampleClause)]
    played = [line for example in examples for line in example.lines]
    verbs = {line.verb for line in played if isinstance(line, s.Played)}
    assert verbs & {"play", "allow"}
    # in rock-paper-scissors every throw is allowed
    assert "refuse" in verbs or name.startswith("rock-paper-scissors")
    assert any(placed.clause.kind == "invariant" for placed in book(name).rulebook.clauses)


@each_classic
def test_is_written_in_two_languages(name: str) -> None:
    """Everything that has a title also has a Dutch one, except examples."""
    assert own(name).header.title and own(name).header.summary
    words = {entry for c in clauses(name) if isinstance(c, s.WordsClause) for entry in named(c)}
    assert titled(name) - words == set()


def named(words: s.WordsClause) -> Iterator[tuple[str, str]]:
    return ((entry.name.text, entry.item.text if entry.item else "") for entry in words.entries)


def titled(name: str) -> set[tuple[str, str]]:
    header = own(name).header
    found = {(header.name.text, "")} | {(seat.name.text, "") for seat in header.seats if seat.title}
    for clause in clauses(name):
        if isinstance(clause, s.ExampleClause):
            continue
        if clause.tags.title:
            found.add((clause.name.text, ""))
        if isinstance(clause, s.TableClause):
            found |= {(clause.name.text, row.item.name.text) for row in clause.rows if row.item.title}
        if isinstance(clause, s.EnumClause | s.OptionClause):
            found |= {(clause.name.text, item.name.text) for item in clause.items if item.title}
    return found


def is_slow(name: str, kind: str) -> bool:
    """Return whether only the soak plays the examples; `tests/variants/test_steps.py` compares both engines."""
    return f"classics/{name}" in ALIKE or (kind == "reference" and f"classics/{name}" not in SPANNING)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        pytest.param(name, kind, marks=pytest.mark.soak if is_slow(name, kind) else ())
        for name in NAMES
        for kind in ("reference", "wasm")
    ],
)
def test_examples_hold(name: str, kind: EngineName) -> None:
    outcomes = ExampleGames(book(name), kind, few=True).outcomes()
    assert [o.example for o in outcomes] == [example.name for example in book(name).example_settings()]
    assert {o.example: f"line {o.line}: {o.failure}" for o in outcomes if o.failure} == {}


@each_of_a_kind
def test_invariants_hold_in_random_games(name: str) -> None:
    for players in book(name).player_counts:
        trial = MonitoredRun(game(name, players).engine)
        for number in range(GAMES.get(name, 5)):
            played = trial.random(1, number, 5_000)
            assert played.failure is None, played.failure
            assert played.over


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        *((name, STEPS.get(name, 60)) for name in NAMES if f"classics/{name}" not in ALIKE),
        *(pytest.param(name, 300, marks=pytest.mark.soak) for name in NAMES),
    ],
)
def test_invariants_hold_on_the_reference_engine(name: str, steps: int) -> None:
    """Sampled: a number of steps that takes little time; in the soak, most of a game of the slow ones."""
    played = MonitoredRun(make_engine(game(name).machine, "reference")).random(1, 0, steps)
    assert played.failure is None, played.failure
