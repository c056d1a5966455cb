"""Reads the pages of docs/diagnostics, so that their rulebooks and commands can be tested.

A page has the sections "Wrong" and "Right". Each ```rules block is a book. Several in a section form a stack, on top of
those of the section "The game". A missing header or flow is added. `<!-- file: NAME -->` above a block makes it a file
for the commands in ```console blocks instead.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

from rulekit.check import check_rulebook
from rulekit.diagnostics import Diagnostic, Source
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.syntax import parse

FOLDER = Path(__file__).parents[2] / "docs" / "diagnostics"
BLOCK = re.compile(r"(?:<!-- (\w+): (\S+) -->\n)?```(\w+)\n(.*?)```\n", re.DOTALL)
QUIET = {"W203", "W204"}

HEADER = 'rulebook example "An example":\n  players 2 to 3\n'
FLOW = """flow:
  turns from p1:
    do one of turn
choice turn
action wait in turn:
  nothing
"""


@frozen
class Block:
    """A fenced block of a page: its section, the comment above it as (key, value), its language and its text."""

    section: str
    said: tuple[str, str]
    kind: str
    text: str


@frozen
class Page:
    code: str
    text: str
    blocks: tuple[Block, ...]

    def books(self, section: str) -> list[str]:
        """Return the stack of books that a section shows, base first."""
        wanted = [b for b in self.blocks if b.kind == "rules" and b.said[0] != "file"]
        under = [b.text for b in wanted if b.section == "The game"]
        over = [b.text for b in wanted if b.section == section]
        return [whole(text) for text in (*under, *over)] if over else []

    def players(self, section: str) -> int | None:
        counts = [int(b.said[1]) for b in self.blocks if b.section == section and b.said[0] == "players"]
        return counts[0] if counts else None

    def files(self, section: str) -> dict[str, str]:
        """Return the files that a section's commands may use, by name: its own, and those before both sections."""
        found = [b for b in self.blocks if b.said[0] == "file" and b.section in (section, "", "The game")]
        return {b.said[1]: b.text for b in found}

    def commands(self, section: str) -> list[tuple[str, str]]:
        """Return each command of a section with its shown output."""
        found = []
        for block in self.blocks:
            if block.kind == "console" and block.section == section:
                command, _, output = block.text.removeprefix("$ ").partition("\n")
                found.append((command, output))
        return found


def read(code: str) -> Page:
    text = (FOLDER / f"{code}.md").read_text(encoding="utf-8")
    blocks = []
    for part in re.split(r"^## ", f"\n{text}", flags=re.MULTILINE):
        section = "" if part.startswith("\n") else part.splitlines()[0]
        blocks += [Block(section, (m[1] or "", m[2] or ""), m[3], m[4]) for m in BLOCK.finditer(part)]
    return Page(code, text, tuple(blocks))


def whole(text: str) -> str:
    """Return a book with a header and a flow, adding those that the text omits."""
    if re.match(r"\s*(rulebook|edition|variant|expansion) ", text):
        return text
    return HEADER + text + ("" if re.search(r"^flow:", text, re.MULTILINE) else FLOW)


def diagnose(books: list[str], players: int | None) -> list[Diagnostic]:
    """Return every message of a stack except "never used"."""
    parsed, found = [], []
    for number, text in enumerate(books):
        book, problems = parse(Source(f"book{number}.rules", text))
        found += problems
        parsed.append(book)
    stack = [book for book in parsed if book is not None]
    if len(stack) < len(books):
        return found
    rulebook, problems = assemble(stack, Config(players))
    found += problems
    return found + check_rulebook(rulebook)[1] if rulebook is not None else found


def codes(books: list[str], players: int | None, wanted: str) -> set[str]:
    return {d.code for d in diagnose(books, players)} - (QUIET - {wanted})
