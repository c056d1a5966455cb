"""Coverage of sources: for each section and statement of a source, the clauses that cite it.

A citation may have a detail, a text with parts separated by semicolons. Each part begins with the title of a section.
After a comma, it may say where in the section; after a colon, it may give the numbers of statements of the section:
`[book "set-up; scoring, example; a turn: 1, 3-5"]`. A report also has assumptions and open questions. Several
rulebooks, or configurations of one, may be added to one report.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from attrs import define, field, frozen

from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import inside, parts_with_titles, walk
from .change_kinds import Added, Replaced, Struck
from .difference import difference
from .header import FRONT_LINES
from .meaning_hash import is_meaningless
from .outline import outline
from .rulebook import Placed, Rulebook

Ranges = tuple[tuple[int, int], ...]
"""Numbers of statements, each from a first to a last one."""

_LIST: Final = r"[0-9]{1,9}(?:\s*-\s*[0-9]{1,9})?"
NUMBERS: Final = re.compile(rf"\s*:\s*(?P<list>{_LIST}(?:\s*,\s*{_LIST})*)\s*(?:,\s*[^\s0-9][^;]*)?(?=;|$)")
UNKNOWN: Final = re.compile(r"[^;]*?(?=\s*(?:;|$))")


@frozen
class CitedPart:
    """A part of a citation's detail: its text and position, the section with whose title it begins (None if there is
    none), and the numbers of statements in it."""

    text: str
    start: int
    end: int
    section: str | None
    numbers: Ranges = ()

    def names(self, number: int) -> bool:
        """Return whether the part names the statement with this number of its section. A part that says where in the
        section names no statements."""
        return self.text == self.section and any(low <= number <= high for low, high in self.numbers)


@lru_cache(maxsize=4096)
def parts_of_citation(detail: str, sections: tuple[str, ...]) -> tuple[CitedPart, ...]:
    """Return the parts of a citation's detail. If the titles of several sections match the beginning of a part, the
    longest counts, because titles may contain commas, colons and semicolons."""
    found: list[CitedPart] = []
    at = 0
    while at <= len(detail):
        at += len(detail[at:]) - len(detail[at:].lstrip())
        fits = [one for one in sections if detail.startswith(one, at) and _ends(detail, at + len(one))]
        section = max(fits, key=len, default=None)
        end = at + len(section or "")
        if not NUMBERS.match(detail, end):
            end = _before_numbers(detail, end)
        numbers = NUMBERS.match(detail, end)
        rest = detail.find(";", end)
        over = len(detail) if rest < 0 else rest
        found.append(CitedPart(detail[at:end], at, end, section, _ranges(numbers["list"]) if numbers else ()))
        at = over + 1
    return tuple(found)


def _ends(detail: str, at: int) -> bool:
    """Return whether the title of a section may end at this position: before a comma, a semicolon, numbers of
    statements, or the end."""
    rest = detail[at:].lstrip()
    return not rest or detail[at] == "," or rest[0] == ";" or NUMBERS.match(detail, at) is not None


def _before_numbers(detail: str, at: int) -> int:
    """Return the position where a part ends or, if numbers of statements follow, where they begin."""
    whole = UNKNOWN.match(detail, at)
    end = whole.end() if whole else len(detail)
    colon = detail.rfind(":", at, end)
    return len(detail[:colon].rstrip()) if colon >= 0 and NUMBERS.match(detail, colon) else end


def _ranges(numbers: str) -> Ranges:
    pairs = (part.partition("-") for part in numbers.split(","))
    return tuple((int(low), int(high or low)) for low, _, high in pairs)


# ---------------------------------------------------------------------------------- sources and citations of a rulebook

SectionStatements = tuple[s.StatedSentence, ...]
"""The statements of a section that the rulebook lists, in order; empty if it lists none."""


def sections_of(rulebook: Rulebook) -> Mapping[str, Mapping[str, SectionStatements]]:
    """Return, for each source, a mapping from sections to their statements. First come the sections that headers
    declare, then those that occur only in lists of statements."""
    found: dict[str, dict[str, SectionStatements]] = {
        declared.name.text: {section.value: () for section in declared.sections} for declared in rulebook.header.sources
    }
    for clause in statement_clauses(rulebook):
        for section in clause.sections:
            found.setdefault(clause.name.text, {})[section.title.value] = section.sentences
    return found


def statement_clauses(rulebook: Rulebook) -> Iterator[s.StatementsClause]:
    """Return the clauses of a rulebook that list statements of sources, at most one for each source."""
    return (placed.clause for placed in rulebook.clauses if isinstance(placed.clause, s.StatementsClause))


def runs_of_numbers(numbers: Sequence[int]) -> str:
    """Return numbers as text, in which consecutive numbers form a run: `1 to 4, 6`."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = (f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
    return ", ".join(told)


