"""Which engines there are, and one of them for a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from ..machine.program import Machine
    from .interface import Engine

EngineName = Literal["wasm", "reference"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)


def make_engine(machine: Machine, name: EngineName = "wasm", soon: bool = False) -> Engine:
    """An engine for a machine: `wasm` is the speed and `reference` the meaning; both give the same game.

    `soon`: it will have little to do, so it should be ready rather than fast.
    """
    # each is imported when asked for: who asks for one need not wait for the other
    if name == "reference":
        from .reference import ReferenceEngine

        return ReferenceEngine(machine)
    if soon:
        from .wasm.quick_start import QuickStartEngine

        return QuickStartEngine(machine)
    from .wasm import WasmEngine

    return WasmEngine(machine)
