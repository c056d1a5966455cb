"""How names and constants are written as text, for every room that shows them.

Identifiers become words (`coins_left`: coins left).  Words are kept by a name of their own where several kinds share
one: expressions and statements share a single space of names, but rules, chapters, branches and the like have a space
for each kind, so their kind is a part of the name (`rule travel`).  Numbers, truths and `none` are written here; a
member of a domain by its label.
"""

from __future__ import annotations

import re
from typing import Final

from .types import DomainType, OptionType, TruthType, Type, Value

_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_+")


def identifier_words(name: str) -> str:
    """Return an identifier as words: `coins_left` is coins left, `WideGate` is Wide Gate."""
    return " ".join(part for part in _WORD_BOUNDARY.split(name) if part) or name


BRANCH: Final = "branch"
LAYER: Final = "layer"
SOURCE: Final = "source"
RANK: Final = "rank"
FRONT: Final = "front"
"""A line of the front page: `credits`, `time`, `age`."""
SECTION: Final = "section"
APART: Final = frozenset(
    [
        *("ruleset", "exception", "rule", "example", "invariant", "figure", "chapter", SECTION),
        *(BRANCH, LAYER, SOURCE, RANK, FRONT),
    ]
)
"""Kinds whose names are no names in expressions; each has a space of its own."""


def word_name(kind: str, name: str) -> str:
    """Return the name by which words are kept: `travel` of an action, `rule travel` of a rule."""
    return f"{kind} {name}" if kind in APART else name


def word_name_of(clause: str) -> str:
    """Return the name by which words are kept for the identity of a clause: `travel` for `action travel`."""
    kind, _, name = clause.partition(" ")
    return word_name(kind, name)


def bare_name(word: str) -> str:
    """Return a name without its kind."""
    return word.rpartition(" ")[2]


PASS: Final = "pass"
"""Declining what `may` offers."""
DONE: Final = "done"
"""The end of a choice of several things."""
OWN_LABELS: Final = frozenset({PASS, DONE})


NONE = "none"
_WHOLE = re.compile("0|-?[1-9][0-9]{0,9}")
"""No cell holds a number that is longer."""


def value_text(type_: Type, value: Value) -> str:
    """Return a value as text; sets have none."""
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
    """Return the number of a text; None if `integer_text` would write it otherwise (`03`, `-0`)."""
    return int(text) if _WHOLE.fullmatch(text) else None
