"""Writes whole files or nothing, and reads files up to a limit.

A file is written under a temporary name in the same folder and moved to its place in one step, so that a stop at any
moment leaves the old file or the new one. The temporary name marks it as unfinished, and the file is locked. If its
writer was killed, the lock is free, and the next write in that folder removes the file.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from attrs import frozen

from ..diagnostics import Diagnostic, Help, RulekitError

if sys.platform == "win32" or sys.platform == "emscripten":
    fcntl = None
else:
    import fcntl

LIMIT = 64 * 1024 * 1024
UNFINISHED = ".rulekit-", ".tmp"
"""The beginning and end of a temporary file's name."""
PRIVATE = 0o600
"""The mode of a file that only its owner may read and write."""
STALE = 3600
"""Seconds after which an unfinished file counts as left behind, if files cannot be locked."""


def file_error(code: str, message: str) -> RulekitError:
    return RulekitError(Diagnostic(code, message))


# ------------------------------------------------------------------------------------------------------------- writing


@frozen
class OutputKind:
    """A kind of file that a command writes: its name in messages, and how each such file begins."""

    name: str
    beginning: str


PICTURE: Final = OutputKind("a picture of `rulekit look`", "<svg ")
COMPARISON: Final = OutputKind("a page of `rulekit compare`", "<!DOCTYPE html>\n<!-- rulekit compare -->")
PROFILE: Final = OutputKind("a page of `rulekit profile`", "<!DOCTYPE html>\n<!-- rulekit profile -->")
RULES: Final = OutputKind("a page of `rulekit render`", "<!DOCTYPE html>\n<!-- rulekit render -->")
MODULE: Final = OutputKind("a module of `rulekit machine`", "\0asm")
RECORD: Final = OutputKind("a game that rulekit saved", '{"rulekit": "record"')


def write_output(path: Path, text: str, kind: OutputKind, private: bool = False) -> None:
    """Write a file of a kind. An existing file is replaced only if it is of the same kind; otherwise a RulekitError is
    raised."""
    check_output(path, kind)
    write_atomic(path, text, private)


def check_output(path: Path, kind: OutputKind) -> None:
    """Raise a RulekitError if `write_output` would, as far as can be known before writing. An empty file may be
    overwritten."""
    check_writable(path)
    try:
        with open(path, "rb") as file:
            found = file.read(len(kind.beginning))
    except FileNotFoundError:
        return
    except OSError as error:  # reading may fail for any reason
        raise _unwritten(path, error) from error
    if found and found != kind.beginning.encode():
        advice = Help(f"name a file that is not there yet, or remove {path} first")
        raise RulekitError(Diagnostic("E837", f"{path} is not replaced: it is not {kind.name}", help=(advice,)))


def write_atomic(path: Path, text: str, private: bool = False) -> None:
    """Replace `path` by a file with this text, or leave it as it was and raise a RulekitError.

    A new file gets the usual mode, a replaced one keeps its own; a `private` one can be read and written only by its
    owner."""
    try:
        target, mode = _replaceable(path)
        put(target, text.encode(errors="surrogateescape"), PRIVATE if private else mode)
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from error


def write_new(path: Path, text: str) -> None:
    """Write a new file completely or not at all; raise FileExistsError if the name is taken."""
    try:
        put(path, text.encode(errors="surrogateescape"), _usual_mode(), new=True)
    except FileExistsError:
        raise
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from error


def check_writable(path: Path) -> None:
    """Raise a RulekitError if `write_atomic` would, as far as can be known before writing."""
    try:
        target, _ = _replaceable(path)
        if not target.parent.is_dir():
            raise FileNotFoundError(2, os.strerror(2))
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise PermissionError(13, "its folder cannot be written")
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from error


def _unwritten(path: Path, error: Exception) -> RulekitError:
    return file_error("E831", f"cannot write {path}: {reason(error)}")


