"""The structure of prose: text with links, in paragraphs, lists and tables. Also marks inside unfinished text.

Unfinished text is one string. A link in it is enclosed in private characters (`link`), at which `inline_parts` splits
it. Other private characters mark phrases, so that later steps need not parse them. `realiser.py` reads and removes the
marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from attrs import frozen


@frozen
class Link:
    """Words that link to `target`, the id of a clause or of an item in it, such as `fact full` or `enum Suit.cups`."""

    text: str
    target: str


Inline = tuple[str | Link, ...]


@frozen
class Paragraph:
    text: Inline


@frozen
class NumberedList:
    """A numbered list."""

    items: tuple[tuple[ProseBlock, ...], ...]


@frozen
class Bullets:
    items: tuple[tuple[ProseBlock, ...], ...]


@frozen
class ProseTable:
    """A table: the headings of its columns (`head`), and its rows."""

    head: tuple[Inline, ...]
    rows: tuple[tuple[Inline, ...], ...]


ProseBlock = Paragraph | NumberedList | Bullets | ProseTable


@frozen
class ClauseProse:
    """A clause in words: the author's title and summary, if any, then the exact rules, which are generated."""

    id: str
    title: Inline
    summary: Inline | None
    exact: tuple[ProseBlock, ...]


_OPEN, _PARTED, _CLOSED = "\ue000", "\ue001", "\ue002"
LINK_END: Final = _CLOSED
"""The private character that ends a link in unfinished text."""
_LINK: Final = re.compile(f"{_OPEN}([^{_PARTED}]*){_PARTED}([^{_CLOSED}]*){_CLOSED}")


def link(text: str, target: str) -> str:
    """Return marked text that links to the clause `target`. Links inside the text are removed, but their words stay."""
    return f"{_OPEN}{target}{_PARTED}{without_links(text)}{_CLOSED}"


def without_links(text: str) -> str:
    """Return a marked text whose links are replaced by their words."""
    return _LINK.sub(lambda found: found[2], text)


def inline_parts(text: str) -> Inline:
    """Split a marked text and return its plain texts and links, in order."""
    first, *others = _LINK.split(text)
    parts: list[str | Link] = [first]
    for target, words, after in zip(others[::3], others[1::3], others[2::3], strict=True):
        parts += (Link(words, target), after)
    return tuple(part for part in parts if part)


def first_letter(text: str, change: Callable[[str], str]) -> str:
    """Return a text after applying `change` to its first letter, which may be inside a link."""
    at = 0
    while at < len(text) and not text[at].isalnum():
        if text[at] == _OPEN:
            at = text.index(_PARTED, at)
        at += 1
    return text[:at] + change(text[at : at + 1]) + text[at + 1 :]


def blocks_text(blocks: tuple[ProseBlock, ...]) -> str:
    """Return all words of these blocks, for tests and search. Each block and each item of a list begins a new line."""
    lines: list[str] = []
    for block in blocks:
        match block:
            case Paragraph(text=text):
                lines.append(inline_text(text))
            case ProseTable(head=head, rows=rows):
                lines += [" | ".join(inline_text(cell) for cell in row) for row in (head, *rows)]
            case NumberedList(items=items) | Bullets(items=items):
                for n, item in enumerate(items, 1):
                    mark = f"{n}. " if isinstance(block, NumberedList) else "- "
                    inner = blocks_text(item).split("\n")
                    lines += [f"{mark}{inner[0]}", *(f"   {line}" for line in inner[1:])]
    return "\n".join(lines)


def inline_text(text: Inline) -> str:
    """Return the words of a text; links become their words."""
    return "".join(part.text if isinstance(part, Link) else part for part in text)


YOU: Final = "\ue003"
"""The mark before a noun phrase that means the reader ("you")."""
MANY: Final = "\ue004"
"""The mark before a plural noun phrase."""
SUBJECT, SUBJECT_END = "\ue005", "\ue006"
"""Marks around each mention of the thing that a relative clause is about."""
OWNED, OWNED_NOUN, OWNED_END = "\ue007", "\ue008", "\ue009"
"""Marks around a phrase for something that this thing owns: first the whole phrase, then its noun as after `whose`."""

GAP: Final = "^"
"""The mark at the place of the verb in a subordinate clause; without it, the verb is at the end."""

_ESCAPES: Final = {"[": "\ue010", "]": "\ue011", "~": "\ue012", "^": "\ue013", "|": "\ue014"}
_ESCAPE: Final = str.maketrans(_ESCAPES)
_RESTORE: Final = str.maketrans({mark: sign for sign, mark in _ESCAPES.items()})
_UNMARKED: Final = str.maketrans("", "", f"{YOU}{MANY}{SUBJECT}{SUBJECT_END}")


def escape(text: str) -> str:
    """Return an author's text with its special characters escaped, so that its brackets do not mark a verb."""
    return text.translate(_ESCAPE)


def unescape(text: str) -> str:
    """Return a text with the characters restored that `escape` replaced."""
    return text.translate(_RESTORE)


def without_marks(text: str) -> str:
    """Return a text without the marks from `YOU` to `OWNED_END`, and without nouns that only `whose` clauses need."""
    if OWNED in text:
        parts, hidden = [], 0
        for character in text:
            hidden += (character == OWNED_NOUN) - (character == OWNED_END)
            if not hidden and character not in (OWNED, OWNED_END):
                parts.append(character)
        text = "".join(parts)
    return text.translate(_UNMARKED)
