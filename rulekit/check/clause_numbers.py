"""Which numbers the clauses of a rulebook contain, and which those contain that they name.

A clause contains its literal numbers and what a comparison with one means (`> 2`: 3), the sizes of its sets, the value
of an option, the numbers of players.  A domain contains how many members it has, their numbers, and how often each
value occurs.  The check of texts compares these with what the words state.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from attrs import define, field

from ..model.number_words import numbers_in
from ..model.rulebook import Placed, Rulebook
from ..model.symbols import BuiltinSymbol, ConstantSymbol, ConstructorSymbol, DomainSymbol, FieldSymbol, Symbol
from ..model.types import Domain, DomainType, NumberType
from ..syntax import nodes as s
from ..syntax.traversal import inside, walk
from .checked import CheckedModel

Source = Placed | Domain
"""What contains numbers."""
_BEYOND: Final = {">": 1, "<": -1}
"""`> 2` means 3 or more, `< 2` means 1 at most."""


@define(eq=False)
class ClauseNumbers:
    """The numbers of the clauses and domains of a model."""

    model: CheckedModel
    clauses: dict[str, Placed] = field(init=False)
    header: frozenset[int] = field(init=False)
    _beside: defaultdict[str, list[Placed]] = field(init=False, factory=lambda: defaultdict(list))
    _known: dict[tuple[Source, str | None], tuple[set[int], list[Source]]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        book = self.model.rulebook
        self.clauses = {placed.id: placed for placed in book.clauses}
        self.header = _header_numbers(book)
        for placed in book.clauses:
            match placed.clause:
                case s.ExceptionClause(fact=name):
                    self._beside[f"fact {name.text}"].append(placed)
                case s.ActionClause(choice=name):
                    self._beside[f"choice {name.text}"].append(placed)

    def within(self, starts: Iterable[tuple[Source, str | None]], steps: int) -> set[int]:
        """Return the numbers of these clauses, or parts of clauses, and of all that is so many steps away."""
        found: set[int] = set()
        now, seen = [*starts], set[Source]()
        for _ in range(steps + 1):
            after: list[Source] = []
            for source, part in now:
                numbers, named = self._contents(source, part)
                found |= numbers
                after += named
            seen.update(source for source, _ in now)
            now = [(source, None) for source in dict.fromkeys(after) if source not in seen]
        return found

    def leave_out(self, sources: Iterable[Source]) -> None:
        """Let these contain nothing from now on, and name nothing."""
        self._known |= {(source, None): (set(), []) for source in sources}

    def _contents(self, source: Source, part: str | None) -> tuple[set[int], list[Source]]:
        """Return the numbers of a clause or domain, and what it names."""
        if (source, part) not in self._known:
            self._known[source, part] = (
                _domain_contents(source) if isinstance(source, Domain) else self._clause_contents(source, part)
            )
        return self._known[source, part]

    def _clause_contents(self, placed: Placed, part: str | None) -> tuple[set[int], list[Source]]:
        numbers: set[int] = set()
        named: list[Source] = [*self._beside[placed.id]]
        for root in parts_called(placed, part):
            numbers |= _literals(root)
            for node in walk(root):
                symbol = self.model.refs.get(node)
                if isinstance(symbol, BuiltinSymbol) and symbol.name == "players":
                    numbers |= self._players()
                elif symbol is not None:
                    named += self._sources(symbol)
        match placed.clause:
            case s.OptionClause(name=name, items=items):
                value = self.model.rulebook.options.get(name.text)
                numbers |= {len(items), *([value] if isinstance(value, int) else [])}
            case s.FlowClause():
                numbers |= self._players()
            case s.ChoiceClause():
                numbers.add(len(named))
            case s.ExceptionClause(fact=name) if f"fact {name.text}" in self.clauses:
                named.append(self.clauses[f"fact {name.text}"])
        own = self.model.symbols.get(placed.clause.name.text)
        return numbers, [*named, *(self._sources(own) if isinstance(own, DomainSymbol) else [])]

    def _players(self) -> set[int]:
        return {*self.model.rulebook.header.player_counts, self.model.rulebook.players}

    def _sources(self, symbol: Symbol) -> Iterator[Source]:
        """Yield what a name stands for, if that has numbers."""
        match symbol:
            case DomainSymbol(domain=domain) | ConstantSymbol(domain=domain) | FieldSymbol(domain=domain):
                yield from self._of_domain(domain)
            case ConstructorSymbol(type=DomainType(domain=domain)):
                yield from self._of_domain(domain)
            case _:
                clause = getattr(symbol, "clause", None)
                for kind in ("option",) if clause is None else (clause.kind,):
                    if (placed := self.clauses.get(f"{kind} {symbol.name}")) is not None:
                        yield placed

    def _of_domain(self, domain: Domain) -> Iterator[Source]:
        yield domain
        if (placed := self.clauses.get(f"{domain.sort} {domain.name}")) is not None:
            yield placed


def parts_called(placed: Placed, part: str | None) -> list[s.Node]:
    """Return the steps, branches and rows of a clause that have this name; all of it if there is none."""
    found = [node for node in inside(placed.clause, s.Step, s.Branch) if node.name.text == part]  # type: ignore[attr-defined]
    rows = [row for row in inside(placed.clause, s.Row) if row.item.name.text == part]
    return [*found, *rows] or [*placed.roots]


@lru_cache(maxsize=8192)  # clauses come again in every configuration
def _literals(root: s.Node) -> frozenset[int]:
    """Return the numbers that stand in a tree."""
    found: set[int] = set()
    for node in walk(root):
        match node:
            case s.Number(value=value):
                found.add(value)
            case s.SetLiteral(items=items):
                found.add(len(items))
            case s.Binary(op=op, right=s.Number(value=value)) if op in _BEYOND:
                found.add(value + _BEYOND[op])
            case s.Item(title=s.Text(value=title)):
                found |= {number for number, word in numbers_in(title, "") if word.isdecimal()}
    return frozenset(found)


def _header_numbers(book: Rulebook) -> frozenset[int]:
    """Return the numbers in the texts of the header: years of sources, minutes, ages."""
    texts = inside(book.header, s.Text)
    return frozenset(number for text in texts for number, _ in numbers_in(text.value, ""))


def _domain_contents(domain: Domain) -> tuple[set[int], list[Source]]:
    copies = [many or 0 for many in domain.population] or [1] * len(domain)
    numbers = {len(domain), sum(copies), *copies}
    named: list[Source] = []
    for attribute in domain.fields:
        how_often: Counter[object] = Counter()
        for value, many in zip(attribute.values, copies, strict=True):
            how_often[value] += many
        numbers.update(how_often.values())
        if isinstance(attribute.type, NumberType):
            values = [value for value in attribute.values if isinstance(value, int)]
            numbers.update([sum(values), *values])
        elif isinstance(attribute.type, DomainType):
            named.append(attribute.type.domain)
    return numbers, named
