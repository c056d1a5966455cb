"""Heads of decisions: which chooses, lets and requirements at the front of a body make one decision, and which of the
lets among them say what is offered.  How a decision becomes part of a machine is `machine/lower`'s.

A let that a later choose or requirement of the same decision reads, itself or by way of another such let, is worked
out for every combination.  Any other is worked out once, after the option is taken: it may rest on what was picked,
and nobody pays for options that nobody takes.  A `let … in` is a requirement too, and always among the former.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Literal

from attrs import frozen

from ..model.symbols import LocalSymbol, ProcedureSymbol, Symbol
from ..syntax import nodes as s
from ..syntax.traversal import bodies, branches_of, children, walk


@frozen
class Head:
    """The statements at the front of a body that make its first decision, and the rest."""

    chooses: tuple[s.Choose, ...]
    items: tuple[s.Stmt, ...]
    rest: tuple[s.Stmt, ...]

    @property
    def several(self) -> s.Choose | None:
        """The choice of several things that follows at once."""
        first = self.rest[0] if self.rest else None
        return first if isinstance(first, s.Choose) and first.amount is not None else None


def procedure_lets(body: Iterable[s.Stmt], refs: Mapping[s.Node, Symbol]) -> set[s.Stmt]:
    """Return the lets among these statements that run a procedure."""
    return {x for x in body if isinstance(x, s.Let) and isinstance(refs.get(x.value), ProcedureSymbol)}


def is_requirement(stmt: s.Stmt) -> bool:
    """Return whether a statement of a head says what may be offered: `require`, or `let … in`."""
    return isinstance(stmt, s.Require) or (isinstance(stmt, s.Let) and stmt.member)


def head_role(stmt: s.Stmt, calls: Container[s.Stmt]) -> Literal["picks", "several", "requires", "names", ""]:
    """Return what a statement does in a head; `several` is a decision of its own, and "" is no part of any head."""
    if isinstance(stmt, s.Choose):
        return "picks" if stmt.amount is None else "several"
    if isinstance(stmt, s.Require):
        return "requires"
    return "names" if isinstance(stmt, s.Let) and stmt not in calls else ""


def head_of(body: tuple[s.Stmt, ...], action: bool, calls: Container[s.Stmt]) -> Head:
    """Splits a body.  In an action or branch (`action`) lets and requirements alone also belong to the head; elsewhere
    only as far as the last choose, requirement or `let … in` reaches.  `calls` are lets that run a procedure: effects,
    which end the head.
    """
    count = last = 0
    several = sum(1 for _ in first_chooses(body, calls)) > 1
    for count, stmt in enumerate(body):
        if isinstance(stmt, s.Choose) and stmt.amount is not None:
            last = count if last else 0  # what is offered must leave it possible
            break
        if isinstance(stmt, s.Choose) and stmt.otherwise is not None and not is_chained(stmt, several, action):
            break
        if (isinstance(stmt, s.Let) and stmt in calls) or not isinstance(stmt, s.Choose | s.Let | s.Require):
            break
        if action or not isinstance(stmt, s.Let) or stmt.member:
            last = count + 1
    else:
        count = len(body)
    items = body[:last]
    return Head(tuple(i for i in items if isinstance(i, s.Choose)), items, body[last:])


def first_chooses(body: tuple[s.Stmt, ...], calls: Container[s.Stmt]) -> list[s.Choose]:
    found = []
    for stmt in body:
        if isinstance(stmt, s.Choose) and stmt.amount is None:
            found.append(stmt)
        elif not isinstance(stmt, s.Let | s.Require) or stmt in calls:
            break
    return found


def is_chained(choose: s.Choose, several: bool, action: bool) -> bool:
    """Whether `otherwise none` is an option among others of one decision, and not a choose of its own."""
    return (several or action) and isinstance(choose.otherwise, s.Nothing)


def begins(body: tuple[s.Stmt, ...], calls: Container[s.Stmt]) -> bool:
    """Whether a group of chooses begins here, perhaps with what it requires."""
    for stmt in body:
        role = head_role(stmt, calls)
        if role not in ("requires", "names") or (role == "names" and stmt is body[0]):
            return role == "picks"
    return False


def alone_head(body: tuple[s.Stmt, ...], calls: Container[s.Stmt]) -> Head:
    """One choose with an `otherwise` of its own, and all that is required of it, before and after."""
    at = next(i for i, stmt in enumerate(body) if isinstance(stmt, s.Choose))
    end = at + 1
    for i in range(end, len(body)):
        stmt = body[i]
        if head_role(stmt, calls) not in ("requires", "names"):
            break
        if is_requirement(stmt):
            end = i + 1
    first = body[at]
    assert isinstance(first, s.Choose)
    return Head((first,), body[:end], body[end:])


def first_decision(body: tuple[s.Stmt, ...], calls: Container[s.Stmt]) -> tuple[s.Choose, Head, bool]:
    """Return the first choose of the group that begins a body, its head, and whether its `otherwise` makes it a
    decision by itself.
    """
    first = next(stmt for stmt in body if isinstance(stmt, s.Choose))
    head = head_of(body, False, calls)
    alone = first not in head.chooses
    return first, alone_head(body, calls) if alone else head, alone


def heads_with_otherwise(
    body: tuple[s.Stmt, ...], action: bool, calls: Container[s.Stmt]
) -> Iterator[tuple[s.Choose, Head]]:
    """The chooses of a body, at any depth, whose `otherwise` play goes on by where nothing passes, each with the
    decision that it makes.  Behind one, what the decision requires need not hold.
    """
    rest = head_of(body, True, calls).rest if action else body
    while rest:
        stmt, end = rest[0], 1
        if begins(rest, calls):
            first, head, alone = first_decision(rest, calls)
            if alone and first.otherwise is not None:
                yield first, head
            end = max(1, len(head.items))
        for inner in bodies(stmt):
            branch = any(inner is one.body for one in branches_of(stmt))
            yield from heads_with_otherwise(inner, branch, calls)
        rest = rest[end:]


def lets_on_offer(
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
    found = (refs.get(node) for part in children(stmt) for node in walk(part))
    return {symbol for symbol in found if isinstance(symbol, LocalSymbol)}
