"""Recorded games on a terminal: a board and sentences, without identifiers. The expected texts were read by people."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from rulekit.cli import play_table
from rulekit.cli.play_table import PlayTable
from rulekit.play.game import ConfiguredGame
from rulekit.session import Session
from tests.shipped import book, spanning

GOLDENS = Path(__file__).parent / "goldens"
GAMES = {
    "czar/english": (
        3,
        5,
        ["unnamed inn 1", "1", "1", "?", "place", "back", "1", "why travel", "rules", "undo", "1", "3"],
    ),
    "classics/tic-tac-toe": (2, 1, ["b2", "a1", "a", "c1", "b1", "undo", "a3"]),
    "classics/nine-mens-morris": (2, 1, ["d2", "a1", "f4", "g7", "why move", "b4", "c3"]),
    "chess/standard": (2, 1, ["e2e4", "e7", "e5", "g1", "f3", "why e1 e2"]),
    "tricks/whist": (4, 1, ["clubs 9", "2", "why spades 2", "1", "1"]),
    "classics/leduc-poker": (2, 1, ["1", "1", "look", "2"]),
    "carcassonne/base": (2, 1, ["1", "city", "1", "pass"]),
}


class Script:
    """Types these lines on a simulated terminal and echoes them."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines, self.number, self.forgotten = list(lines), 0, 0

    def next_line(self, prompt: str, words: Sequence[str]) -> str | None:
        if not prompt:
            return ""
        self.number += 1
        line = self.lines.pop(0) if self.lines else "quit"
        print(f"{prompt}{line}")
        return line

    def forget(self) -> None:
        self.forgotten += 1


@pytest.fixture
def screen(monkeypatch, capsys):
    """Return a function that plays a game on a terminal 100 characters wide and returns its output."""

    def shown(game: ConfiguredGame, seed: int, lines: Sequence[str]) -> str:
        script = Script(lines)
        monkeypatch.setattr(play_table, "obeys", lambda _: True)
        monkeypatch.setattr(play_table, "is_typed", lambda: True)
        monkeypatch.setattr(play_table, "typed_lines", lambda _: script)
        monkeypatch.setattr(play_table, "clear", lambda: print("-" * 100))
        monkeypatch.setattr(play_table, "tell", print)
        PlayTable(Session.of(game.start(seed))).play()
        return str(capsys.readouterr().out)

    return shown


@pytest.mark.parametrize(
    "name", spanning(GAMES, [name for name in GAMES if name not in ("carcassonne/base", "chess/standard")])
)
def test_a_recorded_session(screen, name: str) -> None:
    players, seed, lines = GAMES[name]
    game = book(name).configure(players)
    found = screen(game, seed, lines)
    path = GOLDENS / f"play-{name.replace('/', '-')}.txt"
    if os.environ.get("RULEKIT_REGENERATE"):
        GOLDENS.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
    identifiers = {cell.name for cell in game.machine.cells} | {a for d in game.machine.domains for a in d.labels}
    named = {word for word in re.findall(r"[\w]+", found) if "_" in word or re.search(r"[a-z][A-Z]", word)}
    assert named & identifiers == set()
    assert not re.search(r"\w\(\w+: ", found), "no label for programs"
    assert max(map(len, found.splitlines())) <= 100
