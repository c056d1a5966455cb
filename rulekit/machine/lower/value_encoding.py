"""The encoding of typed values as numbers and sets. Only this file depends on it.

A number is itself. A truth value is 0 or 1. A member of a domain is its index. An optional value is 0 for none,
otherwise 1 + the offset of the value: its distance from the lowest value of its type. A set is the set of its members'
offsets.
"""

from __future__ import annotations

from ...check.type_relations import item_of, within
from ...model.types import DomainType, ErrorType, NumberType, OptionType, SetType, TruthType, Type, Value
from .. import program as m

ZERO = m.Const(0)
ONE = m.Const(1)


def op(name: m.NumberOp, *args: m.Expr) -> m.Expr:
    return m.Op(name, args)


def add(value: m.Expr, amount: int) -> m.Expr:
    """Return the expression `value + amount`, or `value` itself if `amount` is 0."""
    if amount == 0:
        return value
    if isinstance(value, m.Const):
        return m.Const(value.value + amount)
    return op("add", value, m.Const(amount)) if amount > 0 else op("sub", value, m.Const(-amount))


def increment(cell: str, amount: int) -> m.Stmt:
    return m.Write(cell, (), add(m.Load(cell), amount))


def conjunction(parts: list[m.Expr]) -> m.Expr | None:
    """Return the conjunction of conditions, evaluated from left to right; None if the list is empty."""
    result: m.Expr | None = None
    for part in parts:
        result = part if result is None else op("and", result, part)
    return result


def bounds(type_: Type) -> tuple[int, int]:
    """Return the smallest and the greatest number by which values of a type are encoded. The type must not be a set."""
    match type_:
        case NumberType(low, high):
            return low, high
        case TruthType():
            return 0, 1
        case DomainType(domain):
            return 0, len(domain) - 1
        case OptionType(item):
            low, high = item_bounds(item)
            return 0, high - low + 1
    raise AssertionError(f"no bounds for {type_}")


def item_bounds(item: NumberType | DomainType | None) -> tuple[int, int]:
    return (0, -1) if item is None else bounds(item)


def kind(type_: Type) -> int:
    """Return the machine's kind for values of a type. It is NUMBER or, for sets, the number of possible members (at
    least 1)."""
    if isinstance(type_, SetType):
        low, high = item_bounds(type_.item)
        return max(1, high - low + 1)
    return m.NUMBER


def range_test(value: m.Expr, source: Type, target: Type) -> m.Expr | None:
    """Return the condition that the number in a value, or each member of a set, is in the range of the type `target`.
    Return None if it always is. The value is encoded as the type `source` requires."""
    if within(source, target):
        return None
    has, wanted = item_of(source) or source, item_of(target) or target
    assert isinstance(has, NumberType) and isinstance(wanted, NumberType)
    if isinstance(source, SetType):
        least, most = max(has.low, wanted.low), min(has.high, wanted.high)
        bits = sum(1 << (member - has.low) for member in range(least, most + 1))
        return m.Compare("within", value, m.SetConst(kind(source), bits))
    shift = 1 - has.low if isinstance(source, OptionType) else 0
    inside = op("and", op("le", m.Const(wanted.low + shift), value), op("le", value, m.Const(wanted.high + shift)))
    return op("or", op("not", value), inside) if isinstance(source, OptionType) else inside


def convert(value: m.Expr, source: Type, target: Type) -> m.Expr:
    """Return an expression, which is encoded as the type `source` requires, in the encoding of `target`. `target`
    contains every value; members of a set that it does not contain are dropped."""
    if isinstance(target, OptionType) and target.item is not None:
        low = item_bounds(target.item)[0]
        if not isinstance(source, OptionType):
            return add(value, 1 - low)
        if source.item is None:
            return ZERO
        shift = item_bounds(source.item)[0] - low
        return value if shift == 0 else m.IfElse(value, add(value, shift), ZERO)
    if isinstance(target, SetType) and isinstance(source, SetType):
        return convert_set(value, source, target)
    return value


def convert_set(value: m.Expr, source: SetType, target: SetType) -> m.Expr:
    size = kind(target)
    if source.item is None:
        return m.SetConst(size, 0)
    shift = item_bounds(source.item)[0] - item_bounds(target.item)[0]
    if shift == 0 and kind(source) == size:
        return value
    over = m.LoopDomain(within=value)
    member = add(m.Local("#"), shift)
    return m.SetBuild(size, "#", over, op("and", op("ge", member, ZERO), op("lt", member, m.Const(size))), member)


def encode_constant(value: Value, type_: Type) -> int:
    """Return the encoding of a constant; a set is a bit mask."""
    match type_:
        case SetType(item):
            assert isinstance(value, frozenset)
            low = item_bounds(item)[0]
            return sum(1 << (member - low) for member in value)
        case OptionType(item):
            return 0 if value is None else int(value) - item_bounds(item)[0] + 1  # type: ignore[arg-type]  # never a set
        case ErrorType():
            raise AssertionError("a checked model has no error type")
        case _:
            assert isinstance(value, int)
            return int(value)


def default(type_: Type) -> int:
    """Return the encoding of the initial value of a variable whose declaration gives none. It is no value for an
    optional value, the empty set, `no`, the first member of a domain, or the number nearest to 0."""
    if isinstance(type_, NumberType):
        return min(max(0, type_.low), type_.high)
    return 0
