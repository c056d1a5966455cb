"""What the clauses of a rulebook rest on: sections of sources, assumptions, and open questions.

Several rulebooks, or configurations of one, may be read together: a section is cited if any of them cites it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field, frozen

from ..syntax import nodes as s
from ..syntax.traversal import walk
from .changes import Added, Replaced, Struck
from .coverage import CitedSource, Citing, CitingPart, citations_with_parts, declare_sources, header_parts
from .difference import difference
from .meaning_hash import is_meaningless
from .outline import outline
from .rulebook import Placed, Rulebook


@frozen
class Assumption:
    """A decision without a source, its reason, and how many other clauses use its clause."""

    clause: str
    why: str
    used_in: int


@frozen
class OpenQuestion:
    """A ruling: the answer in force, the others, its citations, and the clauses that depend on the answer."""

    name: str
    title: str
    in_force: str
    others: tuple[str, ...]
    cites: tuple[str, ...]
    used_in: Citing


@define(eq=False)
class SourceReport:
    """What the rulebooks rest on."""

    sources: dict[str, CitedSource] = field(factory=dict)
    assumptions: dict[tuple[str, str], Assumption] = field(factory=dict)
    questions: dict[str, OpenQuestion] = field(factory=dict)
    citing: Citing = field(factory=dict)

    def read(self, rulebook: Rulebook) -> None:
        """Add the citations of one configured rulebook."""
        declare_sources(rulebook, self.sources)
        users = _users(rulebook)
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
                for part in citations_with_parts(placed):
                    self._cite(part, len(others))
                if isinstance(placed.clause, s.OptionClause) and placed.clause.ruling:
                    question = _question(rulebook, placed.clause, others)
                    self.questions.setdefault(question.name, question)

    def add_answer(self, name: str, usual: Rulebook, other: Rulebook) -> None:
        """Add the clauses that another answer of a question changes."""
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
    """Return the clauses of rules that contain each name."""
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
