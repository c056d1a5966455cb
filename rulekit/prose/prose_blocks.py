"""The structure of prose: text with links, in paragraphs, lists and tables; and marks inside text that is being made.

Unfinished text is one string. A link in it is enclosed in private characters (`link`); `inline_parts` splits it. Other
private characters tell later steps about phrases without parsing the language: `realiser.py` reads them, and none is
left in the result.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from attrs import frozen


@frozen
class Link:
    """Words that link to a clause: `target` is its id, such as `fact full`, or `enum Suit.cups`."""

    text: str
    target: str


Inline = tuple[str | Link, ...]


@frozen
class Paragraph:
    text: Inline


@frozen
class Numbered:
    """A numbered list."""

    items: tuple[tuple[ProseBlock, ...], ...]


@frozen
class Bullets:
    items: tuple[tuple[ProseBlock, ...], ...]


@frozen
class ProseTable:
    """A table: its column headings, and its rows."""

    head: tuple[Inline, ...]
    rows: tuple[tuple[Inline, ...], ...]


ProseBlock = Paragraph | Numbered | Bullets | ProseTable


@frozen
class ClauseProse:
    """A clause in words: title and summary by the author, then the generated exact rules."""

    id: str
    title: Inline
    summary: Inline | None
    exact: tuple[ProseBlock, ...]


_OPEN, _PARTED, _CLOSED = "\ue000", "\ue001", "\ue002"
LINK_END: Final = _CLOSED
"""The private character after the words of a link."""
_LINK: Final = re.compile(f"{_OPEN}([^{_PARTED}]*){_PARTED}([^{_CLOSED}]*){_CLOSED}")


def link(text: str, target: str) -> str:
    """Return marked text that links to the clause `target`; links inside the text are removed."""
    return f"{_OPEN}{target}{_PARTED}{without_links(text)}{_CLOSED}"


def without_links(text: str) -> str:
    """Return a text without its links."""
    return _LINK.sub(lambda found: found[2], text)


def inline_parts(text: str) -> Inline:
    """Return a marked text as a sequence of words and links."""
    first, *others = _LINK.split(text)
    parts: list[str | Link] = [first]
    for target, words, after in zip(others[::3], others[1::3], others[2::3], strict=True):
        parts += (Link(words, target), after)
    return tuple(part for part in parts if part)


def first_letter(text: str, change: Callable[[str], str]) -> str:
    """Return a text with its first letter changed by `change`, also inside a link."""
    at = 0
    while at < len(text) and not text[at].isalnum():
        if text[at] == _OPEN:
            at = text.index(_PARTED, at)
        at += 1
    return text[:at] + change(text[at : at + 1]) + text[at + 1 :]


def blocks_text(blocks: tuple[ProseBlock, ...]) -> str:
    """Return all words of some blocks, one line each, for tests and search."""
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
    """Return the words of a text without its links."""
    return "".join(part.text if isinstance(part, Link) else part for part in text)


YOU: Final = "\ue003"
"""The mark before a noun phrase for the player who is addressed."""
MANY: Final = "\ue004"
"""The mark before a plural noun phrase."""
SUBJECT, SUBJECT_END = "\ue005", "\ue006"
"""Marks around a mention of the local that a relative clause is about."""
OWNED, OWNED_NOUN, OWNED_END = "\ue007", "\ue008", "\ue009"
"""Marks around a phrase for something that this local owns: first the whole phrase, then its noun as after `whose`."""

GAP: Final = "^"
"""The mark at which the verb of a subordinate clause goes, if that is not the end."""

_ESCAPES: Final = {"[": "\ue010", "]": "\ue011", "~": "\ue012", "^": "\ue013", "|": "\ue014"}
_ESCAPE: Final = str.maketrans(_ESCAPES)
_RESTORE: Final = str.maketrans({mark: sign for sign, mark in _ESCAPES.items()})
_UNMARKED: Final = str.maketrans("", "", f"{YOU}{MANY}{SUBJECT}{SUBJECT_END}")


def escape(text: str) -> str:
    """Return an author's text with special characters escaped, so that its brackets do not count as marks of a verb."""
    return text.translate(_ESCAPE)


def unescape(text: str) -> str:
    """Return the text with the escapes of `escape` undone."""
    return text.translate(_RESTORE)


def without_marks(text: str) -> str:
    """Return a text without the marks that are private characters, and the nouns that are only for `whose` clauses."""
    if OWNED in text:
        parts, hidden = [], 0
        for character in text:
            hidden += (character == OWNED_NOUN) - (character == OWNED_END)
            if not hidden and character not in (OWNED, OWNED_END):
                parts.append(character)
        text = "".join(parts)
    return text.translate(_UNMARKED)
