"""Run modules with wasmtime; no other file imports it.

A call through wasmtime's Python interface looks up types and makes buffers each time, which takes many times as long as
a short function. Here this is done once: arguments and results pass through one buffer, and a call is a single call of
the C interface. A trap raises `Trapped`; `instance.py` finds the fault recorded before it. Native code can be saved and
loaded; `storage/cache.py` decides whether to trust it.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
from functools import cache, partial

import wasmtime
from attrs import frozen
from wasmtime import _ffi as c

from .sandbox_values import PreparedFunction, Refused, SandboxBase, Settings, Trapped, Unusable

SLOT = ctypes.sizeof(c.wasmtime_val_raw_t)
"""Bytes of one argument or result in the buffer; the value is in the first ones, little-endian."""
LETTERS = {"i32": "i", "i64": "q"}

# Function objects of our own, so that changing their declarations does not affect other users of the library.
# Their arguments are C values already, and a result other than 0 is an error.
_address = ctypes.cast(c.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value
_unchecked = ctypes.CFUNCTYPE(ctypes.c_size_t)(_address or 0)
_held = ctypes.PYFUNCTYPE(ctypes.c_size_t)(_address or 0)
"""The same function as `_unchecked`, called without releasing Python's global lock."""


@cache
def _library() -> str:
    """Return a text that identifies the wasmtime library, from its file's size and time. Reading the package's version
    would take longer than compiling a small module."""
    file = os.stat(c.dll._name)
    return f"{file.st_size} {file.st_mtime_ns}"


def _engine(settings: Settings) -> wasmtime.Engine:
    config = wasmtime.Config()
    config.max_wasm_stack = settings.most_stack
    config.memory_init_cow = False  # it would write a file in memory, which a limit on file sizes (`ulimit -f`) forbids
    # compile faster, to slower code: register allocation takes most of the time for large functions
    if settings.soon:
        config.cranelift_opt_level = "none"
        c.wasmtime_config_cranelift_flag_set(config.ptr(), b"regalloc_algorithm", b"single_pass")
    return wasmtime.Engine(config)


@frozen(eq=False)
class Compiled:
    """A module compiled by wasmtime, ready to be instantiated."""

    engine: wasmtime.Engine
    module: wasmtime.Module

    @staticmethod
    def of(module: bytes, settings: Settings | None = None) -> Compiled:
        """Compile a module. Raise Refused if it is too large for wasmtime."""
        engine = _engine(settings or Settings())
        try:
            return Compiled(engine, wasmtime.Module(engine, module))
        except wasmtime.WasmtimeError as error:
            reason = str(error).strip().splitlines()[-1].strip()
            raise Refused(f"the fast engine cannot take so large a program ({reason})") from error

    @staticmethod
    def again(native: bytes, settings: Settings | None = None) -> Compiled:
        """Load the native code that `native` returned. It will be executed, so it must come from the same user. Raise
        Unusable if wasmtime detects that the code does not fit."""
        engine = _engine(settings or Settings())
        try:
            return Compiled(engine, wasmtime.Module.deserialize(engine, native))
        except wasmtime.WasmtimeError as error:
            raise Unusable(str(error)) from None

    @staticmethod
    def identity(settings: Settings) -> str:
        """Return a text that identifies these settings, this version of wasmtime and this computer. Native code is
        valid only where this text is the same."""
        return f"{settings} wasmtime {_library()} {platform.system()} {platform.machine()}"

    def native(self) -> bytes:
        """Return the native code. It is valid for the same version of wasmtime, the same settings, and a similar
        computer."""
        return bytes(self.module.serialize())


class Sandbox(SandboxBase):
    """One instance of a module: its exports by name, and its memory as a buffer of fixed size.

    Nothing obtained from a sandbox may be used after the sandbox has been deleted."""

    def __init__(self, module: bytes | Compiled) -> None:
        super().__init__()
        self.compiled = Compiled.of(module) if isinstance(module, bytes) else module
        self._store = wasmtime.Store(self.compiled.engine)
        self._exports = wasmtime.Instance(self._store, self.compiled.module, []).exports(self._store)
        self._context = ctypes.byref(self._store._context().contents)
        self._trap = ctypes.c_void_p()
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self.memory: ctypes.Array[ctypes.c_ubyte] = memory.get_buffer_ptr(self._store)

    def _prepare(self, name: str) -> PreparedFunction:
        function = self._exports[name]
        assert isinstance(function, wasmtime.Func)
        type_ = function.type(self._store)
        params, results = slot_struct(type_.params), slot_struct(type_.results)
        count = max(params.size, results.size) // SLOT
        slots = (c.wasmtime_val_raw_t * max(count, 2))()
        trap, check, second = self._trap, self.check, SLOT // 4
        ends = ctypes.byref(slots), ctypes.c_size_t.from_param(count), ctypes.byref(trap)
        arguments = self._context, ctypes.byref(function._func), *ends
        enter, enter_long = partial(_held, *arguments), partial(_unchecked, *arguments)
        numbers = memoryview(slots).cast("B").cast("i")

        def enter_checked() -> None:
            try:
                error = enter_long()
            except BaseException:  # after an interruption, clear the trap, so that the next call does not raise it
                trap.value = None
                raise
            if error or trap.value:
                check(error)

        # the body of `enter_checked` is repeated here: calling it would take a tenth of the time
        def run(first: int = 0, other: int = 0) -> int:
            numbers[0] = first
            numbers[second] = other
            try:
                error = enter()
            except BaseException:
                trap.value = None
                raise
            if error or trap.value:
                check(error)
            return numbers[0]

        def call(*args: int) -> tuple[int, ...]:
            params.pack_into(slots, 0, *args)
            enter_checked()
            return results.unpack_from(slots)

        return PreparedFunction(run, call, enter)

    def share(self, start: int, end: int) -> None:
        """Do nothing: the caller uses the module's memory itself, so no bytes need to be copied."""

    def check(self, error: int = 0) -> None:
        """Raise the error or trap of the last call if there was one, and free its data. `error` is what the call
        returned."""
        if error:
            raise wasmtime.WasmtimeError._from_ptr(ctypes.cast(error, ctypes.POINTER(c.wasmtime_error_t)))
        if self._trap.value:
            found = ctypes.cast(self._trap, ctypes.POINTER(c.wasm_trap_t))
            self._trap.value = None
            trap = wasmtime.Trap._from_ptr(found)  # this object frees the trap when it is garbage-collected
            raise Trapped(str(trap), trap.trap_code == wasmtime.TrapCode.STACK_OVERFLOW)


def slot_struct(types: list[wasmtime.ValType]) -> struct.Struct:
    """Return a `struct` format for values of these types, of which each begins a slot of SLOT bytes."""
    letters = [LETTERS[str(type_)] for type_ in types]
    return struct.Struct("<" + "".join(f"{one}{SLOT - struct.calcsize(one)}x" for one in letters))
