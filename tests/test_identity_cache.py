"""Caches by identity: one call for each object, also for equal objects and for new ones at the place of an old one."""

from __future__ import annotations

import weakref

from rulekit.identity_cache import cache_by_identity


class Large:
    """An object that is equal to all others, and cannot be hashed."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return True


def test_an_object_is_asked_once_and_an_equal_one_by_itself() -> None:
    asked: list[Large] = []
    call = cache_by_identity(lambda one: asked.append(one) or len(asked))
    one, other = Large(), Large()
    assert [call(one), call(other), call(one), call(other)] == [1, 2, 1, 2]


def test_an_argument_stays_alive_so_that_its_id_stays_its_own() -> None:
    call = cache_by_identity(id)
    one = Large()
    alive = weakref.ref(one)
    before = call(one)
    del one
    assert alive() is not None
    assert all(call(new) != before for new in [Large() for _ in range(100)])


def test_a_result_of_none_is_kept() -> None:
    asked: list[Large] = []
    call, one = cache_by_identity(asked.append), Large()
    assert call(one) is None and call(one) is None
    assert len(asked) == 1


def test_a_full_cache_is_emptied() -> None:
    asked: list[str] = []
    call = cache_by_identity(lambda one: asked.append(one) or one, most=2)
    for one in ("a", "b", "a", "c", "a", "c"):
        assert call(one) == one
    assert asked == ["a", "b", "c", "a"]


def test_a_recursive_function_uses_its_own_cache() -> None:
    asked: list[int] = []

    def depth(tree: tuple) -> int:
        asked.append(id(tree))
        return 1 + max(map(cached, tree), default=0)

    cached = cache_by_identity(depth)
    leaf = (*[],)
    shared = (leaf, leaf)
    assert cached((shared, shared)) == 3
    assert len(asked) == 3
