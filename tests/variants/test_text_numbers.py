"""Numbers in tables, kept values, places and pieces are changed one at a time, and no text may state the old number
unnoticed.

A text states a number of a clause if its words contain the number and the text is about that clause. After a change the
check must refuse the rulebook, or warn about the text or the number. Values in braces follow the rules, and the test
counts these; a number in braces, as in `{7}`, follows nothing. A text contains a number by coincidence if the same
number occurs nearer to it: in a clause that the text describes, and not in a clause that this one refers to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

import pytest
from attrs import field, frozen

from rulekit.check import check_rulebook
from rulekit.check.checked import CheckedModel
from rulekit.check.checks.text_numbers import LEAST, TextBasis, stated_in, text_bases
from rulekit.check.clause_numbers import ClauseNumbers, NumberColumn, Source
from rulekit.diagnostics import Diagnostic
from rulekit.diagnostics import Source as File
from rulekit.loader import gather_stack
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config, Placed
from rulekit.model.sections import all_sections, sections
from rulekit.model.symbols import DomainSymbol
from rulekit.prose.speaker import Speaker
from rulekit.rulebook_files import find
from rulekit.syntax import nodes as s
from rulekit.syntax import parse
from rulekit.syntax.text_values import text_values
from rulekit.syntax.traversal import inside

from ..shipped import GAMES

QUICK = ("classics/nine-mens-morris", "classics/leduc-poker")
NEAR = (1, -1, 2, -2)
"""Other changes tried when a number that occurs nowhere else is refused."""


@frozen(eq=False, slots=False)
class Printed:
    """A rulebook in a configuration, with the diagnostics of the check."""

    model: CheckedModel
    told: Sequence[Diagnostic]
    _within: dict[int, dict[int | Source, int]] = field(factory=dict)

    @cached_property
    def numbers(self) -> ClauseNumbers:
        return ClauseNumbers(self.model)

    @cached_property
    def texts(self) -> dict[tuple[object, ...], TextBasis]:
        book = self.model.rulebook
        bases = text_bases(book, {section.id: section for section in all_sections(sections(book))})
        found = ((one.printed, one) for one in bases)
        return {(p.placed.id, p.language, p.role, p.item, p.text.value): one for p, one in found}

    @cached_property
    def speakers(self) -> dict[str, Speaker]:
        return {language: Speaker(self.model, language) for language in {key[1] for key in self.texts}}

    def words(self, basis: TextBasis) -> str:
        """Return the words of a text, with values in place of braces."""
        return self.speakers[basis.printed.language].finish(basis.printed.text)

    def within(self, basis: TextBasis) -> dict[int | Source, int]:
        """Return the numbers that a text may state, and how far away they are."""
        found = self._within.get(id(basis))
        if found is None:
            starts = [(self.numbers.clauses[id_], part) for id_, part in basis.starts]
            found = self._within[id(basis)] = self.numbers.within(starts, basis.steps)
        return found


def printed(books: Sequence[s.Book] | None, config: Config) -> Printed | None:
    """Return a rulebook with its texts, or None if the check refuses it."""
    rulebook, _ = (None, []) if books is None else assemble(books, config)
    model, told = (None, []) if rulebook is None else check_rulebook(rulebook, knowledge=False)
    return None if model is None else Printed(model, told)


def numbers_of(placed: Placed) -> Iterator[tuple[s.Number, int | None]]:
    """Yield the numbers of a clause that this test changes, with their column if they are in a table."""
    match placed.clause:
        case s.TableClause(rows=rows):
            for row in rows:
                yield from ((cell, at) for at, cell in enumerate(row.cells) if isinstance(cell, s.Number))
        case s.KeepClause(initial=part) | s.PlaceClause(capacity=part) | s.PieceClause(population=part):
            if part is not None:
                yield from ((number, None) for number in inside(part, s.Number))


def with_number(books: Sequence[s.Book], number: s.Number, value: int) -> list[s.Book] | None:
    """Return the books with another value for a number, or None if the parser refuses it."""
    source = number.span.source
    changed = f"{source.text[: number.span.start]}{value}{source.text[number.span.end :]}"
    again, found = parse(File(source.name, changed))
    if again is None or found:
        return None
    return [again if book.span.source is source else book for book in books]


@frozen
class Change:
    """A number, its new value, and the changed rulebook."""

    placed: Placed
    number: s.Number
    value: int
    after: Printed

    @property
    def where(self) -> str:
        return f"{self.placed.id}, line {self.number.span.first.line}: {self.number.value} → {self.value}"


def changes(
    books: Sequence[s.Book], config: Config, before: Printed, counts: Counter[str], literal: bool
) -> Iterator[Change]:
    """Yield each number with a new value that the check accepts, if possible one that occurs nowhere else.

    If `literal`, leave out numbers that no text about them states by itself: they can make no text wrong, since values
    between braces come from the rules.
    """
    everywhere = {one for basis in before.texts.values() for one in before.within(basis)}
    for placed in before.model.rulebook.clauses:
        for number, column in numbers_of(placed):
            counts["numbers"] += 1
            if literal and not any(
                number.value in by_hand(basis) and distance(before, basis, placed, column) is not None
                for basis in before.texts.values()
            ):
                counts["in no text"] += 1
                continue
            fresh = next(value for value in range(number.value + 1, 1000) if value not in everywhere)
            for value in (fresh, *(number.value + more for more in NEAR if number.value + more >= 0)):
                after = printed(with_number(books, number, value), config)
                if after is not None:
                    yield Change(placed, number, value, after)
                    break
            else:
                counts["refused"] += 1


def by_hand(basis: TextBasis) -> set[int]:
    """Return the numbers that a text states in its own words, or as numbers between braces."""
    values = text_values(basis.printed.text)
    written = (part.value for value in values for part in [value.node] if isinstance(part, s.Number))
    return {*stated_in(basis.printed), *(number for number in written if number >= LEAST)}


def distance(before: Printed, basis: TextBasis, placed: Placed, column: int | None) -> int | None:
    """Return the distance of a number from a text, or None if the text is not about it."""
    found = before.within(basis)
    symbol = before.model.symbols.get(placed.clause.name.text)
    about: list[Source] = [placed]
    if isinstance(symbol, DomainSymbol):
        domain = symbol.domain
        about.append(domain if column is None else NumberColumn(domain, domain.fields[column]))
    return min((found[one] for one in about if one in found), default=None)


def stale_texts(books: Sequence[s.Book], config: Config, literal: bool = False) -> tuple[list[str], Counter[str]]:
    """Return texts that still state a changed number without a warning, and counts of changed texts and of warnings;
    `literal` is that of `changes`."""
    before = printed(books, config)
    assert before is not None
    counts: Counter[str] = Counter()
    stale = []
    for change in changes(books, config, before, counts, literal):
        old = change.number.value
        column = dict(numbers_of(change.placed))[change.number]
        told = {d.span.text for d in change.after.told if d.code in ("W213", "W214") and d.span is not None}
        told -= {d.span.text for d in before.told if d.span is not None}
        about = {one.printed.placed.id for one in change.after.texts.values() if one.printed.text.span.text in told}
        for key, basis in before.texts.items():
            away = distance(before, basis, change.placed, column)
            after = change.after.texts.get(key)
            if away is None or after is None:
                continue
            if before.words(basis) != change.after.words(after):
                counts["changed"] += 1
            elif old not in by_hand(basis):
                continue
            elif str(change.value) in told or basis.printed.placed.id in about:
                counts["told"] += 1
            elif change.after.within(after).get(old, away) < away:
                counts["by chance"] += 1
            else:
                stale.append(f"{change.where} in {basis.printed.placed.id}: {basis.printed.text.value}")
    return stale, counts


@pytest.mark.parametrize("name", [one if one in QUICK else pytest.param(one, marks=pytest.mark.soak) for one in GAMES])
def test_no_text_states_a_number_that_was_changed(name: str) -> None:
    books = gather_stack([find(name)]).books
    stale, counts = stale_texts(books, Config(), name not in QUICK)
    print(name, dict(counts))
    assert stale == []
    edition, _ = assemble(books, Config())
    assert edition is not None
    most = max(edition.header.player_counts, default=0)
    if name not in QUICK and most:
        stale, counts = stale_texts(books, Config(most), True)
        print(name, most, "players", dict(counts))
        assert stale == []


SHOP = """rulebook shop "Shop":
  players 2
