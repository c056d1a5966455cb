"""Decides whether a name or a noun is a plural, so that verbs agree with it: "your points are 10".

The rulebook's own words decide first: a name that only has a `plural` is one, and so is the plural of any of its nouns.
Otherwise the grammar of the language looks at the ending.
"""

from __future__ import annotations

from typing import Protocol

from .grammar import Grammar, grammar, languages
from .tree import LexiconKey


class DeclaredWords(Protocol):
    """The word forms that a rulebook declares for its names (`nouns.py`); `written_in` is its language."""

    written_in: str

    @property
    def declared_plurals(self) -> frozenset[str]: ...

    def form(self, word: LexiconKey, key: str) -> str | None: ...


def is_plural_word(declared: DeclaredWords, words: Grammar, word: LexiconKey, name: str) -> bool:
    """Return whether sentences treat a name as a plural; the rulebook's words for it are `name`.

    A name that only has a `plural` is one.  A `noun` is singular if a `plural` is given, too.  A
    title in another language has the number of the rulebook's own name for the thing.
    """
    noun, plural = (declared.form(word, key) for key in ("noun", "plural"))
    if noun is None and plural is not None:
        return True
    if noun is not None:
        return plural is None and is_plural_noun(declared, words, noun)
    own = declared.written_in
    return name in declared.declared_plurals or (own in languages() and grammar(own).is_plural(name))


def is_plural_noun(declared: DeclaredWords, words: Grammar, noun: str) -> bool:
    """Return whether a noun is a plural."""
    plurals = declared.declared_plurals
    if not words.finds_heads:
        return noun in plurals
    return words.head_word(noun) in plurals or words.is_plural(noun)
