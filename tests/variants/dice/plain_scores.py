"""What five dice pay in each category, as a plain program, written from the rules and not from the rulebooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

UPPER = ("aces", "twos", "threes", "fours", "fives", "sixes")
Dice = tuple[int, ...]
Score = Callable[[Dice], int]


def same(dice: Dice) -> list[int]:
    """Return how many dice show the same number, the most first."""
    return sorted(Counter(dice).values(), reverse=True)


def run(dice: Dice, length: int) -> bool:
    return any(set(range(low, low + length)) <= set(dice) for low in (1, 2, 3))


def those_four(dice: Dice) -> int:
    face, count = Counter(dice).most_common(1)[0]
    return 4 * face if count >= 4 else 0


COMMON: Mapping[str, Score] = {
    **{name: lambda dice, face=at: face * dice.count(face) for at, name in enumerate(UPPER, 1)},
    "any_dice": sum,
    "five_alike": lambda dice: 50 if len(set(dice)) == 1 else 0,
}
YACHT: Mapping[str, Score] = {
    **COMMON,
    "four_alike": those_four,
    "full_house": lambda dice: sum(dice) if same(dice) == [3, 2] else 0,
    "small_straight": lambda dice: 30 if sorted(dice) == [1, 2, 3, 4, 5] else 0,
    "large_straight": lambda dice: 30 if sorted(dice) == [2, 3, 4, 5, 6] else 0,
}
YAHTZEE: Mapping[str, Score] = {
    **COMMON,
    "three_alike": lambda dice: sum(dice) if same(dice)[0] >= 3 else 0,
    "four_alike": lambda dice: sum(dice) if same(dice)[0] >= 4 else 0,
    "full_house": lambda dice: 25 if same(dice) == [3, 2] else 0,
    "small_straight": lambda dice: 30 if run(dice, 4) else 0,
    "large_straight": lambda dice: 40 if run(dice, 5) else 0,
}
SCORES = {"dice/yacht": YACHT, "dice/yahtzee": YAHTZEE}
"""The points of each category, for the default answers."""
EQUAL = {(1, 1, 1, 1, 1): 720, (2, 1, 1, 1): 3600, (2, 2, 1): 1800, (3, 1, 1): 1200, (3, 2): 300, (4, 1): 150, (5,): 6}
"""How many of the 7,776 throws have so many dice alike (J. Bartlo, Probability of a specific Yahtzee: any Yahtzee; it
counts the 300 full houses among 1,500 throws with three alike)."""
