"""Catalogs of words, and statements of sources, of several layers as one; what of a stack of books can have words.

A word may be for a name of any book of the stack, also for one that a layer strikes; whether its forms fit what is left
is for the check room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from weakref import WeakKeyDictionary

from attrs import evolve

from ..diagnostics import Diagnostic
from ..diagnostics.near import did_you_mean
from ..syntax import nodes as s
from ..syntax.traversal import inside, walk
from .header import Stack


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
    return word.name.text, word.item.text if word.item else ""


def _supplemented(old: s.Word, new: s.Word) -> s.Word:
    """Another title comes with forms of its own; a line without a title changes the forms that it has."""
    if new.title:
        return new
    forms = {form.key.text: form for form in (*old.forms, *new.forms)}
    return evolve(old, forms=tuple(forms.values()))


def inner_names(clause: s.Clause | s.Amendment | s.BodyAmendment) -> Iterator[s.Name]:
    """What has a name inside a clause, or in what is added to one: items, rows, attributes, parameters, dimensions,
    variables, values, steps, branches.
    """
    for node in walk(clause):
        match node:
            case s.Item(name=name) | s.Field(name=name) | s.Param(name=name) | s.Binder(name=name):
                yield name
            case s.Let(name=name) | s.LetExpression(name=name):
                yield name
            case s.Step(name=name) | s.Branch(name=name) | s.Window(name=name) | s.KeepHere(name=name):
                yield name
            case s.Dimension(name=name) if name is not None:
                yield name
            case s.Reach(source=one, target=other):
                yield from (one, other)
            case s.When(params=params, seat=seat):
                yield from (one for one in (*params, seat) if isinstance(one, s.Name))
            case s.AtStep(params=params):
                yield from (one for one in params if isinstance(one, s.Name))
            case s.ExceptionClause(params=params):
                yield from (one for one in params if isinstance(one, s.Name))


def unknown(stack: Stack) -> Iterator[Diagnostic]:
    """Words for what no book of the stack has."""
    known = _names(stack)
    for book in stack.books:
        for clause in written_clauses(book.members):
            if isinstance(clause, s.WordsClause):
                for word in clause.entries:
                    yield from _misnamed(word, known)


def _misnamed(word: s.Word, known: Mapping[str, dict[str, None] | None]) -> Iterator[Diagnostic]:
    name, item = word.name, word.item
    if name.text not in known:
        advice = did_you_mean(name.text, known, name.span)
        yield Diagnostic("E241", f"nothing here is called `{name.text}`", name.span, help=advice)
        return
    inner = known[name.text]
    if item is not None and inner is not None and item.text not in inner:
        advice = did_you_mean(item.text, inner, item.span)
        yield Diagnostic("E241", f"`{name.text}` has no `{item.text}` in it", item.span, help=advice)


def _names(stack: Stack) -> dict[str, dict[str, None] | None]:
    """Every name that may have words, with the names inside it; None where those are not written (sites of a grid)."""
    found: dict[str, dict[str, None] | None] = {"Player": {}}
    for book in stack.books:
        header = book.header
        seats = [seat.name.text for seat in header.seats] or [
            f"p{n}" for n in range(1, max(header.player_counts, default=0) + 1)
        ]
        for name in (header.name, *header.ranks, *(source.name for source in header.sources)):
            found.setdefault(name.text, {})
        for seat in seats:
            found.setdefault(seat, {})
            _add(found, "Player", [seat])
        for clause in written_clauses(book.members):
            if isinstance(clause, s.WordsClause | s.LookClause | s.StatementsClause):
                continue
            inner, branches = _inside(clause)
            _add(found, clause.name.text, inner)
            for branch, picked in branches:
                _add(found, branch, picked)  # it is a label of its own, wherever it stands
            if isinstance(clause, s.BoardClause) and clause.shape != "graph":
                found[clause.name.text] = found[f"{clause.name.text}Direction"] = None
        for amendment in _amendments(book.members):
            _add(found, amendment.name.text, (name.text for name in inner_names(amendment)))
            for node in inside(amendment, s.Branch):
                _add(found, node.name.text, _within(node))
    return found


_Branches = tuple[tuple[str, tuple[str, ...]], ...]
"""Each branch with the names in it, by which a label's values are called."""
_KNOWN: WeakKeyDictionary[s.Clause, tuple[tuple[str, ...], _Branches]] = WeakKeyDictionary()
"""What stands inside a clause, which never changes while books are assembled for one configuration after another."""


def _inside(clause: s.Clause) -> tuple[tuple[str, ...], _Branches]:
    """The names inside a clause, and its branches."""
    if clause not in _KNOWN:
        branches = tuple((node.name.text, tuple(_within(node))) for node in inside(clause, s.Branch))
        _KNOWN[clause] = (tuple(name.text for name in inner_names(clause)), branches)
    return _KNOWN[clause]


def _within(branch: s.Branch) -> Iterator[str]:
    """What is chosen or drawn in a branch."""
    return (binder.name.text for binder in inside(branch, s.Binder))


def _add(found: dict[str, dict[str, None] | None], name: str, inner: Iterable[str]) -> None:
    known = found.setdefault(name, {})
    if known is not None:
        known.update(dict.fromkeys(inner))


def written_clauses(members: tuple[s.Member, ...]) -> Iterator[s.Clause]:
    """Every clause that a book adds or puts in place, under whatever condition."""
    for member in members:
        match member:
            case s.Under(body=body):
                yield from written_clauses(body)
            case s.Replace(clause=clause) | (s.Clause() as clause):
                yield clause


def _amendments(members: tuple[s.Member, ...]) -> Iterator[s.Amendment | s.BodyAmendment]:
    """What a book adds to single clauses, or puts in place there, under whatever condition."""
    for member in members:
        match member:
            case s.Under(body=body):
                yield from _amendments(body)
            case s.Amendment() | s.BodyAmendment():
                yield member
