"""Compile a machine to a runnable module: optimise, encode, compile; or take the result from the cache.

A cache entry is a pickle of the module, its memory layout and its native code. Its name depends on everything that
affects the result: the machine, the sources of rulekit, wasmtime and the computer (`sandbox`).
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from threading import Lock
from typing import Literal

from attrs import frozen

from ...diagnostics import Diagnostic, RulekitError
from ...machine.identity import machine_identity
from ...machine.option_labels import Sorts
from ...machine.program import Machine
from ...storage.cache import Store, name_of
from ...storage.fingerprint import fingerprint
from .emitted import Emitted
from .sandbox import Compiled, Refused, Settings, Unusable

MODULE_CACHE = Store("modules")
MODULES = ("engine/wasm/compilation.py",)
"""The file that compiles modules. Cached modules are valid as long as its fingerprint stays the same: that of the file
and of everything it imports from any part of rulekit."""


@frozen(eq=False)
class CompiledModule:
    """A module to instantiate. `why` has a line for each pass of the optimiser; `cached` says whether it came from the
    cache."""

    emitted: Emitted
    why: tuple[str, ...]
    compiled: Compiled
    cached: bool


Optimised = tuple[Machine, list[str]]
"""An optimised machine, and a line for each pass."""
Purpose = Literal[
    "steps",
    "recording",
    "batch",
    "playouts",
    "detailed playouts",
    "watched playouts",
    "search",
    "informed search",
    "worlds",
]
STEPPING: tuple[Purpose, ...] = ("steps", "recording", "batch", "informed search", "worlds")
"""Purposes for which cells and nodes stay those of the machine; the others are for whole random games."""


def compile_module(
    machine: Machine,
    optimise: bool = True,
    settings: Settings | None = None,
    purpose: Purpose = "steps",
    optimiser: Callable[[Machine, Purpose], Optimised] | None = None,
) -> CompiledModule:
    """Return the compiled module of a machine for a purpose. Raise RulekitError (E626) if the machine is too large."""
    settings = settings or Settings()
    name = _name(machine, f"{purpose} {optimise}", settings)
    found = _from_cache(name, settings) if name else None
    if found is not None:
        return found
    optimised = (optimiser or optimise_for)(machine, purpose) if optimise else (machine, [])
    emitted = _emit(machine, optimised[0], purpose)
    try:
        compiled = Compiled.of(emitted.bytes, settings)
    except Refused as refused:
        raise too_large_error(machine, refused) from None
    why = tuple(optimised[1])
    if name:
        MODULE_CACHE.write(name, pickle.dumps((emitted, why, compiled.native())))
    return CompiledModule(emitted, why, compiled, False)


def find_cached_module(
    machine: Machine, optimise: bool = True, settings: Settings | None = None, purpose: Purpose = "steps"
) -> CompiledModule | None:
    """Return the module that `compile_module` would return if it is in the cache, otherwise None."""
    settings = settings or Settings()
    name = _name(machine, f"{purpose} {optimise}", settings)
    return _from_cache(name, settings) if name else None


def _emit(machine: Machine, program: Machine, purpose: Purpose) -> Emitted:
    """Return the uncompiled module of a machine; `program` is the machine after optimisation."""
    from .encode import FunctionTooLarge  # imported here because it is seldom needed: most modules come from the cache
    from .module import emit, emit_playouts, emit_search

    try:
        if purpose in ("steps", "recording", "batch", "worlds"):
            return emit(program, purpose == "recording", purpose == "worlds", purpose == "batch")
        if purpose in ("search", "informed search"):
            return emit_search(program, purpose == "informed search")
        sorts = None if purpose == "playouts" else Sorts.of(machine)
        return emit_playouts(program, sorts, purpose == "watched playouts")
    except FunctionTooLarge as refused:
        raise too_large_error(machine, refused) from None


def too_large_error(machine: Machine, refused: Exception) -> RulekitError:
    """Return the error to raise if a machine is too large; `refused` is the exception with the reason."""
    return RulekitError(Diagnostic("E626", f"{machine.name}: {refused}"))


class Modules:
    """The modules of one engine, by purpose. Each is made once, when any thread first uses it."""

    def __init__(self, machine: Machine, optimise: bool, settings: Settings | None = None) -> None:
        self._machine, self._optimise, self._settings = machine, optimise, settings
        self._lock = Lock()
        self._made: dict[Purpose, CompiledModule] = {}
        self._for_hosts: Optimised | None = None

    def share_steps(self, machine: Machine) -> Modules:
        """Return the modules of an engine for another machine, which can use the stepping module of this one."""
        other = Modules(machine, self._optimise, self._settings)
        other._made["steps"] = self.get("steps")
        return other

    def add(self, purpose: Purpose, emitted: Emitted) -> None:
        """Use a module that was emitted before, instead of emitting one. It must be for the same machine and equally
        optimised."""
        self._made[purpose] = CompiledModule(emitted, (), Compiled.of(emitted.bytes, self._settings), False)

    def has(self, purpose: Purpose) -> bool:
        """Return whether the module for a purpose exists, in this process or in the cache."""
        with self._lock:
            if purpose not in self._made:
                found = find_cached_module(self._machine, self._optimise, self._settings, purpose)
                if found is None:
                    return False
                self._made[purpose] = found
            return True

    def get(self, purpose: Purpose) -> CompiledModule:
        """Return the module for a purpose; make it on first use. Raise the same errors as `compile_module`."""
        found = self._made.get(purpose)
        if found is None:
            with self._lock:
                found = self._made.get(purpose)
                if found is None:
                    found = compile_module(self._machine, self._optimise, self._settings, purpose, self._optimise_once)
                    self._made[purpose] = found
        return found

    def emitted(self, purpose: Purpose) -> Emitted:
        """Return an uncompiled module for a page on which a person plays. It is not optimised either: that would take
        three times as long, and nobody would notice the difference there."""
        return _emit(self._machine, self._machine, purpose)

    def _optimise_once(self, machine: Machine, purpose: Purpose) -> Optimised:
        """Return the machine optimised for a purpose. For stepping, optimise it only once."""
        if purpose not in STEPPING:
            return optimise_for(machine, purpose)
        if self._for_hosts is None:
            self._for_hosts = optimise_for(machine, purpose)
        return self._for_hosts


def optimise_for(machine: Machine, purpose: Purpose) -> Optimised:
    """Return the machine optimised for a purpose."""
    from ...machine.optimise import for_playouts, optimise_for_hosts

    if purpose in STEPPING:
        return optimise_for_hosts(machine)
    return for_playouts(machine, watched=purpose == "watched playouts", measured=purpose not in ("playouts", "search"))


def _name(machine: Machine, form: str, settings: Settings) -> str | None:
    """Return the name of the cache entry for a module of this form; None if nothing can be cached."""
    rulekit = fingerprint(MODULES) if MODULE_CACHE.place is not None else None
    return rulekit and name_of(machine_identity(machine), form, rulekit, Compiled.identity(settings))


def _from_cache(name: str, settings: Settings) -> CompiledModule | None:
    data = MODULE_CACHE.read(name)
    if data is None:
        return None
    try:
        emitted, why, native = pickle.loads(data)
        if not isinstance(emitted, Emitted) or not isinstance(why, tuple) or not isinstance(native, bytes):
            return None
        return CompiledModule(emitted, why, Compiled.again(native, settings), True)
    except Unusable:
        return None  # native code for another processor
    except Exception:
        return None  # a pickle from another version of Python, which may raise any exception
