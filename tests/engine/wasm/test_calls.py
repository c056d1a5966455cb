"""Direct calls into the module: results, freed memory, and arguments in the right order."""

from __future__ import annotations

import gc
import signal
import struct
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rulekit.engine.interface import GameFault, State
from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.encode import Assembly
from rulekit.engine.wasm.encoding import I32, I64
from rulekit.engine.wasm.function_builder import Body
from rulekit.engine.wasm.sandbox import Sandbox, Trapped
from rulekit.machine import program as m
from rulekit.machine.program import Machine
from tests.engine.test_cursor import faulty
from tests.machine.build import (
    BOUND,
    at,
    decision,
    e,
    end,
    function,
    machine,
    number,
    option,
    put,
    routine,
    span,
    step,
)
from tests.machine.samples import SAMPLES

FAULTS = 600
FUEL = 1 << 26
ROOM = 1 << 9
"""KiB by which the process may grow during a test. A trap that is not freed takes at least one KiB."""


def memory() -> int:
    """Return the memory of the process in KiB, or 0 if the system does not tell; then growth is not tested."""
    gc.collect()
    says = Path("/proc/self/statm")
    return int(says.read_text().split()[1]) * 4 if says.exists() else 0


@pytest.fixture
def frozen() -> None:
    """Keep the collections of a test from going through all that earlier tests left, which takes seconds each."""
    gc.freeze()


