"""Which rulekit this is: a hash of the sources of the rooms that make modules of machines, or of all rooms.

What is kept beyond a process, or sent to another computer, is good only where this is the same.  A version number would
not do while rulekit itself is being changed.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

ROOMS = ("machine", "engine")
"""What a module depends on."""
ALL = (".",)
"""What the answer to a job depends on: what is counted of a game, and how, is said all over rulekit."""


@cache
def fingerprint(rooms: tuple[str, ...] = ROOMS) -> str | None:
    """A SHA-256 in hexadecimal, whatever the line ends of the files; None where the sources cannot be read."""
    root = Path(__file__).resolve().parent.parent
    found = hashlib.sha256()
    try:
        paths = sorted(path for room in rooms for path in (root / room).rglob("*.py"))
        for path in paths:
            text = path.read_bytes().replace(b"\r\n", b"\n")
            found.update(f"{path.relative_to(root).as_posix()} {len(text)}\n".encode())
            found.update(text)
    except OSError:
        return None
    return found.hexdigest() if paths else None
