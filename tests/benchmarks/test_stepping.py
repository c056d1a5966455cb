"""The table of steps beside OpenSpiel: its figures, and the games that it names."""

from pathlib import Path

import pytest

from benchmarks import stepping
from benchmarks.games import LOOP
from benchmarks.pages import STEPPING, markers
from benchmarks.samples import Sample, lengths_of
from tests import shipped


def test_a_short_run_writes_its_table_into_the_page(tmp_path: Path) -> None:
    page, (begin, end) = tmp_path / "page.md", markers(STEPPING)
    page.write_text(f"before\n{begin}\nold\n{end}\nafter\n")
    assert stepping.main(["connect four", "--rounds", "2", "--seconds", "0.02", "--page", str(page)]) == 0
    text = page.read_text()
    assert text.startswith("before\n") and text.endswith("\nafter\n") and "old" not in text
    (row,) = (line for line in text.splitlines() if line.startswith("| connect four |"))
    assert 18 < float(row.split("|")[8]) < 25


def test_a_ratio_is_the_median_of_those_of_the_rounds() -> None:
    def rounds(*speeds: int) -> list[Sample]:
        return [Sample(1, 1.0, lengths_of([speed])) for speed in speeds]

    cells = stepping.line(stepping.ROWS[0], {stepping.CURSOR: rounds(10, 20, 90), LOOP: rounds(10, 10, 30)})
    assert cells == ["tic-tac-toe", "20.0", "–", "–", "10.0", "2.00", "–", "40.0", "16.7"]


@pytest.mark.parametrize("row", stepping.ROWS, ids=lambda row: row.rulebook)
def test_both_sides_have_the_game_for_as_many_players(row: stepping.Row) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    assert pyspiel.load_game(row.openspiel).num_players() == row.players
    assert shipped.game(row.rulebook, row.players, **row.options).players == row.players
