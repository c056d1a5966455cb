"""Remembers which checks found nothing in which texts, so that they need not run again after another text changed.

Most checks read only a part of the books: the check of hidden information reads no example and no section, the checks
of texts read no line of an example. The name of that part, with the configuration and this version of rulekit, is kept
in the cache when all checks that read it found nothing. A check that found something runs again each time.

Coordinates of an open board, which any clause may use, change its size. So the boards whose coordinates were used are
kept as well, and must be the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Final

from attrs import field, frozen

from .check.registry import RULES, WORDS, CheckFunction
from .check.run import BegunCheck
from .engine.fingerprint import fingerprint
from .storage.cache import Store, name_of
from .syntax import nodes as s
from .syntax.traversal import inside, parts_with_titles

KEPT: Final = Store("checks", 4 * 1024 * 1024)
MODULES: Final = ("proven_checks.py", "model/assembly.py")
"""The modules that decide what the checks find; their imports count."""
LEAST: Final = 10_000
"""Total characters of all books below which checks are as quick as the cache."""
_ASIDE: Final = (
    *(s.ExampleClause, s.InvariantClause, s.FigureClause, s.WordsClause),
    *(s.StatementsClause, s.ChapterClause, s.SectionClause),
)
"""Clauses that no rule can name."""
_PRINTED: Final = re.compile(r'"(?:\\.|[^"\\\r\n])*"|#[^\r\n]*')
"""Texts for readers, and comments."""
Reading = Callable[[s.Clause, Set[str]], str]
"""A function that returns what checks read of a clause; the set has the names of clauses that are described or changed
elsewhere."""


@frozen(eq=False)
class ProvenChecks:
    """The checks that `passed`: they found nothing in what they read of some books. `_names` has all checks by the name
    of what they read."""

    passed: frozenset[CheckFunction] = frozenset()
    _names: Mapping[str, frozenset[CheckFunction]] = field(factory=dict)

    def remember(self, begun: BegunCheck) -> None:
        """Keep the names of what the checks read that found nothing now."""
        for name, checks in self._names.items():
            if new := checks & begun.clean:
                passed = " ".join(sorted(check.__name__ for check in new | (checks & self.passed)))
                KEPT.write(name, f"{_measured(begun)}\n{passed}".encode())


def begin_unproven(
    begin: Callable[[frozenset[CheckFunction]], BegunCheck], books: Sequence[s.Book], *configuration: object
) -> tuple[BegunCheck, ProvenChecks]:
    """Begin a check without those checks that have passed: `begin` leaves out what it is given."""
    names = names_of_texts(books, configuration)
    kept = {name: entry for name in names if (entry := _read_entry(name))}
    passed = frozenset(check for name in kept for check in names[name] if check.__name__ in kept[name][1])
    begun = begin(passed)
    if any(measured != _measured(begun) for measured, _ in kept.values()):
        passed = frozenset()
        begun = begin(passed)
    return begun, ProvenChecks(passed, names)


def _read_entry(name: str) -> tuple[str, list[str]] | None:
    """Return the measured boards and the checks kept under a name; None if there is nothing that can be read."""
    measured, line, passed = (KEPT.read(name) or b"").decode(errors="replace").partition("\n")
    return (measured, passed.split()) if line else None


def _measured(begun: BegunCheck) -> str:
    """Return the open boards whose coordinates are used, by any clause: these boards are larger."""
    return " ".join(sorted(begun.checker.boards.measured))


def names_of_texts(books: Sequence[s.Book], configuration: object) -> Mapping[str, frozenset[CheckFunction]]:
    """Return checks by the name of what they read; nothing if that is not worth keeping."""
    large = KEPT.place is not None and sum(len(book.span.source.text) for book in books) >= LEAST
    rulekit = fingerprint(MODULES) if large else None
    if rulekit is None:
        return {}
    about = name_of(rulekit, repr(configuration))
    return {name_of(about, _name_of_texts(tuple(books), read)): checks for read, checks in _READINGS.items()}


@lru_cache(maxsize=16)  # the same books occur in every configuration
def _name_of_texts(books: tuple[s.Book, ...], read: Reading) -> str:
    members = [member for book in books for member in _flat(book.members)]
    named = {one.name.text for member in members for one in _named_by(member)}
    texts = [text for member in members if (text := _read_member(member, read, named))]
    return name_of(*(book.header.span.text for book in books), *texts)


def _flat(members: Sequence[s.Member]) -> Iterator[s.Member]:
    """Yield the members of a book; those inside a block follow it."""
    for member in members:
        yield member
        if isinstance(member, s.Under):
            yield from _flat(member.body)


def _named_by(member: s.Member) -> Iterator[s.Named | s.Word | s.Clause | s.Amendment | s.BodyAmendment]:
    """Yield what names the clauses that a member describes, translates or changes."""
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
    return member.span.text  # a quoted line may be found by the words in it


def _rules(clause: s.Clause, named: Set[str]) -> str:
    """Return a clause without words for readers; nothing of one that no rule can name."""
    return "" if isinstance(clause, _ASIDE) else _PRINTED.sub('""', clause.span.text)


def _words(clause: s.Clause, named: Set[str]) -> str:
    """Return a clause; of an example or an invariant that nothing else describes or changes, only its heading."""
    match clause:
        case s.ExampleClause(lines=(first, *_)) | s.InvariantClause(condition=first) if clause.name.text not in named:
            if not parts_with_titles(clause):
                return clause.span.text[: first.span.start - clause.span.start]
    return clause.span.text


_READINGS: Final = {_rules: RULES, _words: WORDS}
