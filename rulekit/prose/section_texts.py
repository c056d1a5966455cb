"""The texts that authors wrote for sections and the front page, in a language. A text without a translation is in the
rulebook's own language.

`Speaker` inherits these methods. They return each text with its language, so that a page can mark a text in another
language.

A text may have expressions in braces, which are replaced by their values. Numbers up to twelve are spelt out; in a
table they are digits.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, NamedTuple

from ..check.checked import CheckedModel, TextValue
from ..model.header import FRONT_LINES
from ..model.naming import FRONT, spelt_number, word_name, word_name_of
from ..model.rulebook import Placed
from ..model.sections import ShownThing
from ..model.types import DomainType, OptionType, SetType, Type, Value
from ..syntax import nodes as s
from ..syntax.text_values import words_between
from .grammar import Grammar, grammar, languages
from .nouns import DEFAULT, Lexicon, Nouns
from .prose_blocks import Inline, ProseTable, first_letter
from .tree import LexiconKey
from .values_by_players import by_players, counts_in_words

NO_VALUE: Final = "–"
"""The text of a table cell whose value is `none`."""


class WordedText(NamedTuple):
    """A text and the language that it is in."""

    text: str
    language: str


class SectionTexts(ABC):
    """The methods of a `Speaker` for texts that authors wrote."""

    model: CheckedModel
    language: str
    _lexicon: Lexicon
    _grammar: Grammar
    _nouns: Nouns

    @abstractmethod
    def title(self, name: str, item: str | None = None) -> str:
        """Return the title of a name; without a title, the name split into words."""

    @abstractmethod
    def words_for(self, name: str, item: str | None, form: str) -> str:
        """Return the word for a type or, with `item`, for its member, in a grammatical form such as `plural`. If the
        form is "", return the title."""

    def finish(self, text: s.Text, language: str | None = None) -> str:
        """Return a text with the expressions in its braces replaced by their values in words. They are in `language`,
        by default the speaker's."""
        if "{" not in text.value:
            return text.value
        words = self._grammar if language is None else grammar(language)
        between = words_between(text.value)
        found = between[0]
        for at, rest in enumerate(between[1:]):
            said = self._spelt(text, at, words)
            found += (first_letter(said, str.upper) if _BEGINS.search(found) else said) + rest
        return found

    def _spelt(self, text: s.Text, at: int, words: Grammar) -> str:
        """Return the value of the text's expression number `at` (from 0) in words."""

        def said(model: CheckedModel) -> str | None:
            values = model.texts.get(text, ())[at : at + 1]
            return value_in_words(values[0], words, self.words_for, spelt=True) if values else None

        return self.by_players(said, words)

    def by_players(self, said: Callable[[CheckedModel], str | None], words: Grammar | None = None) -> str:
        """Return the text that `said` computes from the model. If it depends on the number of players, return all texts
        with the numbers for which they are valid."""
        found, words = by_players(self._nouns.models, said), words or self._grammar
        if len(found) < 2:
            return next(iter(found), "")
        each = [words.say("by-players", said=one, **counts_in_words(of, words)) for one, of in found.items()]
        return words.join_list(each, "or")

    def section_title(self, placed: Placed) -> WordedText | None:
        """Return the title of a section; None if it has none."""
        return self._title_or_own(placed.clause.tags.title, LexiconKey(word_name_of(placed.id)))

    def section_text(self, placed: Placed) -> WordedText | None:
        """Return the text of a section, with values for its expressions; None if it has no text."""
        text = placed.clause.tags.summary
        if text is None:
            return None
        word = None if self._lexicon.own else self._lexicon.summary(LexiconKey(word_name_of(placed.id)))
        return self._word_or_own(text, None if word is None else self.finish(word))

    def written_reason(self, placed: Placed) -> str | None:
        """Return the author's reason for a clause that no source states (its word form `assumed`), in this language;
        None if there is none."""
        return self._lexicon.form(LexiconKey(word_name_of(placed.id)), "assumed")

    def search_words(self, placed: Placed) -> str:
        """Return additional words under which a search finds a section (its word form `search`); "" if there are
        none."""
        return self._lexicon.form(LexiconKey(word_name_of(placed.id)), "search") or ""

    def caption(self, placed: Placed, shown: ShownThing) -> WordedText | None:
        """Return the caption of a picture or table in a section; None if it has none."""
        return self._title_or_own(shown.caption, LexiconKey(word_name_of(placed.id), shown.item))

    def section_table(self, placed: Placed) -> ProseTable | None:
        """Return the table of a section with its values in words; None if the section has none."""
        clause = placed.clause
        if not isinstance(clause, s.SectionClause) or clause.table is None:
            return None
        word = LexiconKey(word_name_of(placed.id))
        heads: list[Inline] = []
        for number, column in enumerate(clause.table.columns, 1):
            form = None if self._lexicon.own else self._lexicon.form(word, f"head_{number}")
            heads.append((column.head.value if form is None else form,))
        rows = self.model.rows.get(clause.table, ())
        lines = tuple(tuple((self._cell(clause.table, at, n),) for n in range(len(row))) for at, row in enumerate(rows))
        return ProseTable(tuple(heads), lines)

    def _cell(self, table: s.SectionTable, row: int, column: int) -> str:
        """Return the words of one cell of a section's table."""

        def said(model: CheckedModel) -> str | None:
            rows = model.rows.get(table, ())
            return self._cell_words(rows[row][column]) if row < len(rows) else None

        return self.by_players(said)

    def _cell_words(self, value: TextValue) -> str:
        """Return a value as the words of a table cell; a dash for `none`."""
        if value.value is None and not value.whole:
            return NO_VALUE
        return value_in_words(value, self._grammar, self.words_for)

    def front_line(self, line: str) -> WordedText | None:
        """Return the text of the line `credits`, `time` or `age` of the front page; None if the rulebook has no such
        line."""
        assert line in FRONT_LINES
        said: s.FrontLine | None = getattr(self.model.rulebook.header, line)
        if said is None:
            return None
        return self._word_or_own(said.text, self._lexicon.title(LexiconKey(word_name(FRONT, line))))

    def _title_or_own(self, own: s.Text | None, word: LexiconKey) -> WordedText | None:
        """Return the translation of the title or caption `own` if there is one, else `own` itself, with its values.
        Return None if `own` is None."""
        translated = None if own is None or self._lexicon.own else self._lexicon.title_text(word)
        return self._word_or_own(own, None if translated is None else self.finish(translated))

    def _word_or_own(self, own: s.Text | None, word: str | None) -> WordedText | None:
        """Return the translation `word`, or if it is None the text `own` in the rulebook's language. Return None if
        `own` is None."""
        if own is None:
            return None
        if self._lexicon.own or word is None:
            said = self.model.rulebook.header.language
            language = said.text if said else DEFAULT
            return WordedText(self.finish(own, language if language in languages() else None), language)
        return WordedText(word, self.language)


_BEGINS: Final = re.compile(r"(^|[.!?…]\s+)$")

Worded = Callable[[str, str | None, str], str]
"""A function such as `SectionTexts.words_for`: from a type, its member or None, and a grammatical form to words."""


def value_in_words(value: TextValue, grammar: Grammar, worded: Worded, spelt: bool = False) -> str:
    """Return a value as words: a number, a title, or a list (`A, B and C`). An empty list becomes the grammar's word
    for nothing. If `spelt` is True, small numbers are spelt out."""
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
