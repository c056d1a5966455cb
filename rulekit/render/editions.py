"""Shows what an edition changes: the earlier text of each changed clause, and links to other editions.

`model.difference` finds the changes from the rulebook on which the edition builds. If that one is a whole game, the
earlier clause is shown in words, else as source text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from attrs import frozen

from ..check import CheckedModel
from ..diagnostics import RulekitError
from ..model import change_kinds as ch
from ..model.assembly import assemble
from ..model.difference import difference
from ..model.meaning_hash import WORDING
from ..model.naming import word_name_of
from ..model.rulebook import Config, Placed, Rulebook
from ..pipeline import check_configuration
from ..play.loaded_book import LoadedBook
from ..prose import Speaker, own_language, speaker, title_of
from ..syntax import nodes as s
from ..syntax.format import format_node
from ..syntax.traversal import same
from . import page_blocks as d
from .anchors import anchor
from .subject import Subject

REFERENCE = "reference"
NOTES = "notes"
"""The names of a game's other pages besides `The rules`; they are files in the folder of the game."""


@frozen(eq=False, slots=False)
class Edition:
    """An edition of a game in the output: the path of its rules page, and its book."""

    page: str
    book: LoadedBook

    @property
    def rulebook(self) -> Rulebook:
        return self.book.rulebook

    @cached_property
    def examples(self) -> frozenset[str]:
        """Return the names of the examples that the reference of this edition shows."""
        return frozenset(setting.name for setting in self.book.example_settings())

    @property
    def order(self) -> tuple[int, str]:
        """Return a key to sort editions by: first by their number of layers, then by page."""
        return len(self.book.books), self.page

    @cached_property
    def clauses(self) -> Mapping[str, Placed]:
        """Return a mapping from ids to clauses; if several clauses have the same id, it has the first."""
        return {placed.id: placed for placed in reversed(self.rulebook.clauses)}

    def link(self, language: str, anchor: str = "") -> d.AnchorLink:
        """Return a link to the rules of this edition or, with an anchor, to its reference. Its text is the edition's
        title, in this language if the title is translated."""
        page = f"{self.page.removesuffix('.md')}/{REFERENCE}.md" if anchor else self.page
        title = title_of(self.rulebook, language)
        if title is not None:
            return d.AnchorLink(title, anchor, page)
        return d.AnchorLink(self.rulebook.title, anchor, page, language=own_language(self.rulebook))


