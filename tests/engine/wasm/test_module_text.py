"""A module's text assembles to the very bytes it was read from, whatever the emitters wrote."""

from __future__ import annotations

import pytest
import wasmtime

from rulekit.engine.wasm.module import emit, emit_playouts, emit_recording
from rulekit.engine.wasm.module_text import function_text, module_text
from rulekit.machine.optimise import for_playouts, optimise_for_hosts
from rulekit.machine.option_labels import Sorts
from tests.machine.samples import SAMPLES


@pytest.mark.parametrize("name", SAMPLES)
def test_it_assembles_to_the_same_bytes(name: str) -> None:
    machine = SAMPLES[name]
    fast = optimise_for_hosts(machine)[0]
    played = for_playouts(machine, watched=True)[0]
    modules = [emit(fast), emit_recording(fast), emit_playouts(played), emit_playouts(played, Sorts.of(machine), True)]
    for module in modules:
        assert bytes(wasmtime.wat2wasm(module_text(module.bytes))) == module.bytes


def test_a_function_by_its_export() -> None:
    with pytest.raises(KeyError):
        function_text(emit(next(iter(SAMPLES.values()))).bytes, "nosuch")
