"""Catalogs of words, which translate the names of a rulebook. This file finds the name that each line of a catalog
translates, and merges the catalogs of several layers.

A line may translate a name of any book of the stack, even one that a layer strikes. `rulekit.check` tests whether the
forms of the words are right. This file also merges lists of statements of sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from attrs import define, evolve, field

from ..diagnostics import Diagnostic, DiagnosticSink, Help, did_you_mean
from ..syntax import nodes as s
from ..syntax.forms import by_kind, forms_of
from ..syntax.traversal import branches_in, inside, names_declared_by, walk
from .bounds import MOST_PLAYERS
from .header import FRONT_LINES, Stack
from .naming import APART, BRANCH, FRONT, LAYER, RANK, SECTION, SOURCE, bare_name, word_name


@lru_cache(maxsize=256)  # cached, because every configuration merges the same catalogs
def merge_catalogs(old: s.WordsClause, new: s.WordsClause) -> s.WordsClause:
    """Return the union of two catalogs, sorted by name. If both have a line for the same name, the later one counts."""
    entries: dict[tuple[str, str], s.Word] = {}
    for word in (*old.entries, *new.entries):
        key = _key(word)
        entries[key] = _merge_words(entries[key], word) if key in entries else word
    return sort_catalog(evolve(old, entries=tuple(entries.values())))


def with_supplement(old: s.Clause, new: s.Clause) -> s.Clause:
    """Return a clause merged with `new`, a clause of the same name in a later layer that supplements it. Only clauses
    of the kinds in `JOINED` have supplements."""
    match old, new:
        case s.WordsClause(), s.WordsClause():
            return merge_catalogs(old, new)
        case s.StatementsClause(), s.StatementsClause():
            return _with_statements(old, new)
    raise TypeError(f"a {old.kind} has no supplement")


@lru_cache(maxsize=256)
def _with_statements(old: s.StatementsClause, new: s.StatementsClause) -> s.StatementsClause:
    """Return the union of two lists of statements. In each section, new statements come last."""
    sections = {section.title.value: section for section in old.sections}
    for section in new.sections:
        there = sections.get(section.title.value)
        sentences = _with_sentences(there.sentences, section.sentences) if there else section.sentences
        sections[section.title.value] = evolve(there or section, sentences=sentences)
    return evolve(old, sections=tuple(sections.values()))


def _with_sentences(
    old: tuple[s.StatedSentence, ...], new: tuple[s.StatedSentence, ...]
) -> tuple[s.StatedSentence, ...]:
    """Return the statements of one section in two lists. If both have the same statement word for word, only that of
    the new file is kept."""
    again = {_statement_key(one): one for one in new}
    kept = [
        again.pop(_statement_key(one))
        if _statement_key(one) in again and again[_statement_key(one)].span.source is not one.span.source
        else one
        for one in old
    ]
    replacing = {id(one) for one in kept}
    return (*kept, *(one for one in new if id(one) not in replacing))


def _statement_key(one: s.StatedSentence) -> tuple[int, str]:
    return one.number.value, one.text.value


def sort_catalog(clause: s.WordsClause) -> s.WordsClause:
    """Return a catalog sorted by name, so that it can be compared with another one."""
    return evolve(clause, entries=tuple(sorted(clause.entries, key=_key)))


def _key(word: s.Word) -> tuple[str, str]:
    return name_of_word(word), word.item.text if word.item else ""


def name_of_word(word: s.Word) -> str:
    """Return the name that a line of a catalog translates. It is `word.of` if the line was resolved; otherwise it is
    the name as written, with its kind if it has one."""
    return word.of or (word_name(word.kind.text, word.name.text) if word.kind else word.name.text)


def _merge_words(old: s.Word, new: s.Word) -> s.Word:
    """Return the line `new` if it has a title. Otherwise return the line `old` with the forms of `new` added."""
    if new.title:
        return new
    forms = {form.key.text: form for form in (*old.forms, *new.forms)}
    return evolve(old, forms=tuple(forms.values()))


WORDED: Final = frozenset([*APART, *(set(s.KINDS.values()) - {"words", "look", "statements"})])
"""Kinds of clauses and other things whose names may have words."""


@by_kind
def _has_names(kind: type[s.Node]) -> bool:
    """Return whether a syntax node of this class may declare names, so that `inner_names` must look at it."""
    declares = any(flag.startswith("declares") for form in forms_of(kind) for flag in form.flags)
    return declares or issubclass(kind, s.ShowsLine | s.Reach | s.When | s.AtStep | s.ExceptionClause)


def inner_names(clause: s.Clause | s.Amendment | s.BodyAmendment) -> Iterator[s.Name]:
    """Yield the names declared inside a clause or an amendment, such as items, rows, attributes, parameters,
    dimensions, variables, steps and branches."""
    for node in walk(clause):
        if not _has_names(type(node)):
            continue
        yield from names_declared_by((node,))
        match node:
            case s.ShowsLine(named=None, what=what):
                yield s.Name(what, span=node.span)
            case s.ShowsLine(named=s.Named(name=name)):
                yield name
            case s.Reach(source=one, target=other):
                yield from (one, other)
            case s.When(params=params, seat=seat):
                yield from (one for one in (*params, seat) if isinstance(one, s.Name))
            case s.AtStep(params=params):
                yield from (one for one in params if isinstance(one, s.Name))
            case s.ExceptionClause(params=params):
                yield from (one for one in params if isinstance(one, s.Name))


_Names = dict[str, dict[str, None] | None]
"""Every name that may have words, with the names inside it; None where those are not written (sites of a grid)."""


def with_meant_words(stack: Stack, problems: DiagnosticSink) -> Stack:
    """Return the stack with each line of its catalogs resolved to the name that it translates. Lines for unknown names
    are reported in `problems`. If a line gives no kind, names in its own book or below count first, then those in later
    books."""
    books, found = _resolved_books(stack.books)
    problems.add(*found)
    return evolve(stack, books=books)


@lru_cache(maxsize=8)  # cached, because every configuration has the same books
def _resolved_books(written: tuple[s.Book, ...]) -> tuple[tuple[s.Book, ...], tuple[Diagnostic, ...]]:
    """Return the books with each line of their catalogs resolved to a name, and the diagnostics for lines that cannot
    be resolved."""
    below: _Names = {"Player": {}}
    everything: _Names = {}
    for book in written:
        _merge(everything, _names(book))
    declared = ids_in_books(written)
    books: list[s.Book] = []
    problems: list[Diagnostic] = []
    for book in written:
        _merge(below, _names(book))
        found = _WordResolver(below, everything, declared)
        books.append(_with_meanings(book, tuple(found.resolve(word) for word in _entries(book.members))))
        problems += found.problems
    return tuple(books), tuple(problems)


@define
class _WordResolver:
    """Resolves the lines of one book's catalogs. Names of this book and of those below it come first, then those of all
    books."""

    below: _Names
    everything: _Names
    declared: frozenset[str]
    problems: list[Diagnostic] = field(factory=list)

    def resolve(self, word: s.Word) -> str:
        """Return the name that a line of a catalog translates, or "" if no such name was found."""
        name, item = word.name, word.item
        for known in (self.below, self.everything):
            meant = self._names_meant(word, known)
            if len(meant) > 1:
                self.problems.append(self._ambiguous(word, meant))
                return ""
            if meant:
                inner = known[meant[0]]
                if item is not None and inner is not None and item.text not in inner:
                    if known is self.below and item.text in (self.everything.get(meant[0]) or ()):
                        return meant[0]
                    advice = did_you_mean(item.text, inner, item.span)
                    message = f"`{name.text}` has no `{item.text}` in it"
                    self.problems.append(Diagnostic("E241", message, item.span, help=advice))
                return meant[0]
        if word.kind is not None and word.kind.text not in WORDED:
            advice = did_you_mean(word.kind.text, WORDED, word.kind.span)
            message = f"there is no kind of thing called `{word.kind.text}`"
            self.problems.append(Diagnostic("E241", message, word.kind.span, help=advice))
            return ""
        kind = f"{word.kind.text} " if word.kind else ""
        advice = did_you_mean(name.text, {bare_name(one) for one in self.everything}, name.span)
        if word_name(SECTION, name.text) in self.everything:
            advice = (Help(f"write `section {name.text}: …` for words of this section"),)
        self.problems.append(Diagnostic("E241", f"nothing here is called `{kind}{name.text}`", name.span, help=advice))
        return ""

    def _names_meant(self, word: s.Word, known: _Names) -> list[str]:
        """Return those of the names `known` that a line of a catalog may translate."""
        if word.kind is not None:
            name = word_name(word.kind.text, word.name.text)
            declared = f"{word.kind.text} {word.name.text}"
            return [name] if name in known and (declared == name or declared in self.declared) else []
        names = (word.name.text, *(word_name(kind, word.name.text) for kind in sorted(APART - {SECTION})))
        return [name for name in names if name in known]

    def _ambiguous(self, word: s.Word, meant: Sequence[str]) -> Diagnostic:
        name = word.name.text
        kinds = [kind for kind in sorted(WORDED) if word_name(kind, name) in meant]
        ways = [f"{kind} {name}" for kind in kinds if kind in APART or f"{kind} {name}" in self.declared]
        message = f"`{name}` is the name of several things here"
        advice = f"say which: {' or '.join(f'`{way}: …`' for way in ways)}"
        return Diagnostic("E251", message, word.name.span, help=(Help(advice),))


def _entries(members: tuple[s.Member, ...]) -> Iterator[s.Word]:
    """Yield all lines of a book's catalogs of words, in written order."""
    for clause in clauses_in_books(members):
        if isinstance(clause, s.WordsClause):
            yield from clause.entries


