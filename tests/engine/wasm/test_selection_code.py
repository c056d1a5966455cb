"""Picking a random option inside a playout: each way of counting options gives every option equally often, and the same
option as step-by-step play.
"""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from rulekit.engine.cell_layout import player_streams
from rulekit.engine.interface import Playouts
from rulekit.engine.random import MASK32, random_below, raw, stream_key
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.playout_option_counting import representation_of
from rulekit.machine import program as m
from tests.machine.build import L, at, bits, decision, end, let, level, machine, number, op, option, put, step, where
from tests.machine.verify import verify
from tests.shipped import every

from .test_playout_code import stepped

KEPT = ("x", "y", "z")


def over(found: m.Expr, one: m.Level) -> m.Level:
    return evolve(one, within=found)


def x(low: int, high: int, *tests: m.Test) -> m.Level:
    return level("x", low, high, "x", *tests)


def y(low: int, high: int, *tests: m.Test) -> m.Level:
    return level("y", low, high, "y", *tests)


def z(low: int, high: int, *tests: m.Test) -> m.Level:
    return level("z", low, high, "z", *tests)


EVERY_THIRD = bits(*range(1, 130, 3), size=130)
ENDS = bits(0, 63, 64, 127, 128, 199, size=200)
BY_X = m.IfElse(op("eq", op("mod", L("x"), 2), 0), bits(0, 3, 66, size=67), bits(1, 2, 4, 5, 64, size=67))
NONE_FOR_ONE = m.IfElse(op("eq", L("x"), 1), bits(size=9), bits(2, 8, size=9))
ODD = where(op("eq", op("mod", L("y"), 2), 1))

ALTERNATIVES: dict[str, tuple[str, tuple[m.Level, ...], tuple[m.Test, ...]]] = {
    "nothing to choose": ("one", (), ()),
    "fixed beforehand": ("one", (x(4, 4),), ()),
    "fixed, and in a set": ("one", (over(bits(4, size=5), x(4, 4)),), ()),
    "fixed, and not in a set": ("one", (over(bits(size=5), x(4, 4)),), ()),
    "refused": ("one", (), (where(op("eq", at("three"), 4)),)),
    "two words and more": ("set", (over(EVERY_THIRD, x(0, 129)),), ()),
    "the ends of four words": ("set", (over(ENDS, x(0, 199)),), ()),
    "one word": ("set", (over(bits(0, 5, 31, 32, size=33), x(0, 32)),), ()),
    "nobody in the set": ("set", (over(bits(size=70), x(0, 69)),), ()),
    "a fixed one and a set": ("set", (x(2, 2), over(EVERY_THIRD, y(0, 129)), z(7, 7)), ()),
    "a set behind a condition": ("set", (over(ENDS, x(0, 199)),), (where(op("gt", at("three"), 2)),)),
    "a set refused": ("set", (over(ENDS, x(0, 199)),), (where(op("lt", at("three"), 2)),)),
    "rows": ("rows", (x(1, 3), over(BY_X, y(0, 66))), ()),
    "rows of low ones": ("rows", (x(-2, 1), over(NONE_FOR_ONE, y(0, 8)), z(5, 5)), ()),
    "rows behind a set": ("rows", (over(bits(0, 2, size=4), x(0, 3)), z(1, 2), over(BY_X, y(0, 66))), ()),
    "rows with a test": ("rows", (x(0, 3, where(op("ne", L("x"), 2))), over(BY_X, y(0, 66))), ()),
    "a list": ("list", (x(-3, 3),), ()),
    "a list of two": ("list", (x(1, 2), y(-1, 4, where(op("ne", L("x"), L("y"))))), ()),
    "a list behind a set": ("list", (over(BY_X, y(0, 66, ODD)),), (let("x", at("three")),)),
    "a set with a test": ("list", (over(EVERY_THIRD, y(0, 129, ODD)),), ()),
    "few of a set": ("list", (x(0, 3), over(bits(0, 2, size=3), y(0, 2))), ()),
    "with a named value": ("list", (x(0, 9, let("n", op("mul", L("x"), 3)), where(op("gt", L("n"), 5))),), ()),
}


def asking(*names: str) -> m.Machine:
    """Return a game of one decision with these alternatives. Its payoffs tell which alternative was taken, and the
    values that were kept.
    """
    alternatives, base = [], 0
    nodes: list[m.Node] = []
    for i, name in enumerate(names):
        _, levels, tests = ALTERNATIVES[name]
        alternatives.append(option(name, base, f"took {i}", *levels, tests=tests))
        count = 1
        for one in levels:
            count *= one.high - one.low + 1
        base += count
        nodes.append(step(f"took {i}", put(m.PAYOFF, (0,), i), to="tell"))
    told = [put(m.PAYOFF, (i + 1,), at(cell), 4) for i, cell in enumerate(KEPT)]
    return machine(
        [decision("ask", *alternatives, otherwise="end"), *nodes, step("tell", *told, to="end"), end()],
        (*(number(cell, 300, low=-300, initial=(-300,)) for cell in KEPT), number("three", 9, initial=(3,))),
        players=4,
    )


def test_each_form_is_there():
    assert {form for form, _, _ in ALTERNATIVES.values()} == {"one", "set", "rows", "list"}
    for name, (form, levels, tests) in ALTERNATIVES.items():
        assert representation_of(option(name, 0, "end", *levels, tests=tests)) == form, name


