"""List the engines, and make one for a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from ..machine.program import Machine
    from .interface import Engine

EngineName = Literal["wasm", "reference"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)
SOME = 2000
"""The number of games up to which optimising a machine may take longer than it saves."""


def make_engine(machine: Machine, name: EngineName = "wasm", games: int | None = None) -> Engine:
    """Return an engine for a machine: `wasm` is fast, `reference` defines the meaning; both play the same games.
    `games` is the greatest number of random games that the caller will play: 0 for single steps only, None for any
    number. With few games the engine starts sooner and plays more slowly."""
    # imported here, so that using one engine does not load the other
    if name == "reference":
        from .reference import ReferenceEngine

        return ReferenceEngine(machine)
    if games is not None and games <= SOME:
        from .wasm.quick_start import QuickStartEngine

        return QuickStartEngine(machine, games)
    from .wasm import WasmEngine

    return WasmEngine(machine)
