"""Progress and colour appear on terminals that support them, and nowhere else."""

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.cli.terminal_output import Progress

from . import PILE

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

GAMES = 6000  # some seconds for the reference on a busy computer, over one on an idle one
LONG = ("simulate", PILE, "-n", str(GAMES), "--engine", "reference")
WRONG = ("check", PILE, "--players", "9")
COLUMNS = 60


def on_terminal(*words: str, **more: str) -> tuple[int, str, str]:
    """Run a command whose standard error is a terminal with 60 columns. Return the exit code, standard output and
    standard error."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, COLUMNS))
    env = {**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **more}
    env = {name: value for name, value in env.items() if value != "unset"}
    line = [sys.executable, "-m", "rulekit", *words]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=theirs, env=env)
    os.close(theirs)
    seen = b""
    try:
        while more_seen := os.read(ours, 65536):
            seen += more_seen
    except OSError:  # the command has closed its end
        pass
    os.close(ours)
    assert process.stdout is not None
    with process.stdout:
        out = process.stdout.read().decode()
    return process.wait(60), out, seen.decode()


@pytest.mark.soak
def test_a_line_that_is_wiped() -> None:
    code, out, seen = on_terminal(*LONG)
    assert code == 0 and f"{GAMES} random games of 2 players" in out and "\r" not in out
    first, *lines, wiped, rest = seen.split("\r")
    assert first == rest == "" and wiped.strip() == "" and len(lines) > 2
    assert all(
        line.startswith("games: ") and f" of {GAMES} " in line and line.rstrip().endswith(" left") for line in lines
    )
    assert max(map(len, lines)) <= COLUMNS and len(wiped) >= COLUMNS - 1
    assert "█" in lines[-1] and "00:0" in lines[-1]


@pytest.mark.soak
def test_letters_that_the_terminal_has() -> None:
    code, _, seen = on_terminal(*LONG, PYTHONIOENCODING="ascii")
    assert code == 0 and "#" in seen and seen.isascii()


@pytest.mark.soak
def test_what_is_being_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    folders = "/".join(["."] * 40)
    code, _, seen = on_terminal("test", f"./{folders}/{os.path.relpath(PILE)}", "-n", "400", "--engine", "reference")
    lines = seen.split("\r")
    assert code == 0 and any(
        re.fullmatch(r"\.\.\.[./a-z]+pile.rules: \d players: \d+ of [24]00 random games *", line) for line in lines
    )
    assert max(map(len, lines)) < COLUMNS and lines[-2].strip() == "" == lines[-1]


def test_a_profile_says_first_what_it_will_do() -> None:
    words = ("profile", PILE, "-n", "2", "--agents", "random", "--simulations", "0", "--steps", "1")
    code, out, seen = on_terminal(*words)
    lines = [line for line in re.split(r"[\r\n]+", seen) if line.strip()]
    (told,) = [at for at, line in enumerate(lines) if "at most" in line and "parts of 2 games" in line]
    assert code == 0 and "Who wins" in out and not any(line.startswith("part 1 ") for line in lines[:told])
    assert lines[told + 1].startswith("part 1 of at most ")
    piped = subprocess.run([sys.executable, "-m", "rulekit", *words], capture_output=True, text=True, check=True)
    assert piped.stderr == ""


def test_colour_where_it_is_wanted() -> None:
    for settings in ({"TERM": "dumb"}, {"NO_COLOR": "1"}):
        _, _, plain = on_terminal(*WRONG, **settings)
        assert plain.startswith("error[E602]: this game") and "\x1b" not in plain
    _, _, coloured = on_terminal(*WRONG, NO_COLOR="unset")
    assert coloured.startswith("\x1b[1;31merror[E602]")


@pytest.mark.soak
def test_a_terminal_that_does_not_obey_sees_no_progress() -> None:
    code, out, seen = on_terminal(*LONG, TERM="dumb")
    assert code == 0 and out and re.fullmatch(rf"(games: \d+ of {GAMES} after \d+ s, .*\r\n)?", seen), seen


def test_no_colour_gets_into_a_report(tmp_path: Path) -> None:
    book = tmp_path / "wrong.rules"
    book.write_text(
        "rulebook wrong:\n  players 2\n\noption size: 1..2 = 2\nkeep n: 1..size = 2\n\nflow:\n  game over, drawn\n"
    )
    code, out, _ = on_terminal("test", str(book), "-n", "5", NO_COLOR="unset")
    assert code == 1 and "\n  error[E621]: the first value of `n`" in out and "[1;31m" not in out


@pytest.fixture
def slow_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the clock by one that is four seconds later at each call."""
    passed = itertools.count(0, 4)
    monkeypatch.setattr("rulekit.cli.terminal_output.LONG", 10.0)
    monkeypatch.setattr("rulekit.cli.terminal_output.monotonic", lambda: float(next(passed)))


@pytest.mark.usefixtures("slow_clock")
def test_long_work_tells_once_how_long_it_will_take(capsys: pytest.CaptureFixture[str]) -> None:
    """Regression: a thousand slow games ran for ten minutes without a message if standard error was no terminal."""
    with Progress("games") as progress:
        for done in range(1, 1001):
            progress(done, 1000)
    (line,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"games: \d+ of 1000 after \d+ s, about \d+ minutes left", line), line


@pytest.mark.usefixtures("slow_clock")
def test_work_in_parts_tells_the_time_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("part 1") as progress:
        for done in range(1, 20):
            progress(done / 20, 2, 9000.0)
    (line,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch(
        r"part 1: 0\.\d of 2 after \d+ s, about \d+ (s|minutes) left, about 3 hours left in all", line
    ), line


@pytest.mark.usefixtures("slow_clock")
def test_long_work_that_is_not_counted_tells_once_what_it_is_at(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress("a game")
    for players in range(2, 10):
        progress.say(f"a game: {players} players")
    (line,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"a game: \d players: at work after \d+ s", line), line


def test_short_work_tells_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("rulekit.cli.terminal_output.monotonic", lambda: 1.0)
    monkeypatch.setattr("rulekit.cli.terminal_output.LONG", 10.0)
    progress = Progress("games")
    for done in range(1, 1001):
        progress(done, 1000)
    assert capsys.readouterr().err == ""
