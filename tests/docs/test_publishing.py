"""The page on publishing is true: its variant holds, its commands are there, and the pages they write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.cli import main as cli
from rulekit.cli.commands import COMMANDS

PAGE = (Path(__file__).parents[2] / "docs" / "publishing.md").read_text(encoding="utf-8")


def test_every_command_is_one() -> None:
    commands = re.findall(r"^    rulekit (\w+)", PAGE, re.MULTILINE)
    assert len(commands) >= 6 and set(commands) <= set(COMMANDS)


def test_the_variant_holds_and_its_page_says_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (variant,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "generous.rules").write_text(variant, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert cli.run(["check", "./generous.rules"]).code == 0
    assert cli.run(["render", "./generous.rules", "--out", "book"]).code == 0
    page = (tmp_path / "book" / "docs" / "generous.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"\{ #rule-second_coin \}\n(.*?)\n#", page, re.DOTALL)
    assert "New in this edition" in section
    assert (tmp_path / "book" / "mkdocs.yml").is_file()
