"""Finds what was only renamed between two rulebooks: clauses, items, parameters. A renaming changes no meaning.

A name counts as renamed if a clause is otherwise the same, the old name does not occur in the second rulebook, and the
new name does not occur in the first. Then the first rulebook is compared again, with its names replaced.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import evolve, frozen

from ..model import change_kinds as ch
from ..model.difference import difference
from ..model.meaning_hash import WORDING, is_meaningless
from ..model.rulebook import Placed, Rulebook
from ..syntax import nodes as s
from ..syntax.traversal import part_names, walk

_BRACES = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[A-Za-z_]\w*")
ROUNDS = 4
"""How often renamed names are looked for again: a renamed clause may use another."""


@frozen
class Renamings:
    """The changes between two rulebooks apart from renamings, and the new name of each old name. `clauses` has pairs of
    the old and the new clause for those that were renamed; `inside` has those in which only local names were
    renamed."""

    changes: tuple[ch.Change, ...]
    names: Mapping[str, str]
    clauses: tuple[tuple[Placed, Placed], ...]
    inside: tuple[tuple[Placed, Placed], ...]


def difference_without_renamings(before: Rulebook, after: Rulebook) -> Renamings:
    """Return the changes between two rulebooks that are not renamings, and what was renamed."""
    changes, names = difference(before, after), dict[str, str]()
    renamed = before
    for _ in range(ROUNDS):
        new = dict(_renamings(changes, renamed, after))
        if not new:
            break
        names = {old: new.get(last, last) for old, last in names.items()} | new
        renamed = _rename_all(before, names)
        changes = difference(renamed, after)
    original = {id(now): was for was, now in zip(before.clauses, renamed.clauses, strict=True)}
    kept = [_with_original(change, original) for change in changes]
    local = [c for c in kept if isinstance(c, ch.Replaced) and _differs_in_local_names(c)]
    there = {p.id: p for p in after.clauses}
    moved = [(was, there[now.id]) for was, now in zip(before.clauses, renamed.clauses, strict=True) if now.id in there]
    clauses = tuple((was, now) for was, now in moved if was.id != now.id)
    inside = tuple((c.before, c.after) for c in local)
    return Renamings(tuple(c for c in kept if c not in local and not _is_order_of_words(c)), names, clauses, inside)


def changes_without_renamings(before: Rulebook, after: Rulebook) -> tuple[ch.Change, ...]:
    """Return the changes between two rulebooks that are not renamings."""
    return difference_without_renamings(before, after).changes


def _is_order_of_words(change: ch.Change) -> bool:
    """Return whether the words of a catalog changed only their order."""
    return isinstance(change, ch.Replaced) and isinstance(change.after.clause, s.WordsClause) and not change.details


def _with_original(change: ch.Change, original: Mapping[int, Placed]) -> ch.Change:
    """Return a change with the first rulebook's own clause in place of the renamed copy, because other parts of the
    comparison look for it by its old name."""
    match change:
        case ch.Struck(before=placed) | ch.Replaced(before=placed):
            return evolve(change, before=original.get(id(placed), placed))
    return change


def _renamings(changes: Sequence[ch.Change], before: Rulebook, after: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield the old and the new name of everything that was renamed everywhere."""
    found = {pair for one, two in _pairs(changes) for pair in _name_pairs(one, two) or ()}
    if not found:
        return
    had, has = _all_names(before), _all_names(after)
    olds, news = Counter(old for old, _ in found), Counter(new for _, new in found)
    for old, new in found:
        if old not in has and new not in had and olds[old] == news[new] == 1:
            yield old, new


def _pairs(changes: Sequence[ch.Change]) -> Iterator[tuple[s.Clause, s.Clause]]:
    """Yield pairs of clauses that may be equal except for names."""
    gone = [c.before.clause for c in changes if isinstance(c, ch.Struck)]
    for change in changes:
        if isinstance(change, ch.Replaced) and not is_meaningless(change.after.clause):
            yield change.before.clause, change.after.clause
        elif isinstance(change, ch.Added):
            new = change.after.clause
            alike = [old for old in gone if type(old) is type(new) and _name_pairs(old, new) is not None]
            if len(alike) == 1:
                yield alike[0], new


