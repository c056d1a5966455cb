"""Reads the looks of a rulebook: the properties that a look may set, and for each name the values set for it.

`Style` is the table of properties.  Values that depend on the state stay expressions; `DeclaredLooks.evaluate` gives
their value for one viewer.  Defaults and what follows from attributes are in `resolved_looks.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from attrs import field, frozen

from ..check.checked import CheckedModel
from ..engine.inspection import InspectedState
from ..engine.interface import GameFault, Value
from ..engine.reference.context import MachineIndex
from ..machine import program as m
from ..machine.lower.looks import LookValue, LookValues, look_values
from ..machine.program import Machine
from ..machine.traversal import parts_of
from ..model.symbols import KeepSymbol, PlaceSymbol
from ..model.types import Domain, DomainType, NumberType, OptionType, SetType, TruthType
from ..syntax import nodes as s
from .viewpoint import Eyes

KEYS = ("colour", "shape", "letter", "drawing", "size", "turned", "back", "crossed", "parts", "area", "band")
OWN = {"size": None, "turned": None, "letter": None, "crossed": None}
"""What nothing takes from its attributes."""


@frozen
class Style:
    """What is said of how something looks; None is nothing."""

    colour: str | None = None
    shape: str | None = None
    letter: str | None = None
    drawing: str | None = None
    size: int | None = None
    turned: int | None = None
    back: str | None = None
    crossed: bool | None = None
    parts: Members | None = None
    area: Members | None = None
    band: Members | None = None

    @property
    def outlined(self) -> bool:
        return bool(self.parts or self.area or self.band)

    def over(self, other: Style) -> Style:
        """This, and where it says nothing the other."""
        return Style(*(getattr(other, key) if getattr(self, key) is None else getattr(self, key) for key in KEYS))


PLAIN = Style()


READS = (m.Load, m.RingAt, m.RingSize, m.After, m.Seen)
"""What may read the state."""

STATE = frozenset({"on", "within"})
"""What is asked anew of each state: it is where something lies, not what it looks like."""

FixedValue = str | int | bool
SaidLine = tuple[frozenset[str], str, FixedValue | LookValue]
"""Of which members (none: of all), what, and the value."""


@frozen
class Members:
    """Some members of a domain."""

    domain: Domain
    at: frozenset[int]


@frozen(eq=False)
class SaidLook:
    """The look of one name: `lines` in order, later ones winning; those of single members behind those of all."""

    lines: tuple[SaidLine, ...]
    layout: tuple[str, ...] = field(default=())

    def of_all(self, key: str) -> FixedValue | LookValue | None:
        """What is said of all of them."""
        return next((value for names, name, value in self.lines if name == key and not names), None)

    def rests_on(self, key: str) -> str | None:
        """The fact by which the values of a property are worked out, if it is one."""
        values = (value.value for _, name, value in self.lines if name == key and isinstance(value, LookValue))
        called = {part.function for value in values for part in parts_of(value) if isinstance(part, m.Call)}
        facts = [name.removeprefix("fact ") for name in called if name.startswith("fact ")]
        return facts[0] if len(facts) == 1 else None

    def of(self, label: str) -> Iterable[tuple[str, FixedValue | LookValue]]:
        """What is said of a member, or of what has no members by itself."""
        return ((key, value) for names, key, value in self.lines if not names or label in names)


@frozen(eq=False, slots=False)
class SaidLooks:
    """The looks of one model by the name that each is about."""

    looks: Mapping[str, SaidLook]
    values: LookValues = field(repr=False)
    holders: frozenset[str] = field(default=frozenset(), repr=False)

    @staticmethod
    def of(model: CheckedModel, machine: Machine) -> SaidLooks:
        values = look_values(model, machine)
        found: dict[str, SaidLook] = {}
        for placed in model.rulebook.clauses:
            clause = placed.clause
            if isinstance(clause, s.LookClause):
                lines = [
                    (frozenset(n.text for n in line.names), prop.key.text, _value(prop, values))
                    for line in clause.lines
                    for prop in line.props
                ]
                lines.sort(key=lambda line: bool(line[0]))
                found[clause.name.text] = SaidLook(tuple(lines), tuple(row.value for row in clause.layout))
        holders = (name for name, symbol in model.symbols.items() if isinstance(symbol, PlaceSymbol | KeepSymbol))
        return SaidLooks(found, values, frozenset(holders))

    @cached_property
    def steady(self) -> bool:
        """Whether no look of members of a domain reads the state, so that they look the same in every one."""
        lines = (line for name, look in self.looks.items() if name not in self.holders for line in look.lines)
        said = (value for _, key, value in lines if key not in STATE)
        bodies = {function.name: function.body for function in self.values.machine.functions}
        waiting = [value.value for value in said if isinstance(value, LookValue)]
        while waiting:
            for part in parts_of(waiting.pop()):
                if isinstance(part, READS):
                    return False
                if isinstance(part, m.Call) and part.function in bodies:
                    waiting.append(bodies.pop(part.function))
        return True

    @cached_property
    def _index(self) -> MachineIndex:
        return MachineIndex.of(self.values.machine)

    def inspected(self, eyes: Eyes) -> InspectedState:
        """The state that is looked at, for `worked_out`."""
        return InspectedState(self._index, eyes.state, eyes.cells)

    @staticmethod
    def worked_out(
        said: LookValue, scope: Mapping[str, Value], inspected: InspectedState, eyes: Eyes
    ) -> tuple[DomainType | NumberType | TruthType, int] | Members | None:
        """The type and value of an expression in the state that is looked at; None where it is none, has no value, or
        rests on what these eyes do not see."""
        try:
            found = inspected.value(said.value, dict(scope))
        except GameFault:
            return None
        value = found.value
        if not isinstance(value, int | frozenset) or not eyes.sees(found.read):
            return None
        if isinstance(value, frozenset):
            item = said.type.item if isinstance(said.type, SetType) else None
            return Members(item.domain, value) if isinstance(item, DomainType) else None
        match said.type:
            case OptionType(NumberType(low, _) as item):
                return (item, value - 1 + low) if value else None
            case OptionType(DomainType() as item):
                return (item, value - 1) if value else None
            case DomainType() | NumberType() | TruthType() as whole:
                return whole, value
        return None


def _value(prop: s.LookProp, values: LookValues) -> FixedValue | LookValue:
    """A value as said: words, numbers and truths as they are; a name that is no value is a word."""
    match prop.value:
        case s.Text(value=text):
            return text
        case s.Truth(value=truth):
            return truth
    found = values.values.get(prop)
    if found is not None:
        return found
    return prop.value.name.text if isinstance(prop.value, s.Ref) else "none"
