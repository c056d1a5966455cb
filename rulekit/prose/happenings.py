"""Events at the lines of a worked example, for its sentences: who acts, and why a move is refused.

Values are in the machine's encoding; `value_of` decodes them. `render/` plays the example to determine the events.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

from ..model.types import NumberType, OptionType, SetType, TruthType, Type, Value
from ..syntax import nodes as s

MachineValue = int | frozenset[int]
RefusalGround = Literal["holds-not", "holds", "outside", "missing", "over", "chance", "else", "none", "later", "turn"]
"""Why a move is refused, in this order: a condition does not hold, or holds and must not. The chosen value is outside a
set, or a needed value is missing. The game is over, the outcome of chance is impossible, or another decision is due.
The option is only for players who can choose nothing else; what must follow is impossible; or what is chosen has had
its turn or gets none."""


@frozen(eq=False)
class Refusal:
    """The reason why something cannot be done. `expr` is the condition and `scope` the values of its locals; `picked`
    is the chosen value and `name` its local; `told` lists parts of the condition with their values; `clause` is the id
    of the refusing clause, and `offers` are the labels of what could be done instead."""

    ground: RefusalGround
    expr: s.Expr | None = None
    picked: int | None = None
    name: str = ""
    scope: Mapping[str, MachineValue] = field(factory=dict)
    told: tuple[tuple[s.Expr, MachineValue], ...] = ()
    clause: str = ""
    offers: tuple[str, ...] = ()


@frozen
class Happening:
    """The event at a line of an example: whose move it is (None: chance), and why the move is refused, if it is."""

    seat: int | None
    refusal: Refusal | None = None


def value_of(t: Type | None, raw: MachineValue) -> Value:
    """Return a machine's value as a value of its type."""
    match t:
        case TruthType():
            return bool(raw)
        case OptionType(item=item) if isinstance(raw, int):
            low = item.low if isinstance(item, NumberType) else 0
            return None if raw == 0 else raw - 1 + low
        case SetType(item=item) if isinstance(raw, frozenset):
            low = item.low if isinstance(item, NumberType) else 0
            return frozenset(member + low for member in raw)
    return raw
