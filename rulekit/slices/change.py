"""The difference between old texts without diagnostics and their new versions; a test whether the new ones have none
either.

Changed prose says the same to the checks of texts if it has the same numbers and no new names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import chain
from typing import Final

from ..check.checks.printed_names import capitalised_in, identifiers_in
from ..check.checks.section_names import SEE, reference_places
from ..check.registry import KNOWLEDGE
from ..check.run import begin_check
from ..diagnostics import Diagnostic, Source
from ..model.assembly import assemble
from ..model.naming import numbers_in
from ..model.ordinal_words import implied_numbers
from ..model.rulebook import Config
from ..syntax import nodes as s
from ..syntax import parse
from .pieces import EDITS, HEADLESS, LEAVES, NAMERS, STRING, WORD, WrittenPiece, is_in_pieces, strings_in

MOST_WORK: Final = 500_000
"""Steps of constants, of the whole and of a slice, above which the limit on them may matter."""
LARGEST: Final = 0.5
"""Share of the whole text above which a slice is not worth its check."""


class Change:
    """The difference between old texts, which had no diagnostics, and their new versions. `pieces` are all pieces of
    the new texts; `new` has the indexes of the changed ones among them; `gone` are the old pieces that they replace.
    The parameter `books` has, for each book, its pieces before and now."""

    def __init__(self, books: Sequence[tuple[Sequence[WrittenPiece], Sequence[WrittenPiece]]]) -> None:
        self.pieces: list[WrittenPiece] = []
        self.gone: list[WrittenPiece] = []
        self.new: list[int] = []
        for old, now in books:
            first, start, end = len(self.pieces), _count_alike(old, now), 0
            if len(old) == len(now):
                changed = [at for at, pair in enumerate(zip(old, now, strict=True)) if pair[0] != pair[1]]
                self.new += (first + at for at in changed)
                self.gone += (old[at] for at in changed)
            else:
                end = _count_alike(old[start:][::-1], now[start:][::-1])
                self.new += range(first + start, first + len(now) - end)
                self.gone += old[start : len(old) - end]
            self.pieces += now

    @property
    def grown(self) -> int:
        """Return by how many the number of clauses has grown."""
        return len(self.new) - len(self.gone)

    def is_clean(self, configs: Sequence[Config], measured: Sequence[frozenset[str]]) -> bool:
        """Return whether it is certain that the new texts have no diagnostics in any of these configurations.
        `measured` has, for each configuration, the open boards whose coordinates are used."""
        now = [self.pieces[at] for at in self.new]
        if not now and not self.gone:
            return True
        pairs = zip(self.gone, now, strict=False)
        if self.grown == 0 and all(reads_alike(old, new, self.pieces) for old, new in pairs):
            return bool(_Slice(self.pieces, self.new, set()).books)
        if any(measured) and self.gone:
            return False  # perhaps the last use of a coordinate was removed
        checked = self._affected()
        if checked is None or self._loses_something():
            return False
        chosen = self._slice(checked)
        if sum(len(self.pieces[at].text) for at in chosen) > LARGEST * sum(len(piece.text) for piece in self.pieces):
            return False
        sliced = _Slice(self.pieces, sorted(chosen), checked)
        return (
            bool(sliced.books) and sliced.cites(self.gone) == sliced.cites(now) and sliced.is_clean(configs, measured)
        )

    def _affected(self) -> set[int] | None:
        """Return the indexes of the changed pieces and of all pieces that name them, directly or through others. Return
        None if the game itself, not only its invariants, may depend on one of these."""
        found, changed = set(self.new), [*self.gone, *(self.pieces[at] for at in self.new)]
        if any(piece.kind not in LEAVES for piece in changed):
            return None
        names = {piece.name for piece in changed}
        heads = ({piece.head for piece in some} for some in (self.gone, changed[len(self.gone) :]))
        other = {name for name, _ in set.symmetric_difference(*heads)}
        while True:
            word = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names)))})\b(\.\w)?")
            named = {at for at, piece in enumerate(self.pieces) if word.search(piece.text)}
            more = {at for at in named if word.search((piece := self.pieces[at]).code) or any(word.findall(piece.text))}
            more -= found
            for piece in map(self.pieces.__getitem__, more):
                # Translations (`words`) depend on a clause only through what its heading declares.
                if piece.kind not in LEAVES and (piece.kind != "words" or other.intersection(WORD.findall(piece.code))):
                    return None
            more = {at for at in more if self.pieces[at].kind in LEAVES}
            if not more:
                return found
            found |= more
            names |= {self.pieces[at].name for at in more}

    def _loses_something(self) -> bool:
        """Return whether the new texts lack something that the old ones had: a string, a use of a declared name, or any
        invariant or fact in a book. Without it, a check may report something as missing or unused."""
        now = [self.pieces[at] for at in self.new]
        if Counter(strings_in(self.gone)) - Counter(strings_in(now)):
            return True
        # without these, a layer may change nothing, which has a warning
        left = {piece.book for piece in self.pieces if piece.kind in LEAVES}
        if not left.issuperset(piece.book for piece in self.gone):
            return True
        used = {word for piece in now for word in WORD.findall(piece.code)}
        lost = {word for piece in self.gone for word in WORD.findall(piece.code)} - used
        lost -= {piece.name for piece in self.gone}
        for piece in self.pieces if lost else ():
            names = piece.declared()
            if not lost.isdisjoint(names) and (piece.kind not in NAMERS or used.isdisjoint(names)):
                return True
        return False

    def _slice(self, checked: Set[int]) -> set[int]:
        """Return the indexes of the pieces `checked` and of all pieces whose names occur in them, directly or through
        others."""
        declaring: dict[str, list[int]] = {}
        for at, piece in enumerate(self.pieces):
            for word in piece.declared():
                declaring.setdefault(word, []).append(at)
        named_before = {piece.name for piece in self.gone}
        # added whole, because the names of their sites and directions are generated and cannot be searched for
        boards = set[int]()
        if any(self.pieces[at].name not in named_before for at in self.new):
            boards = {at for at, piece in enumerate(self.pieces) if piece.has_board}
        chosen, waiting = {*checked, *boards}, [*checked, *boards]
        while waiting:
            piece = self.pieces[waiting.pop()]
            for at in {at for word in piece.words for at in declaring.get(word, ())} - chosen:
                chosen.add(at)
                waiting.append(at)
        return chosen


class _Slice:
    """The chosen pieces, parsed as `books`, which is empty if they cannot be parsed. Only diagnostics about the pieces
    in `checked` count."""

    def __init__(self, pieces: Sequence[WrittenPiece], chosen: Sequence[int], checked: Set[int]) -> None:
        self.books: list[s.Book] = []
        self.places: list[tuple[Source, range]] = []
        self.words = {word for at in chosen for word in pieces[at].words}
        for header in {piece.book: piece for piece in reversed(pieces)}.values():
            text, places = f"{header.text}\n", list[range]()
            for at in (at for at in chosen if pieces[at].book == header.book):
                if at in checked:
                    places.append(range(len(text), len(text) + len(pieces[at].text) + 1))
                text += f"{pieces[at].text}\n"
            source = Source(f"slice {header.book}", text)
            book, found = parse(source)
            if book is None or found or not is_in_pieces(book):
                self.books = []
                return
            self.books.append(book)
            self.places += [(source, place) for place in places]

    def cites(self, pieces: Sequence[WrittenPiece]) -> Counter[tuple[str, str]]:
        """Return how often each citation occurs in these pieces, separately for each kind of clause."""
        names = {"assumed", *(source.name.text for book in self.books for source in book.header.sources)}
        form = re.compile(rf'\[\s*(?:{"|".join(map(re.escape, names))})\b(?:"(?:\\.|[^"\\])*"|[^\]"])*\]')
        return Counter((piece.kind, cite) for piece in pieces for cite in form.findall(piece.text))

    def is_clean(self, configs: Sequence[Config], measured: Sequence[frozenset[str]]) -> bool:
        """Return whether the checks report nothing about the pieces in `checked`, in any of these configurations.
        Options that no piece names are ignored."""
        tried: set[object] = set()
        for config, wide in zip(configs, measured, strict=True):
            options = {name: value for name, value in config.options.items() if name in self.words}
            about = (config.players, *options.items(), wide)
            if about not in tried and not self._is_clean_in(Config(config.players, options), wide):
                return False
            tried.add(about)
        return True

    def _is_clean_in(self, config: Config, wide: frozenset[str]) -> bool:
        rulebook, found = assemble(self.books, config)
        # W220, which says that a layer changes nothing, is expected: a book may have no piece here
        if rulebook is None or any(one.code != "W220" for one in found):
            return False
        begun = begin_check(rulebook, KNOWLEDGE, KNOWLEDGE, wide)
        checker = begun.checker
        if begun.tables is None or checker.work.spent > MOST_WORK or checker.boards.measured:
            return False
        return not any(map(self._counts, checker.report.diagnostics))

    def _counts(self, one: Diagnostic) -> bool:
        spans = (one.span, *(label.span for label in one.labels))
        return any(
            span is None or any(span.source is source and span.start in place for source, place in self.places)
            for span in spans
        )


def _count_alike(old: Sequence[WrittenPiece], new: Sequence[WrittenPiece]) -> int:
    """Return how many pieces at the start of both lists are equal."""
    alike = [was == now for was, now in zip(old, new, strict=False)]
    return alike.index(False) if False in alike else len(alike)


_PROSE: Final = re.compile(r'(?:\s+"[^"\\{}]*")+\s*')
"""A line of a section's text without values."""
_SUMMARY: Final = re.compile(r'(?P<before>[^"]*"[^"\\]*"[ \t]+)"(?P<text>[^"\\{}]*)"')
"""The start of a heading that has a title and a summary without values."""


