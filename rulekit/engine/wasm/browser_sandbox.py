"""Runs modules by the WebAssembly of a web page, from Python in that page (Pyodide).

Python cannot access the memory of a module directly there. So `BrowserSandbox.memory` is a copy: before a call, the
parts that the caller shares are written into the module's memory; after it, they are read back.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cached_property
from typing import Any

from attrs import frozen

from .encoding import parameter_types
from .sandbox_values import Prepared, Refused, Settings, Trapped


@frozen(eq=False, slots=False)
class BrowserModule:
    """A module for a browser, ready to be instantiated."""

    module: bytes

    @staticmethod
    def of(module: bytes, settings: Settings | None = None) -> BrowserModule:
        """Return the module for these bytes; the browser compiles it when it is instantiated."""
        return BrowserModule(module)

    @staticmethod
    def again(native: bytes, settings: Settings | None = None) -> BrowserModule:
        """Return the module for bytes that `native` returned."""
        return BrowserModule(native)

    @staticmethod
    def identity(settings: Settings) -> str:
        """Return the name of the compiler and its settings, for caches. A browser reveals nothing more specific."""
        return "browser"

    def native(self) -> bytes:
        """Return bytes that `again` can load: here the module itself."""
        return self.module

    @cached_property
    def parameters(self) -> dict[str, tuple[str, ...]]:
        """Return the types of the parameters of each exported function, from the module's bytes."""
        return parameter_types(self.module)

    @cached_property
    def compiled(self) -> Any:
        """Return the browser's compiled module. Raise Refused if it is too large for the browser."""
        import js
        from pyodide.ffi import JsException, to_js

        try:
            return js.WebAssembly.Module.new(to_js(self.module))
        except JsException as error:
            raise Refused(f"the browser cannot take so large a program ({error})") from None


class BrowserSandbox:
    """One instance of a module: its exports by name, and a copy of its memory."""

    def __init__(self, module: bytes | BrowserModule) -> None:
        import js

        self.compiled = BrowserModule.of(module) if isinstance(module, bytes) else module
        self._exports = js.WebAssembly.Instance.new(self.compiled.compiled).exports
        self._buffer = self._exports.memory.buffer
        self.memory = bytearray(self._buffer.byteLength)
        js.Uint8Array.new(self._buffer).assign_to(self.memory)
        self._shared: list[tuple[Any, memoryview]] = []
        self._prepared: dict[str, Prepared] = {}

    def share(self, start: int, end: int) -> None:
        """Register a range of bytes of the memory as used by the caller, so that calls copy it."""
        import js

        self._shared.append((js.Uint8Array.new(self._buffer, start, end - start), memoryview(self.memory)[start:end]))

    def get_function(self, name: str) -> Prepared:
        """Return an exported function; KeyError if there is none of this name."""
        found = self._prepared.get(name)
        if found is None:
            types = self.compiled.parameters[name]
            found = self._prepared[name] = self._prepare(getattr(self._exports, name), types)
        return found

    def _prepare(self, function: Any, types: tuple[str, ...]) -> Prepared:
        import js

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

        return Prepared(run, call, lambda: self._enter(function) or 0)

    def check(self, error: int = 0) -> None:
        """Do nothing: each call raises its own trap."""

    def _enter(self, call: Callable[[], Any]) -> Any:
        """Return the result of a call, with the shared memory written before and read after it."""
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

    def call(self, name: str, *args: int) -> Any:
        """Call a function; return None, a number, or a list of numbers."""
        results = self.get_function(name).call(*args)
        if len(results) == 1:
            return results[0]
        return list(results) if results else None
