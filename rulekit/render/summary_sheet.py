"""Composes the summary of a game from the sections of its rules, two pages to be printed.

A section about an action, a step, a rule or an exception is represented by its first sentence. Steps, lists (with the
words before them) and tables are complete. Notes, examples, the contents of the box, and chapters that tell nothing to
do are omitted. Cards are on a separate sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from ..model.sections import BookSection, all_sections
from . import page_blocks as d
from .clause_sections import Writer
from .section_rules import table_block
from .set_up import start_figure
from .subject import Subject, line_text

DONE: Final = frozenset({"action", "choice", "event", "exception", "flow", "procedure", "rule", "window"})
"""Kinds of clauses that tell what happens or is done, not what something is."""
SENTENCE: Final = re.compile(r".*?[.!?][”’\")]*(?=\s+[^\sa-z]|\s*$)", re.DOTALL)
"""Matches the first sentence of a paragraph; what follows must not begin with a small letter."""
PICTURE: Final = 300
"""The width of the picture of the start, in pixels."""


def summary_blocks(writer: Writer, roots: Sequence[BookSection]) -> Iterator[d.PageBlock]:
    """Yield the summary below its title; nothing for a book without sections, because its rules are short."""
    for at, root in enumerate(roots):
        cards = any(child.manner == "card" for child in root.children)
        told = at == 0 or any(_kinds(writer.subject, one) & DONE for one in all_sections((root,)))
        if told and root.manner is None and not cards and not any(shown.what == "box" for shown in root.shows):
            inside = tuple(_section(writer, root, whole=at == 0))
            if inside:
                title = writer.subject.section_title(root)
                yield from (d.Heading(2, (title,), f"summary-{root.name}"),) if title else ()
                yield from inside


def _section(
    writer: Writer, one: BookSection, whole: bool = False, begin: str = "", in_item: bool = False
) -> Iterator[d.PageBlock]:
    """Yield a section and the sections inside it. Unless `whole` is True, only the first sentence of its text is
    included. `begin` is the number of a step. `in_item` is True if the section continues an item."""
    subject = writer.subject
    if one.manner in ("note", "card") or not subject.is_told(one.placed):
        return
    text = line_text(subject.section_text(one))
    title = subject.section_title(one) if one.manner or begin else ""
    whole = whole or one.manner is not None or _is_list(one.children[:1])
    if text and (whole or _kinds(subject, one) & DONE or one.children):
        lead = f"{begin}{title}{'' if not title or title.endswith(('.', '?', '!', ':')) else '.'}".strip()
        said = text if whole else first_sentence(text)
        line: tuple[d.InlinePiece, ...] = (*((d.Strong(lead), " ") if lead else ()), said)
        yield d.PageParagraph(line, f"rk-{one.manner}" if one.manner else "rk-further" if in_item else "")
    yield from table_block(writer, one)
    for shown in one.shows:
        if shown.what == "start":
            for figure in start_figure(subject, writer.games, writer.pictures, frozenset(shown.only)):
                yield evolve(figure, width=PICTURE)
    done = 0
    for at, child in enumerate(one.children, 1):
        done += child.manner == "step"
        begin = f"{done}. " if child.manner == "step" else ""
        listed = child.manner is None and _is_list(one.children[at : at + 1])
        inside = tuple(_section(writer, child, listed, begin, one.manner == "item"))
        if inside and child.has_title and child.manner is None:
            yield d.Heading(3, (subject.section_title(child),), f"summary-{child.name}")
        yield from inside


def _kinds(subject: Subject, one: BookSection) -> set[str]:
    """Return the kinds of the clauses that a section tells."""
    return {subject.shown[told.id].clause.kind for told in one.says if told.id in subject.shown}


def _is_list(sections: Sequence[BookSection]) -> bool:
    """Return whether one of these sections is a step or an item of a list."""
    return any(one.manner in ("step", "item") for one in sections)


def first_sentence(text: str) -> str:
    """Return the first sentence of a paragraph."""
    found = SENTENCE.match(text)
    return found[0].strip() if found else text


def card_boxes(blocks: tuple[d.PageBlock, ...]) -> tuple[d.PageBlock, ...]:
    """Return the boxes of printed cards on a page, for the sheet from which cards can be cut out."""
    return tuple(one for one in d.blocks_of(blocks) if isinstance(one, d.Box) and one.kind == "rk-printed-card")
