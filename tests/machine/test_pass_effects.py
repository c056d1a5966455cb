"""Each pass changes a game of the library or an idiom of the benchmarks; one that changes none would be dead code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.optimise import PASSES, PLAYOUT_PASSES, Pass
from tests.shipped import book, fragment_machine

IDIOMS = Path(__file__).parents[2] / "benchmarks" / "idioms"
CHANGED = {
    "remembered_results": "idioms/fours",
    "inline": "idioms/bridges",
    "dead_code_elimination": "classics/nim",
    "change_tracking": "idioms/as-soon-as",
    "constant_propagation": "classics/nim",
    "function_specialisation": "classics/nim",
    "trial_additions": "idioms/no-answer",
    "loop_unswitching": "idioms/hive",
    "bitboards": "idioms/same-for-all",
    "occupied_sites": "classics/thicket",
    "case_splitting": "classics/nim",
    "predicate_pushdown": "idioms/same-for-all",
    "bitset_vectorisation": "idioms/same-for-all",
    "domain_filtering": "connection/havannah",
    "incremental_fixpoint": "connection/hex",
    "tabulation": "classics/slantwise",
    "view_maintenance": "idioms/island",
    "unroll": "classics/nim",
    "loop_narrowing": "idioms/visits",
    "trial_shortcuts": "chess/horde",
    "option_sets": "chess/horde",
    "trial_writes": "chess/horde",
    "invariant_filters": "idioms/fours",
    "hoist": "classics/slantwise",
    "loop_fusion": "classics/thicket",
    "available_expressions": "classics/connect-four",
    "redundancy_elimination": "classics/kuhn-poker",
    "row_maintenance": "carcassonne/messages-c1",
}
"""By pass, a game that it changes and that is compiled fast."""
SLOW = ("carcassonne/messages-c1",)


def lowered(name: str) -> m.Machine:
    if name.startswith("idioms/"):
        return fragment_machine(IDIOMS / f"{name.removeprefix('idioms/')}.rules")
    return book(name).machine()


@cache
def changing(name: str, playouts: bool) -> frozenset[str]:
    """Return the passes that change a game's machine."""
    passes: Mapping[str, Pass] = PLAYOUT_PASSES if playouts else PASSES
    analyses, found = Analyses(lowered(name)), set()
    for of, change in passes.items():
        later = analyses.after(change(analyses, []))
        if later.machine != analyses.machine:
            found.add(of)
        analyses = later
    return frozenset(found)


CASES = [
    pytest.param(of, playouts, id=f"{of}-{kind}", marks=[pytest.mark.soak] if CHANGED[of] in SLOW else [])
    for kind, playouts, passes in (("hosts", False, PASSES), ("playouts", True, PLAYOUT_PASSES))
    for of in passes
]


@pytest.mark.parametrize(("of", "playouts"), CASES)
def test_each_pass_changes_a_game(of: str, playouts: bool) -> None:
    assert of in changing(CHANGED[of], playouts)
