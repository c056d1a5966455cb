"""Reads the `look` clauses of a rulebook, which say how things are drawn: which properties exist, and the values set
for each name.

`Style` has all properties. A value that depends on the state is stored as an expression; `DeclaredLooks.evaluate`
computes it for one viewer. `resolved_looks.py` adds defaults and what follows from attributes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from attrs import evolve, field, fields, frozen

from ..check.checked import CheckedModel
from ..engine.inspection import Evaluation, InspectedState
from ..engine.interface import GameFault, Value
from ..engine.reference.context import MachineIndex
from ..machine import program as m
from ..machine.form_table import parts_of
from ..machine.lower.looks import LookValue, LookValues, look_values
from ..machine.program import Machine
from ..model.symbols import KeepSymbol, PlaceSymbol
from ..model.types import Domain, DomainType, NumberType, OptionType, SetType, TruthType
from ..syntax import nodes as s
from .viewpoint import Viewpoint


@frozen
class Members:
    """A set of members of a type; `at` has their indexes."""

    domain: Domain
    at: frozenset[int]


@frozen(kw_only=True)
class DrawnProperties:
    """The properties that every drawn thing has, with their defaults. `drawing` is SVG path data in a box of 100 by
    100. `size` is in per cent, `turned` in degrees."""

    colour: str = "blank"
    drawing: str = ""
    title: str = ""
    corner: str = ""
    size: float = 100
    turned: float = 0


def _own(default: None = None) -> Any:
    """Return an attrs field for a property that things do not inherit from their attributes."""
    return field(default=default, metadata={"own": True})


@frozen(cache_hash=True)
class Style:
    """The values of all look properties of one thing; None means that no look sets the property. `size` is in per cent,
    `turned` in degrees. `parts`, `area` and `band` are the members to draw as parts; `labels` are those with a label
    next to a large picture."""

    colour: str | None = None
    shape: str | None = None
    letter: str | None = _own()
    title: str | None = _own()
    corner: str | None = _own()
    drawing: str | None = None
    size: int | None = _own()
    turned: int | None = _own()
    back: str | None = None
    backdrop: str | None = _own()
    crossed: bool | None = _own()
    parts: Members | None = None
    area: Members | None = None
    band: Members | None = None
    labels: Members | None = field(default=None, metadata={"own": True})

    @property
    def is_outlined(self) -> bool:
        return bool(self.parts or self.area or self.band)

    @property
    def default_shape(self) -> str:
        """Return the shape of a thing for which no look sets one: "" (none) if it has a drawing or parts, else a
        disc."""
        return "" if self.drawing or self.is_outlined else "disc"

    def over(self, other: Style) -> Style:
        """Return this style; properties that are not set have the values of `other`."""
        return Style(*(getattr(other, key) if getattr(self, key) is None else getattr(self, key) for key in KEYS))

    def for_attribute(self) -> Style:
        """Return the properties of this style that things with this attribute inherit."""
        return evolve(self, **OWN)

    def properties_to_draw(self) -> dict[str, Any]:
        """Return the properties that are set, as arguments of `DrawnProperties`."""
        return {key: value for key in DRAWN if (value := getattr(self, key)) is not None}


KEYS = tuple(one.name for one in fields(Style))
OWN = {one.name: None for one in fields(Style) if one.metadata.get("own")}
DRAWN = tuple(one.name for one in fields(DrawnProperties))
PLAIN = Style()

READS = (m.Load, m.RingAt, m.RingSize, m.After, m.Seen)
"""The expressions that may read the state."""

STATE = frozenset({"on", "within", "beside"})
"""Properties that say where a thing lies and not how it looks. They are evaluated in each state."""

MOST_KNOWN = 20_000
"""The greatest number of expressions with arguments whose values are cached. They need a few megabytes."""
RECENT = 4
"""The number of values cached for each expression. Four are enough for two viewers, each before and after a move."""
ReadCells = list[tuple[int, int]]
"""The offset and the content of each cell that was read to compute a value."""

FixedValue = str | int | bool
DeclaredLine = tuple[frozenset[str], str, FixedValue | LookValue]
"""One setting of a look: the names of its members (empty for all), the property, and its value."""


@frozen(eq=False)
class DeclaredLook:
    """The look that a rulebook declares for one name. Later lines override earlier ones, and lines for single members
    come last. `layout` has the members' names in rows separated by spaces, arranged as they are to be drawn."""

    lines: tuple[DeclaredLine, ...]
    layout: tuple[str, ...] = field(default=())

    def of_all(self, key: str) -> FixedValue | LookValue | None:
        """Return the value that the look sets for a property of all members; None if it sets none."""
        return next((value for names, name, value in self.lines if name == key and not names), None)

    def deciding_fact(self, key: str) -> str | None:
        """Return the name of the fact from which a property gets its values, if it is exactly one; else None. For
        `crossed`, the value must be this fact itself."""
        values = [value.value for _, name, value in self.lines if name == key and isinstance(value, LookValue)]
        if key == "crossed" and not all(isinstance(value, m.Call) for value in values):
            return None
        called = {part.function for value in values for part in parts_of(value) if isinstance(part, m.Call)}
        facts = [name.removeprefix("fact ") for name in called if name.startswith("fact ")]
        return facts[0] if len(facts) == 1 else None

    def reads_state(self, bodies: Mapping[str, m.Expr]) -> bool:
        """Return whether the values of this look depend on the state. Values that say where a thing lies do not count.
        `bodies` are the functions that values may call."""
        waiting: list[m.Expr] = [
            line.value for _, key, line in self.lines if key not in STATE and isinstance(line, LookValue)
        ]
        called = set[str]()
        while waiting:
            for part in parts_of(waiting.pop()):
                if isinstance(part, READS):
                    return True
                if isinstance(part, m.Call) and part.function in bodies and part.function not in called:
                    called.add(part.function)
                    waiting.append(bodies[part.function])
        return False

    def of(self, label: str) -> Iterable[tuple[str, FixedValue | LookValue]]:
        """Yield the properties and values set for the member with this label. For a place or kept value, the label is
        ""."""
        return ((key, value) for names, key, value in self.lines if not names or label in names)


