"""What prose consists of: text with links, in paragraphs, lists and tables; and the marks inside a text on its way.

A text on its way is one string.  A link in it stands between private characters (`link`); `inline_parts` cuts it into
parts.  Other private characters tell a later step about a phrase without parsing the language: `realiser.py` reads
them, and none is left in the result.
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


YOU: Final = "\ue003"
"""Begins a noun phrase for the one who is spoken to."""
MANY: Final = "\ue004"
"""Begins a plural noun phrase."""
SUBJECT, SUBJECT_END = "\ue005", "\ue006"
"""Hold the local that a relative clause is about."""
OWNED, OWNED_NOUN, OWNED_END = "\ue007", "\ue008", "\ue009"
"""Hold something of that local's, in full, then as in `whose …`."""

GAP: Final = "^"
"""Where the verb of a subordinate clause may stand before its end."""

_ESCAPES: Final = {"[": "\ue010", "]": "\ue011", "~": "\ue012", "^": "\ue013", "|": "\ue014"}
_ESCAPE: Final = str.maketrans(_ESCAPES)
_RESTORE: Final = str.maketrans({mark: sign for sign, mark in _ESCAPES.items()})


def escaped(text: str) -> str:
    """What a person wrote, so that nothing in it is taken for the verb of a sentence."""
    return text.translate(_ESCAPE)


def restored(text: str) -> str:
    return text.translate(_RESTORE)


def unmarked(text: str) -> str:
    """Without the marks of phrases."""
    if OWNED in text:
        text = "".join(_full(text))
    for mark in (YOU, MANY, SUBJECT, SUBJECT_END):
        text = text.replace(mark, "")
    return text


def _full(text: str) -> list[str]:
    """Everything but the nouns held for `whose`."""
    parts, hidden = [], 0
    for character in text:
        if character == OWNED_NOUN:
            hidden += 1
        elif character == OWNED_END:
            hidden -= 1
        elif character != OWNED and not hidden:
            parts.append(character)
    return parts
