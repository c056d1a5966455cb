"""Relations between types: what fits where, what two have in common, how each is called, how many values it has."""

from __future__ import annotations

from ..model.types import Domain, DomainType, ErrorType, NumberType, OptionType, SetType, TruthType, Type

LEAST, GREATEST = -(2**31), 2**31 - 1
ERROR = ErrorType()
TRUTH = TruthType()
NONE = OptionType(None)
EMPTY = SetType(None)


def number_type(low: int, high: int) -> NumberType:
    """Return an interval kept within 32 bits, and never empty."""
    low, high = max(LEAST, min(low, GREATEST)), max(LEAST, min(high, GREATEST))
    return NumberType(low, max(low, high))


def show(t: Type | None) -> str:
    """Return how a message calls a type."""
    match t:
        case NumberType(low, high):
            return f"the number {low}" if low == high else f"a number {low}..{high}"
        case TruthType():
            return "truth"
        case DomainType(domain):
            return domain.name
        case OptionType(None):
            return "none"
        case OptionType(item):
            return f"{show(item)} or none"
        case SetType(None):
            return "the empty set"
        case SetType(item):
            return f"set of {plain(item)}"
        case _:
            return "something unknown"


def plain(t: Type | None) -> str:
    return f"{t.low}..{t.high}" if isinstance(t, NumberType) else show(t)


def fits(t: Type, wanted: Type) -> bool:
    """May a value of type `t` stand where `wanted` is asked?  Numbers fit numbers: the range is another question."""
    if isinstance(t, ErrorType) or isinstance(wanted, ErrorType):
        return True
    if isinstance(wanted, OptionType):
        if isinstance(t, OptionType):
            return t.item is None or wanted.item is None or fits(t.item, wanted.item)
        return wanted.item is not None and fits(t, wanted.item)
    if isinstance(wanted, SetType):
        return isinstance(t, SetType) and (t.item is None or wanted.item is None or fits(t.item, wanted.item))
    if isinstance(wanted, DomainType):
        return isinstance(t, DomainType) and t.domain is wanted.domain
    return type(t) is type(wanted)


def comparable(a: Type, b: Type) -> bool:
    """May the two stand on the sides of `==`?"""
    return fits(a, b) or fits(b, a)


def join(a: Type, b: Type) -> Type | None:
    """Return the least type that both fit, or None."""
    if isinstance(a, ErrorType) or isinstance(b, ErrorType):
        return ERROR
    if isinstance(a, NumberType) and isinstance(b, NumberType):
        return NumberType(min(a.low, b.low), max(a.high, b.high))
    if isinstance(a, OptionType) or isinstance(b, OptionType):
        return _join_items(OptionType, bare(a), bare(b))
    if isinstance(a, SetType) and isinstance(b, SetType):
        return _join_items(SetType, a.item, b.item)
    if isinstance(a, DomainType) and isinstance(b, DomainType):
        return a if a.domain is b.domain else None
    return a if type(a) is type(b) else None


def _join_items(kind: type[OptionType] | type[SetType], x: Type | None, y: Type | None) -> Type | None:
    """Return the join of two item types; None stands for the item of a bare `none` or `{}`, which goes with any."""
    item = y if x is None else x if y is None else join(x, y)
    if isinstance(item, NumberType | DomainType):
        return kind(item)
    return kind(None) if x is None and y is None else None


def within(t: Type, wanted: Type) -> bool | None:
    """Do the numbers of `t` surely lie in `wanted` (True), never (False), or perhaps (None)?"""
    a, b = bare(t), bare(wanted)
    if isinstance(a, NumberType) and isinstance(b, NumberType):
        if b.low <= a.low and a.high <= b.high:
            return True
        if a.high < b.low or a.low > b.high:
            return False
        return None
    return True


def bare(t: Type) -> Type | None:
    """Return the item of an optional type; any other type itself."""
    return t.item if isinstance(t, OptionType) else t


def item_of(t: Type) -> NumberType | DomainType | None:
    """Return what a binder over a set or an optional value stands for."""
    return t.item if isinstance(t, SetType | OptionType) else None


def size(t: Type) -> int:
    """Return how many values."""
    match t:
        case NumberType(low, high):
            return high - low + 1
        case TruthType():
            return 2
        case DomainType(domain):
            return len(domain)
        case OptionType(item):
            return 1 + (0 if item is None else size(item))
        case SetType(item):
            return 1 << min(0 if item is None else size(item), 64)
        case _:
            return 1


def domain_of(t: Type | None) -> Domain | None:
    """Return the domain whose constants are meant where `t` is wanted."""
    if isinstance(t, OptionType):
        t = t.item
    return t.domain if isinstance(t, DomainType) else None