@frozen(eq=False, slots=False)
class DeclaredLooks:
    """The declared looks of one model. `looks` is a mapping from names to looks, and `values` has the expressions in
    them. `holders` are the names of places and kept values."""

    looks: Mapping[str, DeclaredLook]
    values: LookValues = field(repr=False)
    holders: frozenset[str] = field(default=frozenset(), repr=False)
    _known: dict[tuple[object, ...], tuple[tuple[ReadCells, Evaluation], ...]] = field(
        factory=dict, init=False, repr=False
    )

    @staticmethod
    def of(model: CheckedModel, machine: Machine) -> DeclaredLooks:
        values = look_values(model, machine)
        found: dict[str, DeclaredLook] = {}
        for placed in model.rulebook.clauses:
            clause = placed.clause
            if isinstance(clause, s.LookClause):
                lines = [
                    (frozenset(n.text for n in line.names), prop.key.text, _value(prop, values))
                    for line in clause.lines
                    for prop in line.props
                ]
                lines.sort(key=lambda line: bool(line[0]))
                found[clause.name.text] = DeclaredLook(tuple(lines), tuple(row.value for row in clause.layout))
        holders = (name for name, symbol in model.symbols.items() if isinstance(symbol, PlaceSymbol | KeepSymbol))
        return DeclaredLooks(found, values, frozenset(holders))

    @cached_property
    def changing(self) -> tuple[str, ...]:
        """Return the names of the types whose members may look different in different states."""
        return tuple(name for name in self._reading if name not in self.holders)

    @cached_property
    def unsteady(self) -> frozenset[str]:
        """Return the names of the places and kept values whose look depends on the state."""
        return self.holders.intersection(self._reading)

    @cached_property
    def _reading(self) -> tuple[str, ...]:
        bodies = {function.name: function.body for function in self.values.machine.functions}
        return tuple(name for name, look in self.looks.items() if look.reads_state(bodies))

    @cached_property
    def _index(self) -> MachineIndex:
        return MachineIndex.of(self.values.machine)

    def inspect(self, viewpoint: Viewpoint) -> InspectedState:
        """Return a viewed state in the form that `evaluate` needs."""
        return InspectedState(self._index, viewpoint.state, viewpoint.cells)

    def evaluate(
        self, look: LookValue, scope: Mapping[str, Value], inspected: InspectedState, viewpoint: Viewpoint
    ) -> tuple[DomainType | NumberType | TruthType, int] | Members | None:
        """Return the type and value of an expression in the viewed state, or a set of members.

        Return None if the expression has no value, or if it depends on something that the viewer does not see."""
        try:
            found = self._evaluated(look.value, scope, inspected)
        except GameFault:
            return None
        value = found.value
        if not isinstance(value, int | frozenset) or not viewpoint.sees(found.read):
            return None
        if isinstance(value, frozenset):
            item = look.type.item if isinstance(look.type, SetType) else None
            return Members(item.domain, value) if isinstance(item, DomainType) else None
        match look.type:
            case OptionType(NumberType(low, _) as item):
                return (item, value - 1 + low) if value else None
            case OptionType(DomainType() as item):
                return (item, value - 1) if value else None
            case DomainType() | NumberType() | TruthType() as whole:
                return whole, value
        return None

    def _evaluated(self, value: m.Expr, scope: Mapping[str, Value], inspected: InspectedState) -> Evaluation:
        """Return the value of an expression. A cached value is used if all cells from which it was computed are
        unchanged."""
        key, cells = (id(value), *scope.items()), inspected.cells
        for read, found in self._known.get(key, ()):
            if all(cells[at] == word for at, word in read):
                return found
        found = inspected.value(value, dict(scope))
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        self._known[key] = (([(at, cells[at]) for at in found.read], found), *self._known.get(key, ())[: RECENT - 1])
        return found


def _value(prop: s.LookProp, values: LookValues) -> FixedValue | LookValue:
    """Return a declared value: a text, a truth value or an expression. A name that the rulebook does not declare is a
    keyword such as `disc`."""
    match prop.value:
        case s.Text(value=text):
            return text
        case s.Truth(value=truth):
            return truth
    found = values.values.get(prop)
    if found is not None:
        return found
    return prop.value.name.text if isinstance(prop.value, s.Ref) else "none"
