"""Chance on both engines: allowed weights, counting of draws, and allowed game numbers."""

from __future__ import annotations

import pytest

from rulekit.engine.cell_layout import streams
from rulekit.engine.interface import ARITHMETIC, Engine, GameFault, State
from rulekit.engine.random import MOST_USE
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.recording_engine import RecordingEngine
from rulekit.machine import program as m
from rulekit.play.game_steps import LabelResolver
from tests.machine.build import EMPTY, L, at, chance, decision, end, level, machine, number, op, option
from tests.machine.samples import SAMPLES, dice
from tests.machine.verify import verify

ENGINES = pytest.mark.parametrize("kind", [ReferenceEngine, WasmEngine])
ALL_ENGINES = pytest.mark.parametrize("kind", [ReferenceEngine, WasmEngine, RecordingEngine])
MOST = (1 << 31) - 1


def rolling(weight: m.Expr | int, high: int = 2) -> m.Machine:
    """Return a machine with one chance node: n in 0..high, with this weight as a function of n."""
    nodes = (chance("roll", "n", 0, high, weight, "die", "end"), end())
    cells = (number("die", high), number("big", MOST, initial=(1 << 30,)), number("low", 0, low=-5, initial=(-5,)))
    made = machine(nodes, cells)
    assert verify(made) == []
    return made


@ENGINES
@pytest.mark.parametrize(
    ("weight", "high", "outcomes"),
    [
        (op("sub", L("n"), 1), 2, ((2, 1),)),  # the weights are -1, 0 and 1
        (op("mul", L("n"), at("low")), 2, None),
        (-3, 2, None),
        (op("add", at("low"), L("n")), 6, ((6, 1),)),
        (at("big"), 0, ((0, 1 << 30),)),
        # the total weight is the largest number of 32 bits
        (op("sub", at("big"), L("n")), 1, ((0, 1 << 30), (1, (1 << 30) - 1))),
        (MOST, 0, ((0, MOST),)),
    ],
)
def test_a_weight_below_zero_counts_as_zero(kind, weight, high, outcomes):
    engine: Engine = kind(rolling(weight, high))
    state = engine.start(1)
    if outcomes is None:
        for ask in (engine.outcomes, engine.chance, lambda _: engine.playouts(1, 1)):
            with pytest.raises(GameFault) as caught:
                ask(state)
            assert caught.value.index == EMPTY
        return
    assert engine.outcomes(state) == outcomes
    assert engine.chance(state).cells[-3] in dict(outcomes)
    assert engine.playouts(20, 1).games == 20


@ENGINES
@pytest.mark.parametrize("weight", [at("big"), 1 << 30, op("add", at("big"), op("sub", L("n"), 1)), MOST])
def test_a_total_weight_that_is_no_number_is_the_fault_of_arithmetic(kind, weight):
    """The fault is not that of a chance without outcomes."""
    engine: Engine = kind(rolling(weight, 2))
    state = engine.start(1)
    for ask in (engine.outcomes, engine.chance, lambda _: engine.playouts(1, 1)):
        with pytest.raises(GameFault) as caught:
            ask(state)
        assert caught.value.index == ARITHMETIC and caught.value.fault.code == "E701"
        assert caught.value.fault.clause == "procedure roll"


# ----------------------------------------------------------------------------------------------- how draws are counted


def after(kind: type, state: State) -> State:
    made = kind(dice()).chance(state)
    assert isinstance(made, State)
    return made


def rolled(uses: int) -> State:
    """Return the state at the first roll of a dice game, with this number of draws recorded for every random stream."""
    engine = ReferenceEngine(dice())
    state = engine.apply(engine.start(3), 0)
    assert LabelResolver.of(engine).chances(state)
    return state._replace(uses=(uses,) * len(state.uses))


@ALL_ENGINES
@pytest.mark.parametrize("uses", [MOST_USE, MOST_USE - 1, 7])
def test_draws_are_counted_in_32_bits_by_all_who_draw(kind, uses):
    state = rolled(uses)
    there = after(ReferenceEngine, state)
    assert after(kind, state) == there and all(0 <= use <= MOST_USE for use in there.uses)
    resolver = LabelResolver.of(kind(dice()))
    place = streams(dice()).index(resolver.labels.nodes[state.node].stream)
    assert there.uses[place] == (uses + 1) % (MOST_USE + 1)
    _, counted = resolver.draw(state)
    assert counted.uses == there.uses


@ALL_ENGINES
@pytest.mark.parametrize("uses", [MOST_USE + 1, 2**40, -1])
def test_a_state_that_counts_more_is_of_no_machine(kind, uses):
    with pytest.raises(ValueError, match="another game"):
        after(kind, rolled(uses))
    engine = kind(machine([decision("ask", option("go", 0, "end", level("x", 0, 4, "n"))), end()], (number("n", 4),)))
    start = engine.start(1)
    with pytest.raises(ValueError, match="another game"):
        engine.pick(start._replace(uses=(uses,) * len(start.uses)))
    with pytest.raises(ValueError, match="another game"):
        engine.pick(start._replace(uses=()))


# ------------------------------------------------------------------------------------------------ which games there are


@ENGINES
def test_games_have_numbers_of_32_bits(kind):
    engine: Engine = kind(SAMPLES["line"])
    last = 2**32 - 1
    assert engine.playouts(1, 1, first=last).games == 1
    assert engine.playouts(0, 1, first=last).games == 0
    for n, first in ((1, 2**32), (2, last), (1, -1), (-1, 0)):
        with pytest.raises(ValueError, match="is expected"):
            engine.playouts(n, 1, first=first)
    with pytest.raises(TypeError):
        engine.playouts(1.5, 1)


@ENGINES
def test_a_game_has_no_fewer_moves_than_none(kind):
    engine: Engine = kind(SAMPLES["line"])
    assert engine.playouts(3, 1, max_moves=0).unfinished == 3
    with pytest.raises(ValueError, match="most moves"):
        engine.playouts(1, 1, max_moves=-1)
