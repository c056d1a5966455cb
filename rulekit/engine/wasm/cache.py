"""Bytes kept from one process to the next, in a folder of the user's own: found by a name, whole, or not at all.

What is kept is run as machine code, so an entry is believed only if it lies in a folder and a file that belong to
this user and that nobody else may write, and if its checksum fits.  That keeps out other users and damage; it cannot
keep out somebody who can write as this user, who needs no cache to do harm.  Entries are written beside their place and
moved over it, so processes may write one at once.  A folder that cannot be used is not used, and nothing is said.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
import time
from pathlib import Path

VARIABLE = "RULEKIT_CACHE"
"""The environment variable that names the folder; empty, nothing is kept."""

LIMIT = 256 * 1024 * 1024
"""The most bytes of all entries together; what was used longest ago goes first, until three quarters are left."""

LARGEST = LIMIT // 8
"""The most bytes of one entry."""

STALE = 3600
"""Seconds after which a file that was never moved to its place is known to be left behind."""

MAGIC = b"rulekit module 1\n"
SUFFIX, UNFINISHED = ".module", ".tmp"


def folder() -> Path | None:
    """Where entries lie, whether or not it is there yet; None where nothing is to be kept."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(os.path.abspath(os.path.expanduser(given))) / "modules" if given.strip() else None
    base = _caches()
    return base / "rulekit" / "modules" if base else None


def _caches() -> Path | None:
    """The folder in which this platform keeps what may be lost."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "")
        return Path(local) if os.path.isabs(local) else None
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        return None
    if sys.platform == "darwin":
        return Path(home) / "Library" / "Caches"
    named = os.environ.get("XDG_CACHE_HOME", "")
    return Path(named) if os.path.isabs(named) else Path(home) / ".cache"


def name_of(*parts: str) -> str:
    """One name for several things that must all be the same."""
    return hashlib.sha256("".join(f"{len(part)} {part}\n" for part in parts).encode()).hexdigest()


def read(name: str) -> bytes | None:
    """What was kept under this name; None where nothing was, or where it is not to be believed."""
    place = folder()
    if place is None or not _private(place):
        return None
    path = place / f"{name}{SUFFIX}"
    try:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(path, flags), "rb") as file:
            if not _ours(os.fstat(file.fileno()), stat.S_ISREG):
                return None
            data = file.read(LARGEST + 1)
    except OSError:
        return None
    kept = data[len(MAGIC) + 32 :]
    if data[: len(MAGIC) + 32] != MAGIC + _checksum(name, kept):
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # so that what is used stays
    return kept


def write(name: str, kept: bytes) -> None:
    """Keeps this under the name, or does nothing."""
    place = folder()
    if place is None or len(kept) > LARGEST - 1024:
        return
    temporary: str | None = None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            place.mkdir(mode=0o700)
        if not _private(place):
            return
        handle, temporary = tempfile.mkstemp(dir=place, suffix=UNFINISHED)  # for its owner alone
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + _checksum(name, kept) + kept)
        os.replace(temporary, place / f"{name}{SUFFIX}")
        temporary = None
        _tidy(place)
    except OSError:
        pass
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _checksum(name: str, kept: bytes) -> bytes:
    """Of the name as well: an entry cannot stand in another's place."""
    return hashlib.sha256(name.encode() + b"\n" + kept).digest()


def _private(place: Path) -> bool:
    """Whether the folder is there, is no link, and is this user's to write alone."""
    try:
        return _ours(os.lstat(place), stat.S_ISDIR)
    except OSError:
        return False


def _ours(found: os.stat_result, kind: object) -> bool:
    assert callable(kind)
    if not kind(found.st_mode):
        return False
    if sys.platform == "win32":  # the folder lies in the user's own, whose rights it takes over
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _tidy(place: Path) -> None:
    """Removes what was used longest ago where there is too much, and what writers left that were stopped."""
    now = time.time()
    entries: list[tuple[float, int, str]] = []
    with os.scandir(place) as files:
        for file in files:
            with contextlib.suppress(OSError):
                found = file.stat(follow_symlinks=False)
                if file.name.endswith(SUFFIX):
                    entries.append((found.st_mtime, found.st_size, file.path))
                elif file.name.endswith(UNFINISHED) and now - found.st_mtime > STALE:
                    os.unlink(file.path)
    total = sum(size for _, size, _ in entries)
    if total <= LIMIT:
        return
    for _, size, path in sorted(entries):
        if total <= LIMIT * 3 // 4:
            return
        with contextlib.suppress(OSError):  # another process may have been quicker
            os.unlink(path)
        total -= size