@lru_cache(maxsize=4096)  # the same clauses occur in every configuration
def _name_pairs(one: s.Clause, two: s.Clause) -> frozenset[tuple[str, str]] | None:
    """Return the pairs of old and new names that differ between two clauses. Return None if something else differs,
    apart from wording."""
    if type(one) is not type(two) or _shape(one) != _shape(two):
        return None
    sides = list(zip(_names_of(one), _names_of(two), strict=True))
    if len(set(sides)) != len({old for old, _ in sides}) or len(set(sides)) != len({new for _, new in sides}):
        return None
    return frozenset((old, new) for old, new in sides if old != new)


def _differs_in_local_names(change: ch.Replaced) -> bool:
    """Return whether a clause differs only in its parameters and in other names that it binds itself."""
    before, after = change.before, change.after
    if before.id != after.id or {*change.parts} & {*WORDING, "conditions", "unless", "kind"}:
        return False
    if is_meaningless(after.clause):
        return False
    pairs = _name_pairs(before.clause, after.clause)
    if not pairs:
        return False
    own = [{n.name.text for n in walk(c) if isinstance(n, s.Binder | s.Param)} for c in (before.clause, after.clause)]
    return all(old in own[0] and new in own[1] for old, new in pairs)


def _shape(part: object) -> object:
    """Return a syntax tree as nested tuples without names, positions and wording."""
    if isinstance(part, s.Name):
        return s.Name
    if isinstance(part, s.Node):
        return (type(part), *(_shape(getattr(part, name)) for name in part_names(type(part)) if name not in WORDING))
    return tuple(map(_shape, part)) if isinstance(part, tuple) else part


def _names_of(part: object) -> Iterator[str]:
    """Yield the names in a syntax tree in the order of its fields, without those in its wording."""
    if isinstance(part, s.Name):
        yield part.text
    elif isinstance(part, s.Node):
        for name in part_names(type(part)):
            if name not in WORDING:
                yield from _names_of(getattr(part, name))
    elif isinstance(part, tuple):
        for item in part:
            yield from _names_of(item)


def _all_names(book: Rulebook) -> frozenset[str]:
    return frozenset(n.text for p in book.clauses for root in p.roots for n in walk(root) if isinstance(n, s.Name))


def _rename_all(book: Rulebook, names: Mapping[str, str]) -> Rulebook:
    """Return a rulebook with its names replaced. Clauses without these names stay the same objects."""

    def placed(one: Placed) -> Placed:
        return evolve(
            one,
            clause=_rename(one.clause, names),
            conditions=_rename(one.conditions, names),
            unless=_rename(one.unless, names),
        )

    return evolve(book, clauses=tuple(map(placed, book.clauses)))


def _rename(part: Any, names: Mapping[str, str]) -> Any:
    """Return a syntax tree with its names replaced, also inside the braces of its texts."""
    match part:
        case s.Name(text=text):
            return evolve(part, text=names[text]) if text in names else part
        case s.Text(value=value) if "{" in value:
            told = _BRACES.sub(lambda found: _WORD.sub(lambda word: names.get(word[0], word[0]), found[0]), value)
            return evolve(part, value=told) if told != value else part
        case s.Word(of=of) if of and any(word in names for word in _WORD.findall(of)):
            said = _WORD.sub(lambda word: names.get(word[0], word[0]), of)
            return evolve(_rename(evolve(part, of=""), names), of=said)
        case s.Node():
            new = {name: _rename(getattr(part, name), names) for name in part_names(type(part))}
            changed = {name: value for name, value in new.items() if value is not getattr(part, name)}
            return evolve(part, **changed) if changed else part
        case tuple():
            found = tuple(_rename(item, names) for item in part)
            return found if any(a is not b for a, b in zip(found, part, strict=True)) else part
    return part
