"""Deeply nested expressions become text in reasonable time: no part is processed repeatedly at each level."""

from __future__ import annotations

import time

import pytest

from .reading import whole

HEAD = "rulebook deep:\n  players 2\nkeep x: 0..9 = 0\n"
FLOW = "flow:\n  if so:\n    game over, drawn\n  game over, drawn\n"


def quantifiers(depth: int) -> str:
    condition = "x == 1"
    for n in range(depth):
        condition = f"({'some' if n % 2 else 'all'} a{n} in 1..3: {condition})"
    return condition


def junctions(depth: int) -> str:
    condition = "x == 1"
    for n in range(depth):
        condition = f"(not {condition} or x > {n})" if n % 2 else f"({condition} and x < {n})"
    return condition


@pytest.mark.parametrize("make", [quantifiers, junctions])
def test_forty_levels(make: object) -> None:
    assert callable(make)
    began = time.process_time()
    text = whole(f"{HEAD}fact so = {make(40)}\n{FLOW}")
    assert len(text) > 1000
    assert time.process_time() - began < 5
