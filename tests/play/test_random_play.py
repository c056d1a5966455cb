"""Drawing chance in Python, where the outcome must be known: equal to the engines' drawing, and limited in length."""

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.play.game_steps import LabelResolver, resolve_chances
from tests.machine.build import chance, decision, end, machine, number, option
from tests.machine.samples import SAMPLES, dice


@pytest.mark.parametrize("kind", [ReferenceEngine, WasmEngine])
@pytest.mark.parametrize("name", ["dice", "stack"])
def test_drawing_with_the_outcome_told_is_the_engines_own_drawing(kind, name):
    """Sampled: all chances of one random game."""
    engine = kind(SAMPLES[name])
    resolver = LabelResolver.of(engine)
    state, drawn = engine.start(9), 0
    while not resolver.is_over(state):
        if resolver.chances(state):
            value, counted = resolver.draw(state)
            state, drawn = engine.chance(state), drawn + 1
            assert engine.chance(counted, value) == state
        else:
            option_, state = engine.pick(state)
            state = engine.apply(state, option_)
    assert drawn


def test_chances_are_drawn_up_to_the_next_decision():
    engine = ReferenceEngine(dice())
    rolling = engine.apply(engine.start(9), 0)
    assert LabelResolver.of(engine).chances(rolling)
    assert resolve_chances(engine, rolling) == engine.chance(rolling)
    assert resolve_chances(engine, engine.start(9)) == engine.start(9)


def test_chances_without_end_are_a_fault(monkeypatch):
    monkeypatch.setattr("rulekit.play.game_steps.CHANCES_IN_A_ROW", 20)
    nodes = (decision("ask", option("go", 0, "roll")), chance("roll", "n", 0, 5, 1, "die", "roll"), end())
    engine = ReferenceEngine(machine(nodes, (number("die", 5),)))
    with pytest.raises(RulekitError, match="more than 20 chances") as caught:
        resolve_chances(engine, engine.apply(engine.start(1), 0))
    assert caught.value.diagnostics[0].code == "E705"
