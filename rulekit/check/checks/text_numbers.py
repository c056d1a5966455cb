"""W213, W214: numbers in the texts of sections and summaries differ from those of the clauses that they describe.

W213: a text states a number that occurs neither in its clauses nor in what these name (places, types, facts); or a
translation states other numbers than its original. W214: a clause contains a number that the sections about it do not
state, though they state others. 0 and 1 are not compared, because "one" is a common word. "Third", "twice", "step 3"
and the numbers in `{20 div players}` count only as stated for W214, and cause no W213. If a section about a place
states a number of a clause that uses this place, and no section about that clause states it, neither warning is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from typing import Final, NamedTuple

from attrs import define, field

from ...model.clause_table import is_unsaid
from ...model.naming import numbers_in
from ...model.ordinal_words import implied_numbers
from ...model.rulebook import Placed, Rulebook
from ...model.sections import BookSection, all_sections, sections
from ...model.symbols import FactSymbol
from ...model.types import DomainType, NumberType, OptionType, SetType, Type
from ...syntax import nodes as s
from ...syntax.forms import clause_kinds
from ...syntax.text_values import text_values, words_between
from ...syntax.traversal import cases_of, inside, walk
from ..checked import CheckedModel, TextValue
from ..checker import Checker
from ..clause_numbers import ClauseNumbers, literals_inside, parts_called
from ..report import enumerate_names
from .printed_texts import PrintedText, called, own_language, printed_texts, ways_out

LEAST: Final = 2
"""The least number that is compared: 0 and 1 are common words."""
FROM_SECTIONS: Final = 1
"""References that are followed from the clauses that a section names, in search of the numbers that its text states."""
FROM_SUMMARIES: Final = 2
"""References that are followed from a clause, in search of the numbers in its summary: one more, since a summary names
no other clauses."""
NOT_SAID: Final = clause_kinds("checks") | {"option", "chapter"}
"""Clauses whose summaries are not compared: they describe other clauses, sources or results."""
DRAWN: Final = ("box", "start")
"""Pictures whose captions describe what is drawn, and no clause."""
HEARD: Final = (s.ActionClause, s.RuleClause, s.ExceptionClause, s.FactClause, s.ProcedureClause, s.FlowClause)
"""Clauses whose numbers the sections about them should state."""
BOUNDS: Final = (s.RangeType, s.Range)
"""Expressions whose numbers are limits of values, and so need not be stated."""
TAKE: Final = (
    "correct it, say the clause that contains it, take it from the rules, as in `{{size(Inn)}}`,"
    " or write {figures} if only the sentence needs it"
)
_SPAN: Final = re.compile(r"\b(\d+)(?: \w+ |[-–])(\d+)\b")  # such as "1 to 6"


def text_numbers(c: Checker, model: CheckedModel) -> None:
    if any(is_unsaid(placed.clause) for placed in c.book.clauses):
        return  # the edition that supplies the missing clauses may supply the numbers, too
    told = {section.id: section for section in all_sections(sections(c.book))}
    checked = _TextNumbers(c, ClauseNumbers(model), model.types)
    for basis in text_bases(c.book, told):
        checked.text(basis)
    own: dict[tuple[str, str | None, bool], set[int]] = {}
    translations: list[tuple[PrintedText, set[int], set[int]]] = []
    for printed in printed_texts(c.book):
        section = told.get(printed.placed.id)
        stated = {*stated_in(printed), *_values(model.texts.get(printed.text, ()))}
        about = (printed.placed.id, printed.item, printed.role == "title")
        if section is None and printed.role == "title":
            continue
        if printed.language != own_language(c.book):
            translations.append((printed, stated, own.get(about, stated)))
            continue
        own.setdefault(about, stated)
        if section is not None and not (printed.role == "caption" and printed.item in DRAWN):
            in_braces = {one.value for value in text_values(printed.text) for one in inside(value.node, s.Number)}
            checked.hear(section, stated, in_braces | _implied_in(printed.text.value, printed.language))
    for section in told.values():
        if section.table is not None:
            checked.hear(section, {number for row in model.rows.get(section.table, ()) for number in _values(row)})
    for id_ in checked.heard:
        if isinstance(checked.numbers.clauses[id_].clause, HEARD):
            checked.clause(checked.numbers.clauses[id_])
    checked.report()
    for translation in translations:
        checked.translation(*translation)


class TextBasis(NamedTuple):
    """A text, and the clauses or parts of clauses (`starts`) that may contain its numbers, directly or up to `steps`
    references away. `what` begins the message. The text may also state the number of its subsections (`known`)."""

    printed: PrintedText
    starts: tuple[tuple[str, str | None], ...]
    steps: int
    what: str
    known: int = 0


def text_bases(book: Rulebook, told: Mapping[str, BookSection]) -> Iterator[TextBasis]:
    """Yield the texts whose numbers are compared: those of sections, and summaries of clauses."""
    left_out = {id_.partition(" ")[2] for id_ in book.left_out}
    for printed in printed_texts(book):
        section = told.get(printed.placed.id)
        if section is None:
            if printed.role == "summary" and printed.placed.clause.kind not in NOT_SAID:
                what = f"`{printed.placed.id}` uses"
                yield TextBasis(printed, ((printed.placed.id, None),), FROM_SUMMARIES, what)
        elif printed.role == "caption" and printed.item in DRAWN:
            continue
        elif not left_out.intersection(name.text for name in inside(section.clause, s.Name)):
            shown = ((one.id, None) for one in section.shows if one.id and one.item == printed.item)
            starts = (*((one.id, one.inner) for one in section.says), *shown)
            yield TextBasis(printed, starts, FROM_SECTIONS, f"section `{section.name}` says", len(section.children))


@define(eq=False)
class _TextNumbers:
    """Compares the numbers of texts and clauses in both directions. `heard` has the numbers that sections state about
    each clause, and about each named part of it; `implied` has the numbers that they imply. `unfounded` collects the
    numbers that only a text contains, `unsaid` those that only a clause contains."""

    c: Checker
    numbers: ClauseNumbers
    types: Mapping[s.Node, Type]
    heard: dict[str, dict[str | None, set[int]]] = field(factory=dict)
    implied: dict[str, set[int]] = field(factory=dict)
    unfounded: list[tuple[TextBasis, dict[int, str]]] = field(factory=list)
    unsaid: list[tuple[Placed, s.Number]] = field(factory=list)

    def hear(self, section: BookSection, stated: set[int], implied: Set[int] = frozenset()) -> None:
        for one in section.says:
            self.heard.setdefault(one.id, {}).setdefault(one.inner, set()).update(stated)
            self.implied.setdefault(one.id, set()).update(implied)

    def text(self, basis: TextBasis) -> None:
        """Collect the numbers in a text that nothing it describes contains."""
        stated = stated_in(basis.printed)
        if not stated:
            return
        clauses = [(self.numbers.clauses[id_], part) for id_, part in basis.starts]
        known = {basis.known} | self.numbers.years | self._spans(basis.printed)
        # a text may tell what each answer means
        if any(isinstance(placed.clause, s.OptionClause) for placed, _ in clauses):
            known |= {
                n for placed, part in clauses for root in parts_called(placed, part) for n in literals_inside(root)
            }
        missing = stated.keys() - known - self.numbers.within(clauses, basis.steps).keys()
        if missing:
            self.unfounded.append((basis, {number: word for number, word in stated.items() if number in missing}))

    def _spans(self, printed: PrintedText) -> set[int]:
        """Return the ends of ranges such as "1 to 6" in the summary of a fact, if they lie among the values of a
        parameter."""
        symbol = self.numbers.model.symbols.get(printed.placed.clause.name.text)
        if printed.role != "summary" or not isinstance(symbol, FactSymbol):
            return set()
        among = [param.type for param in symbol.params if isinstance(param.type, NumberType)]
        spans = [[int(end) for end in span] for span in _SPAN.findall(printed.text.value)]
        return {end for span in spans for end in span if any(t.low <= span[0] < span[1] <= t.high for t in among)}

    def report(self) -> None:
        """Warn about numbers that are only in a text or only in a clause. A number in both is not reported if the
        clause uses what the text describes."""
        for basis, missing in self.unfounded:
            said = {self.numbers.clauses[id_] for id_, _ in basis.starts}
            using = [one for one in self.unsaid if said & self.numbers.within([(one[0], None)], 1).keys()]
            found = {number.value for _, number in using} & missing.keys()
            self.unsaid = [one for one in self.unsaid if one not in using or one[1].value not in found]
            if words := [word for number, word in missing.items() if number not in found]:
                figures = " or ".join(f"`{{{number}}}`" for number in missing if number not in found)
                take = TAKE.format(figures=figures)
                text, out = called(basis.printed, self.c.book), ways_out(basis.printed, self.c.book)
                message = f"{text} states {enumerate_names(words)}, which nothing that {basis.what} contains"
                self.c.report.add("W213", basis.printed.text.span, message, help=[take, *out])
        for placed, number in self.unsaid:
            message = f"no section that says `{placed.id}` states {number.value}"
            self.c.report.add("W214", number.span, message, help=["state it in the section that says it"])

    def translation(self, printed: PrintedText, stated: set[int], own: set[int]) -> None:
        """Warn about a translation that states other numbers than its original."""
        if stated != own:
            more, fewer = ([str(number) for number in sorted(some)] for some in (stated - own, own - stated))
            parts = [f"states {enumerate_names(more)}"] if more else []
            parts += [f"does not state {enumerate_names(fewer)}"] if fewer else []
            said = f"{called(printed, self.c.book)} {' and '.join(parts)}"
            message = f"{said}, unlike the words of `{printed.placed.id}` that it translates"
            advice = ["state the same numbers in each language", *ways_out(printed, self.c.book)]
            self.c.report.add("W213", printed.text.span, message, help=advice)

    def clause(self, placed: Placed) -> None:
        """Collect the numbers of a clause that the sections about it, or about its parts, do not state."""
        parts = self.heard[placed.id]
        everywhere = parts.get(None, set())
        implied = self.implied[placed.id]
        for part, stated in parts.items():
            for root in parts_called(placed, part):
                for number in self._rule_numbers(root):
                    if (stated or everywhere) and number.value not in stated | everywhere | implied:
                        self.unsaid.append((placed, number))

    def _rule_numbers(self, root: s.Node) -> Iterator[s.Number]:
        """Yield the numbers in a tree that belong to rules: not bounds of types, limits of recursion, turns of a
        direction, counts from the other end, or numbers that only select between answers."""
        values = {number.value for number in inside(root, s.Number)}
        if max(values, default=0) < LEAST:
            return
        aside: set[s.Node] = set()
        for node in self.numbers.in_force(root):
            if node in aside:
                continue
            about = cases.condition if (cases := cases_of(node)) is not None else None
            if about is not None and not any(ref.name.text in self.c.book.options for ref in inside(about, s.Ref)):
                about = None
            turn = _part_of_turning(node, self.types, values) if isinstance(node, s.Binary) else None
            for part in (getattr(node, "nested", None), about, turn, node if isinstance(node, BOUNDS) else None):
                aside |= set(walk(part)) if part is not None else set()
            if isinstance(node, s.Number) and node.value >= LEAST and node not in aside:
                yield node


def stated_in(printed: PrintedText) -> Mapping[int, str]:
    """Return the numbers that a text states literally, with their spelling."""
    return _stated_in(printed.text.value, printed.language)


@lru_cache(maxsize=16384)  # the same texts occur in every configuration
def _stated_in(text: str, language: str) -> Mapping[int, str]:
    found = (one for part in words_between(text) for one in numbers_in(part, language))
    return {number: word for number, word in found if number >= LEAST}


@lru_cache(maxsize=16384)
def _implied_in(text: str, language: str) -> frozenset[int]:
    return frozenset(number for part in words_between(text) for number in implied_numbers(part, language))


def _part_of_turning(node: s.Binary, types: Mapping[s.Node, Type], values: Set[int]) -> s.Expr | None:
    """Return the part of an expression with a number that texts need not state; None if there is none. It is the amount
    by which a direction is turned (`d + 4`), or a number that counts from the other end: 25 (or 24, if one of the two
    counts from 0) in `25 - n` for `n 1..24`; 7 in `s.row >= 7` on ten rows, if 4 is among the `values`."""
    t, left, right = types.get(node), types.get(node.left), types.get(node.right)
    if isinstance(t, DomainType) and t.domain.sort == "direction":
        return node.right
    if isinstance(node.left, s.Number) and node.op == "-" and isinstance(right, NumberType):
        return node.left if abs(node.left.value - right.low - right.high) <= 1 else None
    if isinstance(node.right, s.Number) and isinstance(node.left, s.Attribute) and isinstance(left, NumberType):
        base, mirrored = types.get(node.left.base), left.low + left.high - node.right.value
        on_board = isinstance(base, DomainType) and base.domain.board is not None
        return node.right if on_board and mirrored < node.right.value and mirrored in values else None
    return None


def _values(values: tuple[TextValue, ...]) -> Iterator[int]:
    """Yield the numbers in values that are inserted into a text or table, except 0 and 1."""
    for one in values:
        if isinstance(one.type.item if isinstance(one.type, SetType | OptionType) else one.type, NumberType):
            numbers = one.value if isinstance(one.value, frozenset) else [one.value or 0]
            yield from (number for number in numbers if number >= LEAST)