@lru_cache(maxsize=64)  # cached, because every configuration has the same books
def _with_meanings(book: s.Book, names: tuple[str, ...]) -> s.Book:
    """Return the book with each line of its catalogs resolved. `names` has the name for each line, in order."""
    meant = dict(zip(_entries(book.members), names, strict=True))
    if all(name_of_word(word) == name for word, name in meant.items()):
        return book
    return evolve(book, members=tuple(_member(member, meant) for member in book.members))


def _member(member: s.Member, meant: Mapping[s.Word, str]) -> s.Member:
    match member:
        case s.Under(body=body):
            return evolve(member, body=tuple(_member(one, meant) for one in body))
        case s.Replace(clause=s.WordsClause() as clause):
            return evolve(member, clause=_catalog(clause, meant))
        case s.WordsClause():
            return _catalog(member, meant)
    return member


def _catalog(clause: s.WordsClause, meant: Mapping[s.Word, str]) -> s.WordsClause:
    return evolve(clause, entries=tuple(evolve(word, of=meant[word]) for word in clause.entries))


def _merge(known: _Names, more: _Names) -> None:
    for name, inner in more.items():
        if inner is None:
            known[name] = None
        else:
            _add(known, name, inner)


def ids_in_books(books: Iterable[s.Book]) -> frozenset[str]:
    """Return the ids of all clauses that a book adds or replaces, under any condition."""
    return frozenset[str]().union(*map(_ids_in_book, books))


