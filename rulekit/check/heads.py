"""Heads of decisions: which of the lets among chooses say what is offered, and which belong to the option taken.

A let that a later choose or requirement of the same decision reads, itself or by way of another such let, is worked
out for every combination.  Any other is worked out once, after the option is taken: it may rest on what was picked,
and nobody pays for options that nobody takes.  A `let … in` is a requirement too, and always among the former.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..model.symbols import LocalSymbol, Symbol
from ..syntax import nodes as s
from .walk import parts, walk


def asked(
    items: Iterable[s.Stmt],
    following: s.Stmt | None,
    refs: Mapping[s.Node, Symbol],
    binds: Mapping[object, LocalSymbol],
) -> set[s.Let]:
    """The lets among a decision's `items` that say what is offered; `following` is a choice of several things that
    comes at once after them, and has to be completed, too.
    """
    found: set[s.Let] = set()
    read: set[Symbol] = set()
    if isinstance(following, s.Choose):
        read |= _read(following, refs)
    for item in reversed(list(items)):
        if isinstance(item, s.Let):
            if not item.member and binds[item] not in read:
                continue
            found.add(item)
        read |= _read(item, refs)
    return found


def _read(stmt: s.Stmt, refs: Mapping[s.Node, Symbol]) -> set[Symbol]:
    """The locals that a statement reads."""
    found = (refs.get(node) for part in parts(stmt) for node in walk(part))
    return {symbol for symbol in found if isinstance(symbol, LocalSymbol)}