def many_faults(step) -> int:
    """Run a faulting step FAULTS times; return by how many KiB the process grew."""
    for _ in range(FAULTS // 10):  # first allocate what is allocated only once
        with pytest.raises(GameFault):
            step()
    before = memory()
    for _ in range(FAULTS):
        try:
            step()
        except GameFault as fault:
            assert fault.index == BOUND
    return memory() - before


@pytest.mark.usefixtures("frozen")
def test_hundreds_of_faults_of_an_engine_leave_nothing_behind():
    engine = WasmEngine(faulty())
    state = engine.start(1)
    assert many_faults(lambda: engine.apply(state, 1)) < ROOM
    assert engine.options(state) == (0, 1, 2, 3) and engine.apply(state, 0) != state


@pytest.mark.usefixtures("frozen")
def test_hundreds_of_faults_of_a_cursor_leave_nothing_behind():
    engine = WasmEngine(faulty())
    cursor = engine.cursor(engine.start(1))
    here = cursor.save()
    assert many_faults(lambda: cursor.apply(2)) < ROOM
    assert cursor.save() == here
    cursor.apply(0)


@pytest.mark.usefixtures("frozen")
def test_many_cursors_leave_nothing_behind():
    """Each cursor has an instance of the module with megabytes of memory."""
    engine = WasmEngine(faulty())
    state = engine.start(1)
    for _ in range(2):
        engine.cursor(state).legal()
    before = memory()
    for _ in range(4):
        assert engine.cursor(state).legal() == (0, 1, 2, 3)
    assert memory() - before < 4 * ROOM


def mixed() -> Assembly:
    """Return a module: `mix(i32, i64, i32)` returns its arguments in another order, `none()` does nothing, `stop(i32)`
    traps."""
    assembly = Assembly(pages=1)
    mix = Body("mix", (I32, I64, I32), (I64, I32, I32))
    low, wide, high = mix.arguments
    for parameter in (wide, high, low):
        mix.push(parameter)
    assembly.add(mix, "mix")
    none = Body("none", (), ())
    assembly.add(none, "none")
    stop = Body("stop", (I32,), (I32,))
    stop.unreachable()
    assembly.add(stop, "stop")
    return assembly


EDGES = [0, 1, -1, (1 << 31) - 1, -(1 << 31)]


@pytest.mark.parametrize("low", EDGES)
@pytest.mark.parametrize("wide", [*EDGES, (1 << 63) - 1, -(1 << 63), 0x0123456789ABCDEF])
def test_arguments_and_results_of_both_widths(low, wide):
    box = Sandbox(mixed().encode())
    for high in EDGES:
        assert box.call("mix", low, wide, high) == [wide, high, low]
        assert box.call("none") is None


@pytest.mark.parametrize("wrong", [(), (1,), (1, 2, 3, 4), (1 << 31, 0, 0), (0, 1 << 63, 0)])
def test_wrong_arguments_never_reach_the_module(wrong):
    """The call into the module checks nothing, so the arguments must be checked before it."""
    box = Sandbox(mixed().encode())
    with pytest.raises(struct.error):
        box.call("mix", *wrong)
    assert box.call("mix", 1, 2, 3) == [2, 3, 1]


def test_a_trap_is_told_once():
    box = Sandbox(mixed().encode())
    for _ in range(3):
        with pytest.raises(Trapped, match="unreachable"):
            box.call("stop", 1)
        assert box.call("mix", 1, 2, 3) == [2, 3, 1]


def endless() -> Machine:
    """Return a machine whose option 1 runs for a tenth of a second until its fuel is used up; option 0 goes on."""
    long = m.Each("i", span(0, (1 << 31) - 1), None, (put("n", (), 1),))
    nodes = [decision("turn", option("on", 0, "turn"), option("long", 1, "long")), step("long", long, to="turn")]
    return machine(nodes, (number("n", 9),), fuel=FUEL)


@pytest.fixture
def alarm():
    """Let a timer's signal raise KeyboardInterrupt, as Ctrl-C does."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    yield
    signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
@pytest.mark.parametrize("drive", ["engine", "cursor"])
def test_an_interruption_leaves_everything_as_it_was(drive, alarm):
    """The module cannot be interrupted: the signal waits until the module traps, and interrupts the code that handles
    the trap."""
    engine = WasmEngine(endless())
    state = engine.start(1)
    cursor = engine.cursor(state)
    go = {"engine": lambda: engine.apply(state, 1), "cursor": lambda: cursor.apply(1)}[drive]
    for _ in range(3):
        # a timer of the system, since other Python threads wait while the module runs
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(KeyboardInterrupt):
            go()
        assert engine.options(state) == cursor.legal() == (0, 1)
        assert engine.apply(state, 0) == state == cursor.save()
        cursor.apply(0)
        cursor.undo()
    with pytest.raises(GameFault):
        go()


def test_a_question_that_faults_while_it_tries_something_out_changes_nothing():
    """The trial's writes are still in the module's memory and must not be read as part of the state."""
    tried = m.After("spoil", (), m.Check(e(0), BOUND, e(0)))
    made = machine(
        [decision("turn", option("on", 0, "end"), who=tried), end()],
        (number("n", 9, initial=(4,)),),
        functions=(function("look", (), tried), function("n", (), at("n"))),
        routines=(routine("spoil", (), put("n", (), 8)),),
    )
    engine = WasmEngine(made)
    state = engine.start(1)
    cursor = engine.cursor(state)
    for question in (lambda: engine.call(state, "look", ()), lambda: engine.who(state), lambda: cursor.player):
        with pytest.raises(GameFault):
            question()
        assert engine.call(state, "n", ()) == 4 and cursor.save() == state


def test_cursors_of_one_engine_may_run_in_threads_of_their_own():
    engine = WasmEngine(SAMPLES["stack"])
    starts = [engine.start(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda state: [whole(engine, state) for _ in range(20)], starts))
    assert together == [[whole(engine, state)] * 20 for state in starts]


def whole(engine: WasmEngine, state: State) -> State:
    """Return the final state of a game in which each decision takes the last option."""
    cursor = engine.cursor(state)
    while not cursor.over:
        cursor.apply(cursor.legal()[-1])
    return cursor.save()


def test_a_compiled_module_serves_many_instances_that_share_nothing():
    one = Sandbox(mixed().encode())
    two = Sandbox(one.compiled)
    one.memory[7] = 9
    assert two.memory[7] == 0 and two.call("mix", 1, 2, 3) == [2, 3, 1]
    with pytest.raises(KeyError):
        two.get_function("nothing of this name")
