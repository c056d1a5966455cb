"""Finds the titles and summaries of a rulebook's clauses, by their keys in the lexicon, and decides which nouns are
plurals.

Verbs agree with a noun: "your points are 10". Words that the rulebook declares decide first: a name is a plural if it
has only the form `plural`, or if it is the declared plural of some noun. Otherwise the language's grammar looks at the
ending.
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
"""The lexicon's key of a name, its title and its summary; None if it has none."""


def titles_and_summaries(header: s.Header, clauses: Iterable[s.Clause]) -> Iterator[Tagged]:
    """Yield the titles and summaries of the header, of the players, of clauses, and of parts of clauses: items, rows,
    answers, branches, steps and captions."""
    yield LexiconKey(word_name(LAYER, header.name.text)), header.title, header.summary
    for line in FRONT_LINES:
        said: s.FrontLine | None = getattr(header, line)
        if said is not None:
            yield LexiconKey(word_name(FRONT, line)), said.text, None
    for seat in header.seats:
        yield LexiconKey(seat.name.text), seat.title, None
    for clause in clauses:
        yield from _titles_of_clause(clause)


@lru_cache(maxsize=4096)  # the configurations of a rulebook share most clauses
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
"""Sentences use a title as a noun only if it has at most so many words; others are easier to read in quotes."""


class DeclaredWords(Protocol):
    """The word forms that a rulebook declares for its names (`nouns.py`). `written_in` is the rulebook's language."""

    written_in: str

    @property
    def declared_plurals(self) -> frozenset[str]: ...

    def form(self, word: LexiconKey, key: str) -> str | None: ...


def is_plural_word(declared: DeclaredWords, words: Grammar, word: LexiconKey, name: str) -> bool:
    """Return whether sentences treat a name as a plural. `name` is the noun or the name in words.

    A name with only a `plural` is a plural. A name with a `noun` and a `plural` is a singular. If the rulebook declares
    neither, its own language decides by the ending of `name`, also for a title in another language."""
    noun, plural = (declared.form(word, key) for key in ("noun", "plural"))
    if noun is None and plural is not None:
        return True
    if noun is not None:
        return plural is None and is_plural_noun(declared, words, noun)
    own = declared.written_in
    return name in declared.declared_plurals or (own in languages() and grammar(own).is_plural(name))


def is_plural_noun(declared: DeclaredWords, words: Grammar, noun: str) -> bool:
    """Return whether a noun is a plural, by the rulebook's declared plurals or by its ending."""
    plurals = declared.declared_plurals
    if not words.finds_heads:
        return noun in plurals
    return words.head_word(noun) in plurals or words.is_plural(noun)


def titled_noun(title: str | None, name: str, words: Grammar) -> str | None:
    """Return the noun for a name: its title, or if the title reads like a sentence (`Who begins`) the name in words.
    Return None if this is no noun, either; sentences then put the title in quotes."""
    if title is not None:
        title = first_letter(title, str if words.has("capital-nouns") else str.lower)
        short = len(title.split()) <= TITLE_WORDS and not re.search(r"[{;:.,?!]", title)
        if short and not set(title.lower().split()).intersection(words.words("clause-words")):
            return title
    parts = name.split()
    return None if {parts[0], parts[-1]}.intersection(words.words("no-nouns")) else name
