"""Which rulekit this is: a hash of the sources that modules of machines rest on, or of all sources.

What is kept beyond a process, or sent to another computer, is good only where this is the same.  A version number would
not do while rulekit itself is being changed.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from .import_closure import import_closure, source_files, source_text

MODULES = ("engine/wasm/compilation.py",)
"""What makes a module.  It depends on these files and on whatever they import, in any room."""
ALL = ("*",)
"""What the answer to a job depends on: what is counted of a game, and how, is said all over rulekit."""


@cache
def fingerprint(paths: tuple[str, ...] = MODULES) -> str | None:
    """A SHA-256 in hexadecimal, whatever the line ends of the files; None where the sources cannot be read."""
    root = Path(__file__).resolve().parent.parent
    found = hashlib.sha256()
    try:
        if paths == ALL:
            texts = {path: source_text(root, path) for path in source_files(root)}
        else:
            texts = import_closure(root, paths)
    except OSError:
        return None
    for path, text in sorted(texts.items()):
        found.update(f"{path} {len(text)}\n".encode())
        found.update(text)
    return found.hexdigest() if texts else None
