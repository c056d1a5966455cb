"""The optimiser: runs the passes of `passes/` on a machine, in the orders listed here, to get an equivalent, faster
machine.

The fast engine runs the optimised machine. The reference interpreter runs the machine that lowering made, so every
comparison of the engines also tests the passes. `optimise_for_hosts` is for programs that step through games: cells,
nodes, numbers and faults stay the same. `for_playouts` is for whole random games. It may copy nodes, split alternatives
and remove parts that only hosts use; games, counts and random numbers stay the same. `control_flow.py` has the
simplification that lowering runs for both engines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve

from . import program as m
from .analyses.manager import Analyses
from .passes.available_expressions import available_expressions
from .passes.bitboards import bitboards
from .passes.bitset_vectorisation import bitset_vectorisation
from .passes.case_splitting import case_splitting
from .passes.change_tracking import change_tracking
from .passes.constant_propagation import constant_propagation
from .passes.dead_code_elimination import dead_code_elimination, eliminate_dead_code
from .passes.domain_filtering import domain_filtering
from .passes.function_specialisation import function_specialisation
from .passes.hoist import hoist
from .passes.incremental_fixpoint import incremental_fixpoint
from .passes.inline import inline
from .passes.invariant_filters import invariant_filters
from .passes.loop_fusion import loop_fusion
from .passes.loop_narrowing import loop_narrowing
from .passes.loop_unswitching import loop_unswitching
from .passes.occupied_sites import occupied_sites
from .passes.option_sets import option_sets
from .passes.predicate_pushdown import predicate_pushdown
from .passes.redundancy_elimination import redundancy_elimination
from .passes.remembered_results import remembered_results
from .passes.tabulation import tabulation
from .passes.trial_additions import trial_additions
from .passes.trial_shortcuts import trial_shortcuts
from .passes.trial_writes import trial_writes
from .passes.unroll import unroll
from .passes.view_maintenance import row_maintenance, view_maintenance

Pass = Callable[[Analyses, list[str]], m.Machine]
"""A function from the analyses of a machine to another machine. It appends a line on what it did to the list."""

PASSES: dict[str, Pass] = {
    "remembered_results": remembered_results,
    "inline": inline,
    "predicate_pushdown": predicate_pushdown,
    "bitset_vectorisation": bitset_vectorisation,
    "domain_filtering": domain_filtering,
    "tabulation": tabulation,
    "unroll": unroll,
    "loop_narrowing": loop_narrowing,
    "hoist": hoist,
}
PLAYOUT_PASSES: dict[str, Pass] = {
    "remembered_results": remembered_results,
    "inline": inline,
    "dead_code_elimination": dead_code_elimination,
    "change_tracking": change_tracking,
    "constant_propagation": constant_propagation,
    "function_specialisation": function_specialisation,
    "trial_additions": trial_additions,
    "loop_unswitching": loop_unswitching,
    "bitboards": bitboards,
    "occupied_sites": occupied_sites,
    "case_splitting": case_splitting,
    "predicate_pushdown": predicate_pushdown,
    "bitset_vectorisation": bitset_vectorisation,
    "domain_filtering": domain_filtering,
    "incremental_fixpoint": incremental_fixpoint,
    "tabulation": tabulation,
    "view_maintenance": view_maintenance,
    "unroll": unroll,
    "loop_narrowing": loop_narrowing,
    "trial_shortcuts": trial_shortcuts,
    "option_sets": option_sets,
    "trial_writes": trial_writes,
    "invariant_filters": invariant_filters,
    "hoist": hoist,
    "loop_fusion": loop_fusion,
    "available_expressions": available_expressions,
    "redundancy_elimination": redundancy_elimination,
    "row_maintenance": row_maintenance,
}
WATCHED_PASSES: dict[str, Pass] = {**PLAYOUT_PASSES, "dead_code_elimination": eliminate_dead_code}
"""The passes for playouts that test invariants: dead-code elimination keeps the invariants."""


def optimise_for_hosts(program: m.Machine, only: tuple[str, ...] | None = None) -> tuple[m.Machine, list[str]]:
    """Return the machine optimised for programs that step through games, and the lines in which the passes report what
    they changed. `only` names the passes to run; None means all."""
    return run_passes(PASSES, program, only)


def for_playouts(
    program: m.Machine, only: tuple[str, ...] | None = None, watched: bool = False, measured: bool = False
) -> tuple[m.Machine, list[str]]:
    """Return the machine optimised for playouts, and the lines in which the passes report what they changed. `watched`:
    playouts test invariants. `measured`: playouts evaluate figures. `only` names the passes to run; None means all."""
    program = program if measured or not program.figures else evolve(program, figures=())
    return run_passes(WATCHED_PASSES if watched else PLAYOUT_PASSES, program, only)


def run_passes(
    passes: Mapping[str, Pass], program: m.Machine, only: tuple[str, ...] | None = None
) -> tuple[m.Machine, list[str]]:
    why: list[str] = []
    analyses = Analyses(program)
    for name, change in passes.items():
        if only is None or name in only:
            analyses = analyses.after(change(analyses, why))
    return analyses.machine, why
