"""Writes the contents of places and kept values as conditions of a rulebook: `coins[red] == 3`, `item(row, 2) ==
Card(value: 4)`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from attrs import field, frozen

from ..engine.interface import State, Value
from ..machine.program import Cell
from .example_text import expression_text
from .game import ConfiguredGame


@frozen
class Content:
    """The contents of one element of a cell, as a value and as text."""

    game: ConfiguredGame = field(repr=False)
    cell: Cell = field(repr=False)
    index: tuple[int, ...]
    value: Value | tuple[int, ...]
    text: str

    @property
    def element(self) -> str:
        """Return the element as an expression of the rulebook, such as `coins[red]`."""
        dims = zip(self.cell.dims, self.index, strict=False)
        index = [self.expression(dim, at + self.game.resolver.labels.low_of(dim)) for dim, at in dims]
        return f"{self.cell.name}[{', '.join(index)}]" if index else self.cell.name

    def expression(self, domain: str, value: int) -> str:
        """Return an expression of the rulebook for a value of a domain."""
        return expression_text(self.game, domain, self.game.resolver.labels.value_text(domain, value))

    def items(self) -> list[str]:
        """Return an expression for each member of a set, or for each item of a row, the bottom first; none for other
        contents."""
        domain, value = self.cell.domain, self.value
        low = self.game.resolver.labels.low_of(domain)
        if isinstance(value, frozenset):
            return [self.expression(domain, member + low) for member in sorted(value)]
        return [self.expression(domain, item) for item in value] if isinstance(value, tuple) else []

    def counts(self) -> dict[str, int]:
        """Return how many copies of each kind a heap contains, keyed by the expression for the kind."""
        assert isinstance(self.value, tuple)
        dim = self.cell.dims[-1]
        low = self.game.resolver.labels.low_of(dim)
        return {self.expression(dim, kind + low): count for kind, count in enumerate(self.value)}


def elements(game: ConfiguredGame, state: State, name: str) -> dict[str, Content]:
    """Return the contents of each element of the cell `name`, keyed by the element's name."""
    slot, labels = game.layout.slots[name], game.resolver.labels
    cell, found = slot.cell, dict[str, Content]()
    for index in product(*(range(size) for size in (cell.shape[:-1] if cell.heap else cell.shape))):
        value = slot.whole(state.cells, index)
        text = labels.contents_text(cell, value)
        found[labels.element_text(cell, index)] = Content(game, cell, index, value, text)
    return found


def content_condition(content: Content, other: Content) -> str:
    """Return a condition that holds for `content` and fails for `other`, which belongs to a cell of the same form."""
    where, cell, value = content.element, content.cell, content.value
    if cell.heap:
        counts, others = content.counts(), other.counts()
        for kind, count in counts.items():
            if others.get(kind, 0) != count:
                return f"amount({where}, {kind}) == {count}"
        return f"size({where}) == {sum(counts.values())}"
    if isinstance(value, int):
        if cell.role == "place" and not value:
            return f"empty({where})"
        return f"{where} == {content.expression(cell.domain, value)}"
    one, two = content.items(), other.items()
    if isinstance(value, frozenset):
        return next(_member_conditions(where, one, two), "")
    if len(one) != len(two):
        return f"size({where}) == {len(one)}"
    place = next(n for n, pair in enumerate(zip(one, two, strict=True)) if pair[0] != pair[1])
    return f"item({where}, {place + 1}) == {one[place]}"


def _member_conditions(where: str, one: list[str], two: list[str]) -> Iterator[str]:
    yield from (f"{member} in {where}" for member in one if member not in two)
    yield from (f"{member} not in {where}" for member in two if member not in one)
