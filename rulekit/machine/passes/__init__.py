"""Passes from machine to machine, one file each, in the order in which they run.  None changes what a game can do."""

from __future__ import annotations

from .. import program as m
from .drop import drop
from .fold import fold
from .thread import thread

__all__ = ["drop", "fold", "simplify", "thread"]


def simplify(nodes: tuple[m.Node, ...], start: str, keep: frozenset[str]) -> tuple[m.Node, ...]:
    """Constants folded, empty steps threaded, straight runs of steps joined, what cannot be reached dropped."""
    return drop(thread(drop(fold(nodes), start, keep), start, keep), start, keep)
