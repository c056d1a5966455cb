"""Reads the whole prose of a model line by line, and finds what must not occur in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from rulekit.check.checked import CheckedModel
from rulekit.diagnostics import Source
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.prose import Inline, Link, Speaker, blocks_text, speaker
from rulekit.prose.prose_blocks import inline_text
from rulekit.syntax import parse
from rulekit.syntax.forms import does

CODE = re.compile(r"[A-Za-z]_\w|\w_[A-Za-z]|[\[\]{}~^|=<>]|!=|[\ue000-\uf8ff]")
"""Identifiers, code brackets, operators and internal marks."""


def lines(says: Speaker) -> Iterator[tuple[str, str]]:
    """Yield the id and each line of text of every clause about the game."""
    for placed in says.model.rulebook.clauses:
        if does(placed.clause, "about_book"):
            continue
        text = blocks_text(says.clause(placed).exact)
        yield from ((placed.id, line) for line in text.split("\n"))


def readable(says: Speaker) -> None:
    """Assert that every clause has text and that no text contains code."""
    for of, line in lines(says):
        line_is_readable(of, line)


def line_is_readable(of: str, line: str) -> None:
    shown = line.replace(" | ", " ")
    assert not CODE.search(shown), (of, line)
    assert re.search(r"\w", line), (of, line)
    assert "  " not in line.strip(), (of, line)
    assert " ," not in line and " ." not in line, (of, line)


@cache
def model(text: str, players: int = 2) -> CheckedModel:
    book, found = parse(Source("book", text))
    assert book is not None, found
    made, problems = check_configuration([book], Config(players), knowledge=False)
    assert made is not None, [p for p in problems if p.severity == "error"]
    return made


def whole(text: str, language: str = "en", players: int = 2) -> str:
    """Return the text of all clauses of a rulebook."""
    return "\n".join(line for _, line in lines(speaker(model(text, players), language)))


def linked(text: Inline) -> list[str]:
    return [part.target for part in text if isinstance(part, Link)]


__all__ = ["inline_text", "line_is_readable", "lines", "linked", "model", "readable", "whole"]
