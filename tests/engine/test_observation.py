"""Observations as bytes: both engines encode exactly what `observe` returns, for every kind of cell and audience."""

from __future__ import annotations

from itertools import product

import pytest

from rulekit.engine.interface import GameFault
from rulekit.engine.observation import ObservationFormat
from rulekit.engine.observe import Hidden, observe
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from tests.machine.build import (
    BOUND,
    L,
    at,
    bits,
    decision,
    e,
    end,
    function,
    machine,
    number,
    op,
    option,
    put,
    ring,
    routine,
    set_cell,
    step,
)
from tests.machine.verify import verify
from tests.shipped import every

PLAYERS = 3
OWN = m.SetOf(PLAYERS, (L("p"),))
AUDIENCES = (
    function("all", (), bits(*range(PLAYERS), size=PLAYERS), kind=PLAYERS),
    function("none", (), bits(size=PLAYERS), kind=PLAYERS),
    function("owner", ("p",), OWN, kind=PLAYERS),
    function("others", ("p",), m.SetOp("minus", bits(*range(PLAYERS), size=PLAYERS), OWN), kind=PLAYERS),
    function("each", ("p", "k"), m.SetOf(PLAYERS, (op("mod", op("add", L("p"), L("k")), PLAYERS),)), kind=PLAYERS),
    function("now", (), m.IfElse(at("open"), bits(0, 2, size=PLAYERS), bits(1, size=PLAYERS)), kind=PLAYERS),
    function("number", (), e(1), kind=m.NUMBER),
)
SEEN = [None, *(a.name for a in AUDIENCES)]


def cells(seen: str | None, counted: str | None, takes: int) -> list[m.Cell]:
    """Return a cell of each kind with these audiences, which take `takes` parameters; each element has some content."""
    shape = (3, 2)[:takes]
    inner = (*shape, 4)
    rest = {"seen": seen, "counted": counted}
    count = 1
    for size in inner:
        count *= size
    told = {**rest, "role": "place"}
    some = [i % 2 * 7 for i in range(count // 4)]
    heaps = [i % 5 for i in range(count)]
    shown = (
        [
            ring("r shows", 300, 5, *shape, open="thirds", **rest),
            set_cell("s shows", 300, *shape, initial=((1 << 299) + 5,), open="thirds", **told),
            number("one shows", 300, *shape, initial=some, open="thirds", **told),
            number("heap shows", 9, *inner, initial=heaps, heap=True, open="parts", **told),
        ]
        if seen is not None
        else []
    )
    return [
        number("n", 300, *shape, low=-7, initial=(-3,), **rest),
        set_cell("s", 70, *shape, initial=((1 << 69) + 5,), **rest),
        ring("r", 300, 5, *shape, **rest),
        number("one", 300, *shape, initial=[i % 2 * 7 for i in range(count // 4)], role="place", **rest),
        number("heap", 9, *inner, initial=[i % 5 for i in range(count)], heap=True, role="place", **rest),
        set_cell("empty", 3, *shape, **rest),
        number("open", 1),
        *shown,
    ]


def made(seen: str | None, counted: str | None) -> m.Machine:
    takes = max(len(a.params) for a in AUDIENCES if a.name in (seen, counted)) if seen or counted else 0
    index = tuple(e(2 if i == 0 else 1) for i in range(takes))
    rings = ("r", "r shows") if seen is not None else ("r",)
    filled = (m.Push(name, index, "top", e(value), BOUND) for name in rings for value in (300, 7))
    thirds = m.Table("thirds", (301,), m.NUMBER, (0, *(1 + i % 3 for i in range(300))))
    parts = m.Table("parts", (5,), m.NUMBER, (0, 1, 300, 1, 2))
    nodes = [
        step("fill", *filled, to="turn"),
        decision("turn", option("show", 0, "later")),
        step("later", put("open", (), 1), to="end"),
        end(),
    ]
    rest = {"functions": AUDIENCES, "tables": (thirds, parts), "players": PLAYERS}
    return machine(nodes, cells(seen, counted, takes), **rest)


@pytest.mark.parametrize(("seen", "counted"), every(3, product(SEEN, SEEN)))
def test_bytes_say_what_is_observed(seen, counted):
    """Exhausted: every audience for values with every audience for sizes, for every player, before and after a
    change."""
    made_ = made(seen, counted)
    one, two, form = ReferenceEngine(made_), WasmEngine(made_), ObservationFormat.of(made_)
    slow, fast = one.cursor(one.start(1)), two.cursor(one.start(1))
    found = []
    for step_ in range(2):
        for player in range(PLAYERS):
            packed = fast.observe(player)
            assert packed == slow.observe(player)
            seen_ = form.unpack(packed)
            assert seen_ == observe(one, fast.save(), player)
            found.append({cell: values for cell, values in seen_.items() if cell != "open"})
        if step_ == 0:
            slow.apply(0)
            fast.apply(0)
    if seen == "now" and counted is None:
        assert [one == two for one, two in zip(found[:PLAYERS], found[PLAYERS:], strict=True)] == [False] * PLAYERS
    assert any(isinstance(v, Hidden) for view in found for v in view["r"]) is (seen not in (None, "all"))


def test_what_is_open_is_seen_of_what_is_counted():
    made_ = made("owner", None)
    assert verify(made_) == []
    view = observe(ReferenceEngine(made_), ReferenceEngine(made_).start(1), 0)
    last = {name: view[f"{name} shows"] for name in ("r", "s", "one", "heap")}
    assert last["r"][2] == Hidden(2, (3, 1)) and last["r"][1] == Hidden(0, ())
    assert last["s"][0] == frozenset({0, 2, 299}) and last["s"][1] == Hidden(3, (1, 0, 2))
    assert last["one"] == (0, Hidden(1, (1,)), Hidden(0, ()))
    shows = [0] * 300
    shows[0], shows[299], shows[1] = 4 + 1, 0, 2
    assert last["heap"][4:6] == (Hidden(7, tuple(shows)), Hidden())
    assert observe(ReferenceEngine(made("owner", "none")), ReferenceEngine(made_).start(1), 0)["r shows"][2] == Hidden()


def test_who_asks_must_be_a_player():
    made_ = made("owner", None)
    for engine in (ReferenceEngine(made_), WasmEngine(made_)):
        cursor = engine.cursor(engine.start(1))
        for player in (-1, PLAYERS):
            with pytest.raises(ValueError):
                cursor.observe(player)


def test_an_audience_that_faults_is_a_fault_and_does_no_harm():
    """The audience faults while it tries a step, and the trial is undone."""
    tried = m.After("spoil", (), m.Check(e(0), BOUND, bits(0, size=2)))
    made_ = machine(
        [decision("turn", option("on", 0, "end")), end()],
        (number("n", 9, initial=(4,), seen="who"),),
        functions=(function("who", (), tried, kind=2),),
        routines=(routine("spoil", (), put("n", (), 8)),),
    )
    for engine in (ReferenceEngine(made_), WasmEngine(made_)):
        cursor = engine.cursor(engine.start(1))
        here = cursor.save()
        for _ in range(2):
            with pytest.raises(GameFault) as caught:
                cursor.observe(0)
            assert (caught.value.index, caught.value.state, cursor.save()) == (BOUND, here, here)
        cursor.apply(0)
        assert cursor.over
