"""Python's limit of nesting while engines are at work, in one thread or in several."""

import sys
import threading

import pytest

from rulekit.engine.recursion_limit import DEEP, DEEPEST


def test_the_limit_is_raised_and_put_back():
    before = sys.getrecursionlimit()
    with DEEP:
        assert sys.getrecursionlimit() == DEEPEST
        with DEEP:
            assert sys.getrecursionlimit() == DEEPEST
        assert sys.getrecursionlimit() == DEEPEST
    assert sys.getrecursionlimit() == before


def test_it_is_put_back_after_an_error():
    before = sys.getrecursionlimit()
    with pytest.raises(ValueError), DEEP:
        raise ValueError
    assert sys.getrecursionlimit() == before


def test_a_higher_limit_of_the_user_stays():
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEPEST + 5)
    try:
        with DEEP:
            assert sys.getrecursionlimit() == DEEPEST + 5
        assert sys.getrecursionlimit() == DEEPEST + 5
    finally:
        sys.setrecursionlimit(before)


def test_one_thread_that_leaves_does_not_take_it_from_another():
    """First in, first out: each thread by itself would put back what it found, under the feet of the other."""
    before = sys.getrecursionlimit()
    inside, leave = threading.Event(), threading.Event()
    seen = []

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
