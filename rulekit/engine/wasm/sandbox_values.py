"""Values and exceptions that both sandboxes use."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

MOST_STACK = 1 << 20


@frozen
class Settings:
    """Settings for compiling and running modules: `most_stack` bytes of stack; `soon`: compile in half the time, to
    slower code. A browser has settings of its own."""

    most_stack: int = MOST_STACK
    soon: bool = False


class Unusable(Exception):
    """Raised for native code from another wasmtime, other settings or another processor."""


class Refused(Exception):
    """Raised for a module that cannot be compiled."""


class Trapped(Exception):
    """Raised if the module traps; `overflow`: its stack was used up."""

    def __init__(self, message: str, overflow: bool) -> None:
        super().__init__(message)
        self.overflow = overflow


@frozen(eq=False)
class Prepared:
    """A function of the module, with everything that calling it needs.
    `run` calls a function of at most two 32-bit numbers and returns its first result; arguments that it does not have
    are ignored.  It is for short functions called millions of times.  Other Python threads wait, which saves a tenth of
    the time, and protects the instance: wasmtime ends the process if two threads enter one.
    `call` takes and returns any values, and lets other threads run; so the instance must belong to one thread.  Both
    raise Trapped.
    `enter` calls a function without arguments and results as `run` does, and is faster: unless the function shows in
    memory that it has done its work, the caller calls `Sandbox.check`, which raises Trapped."""

    run: Callable[..., int]
    call: Callable[..., tuple[int, ...]]
    enter: Callable[[], int]
