"""Values of random graphs of positions, compared with values for play of limited length."""

from __future__ import annotations

import random

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.play.position_values import position_values
from rulekit.play.state_space import CHANCE, OVER, StateSpace
from tests.machine.samples import line
from tests.shipped import every


class MadeSpace(StateSpace):
    """Positions that were made up, with the payoff of the first player at each end."""

    ends: dict[int, int]

    def payoffs(self, number: int) -> tuple[int, ...]:
        return self.ends[number], -self.ends[number]


def made_space(seed: int, count: int, chances: bool) -> MadeSpace:
    """Return positions with random steps; one in four is an end."""
    drawn = random.Random(seed)
    space = MadeSpace(ReferenceEngine(line()))
    space.ends = {}
    for number in range(count):
        space.keys.append(("", bytes([number])))
        space.parents.append(0)
        over = number and drawn.random() < 0.25
        mover = OVER if over else drawn.choice([0, 1, CHANCE] if chances else [0, 1])
        space.movers.append(mover)
        if over:
            space.ends[number] = drawn.choice([-1, 0, 1])
        else:
            after = [drawn.randrange(count) for _ in range(drawn.randint(1, 3))]
            space.targets.extend(after)
            if mover == CHANCE:
                space.weights[number] = tuple(drawn.randint(1, 3) for _ in after)
        space.firsts.append(len(space.targets))
    return space


def within(space: MadeSpace, steps: int) -> list[float]:
    """Return the value of each position for play that counts 0 after so many steps."""
    values = [float(space.ends.get(number, 0)) for number in range(len(space.keys))]
    for _ in range(steps):
        before = values
        values = list(before)
        for number, mover in enumerate(space.movers):
            found = [before[after] for after in space.successors(number)]
            if mover == CHANCE:
                weights = space.weights[number]
                values[number] = sum(w * v for w, v in zip(weights, found, strict=True)) / sum(weights)
            elif mover >= 0:
                values[number] = (min if mover else max)(found)
    return values


@pytest.mark.parametrize("seed", range(60))
def test_values_of_play_that_may_circle_are_those_of_long_play(seed: int) -> None:
    space = made_space(seed, 14, chances=False)
    values = position_values(space)
    assert values.lower is values.upper
    assert list(values.lower) == within(space, 40)


@pytest.mark.parametrize("seed", every(2, range(40)))
def test_bounds_hold_the_values_of_play_with_chances(seed: int) -> None:
    space = made_space(seed, 14, chances=True)
    values = position_values(space)
    for low, value, high in zip(values.lower, within(space, 3000), values.upper, strict=True):
        assert low - 1e-9 <= value <= high + 1e-9


@pytest.mark.parametrize("seed", range(40))
def test_positions_that_were_not_continued_may_be_worth_anything(seed: int) -> None:
    """Cut off the last positions, and see that the bounds of the others hold whatever these are worth."""
    space = made_space(seed, 14, chances=False)
    exact = position_values(space).lower
    cut = made_space(seed, 14, chances=False)
    del cut.movers[10:], cut.firsts[11:], cut.targets[cut.firsts[10] :]
    bounds = position_values(cut)
    assert all(low <= value <= high for low, value, high in zip(bounds.lower, exact, bounds.upper, strict=False))
    assert not cut.whole and bounds.longest is None
