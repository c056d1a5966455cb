"""Console blocks of documentation pages: each command is run, and its output must be exactly what the page shows.

The lines below a command are its whole output, except that a line `…` stands for any number of lines.
RULEKIT_REGENERATE=1 rewrites them: the shown lines are found by their words, and get the current figures.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from rulekit.cli import main as cli

BLOCK = re.compile(r"(?:<!-- (file|add|swap): (\S+) -->\n)?```(rules|console)\n(.*?)```\n", re.DOTALL)
LEFT_OUT = "…"
ROOT = Path(__file__).parents[2]  # lines with this path differ between computers
SHORT = 3  # gaps up to this length are shown in full when a page is rewritten
FIGURE = re.compile(r"\[[0-9a-f]{16}\]|[-+]?\b\d[\d,.]*\b")


def regenerating() -> bool:
    return bool(os.environ.get("RULEKIT_REGENERATE"))


def output_of(command: str) -> list[str]:
    """Return the lines that a command prints, those of standard output first."""
    result = cli.run(shlex.split(command)[1:])
    return [line.rstrip() for line in f"{result.text}\n{result.notes}".rstrip("\n").splitlines()]


def follow(page: Path, folder: Path) -> int:
    """Carry out the page's steps in a folder, and return its number of commands."""
    text = page.read_text(encoding="utf-8")
    again, at, commands = "", 0, 0
    for found in BLOCK.finditer(text):
        kind, name, fence, block = found.groups()
        if fence == "rules":
            if kind:
                write(kind, folder / name, block)
            continue
        command, *shown = block.splitlines()
        commands += 1
        printed = output_of(command.removeprefix("$ "))
        # happens if rulekit's files change during the test
        assert not any("error[E813]" in line for line in printed), printed
        if is_shown(shown, printed):
            continue
        assert regenerating(), f"{page.name}: {command}\n\nshown:\n{block}\nprinted:\n" + "\n".join(printed)
        again += text[at : found.start(4)] + "\n".join([command, *shown_again(shown, printed)]) + "\n"
        at = found.end(4)
    if regenerating():
        page.write_text(again + text[at:], encoding="utf-8")
    return commands


def write(kind: str, path: Path, text: str) -> None:
    """Write a file ("file"), add to its end ("add"), or replace the clause with the same first words ("swap")."""
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


def is_shown(shown: Sequence[str], printed: Sequence[str]) -> bool:
    """Return whether the shown lines equal the printed ones, apart from those omitted by `…`."""
    parts: list[list[str]] = [[]]
    for line in shown:
        if line == LEFT_OUT:
            parts.append([])
        else:
            parts[-1].append(line.rstrip())
    first, *rest = parts
    if not rest:
        return first == list(printed)
    last = rest.pop()
    at, end = len(first), len(printed) - len(last)
    if list(printed[:at]) != first or list(printed[end:]) != last:
        return False
    for part in rest:
        starts = [i for i in range(at, end - len(part) + 1) if list(printed[i : i + len(part)]) == part]
        if not starts:
            return False
        at = starts[0] + len(part)
    return at <= end


def words_of(line: str) -> str:
    return " ".join(FIGURE.sub("#", line).replace(" *", "").split())


def shown_again(shown: Sequence[str], printed: Sequence[str]) -> list[str]:
    """Return the current output, shortened like the old: it has the lines with the same words as those shown, and `…`
    for long gaps."""
    found, at = [], 0
    for line in shown:
        places = [i for i in range(at, len(printed)) if line != LEFT_OUT and words_of(printed[i]) == words_of(line)]
        if places:
            found.append(places[0])
            at = places[0] + 1
    out: list[str] = []
    before = -1
    for place in [*found, len(printed)]:
        gap = list(printed[before + 1 : place])
        is_told = len(gap) <= SHORT and not any(str(ROOT) in line for line in gap)
        out += gap if is_told else [LEFT_OUT]
        out += list(printed[place : place + 1])
        before = place
    return out
