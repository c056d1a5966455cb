"""The steps before the first turn can be written as an example's `opening:`, and this leads to the same state.

The steps are all decisions and chances before the first turn, written as their labels.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from attrs import evolve

from rulekit.engine.interface import Engine, GameFault, State
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.option_labels import Labels
from rulekit.play.example_positions import SEED
from rulekit.play.example_runner import example_stages, run_examples

from .laws import FUEL, machine_of, require
from .strategy import Written

MOST = 8
"""The most steps before the first turn; games with more are skipped."""
NAME = "said_at_the_opening"


def openings_hold(written: Written, machine: m.Machine, tally: Counter[str]) -> None:
    """Play the steps before the first turn on one engine, and assert that an opening with them works on both."""
    ends = {n: m.End(n, "flow") for n in machine.turn_starts if n != machine.start}
    engine = WasmEngine(evolve(machine, fuel=FUEL, nodes=tuple(ends.get(n.id, n) for n in machine.nodes)))
    try:
        said = _opening(engine, ends)
    except GameFault:
        return
    if said is None:
        return
    lines, there = said
    body = "".join(f"    play {line}\n" for line in lines)
    text = f"\nexample {NAME}:\n  players {written.players}\n  opening:\n{body}"
    again = machine_of(evolve(written, text=written.text + text))
    for kind in (ReferenceEngine, WasmEngine):
        made = kind(evolve(again, fuel=FUEL))
        outcomes = {o.example: o for o in run_examples(lambda _, made=made: made, made.machine, {NAME})}
        failure = outcomes[NAME].failure
        if failure is not None and "is broken" in failure:
            return
        require(failure is None, "what was played is an opening", *lines, failure)
        stages = example_stages(made)[NAME]
        require(len(stages) == len(lines), "every line of an opening is played", *lines)
        after = stages[-1].after
        require(after is not None and after.cells == there.cells, "an opening leads where its steps led", *lines)
    tally["openings said"] += 1


def _opening(engine: Engine, ends: Collection[str]) -> tuple[list[str], State] | None:
    """Return the labels of the steps before the first turn, and the state after them; None if there are none or more
    than MOST.
    """
    labels = Labels.of(engine.machine)
    state = engine.start(SEED)
    lines: list[str] = []
    while state.node not in ends:
        node = labels.nodes[state.node]
        if isinstance(node, m.End) or len(lines) == MOST:
            return None
        if isinstance(node, m.Chance):
            value = engine.outcomes(state)[-1][0]
            lines.append(labels.outcome_text(state.node, value))
            state = engine.chance(state, value)
        else:
            option = engine.options(state)[-1]
            lines.append(labels.option_text(state.node, option))
            state = engine.apply(state, option)
    if any(re.search(r"\b[0-9]+_", line) for line in lines):
        return None  # skipped, since names that begin with a number must be written in another way
    return (lines, state) if lines else None
