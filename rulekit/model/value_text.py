"""How a constant is written by its name: in labels, in what examples name, in messages.

The one place that says so; on pages and in pictures members go by their titles.  The machine, which has numbers only,
takes these texts along in its domains, and `machine/option_labels.py` finds them there again.
"""

from __future__ import annotations

from .types import DomainType, OptionType, TruthType, Type, Value

NONE = "none"


def value_text(type_: Type, value: Value) -> str:
    """A value of a type, which is no set."""
    match type_:
        case OptionType(item):
            return NONE if value is None or item is None else value_text(item, value)
        case DomainType(domain) if isinstance(value, int):
            return domain.labels[value]
        case TruthType():
            return "yes" if value else "no"
    return str(value)
