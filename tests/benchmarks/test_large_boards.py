"""The rulebooks of large boards are correct, match published move counts, and play the same on both engines."""

from pathlib import Path

import pytest

import rulekit
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.model.rulebook import Config
from rulekit.play.perft import perft

FOLDER = Path(__file__).parents[2] / "benchmarks" / "large_boards"
HIVE = (4, 96, 1440, 21600)
"""The number of move sequences of length 1 to 4 in Hive without expansions, as counted by MzingaPerft (Mzinga's wiki,
"Perft")."""


@pytest.mark.parametrize("name", ["hive", "twixt"])
def test_a_rulebook_is_right(name):
    model, _ = rulekit.load(str(FOLDER / f"{name}.rules")).check(Config(2))
    assert model is not None


@pytest.mark.parametrize("depth", [3, pytest.param(4, marks=pytest.mark.soak)])
def test_hive_has_the_published_counts(depth):
    machine = rulekit.load(str(FOLDER / "hive.rules")).configure().machine
    assert tuple(perft(WasmEngine(machine), depth)) == HIVE[:depth]


def test_twixt_on_a_small_board_plays_the_same_on_both_engines():
    machine = rulekit.load(str(FOLDER / "twixt.rules")).configure(options={"size": 6}).machine
    found = [engine(machine).playouts(1, 1, max_moves=9, each=True) for engine in (ReferenceEngine, WasmEngine)]
    assert found[0] == found[1]


@pytest.mark.soak
def test_hive_plays_the_same_on_both_engines():
    machine = rulekit.load(str(FOLDER / "hive.rules")).configure().machine
    found = [engine(machine).playouts(1, 1, max_moves=3, each=True) for engine in (ReferenceEngine, WasmEngine)]
    assert found[0] == found[1]
