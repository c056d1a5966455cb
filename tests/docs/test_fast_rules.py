"""The pairs of rulebooks in docs/write/fast-rules.md play the same games, and the fast one of each does less work."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.check import check_rulebook
from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.clause_probe import DECISION, ClauseProbe
from rulekit.engine.wasm.clause_timing import ProbedModule
from rulekit.machine.clause_origins import note_origins
from rulekit.machine.lower import lower_with_origins
from rulekit.machine.optimise import for_playouts
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.play.clause_profile import SECTIONS

from .test_language import BLOCKS, stack

PAGE = (Path(__file__).parents[2] / "docs" / "write" / "fast-rules.md").read_text(encoding="utf-8")
NAMES = sorted({block.said["slow"] for block in BLOCKS if "slow" in block.said})
GAMES = 20


def played(way, name):
    """Return the results of the games, and a count of the work: evaluations, loop iterations, things tried and
    undone."""
    (block,) = [block for block in BLOCKS if block.said.get(way) == name]
    rulebook, _ = assemble(stack(block), Config())
    model, _ = check_rulebook(rulebook)
    machine, origins = lower_with_origins(model)
    with note_origins(origins):
        program, _ = for_playouts(machine)
    probed = ProbedModule.of(machine, program, ClauseProbe(origins, counting=True))
    found = probed.runner.play(range(GAMES), 1, None, True, GAMES, None)
    assert found.lengths == WasmEngine(machine).playouts(GAMES, 1).lengths
    counts = probed.counts
    return (found.lengths, found.payoff_sum, found.wins), sum(counts.values()) - counts[DECISION]


@pytest.mark.parametrize("name", NAMES)
def test_what_means_the_same_is_faster(name):
    slow, fast = played("slow", name), played("fast", name)
    assert slow[0] == fast[0]
    assert fast[1] < 0.8 * slow[1], (slow[1], fast[1])


def test_there_are_pairs():
    assert len(NAMES) == 5


def test_each_section_that_the_profile_names_is_there():
    assert [title for title in SECTIONS.values() if f"\n## {title}\n" not in PAGE] == []
