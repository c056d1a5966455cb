"""Tells failures for lack of memory or of room on a disk from other errors, by the words of all who report them.

Python, the loader of libraries, wasmtime and the system each have words of their own.
"""

from __future__ import annotations

import errno
import re

_SAID = re.compile(
    r"cannot allocate|out of memory|not enough memory|memory exhausted|can't (start|allocate) new thread"
    r"|failed to (create|map|reserve|allocate|mmap)\b.*\b(memory|mapping|segment|stack|pages?|bytes)"
    r"|segment from shared object"
    r"|returned NULL without setting an exc|error return without exception set",  # parts of Python that do not say why
    re.IGNORECASE,
)
_NO_ROOM = {errno.ENOSPC, errno.EFBIG, errno.EROFS, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""What the system says of a disk that takes no more: full, a bound on files, read-only, a quota."""
_OWN = "RulekitError"
"""What rulekit says itself, it means."""


def is_of_memory(error: BaseException | None) -> bool:
    """Whether this, or what it came from, was too little memory."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
            return True
        own = any(kind.__name__ == _OWN for kind in type(error).__mro__)
        if not own and _SAID.search(str(error)):
            return True
        error = error.__cause__ or error.__context__
    return False


def unwritten_file(error: BaseException | None) -> str | None:
    """Return which file the disk did not take and why, if this came from that; None for any other error."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, OSError) and error.errno in _NO_ROOM:
            return f"cannot write {error.filename or 'a file'}: {error.strerror}"
        error = error.__cause__ or error.__context__
    return None
