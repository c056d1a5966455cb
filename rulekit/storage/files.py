"""Writes files completely or not at all, and reads files up to a limit.

A file is written under a temporary name in the same folder and then moved to its place in one step. So if writing stops
at any moment, there is either the old file or the new one. The temporary name marks a file as unfinished, and the
writer holds a lock on it. If the writer was killed, the lock is free, and the next write in this folder removes the
file.
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


# -------------------------------------------------------------------------------------------------------- writing files


@frozen
class OutputKind:
    """A kind of file that a command writes: what messages call it (`name`), and with what text each such file
    begins."""

    name: str
    beginning: str


PICTURE: Final = OutputKind("a picture of `rulekit look`", "<svg ")
COMPARISON: Final = OutputKind("a page of `rulekit compare`", "<!DOCTYPE html>\n<!-- rulekit compare -->")
PROFILE: Final = OutputKind("a page of `rulekit profile`", "<!DOCTYPE html>\n<!-- rulekit profile -->")
RULES: Final = OutputKind("a page of `rulekit render`", "<!DOCTYPE html>\n<!-- rulekit render -->")
MODULE: Final = OutputKind("a module of `rulekit machine`", "\0asm")
RECORD: Final = OutputKind("a game that rulekit saved", '{"rulekit": "record"')


def write_output(path: Path, text: str, kind: OutputKind, private: bool = False) -> None:
    """Write a file of this kind. Raise RulekitError if there is already a file that is not of the same kind."""
    check_output(path, kind)
    write_atomic(path, text, private)


def check_output(path: Path, kind: OutputKind) -> None:
    """Raise the RulekitError that `write_output` would raise, if this can be known before writing. An empty file may be
    replaced."""
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
    """Replace the file at `path` by one with this text. If that fails, leave the file as it was and raise a
    RulekitError.

    A new file gets the usual mode, a replaced one keeps its own mode. Only its owner can read and write a `private`
    file."""
    try:
        target, mode = _replaceable(path)
        put(target, text.encode(errors="surrogateescape"), PRIVATE if private else mode)
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from error


def write_new(path: Path, text: str) -> None:
    """Write a new file completely or not at all. Raise FileExistsError if there is already something of this name."""
    try:
        put(path, text.encode(errors="surrogateescape"), _usual_mode(), new=True)
    except FileExistsError:
        raise
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from error


def check_writable(path: Path) -> None:
    """Raise the RulekitError that `write_atomic` would raise, if this can be known before writing."""
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
    """Return the operating system's message for an OSError, and the error's own text for any other error."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _replaceable(path: Path) -> tuple[Path, int]:
    """Return the plain file to replace or create, and the mode for it. If `path` is a link, this is the file to which
    it leads, so that the link stays. Raise PermissionError if the file may not be replaced.

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
    """Return, in words, what a thing with this mode is if it is no plain file: "a folder", "a pipe"."""
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFLNK: "a link"}
    return kinds.get(stat.S_IFMT(mode), "a device")


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def put(target: Path, data: bytes, mode: int, new: bool = False, sync: bool = True) -> None:
    """Write a file with these bytes in one step; if that raises OSError, everything is as before. With `new`, raise
    FileExistsError if something has this name already. With `sync`, the file survives a crash of the computer."""
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
                file.close()  # on systems without fcntl (Windows), an open file cannot be moved
            move(temporary, target, new)  # moved while open, since closing would release the lock
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def move(temporary: str, target: Path, new: bool) -> None:
    """Move a finished file to its place. With `new`, raise FileExistsError if the name is taken; otherwise replace the
    old file."""
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
    """Create a new file with a temporary name in the folder, and lock it. Return its open handle and its name."""
    while True:
        handle, name = tempfile.mkstemp(dir=folder, prefix=UNFINISHED[0], suffix=UNFINISHED[1])  # its mode is PRIVATE
        if try_lock(handle) is not False and os.path.exists(name):
            return handle, name
        os.close(handle)  # another process removed or locked it as a leftover, before it was locked here


def try_lock(handle: int) -> bool | None:
    """Try to lock an open file. Return True if it is locked now, False if another process has locked it, None if files
    cannot be locked."""
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
    """Return whether this is the temporary name of a file or folder that is being written, or that a killed writer
    left."""
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


# -------------------------------------------------------------------------------------------------------- reading files


def read_bounded(path: Path, limit: int = LIMIT) -> str:
    """Return the text of a plain file of at most `limit` bytes, or raise RulekitError."""
    try:
        # non-blocking, since opening a pipe would wait for a writer
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