@lru_cache(maxsize=64)
def _ids_in_book(book: s.Book) -> frozenset[str]:
    """Return the ids of all clauses that this book adds or replaces, under any condition."""
    return frozenset(f"{clause.kind} {clause.name.text}" for clause in clauses_in_books(book.members))


@lru_cache(maxsize=64)
def _names(book: s.Book) -> _Names:
    """Return all names declared in a book, each with the names declared inside it."""
    found: _Names = {"Player": {}}
    header = book.header
    most = min(max((part.high for part in header.numbers), default=0), MOST_PLAYERS)
    seats = [seat.name.text for seat in header.seats] or [f"p{n}" for n in range(1, most + 1)]
    found[word_name(LAYER, header.name.text)] = {}
    found |= {word_name(RANK, rank.text): {} for rank in header.ranks}
    found |= {word_name(SOURCE, source.name.text): {} for source in header.sources}
    found |= {word_name(FRONT, line): {} for line in FRONT_LINES if getattr(header, line)}
    for seat in seats:
        found.setdefault(seat, {})
        _add(found, "Player", [seat])
    for clause in clauses_in_books(book.members):
        if isinstance(clause, s.WordsClause | s.LookClause | s.StatementsClause):
            continue
        inner, branches = _inside(clause)
        _add(found, word_name(clause.kind, clause.name.text), inner)
        for branch, picked in branches:
            # the name of a branch is also a label, which is the same in all clauses
            _add(found, word_name(BRANCH, branch), picked)
        if isinstance(clause, s.BoardClause) and clause.shape != "graph":
            found[clause.name.text] = found[f"{clause.name.text}Direction"] = None
    for amendment in flatten_members(book.members):
        if not isinstance(amendment, s.Amendment | s.BodyAmendment):
            continue
        _add(found, word_name(amendment.kind, amendment.name.text), (name.text for name in inner_names(amendment)))
        for branch, picked in _branches(amendment):
            _add(found, word_name(BRANCH, branch), picked)
    return found


_Branches = tuple[tuple[str, tuple[str, ...]], ...]
"""The name of each branch with the names bound in it, which are the parameters of its label."""
_KNOWN: WeakKeyDictionary[s.Clause, tuple[tuple[str, ...], _Branches]] = WeakKeyDictionary()
"""The names inside each clause, cached, because books are assembled for one configuration after another."""


def _inside(clause: s.Clause) -> tuple[tuple[str, ...], _Branches]:
    """Return the names declared inside a clause, and its branches."""
    if clause not in _KNOWN:
        _KNOWN[clause] = (tuple(name.text for name in inner_names(clause)), tuple(_branches(clause)))
    return _KNOWN[clause]


def _branches(part: s.Node) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of each branch in a clause or amendment, with the names that are chosen or drawn in it."""
    for branch in branches_in(part):
        yield branch.name.text, tuple(binder.name.text for binder in inside(branch, s.Binder))


def _add(found: _Names, name: str, inner: Iterable[str]) -> None:
    known = found.setdefault(name, {})
    if known is not None:
        known.update(dict.fromkeys(inner))


def flatten_members(members: Iterable[s.Member]) -> Iterator[s.Member]:
    """Yield the members of a book. Instead of an `under` block, yield the members inside it."""
    for member in members:
        if isinstance(member, s.Under):
            yield from flatten_members(member.body)
        else:
            yield member


def clauses_in_books(members: Iterable[s.Member]) -> Iterator[s.Clause]:
    """Yield every clause that a book adds or replaces, under any condition."""
    for member in flatten_members(members):
        if isinstance(member, s.Replace | s.Clause):
            yield member.clause if isinstance(member, s.Replace) else member
