"""A game in the form in which a page contains it: checked, lowered and compiled, so that opening it needs no parsing or
checking."""

from __future__ import annotations

import gc
import gzip
import pickle
import sys
from collections.abc import Mapping

from attrs import field, frozen

from ..check.checked import CheckedModel
from ..diagnostics import Diagnostic, RulekitError
from ..engine.wasm import WasmEngine
from ..engine.wasm.compilation import Purpose
from ..engine.wasm.emitted import Emitted
from ..machine.program import Machine
from ..play.game import ConfiguredGame

PURPOSES: tuple[Purpose, ...] = ("steps", "recording")
DEEP = 50_000
"""The recursion limit while a model, which is a deep tree, is pickled."""


@frozen(eq=False)
class KeptGame:
    """A configured game with the modules of its engine."""

    name: str
    layers: tuple[str, ...]
    model: CheckedModel = field(repr=False)
    machine: Machine = field(repr=False)
    modules: Mapping[Purpose, Emitted] = field(repr=False)

    @staticmethod
    def of(game: ConfiguredGame) -> KeptGame:
        """Return the packed form of a game, with the modules compiled that the page needs."""
        engine = game.engine
        if not isinstance(engine, WasmEngine):
            raise ValueError("only the WebAssembly engine has modules to keep")
        modules = {purpose: engine.modules.get(purpose).emitted for purpose in PURPOSES}
        return KeptGame(game.name, game.layers, game.model, game.machine, modules)

    def pack(self) -> bytes:
        """Return the game as bytes; equal games give equal bytes."""
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, DEEP))
        try:
            return gzip.compress(pickle.dumps(self, pickle.HIGHEST_PROTOCOL), mtime=0)
        finally:
            sys.setrecursionlimit(limit)

    @staticmethod
    def unpack(data: bytes) -> KeptGame:
        """Return a game from its bytes, which must come from a trusted place, since unpickling can run code."""
        was_on = gc.isenabled()
        gc.disable()  # garbage collection would search the growing heap again and again, for half of the time or more
        try:
            found = pickle.loads(gzip.decompress(data))
        finally:
            if was_on:
                gc.enable()
        if not isinstance(found, KeptGame):
            raise RulekitError(Diagnostic("E832", "this is no game of a page"))
        return found

    def game(self) -> ConfiguredGame:
        """Return the game, ready to play."""
        engine = WasmEngine(self.machine)
        for purpose, emitted in self.modules.items():
            engine.modules.add(purpose, emitted)
        return ConfiguredGame(self.name, self.layers, self.model, engine)
