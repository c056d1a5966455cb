"""Texts with the values between braces inserted: numbers, titles, or lists of these.

Numbers up to twelve are spelt out; in a table they are digits. A value at the beginning of a sentence is capitalised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from ..check.checked import TextValue
from ..model.naming import spelt_number
from ..model.types import DomainType, OptionType, SetType, Type, Value
from ..syntax.text_values import words_between
from .grammar import Grammar
from .prose_blocks import first_letter

_BEGINS: Final = re.compile(r"(^|[.!?…]\s+)$")

Worded = Callable[[str, str | None, str], str]
"""A function that words a domain, or (if not None) a member of it, in a grammatical form; the form "" is the title."""


def finish_text(text: str, values: Iterable[TextValue], grammar: Grammar, worded: Worded) -> str:
    """Return a text with its values inserted as words."""
    words = words_between(text)
    found = words[0]
    for value, rest in zip(values, words[1:], strict=False):
        said = value_in_words(value, grammar, worded, spelt=True)
        found += (first_letter(said, str.upper) if _BEGINS.search(found) else said) + rest
    return found


def value_in_words(value: TextValue, grammar: Grammar, worded: Worded, spelt: bool = False) -> str:
    """Return a value as words: a number, a title, or a list (`A, B and C`); `none` for an empty one. `spelt`: small
    numbers are spelt out."""
    t, found, form, whole = value
    if whole:
        assert isinstance(t, DomainType)
        return worded(t.domain.name, None, form)
    item = t.item if isinstance(t, OptionType | SetType) else t
    members = sorted(found) if isinstance(found, frozenset) else [] if found is None else [found]
    if item is None or not members:
        return grammar.say("nothing")
    return grammar.join_list([_member(item, one, grammar, worded, spelt, form) for one in members], "and")


def _member(t: Type, value: Value, grammar: Grammar, worded: Worded, spelt: bool, form: str) -> str:
    assert isinstance(value, int)
    if isinstance(t, DomainType):
        return worded(t.domain.name, t.domain.labels[value], form)
    return spelt_number(value, grammar.language) if spelt else grammar.number(value)
