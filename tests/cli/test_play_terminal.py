"""Play in a pseudo-terminal: the test types keys and reads the screen."""

from __future__ import annotations

import os
import re
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from select import select

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)
import fcntl
import termios

from rulekit.cli.terminal_output import CLEARED

PATIENCE = 60.0
"""The seconds to wait for a screen, enough for a busy machine."""
TAB, CTRL_C, CTRL_D, UP = "\t", "\x03", "\x04", "\x1b[A"
ASKS_WHERE, IS_HERE = b"\x1b[6n", b"\x1b[40;1R"
CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")


class Terminal:
    """A `play` command in a pseudo-terminal; `told` is its output since the last call of `type`."""

    def __init__(self, *words: str, columns: int = 100, **more: str) -> None:
        self.master, slave = os.openpty()
        self.resize(columns, tell=False)
        environment = {**os.environ, "TERM": "xterm", **more}
        if "NO_COLOR" not in more:
            environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulekit", "play", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.told = ""

    def resize(self, columns: int, tell: bool = True) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        if tell:
            self.process.send_signal(signal.SIGWINCH)

    def type(self, keys: str, until: str) -> str:
        """Type keys, wait until the output contains a text, and return the output without control sequences."""
        self.told = ""
        os.write(self.master, keys.encode())
        return self.wait(until)

    def wait(self, until: str) -> str:
        end = time.monotonic() + PATIENCE
        while until not in self.plain:
            assert time.monotonic() < end, f"{until!r} is not in {self.plain!r}"
            if select([self.master], [], [], 0.2)[0]:
                self._read()
        while select([self.master], [], [], 0.05)[0] and self._read():
            pass
        return self.plain

    def _read(self) -> bool:
        try:
            found = os.read(self.master, 65536)
        except OSError:  # the command has closed its end
            return False
        if ASKS_WHERE in found:
            os.write(self.master, IS_HERE)
        self.told += found.decode(errors="replace")
        return bool(found)

    @property
    def plain(self) -> str:
        return CONTROLS.sub("", self.told)

    def leave(self) -> int:
        """Wait for the command to end and return its exit code."""
        while self._read():
            pass
        return self.process.wait(PATIENCE)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_one(*words: str, **more: str) -> Terminal:
        opened.append(Terminal(*words, **more))
        return opened[-1]

    yield open_one
    for one in opened:
        one.process.kill()
        one.process.wait()
        os.close(one.master)


def test_orders_at_the_keyboard(terminal) -> None:
    morris = terminal("classics/nine-mens-morris")
    morris.wait("White>")
    assert "\x1b[1;36mNine men's morris" in morris.told, "headings are coloured"
    morris.type(f"loo{TAB}", "look")
    assert "White's turn" in morris.type("\r", "White>")
    assert "Place a man: a7" in morris.type("why a7\r", "White>")
    assert "As long as you have men to place" in morris.type("rules\r", "White>")
    narrowed = morris.type("a\r", "White>")
    assert "a1" in narrowed and "d2" not in narrowed.partition("White, do one")[2]
    assert "24 ways" in morris.type("back\r", "White>")
    assert "White: Place a man: a7" in morris.type("a7\r", "Black>")
    assert "24 ways" in morris.type("undo\r", "White>")
    assert "Black>" in morris.type(UP * 2 + "\r", "Black>"), "the line before the last is `a7` again"
    assert "is not saved" in morris.type(CTRL_D, "keeps a game")
    assert morris.leave() == 0


def test_ctrl_c_leaves_and_saves(terminal, tmp_path) -> None:
    morris = terminal("classics/nine-mens-morris", "--save", str(tmp_path / "game"))
    morris.wait("White>")
    morris.type("a7\r", "Black>")
    assert "interrupted" in morris.type(CTRL_C, "interrupted")
    assert morris.leave() == 130
    again = terminal("--resume", str(tmp_path / "game"))
    assert "\n7[W]" in again.wait("Black>"), "the last man is in brackets"


@pytest.mark.soak
def test_a_narrow_terminal_and_one_that_changes(terminal) -> None:
    czar = terminal("czar/english", "--players", "3", "--seed", "5", columns=60)
    assert max(map(len, czar.wait("Red>").splitlines())) <= 60
    czar.resize(44)
    assert max(map(len, czar.type("?\r", "Red>").splitlines())) <= 44
    assert max(map(len, czar.type("rules\r", "Red>").splitlines())) <= 44


@pytest.mark.soak
def test_a_screen_is_cleared_before_the_next_player(terminal) -> None:
    poker = terminal("classics/leduc-poker", "--seed", "1")
    assert "Spades King" in poker.wait("Player 1>")
    assert "hand the keyboard to Player 2" in poker.type("1\r", "presses Enter")
    shown = poker.type("\r", "Player 2>")
    assert CLEARED in poker.told and "Spades King" not in poker.told.rpartition(CLEARED)[2]
    assert "Spades Jack" in shown
    assert "words that narrow" in poker.type(f"{UP}?\r", "Player 2>"), "nor are the lines of the other kept"


@pytest.mark.soak
def test_no_colours_where_none_are_wanted(terminal) -> None:
    morris = terminal("classics/nine-mens-morris", NO_COLOR="1")
    morris.wait("White>")
    assert not re.search(r"\x1b\[(?:1;)?3\dm", morris.told)
    plain = terminal("classics/nine-mens-morris", "--plain")
    assert "White, choose one of 24" in plain.wait("White>")
    told = plain.type("a7\n", "Black>")
    assert "White: Place a man: a7" in told and "option" not in told
