"""Every command has a page with its options, and the output shown there is what the command prints."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from rulekit.cli.commands import COMMANDS

from .console_blocks import follow

FOLDER = Path(__file__).parents[2] / "docs" / "reference" / "commands"
INDEX = (FOLDER / "index.md").read_text(encoding="utf-8")
SHOWN = {"changes": 0, "compare": 2, "lock": 0, "lsp": 0, "page": 0, "render": 2, "simulate": 2}
"""How many examples of the page print something; one on all others."""
"""Commands that are tested by hand: they take minutes or need optional packages."""


def test_every_command_has_its_page_and_its_row() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == {"index", *COMMANDS}
    rows = re.findall(r"^\| \[`(\w+)`\]\((\w+)\.md\) \| .+ \|$", INDEX, re.MULTILINE)
    assert [name for name, page in rows if name == page] == list(COMMANDS)


def test_the_navigation_has_the_commands_in_the_order_of_the_table() -> None:
    navigation = (FOLDER.parents[2] / "mkdocs.yml").read_text(encoding="utf-8")
    assert re.findall(r"^ +- (\w+): reference/commands/\1\.md$", navigation, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_on_its_page_or_is_common(command: str) -> None:
    page = (FOLDER / f"{command}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {command}\n\n    rulekit {command} ")
    options = [p for p in COMMANDS[command].parameters() if isinstance(p, click.Option)]
    names = {name for option in options for name in option.opts if name.startswith("--")}
    assert {name for name in names if name not in page and name not in INDEX} == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_shows_what_is_printed(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    assert follow(FOLDER / f"{command}.md", tmp_path) == SHOWN.get(command, 1)
