"""`rulekit simulate --records FILE` writes games that replay to the same end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rulekit.cli.main import run
from rulekit.play.game_record import record_of_line
from rulekit.play.loaded_book import load

SCHEMA = Path(__file__).parents[2] / "docs" / "reference" / "schemas" / "records.schema.json"


@pytest.mark.parametrize("options", [[], ["--agents", "uct:5,random"], ["--max-moves", "1"]])
def test_each_game_is_a_line_that_replays(options: list[str], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    line = ["simulate", "classics/leduc-poker", "-n", "12", "--seed", "7", "--json", "--records", str(path), *options]
    figures, game = run(line).data, load("classics/leduc-poker").configure()
    lines = path.read_text(encoding="utf-8").splitlines()
    sums, unfinished = [0, 0], 0
    for number, text in enumerate(lines):
        told = json.loads(text)
        Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).validate(told)
        end = game.replay(record_of_line(text))
        assert (told["number"], told["payoffs"]) == (number, list(end.payoffs) if end.over else None)
        assert [entry.as_json() for entry in end.history()] == told["steps"]
        unfinished += not end.over
        sums = [sum(pair) for pair in zip(sums, end.payoffs, strict=True)]
    assert len(lines) == 12 and unfinished == figures["unfinished"]
    finished = 12 - unfinished
    assert figures["payoff_mean"] == [round(total / finished, 6) if finished else None for total in sums]


@pytest.mark.parametrize("text", ["", "1", "{}", '{"steps": 1}', '{"rulekit": "record", "steps": []}'])
def test_other_lines_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"it|JSON"):
        record_of_line(text)
