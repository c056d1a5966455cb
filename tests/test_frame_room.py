"""Calls in a frame with room: the same answers, and no memory of the system taken and given back at each of them."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable

import pytest

from rulekit.frame_room import SLOTS, with_frame_room

CALLS = 200


def leaf(number: int) -> int:
    return number + 1


def called_from(depth: int) -> int:
    """The leaf, often, from so many frames below."""
    if depth:
        return called_from(depth - 1)
    return sum(leaf(number) for number in range(CALLS))


def faults(work: Callable[[], object]) -> int:
    """Pages that were first written to meanwhile."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    work()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def everywhere() -> int:
    """From each depth, so that the calls of some of them lie across the end of a chunk."""
    return sum(called_from(depth) for depth in range(400))


def test_the_function_is_the_same_to_whoever_calls_it() -> None:
    roomy = with_frame_room(called_from)
    assert roomy(3) == called_from(3) and roomy(depth=3) == called_from(3)
    assert roomy.__name__ == "called_from" and roomy.__doc__ == called_from.__doc__
    assert roomy.__code__.co_stacksize == SLOTS


def test_what_it_raises_is_raised() -> None:
    with pytest.raises(TypeError, match="concatenate"):
        with_frame_room(leaf)("one")  # type: ignore[arg-type]


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="other Pythons keep frames otherwise")
def test_no_memory_is_taken_at_each_call() -> None:
    roomy = with_frame_room(everywhere)
    roomy()
    narrow, wide = faults(everywhere), faults(roomy)
    assert wide <= max(CALLS, narrow // 4), (narrow, wide)
