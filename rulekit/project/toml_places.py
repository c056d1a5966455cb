"""Finds the place of a key or a value in a TOML text, so that messages can point at it: tomllib does not tell."""

from __future__ import annotations

import re
from typing import Final

from ..diagnostics import Source, Span

SHARED_FILE: Final = "pyproject.toml"
"""The file in which the settings are the table `tool.rulekit`."""
_TEXT_OR_COMMENT = re.compile(r'("""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')|#[^\n]*', re.S)


def error_place(source: Source, said: str) -> Span:
    """Return the place that tomllib's message names; it is the end of the text if it names none."""
    found = re.search(r"at line (\d+), column (\d+)", said)
    if found is None:
        end = len(source.text.rstrip())
        return Span(source, max(0, end - 1), end)
    lines = source.text.split("\n")
    at = sum(len(line) + 1 for line in lines[: int(found[1]) - 1]) + int(found[2]) - 1
    return Span(source, at, min(at + 1, len(source.text)))


def setting_span(source: Source, *steps: str | int, value: str | None = None) -> Span:
    """Return the place of a key of the settings, or of a value after it. Each step is a key inside the one before, or
    the number of a table in an array. What is not found has the place of what is around it."""
    bare = _TEXT_OR_COMMENT.sub(lambda found: " " * len(found[0]), source.text)
    table = re.search(r"\btool\s*\.\s*rulekit\b|\brulekit\b", bare) if source.name.endswith(SHARED_FILE) else None
    at, end = table.span() if table else (0, 0)
    key = ""
    for step in steps:
        if isinstance(step, str):
            key = re.escape(step)
            found = re.compile(rf"(?<![\w-]){key}(?=\s*[=.\]])").search(bare, end)
        else:
            tables = list(re.finditer(rf"\[\[[^\]\n]*\b{key}\s*\]\]", bare))
            tables = tables or list(re.compile(r"\{").finditer(bare, end))
            found = tables[step] if step < len(tables) else None
        if found is None:
            break
        at, end = found.span()
    if value is not None:
        written = re.compile(rf"([\"']){re.escape(value)}\1").search(source.text, end)
        at, end = written.span() if written else (at, end)
    return Span(source, at, end)
