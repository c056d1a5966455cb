"""Relations between types: whether one fits another, their common type, their names in messages, their numbers of
values."""

from __future__ import annotations

from ..model.types import INT32, Domain, DomainType, ErrorType, NumberType, OptionType, SetType, TruthType, Type

ERROR = ErrorType()
TRUTH = TruthType()
NONE = OptionType(None)
EMPTY = SetType(None)
TRUTH_ADVICE = (
    "to ask yes or no, write `either` or `may`; "
    "to list, count or index two answers, declare `enum Answer: agreed, refused`"
)


def number_type(low: int, high: int) -> NumberType:
    """Return the type of the numbers low..high, limited to 32 bits. It contains at least one number."""
    least, greatest = INT32
    low, high = max(least, min(low, greatest)), max(least, min(high, greatest))
    return NumberType(low, max(low, high))


def show(t: Type | None) -> str:
    """Return the name of a type for messages."""
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
            return f"set of {item_name(item)}"
        case _:
            return "something unknown"


def item_name(t: Type | None) -> str:
    return f"{t.low}..{t.high}" if isinstance(t, NumberType) else show(t)


def fits(t: Type, wanted: Type) -> bool:
    """Return whether a value of type `t` may be used where `wanted` is expected. Ranges of numbers are not compared."""
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
    """Return whether values of both types may be compared by `==`."""
    return fits(a, b) or fits(b, a)


def join(a: Type, b: Type) -> Type | None:
    """Return the smallest type that both types fit; None if there is none."""
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
    """Return the set or optional type over the join of two item types. None is the unknown item type of a bare `none`
    or `{}`."""
    item = y if x is None else x if y is None else join(x, y)
    if isinstance(item, NumberType | DomainType):
        return kind(item)
    return kind(None) if x is None and y is None else None


def within(t: Type, wanted: Type) -> bool | None:
    """Return True if numbers or members of type `t` always lie in `wanted`, False if they never do, None if they
    sometimes do."""
    a, b = item_of(t) or t, item_of(wanted) or wanted
    if isinstance(a, NumberType) and isinstance(b, NumberType):
        if b.low <= a.low and a.high <= b.high:
            return True
        if a.high < b.low or a.low > b.high:
            return False
        return None
    return True


def bare(t: Type) -> Type | None:
    """Return the item type of an optional type. Return any other type unchanged."""
    return t.item if isinstance(t, OptionType) else t


def item_of(t: Type) -> NumberType | DomainType | None:
    """Return the item type of a set or optional type, which is the type of a binder's name; None for other types."""
    return t.item if isinstance(t, SetType | OptionType) else None


def size(t: Type) -> int:
    """Return how many values a type has."""
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
    """Return the domain among whose members a name is looked up where type `t` is expected; None if there is none."""
    if isinstance(t, OptionType):
        t = t.item
    return t.domain if isinstance(t, DomainType) else None
