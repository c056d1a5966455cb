"""The measured idioms: each rulebook is correct and has a row, and a short run of one works."""

import pytest

import rulekit
from benchmarks.idioms import __main__ as idioms
from benchmarks.idioms.rows import FOLDER, IDIOMS
from benchmarks.pages import IDIOMS as SECTION
from benchmarks.pages import PAGE, markers
from rulekit.engine.reference.interpreter import ReferenceEngine
from rulekit.engine.wasm import WasmEngine

SLOW = {"allowed-here", "fours", "hive", "walls"}
"""Idioms for which the reference engine needs a second or more for each move."""


def test_each_rulebook_has_a_row_and_each_row_its_rulebook():
    assert {path.stem for path in FOLDER.glob("*.rules")} == {i.path().stem for i in IDIOMS} | {
        i.path(older=True).stem for i in IDIOMS
    }
    assert len({idiom.name for idiom in IDIOMS}) == len(IDIOMS)


@pytest.mark.parametrize(
    "idiom",
    [pytest.param(i, id=i.name, marks=[pytest.mark.soak] if i.name in SLOW else []) for i in IDIOMS],
)
def test_an_idiom_plays_the_same_on_both_engines(idiom):
    """Compare a few moves of one game; the reference engine is too slow for more."""
    machine = rulekit.load(str(idiom.path())).configure(players=idiom.players).machine
    found = [engine(machine).playouts(1, 1, max_moves=3, each=True) for engine in (ReferenceEngine, WasmEngine)]
    assert found[0] == found[1]


def test_the_page_has_a_row_for_each():
    page = PAGE.read_text()
    begin, end = markers(SECTION)
    rows = page[page.index(begin) : page.index(end)]
    assert [i.name for i in IDIOMS if f"`python -m benchmarks.idioms {i.name}`" not in rows] == []


@pytest.mark.soak
def test_a_short_run_of_one(capsys):
    assert idioms.main(["--short", "--before", "none", "--seconds", "0.01", "dots-and-boxes"]) == 0
    told = capsys.readouterr().out
    assert "| A fact of constants" in told and "`python -m benchmarks.idioms dots-and-boxes`" in told


def test_an_unknown_idiom_is_told():
    with pytest.raises(SystemExit):
        idioms.main(["nothing"])