def reason(error: Exception) -> str:
    """Return the operating system's message for an error."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _replaceable(path: Path) -> tuple[Path, int]:
    """Return the plain file to replace or create, and its mode. For a link, this is the file it leads to, so that the
    link stays.

    Moving a file over a device or pipe would remove it. Following another user's link in a shared folder would bypass
    the system's protection."""
    target = Path(os.path.realpath(path))
    if os.path.islink(path) and hasattr(os, "geteuid") and os.lstat(path).st_uid not in (0, os.geteuid()):
        raise PermissionError(13, "it is a link that belongs to somebody else")
    try:
        found = os.lstat(target)
    except FileNotFoundError:
        return target, _usual_mode()
    if not stat.S_ISREG(found.st_mode):
        raise PermissionError(13, f"it is {kind_of(found.st_mode)}, not a plain file")
    if not os.access(target, os.W_OK):
        raise PermissionError(13, "it is read-only")
    return target, stat.S_IMODE(found.st_mode)


def kind_of(mode: int) -> str:
    """Return what a file that is not plain is, in words: "a folder", "a pipe"."""
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFLNK: "a link"}
    return kinds.get(stat.S_IFMT(mode), "a device")


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def put(target: Path, data: bytes, mode: int, new: bool = False, sync: bool = True) -> None:
    """Write a file with these bytes in one step; on OSError everything is as before. `new` requires that nothing has
    this name yet; `sync` makes the file survive a crash of the computer."""
    clear(target.parent)
    handle, temporary = _begin_file(target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if sync:
                os.fsync(file.fileno())
            os.chmod(temporary, mode)
            if fcntl is None:
                file.close()  # without fcntl (Windows) an open file cannot be moved
            move(temporary, target, new)  # before the file is closed, which would unlock it
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def move(temporary: str, target: Path, new: bool) -> None:
    """Move a finished file to its place; raise FileExistsError if it must be `new` and the name is taken."""
    if not new:
        os.replace(temporary, target)
    elif sys.platform == "win32":
        os.rename(temporary, target)  # on Windows, this fails if the target exists
    else:
        try:
            os.link(temporary, target)
        except FileExistsError:
            raise
        except OSError:  # this disk has no hard links: create the file under its name first, then fill it
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            os.replace(temporary, target)


def _begin_file(folder: Path) -> tuple[int, str]:
    """Return a new open, locked file in the folder, and its name."""
    while True:
        handle, name = tempfile.mkstemp(dir=folder, prefix=UNFINISHED[0], suffix=UNFINISHED[1])  # with the mode PRIVATE
        if try_lock(handle) is not False and os.path.exists(name):
            return handle, name
        os.close(handle)  # another process took it for a leftover before it was locked


def try_lock(handle: int) -> bool | None:
    """Lock an open file and return whether that worked; None if files cannot be locked."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def is_unfinished(name: str) -> bool:
    """Return whether a file or folder of this name is being written, or was left by a killed writer."""
    return name.startswith(UNFINISHED[0]) and name.endswith(UNFINISHED[1])


def clear(folder: Path) -> None:
    """Remove the unfinished files that killed writers left in a folder."""
    with contextlib.suppress(OSError), os.scandir(folder) as files:
        for file in files:
            if is_unfinished(file.name):
                with contextlib.suppress(OSError):
                    _remove_if_left(file)


def _remove_if_left(file: os.DirEntry[str]) -> None:
    found = file.stat(follow_symlinks=False)
    if not stat.S_ISREG(found.st_mode) or (hasattr(os, "geteuid") and found.st_uid != os.geteuid()):
        return
    handle = os.open(file.path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        lock = try_lock(handle)
        if lock or (lock is None and time.time() - found.st_mtime > STALE):
            os.unlink(file.path)
    finally:
        os.close(handle)


# ------------------------------------------------------------------------------------------------------------- reading


def read_bounded(path: Path, limit: int = LIMIT) -> str:
    """Return the text of a plain file of at most `limit` bytes, or raise RulekitError."""
    try:
        # opening a pipe would wait for a writer
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            mode = os.fstat(handle).st_mode
            if not stat.S_ISREG(mode):
                raise file_error("E830", f"{path} is {kind_of(mode)}, not a file")
            data = file.read(limit + 1)
    except IsADirectoryError as error:
        raise file_error("E830", f"{path} is a folder, not a file") from error
    except (OSError, ValueError) as error:
        raise file_error("E830", f"cannot read {path}: {reason(error)}") from error
    if len(data) > limit:
        raise file_error("E830", f"{path} is larger than {limit // (1024 * 1024)} MB")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise file_error("E830", f"{path} is not a text file (byte {error.start} is not UTF-8)") from error
