"""From machine to an equal machine that runs faster: one pass a file, in the orders here.

The fast engine runs what comes out; the reference interpreter runs the machine as it was lowered, so that every
comparison of the two engines tests the passes as well.  `optimised` is for hosts that go step by step: cells, nodes,
numbers and faults stay what they were.  `for_playouts` is for whole games of random players: there nodes may be copied
and options be spread over more alternatives, and what only hosts ask for goes; the games, what is counted in them, and
the random numbers they use stay what they were.
"""

from __future__ import annotations

from collections.abc import Callable

from .. import program as m
from .candidates import candidates
from .early import early
from .fold import fold
from .hoist import hoist
from .inline import inline
from .lasting import lasting
from .narrow import narrow
from .partial import partial
from .planes import planes
from .prune import prune, prune_watched
from .sets import sets
from .specialise import specialise
from .spread import spread
from .unroll import unroll

__all__ = ["PASSES", "PLAYOUT_PASSES", "for_playouts", "optimised"]

Pass = Callable[[m.Machine, list[str]], m.Machine]

PASSES: dict[str, Pass] = {
    "inline": inline,
    "fold": fold,
    "early": early,
    "sets": sets,
    "candidates": candidates,
    "unroll": unroll,
    "narrow": narrow,
    "hoist": hoist,
}
PLAYOUT_PASSES: dict[str, Pass] = {
    "inline": inline,
    "prune": prune,
    "fold": fold,
    "specialise": specialise,
    "partial": partial,
    "planes": planes,
    "spread": spread,
    "early": early,
    "sets": sets,
    "candidates": candidates,
    "lasting": lasting,
    "unroll": unroll,
    "narrow": narrow,
    "hoist": hoist,
}

WATCHED_PASSES: dict[str, Pass] = {**PLAYOUT_PASSES, "prune": prune_watched}


def optimised(program: m.Machine, only: tuple[str, ...] | None = None) -> tuple[m.Machine, list[str]]:
    """The faster machine, and a line for each pass on what it did; `only` names the passes to run."""
    return _through(PASSES, program, only)


def for_playouts(
    program: m.Machine, only: tuple[str, ...] | None = None, watched: bool = False
) -> tuple[m.Machine, list[str]]:
    """The same for playouts; `watched`: such as look at its invariants."""
    return _through(WATCHED_PASSES if watched else PLAYOUT_PASSES, program, only)


def _through(passes: dict[str, Pass], program: m.Machine, only: tuple[str, ...] | None) -> tuple[m.Machine, list[str]]:
    why: list[str] = []
    for name, change in passes.items():
        if only is None or name in only:
            program = change(program, why)
    return program, why
