"""Composes The rules of a game: what people read first, in the words of its author.

A front with the facts of the game comes first.  The rest follows from the summaries of its clauses (`plain_rules.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from . import page_blocks as d
from .clause_sections import Writer
from .plain_rules import plain_rules
from .reference_page import other_editions, player_count


def rules_blocks(writer: Writer, reference: str) -> Iterator[d.PageBlock]:
    """Return the blocks below the heading; `reference` is the page that says everything exactly."""
    subject = writer.subject
    yield from _facts(writer)
    if subject.summary:
        yield d.PageParagraph((subject.summary,), "rk-lead")
    yield from plain_rules(writer, reference)


def _facts(writer: Writer) -> Iterator[d.PageBlock]:
    """How many can play, and which other editions there are."""
    subject = writer.subject
    yield d.PageParagraph((f"{subject.ui('page-who-plays')}: {player_count(subject)}",), "rk-facts-line")
    others = other_editions(writer)
    if others:
        yield d.PageParagraph((f"{subject.ui('page-other-editions')}: ", *others), "rk-facts-line")
