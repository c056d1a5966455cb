"""What the names of a rulebook are called in a language: title, summary, noun, plural, gender, and its own sentence.

The words come from the clauses themselves (titles, in the language of the rulebook) and from `words LANG:`.  A name
without any is said in words (`coins_left`: coins left), and noted in `missing` where another language was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ..model.identifier_words import identifier_words
from ..model.rulebook import Rulebook
from ..model.word_names import BRANCH, LAYER, bare_name, word_name
from ..model.words import worded_name
from ..syntax import nodes as s
from ..syntax.traversal import inside
from .tree import LexiconKey

DEFAULT = "en"
"""The language of a rulebook that does not say."""


def lower_case_words(name: str) -> str:
    """An identifier as words in a sentence: `coins_left` and `CoinsLeft` are both `coins left`."""
    parts = identifier_words(name).split(" ")
    return " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts)


class Lexicon:
    """`own` is whether the rulebook is written in this language."""

    def __init__(self, rulebook: Rulebook, language: str) -> None:
        said = rulebook.header.language
        self.own = language == (said.text if said else DEFAULT)
        self.language = language
        self._titles: dict[LexiconKey, str] = {}
        self._summaries: dict[LexiconKey, str] = {}
        self._forms: dict[tuple[LexiconKey, str], str] = {}
        self._known: set[LexiconKey] = set()
        self._missing: dict[str, None] = {}
        for word, title, summary in tagged(rulebook.header, (placed.clause for placed in rulebook.clauses)):
            if self.own and word not in self._known:
                self._enter(word, title, summary)
                self._known.add(word)
            elif not self.own and title is not None and _is_wordless(title.value):
                self._enter(word, title, None)
        for placed in rulebook.clauses:
            if isinstance(placed.clause, s.WordsClause) and placed.clause.name.text == language:
                self._words(placed.clause)

    def _enter(self, word: LexiconKey, title: s.Text | None, summary: s.Text | None) -> None:
        if title is not None:
            self._titles[word] = title.value
        if summary is not None:
            self._summaries[word] = summary.value

    def _words(self, clause: s.WordsClause) -> None:
        for entry in clause.entries:
            word = LexiconKey(worded_name(entry), entry.item.text if entry.item else None)
            self._enter(word, entry.title, entry.summary)
            for form in entry.forms:
                self._forms[word, form.key.text] = form.value.value

    # -------------------------------------------------------------------------------------------------------- look-up

    def title(self, word: LexiconKey) -> str | None:
        return self._titles.get(word)

    def summary(self, word: LexiconKey) -> str | None:
        return self._summaries.get(word)

    def form(self, word: LexiconKey, key: str) -> str | None:
        """`noun`, `plural`, `gender`, `says`, or what else the language asks for."""
        return self._forms.get((word, key))

    def plain(self, word: LexiconKey) -> str:
        """The name itself as words; in a language that is not the rulebook's own, that is noted as missing."""
        if not self.own:
            self.miss(word)
        return lower_case_words(word.item or bare_name(word.name))

    def miss(self, word: LexiconKey) -> None:
        self._missing.setdefault(f"{word.name}.{word.item}" if word.item else word.name)

    @property
    def missing(self) -> list[str]:
        return list(self._missing)


def _is_wordless(title: str) -> bool:
    """Whether a title is the same in every language: a number, or a sign."""
    return bool(title) and not any(character.isalpha() for character in title)


Tagged = tuple[LexiconKey, s.Text | None, s.Text | None]
"""A name with its title and its summary."""


def tagged(header: s.Header, clauses: Iterable[s.Clause]) -> Iterator[Tagged]:
    """What stands behind headings: of clauses, their items, rows, answers, branches and steps, and of seats."""
    yield LexiconKey(word_name(LAYER, header.name.text)), header.title, header.summary
    for seat in header.seats:
        yield LexiconKey(seat.name.text), seat.title, None
    for clause in clauses:
        yield from _tagged(clause)


@lru_cache(maxsize=4096)  # every configuration of a rulebook is told with nearly the same clauses
def _tagged(clause: s.Clause) -> tuple[Tagged, ...]:
    name = word_name(clause.kind, clause.name.text)
    found: list[Tagged] = [(LexiconKey(name), clause.tags.title, clause.tags.summary)]
    match clause:
        case s.EnumClause(items=items) | s.OptionClause(items=items):
            found += [(LexiconKey(name, item.name.text), item.title, None) for item in items]
        case s.TableClause(rows=rows) | s.BoardClause(rows=rows):
            found += [(LexiconKey(name, row.item.name.text), row.item.title, None) for row in rows]
        case s.ProcedureClause() | s.FlowClause() | s.ActionClause() | s.RuleClause():
            for node in inside(clause, s.Step, s.Branch):
                if isinstance(node, s.Step):
                    found.append((LexiconKey(name, node.name.text), node.tags.title, node.tags.summary))
                elif isinstance(node, s.Branch):
                    found.append((LexiconKey(word_name(BRANCH, node.name.text)), node.tags.title, node.tags.summary))
    return tuple(found)
