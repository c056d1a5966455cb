"""Outputs that are full, closed or cannot encode a letter, interruptions at any moment, and lack of memory (E836,
E811)."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from attrs import frozen

from rulekit.cli.main import run

from ..shipped import every, spanning
from .inputs import GAME, ROOT

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="/dev/full, signals, and a bound on memory"),
    pytest.mark.timeout(180),
]

RULEKIT = f"{sys.executable} -m rulekit"
FULL = "standard output cannot be written: No space left on device"
LARGE = "standard output cannot be written: File too large"
CLOSED = "standard output cannot be written: it is closed"
MANY = "layers ./pile.rules"


@frozen
class Line:
    """A bash command with `rulekit` in it, its exit code, and text expected in standard error or, with `out`, standard
    output."""

    line: str
    code: int
    told: str = ""
    out: bool = False


LINES = {
    "a full disk": Line(f"rulekit {MANY} > /dev/full", 2, FULL),
    "a full disk for JSON": Line(f"rulekit {MANY} --json > /dev/full", 2, FULL),
    "a full disk for help": Line("rulekit check --help > /dev/full", 2, FULL),
    "a full disk for the version": Line("rulekit --version > /dev/full", 2, FULL),
    "a full disk at the keyboard": Line("echo 1 | rulekit play ./pile.rules > /dev/full", 2, FULL),
    "a closed output": Line(f"rulekit {MANY} >&-", 2, CLOSED),
    "a closed output for help": Line("rulekit --help >&-", 2, CLOSED),
    "no output and no errors": Line(f"rulekit {MANY} >&- 2>&-", 2),
    "errors to a full disk": Line("rulekit layers nothing 2> /dev/full", 2),
    "errors that are closed": Line("rulekit layers nothing 2>&-", 2, "", True),
    "a reader who leaves": Line("rulekit machine czar/english | true; exit ${PIPESTATUS[0]}", 141),
    "no input": Line("rulekit play ./pile.rules <&-", 0, "the game is not over, and is not saved", True),
    "no input to format": Line("rulekit fmt - <&-", 2, "cannot read standard input"),
    "little memory": Line(
        "ulimit -v 60000; rulekit simulate ./pile.rules", 1, "error[E811]: there is not enough memory"
    ),
    "memory for Python alone": Line("ulimit -v 250000; rulekit simulate ./pile.rules", 1, "error[E811]"),
    "little memory, and JSON": Line("ulimit -v 250000; rulekit simulate ./pile.rules --json", 1, '"E811"', True),
    "no room for a new file": Line("ulimit -f 0; rulekit new mine; ls mine.rules; ls -A", 0, "error[E831]"),
    "too large an output": Line("ulimit -f 4; rulekit machine czar/english > f; r=$?; rm f; exit $r", 2, LARGE),
    "no room for a save": Line(
        "ulimit -f 0; rulekit play ./pile.rules --random --engine reference --save s;"
        " exit $((10 * $? + $(ls | wc -l)))",
        21,
        "E831",
    ),
    "no room for a picture of the fast engine": Line(
        "ulimit -f 4; rulekit look chess/standard --out p.svg", 2, "error[E831]: cannot write p.svg: File too large"
    ),
    "no room, and nothing to write": Line("ulimit -f 0; rulekit simulate ./pile.rules -n 1 --workers 2", 0),
}
QUICK = (
    *("a full disk", "a full disk for help", "a closed output for help", "errors to a full disk"),
    *("no input to format", "memory for Python alone", "no room for a new file", "no room for a save"),
)
"""One line of each kind, of those that are soon over."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pile.rules").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path


def bash(line: str, **more: str) -> subprocess.CompletedProcess[str]:
    line = line.replace("rulekit ", f"{RULEKIT} ")
    # with a limit on file sizes, Python would write incomplete bytecode files
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **more}
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=env, check=False, timeout=60)


@pytest.mark.parametrize("what", spanning(LINES, QUICK))
def test_every_output_has_its_answer(folder: Path, what: str) -> None:
    case = LINES[what]
    bounded = "ulimit" in case.line  # nothing from the cache may help a command with limited resources
    ended = bash(case.line, **({"RULEKIT_CACHE": ""} if bounded else {}))
    assert ended.returncode == case.code, ended
    assert "Traceback" not in ended.stderr and "Exception" not in ended.stderr and "E813" not in ended.stderr
    assert case.told in (ended.stdout if case.out else ended.stderr), ended
    assert sorted(os.listdir(folder)) == ["pile.rules"]


