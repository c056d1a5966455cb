"""What a module is once it is emitted; whoever runs one that was kept needs nothing of what made it (`module.py`)."""

from __future__ import annotations

from attrs import frozen

from .memory_layout import Memory

PLAY_MANY = "play many"
"""The function that plays many games at once."""
MOST_SLOTS = 256
"""Games at once."""


@frozen
class Emitted:
    """A module: its bytes, where its memory holds what, the clauses whose marks it counts, the streams it draws from,
    and whether it can play many games at once."""

    bytes: bytes
    memory: Memory
    clauses: tuple[str, ...]
    streams: tuple[str, ...]
    interleaved: bool = False
