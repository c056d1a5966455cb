"""The only module that imports wasmtime: bytes become functions to call and a memory to look into.

wasmtime's own way to call looks up types and makes buffers at each call, which takes many times as long as a short
function runs.  Here all of that is made once: arguments and results pass through one buffer, and what is left is a
single call of the C interface.  A trap is raised as `Trapped`; whether the machine recorded a fault before it is
`instance.py`'s to find out.  Native code can be taken out and given back; whether it is to be believed is
`storage/cache.py`'s.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import wasmtime
from attrs import frozen
from wasmtime import _ffi as c

MOST_STACK = 1 << 20
SLOT = ctypes.sizeof(c.wasmtime_val_raw_t)
"""Bytes of one argument or result; its value stands at the beginning, little end first."""
LETTERS = {"i32": "i", "i64": "q"}

# A second object for the function of the library, so that how it is declared here changes nothing for others: its
# arguments are passed as they are, being C values already, and a result other than 0 is an error.
_address = ctypes.cast(c.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value
_unchecked = ctypes.CFUNCTYPE(ctypes.c_size_t)(_address or 0)
_held = ctypes.PYFUNCTYPE(ctypes.c_size_t)(_address or 0)
"""The same, without letting other threads of Python go on meanwhile."""


@cache
def _library() -> str:
    """Which wasmtime this is.  Its version stands among what is known of packages, and to load what reads that would
    take longer than a small module takes to compile.
    """
    file = os.stat(c.dll._name)
    return f"{file.st_size} {file.st_mtime_ns}"


@frozen
class Settings:
    """How modules are compiled and run: `most_stack` bytes of stack; `soon`: in half the time, to slower code."""

    most_stack: int = MOST_STACK
    soon: bool = False

    @property
    def identity(self) -> str:
        """Native code is good only where this is the same."""
        return f"{self} wasmtime {_library()} {platform.system()} {platform.machine()}"

    def engine(self) -> wasmtime.Engine:
        config = wasmtime.Config()
        config.max_wasm_stack = self.most_stack
        config.memory_init_cow = False  # it writes a file in memory: refused under a bound on files (`ulimit -f`)
        if self.soon:  # in a function of a whole game, most of the time goes into who stays in which register
            config.cranelift_opt_level = "none"
            c.wasmtime_config_cranelift_flag_set(config.ptr(), b"regalloc_algorithm", b"single_pass")
        return wasmtime.Engine(config)


class Unusable(Exception):
    """Native code that was made by another wasmtime, with other settings or for another processor."""


class Refused(Exception):
    """A module that wasmtime does not compile."""


class Trapped(Exception):
    """The module stopped itself; `overflow` if its stack was used up."""

    def __init__(self, message: str, overflow: bool) -> None:
        super().__init__(message)
        self.overflow = overflow


@frozen(eq=False)
class Prepared:
    """A function of the module with all that calling it takes.

    `run` calls a function of at most two numbers, of 32 bits, and gives its first result; arguments that it does not
    have are ignored.  It is for what is called a million times, and soon over: other threads of Python wait, which
    saves a tenth of the time, and keeps those out that would use the same cursor, for wasmtime ends the process if two
    threads are in one instance.  `call` takes and gives whatever there is, by `params` and `results`, the structs of
    what stands in the slots, and lets other threads go on: for instances that one thread has to itself.  Both raise
    Trapped.
    """

    run: Callable[..., int]
    call: Callable[..., tuple[int, ...]]
    params: struct.Struct
    results: struct.Struct


@frozen(eq=False)
class Compiled:
    """A module ready for any number of instances."""

    engine: wasmtime.Engine
    module: wasmtime.Module

    @staticmethod
    def of(module: bytes, settings: Settings | None = None) -> Compiled:
        """Raises Refused where it is too large for wasmtime."""
        engine = (settings or Settings()).engine()
        try:
            return Compiled(engine, wasmtime.Module(engine, module))
        except wasmtime.WasmtimeError as error:
            reason = str(error).strip().splitlines()[-1].strip()
            raise Refused(f"the fast engine cannot take so large a program ({reason})") from error

    @staticmethod
    def again(native: bytes, settings: Settings | None = None) -> Compiled:
        """What `native` gave, which is run as it is: it must come from nobody but this user.

        Unusable where wasmtime knows that it does not fit here.
        """
        engine = (settings or Settings()).engine()
        try:
            return Compiled(engine, wasmtime.Module.deserialize(engine, native))
        except wasmtime.WasmtimeError as error:
            raise Unusable(str(error)) from None

    def native(self) -> bytes:
        """The module as compiled, for this wasmtime with these settings on a computer like playout."""
        return bytes(self.module.serialize())


class Sandbox:
    """One instance of a module: its exports by name, its memory as a buffer of fixed size.

    Nothing taken from a sandbox may be used longer than the sandbox itself.
    """

    def __init__(self, module: bytes | Compiled) -> None:
        self.compiled = Compiled.of(module) if isinstance(module, bytes) else module
        self._store = wasmtime.Store(self.compiled.engine)
        self._exports = wasmtime.Instance(self._store, self.compiled.module, []).exports(self._store)
        self._context = ctypes.byref(self._store._context().contents)
        self._trap = ctypes.c_void_p()
        self._prepared: dict[str, Prepared] = {}
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self.memory: ctypes.Array[ctypes.c_ubyte] = memory.get_buffer_ptr(self._store)

    def get_function(self, name: str) -> Prepared:
        """An exported function; KeyError if there is none of this name."""
        found = self._prepared.get(name)
        if found is None:
            function = self._exports[name]
            assert isinstance(function, wasmtime.Func)
            type_ = function.type(self._store)
            params, results = struct_letters(type_.params), struct_letters(type_.results)
            found = self._prepared[name] = self._prepare(function, slot_struct(params), slot_struct(results))
        return found

    def _prepare(self, function: wasmtime.Func, params: struct.Struct, results: struct.Struct) -> Prepared:
        count = max(params.size, results.size) // SLOT
        slots = (c.wasmtime_val_raw_t * max(count, 2))()
        trap, check, second = self._trap, self._check, SLOT // 4
        ends = ctypes.byref(slots), ctypes.c_size_t(count), ctypes.byref(trap)
        enter = partial(_held, self._context, ctypes.byref(function._func), *ends)
        enter_long = partial(_unchecked, *enter.args)
        numbers = memoryview(slots).cast("B").cast("i")

        def enter_checked() -> None:
            try:
                error = enter_long()
            except BaseException:  # an interruption, which must not leave the next call a trap that is none of its own
                trap.value = None
                raise
            if error or trap.value:
                check(error)

        def run(first: int = 0, other: int = 0) -> int:  # `entered` once more: a call would cost a tenth of it all
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

        return Prepared(run, call, params, results)

    def call(self, name: str, *args: int) -> Any:
        """None, a number, or a list of them."""
        results = self.get_function(name).call(*args)
        if len(results) == 1:
            return results[0]
        return list(results) if results else None

    def _check(self, error: int) -> None:
        """Raises what went wrong in the last call, and frees what tells it."""
        if error:
            raise wasmtime.WasmtimeError._from_ptr(ctypes.cast(error, ctypes.POINTER(c.wasmtime_error_t)))
        if self._trap.value:
            found = ctypes.cast(self._trap, ctypes.POINTER(c.wasm_trap_t))
            self._trap.value = None
            trap = wasmtime.Trap._from_ptr(found)  # which frees it when it goes
            raise Trapped(str(trap), trap.trap_code == wasmtime.TrapCode.STACK_OVERFLOW)


def struct_letters(types: list[wasmtime.ValType]) -> str:
    """The letters of `struct` for these types."""
    return "".join(LETTERS[str(type_)] for type_ in types)


def slot_struct(letters: str) -> struct.Struct:
    """Values at the beginnings of their slots."""
    return struct.Struct("<" + "".join(f"{one}{SLOT - struct.calcsize(one)}x" for one in letters))