@pytest.mark.parametrize(
    "words", every(4, ["simulate --help", "machine classics/nim", "machine classics/nim --json", "layers x"])
)
def test_unbuffered_output_is_whole_or_an_error(folder: Path, words: str) -> None:
    """Regression: with unbuffered output on a nearly full disk, Python cut the text and the exit code was 0."""
    line = f"rulekit {words} > f 2> g; r=$?; cat f g; rm f g; exit $r"
    plain, unbuffered = bash(line), bash(line, PYTHONUNBUFFERED="1")
    assert (unbuffered.returncode, unbuffered.stdout) == (plain.returncode, plain.stdout)
    if len(plain.stdout) > 2048:
        cut = bash(f"ulimit -f 1; rulekit {words} > f; r=$?; rm f; exit $r", PYTHONUNBUFFERED="1", RULEKIT_CACHE="")
        assert cut.returncode == 2 and LARGE in cut.stderr, cut


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS])
def test_a_disk_that_takes_no_more_is_no_error_inside_rulekit(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """This also holds when a library writes its own file."""

    def refused(_: object) -> None:
        raise ValueError("a library's own words") from OSError(number, os.strerror(number), "/tmp/its own")

    monkeypatch.setattr("rulekit.cli.explain.run_explain", refused)
    ended = run(["explain", "E831"])
    assert ended.code == 2 and ended.notes.startswith(f"error[E831]: cannot write /tmp/its own: {os.strerror(number)}")


@pytest.mark.parametrize("encoding", every(3, ["ascii", "latin-1", "utf-8"]))
def test_json_is_json_in_every_encoding(folder: Path, encoding: str) -> None:
    (folder / "title.rules").write_text(GAME.replace("pile:", 'pile "Tás …, 🂡 \u202eback":'))
    ended = bash("rulekit layers ./title.rules --json", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert json.loads(ended.stdout)["layers"][0]["title"] == "Tás …, 🂡 \u202eback"
    assert "\u202e" not in ended.stdout


LOADING = ("attr", "click", "rulekit.cli.commands", "rulekit.check", "rulekit.pipeline", "wasmtime", "platformdirs")
STOP = """
import os, signal, sys
class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Stop())
sys.argv = ["rulekit", "simulate", "./pile.rules", "-n", "1"]
from rulekit.cli.main import entry
entry()
"""


@pytest.mark.parametrize("name", every(3, LOADING))
def test_an_interruption_while_loading(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    if name == "platformdirs":
        monkeypatch.delenv("RULEKIT_CACHE")
        monkeypatch.setenv("XDG_CACHE_HOME", os.getcwd())
    line = [sys.executable, "-c", STOP.format(name=name)]
    ended = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 130 and ended.stderr.startswith("error[E810]: interrupted"), ended
    assert "Traceback" not in ended.stderr and ended.stdout == ""


@pytest.mark.timeout(60)
@pytest.mark.parametrize("number", every(3, [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]))
def test_a_game_that_is_stopped_is_saved(folder: Path, number: signal.Signals) -> None:
    line = [sys.executable, "-m", "rulekit", "play", "./pile.rules", "--save", "game"]
    ignored = signal.getsignal(number) is signal.SIG_IGN  # as in every process that `nohup` starts
    if ignored:
        signal.signal(number, signal.SIG_DFL)
    process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if ignored:
        signal.signal(number, signal.SIG_IGN)
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write("2\n")
    process.stdin.flush()
    try:
        seen = ""
        while "Player 2>" not in seen:
            more = process.stdout.read(1)
            assert more, seen + process.stderr.read()  # otherwise the process ended before player 2 was asked
            seen += more
        time.sleep(0.2)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130 and "error[E810]: interrupted" in err and "--resume game" in err, err
    assert '"play": "take(n: 2)"' in (folder / "game").read_text()


def test_which_rulekit_it_is() -> None:
    import rulekit

    assert bash("rulekit --version").stdout == f"rulekit {rulekit.__version__}\n"
    assert json.loads(bash("rulekit --version --json").stdout) == {"version": rulekit.__version__}
    assert f'version = "{rulekit.__version__}"' in (ROOT / "pyproject.toml").read_text()
