"""`rulekit list`: the games that commands can name, with titles and numbers of players."""

from __future__ import annotations

import json
from pathlib import Path

from rulekit.rulebook_files import names

from ..shipped import PARTS
from . import run


def test_the_games_of_a_folder_are_listed_without_the_parts_of_games(capsys):
    told = run(capsys, "list", "czar")
    listed = [line.split("  ")[0] for line in told.out.splitlines()]
    assert listed == [name for name in names() if name.startswith("czar/") and name not in PARTS]
    assert all(line.endswith("2 to 5 players") for line in told.out.splitlines())


def test_a_path_lists_the_games_below_it(capsys, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "inn.rules").write_text('rulebook inn "The inn":\n  players 3\nflow:\n  game over, drawn\n')
    (tmp_path / "torn.rules").write_text("rulebook torn:\n")
    told = json.loads(run(capsys, "list", ".", "--json").out)
    assert told["games"] == [
        {"game": "./inn.rules", "title": "The inn", "players": [3]},
        {"game": "./torn.rules", "title": "", "players": []},
    ]
    assert "has mistakes" in run(capsys, "list", ".").out


def test_a_folder_that_is_not_there_is_an_error_with_the_folders(capsys):
    told = run(capsys, "list", "clasics")
    assert told.code == 2 and "did you mean `classics`?" in told.err
