"""The subject of a page: a checked rulebook, its words in one language, its outline, and the destinations of links.

The modules that make the parts of a page get titles, anchors and hover texts here, and only decide what their part
looks like.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import evolve, field, frozen

from ..check.checked import CheckedModel
from ..model.coverage import SectionStatements, sections_of
from ..model.naming import LAYER, word_name, word_name_of
from ..model.outline import DEFAULTS, Outline, outline
from ..model.rulebook import Placed, Rulebook
from ..model.sections import BookSection
from ..model.symbols import DomainSymbol
from ..model.types import Domain
from ..play.loaded_book import LoadedBook
from ..prose import ClauseProse, Link, Speaker, WordedText, speaker
from ..prose.values_by_players import Models
from ..scene import Wording
from ..session.words import PictureWords
from ..syntax import nodes as s
from . import page_blocks as d
from .anchors import NumberedChapter, anchor, clause_numbers, hosts, number_chapters


@frozen(eq=False, slots=False)
class Subject:
    """A rulebook that is described in one language. `speaker` puts its clauses into words. If `full` is True, the parts
    that no player needs are included. `counts` are the numbers of players for which the pages are made. If `additions`
    is True, the rules page includes only what layers above the first rulebook bring."""

    book: LoadedBook
    model: CheckedModel
    speaker: Speaker
    full: bool = False
    counts: tuple[int, ...] = ()
    additions: bool = False
    _prose: dict[str, ClauseProse] = field(factory=dict, repr=False)
    _speakers: dict[CheckedModel, Speaker] = field(factory=dict, repr=False)

    @property
    def rulebook(self) -> Rulebook:
        return self.model.rulebook

    @property
    def language(self) -> str:
        return self.speaker.language

    @cached_property
    def _outline(self) -> Outline:
        return outline(self.rulebook)

    @cached_property
    def hosts(self) -> Mapping[str, str]:
        """Return a mapping from the id of each fact that is explained inside another clause to the id of that
        clause."""
        return hosts(self.model, self._outline, events_without_rule(self.rulebook))

    @cached_property
    def explanations(self) -> Mapping[str, tuple[Placed, ...]]:
        """Return a mapping from the id of a clause to the facts that are explained inside it, in the order of the
        book."""
        found: dict[str, tuple[Placed, ...]] = {}
        for placed in self.rulebook.clauses:
            if placed.id in self.hosts:
                host = self.hosts[placed.id]
                found[host] = (*found.get(host, ()), placed)
        return found

    @cached_property
    def chapters(self) -> tuple[NumberedChapter, ...]:
        """Return the chapters that the page shows, each with the sections that it shows."""
        every = number_chapters(self._outline, events_without_rule(self.rulebook), self.hosts)
        if self.full:
            return tuple(every)
        theirs = (chapter for chapter in every if not chapter.reference)
        return tuple(evolve(c, sections=tuple(one for one in c.sections if not one.reference)) for c in theirs)

    @cached_property
    def sections(self) -> Mapping[str, Mapping[str, SectionStatements]]:
        """Return the sections of each source, each with the statements from it that this configuration uses."""
        return sections_of(self.rulebook)

    def is_told(self, placed: Placed) -> bool:
        """Return whether the rules page includes a clause. This is always True unless `additions` is set and the clause
        is from the first rulebook."""
        return not self.additions or placed.layer != self.book.books[0].header.name.text

    @cached_property
    def brought(self) -> Mapping[str, str]:
        """Return a mapping from the id of each clause that a layer above the first rulebook brought to the title of its
        chapter."""
        first = self.book.books[0].header.name.text
        return {
            section.placed.id: self.chapter_title(chapter)
            for chapter in self.chapters
            for section in chapter.sections
            if section.placed.layer != first
        }

    @cached_property
    def numbers(self) -> Mapping[str, str]:
        """Return a mapping from the ids of clauses to their numbers. A clause that is explained inside another one has
        the number of the other."""
        found = dict(clause_numbers(self.chapters))
        for placed in self.placed():
            if placed.id in self.hosts:
                found[placed.id] = found[self.hosts[placed.id]]
        return found

    def placed(self) -> Iterator[Placed]:
        """Yield all clauses that the page shows, in the order of the book."""
        for chapter in self.chapters:
            for section in chapter.sections:
                yield from self.with_explained(section.placed)

    def with_explained(self, placed: Placed) -> Iterator[Placed]:
        """Yield a clause and then the facts that are explained inside it."""
        yield placed
        for inner in self.explanations.get(placed.id, ()):
            yield from self.with_explained(inner)

    @cached_property
    def shown(self) -> Mapping[str, Placed]:
        return {placed.id: placed for placed in self.placed()}

    # ---- words of the page

    def ui(self, key: str, **args: str | int) -> str:
        """Return fixed words of the page (of the user interface) by their key, in its language."""
        return self.speaker.ui(key, **args)

    def around(self, key: str, **pieces: d.InlinePiece) -> d.InlineLine:
        """Return fixed words of the page by their key, as a line in which these inline pieces replace the
        placeholders."""
        marks = {name: f"\ue020{name}\ue020" for name in pieces}
        parts = self.ui(key, **marks).split("\ue020")
        return tuple(pieces.get(part, part) if at % 2 else part for at, part in enumerate(parts) if part)

    def title(self, name: str, item: str | None = None) -> str:
        return self.speaker.title(name, item)

    def section_title(self, one: BookSection) -> str:
        """Return the title of a section; empty if it has none."""
        said = self.speaker.section_title(one.placed)
        return said.text if said else ""

    @property
    def foreign(self) -> str:
        """Return the language of the author's texts; empty if it is the language of the page."""
        written = self.speaker.own_language
        return "" if written == self.language else written

    def foreign_text(self, text: str) -> d.InlinePiece:
        """Return a text by the author that is never translated, such as a reason or a section of a source. It is marked
        if it is not in the page's language."""
        return d.Foreign(text, self.foreign) if self.foreign else text

    @cached_property
    def wording(self) -> Wording:
        """Return the words for pictures."""
        return PictureWords(self.speaker)

    @property
    def heading(self) -> str:
        """Return the title of the game."""
        return self.speaker.title(word_name(LAYER, self.rulebook.name))

    def chapter_title(self, one: NumberedChapter) -> str:
        """Return the title of a chapter: the author's, or the default one in a book without its own chapters."""
        name, title = one.chapter.name, one.chapter.title
        if title is None and name in DEFAULTS:
            return self.ui(f"chapter-{name}")
        word = word_name("chapter", name)
        return self.speaker.written_title(word) or (title.value if title is not None else self.title(word))

    def chapter_summary(self, one: NumberedChapter) -> str:
        """Return the summary of a chapter."""
        return self.speaker.summary(word_name("chapter", one.chapter.name))

    @property
    def summary(self) -> str:
        """Return the summary of the game in one sentence."""
        return self.speaker.summary(word_name(LAYER, self.rulebook.name))

    def prose(self, placed: Placed) -> ClauseProse:
        if placed.id not in self._prose:
            self._prose[placed.id] = self.speaker.clause(placed)
        return self._prose[placed.id]

    def section_text(self, section: BookSection) -> d.InlineLine:
        """Return the paragraph of a section as a line, marked if it is not in the page's language."""
        return self.said_words(self.speaker.section_text(section.placed))

    def said_words(self, said: WordedText | None) -> d.InlineLine:
        """Return words by the author as a line, marked if they are not in the page's language; empty without words."""
        if said is None:
            return ()
        return (said.text if said.language == self.language else d.Foreign(said.text, said.language),)

    def speaker_of(self, model: CheckedModel, models: Models | None = None) -> Speaker:
        """Return the speaker for another configuration of the same game. `models` is as in `Speaker`."""
        if model not in self._speakers:
            self._speakers[model] = speaker(model, self.language, self.full, models)
        return self._speakers[model]

    # ---- links to clauses

    def resolve(self, target: str) -> tuple[str, str] | None:
        """Return the anchor of a clause or item on this page, and its hover text; None if the page does not show it."""
        clause, _, item = target.partition(".")
        placed = self.shown.get(clause)
        if placed is None:
            return None
        return anchor(target) if item in self.items(clause) else anchor(clause), self.hover(placed)

    def hover(self, placed: Placed) -> str:
        """Return the hover text of a clause: its summary, or else its title, cut to MOST_SHOWN characters."""
        prose = self.prose(placed)
        told = line_text(prose.summary or ()) or line_text(prose.title)
        return told if len(told) <= MOST_SHOWN else f"{told[: MOST_SHOWN - 1].rstrip()}…"

    def items(self, clause: str) -> frozenset[str]:
        """Return the names of the items of a clause that have anchors of their own."""
        placed = self.shown.get(clause)
        node = placed.clause if placed else None
        if isinstance(node, s.EnumClause | s.OptionClause):
            return frozenset(item.name.text for item in node.items)
        if isinstance(node, s.TableClause):
            return frozenset(row.item.name.text for row in node.rows)
        return frozenset()

    def link(self, clause: str, text: str = "") -> d.InlinePiece:
        """Return a link to a clause. Its text is the title of the clause by default. If the page does not show the
        clause, the link is later written as plain text."""
        return Link(text or self.title(word_name_of(clause)), clause)

    # ---- types of the model

    def domain(self, name: str, model: CheckedModel | None = None) -> Domain | None:
        symbol = (model or self.model).symbols.get(name)
        return symbol.domain if isinstance(symbol, DomainSymbol) else None


def events_without_rule(rulebook: Rulebook) -> frozenset[str]:
    """Return the ids of the events to which no rule reacts; players need not know about them."""
    rules = (p.clause for p in rulebook.clauses if isinstance(p.clause, s.RuleClause))
    awaited = {rule.trigger.event.text for rule in rules if isinstance(rule.trigger, s.When)}
    events = (p for p in rulebook.clauses if isinstance(p.clause, s.EventClause))
    return frozenset(p.id for p in events if p.clause.name.text not in awaited)


MOST_SHOWN = 160
"""The greatest number of characters in a hover text."""


def line_text(inline: tuple[object, ...]) -> str:
    """Return the inline pieces of a line as plain text."""
    return "".join(piece if isinstance(piece, str) else getattr(piece, "text", "") for piece in inline)
