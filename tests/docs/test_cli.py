"""The page of the command line has a section for every command, with the options that it takes, and no other."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "commands" / "index.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## ([a-z]+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
OF_ALL = PAGE[: PAGE.index("\n## check")]


def said(*words: str) -> str:
    line = [sys.executable, "-m", "rulekit", *words, "--help"]
    return subprocess.run(line, capture_output=True, text=True, check=True, timeout=60).stdout


def test_every_command_has_its_section() -> None:
    commands = re.findall(r"^  ([a-z]+) +[a-z]", said().partition("Commands:")[2], re.MULTILINE)
    assert len(commands) > 9 and set(SECTIONS) == set(commands)


def test_every_option_is_on_the_page() -> None:
    for command in ("play", "simulate", "compare"):
        options = set(re.findall(r"--[a-z][a-z-]+", said(command))) - {"--help"}
        missing = {option for option in options if option not in SECTIONS[command] and option not in OF_ALL}
        assert not missing, (command, missing)
