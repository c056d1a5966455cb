"""Tests that a pass changes no value and no fault, on random machines whose functions call each other."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from tests.engine.machines import arguments, make_callees
from tests.machine.verify import verify


def values_and_faults_stay(change: Callable[[Analyses, list[str]], m.Machine], seed: int) -> None:
    """Apply a pass to a random machine, and assert that its functions give the same results before and after."""
    r = Random(seed)
    before = make_callees(r)
    after = change(Analyses(before), [])
    assert verify(after) == []
    engines = [ReferenceEngine(before), ReferenceEngine(after)]
    states = [engine.start(1) for engine in engines]
    for made in before.functions:
        for _ in range(8):
            given = arguments(r, made.params)
            told = []
            for engine, state in zip(engines, states, strict=True):
                try:
                    told.append(engine.call(state, made.name, given))
                except GameFault as fault:
                    told.append(fault.args)
            assert told[0] == told[1], made.name
