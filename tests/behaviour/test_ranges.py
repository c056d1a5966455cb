"""Values of ranges are printed as declared: as indices, members of sets, optional values, in places and kept values."""

from __future__ import annotations

import pytest

from rulekit.pipeline import EngineName
from rulekit.play.position_text import position_lines

from .books import ENGINES, start

AS_DECLARED = {
    "b_range": ["flow(n: 6)", "active: p2", *(f"dice[{n}]: {int(n == 6)}" for n in range(1, 7))],
    "b_set": [
        "flow(n: 3, k: 3, c: blue)",
        "active: p2",
        "s: {3, 4, 6}",
        *(f"t[2, {c}]: 7" for c in ("red", "green", "blue")),
        *("t[3, red]: 7", "t[3, green]: 7", "t[3, blue]: 6"),
        "v[blue_3]: 2",
        "where_is: origin",
        "box_a[4]: 1 x 3",
        "line_a: 5 < 4",
    ],
    "idx": [
        "flow(k: 4, c: 5_9)",
        "active: p2",
        *("cell[p1, 3]: {7, 8, 9}", "cell[p1, 4]: {7, 9}", "cell[p1, 5]: {7, 8, 9}"),
        *(f"cell[p2, {k}]: {{7, 8, 9}}" for k in (3, 4, 5)),
        *("one_of[3]: 8", "one_of[5]: 8"),
        "lamp[5_9]: yes",
    ],
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", AS_DECLARED)
def test_ranges_print_as_declared(name: str, engine: EngineName) -> None:
    label, *lines = AS_DECLARED[name]
    state = start(f"meaning/{name}", engine).apply(label)
    for player in (None, 0):  # the position with everything, and as player 0 sees it
        told = position_lines(state.game.engine, state.raw, player)
        assert set(lines) <= set(told)
        assert not any("[0" in line or "{0" in line for line in told)