Citing = dict[str, None]
"""Ids of clauses, or of a clause and an item or row of it (`enum Kind: ox`), as keys in the order of the outline."""

How = Literal["said", "ruled", "shown"]
"""How a clause relates to a statement that it cites. `said`: it is a rule. `ruled`: it is an option, which decides the
matter before the game. `shown`: it is not a rule but an example, an invariant, a figure or a chapter.
"""


def how_cited(clause: s.Clause) -> How:
    """Return what a clause of this kind does with a statement that it cites: it is a rule, decides it by an option, or
    illustrates it. A look counts as a rule, because no rule can say how something looks."""
    if isinstance(clause, s.OptionClause):
        return "ruled"
    shows = does(clause, "about_book", "checks") and not isinstance(clause, s.LookClause)
    return "shown" if shows else "said"


@frozen(eq=False)
class CitingPart:
    """A part of a rulebook that has citations: a clause, an item or a step of a clause, or a part of the header. `of`
    is its id, such as `enum Kind: ox`."""

    of: str
    how: How
    cites: Sequence[s.Citation]


def steps_replaced(rulebook: Rulebook) -> set[str]:
    """Return the ids of the steps that never happen, because a rule without a condition runs instead of them."""
    rules = (placed.clause.trigger for placed in rulebook.clauses if isinstance(placed.clause, s.RuleClause))
    whole = (at for at in rules if isinstance(at, s.AtStep) and at.when == "instead of" and not (at.where or at.params))
    return {f"procedure {at.procedure.text}: {at.step.text}" for at in whole}


def citations_with_parts(placed: Placed, replaced: Container[str] = ()) -> Iterator[CitingPart]:
    """Yield a clause and its parts with their citations. Parts whose ids are in `replaced` are left out."""
    how = how_cited(placed.clause)
    yield CitingPart(placed.id, how, placed.clause.tags.cites)
    found = [(item.name, item.cites) for item in inside(placed.clause, s.Item)]
    found += [(part.name, part.tags.cites) for part in parts_with_titles(placed.clause)]
    for name, cites in found:
        if cites and (of := f"{placed.id}: {name.text}") not in replaced:
            yield CitingPart(of, how, cites)


def header_parts(header: s.Header) -> Iterator[CitingPart]:
    """Yield the parts of a header with their citations: the numbers of players, the front page and the seats."""
    for part in header.numbers:
        several = f"{part.low} to {part.high} players" if part.low < part.high else f"{part.low} players"
        yield CitingPart(several, "said", part.cites)
    for line in FRONT_LINES:
        said: s.FrontLine | None = getattr(header, line)
        if said is not None:
            yield CitingPart(line, "said", said.cites)
    for seat in header.seats:
        yield CitingPart(f"seat {seat.name.text}", "said", seat.cites)