@pytest.mark.parametrize("name", ALTERNATIVES)
def test_options_of_an_alternative_by_itself(name):
    compare(asking(name), 60)


@pytest.mark.parametrize("rotated", every(2, range(0, len(ALTERNATIVES), 4)))
def test_options_of_all_alternatives_together(rotated):
    """One decision has alternatives of all forms, in different orders; the drawn number counts through each of them."""
    names = list(ALTERNATIVES)
    compare(asking(*names[rotated:], *names[:rotated]), 250)


def sums_of(played: Playouts) -> Playouts:
    return evolve(played, payoffs=None)


def compare(made: m.Machine, games: int) -> None:
    assert verify(made) == []
    reference = ReferenceEngine(made)
    expected = reference.playouts(games, 7, each=True)
    for optimise in (True, False):
        assert WasmEngine(made, optimise=optimise).playouts(games, 7, each=True) == expected
    assert stepped(WasmEngine(made, optimise=False), 40, 7) == (expected.payoffs or ())[:40]


ALIKE: dict[str, tuple[tuple[m.Level, ...], ...]] = {
    "three of one word": tuple((x(way, way), over(found, y(0, 63))) for way, found in (
        (2, bits(0, 7, 8, 63, size=64)), (5, bits(*range(64), size=64)), (300, bits(31, 32, size=64)),
    )),
    "some of nobody": tuple((x(way, way), over(found, y(1, 9))) for way, found in (
        (0, bits(size=10)), (1, bits(9, size=10)), (2, bits(size=10)), (3, bits(1, 8, size=10)), (4, bits(size=10)),
    )),
    "two of three words": tuple((over(found, y(0, 129)), z(way, way)) for way, found in (
        (7, EVERY_THIRD), (-7, bits(0, 63, 64, 128, size=130)),
    )),
    "fixed ones in another place": ((x(1, 1), over(EVERY_THIRD, y(0, 129))), (over(EVERY_THIRD, x(0, 129)), y(2, 2))),
    "more words than are gone through": tuple((x(way, way), over(EVERY_THIRD, y(0, 129))) for way in range(4)),
}  # fmt: skip


@pytest.mark.parametrize("name", ALIKE)
def test_alternatives_that_differ_only_in_fixed_parameters_and_members(name):
    """All alternatives lead to one node; the kept values show which was taken."""
    alternatives, base = [], 0
    for i, levels in enumerate(ALIKE[name]):
        alternatives.append(option(f"way {i}", base, "tell", *levels, tests=(where(op("ne", at("three"), 8 + i)),)))
        base += 1000
    told = [put(m.PAYOFF, (i,), at(cell), 4) for i, cell in enumerate(KEPT)]
    made = machine(
        [decision("ask", *alternatives), step("tell", *told, to="end"), end()],
        (*(number(cell, 300, low=-300, initial=(-300,)) for cell in KEPT), number("three", 9, initial=(3,))),
        players=4,
    )
    compare(made, 300)
    compare(evolve(made, cells=(*made.cells[:-1], evolve(made.cells[-1], initial=(9,)))), 60)
    assert WasmEngine(made).playouts(3000, 5) == sums_of(WasmEngine(made).playouts(3000, 5, each=True))
    whole = WasmEngine(made, optimise=False)
    assert len(set(whole.playouts(9000, 3, each=True).payoffs)) == len(whole.options(whole.start(1)))


@pytest.mark.parametrize("name", ["two words and more", "the ends of four words", "rows", "a list of two"])
def test_every_option_comes_and_none_oftener_than_chance_allows(name):
    """Exhausted: all options of the alternative. Sampled: 4000 games, each option within six standard deviations."""
    made = asking(name)
    engine = WasmEngine(made, optimise=False)
    count = len(engine.options(engine.start(1)))
    found = Counter(engine.playouts(4000, 3, each=True).payoffs)
    assert len(found) == count
    middle = 4000 / count
    assert all(abs(times - middle) < 6 * middle**0.5 for times in found.values())


def test_numbers_are_rejected_as_seldom_as_they_must_be():
    """The number of options does not divide 2^32; the test looks for games whose first draw is just below or at the
    limit of rejection."""
    rows, row, seed = 510, 1000, 5
    total = rows * row
    least = (1 << 32) % total
    made = machine(
        [
            decision(
                "ask", option("take", 0, "tell", x(0, rows - 1), over(bits(*range(row), size=row), y(0, row - 1)))
            ),
            step("tell", put(m.PAYOFF, (0,), at("x")), put(m.PAYOFF, (1,), at("y")), to="end"),
            end(),
        ],
        (number("x", rows - 1), number("y", row - 1)),
    )
    key = stream_key(seed, player_streams(made)[0])
    low = {game: (raw(key, game, 0) * total) & MASK32 for game in range(60_000)}
    near = [game for game, rest in low.items() if least <= rest < total]
    over_ = [game for game, rest in low.items() if rest < least]
    assert near and over_
    engine = WasmEngine(made)
    for game in (*near[:3], *over_[:3]):
        expected, _ = random_below(key, game, 0, total)
        assert engine.playouts(1, seed, first=game, each=True).payoffs == (divmod(expected, row),)
