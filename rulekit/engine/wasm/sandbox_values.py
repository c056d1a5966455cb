"""What both sandboxes share (`native_sandbox.py` and `browser_sandbox.py`): settings, functions, exceptions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from attrs import frozen

MOST_STACK = 1 << 20


@frozen
class Settings:
    """Settings for compiling and running modules. `most_stack` is the size of the stack in bytes. `soon` compiles in
    half the time, but to slower code. A browser ignores these settings and uses its own."""

    most_stack: int = MOST_STACK
    soon: bool = False


class Unusable(Exception):
    """Raised if native code is from another version of wasmtime, other settings or another processor."""


class Refused(Exception):
    """Raised if a module cannot be compiled."""


class Trapped(Exception):
    """Raised if the module traps. `overflow` says whether it has used up its stack."""

    def __init__(self, message: str, overflow: bool) -> None:
        super().__init__(message)
        self.overflow = overflow


@frozen(eq=False)
class PreparedFunction:
    """A function of the module, with everything needed to call it.

    `run` calls a function with at most two 32-bit numbers and returns its first result; surplus arguments are ignored.
    It is for short functions that are called millions of times. Other Python threads wait meanwhile. This saves a tenth
    of the time, and protects the instance: wasmtime ends the process if two threads enter one instance.

    `call` takes and returns any values, and lets other threads run; so the instance must belong to one thread. Both
    raise Trapped.

    `enter` calls a function without arguments and results like `run`, but faster, since it does not check for a trap.
    Unless memory shows that the function has done its work, the caller must call `Sandbox.check`, which raises
    Trapped."""

    run: Callable[..., int]
    call: Callable[..., tuple[int, ...]]
    enter: Callable[[], int]


class SandboxBase(ABC):
    """The functions of an instance of a module, each prepared when it is first needed."""

    def __init__(self) -> None:
        self._prepared: dict[str, PreparedFunction] = {}

    @abstractmethod
    def _prepare(self, name: str) -> PreparedFunction: ...

    def get_function(self, name: str) -> PreparedFunction:
        """Return an exported function. Raise KeyError if there is none of this name."""
        found = self._prepared.get(name)
        if found is None:
            found = self._prepared[name] = self._prepare(name)
        return found

    def call(self, name: str, *args: int) -> Any:
        """Call a function of this name; return its results: None, a number, or a list of numbers."""
        results = self.get_function(name).call(*args)
        if len(results) == 1:
            return results[0]
        return list(results) if results else None
