"""The documentation of the classics is correct: lengths of rulebooks, published numbers, and names in commands."""

from __future__ import annotations

import re

from rulekit.rulebook_files import library
from tests.variants.classics.family import NAMES, full_name, lines
from tests.variants.classics.published import LENGTHS, PERFT, POKERS

DOCS = library().parent / "docs"
GAMES, COUNTS = ((DOCS / name).read_text("utf-8") for name in ("write/classics.md", "internals/published-counts.md"))


def rows(of: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(of, GAMES, re.MULTILINE)]


def test_every_game_and_its_lines() -> None:
    told = {name.strip("`"): int(count) for name, count, _ in rows(r"^\| `classics/.*\|$")}
    assert told == {f"classics/{name}": lines(name) for name in NAMES}


def test_what_it_asked_is_one_sentence() -> None:
    assert all(asked.endswith(".") and len(asked) < 130 for _, _, asked in rows(r"^\| `classics/.*\|$"))


def test_every_published_count() -> None:
    for published in PERFT:
        command = f"`rulekit perft {full_name(published.name)} --depth {len(published.counts)}`"
        assert f"| {', '.join(map(str, published.counts))} | {command} |" in COUNTS
        ends = len(published.counts)
        reference = str(ends) if published.suite == ends else f"{published.suite} ({ends})"
        assert f"| {published.positions:,} | {ends} | {reference} |" in COUNTS
    for name, (length, _) in LENGTHS.items():
        assert f"| {length} | `rulekit simulate {full_name(name)} -n" in COUNTS
    for poker in POKERS:
        assert f"{poker.histories:,}; {poker.ends:,}; {poker.sets} + {poker.sets}" in COUNTS