def reads_alike(old: WrittenPiece, new: WrittenPiece, pieces: Sequence[WrittenPiece]) -> bool:
    """Return whether only a summary or the text of a section changed, and the new words contain nothing new that a
    check reads. `pieces` are the pieces of all books."""
    (rest, *was), (same, *now) = _prose(old), _prose(new)
    if old.kind in EDITS | HEADLESS or rest != same:
        return False
    if len(was) != len(now) or any(map(_differ, was, now)) or _differ(" ".join(was), " ".join(now)):
        return False
    whole = " ".join(now)
    if not set(capitalised_in(whole)) <= set(chain.from_iterable(map(capitalised_in, was))):
        return False
    if not set(identifiers_in(whole)) <= set(chain.from_iterable(map(identifiers_in, was))):
        return False
    return not any(_names(title, whole) and not _names(title, " ".join(was)) for title in _changed_titles(pieces))


def _changed_titles(pieces: Sequence[WrittenPiece]) -> Iterator[str]:
    """Yield the titles in all clauses that an edit changes, and in these edits: an edit may have given them new
    titles."""
    edited = {word for piece in pieces if piece.kind in EDITS for word in piece.declared()}
    for piece in pieces:
        if piece.kind in EDITS or not edited.isdisjoint(piece.declared()) or piece.name in edited:
            yield from (text[1:-1] for text in STRING.findall(piece.text) if text.count(" ") < 3)


