"""What a module is once it is emitted; whoever runs one that was kept needs nothing of what made it (`module.py`)."""

from __future__ import annotations

from attrs import frozen

from .memory_layout import Memory


@frozen
class Emitted:
    """A module: its bytes, where its memory holds what, the clauses whose marks it
    counts, and the streams it draws from."""

    bytes: bytes
    memory: Memory
    clauses: tuple[str, ...]
    streams: tuple[str, ...]
