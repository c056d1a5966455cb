"""Remembers which checks found nothing in which texts, so that they need not run again after another text changed.

Most checks read only a part of the books: the check of hidden information reads no example and no section, the checks
of texts read no line of an example. If a check found nothing, the cache keeps its name. The key is a hash of the part
that it read, the configuration and this version of rulekit. A check that found something runs each time.

An open board grows with the coordinates that are used on it, and any clause may use one. So the cache entry also has
the boards whose coordinates were used; it is valid only if they are the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Final

from attrs import field, frozen

from ..storage.cache import Store, name_of
from ..storage.fingerprint import fingerprint
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import inside, parts_with_titles
from .registry import RULES, WORDS, CheckFunction
from .run import BegunCheck

KEPT: Final = Store("checks", 4 * 1024 * 1024)
MODULES: Final = ("check/proven_checks.py", "model/assembly.py")
"""The modules that decide what the checks find, together with all that they import."""
LEAST: Final = 10_000
"""Total characters of all books; below this number the checks are as quick as reading the cache."""
_PRINTED: Final = re.compile(r'"(?:\\.|[^"\\\r\n])*"|#[^\r\n]*')
"""Texts for readers, and comments."""
Reading = Callable[[s.Clause, Set[str]], str]
"""A function that returns the part of a clause's text that checks read. The set has the names of clauses that other
members of the books describe or change."""


@frozen(eq=False)
class ProvenChecks:
    """The checks in `passed` need not run: they found nothing before in the same texts. `_names` is a mapping from
    cache keys to the checks that read the text behind this key."""

    passed: frozenset[CheckFunction] = frozenset()
    _names: Mapping[str, frozenset[CheckFunction]] = field(factory=dict)

    def remember(self, begun: BegunCheck) -> None:
        """Write to the cache which checks found nothing in this run, together with those that passed before."""
        for name, checks in self._names.items():
            if new := checks & begun.clean:
                passed = " ".join(sorted(check.__name__ for check in new | (checks & self.passed)))
                KEPT.write(name, f"{_measured(begun)}\n{passed}".encode())


def begin_unproven(
    begin: Callable[[frozenset[CheckFunction]], BegunCheck], books: Sequence[s.Book], *configuration: object
) -> tuple[BegunCheck, ProvenChecks]:
    """Return a check begun without the checks that the cache knows to pass, and these checks. `begin` gets the checks
    to leave out and begins a check with the rest."""
    names = names_of_texts(books, configuration)
    kept = {name: entry for name in names if (entry := _read_entry(name))}
    passed = frozenset(check for name in kept for check in names[name] if check.__name__ in kept[name][1])
    begun = begin(passed)
    if any(measured != _measured(begun) for measured, _ in kept.values()):
        passed = frozenset()
        begun = begin(passed)
    return begun, ProvenChecks(passed, names)


def _read_entry(name: str) -> tuple[str, list[str]] | None:
    """Return what the cache keeps under a key: the boards whose coordinates were used, in one text, and the names of
    the checks. Return None if there is no valid entry."""
    measured, line, passed = (KEPT.read(name) or b"").decode(errors="replace").partition("\n")
    return (measured, passed.split()) if line else None


def _measured(begun: BegunCheck) -> str:
    """Return the names of the open boards whose coordinates are used, in one text; a board grows with these
    coordinates."""
    return " ".join(sorted(begun.checker.boards.measured))


def names_of_texts(books: Sequence[s.Book], configuration: object) -> Mapping[str, frozenset[CheckFunction]]:
    """Return a mapping from cache keys to the checks that read the text behind this key. It is empty if there is no
    cache, or if the books are so short that checking is as quick."""
    large = KEPT.place is not None and sum(len(book.span.source.text) for book in books) >= LEAST
    rulekit = fingerprint(MODULES) if large else None
    if rulekit is None:
        return {}
    about = name_of(rulekit, repr(configuration))
    return {name_of(about, _name_of_texts(tuple(books), read)): checks for read, checks in _READINGS.items()}


@lru_cache(maxsize=16)  # each configuration asks for the same books
def _name_of_texts(books: tuple[s.Book, ...], read: Reading) -> str:
    members = [member for book in books for member in _flat(book.members)]
    named = {one.name.text for member in members for one in _named_by(member)}
    texts = [text for member in members if (text := _read_member(member, read, named))]
    return name_of(*(book.header.span.text for book in books), *texts)


def _flat(members: Sequence[s.Member]) -> Iterator[s.Member]:
    """Yield all members of a book; the members of a block come after the block."""
    for member in members:
        yield member
        if isinstance(member, s.Under):
            yield from _flat(member.body)


def _named_by(member: s.Member) -> Iterator[s.Named | s.Word | s.Clause | s.Amendment | s.BodyAmendment]:
    """Yield the nodes in a member that name a clause which the member describes, translates or changes."""
    match member:
        case s.SectionClause() | s.Amendment():
            yield from inside(member, s.Named)
        case s.WordsClause(entries=entries):
            yield from entries
    match member:
        case s.Replace(clause=clause):
            yield clause
        case s.Amendment() | s.BodyAmendment():
            yield member


def _read_member(member: s.Member, read: Reading, named: Set[str]) -> str:
    clause = member.clause if isinstance(member, s.Replace) else member
    match clause:
        case s.Under(body=body):
            return f"{len(body)} {member.span.source.text[member.span.start : body[0].span.start]}"
        case s.Clause():
            return read(clause, named)
    return member.span.text  # all of it: an amendment may name a line of a body by words in this line


def _rules(clause: s.Clause, named: Set[str]) -> str:
    """Return the text of a clause, without comments and without words for readers. It is empty for a clause that no
    rule can name; a look may name what rules name."""
    aside = does(clause, "about_book", "checks") and not isinstance(clause, s.LookClause)
    return "" if aside else _PRINTED.sub('""', clause.span.text)


def _words(clause: s.Clause, named: Set[str]) -> str:
    """Return the text of a clause. For an example or an invariant that no other member describes or changes, return
    only its heading."""
    match clause:
        case s.ExampleClause(lines=(first, *_)) | s.InvariantClause(condition=first) if clause.name.text not in named:
            if not parts_with_titles(clause):
                return clause.span.text[: first.span.start - clause.span.start]
    return clause.span.text


_READINGS: Final = {_rules: RULES, _words: WORDS}
