"""Which elements of cells a game still needs at a node: those that are read behind it before they are written.

The cells are those that stand in locals (`register_promotion.py`): only nodes look at them, with indices known
beforehand.  What is kept of a game while others are played follows from it (`interleaved_playouts.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import frozen

from ...machine import program as m
from ...machine.control_flow import targets
from ...machine.traversal import parts_of, statements_of

Element = tuple[str, tuple[int, ...]]
"""A cell, and the index of one of its elements."""


@frozen
class _Touched:
    """What a stretch of a game reads before it writes it, and what it writes in any case."""

    read: frozenset[Element]
    written: frozenset[Element] = frozenset()


def live_elements(order: Sequence[m.Node], cells: Collection[str]) -> dict[str, frozenset[Element]]:
    """By node; `order` has each node before those that it leads to, but for ways back."""
    live: dict[str, frozenset[Element]] = {node.id: frozenset() for node in order}
    own = {node.id: _step(node, cells) for node in order if isinstance(node, m.StepNode)}
    changed = True
    while changed:
        changed = False
        for node in reversed(order):
            if isinstance(node, m.Decision):
                found = _asked(node, live, cells)
            else:
                behind = frozenset().union(*(live[target] for target in targets(node)))
                found = behind if node.id not in own else (behind - own[node.id].written) | own[node.id].read
            if found != live[node.id]:
                live[node.id], changed = found, True
    return live


def _step(node: m.StepNode, cells: Collection[str]) -> _Touched:
    leaves_early = any(isinstance(s, m.ReturnResult) for s in statements_of(node.body))
    read, written = set[Element](), set[Element]()
    for statement in node.body:
        read |= _read(statement, cells) - written
        if isinstance(statement, m.Write) and statement.cell in cells and not leaves_early:
            written.add(_element(statement.cell, statement.index))
    return _Touched(frozenset(read | _read(node.next, cells) - written), frozenset(written))


def _asked(node: m.Decision, live: dict[str, frozenset[Element]], cells: Collection[str]) -> frozenset[Element]:
    found = _read(node, cells)
    for a in node.alternatives:
        found |= live[a.target] - {_element(v.cell, v.index) for v in a.levels if v.cell in cells}
    return frozenset(found if node.otherwise is None else found | live[node.otherwise])


def _read(part: object, cells: Collection[str]) -> set[Element]:
    """A member that joins a set or leaves it leaves the others as they were."""
    touching = (p for p in parts_of(part) if isinstance(p, (m.Load, m.Insert)))
    return {_element(p.cell, p.index) for p in touching if p.cell in cells}


def written_elements(part: object) -> frozenset[Element]:
    """Those that it may write."""
    writing = (p for p in parts_of(part) if isinstance(p, (m.Write, m.Insert, m.Level)))
    return frozenset(_element(p.cell, p.index) for p in writing)


def _element(cell: str, index: Sequence[m.Expr]) -> Element:
    return cell, tuple(expr.value for expr in index if isinstance(expr, m.Const))
