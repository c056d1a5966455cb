"""Which rulekit this is, as far as running machines goes: a hash of the sources of the rooms `machine` and `engine`.

What is kept beyond a process, or sent to another computer, is good only where this is the same.  A version number would
not do while rulekit itself is being changed.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

ROOMS = ("machine", "engine")


@cache
def fingerprint() -> str | None:
    """A SHA-256 in hexadecimal, whatever the line ends of the files; None where the sources cannot be read."""
    root = Path(__file__).resolve().parent.parent
    found = hashlib.sha256()
    try:
        paths = sorted(path for room in ROOMS for path in (root / room).rglob("*.py"))
        for path in paths:
            text = path.read_bytes().replace(b"\r\n", b"\n")
            found.update(f"{path.relative_to(root).as_posix()} {len(text)}\n".encode())
            found.update(text)
    except OSError:
        return None
    return found.hexdigest() if paths else None
