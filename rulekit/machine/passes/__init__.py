"""Passes from machine to machine, one file each, in the order in which they run.  None changes what a game can do."""

from __future__ import annotations

from .. import program as m
from .drop import drop
from .fold import fold
from .thread import thread

__all__ = ["drop", "fold", "simplify", "thread"]


def simplify(
    nodes: tuple[m.Node, ...], start: str, keep: frozenset[str], beside: frozenset[str] = frozenset()
) -> tuple[m.Node, ...]:
    """Constants folded, empty steps threaded, straight runs of steps joined, what cannot be reached dropped.

    `keep` may not be renamed; from what stands `beside` the flow play may set out, too.
    """
    starts = frozenset({start}) | beside
    return drop(thread(drop(fold(nodes), starts, keep), start, keep | beside), starts, keep)
