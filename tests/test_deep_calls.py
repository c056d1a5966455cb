"""Calls in a large frame: the results are the same, and no call allocates and frees memory of the system."""

from __future__ import annotations

import resource
import sys
import threading
from collections.abc import Callable

import pytest

from rulekit.deep_calls import DEEP, DEEPEST, SLOTS, with_frame_room

CALLS = 200


def leaf(number: int) -> int:
    return number + 1


def called_from(depth: int) -> int:
    """Call `leaf` CALLS times, `depth` frames deeper."""
    if depth:
        return called_from(depth - 1)
    return sum(leaf(number) for number in range(CALLS))


def faults(work: Callable[[], object]) -> int:
    """Return the number of page faults during `work`."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    work()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def everywhere() -> int:
    """Call from each depth up to 399, so that some calls cross the end of a chunk of frames."""
    return sum(called_from(depth) for depth in range(400))


def test_the_function_is_the_same_to_whoever_calls_it() -> None:
    roomy = with_frame_room(called_from)
    assert roomy(3) == called_from(3) and roomy(depth=3) == called_from(3)
    assert roomy.__name__ == "called_from" and roomy.__doc__ == called_from.__doc__
    assert roomy.__code__.co_stacksize == SLOTS


def test_what_it_raises_is_raised() -> None:
    with pytest.raises(TypeError, match="concatenate"):
        with_frame_room(leaf)("one")


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="other Pythons keep frames otherwise")
def test_no_memory_is_taken_at_each_call() -> None:
    roomy = with_frame_room(everywhere)
    roomy()
    narrow, wide = faults(everywhere), faults(roomy)
    assert wide <= max(CALLS, narrow // 4), (narrow, wide)


def test_the_limit_is_raised_and_put_back() -> None:
    before = sys.getrecursionlimit()
    with DEEP:
        assert sys.getrecursionlimit() == DEEPEST
        with DEEP:
            assert sys.getrecursionlimit() == DEEPEST
        assert sys.getrecursionlimit() == DEEPEST
    assert sys.getrecursionlimit() == before


def test_it_is_put_back_after_an_error() -> None:
    before = sys.getrecursionlimit()
    with pytest.raises(ValueError), DEEP:
        raise ValueError
    assert sys.getrecursionlimit() == before


def test_a_higher_limit_of_the_user_stays() -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEPEST + 5)
    try:
        with DEEP:
            assert sys.getrecursionlimit() == DEEPEST + 5
        assert sys.getrecursionlimit() == DEEPEST + 5
    finally:
        sys.setrecursionlimit(before)


def test_one_thread_that_leaves_does_not_take_it_from_another() -> None:
    """The thread that enters first leaves first. If each thread restored the limit it found, this would take it from
    the other."""
    before = sys.getrecursionlimit()
    inside, leave = threading.Event(), threading.Event()
    seen: list[int] = []

    def first() -> None:
        with DEEP:
            inside.set()
            leave.wait(10)

    def second() -> None:
        with DEEP:
            leave.set()
            thread.join(10)
            seen.append(sys.getrecursionlimit())

    thread = threading.Thread(target=first, daemon=True)
    thread.start()
    inside.wait(10)
    second()
    assert seen == [DEEPEST] and sys.getrecursionlimit() == before
