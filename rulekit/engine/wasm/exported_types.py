"""Reads the parameter types of a module's exported functions from its bytes, because browsers do not report them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import define

from .encoding import NAMES

TYPES, FUNCTIONS, EXPORTS = 1, 3, 7
"""Numbers of the sections of a module that define the parameters of exported functions."""
T = TypeVar("T")


@define
class ModuleReader:
    """Reads the bytes of a module from position `at` on."""

    data: bytes
    at: int = 0

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self) -> int:
        """Read an unsigned LEB128 number."""
        value = shift = 0
        while True:
            (byte,) = self.take(1)
            value |= (byte & 127) << shift
            shift += 7
            if not byte & 128:
                return value

    def vector(self, read: Callable[[], T]) -> list[T]:
        """Read a count and that many items."""
        return [read() for _ in range(self.number())]

    def types(self) -> tuple[str, ...]:
        return tuple(NAMES[byte] for byte in self.take(self.number()))


def parameter_types(module: bytes) -> dict[str, tuple[str, ...]]:
    """Return the types of the parameters of each exported function."""
    whole, parts = ModuleReader(module, 8), dict[int, ModuleReader]()
    while whole.at < len(module):
        (section,) = whole.take(1)
        parts[section] = ModuleReader(whole.take(whole.number()))
    types, functions, exports = (parts[section] for section in (TYPES, FUNCTIONS, EXPORTS))
    params = types.vector(lambda: (types.take(1), types.types(), types.types())[1])
    indices = functions.vector(functions.number)
    named = exports.vector(lambda: (exports.take(exports.number()).decode(), exports.take(1)[0], exports.number()))
    return {name: params[indices[index]] for name, sort, index in named if sort == 0}
