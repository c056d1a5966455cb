"""The abilities and missions in the rulebooks, and the events that show that each was used.

The book declares a section for each, named after the character's title, and clauses cite it. An action, a rule or a
procedure that cites the section is used when it applies, and each of its labels when a player takes it. Random games
count both. An exception has no body that could be counted. It is used if the game goes differently without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from attrs import frozen

from rulekit.machine.option_labels import Sorts
from rulekit.model.coverage import SourceReport
from rulekit.model.outline import outline
from rulekit.syntax import nodes as s

from .layered import STANDARD, machine, rulebook

BOOK = "hiew"
APPLYING = ("action", "rule", "procedure")
NEITHER = ("pass", "done")


@frozen
class Use:
    """A clause that cites the section of an ability, or a label in such a clause. `role` is the ability's character."""

    section: str
    role: str
    clause: str
    label: str = ""

    @property
    def name(self) -> str:
        """The name under which playouts count it."""
        return f"{self.clause}: {self.label}" if self.label else self.clause

    @property
    def excepting(self) -> bool:
        return self.clause.startswith("exception ")


@cache
def roles() -> dict[str, str]:
    """Return the name of each row in the table of characters, by its title."""
    (table,) = (p.clause for p in rulebook("base").clauses if p.id == "table Role")
    assert isinstance(table, s.TableClause)
    return {row.item.title.value: row.item.name.text for row in table.rows if row.item.title is not None}


@cache
def sections() -> dict[str, str]:
    """Return the character that each section about an ability or a mission belongs to."""
    (declared,) = (source for source in rulebook("base").header.sources if source.name.text == BOOK)
    titles = ((section.value, section.value.partition(": ")[0]) for section in declared.sections)
    return {section: roles()[title] for section, title in titles if title in roles()}


@cache
def citing(name: str = STANDARD) -> dict[str, tuple[str, ...]]:
    """Return the clauses that cite each section of the book, in order."""
    report = SourceReport()
    report.read(rulebook(name))
    return {section: tuple(clauses) for section, clauses in report.sources[BOOK].sections.items()}


@cache
def unplayed() -> frozenset[str]:
    """Return exceptions to facts that only invariants and examples need."""
    chapters = outline(rulebook()).chapters
    facts = {p.clause.name.text for chapter in chapters if chapter.reference for p in chapter.clauses}
    clauses = (p.clause for p in rulebook().clauses)
    return frozenset(
        f"exception {c.name.text}" for c in clauses if isinstance(c, s.ExceptionClause) and c.fact.text in facts
    )


@cache
def uses() -> tuple[Use, ...]:
    """Return everything that must happen in the games."""
    return tuple(_uses(Sorts.of(machine(3)).names))


def _uses(sorts: Iterable[str]) -> Iterator[Use]:
    labels: dict[str, list[str]] = {}
    for sort in sorts:
        clause, _, label = sort.partition(": ")
        if label and label not in NEITHER:
            labels.setdefault(clause, []).append(label)
    for section, role in sections().items():
        for clause in citing()[section]:
            if clause.startswith(APPLYING):
                yield Use(section, role, clause)
                yield from (Use(section, role, clause, label) for label in labels.get(clause, ()))
            elif clause.startswith("exception ") and clause not in unplayed():
                yield Use(section, role, clause)
