"""Which rulekit this is: a hash of the sources that modules of machines rest on, or of all sources.

What is kept beyond a process, or sent to another computer, is good only where this is the same.  A version number would
not do while rulekit itself is being changed.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from functools import cache
from pathlib import Path
from typing import Final

from ..storage.cache import Store, name_of
from .import_closure import import_closure, source_files, source_text

MODULES = ("engine/wasm/compilation.py",)
"""What makes a module.  It depends on these files and on whatever they import, in any room."""
ALL = ("*",)
"""What the answer to a job depends on: what is counted of a game, and how, is said all over rulekit."""


READ: Final = {"syntax/parse_table.py": "syntax/grammar.lark"}
"""What a file reads beside what it imports."""
KEPT: Final = Store("sources", 1024 * 1024)
_DIGEST: Final = re.compile(rb"[0-9a-f]{64}")
SETTLED: Final = 2.0
"""Seconds after which a file that is written again has another time, whatever keeps it."""


@cache
def fingerprint(paths: tuple[str, ...] = MODULES) -> str | None:
    """A SHA-256 in hexadecimal, whatever the line ends of the files; None where the sources cannot be read.

    As Python tells by sizes and times whether its bytecode is of a source, what was found before is known again.
    """
    root = Path(__file__).resolve().parent.parent
    name = _stamp(root, paths)
    known = KEPT.read(name) if name else None
    if known is not None and _DIGEST.fullmatch(known):
        return known.decode()
    found = _read(root, paths)
    if name and found:
        KEPT.write(name, found.encode())
    return found


def _stamps(root: Path) -> str | None:
    """All sizes and times of sources as a text; None where something was written just now."""
    told: list[str] = []
    latest = time.time() - SETTLED
    todo = [str(root)]
    while todo:
        with os.scandir(todo.pop()) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".lark")):
                    now = entry.stat()
                    if now.st_mtime > latest:
                        return None
                    told.append(f"{entry.path} {now.st_size} {now.st_mtime_ns}\n")
                elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                    todo.append(entry.path)
    return "".join(sorted(told))


def _stamp(root: Path, paths: tuple[str, ...]) -> str | None:
    """A name for the fingerprint of these files, as they lie there now."""
    try:
        stamps = _stamps(root)
    except OSError:
        return None
    return name_of(*paths, stamps) if stamps else None


def _read(root: Path, paths: tuple[str, ...]) -> str | None:
    found = hashlib.sha256()
    try:
        if paths == ALL:
            texts = {path: source_text(root, path) for path in source_files(root)}
        else:
            texts = import_closure(root, paths)
        texts |= {other: source_text(root, other) for path, other in READ.items() if path in texts}
    except OSError:
        return None
    for path, text in sorted(texts.items()):
        found.update(f"{path} {len(text)}\n".encode())
        found.update(text)
    return found.hexdigest() if texts else None
