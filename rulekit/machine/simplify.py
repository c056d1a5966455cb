"""Simplification of the control-flow graph: the passes that lowering runs, for both engines.

None changes what a game can do; how they are ordered is said here, what each does in its file in `passes/`.  What makes
machines faster, for the fast engine alone, is `optimise.py`.
"""

from __future__ import annotations

from . import program as m
from .passes.branch_folding import branch_folding
from .passes.jump_threading import jump_threading
from .passes.unreachable_nodes import unreachable_nodes


def simplify_nodes(
    nodes: tuple[m.Node, ...], start: str, keep: frozenset[str], beside: frozenset[str] = frozenset()
) -> tuple[m.Node, ...]:
    """Forks on constants folded, empty steps threaded, straight runs of steps joined, unreachable nodes removed.

    `keep` may not be renamed; from what stands `beside` the flow play may set out, too.
    """
    starts = frozenset({start}) | beside
    reached = unreachable_nodes(branch_folding(nodes), starts, keep)
    return unreachable_nodes(jump_threading(reached, start, keep | beside), starts, keep)
