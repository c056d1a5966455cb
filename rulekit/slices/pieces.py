"""Cuts a text into clauses and edits without parsing it, and finds the names in each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ..syntax import nodes as s
from ..syntax.forms import clause_kinds
from ..syntax.text_cuts import cut_pieces

LEAVES: Final = frozenset({"always", "never", "finally", "fact"})
"""First words of clauses that no play depends on if only such clauses name them."""
NAMERS: Final = frozenset({"enum", "table", "board", "piece", "option", "ruling"})
"""First words of clauses that also declare the names inside them."""
EDITS: Final = frozenset({"replace", "strike", "set", "add", "under", "for"})
"""First words of what changes other clauses, or holds clauses that do."""
_HEADERS: Final = frozenset({"rulebook", "edition", "variant", "expansion"})
HEADLESS: Final = _HEADERS | (clause_kinds("about_book") - {"section"})
"""First words of headers, and of clauses that have no words about themselves."""
UNNAMED: Final = _HEADERS | clause_kinds("about_book", "checks") - {"invariant"} | {"flow", "rule"}
"""First words of headers, and of clauses that no expression names."""
STRING: Final = re.compile(r'"(?:\\.|[^"\\\r\n])*"')
_QUOTED: Final = re.compile(rf"(`[^`\r\n]*`)|{STRING.pattern}")
"""A text, or a line of another clause."""
_NOTED: Final = re.compile(rf"({_QUOTED.pattern})|[ \t]*#[^\r\n]*")
_UNDER: Final = re.compile(r"([^\n]*:)[ \t]*\n(?=\n*([ \t]+))(.*)", re.DOTALL)
"""A condition on one line, the depth of what is under it, and that."""
WORD: Final = re.compile(r"[^\W\d]\w*")
_HEADING: Final = re.compile(
    rf"""^[ \t]*(?:(?:replace|strike|add|to|in|from)\s+)*
    ({"|".join(sorted(LEAVES | NAMERS | {"set", *s.KINDS.values()}))})\s+(\w+)(?:\s+to\s+(\w+))?""",
    re.MULTILINE | re.VERBOSE,
)
"""What may begin a clause or an edit: its kind and its name, of an exception also that of the fact."""
_KEYWORDS: Final = re.compile(r"^(?!under|set)[a-z]+|,\s+each\s+(?:turn|round)\b")
"""The kind of a clause, and how long a value is kept: words that may also be names."""
_ITEM: Final = re.compile(r"(?:^|[:,|(])\s*([^\W\d]\w*)", re.MULTILINE)
"""A word where the name of an item, a row or an attribute may be."""


class WrittenPiece(NamedTuple):
    """A piece of the text of the book with number `book`: the header, a clause or an edit. `kind` and `name` are its
    first two words; `text` has no comments."""

    book: int
    kind: str
    name: str
    text: str

    @property
    def code(self) -> str:
        """Return the text of the piece without those strings that contain no value in braces."""
        return _QUOTED.sub(lambda found: found[0] if found[1] or "{" in found[0] else "", self.text)

    @property
    def words(self) -> set[str]:
        """Return the words of the piece that may be names of clauses."""
        return {*WORD.findall(_KEYWORDS.sub("", self.code))}

    @property
    def head(self) -> tuple[str, str]:
        """Return the name of the piece, and its text before the first `:` or `=`, without strings."""
        return self.name, re.split("[:=]", STRING.sub("", self.text), maxsplit=1)[0]

    @property
    def has_board(self) -> bool:
        return self.kind == "board" or (self.kind in EDITS and re.search(r"\bboard\b", self.text) is not None)

    def declared(self) -> set[str]:
        """Return the names by which other clauses can refer to this piece. The result may contain other words, too."""
        if self.kind in UNNAMED:
            return set()
        if self.kind not in NAMERS and self.kind not in EDITS:
            return {*WORD.findall(self.text)[1:4:2]} if self.kind == "exception" else {self.name}
        headings = [found for found in _HEADING.finditer(self.code) if found[1] not in UNNAMED]
        inner = self.kind in NAMERS or any(found[1] in NAMERS for found in headings)
        names = {name for found in headings for name in found.groups()[1:] if name}
        directions = {f"{self.name}Direction"} if self.kind == "board" else set()
        return names | {*_ITEM.findall(self.code)} | directions if inner else names


def written_pieces(book: int, text: str) -> Iterator[WrittenPiece]:
    """Yield the pieces of a book. A block `under CONDITION:` gives a piece for each clause in it, with the
    condition."""
    for cut in cut_pieces(_NOTED.sub(lambda found: found[1] or "", text)):
        kind, name, *_ = (*WORD.findall(cut.text[:400]), "", "")
        block = _UNDER.fullmatch(cut.text.rstrip()) if kind == "under" else None
        bodies = re.split(rf"^(?={block[2]}\S)", block[3], flags=re.MULTILINE)[1:] if block else [""]
        for body in bodies:
            yield WrittenPiece(book, kind, name, f"{block[1]}\n{body}".rstrip() if block else cut.text.rstrip())


def strings_in(pieces: Iterable[WrittenPiece]) -> list[str]:
    """Return all strings in these pieces, with their quotation marks."""
    return [text for piece in pieces for text in STRING.findall(piece.text)]


def is_in_pieces(book: s.Book) -> bool:
    """Return whether every line of a book at the left margin begins the header or a member (a clause or an edit)."""
    return len(list(cut_pieces(book.span.source.text))) == 1 + len(book.members)