table Ware(price 0..50) "Wares":
  | tea "tea" | 7 |
  | jam "jam" | PRICE |
keep purse[Player] "A purse": 0..90 = 20
flow:
  game over, drawn
section wares:
  "WORDS"
  says Ware, purse
words nl:
  section wares: text "WOORDEN"
"""


@pytest.mark.parametrize(
    "price, words, woorden, expected, stale",
    [
        (9, "Tea costs {tea.price}, jam {jam.price}.", "Thee {tea.price}, jam {jam.price}.", {"changed": 4}, 0),
        (9, "Jam costs 9.", "Jam kost negen.", {"told": 2}, 0),
        (9, "Jam costs {jam.price}.", "Jam kost negen.", {"changed": 1, "told": 1}, 0),
        (7, "Jam costs {jam.price}.", "Jam kost zeven.", {"changed": 1, "told": 1}, 1),
        (7, "Jam costs 7.", "Jam kost {jam.price}.", {"changed": 1, "told": 1}, 1),
        (7, "Jam costs {7}.", "Jam kost {jam.price}.", {"changed": 1, "told": 1}, 1),
        (9, "A dozen cards, two kinds: {size(Ware)}.", "Twaalf kaarten, {size(Ware)} soorten.", {}, 0),
    ],
)
def test_texts_change_or_are_told(price: int, words: str, woorden: str, expected: dict[str, int], stale: int) -> None:
    text = SHOP.replace("PRICE", str(price)).replace("WORDS", words).replace("WOORDEN", woorden)
    book, found = parse(File("shop.rules", text))
    assert book is not None and not found
    texts, counts = stale_texts([book], Config())
    counts.pop("numbers")
    assert (counts, len(texts)) == (expected, stale)