def _prose(piece: WrittenPiece) -> list[str]:
    """Return the strings of prose in a clause (its summary, or the lines of a section's text), preceded by the clause's
    text without them."""
    heading, *lines = piece.text.split("\n")
    found: list[str] = []

    def take(one: re.Match[str]) -> str:
        found.append(one[0][1:-1])
        return '""'

    summary = _SUMMARY.match(heading)
    if summary:
        found.append(summary["text"])
        heading = f"{summary['before']}{heading[summary.end() :]}"
    elif piece.kind == "section" and heading.endswith(":"):
        lines = [STRING.sub(take, line) if _PROSE.fullmatch(line) else line for line in lines]
    return ["\n".join([heading, *lines]), *found]


def _differ(old: str, new: str) -> bool:
    """Return whether two texts state different numbers or refer to different sections, when read in any of the
    languages."""
    return any(
        {number for number, _ in numbers_in(old, language)} != {number for number, _ in numbers_in(new, language)}
        or implied_numbers(old, language) != implied_numbers(new, language)
        or _references(old, language) != _references(new, language)
        for language in SEE
    )


def _references(text: str, language: str) -> list[str]:
    return [text[at:] for at in reference_places(text, language)]


def _names(title: str, text: str) -> bool:
    return re.search(rf"(?i)\b{re.escape(title)}\b", text) is not None
