"""Completion: what the shell gets from rulekit, that bash uses it correctly, and how the documentation says to enable
it."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.cli.commands import COMMANDS
from rulekit.cli.main import SHELLS
from rulekit.diagnostics.codes import code_titles
from rulekit.rulebook_files import names

from . import PILE, run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "commands" / "index.md").read_text(encoding="utf-8")
CLASSICS = [name for name in names() if name.startswith("classics/")]
FILE = ""
"""The completion item that makes the shell complete file names."""


def completed(capsys, monkeypatch, *words, shell="fish"):
    """Return the words that rulekit suggests for the last word."""
    line = shlex.join(["rulekit", *(words if words[-1] or shell != "fish" else words[:-1])])
    last = words[-1] if shell == "fish" else str(len(words))
    for name, value in (("_RULEKIT_COMPLETE", f"{shell}_complete"), ("COMP_WORDS", line), ("COMP_CWORD", last)):
        monkeypatch.setenv(name, value)
    told = run(capsys)
    assert told.code == 0 and told.err == ""
    lines = told.out.splitlines()
    if shell == "zsh":
        return lines[1::3]
    return [line.partition(",")[2].partition("\t")[0] for line in lines]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([""], list(COMMANDS)),
        (["c"], ["check", "compare", "changes"]),
        (["--v"], ["--version"]),
        (["simulate", ""], names()),
        (["simulate", "classics/n"], ["classics/nim", "classics/nine-mens-morris"]),
        (["simulate", "./pi"], ["./pi"]),  # completed by the shell as a file name
        (["compare", "czar/dutch", "classics/"], CLASSICS),
        (["check", "--json", "czar/dutch", "classics/"], CLASSICS),
        (["simulate", PILE, "--pl"], ["--players"]),
        (["simulate", PILE, "--engine", ""], ["wasm", "reference"]),
        (["simulate", PILE, "--engine=r"], ["reference"]),
        (["simulate", PILE, "--workers", ""], ["auto"]),
        (["simulate", PILE, "--with", "czar/d"], ["czar/dutch", "czar/dutch-revised"]),
        (["simulate", PILE, "--seed", ""], []),
        (["--json", "perft", PILE, "--b"], ["--by"]),
        (["perft", PILE, "--by", "d"], ["decision"]),
        (["new", "mine", "--over", "czar/e"], ["czar/english"]),
        (["explain", "e20"], [code for code in code_titles() if code.startswith("E20")]),
        (["play", "--resume", ""], [FILE]),
        (["fmt", "--check", "mi"], ["mi"]),  # completed by the shell as a file name
    ],
)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_may_follow(capsys, monkeypatch, words, expected, shell):
    assert completed(capsys, monkeypatch, *words, shell=shell) == expected


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command(capsys, monkeypatch, command):
    shown = run(capsys, command, "--help").out.partition("Options:")[2]
    options = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", shown, re.MULTILINE))
    assert {"--json", "--help"} <= options
    assert set(completed(capsys, monkeypatch, command, "--")) == options


def test_a_line_that_is_wrong_already_is_no_trouble(capsys, monkeypatch):
    for words in (["nope", ""], ["simulate", "--gamse", "3", ""], ["simulate", "-n", "x", ""], ["explain", "E201", ""]):
        completed(capsys, monkeypatch, *words)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_page_says_how_to_switch_it_on(capsys, monkeypatch, shell):
    asked = f"{shell}_source"
    assert f"_RULEKIT_COMPLETE={asked} rulekit" in PAGE
    monkeypatch.setenv("_RULEKIT_COMPLETE", asked)
    told = run(capsys)
    assert told.code == 0 and f"_RULEKIT_COMPLETE={shell}_complete" in told.out and told.err == ""


@pytest.mark.parametrize("asked", ["tcsh_source", "bash", "bash_sources", "1", "bash_complete"])
def test_what_nobody_can_answer(capsys, monkeypatch, asked):
    monkeypatch.delenv("COMP_WORDS", raising=False)
    monkeypatch.setenv("_RULEKIT_COMPLETE", asked)
    told = run(capsys)
    assert told.code == 2 and told.err.startswith("error[E803]") and told.out == ""


def test_it_is_for_the_shell_alone(capsys, monkeypatch):
    monkeypatch.setenv("_RULEKIT_COMPLETE", "bash_source")
    assert run(capsys, "--version").out.startswith("rulekit ")


@pytest.mark.skipif(shutil.which("bash") is None or os.name != "posix", reason="needs bash")
def test_in_bash(tmp_path):
    program = tmp_path / "rulekit"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulekit "$@"\n')
    program.chmod(0o755)
    (switch,) = re.findall(r"echo '(eval .*)' >> ~/.bashrc", PAGE)
    script = f"""{switch}
complete -p rulekit
compopt() {{ printf '%s ' "$@"; }}
try() {{
  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
  _rulekit_completion rulekit
  echo "${{COMPREPLY[*]}}"
}}
try rulekit co
try rulekit simulate classics/ot
try rulekit simulate classics/othello --pl
try rulekit play --resume ""
"""
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        ["bash", "--norc"], input=script, capture_output=True, text=True, env=env, check=True, timeout=60
    )
    assert ended.stderr == ""
    assert ended.stdout.splitlines() == [
        "complete -o nosort -F _rulekit_completion rulekit",
        "compare",
        "classics/othello",
        "--players",
        "-o default ",
    ]
