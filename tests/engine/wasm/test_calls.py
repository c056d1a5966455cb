"""The short way into the module: what it gives, what it frees, and that nobody's arguments are mixed up."""

from __future__ import annotations

import gc
import struct
from pathlib import Path

import pytest

from rulekit.engine.interface import GameFault
from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.encode import Assembly, Body
from rulekit.engine.wasm.opcodes import I32, I64
from rulekit.engine.wasm.sandbox import Sandbox, Trapped
from tests.engine.test_cursor import faulty
from tests.machine.build import BOUND

FAULTS = 20_000
ROOM = 4 << 10
"""KiB by which the process may grow meanwhile; a trap that is not freed takes at least one each."""


def memory() -> int:
    """What the process has in memory now, in KiB; where the system does not say, only that nothing breaks is tried."""
    gc.collect()
    says = Path("/proc/self/statm")
    return int(says.read_text().split()[1]) * 4 if says.exists() else 0


def many_faults(step) -> int:
    """By how much the process grew."""
    for _ in range(FAULTS // 10):  # what is made once is made
        with pytest.raises(GameFault):
            step()
    before = memory()
    for _ in range(FAULTS):
        try:
            step()
        except GameFault as fault:
            assert fault.index == BOUND
    return memory() - before


def test_thousands_of_faults_of_an_engine_leave_nothing_behind():
    engine = WasmEngine(faulty())
    state = engine.start(1)
    assert many_faults(lambda: engine.apply(state, 1)) < ROOM
    assert engine.options(state) == (0, 1, 2, 3) and engine.apply(state, 0) != state


def test_thousands_of_faults_of_a_cursor_leave_nothing_behind():
    engine = WasmEngine(faulty())
    cursor = engine.cursor(engine.start(1))
    here = cursor.save()
    assert many_faults(lambda: cursor.apply(2)) < ROOM
    assert cursor.save() == here
    cursor.apply(0)


def test_thousands_of_cursors_leave_nothing_behind():
    """Each has an instance to itself, with megabytes of memory of its own."""
    engine = WasmEngine(faulty())
    state = engine.start(1)
    for _ in range(50):
        engine.cursor(state).legal()
    before = memory()
    for _ in range(500):
        assert engine.cursor(state).legal() == (0, 1, 2, 3)
    assert memory() - before < 4 * ROOM


def mixed() -> Assembly:
    """`mix(i32, i64, i32)` gives its arguments back in another order; `none()` takes and gives nothing."""
    assembly = Assembly(pages=1)
    mix = Body("mix", (I32, I64, I32), (I64, I32, I32))
    for at in (1, 2, 0):
        mix.get(at)
    assembly.define(assembly.declare(mix.params, mix.results, "mix"), mix)
    none = Body("none", (), ())
    assembly.define(assembly.declare((), (), "none"), none)
    stop = Body("stop", (I32,), (I32,))
    stop.op("unreachable")
    assembly.define(assembly.declare(stop.params, stop.results, "stop"), stop)
    return assembly


EDGES = [0, 1, -1, (1 << 31) - 1, -(1 << 31)]


@pytest.mark.parametrize("low", EDGES)
@pytest.mark.parametrize("wide", [*EDGES, (1 << 63) - 1, -(1 << 63), 0x0123456789ABCDEF])
def test_arguments_and_results_of_both_widths(low, wide):
    box = Sandbox(mixed().encoded())
    for high in EDGES:
        assert box.call("mix", low, wide, high) == [wide, high, low]
        assert box.call("none") is None


@pytest.mark.parametrize("wrong", [(), (1,), (1, 2, 3, 4), (1 << 31, 0, 0), (0, 1 << 63, 0)])
def test_wrong_arguments_never_reach_the_module(wrong):
    """The call itself checks nothing, so what comes before it must."""
    box = Sandbox(mixed().encoded())
    with pytest.raises(struct.error):
        box.call("mix", *wrong)
    assert box.call("mix", 1, 2, 3) == [2, 3, 1]


def test_a_trap_is_told_once():
    box = Sandbox(mixed().encoded())
    for _ in range(3):
        with pytest.raises(Trapped, match="unreachable"):
            box.call("stop", 1)
        assert box.call("mix", 1, 2, 3) == [2, 3, 1]
        box.check(0)


def test_a_compiled_module_serves_many_instances_that_share_nothing():
    one = Sandbox(mixed().encoded())
    two = Sandbox(one.compiled)
    one.memory[7] = 9
    assert two.memory[7] == 0 and two.call("mix", 1, 2, 3) == [2, 3, 1]
    with pytest.raises(KeyError):
        two.prepared("nothing of this name")
