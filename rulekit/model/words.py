"""Catalogs of words, and statements of sources, of several layers as one.

What each word is for was found before (`word_targets.py`).
"""

from __future__ import annotations

from functools import lru_cache

from attrs import evolve

from ..syntax import nodes as s
from .word_names import word_name


@lru_cache(maxsize=256)  # the same catalogs come together in every configuration
def merged(old: s.WordsClause, new: s.WordsClause) -> s.WordsClause:
    """A catalog and its supplement: the later word for the same thing counts.  Sorted, for no order is meant."""
    entries: dict[tuple[str, str], s.Word] = {}
    for word in (*old.entries, *new.entries):
        key = _key(word)
        entries[key] = _supplemented(entries[key], word) if key in entries else word
    return sorted_catalog(evolve(old, entries=tuple(entries.values())))


def with_supplement(old: s.Clause, new: s.Clause) -> s.Clause:
    """Return a clause of a kind in `JOINED` with its supplement from a later layer."""
    match old, new:
        case s.WordsClause(), s.WordsClause():
            return merged(old, new)
        case s.StatementsClause(), s.StatementsClause():
            return _with_statements(old, new)
    raise TypeError(f"a {old.kind} has no supplement")


@lru_cache(maxsize=256)
def _with_statements(old: s.StatementsClause, new: s.StatementsClause) -> s.StatementsClause:
    """The sections of both; what is new of a section stands at its end."""
    sections = {section.title.value: section for section in old.sections}
    for section in new.sections:
        there = sections.get(section.title.value)
        sentences = _with_sentences(there.sentences, section.sentences) if there else section.sentences
        sections[section.title.value] = evolve(there or section, sentences=sentences)
    return evolve(old, sections=tuple(sections.values()))


def _with_sentences(
    old: tuple[s.StatedSentence, ...], new: tuple[s.StatedSentence, ...]
) -> tuple[s.StatedSentence, ...]:
    """The statements of both.  One that another file says again, word for word, is set aside as that file has it."""
    again = {_stated(one): one for one in new}
    kept = [
        again.pop(_stated(one))
        if _stated(one) in again and again[_stated(one)].span.source is not one.span.source
        else one
        for one in old
    ]
    replacing = {id(one) for one in kept}
    return (*kept, *(one for one in new if id(one) not in replacing))


def _stated(one: s.StatedSentence) -> tuple[int, str]:
    return one.number.value, one.text.value


def sorted_catalog(clause: s.WordsClause) -> s.WordsClause:
    """A catalog by the names of its entries, so that two can be set side by side."""
    return evolve(clause, entries=tuple(sorted(clause.entries, key=_key)))


def _key(word: s.Word) -> tuple[str, str]:
    return worded_name(word), word.item.text if word.item else ""


def worded_name(word: s.Word) -> str:
    """Return the name that a word is for, with the kind that it says or was found to mean."""
    return word.of or (word_name(word.kind.text, word.name.text) if word.kind else word.name.text)


def _supplemented(old: s.Word, new: s.Word) -> s.Word:
    """Another title comes with forms of its own; a line without a title changes the forms that it has."""
    if new.title:
        return new
    forms = {form.key.text: form for form in (*old.forms, *new.forms)}
    return evolve(old, forms=tuple(forms.values()))
