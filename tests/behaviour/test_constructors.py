"""A table row named by its attributes is the row with these values; if there is none, the check or a fault says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import RulekitError
from rulekit.engine.interface import GameFault
from rulekit.pipeline import EngineName, check_all
from rulekit.play.loaded_book import load
from rulekit.play.testing import book_examples

from .books import ENGINES, HERE, book, start


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["ctor", "ctor2"])
def test_the_row_that_has_the_attributes(name: str, engine: EngineName) -> None:
    outcomes = book_examples(book(f"meaning/{name}"), engine)
    assert len(outcomes) in (1, 3) and all(o.failure is None for o in outcomes), outcomes


@pytest.mark.parametrize("engine", ENGINES)
def test_a_row_that_is_not_there_is_a_fault(engine: EngineName) -> None:
    state = start("meaning/ctor2", engine)
    for label in ("flow(c: 2, r: 1)", "flow(c: 1, r: 2)"):
        with pytest.raises(GameFault) as raised:
            state.apply(label)
        assert (raised.value.fault.code, raised.value.fault.clause) == ("E706", "flow")
    with pytest.raises(GameFault, match="Step has no member"):
        state.apply("flow(c: 1, r: 1)").apply("flow(t: c3)")


def test_what_is_known_before_the_game_is_told_by_the_check(tmp_path: Path) -> None:
    text = (HERE / "meaning" / "ctor.rules").read_text()
    path = tmp_path / "known.rules"
    path.write_text(text.replace("== Sort(kind: even, mark: none_such)", "== Sort(kind: even, mark: star)"))
    _, found = check_all(load(str(path)).books)
    assert {(d.code, d.message) for d in found if d.severity == "error"} == {
        ("E333", "no row of Sort has kind even, mark star")
    }


def test_a_branch_that_is_never_taken_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "branch.rules"
    path.write_text(
        'rulebook branch "B":\n  players 2 to 3\n\ntable Pair for each a in 1..players, b in 1..2\n\n'
        "fact last = if players == 3 then Pair(a: 3, b: 1) else Pair(a: 2, b: 1)\n\n"
        "flow:\n  turns from p1:\n    choose n in 1..2 where n == last.b\n    game over, drawn\n"
    )
    for players in (2, 3):
        assert rulekit.load(str(path)).configure(players).start().labels() == ("flow(n: 1)",)


def test_rows_with_names_are_called_by_them(tmp_path: Path) -> None:
    path = tmp_path / "rows.rules"
    path.write_text(
        'rulebook rows "R":\n  players 2\n\ntable Inn(beds 1..9):\n  | bear | 4 |\n  | oak | 4 |\n\n'
        "keep house: Inn = bear\n\nflow:\n  house = Inn(beds: 4)\n  game over, drawn\n"
    )
    with pytest.raises(RulekitError) as raised:
        rulekit.load(str(path)).configure()
    (told,) = [d for d in raised.value.diagnostics if d.severity == "error"]
    assert told.code == "E334" and "the x in Inn where x.beds == …" in str(told.help[0].text)
