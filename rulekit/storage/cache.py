"""A cache in a folder of the user's own: bytes stored under a name, returned completely or not at all.

Entries affect what rules mean, and some are run as machine code. So an entry is trusted only if its folder and file
belong to this user, nobody else may write them, and its checksum is right. This protects against other users and
damage. It cannot protect against somebody who can write as this user; but they need no cache to do harm. Entries are
written to a temporary file and then moved to their place, so several processes may write one at once. An unusable
folder is ignored.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import frozen

from . import files

VARIABLE = "RULEKIT_CACHE"
"""The environment variable that names the folder; if it is empty, nothing is kept."""
MAGIC = b"rulekit cache 1\n"
READING = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_UNSEEN: dict[Path, int] = {}
"""For each folder, the bytes that this process has written there since it last checked the folder's size. A folder
without an entry is checked at the first write."""
SUFFIX = ".kept"


def folder() -> Path | None:
    """Return the folder of the cache, whether or not it exists; None if caching is off."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(os.path.abspath(os.path.expanduser(given))) if given.strip() else None
    from platformdirs import user_cache_dir  # imported here, because it is not needed if the user names a folder

    named = user_cache_dir("rulekit", appauthor=False)
    if not os.path.isabs(named):  # a malformed XDG_CACHE_HOME is ignored
        named = os.path.join(os.path.expanduser("~"), ".cache", "rulekit")
    return Path(named) if os.path.isabs(named) else None


def name_of(*parts: str) -> str:
    """Return a name for a sequence of texts. Two names are equal only if the texts are."""
    told = "".join(f"{len(part)} {part}\n" for part in parts)
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()  # file names may contain surrogates


@frozen
class Store:
    """The entries of one `kind`, in their own folder.

    `limit` is the greatest size of all entries together, in bytes; each writing process may exceed it by a 64th. If it
    is exceeded, the least recently used entries are removed until three quarters of the limit are left. One entry may
    take at most an eighth of the limit."""

    kind: str
    limit: int = 256 * 1024 * 1024

    @property
    def place(self) -> Path | None:
        found = folder()
        return None if found is None else found / self.kind

    def load(self, name: str) -> Any:
        """Return the object stored under a name; None if there is none, or if this version of Python cannot read it."""
        data = self.read(name) if name else None
        if data is not None:
            with contextlib.suppress(Exception):  # a pickle of another version of Python may raise anything
                return pickle.loads(data)
        return None

    def save(self, name: str, made: object) -> None:
        """Store an object under a name. If the name is "", do nothing."""
        if name:
            self.write(name, pickle.dumps(made))

    def read(self, name: str) -> bytes | None:
        """Return the bytes stored under a name. Return None if there are none or they cannot be trusted."""
        place = self.place
        if place is None or not is_private(place):
            return None
        path = place / f"{name}{SUFFIX}"
        try:
            with os.fdopen(os.open(path, READING), "rb") as file:
                if not _ours(os.fstat(file.fileno()), stat.S_ISREG):
                    return None
                data = file.read(self.limit // 8 + 1)
        except OSError:
            return None
        kept = data[len(MAGIC) + 32 :]
        if data[: len(MAGIC) + 32] != MAGIC + self._checksum(name, kept):
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # marks the entry as used, so that it is kept
        return kept

    def write(self, name: str, kept: bytes) -> None:
        """Store bytes under a name; do nothing if that is impossible."""
        place = self.place
        if place is None or len(kept) > self.limit // 8 - 1024:
            return
        with contextlib.suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                place.mkdir(mode=0o700)
            if is_private(place):
                entry = MAGIC + self._checksum(name, kept) + kept
                # no sync: if a crash loses the entry, it is made again
                files.put(place / f"{name}{SUFFIX}", entry, 0o600, sync=False)
                _UNSEEN[place] = _UNSEEN.get(place, self.limit) + len(entry)
                if _UNSEEN[place] > self.limit // 64:  # scanning the folder at each write would take too long
                    self._tidy(place)
                    _UNSEEN[place] = 0

    def _checksum(self, name: str, kept: bytes) -> bytes:
        """Return a checksum of the bytes, the kind and the name, so that no entry is taken for another."""
        return hashlib.sha256(f"{self.kind}\n{name}\n".encode() + kept).digest()

    def _tidy(self, place: Path) -> None:
        """Remove the least recently used entries if the entries together exceed the limit."""
        entries: list[tuple[float, int, str]] = []
        with os.scandir(place) as found:
            for file in found:
                with contextlib.suppress(OSError):
                    if file.name.endswith(SUFFIX):
                        now = file.stat(follow_symlinks=False)
                        entries.append((now.st_mtime, now.st_size, file.path))
        total = sum(size for _, size, _ in entries)
        if total <= self.limit:
            return
        for _, size, path in sorted(entries):
            if total <= self.limit * 3 // 4:
                return
            with contextlib.suppress(OSError):  # another process may have removed it already
                os.unlink(path)
            total -= size


def is_private(place: Path) -> bool:
    """Return whether `place` is a folder, not a link, that belongs to this user and that nobody else can write."""
    try:
        return _ours(os.lstat(place), stat.S_ISDIR)
    except OSError:
        return False


def _ours(found: os.stat_result, is_kind: Callable[[int], bool]) -> bool:
    if sys.platform == "win32":  # the folder is inside the user's own and inherits its access rights
        return is_kind(found.st_mode)
    private = found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return private and is_kind(found.st_mode)
