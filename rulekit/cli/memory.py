"""Tells failures for lack of memory or of room on a disk from other errors, by the words of all who report them.

Python, the loader of libraries, wasmtime and the system each have words of their own.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator

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


def is_of_memory(error: BaseException) -> bool:
    """Tell whether an error, or what caused it, was too little memory."""
    return any(map(_is_memory_error, _causes(error)))


def unwritten_file(error: BaseException) -> str | None:
    """Return which file the disk did not take and why, if that caused an error; None for any other error."""
    for cause in _causes(error):
        if isinstance(cause, OSError) and cause.errno in _NO_ROOM:
            return f"cannot write {cause.filename or 'a file'}: {cause.strerror}"
    return None


def _is_memory_error(error: BaseException) -> bool:
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    own = any(kind.__name__ == _OWN for kind in type(error).__mro__)
    return not own and _SAID.search(str(error)) is not None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Give an error and what it came from, each once."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
