"""Wrong command lines and wrong input: one clear message each, the documented exit code, and one JSON value if asked
for.
"""

import os
import signal
import subprocess
import sys
import time

import pytest

from rulekit.cli import main as cli
from rulekit.cli import perft

from . import MISERE, PILE, run


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "say which command: new, check, test"),
        (["chekc", PILE], "there is no command `chekc`"),
        (["--hepl"], "did you mean `--help`?"),
        (["perft", PILE], "needs --depth"),
        (["perft", PILE, "--dept", "3"], "did you mean `--depth`?"),
        (["perft", PILE, "--depth", "x"], "`x` is not a whole number from 1 to 100"),
        (["perft", PILE, "--depth", "9" * 5000], "is not a whole number from 1 to 100"),
        (["perft", PILE, "--depth", "1", "--by", "turn"], "argument --by: `turn` is neither `move` nor `decision`"),
        (["simulate", PILE, "-n", "0"], "`0` is not a whole number"),
        (["simulate", PILE, "--seed", "-1"], "argument --seed"),
        (["simulate", PILE, "--set", "counters"], "not of the form OPTION=VALUE"),
        (["simulate", PILE, "--set", "cuonters=5"], "counters"),
        (["simulate", PILE, "--set", "counters=99"], "counters"),
        (["simulate", PILE, "--set", "counters=many"], "counters"),
        (["simulate", PILE, "--players", "4"], "players"),
        (["simulate", PILE, "--players", "0"], "not a whole number"),
        (["simulate", PILE, "--engine", "fast"], "argument --engine: `fast` is neither `wasm` nor `reference`"),
        (["simulate", PILE, "more"], "`rulekit simulate` does not know what to do with `more`"),
        (["simulate", PILE, "-seed", "3"], "did you mean `--seed`?"),
        (["simulate", PILE, "-n"], "argument -n/--games: its value is missing, `-n N`"),
        (["simulate", PILE, "--json=yes"], "argument --json: it takes no value"),
        (["simulate", PILE, "--with", "--engine"], "a game is expected, and `--engine` is an option"),
        (["--seed", "3", "simulate", PILE], "options come after the command"),
        (["play", PILE, "--save", "--random"], "`--random` is an option; write `./--random` for such a file"),
        (["simulate", PILE, "--with", "no/such"], "no/such"),
        (["simulate", "no/such"], "there is no rulebook `no/such`"),
        (["simulate", "./no.rules"], "there is no file ./no.rules"),
        (["check", "."], "."),
        (["compare", PILE, MISERE, "--set", "size=1"], "neither edition has an option `size`"),
        (["compare", PILE], "needs B"),
        (["play"], "say which game to play"),
        (["play", "--resume", "no-such-save"], "cannot read no-such-save"),
    ],
)
def test_wrong_calls(capsys, words, message):
    told = run(capsys, *words)
    assert told.code == 2
    assert message in told.err and told.out.count("\n") <= 1
    assert sum(line.startswith("error") for line in told.err.splitlines()) == 1
    again = run(capsys, *words, "--json")
    assert again.code == 2
    diagnostics = again.data["diagnostics"] if "diagnostics" in again.data else again.data["games"][0]["diagnostics"]
    assert not again.data["ok"] and len(diagnostics) == 1


def test_a_base_alone_is_no_game_but_no_mistake(capsys, tmp_path):
    path = tmp_path / "half.rules"
    path.write_text("rulebook half:\n  players 2\n\nfact limit gives 0..9 to be said\n\nflow:\n  game over, drawn\n")
    assert run(capsys, "check", path).code == 0
    for command in ("simulate", "test", "machine"):
        told = run(capsys, command, path)
        assert told.code == 1 and "not a whole game" in told.err and "limit" in told.err
        assert not run(capsys, command, path, "--json").data["ok"]


def test_json_may_stand_in_front(capsys):
    assert run(capsys, "--json", "perft", PILE, "--depth", "1").data["counts"] == [3]


def test_at_the_keyboard_there_is_no_json(capsys):
    told = run(capsys, "play", PILE, "--json")
    assert told.code == 2 and "needs `--random`" in told.data["diagnostics"][0]["message"]


def test_help_is_no_error(capsys):
    assert run(capsys, "--help").code == 0
    assert "--depth" in run(capsys, "perft", "--help").out
    assert "--depth" in run(capsys, "perft", "--dept", "3", "-h").out  # also with another mistake in the line
    assert "--depth" in run(capsys, "perft", "--help", "--json").data["help"]
    told = run(capsys, "perf", "--help")
    assert told.code == 2 and "did you mean `perft`?" in told.err
    assert run(capsys, "check", "--", "--help").code == 2  # after `--`, this is the name of a game


def test_a_number_may_stand_close_to_its_letter(capsys):
    for form in (["-n5"], ["-n=5"], ["-n", "5"], ["--games=5"], ["--games", "5"]):
        assert "5 random games" in run(capsys, "simulate", PILE, *form).out


def test_options_may_stand_anywhere_behind_the_command(capsys):
    told = run(capsys, "check", "--players", "2", PILE, "--json", MISERE)
    assert [game["game"] for game in told.data["games"]] == [PILE, MISERE]


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (MemoryError(), 1, "not enough memory"),
        (RecursionError(), 1, "nested too deeply"),
        (ZeroDivisionError("oh"), 3, "an error inside rulekit (ZeroDivisionError: oh)"),
        (BrokenPipeError(), 141, ""),
    ],
)
def test_whatever_happens_is_one_message(capsys, monkeypatch, error, code, message):
    def fails(args):
        raise error

    monkeypatch.setattr(perft, "run_perft", fails)
    monkeypatch.setattr(cli, "_end_quietly", lambda: 141)
    told = run(capsys, "perft", PILE, "--depth", "1")
    assert told.code == code and message in told.err


def start(*words, **more):
    return subprocess.Popen([sys.executable, "-m", "rulekit", *words], stderr=subprocess.PIPE, text=True, **more)


def test_a_reader_that_leaves_is_no_trouble():
    process = start("machine", PILE, stdout=subprocess.PIPE)
    process.stdout.close()
    assert process.wait(30) == 141
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interruption_is_clean():
    began = time.monotonic()
    short = start("simulate", PILE, "-n", "1", stdout=subprocess.DEVNULL)
    assert short.wait(60) == 0
    short.stderr.close()
    process = start("simulate", PILE, "-n", "2000000000", stdout=subprocess.DEVNULL)
    # twice the time of a short run, so that it plays by then on any computer
    time.sleep(2 * (time.monotonic() - began))
    process.send_signal(signal.SIGINT)
    try:
        assert process.wait(30) == 130
        assert process.stderr.read().startswith("error[E810]: interrupted")
    finally:
        process.kill()
        process.stderr.close()
