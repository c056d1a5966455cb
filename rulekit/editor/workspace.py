"""The rulebooks of an editor: open texts over files, parsed again piece by piece, and the books of a family."""

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
    """Rulebooks by real path, which is also the name of their `Source`. `models` has the last model of each book that
    was right; nodes of unchanged clauses are still in it (`syntax/piecewise.py`)."""

    models: dict[str, CheckedModel] = field(factory=dict)
    _open: dict[str, str] = field(factory=dict)
    _parsed: dict[str, ParsedText] = field(factory=dict)
    _stamps: dict[str, tuple[int, int]] = field(factory=dict)
    _needed: dict[str, tuple[str, ...]] = field(factory=dict)

    def change(self, path: str, text: str) -> None:
        """Open a text, or take its next version."""
        self._open[path] = text

    def close(self, path: str) -> None:
        """Forget an open text: its file counts again."""
        self._open.pop(path, None)
        self._stamps.pop(path, None)

    @property
    def texts(self) -> dict[str, str]:
        """Return the open texts by path."""
        return dict(self._open)

    def parsed(self, path: str) -> ParsedText:
        """Return the current text of a rulebook, parsed. Raise RulekitError if it cannot be read."""
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
        """Return the current text of a rulebook, as the loader reads files."""
        return self.parsed(os.path.realpath(path)).source

    def _parse(self, source: Source) -> tuple[s.Book | None, tuple[Diagnostic, ...]]:
        parsed = self.parsed(source.name)
        return parsed.book, parsed.problems

    def gather(self, path: str) -> BookStack:
        """Load a book and all books below it. Raise RulekitError on any error."""
        return gather_stack([Path(path)], self.read, self._parse)

    def is_shipped(self, path: str) -> bool:
        """Return whether a book belongs to the library."""
        return Path(path).is_relative_to(os.path.realpath(library()))

    def check(self, path: str) -> StagedCheck:
        """Begin the check of a book: find the errors that prevent play, and keep its model if it is right."""
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
        """Return messages with fixes for errors inside a `replace`, if the books below are right."""
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
        """Return the last model of a book that was right; of a book with something `to be said`, that of one above
        it."""
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
        """Return a book, or if it leaves something `to be said` the first book above that leaves nothing; None if there
        is none."""
        return next((one for one in (path, *self.above(path)) if self._is_whole(one)), None)

    def _is_whole(self, path: str) -> bool:
        try:
            rulebook, _ = assemble(self.gather(path).books, Config())
        except RulekitError:
            return False
        return rulebook is not None and not any(is_unsaid(placed.clause) for placed in rulebook.clauses)

    # ------------------------------------------------------------------------------------------------------- families

    def below(self, path: str) -> tuple[str, ...]:
        """Return a book and the books that it needs, base first, as far as they can be found."""
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
        """Return the books that a header names; that of the last version with a header that was right."""
        try:
            nodes = self.parsed(path).nodes
        except RulekitError:
            return ()
        if nodes and isinstance(header := nodes[0], s.Header):
            needed = (*((header.base,) if header.base else ()), *header.requires)
            self._needed[path] = tuple(one.text for one in needed)
        return self._needed.get(path, ())

    def above(self, path: str) -> tuple[str, ...]:
        """Return the books that stand on a book, those with fewer books below them first."""
        found = {one: self.below(one) for one in self._candidates(path) if one != path}
        return tuple(sorted((one for one in found if path in found[one]), key=lambda one: (len(found[one]), one)))

    def related(self, path: str) -> tuple[str, ...]:
        """Return the books below a book, itself, and those above it: what a reader of it must know."""
        return (*self.below(path), *self.above(path))

    def family(self, path: str) -> tuple[str, ...]:
        """Return a book, all books below it, and all that stand on its lowest one."""
        own = self.below(path)
        return tuple(dict.fromkeys((*own, *self.above(own[0]))))

    def _candidates(self, path: str) -> Iterator[str]:
        beside = {os.path.realpath(file) for file in Path(path).parent.glob(f"*{SUFFIX}")}
        yield from sorted(beside | self._open.keys())


def _without_accepted(path: str, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the messages that the project of a book does not accept."""
    try:
        return Acceptance(find_project(Path(path).parent)).split(path, found)[0]
    except RulekitError:  # wrong settings are told where a name is looked up
        return list(found)
