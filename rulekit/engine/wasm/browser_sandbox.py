"""Runs modules with the WebAssembly of a web page, from Python in that page (Pyodide).

There, Python cannot access the memory of a module directly. So `BrowserSandbox.memory` is a copy. Before a call, the
ranges that the caller registered with `share` are written into the module's memory; after the call, they are read back.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cached_property
from typing import Any

from attrs import frozen

from .encoding import parameter_types
from .sandbox_values import PreparedFunction, Refused, SandboxBase, Settings, Trapped


@frozen(eq=False, slots=False)
class BrowserModule:
    """A module for a browser: its bytes, which the browser compiles when the module is first instantiated."""

    module: bytes

    @staticmethod
    def of(module: bytes, settings: Settings | None = None) -> BrowserModule:
        """Return the module with these bytes; the browser compiles it when it is instantiated."""
        return BrowserModule(module)

    @staticmethod
    def again(native: bytes, settings: Settings | None = None) -> BrowserModule:
        """Return the module with these bytes, which `native` returned earlier."""
        return BrowserModule(native)

    @staticmethod
    def identity(settings: Settings) -> str:
        """Return a text that identifies the compiler and its settings, for caches. A browser reveals nothing more
        specific."""
        return "browser"

    def native(self) -> bytes:
        """Return bytes that `again` can load: here the bytes of the module itself."""
        return self.module

    @cached_property
    def parameters(self) -> dict[str, tuple[str, ...]]:
        """Return a mapping from the name of each exported function to the types of its parameters, read from the
        module's bytes."""
        return parameter_types(self.module)

    @cached_property
    def compiled(self) -> Any:
        """Return the browser's compiled form of the module. Raise Refused if the module is too large for the
        browser."""
        import js
        from pyodide.ffi import JsException, to_js

        try:
            return js.WebAssembly.Module.new(to_js(self.module))
        except JsException as error:
            raise Refused(f"the browser cannot take so large a program ({error})") from None


class BrowserSandbox(SandboxBase):
    """One instance of a module: its exports by name, and a copy of its memory."""

    def __init__(self, module: bytes | BrowserModule) -> None:
        import js

        super().__init__()
        self.compiled = BrowserModule.of(module) if isinstance(module, bytes) else module
        self._exports = js.WebAssembly.Instance.new(self.compiled.compiled).exports
        self._buffer = self._exports.memory.buffer
        self.memory = bytearray(self._buffer.byteLength)
        js.Uint8Array.new(self._buffer).assign_to(self.memory)
        self._shared: list[tuple[Any, memoryview]] = []

    def share(self, start: int, end: int) -> None:
        """Register a range of bytes of the memory that the caller reads or writes: each call copies it in both
        directions."""
        import js

        self._shared.append((js.Uint8Array.new(self._buffer, start, end - start), memoryview(self.memory)[start:end]))

    def _prepare(self, name: str) -> PreparedFunction:
        import js

        types = self.compiled.parameters[name]
        function = getattr(self._exports, name)

        def run(first: int = 0, other: int = 0) -> int:
            result: int = self._enter(lambda: function(first, other))
            return result

        def call(*args: int) -> tuple[int, ...]:
            given = js.BigInt64Array.new(len(args))
            js.Uint8Array.new(given.buffer).assign(struct.pack(f"<{len(args)}q", *args))
            values = js.Array.from_(given)
            for at, kind in enumerate(types):
                if kind == "i32":
                    values[at] = args[at]
            result = self._enter(lambda: js.Reflect.apply(function, None, values))
            if result is None:
                return ()
            return (result,) if isinstance(result, int) else tuple(result.to_py())

        return PreparedFunction(run, call, lambda: self._enter(function) or 0)

    def check(self, error: int = 0) -> None:
        """Do nothing: every call here raises its trap at once, so none is left to raise."""

    def _enter(self, call: Callable[[], Any]) -> Any:
        """Make a call and return its result. Before it, write the registered ranges into the module's memory; after it,
        read them back."""
        from pyodide.ffi import JsException

        for there, here in self._shared:
            there.assign(here)
        try:
            return call()
        except JsException as error:
            raise Trapped(str(error), error.name == "RangeError") from None
        finally:
            for there, here in self._shared:
                there.assign_to(here)
