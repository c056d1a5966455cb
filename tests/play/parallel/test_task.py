"""The task that is sent to workers, and its effect there."""

from __future__ import annotations

import pickle
import sys
import threading

import pytest
from attrs import evolve

from rulekit.diagnostics import RulekitError
from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.play.parallel import MOST_KEPT, PickledMachine, Task, perform
from rulekit.play.simulate import Count
from tests.machine.samples import SAMPLES, line

from .games import ENGINES, unlucky


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", SAMPLES)
def test_a_worker_plays_as_it_would_be_played_here(name, engine):
    here = ENGINES[engine](SAMPLES[name])
    task = pickle.loads(pickle.dumps(Task.of([here], Count(3, 50))))
    assert perform(task, 4, 9, 1).value == here.playouts(9, 3, 4, 50, counting="detailed")


def test_a_worker_with_another_rulekit_is_told_from_one_that_plays():
    task = Task.of([ReferenceEngine(line())], Count(1, 9))
    answer = perform(evolve(task, rulekit="another"), 0, 2, 1)
    assert isinstance(answer, RulekitError) and [d.code for d in answer.diagnostics] == ["E815"]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_fault_comes_back_whole(engine):
    here = ENGINES[engine](unlucky())
    with pytest.raises(GameFault) as raised:
        here.playouts(50, 1, 0, 20)
    answer = pickle.loads(pickle.dumps(perform(Task.of([here], Count(1, 20)), 0, 50, 1)))
    assert isinstance(answer, GameFault)
    assert (answer.fault, answer.index, answer.state) == (raised.value.fault, raised.value.index, raised.value.state)
    assert (str(answer), answer.diagnostics) == (str(raised.value), raised.value.diagnostics)


def test_a_message_comes_back_whole():
    with pytest.raises(RulekitError) as raised:
        raise RulekitError(*(perform(Task("no", (), Count(1, 1)), 0, 1, 1).diagnostics * 2))
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is RulekitError and again.diagnostics == raised.value.diagnostics


def test_an_engine_is_made_once_for_each_thread():
    packed = PickledMachine.of(WasmEngine(line()))
    mine = packed.engine()
    assert packed.engine() is mine and pickle.loads(pickle.dumps(packed)).engine() is mine
    others = []
    thread = threading.Thread(target=lambda: others.extend((packed.engine(), packed.engine())))
    thread.start()
    thread.join(60)
    assert others[0] is others[1] is not mine


def test_the_engines_used_last_are_kept():
    machines = [evolve(line(), fuel=1000 + n) for n in range(MOST_KEPT + 1)]
    packed = [PickledMachine.of(ReferenceEngine(one)) for one in machines]
    first, *rest = [one.engine() for one in packed[:MOST_KEPT]]
    assert packed[0].engine() is first  # now the first engine is the one used last
    packed[MOST_KEPT].engine()
    assert packed[0].engine() is first
    assert packed[1].engine() is not rest[0]


def test_one_machine_on_both_engines_is_two():
    assert type(PickledMachine.of(WasmEngine(line())).engine()) is WasmEngine
    assert type(PickledMachine.of(ReferenceEngine(line())).engine()) is ReferenceEngine


def test_an_engine_that_workers_cannot_make_is_refused():
    class Mine:
        machine = line()

    with pytest.raises(ValueError, match="Mine"):
        PickledMachine.of(Mine())


def test_a_machine_nested_deeper_than_python_goes_is_sent_all_the_same():
    deep = m.Const(1)
    for _ in range(sys.getrecursionlimit()):
        deep = m.SizeOf(deep)
    with pytest.raises(RecursionError):
        pickle.dumps(deep)
    packed = PickledMachine.of(ReferenceEngine(evolve(line(), seats=(deep, "b"))))
    found = packed.engine().machine.seats[0]
    for _ in range(sys.getrecursionlimit()):
        found = found.set  # type: ignore[attr-defined]
    assert found == m.Const(1)
