"""Stores the rulebooks of an editor: open texts, which take precedence over files, and the other books of their
families. After a change, only the changed pieces of a text are parsed again."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import define, field

from ..check.checked import CheckedModel
from ..diagnostics import Diagnostic, RulekitError, Source
from ..loader import BookStack, gather_stack
from ..model.assembly import assemble
from ..model.clause_table import is_unsaid
from ..model.rulebook import Config
from ..pipeline import keep_proven_fixes
from ..project import Acceptance, find_project
from ..rulebook_files import SUFFIX, find, library, read_rulebook
from ..syntax import nodes as s
from ..syntax.piecewise import ParsedText, parse_pieces
from .replace_advice import with_replace_fixes
from .staged_check import StagedCheck


@define(eq=False)
class Workspace:
    """The rulebooks of an editor, by real path, which is also the name of their `Source`. `models` has, for each book,
    the checked model of its last version without errors. Clauses that have not changed since are still the same nodes
    (`syntax/piecewise.py`)."""

    models: dict[str, CheckedModel] = field(factory=dict)
    _open: dict[str, str] = field(factory=dict)
    _parsed: dict[str, ParsedText] = field(factory=dict)
    _stamps: dict[str, tuple[int, int]] = field(factory=dict)
    _needed: dict[str, tuple[str, ...]] = field(factory=dict)

    def change(self, path: str, text: str) -> None:
        """Store the new version of an open text."""
        self._open[path] = text

    def close(self, path: str) -> None:
        """Forget the text that was open; from now on the file on disk is used."""
        self._open.pop(path, None)
        self._stamps.pop(path, None)

    @property
    def texts(self) -> dict[str, str]:
        """Return a mapping from paths to the texts that are open."""
        return dict(self._open)

    def parsed(self, path: str) -> ParsedText:
        """Return the parse of a rulebook's current text. Raise RulekitError if the file cannot be read."""
        known, text = self._parsed.get(path), self._open.get(path)
        if text is None:
            text = self._file(path, known)
        if known is None or known.source.text != text:
            known = self._parsed[path] = parse_pieces(Source(path, text), known)
        return known

    def _file(self, path: str, known: ParsedText | None) -> str:
        try:
            found = os.stat(path)
            stamp = found.st_mtime_ns, found.st_size
        except OSError:
            stamp = -1, -1
        if known is None or self._stamps.get(path) != stamp:
            self._stamps[path] = stamp
            return read_rulebook(Path(path)).text
        return known.source.text

    def read(self, path: Path) -> Source:
        """Return the current text of a rulebook. The loader calls this instead of reading files."""
        return self.parsed(os.path.realpath(path)).source

    def _parse(self, source: Source) -> tuple[s.Book | None, tuple[Diagnostic, ...]]:
        parsed = self.parsed(source.name)
        return parsed.book, parsed.problems

    def gather(self, path: str) -> BookStack:
        """Return a book and all books that it builds on. Raise RulekitError on any error."""
        return gather_stack([Path(path)], self.read, self._parse)

    def is_shipped(self, path: str) -> bool:
        """Return whether a book belongs to the library."""
        return Path(path).is_relative_to(os.path.realpath(library()))

    def check(self, path: str) -> StagedCheck:
        """Return a check of a book that has found the errors that prevent play. If there are none, store the book's
        model."""
        found = StagedCheck(
            lambda: self.gather(path),
            lambda wrong: self._with_fixes(path, wrong),
            lambda some: self._prove(path, some),
            lambda some: _without_accepted(path, some),
        )
        found.begin()
        if found.model is not None:
            self.models[path] = found.model
        return found

    def _with_fixes(self, path: str, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Return messages, with additional fixes for errors inside a `replace` if the books below this one have no
        errors."""
        below = self.below(path)[:-1]
        try:
            books = self.gather(below[-1]).books if below else ()
        except RulekitError:
            return list(found)
        base = assemble(books, Config())[0] if books else None
        return with_replace_fixes(found, self.parsed(path).source, base) if base is not None else list(found)

    def _prove(self, path: str, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        return keep_proven_fixes([Path(path)], Config(), found, self.read)

    def model(self, path: str) -> CheckedModel | None:
        """Return the model of a book's last version without errors; None if there is none. If clauses of the book are
        left `to be said`, return the model of a book above it."""
        if path not in self.models:
            self.check(path)
        if path not in self.models and (whole := self.whole_book(path)) not in (None, path):
            assert whole is not None
            if whole not in self.models:
                self.check(whole)
            if whole in self.models:
                self.models[path] = self.models[whole]
        return self.models.get(path)

    def whole_book(self, path: str) -> str | None:
        """Return the first book that leaves no clause `to be said`: this book, or else one that builds on it. Return
        None if there is none."""
        return next((one for one in (path, *self.above(path)) if self._is_whole(one)), None)

    def _is_whole(self, path: str) -> bool:
        try:
            rulebook, _ = assemble(self.gather(path).books, Config())
        except RulekitError:
            return False
        return rulebook is not None and not any(is_unsaid(placed.clause) for placed in rulebook.clauses)

    # ------------------------------------------------------------------------------------------ the books of a family

    def below(self, path: str) -> tuple[str, ...]:
        """Return the books that a book builds on, bases first, and last the book itself. Books that cannot be found are
        left out."""
        found: dict[str, None] = {}
        self._add_below(path, found, ())
        return tuple(found)

    def _add_below(self, path: str, found: dict[str, None], above: tuple[str, ...]) -> None:
        if path in found or path in above:
            return
        for name in self._names_below(path):
            try:
                self._add_below(os.path.realpath(find(name, Path(path).parent)), found, (*above, path))
            except RulekitError:
                continue
        found[path] = None

    def _names_below(self, path: str) -> tuple[str, ...]:
        """Return the names of the books that the header of a book mentions. If its header has errors now, use the last
        version without errors."""
        try:
            nodes = self.parsed(path).nodes
        except RulekitError:
            return ()
        if nodes and isinstance(header := nodes[0], s.Header):
            needed = (*((header.base,) if header.base else ()), *header.requires)
            self._needed[path] = tuple(one.text for one in needed)
        return self._needed.get(path, ())

    def above(self, path: str) -> tuple[str, ...]:
        """Return the books that build on a book. Books that build on few others come first."""
        found = {one: self.below(one) for one in self._candidates(path) if one != path}
        return tuple(sorted((one for one in found if path in found[one]), key=lambda one: (len(found[one]), one)))

    def related(self, path: str) -> tuple[str, ...]:
        """Return the books below a book, the book itself, and the books above it."""
        return (*self.below(path), *self.above(path))

    def family(self, path: str) -> tuple[str, ...]:
        """Return a book, all books below it, and all books that build on the lowest of these."""
        own = self.below(path)
        return tuple(dict.fromkeys((*own, *self.above(own[0]))))

    def _candidates(self, path: str) -> Iterator[str]:
        beside = {os.path.realpath(file) for file in Path(path).parent.glob(f"*{SUFFIX}")}
        yield from sorted(beside | self._open.keys())


def _without_accepted(path: str, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the messages except those that the project of a book accepts."""
    try:
        return Acceptance(find_project(Path(path).parent)).split(path, found)[0]
    except RulekitError:  # errors in the settings are reported when a name is looked up
        return list(found)
