"""Finds the noun of a name in its title, and decides whether a name or a noun is a plural, so that verbs agree with it:
"your points are 10".

The rulebook's own words decide first: a name that only has a `plural` is one, and so is the plural of any of its nouns.
Otherwise the grammar of the language looks at the ending.
"""

from __future__ import annotations

import re
from typing import Final, Protocol

from .grammar import Grammar, grammar, languages
from .prose_blocks import first_letter
from .tree import LexiconKey

TITLE_WORDS: Final = 6
"""The most words of a title that sentences use as a noun; longer ones are hard to read without quotes."""


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


def titled_noun(title: str | None, name: str, words: Grammar) -> str | None:
    """Return the noun of a name: its title, or the name itself if the title reads like a clause (`Who begins`). Return
    None if that is no noun, either: sentences quote it."""
    if title is not None:
        title = first_letter(title, str if words.has("capital-nouns") else str.lower)
        short = len(title.split()) <= TITLE_WORDS and not re.search(r"[{;:.,?!]", title)
        if short and not set(title.lower().split()).intersection(words.words("clause-words")):
            return title
    parts = name.split()
    return None if {parts[0], parts[-1]}.intersection(words.words("no-nouns")) else name
