"""Identify this rulekit: a hash of the sources that make modules, or of all sources.

Cached data, and data sent to another computer, is valid only with the same fingerprint.  A version number is not
enough, because it stays the same while rulekit is edited.
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
"""The file that makes modules.  The hash covers it and everything it imports, in any room."""
ALL = ("*",)
"""All sources: any of them may change what a job counts."""


READ: Final = {"syntax/parse_table.py": "syntax/grammar.lark"}
"""Files that a source file reads without importing them."""
KEPT: Final = Store("sources", 1024 * 1024)
_DIGEST: Final = re.compile(rb"[0-9a-f]{64}")
SETTLED: Final = 2.0
"""Seconds after which a rewritten file surely has another modification time."""


@cache
def fingerprint(paths: tuple[str, ...] = MODULES) -> str | None:
    """Return a SHA-256 in hexadecimal, independent of line ends; None if the sources cannot be read.
    Sizes and times of the files tell whether an earlier result is still valid, as Python does for bytecode.
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
    """Return the sizes and times of all sources as a text; None if one was written just now."""
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
    """Return a cache name for the fingerprint of these files in their present state."""
    try:
        stamps = _stamps(root)
    except OSError:
        return None
    return name_of(*paths, stamps) if stamps else None


def _read(root: Path, paths: tuple[str, ...]) -> str | None:
    """Return the hash of these files and their imports; None if one cannot be read."""
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
