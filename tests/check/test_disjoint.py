"""Whether two conditions exclude each other, compared with every state."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.check.checker import Checker
from rulekit.check.constant_evaluation import evaluate
from rulekit.check.precedence import MOST_CASES, Cases, cases, disjoint, guard_cases

from .books import clause, named, value

THINGS = """
enum K: x, y, z
table Inn(kind K, level 0..2):
  | ash | x | 1 |
  | bay | y | 2 |
  | cot | x | 2 |
"""
STATE = "keep n: 0..3\nkeep k: K or none\nkeep b: truth\nkeep inn: Inn\nkeep other: 0..3\n"
ATOMS = {
    "n": ["n == 2", "n != 1", "n < 2", "n > 0", "2 <= n", "3 > n", "1 < n", "2 >= n", "n in {0, 3}", "n not in {1}"],
    "k": ["k == none", "k != x", "k == y", "k in {x, z}", "none != k"],
    "b": ["b", "not b", "b == yes", "b != yes"],
    "inn": ["inn.kind == x", "inn.level > 1", "inn == bay", "inn != ash", "inn.kind in {y, z}", "1 >= inn.level"],
    "two": ["n == other", "n < other", "other == 2"],
}
VALUES = {
    "n": ["0", "1", "2", "3"],
    "k": ["none", "x", "y", "z"],
    "b": ["no", "yes"],
    "inn": ["ash", "bay", "cot"],
    "other": ["0", "2"],
}


def condition(r: Random, names: list[str], deep: int) -> str:
    if deep == 0 or r.random() < 0.3:
        return r.choice(ATOMS[r.choice(names)])
    if r.random() < 0.25:
        return f"(not ({condition(r, names, deep - 1)}))"
    return f"({condition(r, names, deep - 1)} {r.choice(('and', 'or'))} {condition(r, names, deep - 1)})"


def states(c: Checker, texts: list[str], names: tuple[str, ...]) -> list[set[tuple[str, ...]]]:
    """Return for each condition the states in which it holds; a state has a value for each of the names."""
    found = []
    known = {(name, v): evaluate(c, value(c, f"is_{name}_{v}")) for name in names for v in VALUES[name]}
    symbols = [c.symbols[f"at{i}"] for i in range(len(texts))]
    for i, symbol in enumerate(symbols):
        said, params = value(c, f"at{i}"), {p.name: p for p in symbol.params}  # type: ignore[attr-defined]
        kept = set()
        for state in product(*(VALUES[name] for name in names)):
            env = {params[n]: known[n, v] for n, v in zip(names, state, strict=True)}
            if evaluate(c, said, env):
                kept.add(state)
        found.append(kept)
    return found


def book(texts: list[str], names: tuple[str, ...]) -> Checker:
    kinds = {"n": "0..3", "k": "K or none", "b": "truth", "inn": "Inn", "other": "0..3"}
    params = ", ".join(f"{name} {kinds[name]}" for name in names)
    facts = [f"fact at{i}({params}) = {text}" for i, text in enumerate(texts)]
    facts += [f"fact is_{name}_{v} = {v}" for name in names for v in VALUES[name]]
    return named(THINGS + "\n".join(facts) + "\n")


def guards(texts: list[str]) -> tuple[Checker, list[Cases]]:
    c = named(THINGS + STATE + "".join(f"fact f{i} = {text}\n" for i, text in enumerate(texts)))
    return c, [cases(c, value(c, f"f{i}"), True, {}) for i in range(len(texts))]


def held(texts: list[str], names: tuple[str, ...], exact: bool) -> None:
    c, found = guards(texts)
    holding = states(book(texts, names), texts, names)
    for i, j in product(range(len(texts)), repeat=2):
        apart = disjoint(c, found[i], found[j])
        assert apart == disjoint(c, found[j], found[i])
        common = holding[i] & holding[j]
        assert not (apart and common), (texts[i], texts[j], common)
        if exact:
            assert apart == (not common), (texts[i], texts[j])


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 1 << 32))
def test_what_is_disjoint_holds_in_no_state_together(seed: int) -> None:
    r = Random(seed)
    held([condition(r, list(ATOMS), 2) for _ in range(7)], tuple(VALUES), exact=False)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 1 << 32), st.sampled_from(("n", "k", "b", "inn")))
def test_of_one_cell_it_is_decided(seed: int, name: str) -> None:
    r = Random(seed)
    held([condition(r, [name], 2) for _ in range(9)], (name,), exact=True)


@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [
        ("n == other", "not (n == other)", True),  # a test and its negation, whatever it compares
        ("n == other", "n == 3", False),
        ("n + 1 == 2", "n + 1 == 3", True),
        ("n == players", "n == 3", True),  # `players` is a constant of this configuration
        ("b and n == 1", "n == 1 or not b", False),
        ("b and n == 1", "n == 2 or not b", True),
        ("hand[p1] == x", "hand[p1] == y", True),
        ("hand[p1] == x", "hand[p2] == y", False),
        ("hand[active] == x", "hand[active] == y", True),
        # each `i` is another unknown, since it is bound separately
        ("(some i in 0..1: n == i)", "not (some i in 0..1: n == i)", False),
    ],
)
def test_what_may_hold_together(one: str, two: str, apart: bool) -> None:
    hand = "keep hand[Player]: K\n"
    c = named(f"{THINGS}{STATE}{hand}fact f = {one}\nfact g = {two}\n")
    a, b = (cases(c, value(c, name), True, {}) for name in "fg")
    assert disjoint(c, a, b) == disjoint(c, b, a) == apart


def test_too_many_cases_are_perhaps() -> None:
    many = " and ".join(f"(n == {i % 4} or other == {i % 3})" for i in range(7))
    assert MOST_CASES < 2**7
    c, (wide, narrow) = guards([many, "n == 3"])
    assert wide == [{}] and not disjoint(c, wide, narrow)


@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [
        ("(p1, i)", "(p2, i)", True),
        ("(p1, i)", "(q, i)", False),
        ("(p, 2)", "(q, 1)", True),
        ("(p, i) where i > 1", "(q, j) where j == 0", True),  # parameters are compared by position, not by name
        ("(p, i) where i > 1", "(i, p) where p == 0", True),
        ("(p, i) where i > 1", "(q, j) where n == 0", False),
        ("(p1, i) where i > 1", "(q, 1) where q == p1", True),
        ("(p, i)", "(q, j)", False),
    ],
)
def test_heads_are_part_of_a_guard(one: str, two: str, apart: bool) -> None:
    heads = f"exception a to f{one} = 1\nexception b to f{two} = 2\n"
    for kind in ("", "rule"):
        text = heads
        if kind:
            (a, aw), (b, bw) = ([*x.partition(" where")][::2] for x in (one, two))
            a, b = (f"{x} where{w}" if w else x for x, w in ((a, aw), (b, bw)))
            text = f"rule a when e{a}:\n  n = 1\nrule b when e{b}:\n  n = 2\n"
        c = named(f"keep n: 0..3\nfact f(p Player, i 0..3) = 0\nevent e(p Player, i 0..3)\n{text}")
        first, second = guard_cases(c, clause(c, "a")), guard_cases(c, clause(c, "b"))
        assert disjoint(c, first, second) == apart


FACTS = """
enum Role: cook, baker, smith
keep role[Player]: Role
keep tired[Player]: truth
fact is(p Player, r Role) = role[p] == r
fact of_kind(p Player) = role[p]
fact works(p Player) = is(p, cook) or is(p, baker)
fact awake(p Player) = not tired[p]
fact near(p Player, q Player) = role[q] == cook and tired[p]
fact bent(p Player) = role[p] == cook
exception straight to bent(p) where tired[p] = yes
fact deep(p Player, n 0..3) gives truth nested at most 5 = if n == 0 then tired[p] else deep(p, n - 1)
"""


@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [
        ("is(p1, cook)", "is(p1, baker)", True),
        ("is(p1, cook)", "is(p2, baker)", False),
        ("is(p1, cook)", "is(p1, cook)", False),
        ("is(p1, cook)", "not is(p1, cook)", True),
        ("is(p1, cook)", "role[p1] == smith", True),
        ("is(active, cook)", "of_kind(active) in {baker, smith}", True),
        ("of_kind(active) == cook", "of_kind(active) != cook", True),
        ("works(p1)", "is(p1, smith)", True),
        ("works(p1)", "is(p1, baker)", False),
        ("awake(p1)", "tired[p1]", True),
        ("near(p1, p2)", "is(p2, baker)", True),  # each parameter gets its own argument
        ("near(p1, p2)", "is(p1, baker)", False),
        ("near(p1, p2)", "awake(p2)", False),
        ("near(p1, p2)", "awake(p1)", True),
        ("bent(p1)", "is(p1, baker)", False),  # an exception changes the fact
        ("bent(p1)", "not bent(p1)", True),
        ("deep(p1, 2)", "deep(p1, 3)", False),
        ("deep(p1, 2)", "not deep(p1, 2)", True),
    ],
)
def test_facts_are_what_they_say(one: str, two: str, apart: bool) -> None:
    c = named(f"{FACTS}fact f = {one}\nfact g = {two}\n")
    a, b = (cases(c, value(c, name), True, {}) for name in "fg")
    assert disjoint(c, a, b) == disjoint(c, b, a) == apart
