"""Decides whether a name or a noun is a plural, so that verbs agree with it: "your points are 10".

The rulebook's own words decide first: a `plural` alone, or a word that is the plural of one of its nouns.  Else the
grammar of the language looks at the ending.
"""

from __future__ import annotations

from typing import Protocol

from .grammar import Grammar, grammar, languages
from .tree import LexiconKey


class DeclaredWords(Protocol):
    """What a rulebook says of its names (`nouns.py`)."""

    written_in: str

    @property
    def declared_plurals(self) -> frozenset[str]: ...

    def form(self, word: LexiconKey, key: str) -> str | None: ...


def is_plural_word(declared: DeclaredWords, words: Grammar, word: LexiconKey, name: str, is_set: bool) -> bool:
    """Return whether a name, which is `name` in the words of the rulebook, is said in the plural.

    A name with only a `plural` is.  A `noun` is the singular if there is a `plural` beside it, or if it names a set.
    A title in another language has the number of the rulebook's own name for the thing.
    """
    noun, plural = (declared.form(word, key) for key in ("noun", "plural"))
    if noun is None and plural is not None:
        return True
    if noun is not None:
        return plural is None and not is_set and is_plural_noun(declared, words, noun)
    own = declared.written_in
    return name in declared.declared_plurals or (own in languages() and grammar(own).is_plural(name))


def is_plural_noun(declared: DeclaredWords, words: Grammar, noun: str) -> bool:
    """Return whether a noun is a plural."""
    plurals = declared.declared_plurals
    if not words.finds_heads:
        return noun in plurals
    return words.head_word(noun) in plurals or words.is_plural(noun)
