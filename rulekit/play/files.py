"""Writing whole files or nothing, and reading them within bounds.

A file is written beside its place and moved over it in one step, so that a stop at any moment leaves the old one or the
new one. What stands in the files is for others to say.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from ..diagnostics import Diagnostic, RulekitError

LIMIT = 64 * 1024 * 1024


def failed(code: str, message: str) -> RulekitError:
    return RulekitError(Diagnostic(code, message))


def write_atomic(path: Path, text: str) -> None:
    """Replaces `path` by a file with this text, or leaves it as it was."""
    target = Path(os.path.realpath(path))  # a link stays a link
    temporary: str | None = None
    try:
        mode = _mode_of(target)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, target)
        temporary = None
    except OSError as error:
        raise failed("E831", f"cannot write {path}: {error.strerror or error}") from error
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _mode_of(target: Path) -> int:
    with contextlib.suppress(FileNotFoundError):
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def read_bounded(path: Path, limit: int = LIMIT) -> str:
    """The text of a file, or one clear message."""
    try:
        if path.is_dir():
            raise failed("E830", f"{path} is a folder, not a file")
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise failed("E830", f"cannot read {path}: {error.strerror or error}") from error
    if len(data) > limit:
        raise failed("E830", f"{path} is larger than {limit // (1024 * 1024)} MB")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise failed("E830", f"{path} is not a text file (byte {error.start} is not UTF-8)") from error
