"""The titles and summaries that a rulebook's clauses have, by their keys in the lexicon, and the nouns in titles.

Verbs agree with a noun: "your points are 10". The rulebook's own words decide first whether a name or a noun is a
plural: a name that only has a `plural` is one, and so is the plural of any of its nouns. Otherwise the grammar of the
language looks at the ending.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, Protocol

from ..model.header import FRONT_LINES
from ..model.naming import BRANCH, FRONT, LAYER, word_name
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import parts_with_titles
from .grammar import Grammar, grammar, languages
from .prose_blocks import first_letter
from .tree import LexiconKey

Tagged = tuple[LexiconKey, s.Text | None, s.Text | None]
"""A name with its title and its summary."""


def titles_and_summaries(header: s.Header, clauses: Iterable[s.Clause]) -> Iterator[Tagged]:
    """Yield the titles and summaries of clauses, their items, rows, answers, branches and steps, and of seats."""
    yield LexiconKey(word_name(LAYER, header.name.text)), header.title, header.summary
    for line in FRONT_LINES:
        said: s.FrontLine | None = getattr(header, line)
        if said is not None:
            yield LexiconKey(word_name(FRONT, line)), said.text, None
    for seat in header.seats:
        yield LexiconKey(seat.name.text), seat.title, None
    for clause in clauses:
        yield from _titles_of_clause(clause)


@lru_cache(maxsize=4096)  # all configurations of a rulebook have nearly the same clauses
def _titles_of_clause(clause: s.Clause) -> tuple[Tagged, ...]:
    name = word_name(clause.kind, clause.name.text)
    found: list[Tagged] = [(LexiconKey(name), clause.tags.title, clause.tags.summary)]
    match clause:
        case s.EnumClause(items=items) | s.OptionClause(items=items):
            found += [(LexiconKey(name, item.name.text), item.title, None) for item in items]
        case s.TableClause(rows=rows) | s.BoardClause(rows=rows):
            found += [(LexiconKey(name, row.item.name.text), row.item.title, None) for row in rows]
        case s.ProcedureClause() | s.FlowClause() | s.ActionClause() | s.RuleClause():
            for node in parts_with_titles(clause):
                step = does(node, "woven")
                key = LexiconKey(name, node.name.text) if step else LexiconKey(word_name(BRANCH, node.name.text))
                found.append((key, node.tags.title, node.tags.summary))
        case s.SectionClause(shows=shows):
            for shown in shows:
                item = shown.named.name.text if shown.named else shown.what
                found.append((LexiconKey(name, item), shown.caption, None))
    return tuple(found)


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
