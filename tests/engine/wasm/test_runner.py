"""Running modules: faults, fuel, recursion, invalid options, playouts in batches, and memory restored after trials."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulekit.engine.interface import ARITHMETIC, GameFault, NotAnOption
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from tests.engine.differential import Pair
from tests.machine.build import (
    BOUND,
    RANGE,
    L,
    at,
    call,
    chance,
    decision,
    end,
    function,
    inside,
    level,
    machine,
    number,
    op,
    option,
    put,
    routine,
    span,
    step,
)
from tests.machine.samples import SAMPLES

EVERY = m.SetConst(99, (1 << 99) - 1)
COUNTER = number("n", 100000)


def both(nodes, *cells: m.Cell, **rest) -> Pair:
    made = machine(nodes, cells, **rest)
    return Pair(ReferenceEngine(made), WasmEngine(made))


def test_what_is_not_offered_is_refused_as_by_the_reference():
    for engine in (ReferenceEngine(SAMPLES["dice"]), WasmEngine(SAMPLES["dice"])):
        state = engine.start(1)
        rolling = engine.apply(state, 0)
        for option_number in (2, 7, 8, -1, 1 << 31, 1 << 40):
            with pytest.raises(NotAnOption):
                engine.apply(state, option_number)
        for value in (0, 7, -(1 << 40)):
            with pytest.raises(NotAnOption):
                engine.chance(rolling, value)
        with pytest.raises(NotAnOption):
            engine.chance(state)
        with pytest.raises(NotAnOption):
            engine.apply(rolling, 0)
        for ask in (engine.who, engine.pick):
            with pytest.raises(NotAnOption):
                ask(rolling)
        assert engine.options(rolling) == engine.outcomes(state) == ()


def test_states_may_be_left_and_returned_to():
    engine = WasmEngine(SAMPLES["stack"])
    state = engine.start(3)
    seen = []
    while engine.options(state) or engine.outcomes(state):
        seen.append((state, engine.options(state), engine.outcomes(state)))
        state = engine.chance(state) if engine.outcomes(state) else engine.apply(state, engine.options(state)[-1])
    for state, offered, coming in reversed(seen):
        assert (engine.options(state), engine.outcomes(state)) == (offered, coming)


FOR_EVER = span(0, (1 << 31) - 1)
STEPS = {
    "passes": m.While(m.Const(1), None, BOUND, (put("n", (), 1),)),
    "values": m.Each("i", FOR_EVER, None, (put("n", (), 1),)),
    "calls": m.Each("i", span(0, 9000), None, (m.Run("nothing", ()),)),
    "folds": put("n", (), m.Fold("count", "i", FOR_EVER, op("lt", L("i"), 3))),
    "builds": m.Each(
        "j", span(0, 99), None, (m.Define("s", m.SetBuild(99, "i", span(0, 99), op("le", m.Load("n"), L("i")))),)
    ),
    "members": m.Each(
        "j",
        span(0, 99),
        None,
        (m.Define("s", m.Fold("sum", "i", inside(EVERY), op("le", m.Load("n"), L("i")), L("i"))),),
    ),
    "targets": m.Define("s", m.Reach(99, m.Const(0), "i", "j", span(0, 98))),
}
LOOPS = {name: [step("a", body, to="end")] for name, body in STEPS.items()} | {
    "steps": [step("a", put("n", (), 1), to="b"), step("b", put("n", (), 0), to="a")],
    "decisions": [decision("a", option("no", 0, "end", tests=(m.Test(m.Const(0)),)), otherwise="a")],
    "options": [  # a wide range, since conditions on few values are evaluated together
        decision("a", option("no", 0, "end", level("x", 0, 9000, "n", m.Test(op("lt", L("x"), m.Load("n"))))))
    ],
}


@pytest.mark.parametrize("name", LOOPS)
def test_what_never_ends_uses_up_its_fuel(name):
    pair = both([*LOOPS[name], end()], COUNTER, routines=(routine("nothing", ()),), fuel=5000)
    assert pair.same("start", 1) == [pair.machine.fuel_fault]


def test_chances_in_a_row_use_up_fuel_in_playouts():
    made = machine([chance("a", "n", 0, 1, 1, "n", "a")], (COUNTER,), fuel=500)
    with pytest.raises(GameFault) as caught:
        WasmEngine(made).playouts(1, 1)
    assert caught.value.index == made.fuel_fault


@pytest.mark.parametrize("most", [1, 2, 63, 64, 65])
def test_recursion_ends_where_it_is_said_to(most):
    down = m.IfElse(op("le", L("n"), 1), m.Const(1), op("add", 1, call("deep", op("sub", L("n"), 1))))
    body = (
        m.IfStatement(op("gt", L("n"), 1), (m.Run("deep", (op("sub", L("n"), 1),)),)),
        put("n", (), op("add", at("n"), 1)),
    )
    pair = both(
        [end()],
        COUNTER,
        functions=(function("deep", ("n",), down, nested=most, fault=BOUND),),
        routines=(routine("deep", ("n",), *body, nested=most, fault=RANGE),),
    )
    state = pair.same("start", 1)
    for n in (most - 1, most, most + 1, most):
        assert pair.same("call", state, "deep", (n,)) == (max(n, 1) if n <= most else [BOUND])
        assert (pair.same("run", state, "deep", (n,)) == [RANGE]) is (n > most)


def test_a_stack_used_up_counts_as_fuel_used_up_and_does_no_harm():
    down = m.IfElse(op("le", L("n"), 0), m.Const(0), op("add", 1, call("deep", op("sub", L("n"), 1))))
    huge = 1 << 30
    made = machine(
        [end()], functions=(function("deep", ("n",), down, nested=huge, fault=BOUND),), fuel=huge, fuel_fault=0
    )
    engine = WasmEngine(made)
    state = engine.start(1)
    with pytest.raises(GameFault) as caught:
        engine.call(state, "deep", (huge - 5,))
    assert (caught.value.index, caught.value.state) == (0, state)
    assert engine.call(state, "deep", (100,)) == 100


@pytest.mark.parametrize("depth", [0, 1, 5, 20])
def test_what_is_tried_out_may_nest(depth):
    """Each level tries a step and calls the next level; afterwards all cells are as before, and as in the reference
    engine."""
    tried = m.After("up", (), call("look", op("sub", L("d"), 1)))
    look = m.IfElse(op("le", L("d"), 0), at("n"), op("add", tried, at("n")))
    pair = both(
        [end()],
        COUNTER,
        functions=(function("look", ("d",), look, nested=30, fault=BOUND),),
        routines=(routine("up", (), put("n", (), op("add", at("n"), 1)), m.Mark("procedure up")),),
    )
    state = pair.same("start", 1)
    assert pair.same("call", state, "look", (depth,)) == depth * (depth + 1) // 2
    assert pair.same("run", state, "up", ()).cells == pair.two.run(state, "up", ()).cells


def test_trying_out_too_deep_for_memory_is_a_fault_not_an_overrun():
    tried = m.After("fill", (), call("look", op("sub", L("d"), 1)))
    made = machine(
        [end()],
        tuple(number(f"row {i}", 255, 1000) for i in range(5)),  # small enough to be copied for each trial
        functions=(function("look", ("d",), m.IfElse(L("d"), tried, at("row 0", 9)), nested=100000, fault=BOUND),),
        routines=(routine("fill", (), *(put(f"row {i}", (9,), 7) for i in range(5))),),
        fuel=1 << 30,
    )
    engine = WasmEngine(made)
    state = engine.start(1)
    assert engine.call(state, "look", (500,)) == 7
    with pytest.raises(GameFault) as caught:
        engine.call(state, "look", (3000,))
    assert caught.value.index == made.fuel_fault
    assert engine.call(state, "look", (0,)) == 0


def unlucky() -> m.Machine:
    """Return a machine in which a die decides whether it divides by zero."""
    return machine(
        [
            decision("ask", option("roll", 0, "roll"), option("wait", 1, "ask")),
            chance("roll", "n", 0, 9, 1, "n", "divide"),
            step("divide", put("n", (), op("div", 1, at("n"))), to="ask"),
        ],
        (COUNTER,),
    )


def test_a_fault_in_a_playout_names_the_game_and_comes_again():
    one, two = ReferenceEngine(unlucky()), WasmEngine(unlucky(), batch=2)
    caught = []
    for engine in (one, two):
        with pytest.raises(GameFault) as fault:
            engine.playouts(50, seed=1, first=4, max_moves=8)
        caught.append((fault.value.index, fault.value.state))
    assert caught[0] == caught[1]
    index, state = caught[1]
    assert index == ARITHMETIC
    assert state is not None
    with pytest.raises(GameFault):
        two.chance(state)
    assert two.playouts(state.game - 4, 1, 4, 8) == one.playouts(state.game - 4, 1, 4, 8)


class Enough(Exception):
    """Raised by a progress listener, as Ctrl-C would."""


def test_playouts_without_end_can_be_interrupted():
    calls = []

    def listen(done: int) -> None:
        calls.append(done)
        if len(calls) == 2:
            raise Enough

    made = machine([decision("a", option("on", 0, "a"))])
    engine = WasmEngine(made, progress=listen)
    with pytest.raises(Enough):
        engine.playouts(5, 1)
    assert calls == [0, 0]
    assert engine.playouts(2, 1, max_moves=9).unfinished == 2


@pytest.mark.parametrize("batch", [1, 3, 1000])
def test_progress_is_told_and_batches_change_nothing(batch):
    told: list[int] = []
    made = SAMPLES["heap"]
    found = WasmEngine(made, batch, told.append).playouts(20, 8, each=True)
    assert told == [*range(batch, 20, batch), 20]
    assert found == ReferenceEngine(made).playouts(20, 8, each=True)


@pytest.mark.parametrize("length", [4094, 4095, 4096, 4097])
def test_games_of_any_length_are_counted(length):
    """The histogram in memory covers up to 4095 moves; longer games are listed."""
    more = m.Fork(op("lt", at("n"), length), "a", "end")
    nodes = [decision("a", option("on", 0, "b")), step("b", put("n", (), op("add", at("n"), 1)), to=more), end()]
    games = 5000 if length > 4096 else 3
    assert WasmEngine(machine(nodes, (COUNTER,)), batch=5000).playouts(games, 1).lengths == {length: games}


def test_sums_of_large_payoffs_do_not_overflow():
    nodes = [decision("a", option("on", 0, "b")), step("b", put(m.PAYOFF, (0,), -(1 << 31)), to="end"), end()]
    made = machine(nodes)
    cells = tuple(number(m.PAYOFF, 5, 2, low=-(1 << 31)) if c.name == m.PAYOFF else c for c in made.cells)
    found = WasmEngine(evolve(made, cells=cells)).playouts(9, 1)
    assert found.payoff_sum == (-9 << 31, 0)


def test_options_with_levels_that_begin_below_zero():
    nodes = [
        decision(
            "a",
            option("one", 5, "end", level("x", -2, 1, "n", m.Test(op("ne", L("x"), 0))), level("y", -1, 0, "k")),
            option("two", 0, "end"),
        ),
        end(),
    ]
    pair = both(nodes, number("n", 9, low=-9), number("k", 9, low=-9))
    state = pair.same("start", 1)
    offered = pair.same("options", state)
    assert offered == (5, 6, 7, 8, 11, 12, 0)
    for one in offered:
        pair.same("apply", state, one)
