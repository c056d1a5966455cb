"""W213, W214: the numbers in the words of sections and summaries are those of the clauses that they say.

W213: a text states a number that neither the clauses it says contain nor what these name: places, types, facts.  The
summary of a clause says this clause.  W214: a clause contains a number, and the sections that say it state others, but
not this one.  0 and 1 are not compared, for `one` is a word of every sentence; nor is what stands between braces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final

from attrs import define, field

from ...model.clause_table import is_unsaid
from ...model.number_words import numbers_in
from ...model.rulebook import Placed
from ...model.sections import BookSection, all_sections, sections
from ...model.types import NumberType, OptionType, SetType
from ...syntax import nodes as s
from ...syntax.text_values import words_between
from ...syntax.traversal import inside, walk
from ..checked import CheckedModel, TextValue
from ..checker import Checker
from ..clause_numbers import ClauseNumbers, parts_called
from ..report import enumerate_names
from .printed_texts import PrintedText, own_language, printed_texts

LEAST: Final = 2
"""The least number that is compared."""
FROM_SECTIONS: Final = 1
"""Steps from name to name between what a section says and a number that it states."""
FROM_SUMMARIES: Final = 2
"""The same for the summary of a clause, which says one clause only."""
NOT_SAID: Final = (s.ExampleClause, s.InvariantClause, s.FigureClause, s.OptionClause, s.ChapterClause)
"""Clauses whose summaries are not compared: they tell of other clauses, of sources, or of what comes out."""
DRAWN: Final = ("box", "start")
"""Pictures whose captions tell of what is drawn, and of no clause."""
HEARD: Final = (s.ActionClause, s.RuleClause, s.ExceptionClause, s.FactClause, s.ProcedureClause, s.FlowClause)
"""Clauses whose numbers players are to hear of."""
BOUNDS: Final = (s.RangeType, s.Range)
"""Numbers in these say what may be, and not what is."""


def text_numbers(c: Checker, model: CheckedModel) -> None:
    if any(is_unsaid(placed.clause) for placed in c.book.clauses):
        return  # an edition has the numbers
    told = {section.id: section for section in all_sections(sections(c.book))}
    checked = _TextNumbers(c, ClauseNumbers(model))
    left_out = {id_.partition(" ")[2] for id_ in c.book.left_out}
    for printed in printed_texts(c.book):
        section = told.get(printed.placed.id)
        if section is None:
            if printed.role == "summary" and not isinstance(printed.placed.clause, NOT_SAID):
                checked.summary(printed)
        elif printed.role == "caption" and printed.item in DRAWN:
            continue
        elif not left_out.intersection(name.text for name in inside(section.clause, s.Name)):
            checked.section(printed, section)
        if section is not None and printed.language == own_language(c.book):
            checked.hear(section, {*stated_in(printed), *_values(model.texts.get(printed.text, ()))})
    for section in told.values():
        if section.table is not None:
            checked.hear(section, {number for row in model.rows.get(section.table, ()) for number in _values(row)})
    for id_ in checked.heard:
        if isinstance(checked.numbers.clauses[id_].clause, HEARD):
            checked.clause(checked.numbers.clauses[id_])


@define(eq=False)
class _TextNumbers:
    """Compares texts with clauses, and clauses with texts.

    `heard` has for each clause that a section says, and each part of it by its name, the numbers that it states.
    """

    c: Checker
    numbers: ClauseNumbers
    heard: dict[str, dict[str | None, set[int]]] = field(factory=dict)

    def hear(self, section: BookSection, stated: set[int]) -> None:
        for one in section.says:
            self.heard.setdefault(one.id, {}).setdefault(one.inner, set()).update(stated)

    def section(self, printed: PrintedText, section: BookSection) -> None:
        shown = [one.id for one in section.shows if one.id and one.item == printed.item]
        starts = [*((one.id, one.inner) for one in section.says), *((one, None) for one in shown)]
        self._text(printed, starts, FROM_SECTIONS, f"section `{section.name}` says", {len(section.children)})

    def summary(self, printed: PrintedText) -> None:
        self._text(printed, [(printed.placed.id, None)], FROM_SUMMARIES, f"`{printed.placed.id}` uses", ())

    def _text(
        self,
        printed: PrintedText,
        starts: Collection[tuple[str, str | None]],
        steps: int,
        what: str,
        known: Collection[int],
    ) -> None:
        stated = stated_in(printed)
        if not stated:
            return
        clauses = [(self.numbers.clauses[id_], part) for id_, part in starts]
        missing = stated.keys() - known - self.numbers.header - self.numbers.within(clauses, steps)
        if missing:
            which = enumerate_names(word for number, word in stated.items() if number in missing)
            message = f"the text states {which}, which nothing that {what} contains"
            advice = "correct it, say the clause that contains it, or take it from the rules, as in `{size(Inn)}`"
            self.c.report.warn("W213", printed.text.span, message, help=[advice])

    def clause(self, placed: Placed) -> None:
        """Warn of numbers that are not among those stated by sections that say the clause, or this part of it."""
        parts = self.heard[placed.id]
        everywhere = parts.get(None, set())
        options = frozenset(self.c.book.options)
        for part, stated in parts.items():
            for root in parts_called(placed, part):
                for number in _rule_numbers(root, options):
                    if (stated or everywhere) and number.value not in stated | everywhere:
                        message = f"no section that says `{placed.id}` states {number.value}"
                        self.c.report.warn("W214", number.span, message, help=["state it in the section that says it"])


def stated_in(printed: PrintedText) -> dict[int, str]:
    """Return the numbers that a text itself states, as they are written."""
    found = (one for part in words_between(printed.text.value) for one in numbers_in(part, printed.language))
    return {number: word for number, word in found if number >= LEAST}


def _values(values: tuple[TextValue, ...]) -> Iterator[int]:
    """Yield the numbers among values that stand in a text or a table."""
    for one in values:
        if isinstance(one.type.item if isinstance(one.type, SetType | OptionType) else one.type, NumberType):
            yield from one.value if isinstance(one.value, frozenset) else [one.value or 0]


@lru_cache(maxsize=8192)
def _rule_numbers(root: s.Node, options: frozenset[str]) -> tuple[s.Number, ...]:
    """Return the numbers in a tree that rules are about: no bounds, no limits of recursion, none of an answer alone."""
    aside: set[s.Node] = set()
    for node in walk(root):
        nested = getattr(node, "nested", None)
        answered = isinstance(node, s.Conditional) and any(
            ref.name.text in options for ref in inside(node.condition, s.Ref)
        )
        for part in (nested, node if answered or isinstance(node, BOUNDS) else None):
            aside |= set(walk(part)) if part is not None else set()
    return tuple(one for one in inside(root, s.Number) if one.value >= LEAST and one not in aside)
