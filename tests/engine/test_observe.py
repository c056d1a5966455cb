"""What players see according to the cells' audiences: values, sizes or nothing."""

from __future__ import annotations

import pytest

from rulekit.engine.observe import Hidden, observe
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from tests.machine.build import BOUND, L, bits, e, end, function, machine, number, put, ring, set_cell, step
from tests.machine.samples import SAMPLES

OWNER = function("owner", ("p",), m.SetOf(2, (L("p"),)), kind=2)
NOBODY = function("nobody", (), bits(size=2), kind=2)
CELLS = (
    number("secret", 9, 2, initial=(3, 4), seen="owner"),
    set_cell("marks", 5, 2, initial=(0b11, 0b100), seen="owner"),
    ring("hand", 9, 3, 2, seen="owner", counted="nobody"),
    ring("pile", 9, 3, seen="nobody"),
    number("purse", 9, 2, 3, initial=(1, 2, 0, 0, 0, 4), seen="owner", heap=True, role="place"),
    number("local", 9, role="frame"),
)


@pytest.mark.parametrize(
    ("player", "cell", "seen"),
    [
        (0, "secret", (3, Hidden())),
        (1, "secret", (Hidden(), 4)),
        (0, "marks", (frozenset({0, 1}), Hidden(1))),
        (1, "marks", (Hidden(2), frozenset({2}))),
        (0, "hand", ((7,), Hidden())),
        (1, "hand", (Hidden(), ())),
        (1, "pile", (Hidden(2),)),
        (0, "purse", (1, 2, 0, Hidden(4), Hidden(), Hidden())),
        (1, "purse", (Hidden(3), Hidden(), Hidden(), 0, 0, 4)),
        (1, m.PAYOFF, (0, 0)),
    ],
)
def test_a_player_sees_what_the_audiences_allow(player, cell, seen):
    pushes = (m.Push("hand", (e(0),), "top", e(7), BOUND), *(m.Push("pile", (), "top", e(i), BOUND) for i in (1, 2)))
    engine = ReferenceEngine(
        machine([step("fill", *pushes, put("local", (), 1), to="end"), end()], CELLS, functions=(OWNER, NOBODY))
    )
    view = observe(engine, engine.start(1), player)
    assert view[cell] == seen
    assert "local" not in view


def test_frames_control_and_boxes_are_never_seen():
    engine = ReferenceEngine(SAMPLES["stack"])
    assert set(observe(engine, engine.start(1), 0)) == {"active", m.PAYOFF, m.SCORE, m.ENDED, "deck", "hand", "left"}
