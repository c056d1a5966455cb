"""Folders of files in the cache. The name of each depends on its contents, and each is written completely or not at
all.

Without a usable cache, such a folder is temporary and is removed at the end of the process.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from . import files
from .cache import Store, is_private

OLD = 30 * 24 * 3600
"""Seconds after which an unused folder is removed."""


def keep_folder(kind: str, name: str, contents: Mapping[str, bytes]) -> Path:
    """Return a folder with these files (path to bytes); create it if it does not exist. Different contents need
    different names. `kind` is the folder of the cache in which it is. Raise OSError if nothing can be written."""
    place = _place(kind)
    if place is None:
        return _temporary(name, contents)
    folder = place / name
    if not _holds(folder, contents):
        shutil.rmtree(folder, ignore_errors=True)  # removes a folder that somebody changed
        fresh = _written(place, contents)
        try:
            os.rename(fresh, folder)
        except OSError:  # another process may have written it at the same time
            shutil.rmtree(fresh, ignore_errors=True)
            if not _holds(folder, contents):
                return _temporary(name, contents)
        _remove_old(place)
    with contextlib.suppress(OSError):
        os.utime(folder)  # marks it as used, so that it is not removed as old
    return folder


def _place(kind: str) -> Path | None:
    """Return the cache's folder for this kind; create it if necessary. Return None if it cannot be used, or if there is
    no cache."""
    place = Store(kind).place
    if place is None:
        return None
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            place.mkdir(mode=0o700)
    return place if is_private(place) and os.access(place, os.W_OK) else None


_TEMPORARY: dict[str, Path] = {}
"""The temporary folders of this process, by name."""


def _temporary(name: str, contents: Mapping[str, bytes]) -> Path:
    if name not in _TEMPORARY:
        folder = _written(Path(tempfile.gettempdir()), contents)
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        _TEMPORARY[name] = folder
    return _TEMPORARY[name]


def _written(place: Path, contents: Mapping[str, bytes]) -> Path:
    """Create a folder with these files in `place`, under a temporary name, and return it."""
    fresh = Path(tempfile.mkdtemp(dir=place, prefix=files.UNFINISHED[0], suffix=files.UNFINISHED[1]))
    try:
        for path, data in contents.items():
            (fresh / path).parent.mkdir(parents=True, exist_ok=True)
            with open(fresh / path, "xb") as file:
                file.write(data)
            os.chmod(fresh / path, 0o400)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    return fresh


def _holds(folder: Path, contents: Mapping[str, bytes]) -> bool:
    """Return whether a folder contains exactly these files and only this user can write it."""
    if not is_private(folder):
        return False
    try:
        found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
        plain = all(not (folder / path).is_symlink() for path in found)
        return plain and found == {*contents} and all((folder / p).read_bytes() == d for p, d in contents.items())
    except OSError:
        return False


def _remove_old(place: Path) -> None:
    with contextlib.suppress(OSError), os.scandir(place) as found:
        for one in found:
            age = files.STALE if files.is_unfinished(one.name) else OLD
            if time.time() - one.stat(follow_symlinks=False).st_mtime > age:
                shutil.rmtree(one.path, ignore_errors=True)
