"""A few recorded games of an independent engine replay without differences, and a replay notices differences."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.shipped import every

from .replay import main, records, replay

RECORDS = sorted((Path(__file__).parent / "records").glob("*.jsonl.gz"))
FIRST = next(path for path in RECORDS if path.name.startswith("two-players"))
TURNS = 6
"""How many turns are replayed on the reference engine."""

Change = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize("path", every(4, RECORDS), ids=lambda path: path.name.partition(".")[0])
def test_a_game_of_another_engine(path: Path) -> None:
    found = replay(records(path))
    assert found.differences == []
    (record,) = records(path)
    assert found.counts["games"] == 1 and found.counts["turns"] == len(record["turns"])
    assert found.counts["single placements"] > 1_000 and found.counts["single followers"] > 50


def test_its_beginning_on_the_reference_engine() -> None:
    found = replay(records(FIRST), "reference", TURNS)
    assert found.differences == [] and found.counts["turns"] == found.counts["scores"] == TURNS


def test_what_the_records_are_of() -> None:
    known = [record for path in RECORDS for record in records(path)]
    assert {record["players"] for record in known} == {2, 5}
    assert {record["farmers"] for record in known} == {True, False}
    assert {record["two_tile_city"] for record in known} == {4, 2}
    assert any(record["discarded_tiles"] for record in known)


def one_place_less(record: dict[str, Any]) -> None:
    spots = record["turns"][3]["placements"]
    spots.remove(next(spot for spot in spots if spot[0] != record["turns"][3]["place"][0]))


def one_turn_more(record: dict[str, Any]) -> None:
    ways = next(ways for _, ways in record["turns"][3]["placements"] if len(ways) < 4)
    ways.append(next(way for way in (0, 90, 180, 270) if way not in ways))


def a_place_that_does_not_fit(record: dict[str, Any]) -> None:
    record["turns"][3]["place"] = [[30, 30], 0]


def one_follower_less(record: dict[str, Any]) -> None:
    turn = next(turn for turn in record["turns"] if turn["meeple"] is None and turn["meeple_options"])
    turn["meeple_options"].pop()


def a_follower_that_nobody_may_place(record: dict[str, Any]) -> None:
    record["turns"][3]["meeple"] = ["Monastery", record["turns"][3]["place"][0], "I"]


def a_point_more(record: dict[str, Any]) -> None:
    record["turns"][40]["scores_after"][1] += 1


def a_point_more_at_the_end(record: dict[str, Any]) -> None:
    record["final"][0] += 1


def another_player(record: dict[str, Any]) -> None:
    record["turns"][3]["player"] = 1 - record["turns"][3]["player"]


def another_tile(record: dict[str, Any]) -> None:
    record["draws"][record["draws"].index("C")] = "X"


def one_tile_less(record: dict[str, Any]) -> None:
    record["draws"].pop()


def one_turn_less(record: dict[str, Any]) -> None:
    record["turns"].pop()


def without_its_fields(record: dict[str, Any]) -> None:
    record["farmers"] = False


CHANGES: dict[Change, str] = {
    one_place_less: "placements",
    one_turn_more: "placements",
    a_place_that_does_not_fit: "place taken",
    one_follower_less: "followers",
    a_follower_that_nobody_may_place: "follower taken",
    a_point_more: "scores",
    a_point_more_at_the_end: "final",
    another_player: "player",
    another_tile: "draws",
    one_tile_less: "draws",
    one_turn_less: "over",
    without_its_fields: "followers",
}


@pytest.mark.parametrize("change", every(2, CHANGES), ids=lambda change: change.__name__)
def test_what_differs_is_told(change: Change) -> None:
    (record,) = records(FIRST)
    changed = deepcopy(dict(record))
    change(changed)
    found = replay([changed])
    assert found.differences and found.differences[0][2] == CHANGES[change]


def test_the_exit_status_says_whether_anything_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(FIRST)]) == 0
    assert "0 differences" in capsys.readouterr().out
    text = tmp_path / "changed.jsonl"
    (record,) = records(FIRST)
    text.write_text(json.dumps({**record, "final": [0, 0]}) + "\n", encoding="utf-8")
    assert main([str(text), "-n", "1"]) == 1
    assert "DIFFERS 1022 None final" in capsys.readouterr().out
