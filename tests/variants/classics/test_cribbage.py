"""The points of every hand of cribbage, as they are published."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from tests import shipped

PUBLISHED = {
    0: 1009008, 1: 99792, 2: 2813796, 3: 505008, 4: 2855676, 5: 697508, 6: 1800268, 7: 751324, 8: 1137236, 9: 361224,
    10: 388740, 11: 51680, 12: 317340, 13: 19656, 14: 90100, 15: 9168, 16: 58248, 17: 11196, 18: 2708, 20: 8068,
    21: 2496, 22: 444, 23: 356, 24: 3680, 28: 76, 29: 4,
}  # fmt: skip
"""How many of the 12,994,800 hands with a starter have so many points (S. Lumetta, Amusing Cribbage Facts, 2007)."""


def hands() -> dict[tuple[int, ...], int]:
    """Return four cards for each set of hands that differ only in the names of their suits, and how many they are."""
    found = Counter[tuple[int, ...]]()
    for hand in combinations(range(52), 4):
        alike = (sorted(suits[at // 13] * 13 + at % 13 for at in hand) for suits in permutations(range(4)))
        found[tuple(min(alike))] += 1
    return dict(found)


@pytest.mark.soak
def test_every_hand_counts_as_published() -> None:
    game = shipped.game("classics/cribbage")
    begun, starter = game.engine.start(1), game.layout.slots["starter"].offset
    turned = [begun.with_cells((*begun.cells[:starter], card + 1, *begun.cells[starter + 1 :])) for card in range(52)]
    found = Counter[int]()
    for hand, many in hands().items():
        for card in set(range(52)) - set(hand):
            found[game.engine.call(turned[card], "fact worth", (frozenset(hand), False))] += many
    assert found == PUBLISHED and found.total() == 12_994_800
