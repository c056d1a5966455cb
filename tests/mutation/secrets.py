"""Conditions on hidden things, for mutants to use: one or two for each hidden place and kept value.

Each is a truth value without free names, so that it may be written wherever an expression may.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from rulekit.check.checked import CheckedModel
from rulekit.check.information.hidden import is_hidden
from rulekit.model.symbols import KeepSymbol, PlaceSymbol
from rulekit.model.types import Domain, DomainType, NumberType, OptionType, SetType, TruthType, Type

MOST_ELEMENTS = 2
"""The most elements of a place that get a condition, in each dimension."""


@cache
def secrets(model: CheckedModel) -> tuple[str, ...]:
    found: list[str] = []
    for symbol in model.symbols.values():
        if isinstance(symbol, PlaceSymbol | KeepSymbol) and is_hidden(symbol):
            for index in product(*(_labels(dim) for dim in symbol.dims)):
                element = f"{symbol.name}[{', '.join(index)}]" if index else symbol.name
                text = _held(element, symbol) if isinstance(symbol, PlaceSymbol) else _asked(element, symbol.type)
                if text is not None:
                    found.append(text)
    return tuple(found)


def _labels(kind: Type) -> tuple[str, ...]:
    match kind:
        case NumberType(low=low, high=high):
            return tuple(str(n) for n in range(low, min(high, low + MOST_ELEMENTS - 1) + 1))
        case DomainType(domain=domain) if domain.sort != "piece":
            return domain.labels[:MOST_ELEMENTS]
    return ()


def _held(place: str, symbol: PlaceSymbol) -> str | None:
    """Return a condition that the place contains a piece of some kind, or that it is empty; None if neither is a
    secret."""
    for attribute in symbol.piece.fields:
        test = _asked(f"secret_piece.{attribute.name}", attribute.type)
        if test is not None and len(set(attribute.values)) > 1:
            return f"(some secret_piece in {place}: {test})"
    if symbol.counted.who != "all":
        return f"empty({place})"
    return None


def _asked(value: str, kind: Type) -> str | None:
    match kind:
        case NumberType(low=low, high=high) if low < high:
            return f"({value} > {(low + high) // 2})"
        case TruthType():
            return f"({value})"
        case DomainType(domain=domain) | OptionType(item=DomainType(domain=domain)) if domain.sort != "piece":
            return f"({value} == {domain.labels[0]})"
        case OptionType(item=NumberType(low=low)):
            return f"({value} == {low})"
        case SetType(item=DomainType(domain=domain)) if domain.sort != "piece":
            return f"({domain.labels[0]} in {value})"
    return None


def other(kind: Type) -> str | None:
    """Return some constant of a type; None if none can be written."""
    match kind:
        case NumberType(low=low):
            return str(low) if low >= 0 else f"({low})"
        case TruthType():
            return "no"
        case DomainType(domain=domain) if domain.sort != "piece":
            return domain.labels[0]
        case OptionType():
            return "none"
        case SetType():
            return "{}"
    return None


def constants(domain: Domain) -> tuple[str, ...]:
    return domain.labels