@frozen(eq=False, slots=False)
class Editions:
    """One edition, for comparison on its pages: its rulebook, the language, and the other editions of the game in the
    output."""

    edition: Edition
    rulebook: Rulebook
    language: str
    others: tuple[Edition, ...] = ()

    @property
    def book(self) -> LoadedBook:
        return self.edition.book

    @cached_property
    def _below(self) -> Sequence[s.Book]:
        """Return the books on which the last edition or variant builds, from the first rulebook up. Return () if it
        builds on none."""
        books = self.book.books
        base = books[-1].header.base
        if base is None:
            return ()
        name = base.text.rsplit("/", 1)[-1]
        at = next((i for i, b in enumerate(books[:-1]) if b.header.name.text == name), len(books) - 2)
        return books[: at + 1]

    @cached_property
    def base(self) -> Rulebook | None:
        """Return the rulebook on which this edition builds, with the same number of players. Return None if it builds
        on none, or if that one does not allow this number."""
        if not self._below:
            return None
        return _layered(tuple(self._below), self.rulebook.players)

    @cached_property
    def _speaker(self) -> Speaker | None:
        """Return a speaker that puts the clauses of the rulebook on which this edition builds into words. Return None
        if it builds on none, or if that one is not a whole game."""
        if not self._below:
            return None
        model = _plain_model(tuple(self._below), self.rulebook.players)
        return speaker(model, self.language) if model is not None else None

    @cached_property
    def changes(self) -> tuple[ch.Change, ...]:
        return difference(self.base, self.rulebook) if self.base is not None else ()

    @cached_property
    def _replacements(self) -> Mapping[str, ch.Replaced]:
        return {change.after.id: change for change in self.changes if isinstance(change, ch.Replaced)}

    @cached_property
    def _additions(self) -> frozenset[str]:
        return frozenset(change.after.id for change in self.changes if isinstance(change, ch.Added))

    def titles(self, languages: Iterable[str]) -> list[str]:
        """Return everything on the rules page that depends on the other editions, as texts: the links to them."""
        return [repr(other.link(language)) for other in self.others for language in languages]

    def taken(self, languages: Iterable[str]) -> list[str]:
        """Return everything on all pages that depends on the other editions, as texts: links, the clauses that differ,
        and the examples that both show."""
        found = self.titles(languages)
        for other in self.others:
            there = other.clauses
            differing = sorted(p.id for p in self.rulebook.clauses if p.id in there and differs(p, there[p.id]))
            found += [repr(other.order), repr(differing), repr(sorted(other.examples & self.edition.examples))]
        return found

    # ------------------------------------------------------------------------------------- blocks of an edition's pages

    def is_new(self, subject: Subject, clauses: Iterable[Placed]) -> bool:
        """Return whether these clauses are all new in this edition, and pages mention the rulebook on which it
        builds."""
        return self.base is not None and self._tells_base(subject) and all(one.id in self._additions for one in clauses)

    def new_here(self, subject: Subject) -> Iterator[d.PageBlock]:
        """Yield the remark that a clause or chapter is new in this edition."""
        assert self.base is not None
        said = subject.around("page-new-here", edition=title_in(self.base, subject.language))
        yield d.PageParagraph(said, "rk-elsewhere")

    def was(self, subject: Subject, placed: Placed, told: bool = False) -> Iterator[d.PageBlock]:
        """Yield the earlier text of a changed clause, and links to editions in which it is different. `told` says that
        the page has already remarked that the clauses here are new."""
        if not told and self.is_new(subject, (placed,)):
            yield from self.new_here(subject)
        change = self._replacements.get(placed.id)
        if change is not None and self.base is not None and self._tells_base(subject):
            title = subject.ui("page-was", edition=title_of(self.base, subject.language) or self.base.title)
            yield d.Remark("info", title, tuple(self._text_before(change.before)), folded=True)
        yield from self._elsewhere(subject, placed)

    def _tells_base(self, subject: Subject) -> bool:
        """Return whether pages mention the rulebook on which this edition builds. If that one is not a whole game, only
        full pages do."""
        return subject.full or self._speaker is not None

    def _text_before(self, before: Placed) -> Iterator[d.PageBlock]:
        if self._speaker is not None:
            prose = self._speaker.clause(before)
            yield d.PageParagraph((d.Strong("".join(p if isinstance(p, str) else p.text for p in prose.title)),))
            if prose.summary:
                yield d.PageParagraph(prose.summary)
            yield from prose.exact
        else:
            yield d.CodeBlock(format_node(before.clause))

    def _elsewhere(self, subject: Subject, placed: Placed) -> Iterator[d.PageBlock]:
        """Yield links to the other editions in the output in which a clause is different."""
        pieces: list[d.InlinePiece] = []
        for other in self.others:
            there = other.clauses.get(placed.id)
            if there is not None and differs(placed, there):
                pieces += [", "] if pieces else []
                pieces.append(other.link(subject.language, anchor(placed.id)))
        if pieces:
            yield d.PageParagraph((d.Emphasis(subject.ui("page-otherwise-in")), " ", *pieces), "rk-elsewhere")

    def example_elsewhere(self, subject: Subject, placed: Placed) -> tuple[d.PageBlock, ...]:
        """Return a link to the first edition that shows the same example; () if this edition is the first."""
        name = placed.clause.name.text
        for other in sorted((one for one in self.others if one.order < self.edition.order), key=lambda one: one.order):
            there = other.clauses.get(placed.id)
            same = there is not None and name in other.examples & self.edition.examples and not differs(placed, there)
            if same and title_of(other.rulebook, self.language) is not None:
                link = other.link(self.language, anchor(placed.id))
                return (d.PageParagraph(subject.around("page-example-shown-in", edition=link), "rk-elsewhere"),)
        return ()

    def links(self, subject: Subject) -> Iterator[d.PageBlock]:
        """Yield links to the clauses that this edition changes, and to those that it adds."""
        if self.base is None or not self._tells_base(subject):
            return
        yield d.PageParagraph((subject.ui("page-stands-on"), " ", title_in(self.base, subject.language)))
        for key, changed in (("page-changed-rule", self._replacements.keys()), ("page-new-rule", self._additions)):
            links = [subject.link(placed.id) for placed in subject.placed() if placed.id in changed]
            if links:
                line = tuple(piece for link in links for piece in (", ", link))[1:]
                yield d.PageParagraph((d.Emphasis(subject.ui(key)), " ", *line))

    def struck(self, subject: Subject) -> Iterator[d.PageBlock]:
        """Yield the earlier text of the clauses that this edition removes."""
        told = self._tells_base(subject)
        gone = [change.before for change in self.changes if told and isinstance(change, ch.Struck)]
        for before in gone:
            said = self._speaker or subject.speaker
            yield d.Remark(
                "failure", said.title(word_name_of(before.id)), tuple(self._text_before(before)), folded=True
            )


@lru_cache(maxsize=16)  # the pages of all languages ask for the same rulebook
def _layered(books: tuple[s.Book, ...], players: int) -> Rulebook | None:
    """Return the rulebook made of these books; None if they have errors or do not allow this number of players."""
    try:
        return assemble(books, Config(players))[0]
    except RulekitError:
        return None


@lru_cache(maxsize=16)
def _plain_model(books: tuple[s.Book, ...], players: int) -> CheckedModel | None:
    """Return the model of these books without examples; None if it has errors."""
    return check_configuration(books, Config(players), examples=False, knowledge=False, texts=False)[0]


def title_in(rulebook: Rulebook, language: str) -> d.InlinePiece:
    """Return a rulebook's title in a language. If it has none, return its own title, marked as being in another
    language."""
    title = title_of(rulebook, language)
    return title if title is not None else d.Foreign(rulebook.title, own_language(rulebook))


def differs(one: Placed, other: Placed) -> bool:
    """Return whether two clauses with the same id differ in meaning, and not only in words for readers."""
    return not same(one.clause, other.clause, WORDING)
