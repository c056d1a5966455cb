"""Types of a module's parameters, read from its bytes since browsers do not report them."""

from __future__ import annotations

import pytest
import wasmtime

from rulekit.engine.wasm.encoding import parameter_types
from rulekit.engine.wasm.module import emit, emit_playouts
from rulekit.machine.optimise import for_playouts, optimise_for_hosts
from tests.machine.samples import SAMPLES


@pytest.mark.parametrize("name", list(SAMPLES)[:12])
def test_the_types_of_parameters_are_those_that_wasmtime_tells(name: str) -> None:
    fast = optimise_for_hosts(SAMPLES[name])[0]
    for module in (emit(fast), emit(fast, recording=True), emit_playouts(for_playouts(SAMPLES[name])[0])):
        exports = wasmtime.Module(wasmtime.Engine(), module.bytes).exports
        functions = {e.name: e.type.params for e in exports if isinstance(e.type, wasmtime.FuncType)}
        assert parameter_types(module.bytes) == {name: tuple(map(str, params)) for name, params in functions.items()}