@define(eq=False)
class MetStatement:
    """A statement of a source, with the parts of rulebooks that cite it. `cited` maps the id of each part to what it
    does with the statement (`How`)."""

    sentence: s.StatedSentence
    cited: dict[str, How] = field(factory=dict)

    def by(self, how: How) -> tuple[str, ...]:
        return tuple(of for of, done in self.cited.items() if done == how)

    @property
    def state(self) -> str:
        """Return the status of the statement: what its author declares. Without a declaration, it is the first of
        `said`, `ruled` and `shown` that applies to a part that cites it, or `open` if none cites it."""
        hows: tuple[How, ...] = ("said", "ruled", "shown")
        return self.sentence.aside or next((how for how in hows if how in self.cited.values()), "open")


@define(eq=False)
class CitedSource:
    """A source, with the ids of the parts that cite it. `sections` has those that cite each section, `elsewhere` those
    that cite something else in the source, and `whole` those that cite all of it. A citation of a statement counts for
    its section, too. `statements` has the statements, keyed by section and then by number."""

    name: str
    title: str
    sections: dict[str, Citing] = field(factory=dict)
    statements: dict[str, dict[int, MetStatement]] = field(factory=dict)
    elsewhere: dict[str, Citing] = field(factory=dict)
    whole: Citing = field(factory=dict)

    @property
    def sections_without_citation(self) -> list[str]:
        """Return the sections that nothing cites. Sections whose statements are listed are left out."""
        return [section for section, citing in self.sections.items() if not citing and section not in self.statements]

    @property
    def statements_by_section(self) -> Iterator[tuple[str, MetStatement]]:
        """Yield every statement after the section it is in, in the order of the lists."""
        return ((section, met) for section, listed in self.statements.items() for met in listed.values())

    def without_numbers(self, section: str) -> tuple[str, ...]:
        """Return the ids of the parts that cite a section, but none of its statements."""
        named = {of for met in self.statements.get(section, {}).values() for of in met.cited}
        return tuple(of for of in self.sections[section] if of not in named)

    def citations_of(self, of: str) -> Iterator[tuple[str, tuple[MetStatement, ...]]]:
        """Yield each section that the part `of` cites, with those of the section's statements that it cites."""
        for section, citing in self.sections.items():
            if of in citing:
                yield section, tuple(met for met in self.statements.get(section, {}).values() if of in met.cited)
        yield from ((said, ()) for said, citing in self.elsewhere.items() if of in citing)
        if of in self.whole:
            yield "", ()

    def cite(self, detail: str, of: str, how: How) -> None:
        """Record that the part `of` cites the source with this detail. `how` says whether it is a rule, an option or an
        illustration."""
        if not detail:
            self.whole.setdefault(of)
            return
        for part in parts_of_citation(detail, tuple(self.sections)):
            if part.section is None:
                self.elsewhere.setdefault(part.text, {}).setdefault(of)
                continue
            self.sections[part.section].setdefault(of)
            for number, met in self.statements.get(part.section, {}).items():
                if part.names(number):
                    met.cited.setdefault(of, how)


def declare_sources(rulebook: Rulebook, into: dict[str, CitedSource]) -> None:
    """Add the sources of a rulebook, with their sections and statements, to the mapping `into`."""
    for declared in rulebook.header.sources:
        into.setdefault(declared.name.text, CitedSource(declared.name.text, declared.title.value))
    for name, sections in sections_of(rulebook).items():
        for section, sentences in sections.items() if name in into else ():
            into[name].sections.setdefault(section, {})
            for sentence in sentences:
                listed = into[name].statements.setdefault(section, {})
                listed.setdefault(sentence.number.value, MetStatement(sentence))


def cite_sources(rulebook: Rulebook, clauses: Sequence[Placed], found: dict[str, CitedSource]) -> None:
    """Add the sources of a rulebook to the mapping `found`, with the citations in its header and in `clauses`."""
    declare_sources(rulebook, found)
    gone = steps_replaced(rulebook)
    parts = (part for placed in clauses for part in citations_with_parts(placed, gone))
    for part in (*header_parts(rulebook.header), *parts):
        for cite in part.cites:
            if cite.source.text in found:
                found[cite.source.text].cite(cite.detail.value if cite.detail else "", part.of, part.how)


