"""The tutorial, and the pages that go through a piece of work (a house variant, an expansion, a character, publishing),
followed word for word in a folder.

A block under `<!-- file: NAME -->` is the whole file, `<!-- add: NAME -->` is put at its end, `<!-- swap: NAME -->`
takes the place of the clause with the same beginning.  Each command of a ```console block is run, and the lines shown
below it must be printed in that order; `…` stands for lines that are not shown.  Of a game of the library, which goes
on changing, figures are not compared.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rulekit.cli import main as cli
from rulekit.diagnostics import Source
from rulekit.syntax import format_text

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"(?:<!-- (file|add|swap): (\S+) -->\n)?```(rules|console)\n(.*?)```\n", re.DOTALL)
PAGES = [
    "start/tutorial.md",
    "write/house-variants.md",
    "compare/expansion-over-editions.md",
    "write/a-game-of-exceptions.md",
    "publish/publishing.md",
]
FIGURE = re.compile(r"\[[0-9a-f]{16}\]|-?\b\d+(\.\d+)?\b")


def write(kind: str, path: Path, text: str) -> None:
    if kind == "file":
        path.write_text(text, encoding="utf-8")
        return
    before = path.read_text(encoding="utf-8")
    if kind == "add":
        path.write_text(before + text, encoding="utf-8")
        return
    head = " ".join(text.split()[:2])
    old = re.search(rf"^{head} .*?\n(?=\n|\Z)", before, re.DOTALL | re.MULTILINE)
    assert old is not None, head
    path.write_text(before.replace(old[0], text), encoding="utf-8")


def essence(page: str, line: str) -> str:
    """What matters of a line."""
    if page == "start/tutorial.md":
        return line.rstrip()
    return " ".join(FIGURE.sub("#", line).replace(" *", "").split())


def printed(line: str) -> list[str]:
    result = cli.run(shlex.split(line)[1:])
    return [line.rstrip() for line in f"{result.text}\n{result.notes}".splitlines()]


@pytest.mark.timeout(900)  # all commands of a page, one after the other: some check and play a whole family of games
@pytest.mark.parametrize("page", PAGES)
def test_followed_word_for_word(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    commands = 0
    for kind, name, fence, text in BLOCK.findall((DOCS / page).read_text(encoding="utf-8")):
        if fence == "rules":
            write(kind, tmp_path / name, text)
            continue
        command, *shown = text.splitlines()
        commands += 1
        told = iter([essence(page, line) for line in printed(command.removeprefix("$ "))])
        for line in shown:
            assert line == "…" or essence(page, line) in told, (
                command,
                line,
            )  # `in` goes on where the line before was found
    assert commands >= 5


@pytest.mark.parametrize("page", PAGES)
def test_every_rulebook_is_short_and_laid_out_as_usual(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, name, fence, text in BLOCK.findall((DOCS / page).read_text(encoding="utf-8")):
        if fence == "rules":
            write(kind, tmp_path / name, text)
            whole = (tmp_path / name).read_text(encoding="utf-8")
            assert whole.count("\n") < 100
            laid_out, problems = format_text(Source(name, whole))
            assert laid_out == whole, problems
