"""What happens at each line of a worked example, for its sentences: who acts, and why a move is refused.

Values are encoded as in the machine; `value_of` decodes them. `render/` plays the example to find out what happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

from ..model.types import NumberType, OptionType, SetType, TruthType, Type, Value
from ..syntax import nodes as s

MachineValue = int | frozenset[int]
RefusalGround = Literal["holds-not", "holds", "outside", "missing", "over", "chance", "else", "none", "later", "turn"]
"""Why a move is refused, in this order: a condition does not hold, or must not hold but does. The chosen value is
outside a set, or a needed value is missing. The game is over, the outcome of chance is impossible, or another decision
is due. The option is only for players who can choose nothing else; a decision that must follow is impossible; or the
chosen player has had their turn or gets none."""


@frozen(eq=False)
class Refusal:
    """The reason why a move is refused. `expr` is the condition, and `scope` has the values of its local names.
    `picked` is the chosen value and `name` the local name for it. `told` has parts of the condition with their values.
    `clause` is the id of the clause that refuses, and `offers` are the labels of the moves that are allowed instead."""

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
    """What happens at a line of an example: the player who acts (None for chance), and the reason if the move is
    refused."""

    seat: int | None
    refusal: Refusal | None = None


def value_of(t: Type | None, raw: MachineValue) -> Value:
    """Return the value of type `t` that a machine's number or set of numbers encodes."""
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
