"""The numbers that the clauses of a rulebook contain, and those of the names that they refer to.

A clause contains its literal numbers and those that a comparison implies (`> 2`: 3), the sizes of its sets, the value
of an option, the numbers of players. A domain contains its number of members, their numbers, and how often each value
occurs. `fences div players` contains its value for each number of players. The check of texts compares these with the
numbers in words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from attrs import define, field

from ..diagnostics import DiagnosticSink
from ..model.naming import numbers_in
from ..model.partial_evaluation import World, evaluate_partially, is_number, simplify_condition
from ..model.rulebook import Placed, Rulebook
from ..model.symbols import BuiltinSymbol, ConstantSymbol, ConstructorSymbol, DomainSymbol, FieldSymbol, Symbol
from ..model.types import Domain, DomainType, FieldInfo, NumberType
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import cases_of, children, inside, parts_with_titles, walk
from .checked import CheckedModel


class NumberColumn(NamedTuple):
    """An attribute of a domain, as a column of numbers."""

    domain: Domain
    attribute: FieldInfo


Source = Placed | Domain | NumberColumn
"""Anything that contains numbers."""
_BEYOND: Final = {">": 1, "<": -1}
"""The number that a comparison implies is the written one plus this: `> 2` means 3 or more, `< 2` means 1 at most."""
_NAMES: Final = (s.Ref, s.Index, s.Call, s.Attribute, s.Name, s.NamedType)
"""Nodes that may refer to something that contains numbers."""
_COUNTING: Final = ("+", "-", "*", "div", "mod")
YEARS: Final = range(1000, 3000)
"""Numbers that count as years. Any text may state the years that the header contains."""


@define(eq=False)
class ClauseNumbers:
    """Finds the numbers of the clauses and domains of a model."""

    model: CheckedModel
    clauses: dict[str, Placed] = field(init=False)
    years: frozenset[int] = field(init=False)
    _world: World = field(init=False)
    _worlds: list[World] = field(init=False)
    _beside: defaultdict[str, list[Placed]] = field(init=False, factory=lambda: defaultdict(list))
    _known: dict[tuple[Source, str | None], tuple[set[int], list[Source]]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        book = self.model.rulebook
        self.clauses = {placed.id: placed for placed in book.clauses}
        self.years = _years(book)
        self._world = _answers_given(book)
        self._worlds = [_with_constants(book, self._world, number) for number in sorted(self._players())]
        for placed in book.clauses:
            match placed.clause:
                case s.ExceptionClause(fact=name):
                    self._beside[f"fact {name.text}"].append(placed)
                case s.ActionClause(choice=name):
                    self._beside[f"choice {name.text}"].append(placed)

    def within(self, starts: Iterable[tuple[Source, str | None]], steps: int) -> dict[int | Source, int]:
        """Return the numbers in these clauses or parts, and in everything up to `steps` references away. The result is
        a mapping from these numbers, clauses, domains and columns to how many references away each is."""
        found: dict[int | Source, int] = {}
        now = [*starts]
        for step in range(steps + 1):
            after: list[Source] = []
            for source, part in now:
                numbers, named = self._contents(source, part)
                for one in (source, *numbers):
                    found.setdefault(one, step)
                after += named
            now = [(source, None) for source in dict.fromkeys(after) if source not in found]
        return found

    def in_force(self, root: s.Node) -> Iterator[s.Node]:
        """Yield the nodes of a tree, except those in branches that the options of this game exclude."""
        if not self._is_conditional(root):
            yield from walk(root)
            return
        rest = [root]
        while rest:
            node = rest.pop()
            yield node
            parts = children(node)
            if (cases := cases_of(node)) is not None:
                known = simplify_condition(cases.condition, self._world, DiagnosticSink())
                if isinstance(known, bool):
                    parts = cases.then if known else cases.otherwise
            rest += reversed(parts)

    def _is_conditional(self, root: s.Node) -> bool:
        """Return whether the options of this game may exclude a branch of a tree."""
        return bool(self._world.values) and _has_cases(root)

    def _contents(self, source: Source, part: str | None) -> tuple[set[int], list[Source]]:
        """Return the numbers of a clause, domain or column, and the sources of further numbers that it names."""
        if (source, part) not in self._known:
            match source:
                case NumberColumn(domain=domain, attribute=attribute):
                    self._known[source, part] = _column_contents(domain, attribute)
                case Domain():
                    self._known[source, part] = _domain_contents(source)
                case _:
                    self._known[source, part] = self._clause_contents(source, part)
        return self._known[source, part]

    def _clause_contents(self, placed: Placed, part: str | None) -> tuple[set[int], list[Source]]:
        numbers: set[int] = set()
        named: list[Source] = [*self._beside[placed.id]]
        for root in parts_called(placed, part):
            names: Iterable[s.Node] = inside(root, *_NAMES)
            if self._is_conditional(root):
                names = tuple(self.in_force(root))
                numbers.update(number for node in names for number in _literals(node))
            else:
                numbers |= literals_inside(root)
            numbers.update(self._results(root))
            for node in names:
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
        if isinstance(own, DomainSymbol):
            named += [own.domain, *(NumberColumn(own.domain, attribute) for attribute in own.domain.fields)]
        return numbers, named

    def _results(self, root: s.Node) -> Iterator[int]:
        """Yield the results of calculations with constants, for each number of players."""
        within: set[s.Node] = set()
        for node in inside(root, s.Binary):
            if isinstance(node, s.Binary) and node.op in _COUNTING and node not in within:
                values = [evaluate_partially(node, world, DiagnosticSink()) for world in self._worlds]
                found = [value for value in values if is_number(value)]
                within |= {*walk(node)} if found else set()
                yield from found

    def _players(self) -> set[int]:
        return {*self.model.rulebook.header.player_counts, self.model.rulebook.players}

    def _sources(self, symbol: Symbol) -> Iterator[Source]:
        """Yield the sources of numbers that a name refers to."""
        match symbol:
            case FieldSymbol(domain=domain, field=index):
                yield NumberColumn(domain, domain.fields[index])
            case DomainSymbol(domain=domain) | ConstantSymbol(domain=domain):
                yield domain
            case ConstructorSymbol(type=DomainType(domain=domain)):
                yield domain
            case _:
                clause = getattr(symbol, "clause", None)
                for kind in ("option",) if clause is None else (clause.kind,):
                    if (placed := self.clauses.get(f"{kind} {symbol.name}")) is not None:
                        yield placed


def parts_called(placed: Placed, part: str | None) -> list[s.Node]:
    """Return the steps, branches and rows of a clause that have this name. Return the whole clause if `part` is None,
    or if nothing in the clause has the name."""
    found = [node for node in parts_with_titles(placed.clause) if node.name.text == part]
    rows = [row for row in inside(placed.clause, s.Row) if row.item.name.text == part]
    return [*found, *rows] or [*placed.roots]


@lru_cache(maxsize=16384)
def _has_cases(root: s.Node) -> bool:
    """Return whether a tree has an `if` or a conditional expression."""
    return any(does(node, "tests") for node in walk(root))


@lru_cache(maxsize=16384)  # the same clauses occur in every configuration
def literals_inside(root: s.Node) -> frozenset[int]:
    """Return the numbers in a tree, including branches that the options of this game exclude."""
    return frozenset(number for node in walk(root) for number in _literals(node))


def _literals(node: s.Node) -> Iterator[int]:
    """Yield the numbers of a node itself, without those of nodes inside it."""
    match node:
        case s.Number(value=value):
            yield value
        case s.SetLiteral(items=items):
            yield len(items)
        case s.Binary(op=op, right=s.Number(value=value)) if op in _BEYOND:
            yield value + _BEYOND[op]
        case s.Item(title=s.Text(value=title)):
            yield from (number for number, word in numbers_in(title, "") if word.isdecimal())


def _answers_given(book: Rulebook) -> World:
    options = [placed.clause for placed in book.clauses if isinstance(placed.clause, s.OptionClause)]
    return World(book.options, {one.name.text: tuple(item.name.text for item in one.items) for one in options})


def _with_constants(book: Rulebook, world: World, players: int) -> World:
    """Return the known values in `world`, with this number of players and the values of those facts that only depend on
    known values."""
    values = {**world.values, "players": players}
    for placed in book.clauses:
        match placed.clause:
            case s.FactClause(name=name, params=(), value=node) if node is not None:
                value = evaluate_partially(node, World(values, world.answers), DiagnosticSink())
                values |= {name.text: value} if is_number(value) else {}
    return World(values, world.answers)


def _years(book: Rulebook) -> frozenset[int]:
    """Return the numbers in the texts of the header that may be years."""
    texts = inside(book.header, s.Text)
    return frozenset(number for text in texts for number, _ in numbers_in(text.value, "") if number in YEARS)


def _domain_contents(domain: Domain) -> tuple[set[int], list[Source]]:
    """Return the numbers of a domain (of its members and of their copies), and the sources of further numbers that it
    names."""
    copies = _copies(domain)
    numbers = {len(domain), sum(copies), *copies}
    named: list[Source] = []
    for attribute in domain.fields:
        if isinstance(attribute.type, DomainType):
            numbers |= _column_contents(domain, attribute)[0]
            named.append(attribute.type.domain)
    return numbers, named


def _column_contents(domain: Domain, attribute: FieldInfo) -> tuple[set[int], list[Source]]:
    """Return the numbers of an attribute, their sum, and how often each value occurs; and no further sources."""
    how_often: Counter[object] = Counter()
    for value, many in zip(attribute.values, _copies(domain), strict=True):
        how_often[value] += many
    values = [value for value in attribute.values if isinstance(value, int)]
    numbers = {sum(values), *values} if isinstance(attribute.type, NumberType) else set()
    return {*numbers, *how_often.values()}, []


def _copies(domain: Domain) -> list[int]:
    return [many or 0 for many in domain.population] or [1] * len(domain)
