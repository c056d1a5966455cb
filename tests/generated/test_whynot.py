"""For every option that a generated rulebook might have but does not offer, there is an explanation."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial

import pytest

from rulekit.engine.interface import GameFault, State
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import source_map as src
from rulekit.machine.lower import lower, lower_sources
from rulekit.play.condition_explanation import Explainer
from rulekit.play.game_steps import LabelResolver
from tests.play.whynot_laws import hold_here
from tests.shipped import every

from .mending import mended

PIECES, EACH, STEPS = 4, 5, 12


def sources_of(number: int) -> src.Sources | None:
    """Return the sources for explanations in a generated rulebook; None if the check refuses it."""
    model = mended("why", number).model
    if model is None:
        return None
    found, machine = lower_sources(model), lower(model)
    assert (found.machine.nodes, found.machine.functions) == (machine.nodes, machine.functions)
    assert found.machine.faults[: len(machine.faults)] == machine.faults, "known faults keep their numbers"
    return found


def walk(found: src.Sources, rng: random.Random, tally: Counter[str]) -> None:
    """Play some steps of a random game and ask for explanations at each decision."""
    engine = ReferenceEngine(found.machine)
    explainer, resolver = Explainer.of(found), LabelResolver.of(engine)
    for state in game(engine, resolver):
        for answer in hold_here(explainer, resolver, state, rng):
            tally["offered" if answer.offered else "required" if answer.requirement else "elsewhere"] += 1


def game(engine: ReferenceEngine, resolver: LabelResolver) -> Iterator[State]:
    """Yield the states with decisions of a random game, up to a fault; explanations themselves never fault."""
    step = partial(engine.start, 77)
    for _ in range(STEPS):
        try:
            state = step()
            options = resolver.numbers(state) if resolver.decides(state) else ()
        except GameFault:
            return
        if resolver.is_over(state):
            return
        if options:
            yield state
        step = partial(engine.apply, *engine.pick(state)[::-1]) if options else partial(engine.chance, state)


@pytest.mark.parametrize("piece", every(4, range(PIECES)))
def test_each_missing_option_has_its_reason(piece: int) -> None:
    tally: Counter[str] = Counter()
    for number in range(piece, PIECES * EACH, PIECES):
        found = sources_of(number)
        if found is not None:
            walk(found, random.Random(number), tally)
    assert tally["required"] > 2 and tally["offered"] > 20, tally
