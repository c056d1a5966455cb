"""An example with two `given` parts before any move: the second plays nothing, on both engines."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.play.example_runner import example_stages

from .laws import FUEL, machine_of, require
from .strategy import Written

NAME = "given_twice"


def positions_given(written: Written, tally: Counter[str]) -> None:
    """Assert that an example with two empty `given` parts does not play, on both engines. Games that reach no first
    turn prove nothing."""
    text = f"\nexample {NAME}:\n  players {written.players}\n" + "  given:\n    nothing\n" * 2
    machine: m.Machine = evolve(machine_of(evolve(written, text=written.text + text)), fuel=FUEL)
    reached = [example_stages(engine, {NAME})[NAME] for engine in (ReferenceEngine(machine), WasmEngine(machine))]
    require(len(reached[0]) == len(reached[1]), "both engines lay out as much")
    for stages in reached:
        if stages:
            require(len(stages) == 2, "a second position can be laid out where the first was")
            require(stages[0].after == stages[1].after, "a second position plays no move")
            tally["positions given twice"] += 1
