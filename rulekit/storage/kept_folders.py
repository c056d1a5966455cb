"""Folders of files in the cache: each is named after its contents, and written completely or not at all.

Without a cache, or if it cannot be used, such a folder is temporary and removed at the end of the process.
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
    """Return a folder with these contents (by path), made if it is not there. `name` must be different for different
    contents, `kind` is the folder of the cache. Raise OSError if nothing can be written."""
    place = _place(kind)
    if place is None:
        return _temporary(name, contents)
    folder = place / name
    if not _holds(folder, contents):
        shutil.rmtree(folder, ignore_errors=True)  # somebody changed it
        fresh = _written(place, contents)
        try:
            os.rename(fresh, folder)
        except OSError:  # another process was quicker
            shutil.rmtree(fresh, ignore_errors=True)
            if not _holds(folder, contents):
                return _temporary(name, contents)
        _remove_old(place)
    with contextlib.suppress(OSError):
        os.utime(folder)  # marks it as used
    return folder


def _place(kind: str) -> Path | None:
    """Return the private folder of a kind in the cache, made if necessary; None if there is none."""
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
    """Return a new folder with these contents, under a temporary name."""
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
    """Return whether a private folder has exactly these files."""
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
