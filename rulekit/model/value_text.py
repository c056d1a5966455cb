"""How a constant is written: in labels, in what examples name, in messages; and a number read again.

The one place that says so, of numbers, truths and `none`; a member is written as its domain has it (`Domain.labels`),
which on pages and in pictures goes by its title.  The machine, which has numbers only, takes the names along in its
domains, and `machine/option_labels.py` finds them there again; plain numbers it writes and reads by this file.
"""

from __future__ import annotations

import re

from .types import DomainType, OptionType, TruthType, Type, Value

NONE = "none"
_WHOLE = re.compile("0|-?[1-9][0-9]{0,9}")
"""No cell holds a number that is longer."""


def value_text(type_: Type, value: Value) -> str:
    """A value of a type, which is no set."""
    match type_:
        case OptionType(item):
            return NONE if value is None or item is None else value_text(item, value)
        case DomainType(domain) if isinstance(value, int):
            return domain.labels[value]
        case TruthType():
            return "yes" if value else "no"
    assert isinstance(value, int), f"{value} is not written in one word"
    return integer_text(value)


def integer_text(number: int) -> str:
    return str(number)


def integer_of(text: str) -> int | None:
    """The number that is written so; None of a text that is not as `integer_text` writes it (`03`, `-0`)."""
    return int(text) if _WHOLE.fullmatch(text) else None
