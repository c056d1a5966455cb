"""What prose is made of for whoever lays it out: text with links, in paragraphs, lists and tables.

A text on its way is one string in which a link stands between private marks (`link`); `inline_parts` cuts it into
parts.  How a link or a list looks is the renderer's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from attrs import frozen


@frozen
class Link:
    """Words that stand for a clause: `target` is its id, `fact full`, or `enum Suit.cups`."""

    text: str
    target: str


Inline = tuple[str | Link, ...]


@frozen
class Paragraph:
    text: Inline


@frozen
class Numbered:
    """A list in which the order counts."""

    items: tuple[tuple[ProseBlock, ...], ...]


@frozen
class Bullets:
    items: tuple[tuple[ProseBlock, ...], ...]


@frozen
class ProseTable:
    """A table as a table: what stands over the columns, and the rows."""

    head: tuple[Inline, ...]
    rows: tuple[tuple[Inline, ...], ...]


ProseBlock = Paragraph | Numbered | Bullets | ProseTable


@frozen
class ClauseProse:
    """A clause in words: what a person wrote leads, what exactly holds follows."""

    id: str
    title: Inline
    summary: Inline | None
    exact: tuple[ProseBlock, ...]


_OPEN, _PARTED, _CLOSED = "\ue000", "\ue001", "\ue002"
LINK_END: Final = _CLOSED
"""Stands behind the words of a link."""
_LINK: Final = re.compile(f"{_OPEN}([^{_PARTED}]*){_PARTED}([^{_CLOSED}]*){_CLOSED}")


def link(text: str, target: str) -> str:
    """A link inside a string; one inside another gives way to the outer."""
    return f"{_OPEN}{target}{_PARTED}{without_links(text)}{_CLOSED}"


def without_links(text: str) -> str:
    """The words alone."""
    return _LINK.sub(lambda found: found[2], text)


def inline_parts(text: str) -> Inline:
    """A string cut into its parts."""
    parts: list[str | Link] = []
    at = 0
    for found in _LINK.finditer(text):
        if found.start() > at:
            parts.append(text[at : found.start()])
        parts.append(Link(found[2], found[1]))
        at = found.end()
    if at < len(text):
        parts.append(text[at:])
    return tuple(parts)


def first_letter(text: str, change: Callable[[str], str]) -> str:
    """The text with its first letter changed, also where it stands in a link."""
    at = 0
    while at < len(text) and not text[at].isalnum():
        if text[at] == _OPEN:
            at = text.index(_PARTED, at)
        at += 1
    return text[:at] + change(text[at : at + 1]) + text[at + 1 :]


def blocks_text(blocks: tuple[ProseBlock, ...]) -> str:
    """All words of some blocks, a line each: for tests and for a search."""
    lines: list[str] = []
    for block in blocks:
        match block:
            case Paragraph(text=text):
                lines.append(inline_text(text))
            case ProseTable(head=head, rows=rows):
                lines += [" | ".join(inline_text(cell) for cell in row) for row in (head, *rows)]
            case Numbered(items=items) | Bullets(items=items):
                for n, item in enumerate(items, 1):
                    mark = f"{n}. " if isinstance(block, Numbered) else "- "
                    inner = blocks_text(item).split("\n")
                    lines += [f"{mark}{inner[0]}", *(f"   {line}" for line in inner[1:])]
    return "\n".join(lines)


def inline_text(text: Inline) -> str:
    """A text without its links."""
    return "".join(part.text if isinstance(part, Link) else part for part in text)
