"""An open board holds as many things as it was declared for; one more is a fault, not a walk round the back."""

from __future__ import annotations

import pytest

from rulekit.engine.interface import GameFault
from rulekit.pipeline import EngineName

from .books import ENGINES, start


@pytest.mark.parametrize("engine", ENGINES)
def test_six_steps_do_not_come_round(engine: EngineName) -> None:
    with pytest.raises(GameFault, match="Spot is open for 3, and this would be one more"):
        start("meaning/wrap", engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("branch", ["tiled", "heaped", "marked"])
def test_a_third_site_is_one_too_many(branch: str, engine: EngineName) -> None:
    state = start("meaning/crowd", engine)
    for site in ("origin", "e1"):
        state = state.apply(f"flow(s: {site})").apply(branch)
    again = state.apply("flow(s: e1)")
    if branch != "tiled":  # what is there already takes no more room
        again.apply(branch)
    with pytest.raises(GameFault) as raised:
        state.apply("flow(s: e2)").apply(branch)
    assert raised.value.fault.code == "E703"
    if branch == "marked":
        state.apply("flow(s: e1)").apply("unmarked").apply("flow(s: e2)").apply("marked")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_set_made_too_large_is_a_fault(engine: EngineName) -> None:
    state = start("meaning/crowd", engine).apply("flow(s: e1)").apply("widened")
    with pytest.raises(GameFault, match="open for 2"):
        state.apply("flow(s: e2)").apply("widened")
