"""A single mistake has a single message on its line, and a fix that the message proposes makes the text correct
again."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.shipped import every

from .mistakes import KINDS, RightText, Told, read, told

ROOT = Path(__file__).parents[2]
TEXTS = [
    *sorted(ROOT.glob("tests/fragments/*.rules")),
    *sorted(ROOT.glob("variants/classics/*.rules")),
    ROOT / "variants/czar/english.rules",
    Path(__file__).with_name("samples") / "everything.rules",
]
LEAST = 1_000
"""The minimum number of possible mistakes of each kind. There are fewer ranges."""
FEW = {"with a dash": 60, "with one dot": 60, "no colon": 400}


@cache
def right_texts(share: int) -> list[RightText]:
    return [read(path.read_text(encoding="utf-8")) for path in TEXTS[::share]]


def sample(kind: str, many: int, share: int = 1) -> list[Told]:
    """Return what is reported about mistakes sampled evenly from one text in `share`, except those that leave the text
    correct."""
    made = [mistake for text in right_texts(share) for mistake in KINDS[kind](text)]
    assert len(made) >= FEW.get(kind, LEAST) // share
    step = max(1, len(made) // many)
    return [found for mistake in made[step // 2 :: step] if (found := told(mistake)) is not None]


@pytest.mark.parametrize("kind", every(2, KINDS))
def test_a_mistake_gets_one_message_and_it_mends(kind: str) -> None:
    found = sample(kind, 12, 10)
    assert len(found) >= 5
    bad = [one.messages for one in found if not one.well]
    assert len(bad) <= 2, bad  # a dozen may have two of the few that are not told well


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_nearly_every_mistake_does(kind: str) -> None:
    found = sample(kind, 600)
    assert sum(one.well for one in found) >= 0.95 * len(found), [one.messages for one in found if not one.well]
