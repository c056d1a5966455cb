"""Strongly connected components, compared with a plain search of reachable nodes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulekit.machine.control_flow import components

NAMES = "abcdefg"
GRAPHS = st.dictionaries(st.sampled_from(NAMES), st.sets(st.sampled_from(NAMES), max_size=3))


def reached(edges: dict[str, set[str]], start: str) -> set[str]:
    """Return the nodes reachable from `start`, including itself; only keys of `edges` count as nodes."""
    found = {start}
    for _ in edges:
        found |= {other for one in found for other in edges[one] if other in edges}
    return found


@given(GRAPHS)
def test_together_are_those_that_reach_each_other(edges: dict[str, set[str]]) -> None:
    from_ = {one: reached(edges, one) for one in edges}
    together = {one: sorted(other for other in from_[one] if one in from_[other]) for one in edges}
    assert components(edges) == sorted({tuple(group): group for group in together.values()}.values())


def test_a_long_circle_is_no_recursion() -> None:
    names = [f"{i:05d}" for i in range(5000)]
    assert components({one: {other} for one, other in zip(names, [*names[1:], names[0]], strict=True)}) == [names]
