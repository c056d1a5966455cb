"""The only module that imports wasmtime: bytes become functions to call and a memory to look into.

A trap is raised as `Trapped`; whether the machine recorded a fault before it is the runner's to find out.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from typing import Any

import wasmtime
from attrs import frozen

MOST_STACK = 1 << 20


class Trapped(Exception):
    """The module stopped itself; `overflow` if its stack was used up."""

    def __init__(self, message: str, overflow: bool) -> None:
        super().__init__(message)
        self.overflow = overflow


@frozen
class Signature:
    """A function's type, read once: wasmtime's own makes it anew at each call, which takes longer than the call."""

    params: list[wasmtime.ValType]
    results: list[wasmtime.ValType]


def quick(function: wasmtime.Func, store: wasmtime.Store) -> wasmtime.Func:
    """The function, with its type at hand."""
    found = function.type(store)
    signature = Signature(list(found.params), list(found.results))
    setattr(function, "type", lambda store: signature)  # noqa: B010  (a method, which mypy would not let be assigned)
    return function


class Sandbox:
    """One instance of a module: its exports by name, its memory as a buffer of fixed size."""

    def __init__(self, module: bytes) -> None:
        config = wasmtime.Config()
        config.max_wasm_stack = MOST_STACK
        self._store = wasmtime.Store(wasmtime.Engine(config))
        self._instance = wasmtime.Instance(self._store, wasmtime.Module(self._store.engine, module), [])
        exports: Mapping[str, Any] = self._instance.exports(self._store)
        self._functions: dict[str, Callable[..., Any]] = {
            name: quick(export, self._store) for name, export in exports.items() if isinstance(export, wasmtime.Func)
        }
        memory: wasmtime.Memory = exports["memory"]
        self.memory: ctypes.Array[ctypes.c_ubyte] = memory.get_buffer_ptr(self._store)

    def call(self, name: str, *args: int) -> Any:
        """None, a number, or a list of them."""
        try:
            return self._functions[name](self._store, *args)
        except wasmtime.Trap as trap:
            raise Trapped(str(trap), trap.trap_code == wasmtime.TrapCode.STACK_OVERFLOW) from None
