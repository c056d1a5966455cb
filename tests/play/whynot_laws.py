"""Laws for explanations of why something cannot be played, on any machine."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rulekit.engine.interface import State
from rulekit.machine import program as m
from rulekit.machine.option_labels import Labels, label_text, parameter_order, parse_label
from rulekit.play.condition_explanation import Explainer
from rulekit.play.game_steps import LabelResolver
from rulekit.play.whynot import WhyNot, why_not


def random_labels(labels: Labels, decision: m.Decision, rng: random.Random, count: int) -> Iterator[str]:
    """Yield labels of a decision's alternatives with random values, whether or not they are offered."""
    for _ in range(count):
        alternative = rng.choice(decision.alternatives)
        levels = {level.name: level for level in alternative.levels}
        args = []
        for name in parameter_order(alternative):
            value = rng.randint(levels[name].low, levels[name].high)
            args.append((name, labels.value_text(levels[name].domain, value)))
        yield label_text(alternative.label, args)


def answered(explainer: Explainer, resolver: LabelResolver, state: State, text: str) -> WhyNot:
    """Return the explanation of a label. Assert that it is correct, for a viewer of everything and for each player as
    far as they may know."""
    whole = why_not(explainer, state, text)
    assert whole.offered == bool(resolver.moves_that_fit(state, *parse_label(text))), (text, str(whole))
    assert whole.answer
    decider = resolver.engine.who(state)
    for viewer in range(resolver.engine.machine.players):
        seen = why_not(explainer, state, text, viewer)
        assert seen.answer
        if viewer == decider:
            assert seen.offered == whole.offered, (text, str(seen))
        elif seen.offered != whole.offered:
            assert "to know" in seen.answer, (text, str(seen))
    return whole


def hold_here(explainer: Explainer, resolver: LabelResolver, state: State, rng: random.Random) -> list[WhyNot]:
    """Return the explanations of some labels in a state: of this decision, of another, and of an offered option."""
    decision = resolver.labels.decision(state.node)
    found = [answered(explainer, resolver, state, text) for text in random_labels(resolver.labels, decision, rng, 4)]
    for answer in found:
        assert answer.offered or answer.requirement, (answer, "a requirement is named for what belongs here")
    others = [n for n in resolver.engine.machine.nodes if isinstance(n, m.Decision)]
    for text in random_labels(resolver.labels, rng.choice(others), rng, 1):
        found.append(answered(explainer, resolver, state, text))
    taken = rng.choice(resolver.texts(state))
    assert answered(explainer, resolver, state, taken).offered, taken
    return found