@frozen
class Assumption:
    """A decision of the author without a source: the id of the part that makes it, the reason, and the number of other
    clauses that use the clause."""

    clause: str
    why: str
    used_in: int


@frozen
class OpenQuestion:
    """A ruling, an option for a question that the source leaves open: the answer that the game uses (`in_force`), the
    other answers, its citations, and the ids of the clauses that depend on the answer."""

    name: str
    title: str
    in_force: str
    others: tuple[str, ...]
    cites: tuple[str, ...]
    used_in: Citing


@define(eq=False)
class SourceReport:
    """A report on how rulebooks cover their sources: citations, assumptions and open questions. `citing` has the ids of
    all parts with citations."""

    sources: dict[str, CitedSource] = field(factory=dict)
    assumptions: dict[tuple[str, str], Assumption] = field(factory=dict)
    questions: dict[str, OpenQuestion] = field(factory=dict)
    citing: Citing = field(factory=dict)

    def read(self, rulebook: Rulebook) -> None:
        """Add the citations, assumptions and open questions of one configured rulebook."""
        declare_sources(rulebook, self.sources)
        users, gone = _users(rulebook), steps_replaced(rulebook)
        for part in header_parts(rulebook.header):
            self._cite(part, 0)
        for placed in rulebook.clauses:
            if isinstance(placed.clause, s.SectionClause):
                for part in citations_with_parts(placed):
                    self._cite(part, 0)
        for chapter in outline(rulebook).chapters:
            self._cite(CitingPart(f"chapter {chapter.name}", "shown", chapter.cites), 0)
            for placed in chapter.clauses:
                used = users.get(placed.clause.name.text, {})
                others = [id_ for id_ in used if id_ != placed.id]
                for part in citations_with_parts(placed, gone):
                    self._cite(part, len(others))
                if isinstance(placed.clause, s.OptionClause) and placed.clause.ruling:
                    question = _question(rulebook, placed.clause, others)
                    self.questions.setdefault(question.name, question)

    def add_answer(self, name: str, usual: Rulebook, other: Rulebook) -> None:
        """Add, to the open question `name`, the clauses that differ between the rulebook `usual` and `other`, the one
        with another answer."""
        question = self.questions.get(name)
        for change in difference(usual, other) if question else ():
            match change:
                case Added(after=placed) | Struck(before=placed) | Replaced(after=placed) if question:
                    if placed.clause.name.text != name and not is_meaningless(placed.clause):
                        question.used_in.setdefault(placed.id)

    def _cite(self, part: CitingPart, used_in: int) -> None:
        for cite in part.cites:
            self.citing.setdefault(part.of)
            detail = cite.detail.value if cite.detail else ""
            if cite.source.text == "assumed":
                self.assumptions.setdefault((part.of, detail), Assumption(part.of, detail, used_in))
            elif (source := self.sources.get(cite.source.text)) is not None:
                source.cite(detail, part.of, part.how)


def _users(rulebook: Rulebook) -> Mapping[str, Citing]:
    """Return, for each name, the ids of the clauses that use it. Clauses that are no rules, such as looks, do not
    count."""
    found: dict[str, Citing] = {}
    for placed in rulebook.clauses:
        if isinstance(placed.clause, s.WordsClause | s.LookClause | s.ExampleClause | s.StatementsClause):
            continue
        if isinstance(placed.clause, s.SectionClause):
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
        tuple(_citation_text(cite) for part in citations_with_parts(Placed(clause, "")) for cite in part.cites),
        dict.fromkeys(used_in),
    )


def _citation_text(cite: s.Citation) -> str:
    return f"{cite.source.text}: {cite.detail.value}" if cite.detail else cite.source.text
