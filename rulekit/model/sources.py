"""What the clauses of a rulebook rest on: sections of sources, assumptions, and questions that sources leave open.

Several rulebooks, or configurations of one, may be read together: a section is cited if any of them cites it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, field, frozen

from ..syntax import nodes as s
from ..syntax.traversal import inside, walk
from .changes import Added, Replaced, Struck
from .difference import difference
from .meaning_hash import is_meaningless
from .outline import outline
from .rulebook import Placed, Rulebook
from .sections import cited_sections

Citing = dict[str, None]
"""Clauses by identity, in the order of the outline; `enum Kind: ox` is an item or a row of one."""


@define(eq=False)
class CitedSource:
    """A source: who cites each of its sections, who cites something else of it, and who cites all of it."""

    name: str
    title: str
    sections: dict[str, Citing] = field(factory=dict)
    elsewhere: dict[str, Citing] = field(factory=dict)
    whole: Citing = field(factory=dict)

    @property
    def uncited(self) -> list[str]:
        return [section for section, citing in self.sections.items() if not citing]


@frozen
class Assumption:
    """What no source decides, why it was decided so, and how many other clauses use the clause that says it."""

    clause: str
    why: str
    used_in: int


@frozen
class OpenQuestion:
    """A ruling: the answer in force, the others, what bears on it, and the clauses that ask for the answer or that
    another answer brings, changes or takes away.
    """

    name: str
    title: str
    in_force: str
    others: tuple[str, ...]
    cites: tuple[str, ...]
    used_in: Citing


@define(eq=False)
class SourceReport:
    """What the rulebooks that were read rest on."""

    sources: dict[str, CitedSource] = field(factory=dict)
    assumptions: dict[tuple[str, str], Assumption] = field(factory=dict)
    questions: dict[str, OpenQuestion] = field(factory=dict)

    def read(self, rulebook: Rulebook) -> None:
        """Take in what one configured rulebook cites."""
        for declared in rulebook.header.sources:
            source = self.sources.setdefault(declared.name.text, CitedSource(declared.name.text, declared.title.value))
            for section in declared.sections:
                source.sections.setdefault(section.value, {})
        users = _users(rulebook)
        for part in rulebook.header.numbers:
            self._cite(
                f"{part.low} to {part.high} players" if part.low < part.high else f"{part.low} players", part.cites, 0
            )
        for seat in rulebook.header.seats:
            self._cite(f"seat {seat.name.text}", seat.cites, 0)
        for chapter in outline(rulebook).chapters:
            self._cite(f"chapter {chapter.name}", chapter.cites, 0)
            for placed in chapter.clauses:
                used = users.get(placed.clause.name.text, {})
                others = [id_ for id_ in used if id_ != placed.id]
                for of, cites in _cites(placed):
                    self._cite(of, cites, len(others))
                if isinstance(placed.clause, s.OptionClause) and placed.clause.ruling:
                    question = _question(rulebook, placed.clause, others)
                    self.questions.setdefault(question.name, question)

    def answer(self, name: str, usual: Rulebook, other: Rulebook) -> None:
        """Take in what another answer of a question does to the clauses."""
        question = self.questions.get(name)
        for change in difference(usual, other) if question else ():
            match change:
                case Added(after=placed) | Struck(before=placed) | Replaced(after=placed) if question:
                    if placed.clause.name.text != name and not is_meaningless(placed.clause):
                        question.used_in.setdefault(placed.id)

    def _cite(self, of: str, cites: Iterable[s.Citation], used_in: int) -> None:
        for cite in cites:
            detail = cite.detail.value if cite.detail else ""
            if cite.source.text == "assumed":
                self.assumptions.setdefault((of, detail), Assumption(of, detail, used_in))
            elif (source := self.sources.get(cite.source.text)) is not None:
                _enter(source, detail, of)


def _enter(source: CitedSource, detail: str, of: str) -> None:
    if not detail:
        source.whole.setdefault(of)
        return
    for said, section in cited_sections(detail, list(source.sections)):
        if section is not None:
            source.sections[section].setdefault(of)
        else:
            source.elsewhere.setdefault(said, {}).setdefault(of)


def _cites(placed: Placed) -> Iterator[tuple[str, Sequence[s.Citation]]]:
    """The citations of a clause and of the parts in it, each with what cites."""
    yield placed.id, placed.clause.tags.cites
    for node in inside(placed.clause, s.Item, s.Step, s.Branch):
        match node:
            case s.Item(name=name, cites=cites) if cites:
                yield f"{placed.id}: {name.text}", cites
            case s.Step(name=name, tags=tags) | s.Branch(name=name, tags=tags) if tags.cites:
                yield f"{placed.id}: {name.text}", tags.cites


def _users(rulebook: Rulebook) -> Mapping[str, Citing]:
    """For each name the clauses of rules in which it stands."""
    found: dict[str, Citing] = {}
    for placed in rulebook.clauses:
        if isinstance(placed.clause, s.WordsClause | s.LookClause | s.ExampleClause):
            continue
        for part in placed.roots:
            for node in walk(part):
                if isinstance(node, s.Name):
                    found.setdefault(node.text, {}).setdefault(placed.id)
    return found


def _question(rulebook: Rulebook, clause: s.OptionClause, used_in: Sequence[str]) -> OpenQuestion:
    titles = {item.name.text: item.title.value if item.title else item.name.text for item in clause.items}
    now = str(rulebook.options.get(clause.name.text, ""))
    between = (clause.range.span.text,) if clause.range else ()
    return OpenQuestion(
        clause.name.text,
        clause.tags.title.value if clause.tags.title else clause.name.text,
        titles.get(now, now),
        tuple(title for name, title in titles.items() if name != now) or between,
        tuple(_cited(cite) for _, cites in _cites(Placed(clause, "")) for cite in cites),
        dict.fromkeys(used_in),
    )


def _cited(cite: s.Citation) -> str:
    return f"{cite.source.text}: {cite.detail.value}" if cite.detail else cite.source.text
