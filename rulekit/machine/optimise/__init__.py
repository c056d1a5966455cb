"""From machine to an equal machine that runs faster: one pass a file, in this order.

The fast engine runs what comes out; the reference interpreter runs the machine as it was lowered, so that every
comparison of the two engines tests the passes as well.  Cells, nodes, numbers and faults stay what they were.
"""

from __future__ import annotations

from .. import program as m
from .fold import fold
from .hoist import hoist
from .inline import inline
from .narrow import narrow

__all__ = ["PASSES", "optimised"]

PASSES = {"inline": inline, "fold": fold, "narrow": narrow, "hoist": hoist}


def optimised(program: m.Machine, only: tuple[str, ...] | None = None) -> tuple[m.Machine, list[str]]:
    """The faster machine, and a line for each pass on what it did; `only` names the passes to run."""
    why: list[str] = []
    for name, change in PASSES.items():
        if only is None or name in only:
            program = change(program, why)
    return program, why
