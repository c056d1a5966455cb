"""How a rulebook meets its sources: which clauses cite each section, and how each statement of it is met.

Several rulebooks, or configurations of one, may be read into the same sources: what any of them cites is cited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import define, field, frozen

from ..syntax import nodes as s
from ..syntax.traversal import inside
from .meaning_hash import is_meaningless
from .rulebook import Placed, Rulebook
from .sections import cited_parts, sections_of

Citing = dict[str, None]
"""Clauses by identity, in the order of the outline; `enum Kind: ox` is an item or a row of one."""

How = Literal["said", "ruled", "shown"]
"""What a clause that cites a statement does with it: a rule says it, an answer before the game decides it, and what is
no rule (an example, a promise, a figure, a chapter) shows it.
"""


def how_cited(clause: s.Clause) -> How:
    """How a clause of this kind meets what it cites.  A look says: nothing else can say what something looks like."""
    if isinstance(clause, s.OptionClause):
        return "ruled"
    shows = isinstance(clause, s.InvariantClause) or is_meaningless(clause)
    return "shown" if shows and not isinstance(clause, s.LookClause) else "said"


@frozen(eq=False)
class CitingPart:
    """A part of a rulebook that cites: a clause, an item or a step of one (`enum Kind: ox`), a part of the header."""

    of: str
    how: How
    cites: Sequence[s.Citation]


def citing_parts(placed: Placed) -> Iterator[CitingPart]:
    """The citations of a clause and of the parts in it, each with what cites."""
    how = how_cited(placed.clause)
    yield CitingPart(placed.id, how, placed.clause.tags.cites)
    for node in inside(placed.clause, s.Item, s.Step, s.Branch):
        match node:
            case s.Item(name=name, cites=cites) if cites:
                yield CitingPart(f"{placed.id}: {name.text}", how, cites)
            case s.Step(name=name, tags=tags) | s.Branch(name=name, tags=tags) if tags.cites:
                yield CitingPart(f"{placed.id}: {name.text}", how, tags.cites)


def header_parts(header: s.Header) -> Iterator[CitingPart]:
    """The citations of the numbers of players and of the seats."""
    for part in header.numbers:
        several = f"{part.low} to {part.high} players" if part.low < part.high else f"{part.low} players"
        yield CitingPart(several, "said", part.cites)
    for seat in header.seats:
        yield CitingPart(f"seat {seat.name.text}", "said", seat.cites)


@define(eq=False)
class MetStatement:
    """A statement of a source, and what cites it."""

    sentence: s.StatedSentence
    cited: dict[str, How] = field(factory=dict)

    def by(self, how: How) -> tuple[str, ...]:
        return tuple(of for of, done in self.cited.items() if done == how)

    @property
    def state(self) -> str:
        """How it is met: as the author says of it, else by the best of what cites it; `open` where nothing does."""
        hows: tuple[How, ...] = ("said", "ruled", "shown")
        return self.sentence.aside or next((how for how in hows if how in self.cited.values()), "open")


@define(eq=False)
class CitedSource:
    """A source: who cites each of its sections, who cites something else of it, and who cites all of it.

    A citation that names statements is one of these, too: `statements` has them by section and number.
    """

    name: str
    title: str
    sections: dict[str, Citing] = field(factory=dict)
    statements: dict[str, dict[int, MetStatement]] = field(factory=dict)
    elsewhere: dict[str, Citing] = field(factory=dict)
    whole: Citing = field(factory=dict)

    @property
    def uncited(self) -> list[str]:
        """The sections that nothing cites; one with a list of statements is told by these."""
        return [section for section, citing in self.sections.items() if not citing and section not in self.statements]

    @property
    def met(self) -> Iterator[tuple[str, MetStatement]]:
        """Every statement with its section, in the order of the list."""
        return ((section, met) for section, listed in self.statements.items() for met in listed.values())

    def without_numbers(self, section: str) -> tuple[str, ...]:
        """Who cites a section and none of its statements."""
        named = {of for met in self.statements.get(section, {}).values() for of in met.cited}
        return tuple(of for of in self.sections[section] if of not in named)

    def cited_by(self, of: str) -> Iterator[tuple[str, tuple[MetStatement, ...]]]:
        """What a clause cites: sections, each with the statements that it names there."""
        for section, citing in self.sections.items():
            if of in citing:
                yield section, tuple(met for met in self.statements.get(section, {}).values() if of in met.cited)
        yield from ((said, ()) for said, citing in self.elsewhere.items() if of in citing)
        if of in self.whole:
            yield "", ()

    def cite(self, detail: str, of: str, how: How) -> None:
        """Enter a citation."""
        if not detail:
            self.whole.setdefault(of)
            return
        for part in cited_parts(detail, tuple(self.sections)):
            if part.section is None:
                self.elsewhere.setdefault(part.text, {}).setdefault(of)
                continue
            self.sections[part.section].setdefault(of)
            for number, met in self.statements.get(part.section, {}).items():
                if part.names(number):
                    met.cited.setdefault(of, how)


def declare_sources(rulebook: Rulebook, into: dict[str, CitedSource]) -> None:
    """Enter the sources of a rulebook with their sections and statements."""
    for declared in rulebook.header.sources:
        into.setdefault(declared.name.text, CitedSource(declared.name.text, declared.title.value))
    for name, sections in sections_of(rulebook).items():
        for section, sentences in sections.items() if name in into else ():
            into[name].sections.setdefault(section, {})
            for sentence in sentences:
                listed = into[name].statements.setdefault(section, {})
                listed.setdefault(sentence.number.value, MetStatement(sentence))


def cite_sources(rulebook: Rulebook, clauses: Sequence[Placed], found: dict[str, CitedSource]) -> None:
    """Enter the sources of a rulebook as its header and these of its clauses cite them."""
    declare_sources(rulebook, found)
    parts = [*header_parts(rulebook.header), *(part for placed in clauses for part in citing_parts(placed))]
    for part in parts:
        for cite in part.cites:
            if cite.source.text in found:
                found[cite.source.text].cite(cite.detail.value if cite.detail else "", part.of, part.how)
