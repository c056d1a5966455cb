"""Which engines there are, and one of them for a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from ..machine.program import Machine
    from .interface import Engine

EngineName = Literal["wasm", "reference"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)
SOME = 2000
"""Games for which a machine may not be worth optimising."""


def make_engine(machine: Machine, name: EngineName = "wasm", games: int | None = None) -> Engine:
    """An engine for a machine: `wasm` is the speed and `reference` the meaning; both give the same game.

    `games`: as many random games as it may be asked for, 0 for steps alone, None for any number.  The fewer, the more
    it is worth that it is ready rather than fast.
    """
    # each is imported when asked for: who asks for one need not wait for the other
    if name == "reference":
        from .reference import ReferenceEngine

        return ReferenceEngine(machine)
    if games is not None and games <= SOME:
        from .wasm.quick_start import QuickStartEngine

        return QuickStartEngine(machine, games)
    from .wasm import WasmEngine

    return WasmEngine(machine)
