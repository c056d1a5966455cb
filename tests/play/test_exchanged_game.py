"""Comparing two games that a player may or may not be able to distinguish: tiny machines, and the leaks found.

White gets one of three cards, hidden from black; the cases differ in what happens then. Every exchange of a few games
is played to its end.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.play.exchange import ExchangedPair, Exchanger
from rulekit.play.exchanged_game import Following
from tests.machine import build as b

ALL, WHITE = b.bits(0, 1, size=2), b.bits(0, size=2)
CARD = b.at("card")
HIGH = b.op("eq", CARD, 2)
SHOWN = m.Reveal(("card",), (), (), "card", None, "", ALL)
BLACK = b.put("active", (), 1)


def dealt(*nodes: m.Node, first: str = "") -> m.Machine:
    """Return a machine that deals the card and continues with the first of these nodes."""
    return b.machine(
        cells=(
            b.number("card", 2, seen="white only", role="keep"),
            b.number("coins", 9, role="keep"),
            b.number("table", 9, role="place"),
        ),
        functions=(b.function("white only", (), WHITE, kind=2),),
        nodes=(b.chance("deal", "c", 0, 2, 1, "card", nodes[0].id, audience=WHITE), *nodes, b.end()),
    )


def calls(*tests: m.Expr, id: str = "calling", to: str = "end") -> m.Decision:
    """Return a decision of black: to fold, or to raise if the tests hold."""
    return b.decision(id, b.option("fold", 0, to), b.option("raise", 1, to, tests=tuple(map(b.where, tests))), who=1)


def does(*body: m.Stmt, id: str = "going", to: str | m.Next = "calling") -> m.StepNode:
    return b.step(id, *body, to=to)


def pairs(machine: m.Machine, player: int, games: int = 6) -> list[ExchangedPair]:
    ex = Exchanger(ReferenceEngine(machine, recording=True), random.Random(1))
    found = []
    for number in range(games):
        moments, _ = ex.game(1, number)
        sights = ex.sights(moments, player)
        found += [Following(ex, sights, plan, player, plan.at).run() for plan in ex.plans(moments, player, 6)]
    return found


SOUND = {
    "nothing depends on it": [calls()],
    "it is shown before anything does": [does(SHOWN), calls(HIGH)],
    "it is laid where all see it": [
        does(b.put("table", (), b.op("add", CARD, 1))),
        calls(b.op("gt", b.at("table"), 2)),
    ],
    "white does as he likes": [
        b.decision(
            "white", b.option("stay", 0, "calling"), b.option("go", 1, "calling", tests=(b.where(HIGH),)), who=0
        ),
        calls(),
    ],
    "it is of no matter what the sum of it and its opposite is": [
        does(b.put("coins", (), b.op("add", CARD, b.op("sub", 2, CARD)))),
        calls(),
    ],
    "it goes another way to the same": [
        does(to=m.Fork(HIGH, "left", "right")),
        does(b.put("coins", (), 3), id="left"),
        does(b.put("coins", (), 3), id="right"),
        calls(),
    ],
}
LEAKS: dict[str, tuple[str, Sequence[m.Node]]] = {
    "what may be done depends on it": ("options", [calls(HIGH)]),
    "and so it does later": ("options", [calls(id="first", to="calling"), calls(HIGH)]),
    "coins are paid by it": ("told", [does(b.put("coins", (), CARD)), calls()]),
    "whether coins are paid": (
        "told",
        [does(m.IfStatement(HIGH, (b.put("coins", (), 3),))), calls()],
    ),
    "a piece is laid down by it": ("told", [does(b.put("table", (), CARD)), calls()]),
    "it is said who has won": ("asked", [does(to=m.Fork(HIGH, "end", "calling")), calls()]),
    "white is asked instead": (
        "asked",
        [
            does(to=m.Fork(HIGH, "white", "calling")),
            b.decision("white", b.option("stay", 0, "calling"), who=0),
            calls(),
        ],
    ),
    "the game breaks off": (
        "fault",
        [does(b.put("coins", (), b.op("mul", 0, b.op("div", 1, CARD)))), calls(), calls(id="again")],
    ),
}


@pytest.mark.parametrize("name", SOUND)
def test_no_leak(name: str) -> None:
    found = pairs(dealt(*SOUND[name]), 1)
    assert found and all(pair.leak is None for pair in found)


def test_something_is_compared_until_it_comes_to_light() -> None:
    """Games are compared until the card is shown. If it never is, what black learns, black's options and the result are
    compared."""
    assert all(pair.compared > 1 for pair in pairs(dealt(*SOUND["nothing depends on it"]), 1))
    assert all(pair.compared == 0 for pair in pairs(dealt(*SOUND["it is shown before anything does"]), 1))
    later = dealt(calls(id="first", to="going"), does(SHOWN), calls(HIGH))
    assert all(pair.leak is None and pair.compared == 1 for pair in pairs(later, 1))


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak(name: str) -> None:
    kind, nodes = LEAKS[name]
    found = [pair.leak for pair in pairs(dealt(*nodes), 1) if pair.leak is not None]
    assert found and kind in {leak.kind for leak in found}, {leak.kind for leak in found}
    for leak in found:
        assert leak.player == 1
        if leak.kind == "options":
            assert leak.options[0] != leak.options[1]
        if leak.kind == "fault":
            assert leak.fault is not None


def test_white_learns_nothing_that_he_does_not_know() -> None:
    """White knows the card, so there is nothing to exchange."""
    assert all(pairs(dealt(*nodes), 0) == [] for _, nodes in LEAKS.values())
