"""Catalogs of words of several layers as one."""

from __future__ import annotations

from attrs import evolve

from ..syntax import nodes as s


def merged(old: s.WordsClause, new: s.WordsClause) -> s.WordsClause:
    """A catalog and its supplement: the later word for the same thing counts.  Sorted, for no order is meant."""
    entries: dict[tuple[str, str], s.Word] = {}
    for word in (*old.entries, *new.entries):
        key = (word.name.text, word.item.text if word.item else "")
        entries[key] = _supplemented(entries[key], word) if key in entries else word
    return evolve(old, entries=tuple(word for _, word in sorted(entries.items())))


def _supplemented(old: s.Word, new: s.Word) -> s.Word:
    """Another title comes with forms of its own; a line without a title changes the forms that it has."""
    if new.title:
        return new
    forms = {form.key.text: form for form in (*old.forms, *new.forms)}
    return evolve(old, forms=tuple(forms.values()))
