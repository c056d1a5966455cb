"""W215, W216: the names that texts use.

W215: a text uses a name that nothing has: a capitalised word inside a sentence, outside quotation marks, that occurs in
no title, word form or header; or the old name of something that a layer renamed. German capitalises every noun, so
there only the second is found. W216: an identifier (`coins_left`, `Inn.guard`) occurs in a text or a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from ...diagnostics import Source
from ...model.rulebook import Rulebook
from ...model.word_catalogs import name_of_word
from ...syntax import nodes as s
from ...syntax.text_values import TEXT, words_between
from ...syntax.traversal import inside
from ..checked import CheckedModel
from ..checker import Checker
from ..report import enumerate_names
from .printed_texts import PrintedText, called, own_language, printed_texts, ways_out

_IDENTIFIER: Final = re.compile(
    r"(?<![\w./])[A-Za-z]\w*_\w+(?![\w/])|(?<![\w./@])([A-Za-z]\w+)\.([a-z]\w+)(?![\w/]|\.\w)"
)
_CAPITAL: Final = re.compile(r"(?<=[\w,;’”] )[^\W\d_][^\W\d_]+")
_QUOTED: Final = re.compile("[“„‘‚][^”“’‘]*[”“’‘]")
_WORD: Final = re.compile(r"[^\W\d_]+")
CAPITALS: Final = frozenset({"de"})
"""Languages in which common nouns have capitals."""
ROOT: Final = 4
"""Letters at the start that two forms of one word share at least: `Russian`, `Russians`."""
LONGEST: Final = 3
"""Words of the longest old name that is searched for in texts; longer titles are sentences."""


def printed_names(c: Checker, model: CheckedModel) -> None:
    texts = printed_texts(c.book)
    declared = {placed.clause.name.text for placed in c.book.clauses} | c.names.constants.keys()
    names = {language: _names(c.book, language, texts) for language in {one.language for one in texts}}
    old = {language: list(_old_names(c.book, language)) for language in names}
    for printed in texts:
        for words in _words(printed):
            _identifiers(c, printed, words, declared)
            if printed.role != "title" and not isinstance(printed.placed.clause, s.OptionClause):
                if printed.language not in CAPITALS:
                    _unknown(c, printed, words, names[printed.language])
                _warn_old_names(c, printed, words, old[printed.language])


def _words(printed: PrintedText) -> tuple[str, ...]:
    try:
        return words_between(printed.text.value)
    except ValueError:  # in a title, braces may mark a place for a parameter instead of a value
        return (printed.text.value,)


def _identifiers(c: Checker, printed: PrintedText, words: str, declared: set[str]) -> None:
    found = [one for one, before in identifiers_in(words) if before is None or before in declared]
    if found:
        advice = ["write the words that players know, or the value: `{…}`", *ways_out(printed, c.book)]
        tongue = "" if printed.language == own_language(c.book) else f" in `{printed.language}`"
        message = f"an identifier is printed here{tongue}: {enumerate_names(found)}"
        c.report.add("W216", printed.text.span, message, help=advice)


@lru_cache(maxsize=16384)  # the same texts occur in every configuration
def identifiers_in(words: str) -> tuple[tuple[str, str | None], ...]:
    """Return the parts of a text that look like identifiers. Each comes with the name before its dot, or None."""
    return tuple((one[0], one[1]) for one in _IDENTIFIER.finditer(words))


@lru_cache(maxsize=16384)
def capitalised_in(words: str) -> tuple[str, ...]:
    """Return the capitalised words of a text that are inside a sentence and outside quotation marks."""
    return tuple(one for one in _CAPITAL.findall(_QUOTED.sub("", words)) if one[0].isupper())


def _unknown(c: Checker, printed: PrintedText, words: str, names: set[str]) -> None:
    found = [one for one in capitalised_in(words) if not _is_form(one.lower(), names)]
    if found:
        message = f"{called(printed, c.book)} names {enumerate_names(found)}, and nothing here is called so"
        quoted = f"a name from elsewhere stands in quotation marks: “{found[0]}”"
        advice = ["write its title, or take it from the rules: `{…}`", quoted, *ways_out(printed, c.book)]
        c.report.add("W215", printed.text.span, message, help=advice)


def _is_form(word: str, names: set[str]) -> bool:
    return word in names or any(word.startswith(name) or name.startswith(word) for name in names if len(name) >= ROOT)


def _warn_old_names(c: Checker, printed: PrintedText, words: str, old: list[tuple[str, str, Source]]) -> None:
    order = c.book.files.index
    for was, now, source in old:
        written = printed.text.span.source
        if (
            written in c.book.files
            and order(written) < order(source)
            and re.search(rf"(?i)\b{re.escape(was)}\b", words)
        ):
            message = f"{called(printed, c.book)} says `{was}`, which is called `{now}` now"
            advice = ["take the name from the rules: `{…}`", *ways_out(printed, c.book)]
            c.report.add("W215", printed.text.span, message, help=advice)


def _names(book: Rulebook, language: str, texts: Iterable[PrintedText]) -> set[str]:
    """Return the words of all names in a rulebook and its texts, in lower case."""
    said = [text.value for text in inside(book.header, s.Text)]
    said += [name.text for name in inside(book.header, s.Name)]
    said += [one.text.value for one in texts if one.role == "title" and one.language in (language, own_language(book))]
    for placed in book.clauses:
        said += [item.name.text for item in inside(placed.clause, s.Item)]
        if isinstance(placed.clause, s.WordsClause) and placed.clause.name.text in (language, own_language(book)):
            entries = placed.clause.entries
            said += [form.value.value for word in entries for form in word.forms if form.key.text != TEXT]
            said += [word.title.value for word in entries if word.title is not None and not _of_section(word)]
    return {word for text in said for word in _small_words(text)}


@lru_cache(maxsize=16384)  # the same names and clauses occur in every configuration
def _small_words(text: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(text))


def _of_section(word: s.Word) -> bool:
    return word.item is not None and name_of_word(word).startswith("section ")


def _old_names(book: Rulebook, language: str) -> Iterator[tuple[str, str, Source]]:
    """Yield the old name, the new name and the layer's source for each part that a layer renamed. Old names that
    something else still has are left out."""
    own = own_language(book)
    names = (name for placed in book.clauses for name in _names_given(placed.clause, own, language).values())
    now = {name.lower() for name in names}
    for changes in book.changes_of.values():
        for before, after, source in changes:
            if before is after:
                continue
            new = _names_given(after, own, language)
            for key, name in _names_given(before, own, language).items():
                if name == new.get(key, name):
                    continue
                short = all(len(one.split()) <= LONGEST for one in (name, new.get(key, name))) and len(name) >= ROOT
                if short and name.lower() not in now:
                    yield name, new[key], source


@lru_cache(maxsize=8192)
def _names_given(clause: s.Clause, own: str, language: str) -> Mapping[tuple[str, str], str]:
    """Return the names that a clause gives in a language, keyed by what they name: its titles if that is the book's
    `own` language, or the word forms of its catalog of words for this language."""
    found: dict[tuple[str, str], str] = {}
    if isinstance(clause, s.WordsClause) and clause.name.text == language:
        for word in clause.entries:
            key = f"{name_of_word(word)}.{word.item.text if word.item else ''}"
            if word.title is not None and not _of_section(word):
                found[key, ""] = word.title.value
            found |= {
                (key, form.key.text): form.value.value for form in word.forms if form.key.text in ("noun", "plural")
            }
    elif language == own and not isinstance(clause, s.SectionClause | s.WordsClause):
        if clause.tags.title is not None:
            found["", ""] = clause.tags.title.value
        for item in inside(clause, s.Item):
            found["", item.name.text] = item.title.value if item.title else item.name.text.replace("_", " ")
    return found
