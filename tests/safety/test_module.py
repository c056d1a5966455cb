"""A WebAssembly module can only compute: it imports nothing, and its memory cannot grow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulekit.engine.wasm.compilation import Purpose, compile_module
from rulekit.engine.wasm.memory_layout import MEMORY_LIMIT, PAGE
from tests.shipped import GAMES, SPANNING, game, spanning

IMPORTS, MEMORIES = 2, 5
PURPOSES: tuple[Purpose, ...] = ("steps", "playouts")
MEMORY_GROW = 0x40


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the contents of each section of a module."""
    assert module[:8] == b"\0asm\1\0\0\0"
    at = 8
    while at < len(module):
        number, at = module[at], at + 1
        size, at = leb(module, at)
        yield number, module[at : at + size]
        at += size


def leb(module: bytes, at: int) -> tuple[int, int]:
    """Return an unsigned LEB128 number at an offset, and the offset after it."""
    value = shift = 0
    while True:
        byte, at = module[at], at + 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def test_every_game_is_looked_at() -> None:
    assert len(GAMES) > 15


@pytest.mark.parametrize("name", spanning(GAMES, SPANNING[::3]))
def test_a_module_imports_nothing_and_keeps_to_its_memory(name: str) -> None:
    for made in (compile_module(game(name).machine, purpose=purpose) for purpose in PURPOSES):
        found = dict(sections(made.emitted.bytes))
        assert IMPORTS not in found
        count, at = leb(found[MEMORIES], 0)
        assert (count, found[MEMORIES][at]) == (1, 1)  # one memory, and it has a maximum size
        least, at = leb(found[MEMORIES], at + 1)
        most, at = leb(found[MEMORIES], at)
        assert least == most <= MEMORY_LIMIT // PAGE and at == len(found[MEMORIES])
        assert made.compiled.module.imports == []
