"""Finds the project of a folder: that of the nearest settings above it. Settings are read once while they are
unchanged."""

from __future__ import annotations

import os
import stat
from functools import lru_cache
from pathlib import Path
from typing import Final

from ..diagnostics import Help, RulekitError
from .reading import LARGEST, OWN_FILE, parse_settings, settings_error
from .settings import SHARED_FILE, Project

INSTALLED: Final = frozenset({"site-packages", "dist-packages"})
"""Folders of installed packages, whose files belong to no project around them."""


def find_project(folder: Path | None = None, top: Path | None = None) -> Project | None:
    """Return the project that a folder, by default the current one, belongs to: that of the nearest settings above it,
    but not above `top`, which is the folder of a git revision's rulebooks and settings. Raise RulekitError if they are
    wrong."""
    try:
        start = Path(os.path.abspath(folder or "."))
    except OSError:  # the current folder was deleted
        return None
    for here in (start, *start.parents):
        if here.name in INSTALLED:
            return None
        found = read_project(here, of_revision=top is not None)
        if found is not None or here == top:
            return found
    return None


def read_project(root: Path, of_revision: bool = False) -> Project | None:
    """Return the project whose settings are in this very folder, or None. Raise RulekitError if they are wrong. The
    files of a git revision have no folder without rulebooks, so that a missing one is no mistake there."""
    files = (_read_once(root / name, of_revision) for name in (OWN_FILE, SHARED_FILE))
    found = [project for project in files if project is not None]
    if len(found) > 1:
        both = f"both {OWN_FILE} and {SHARED_FILE} of {root} have settings of rulekit"
        raise RulekitError(settings_error(both, found[0].span(), Help("keep those of one file")))
    return found[0] if found else None


def _read_once(path: Path, of_revision: bool) -> Project | None:
    """Return the project of a settings file; an unchanged file is read once. A pipe or a device is not read, and
    a link must not lead out of the folder, since messages show lines of the file."""
    try:
        known = os.stat(path)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(known.st_mode):
        return None
    if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(path.parent)):
        if path.name == SHARED_FILE:
            return None
        raise RulekitError(settings_error(f"{path} is a link that leads out of the project"))
    return _read(path, of_revision, known.st_mtime_ns, known.st_size)


@lru_cache(maxsize=64)
def _read(path: Path, of_revision: bool, changed: int, size: int) -> Project | None:
    del changed, size  # they are there for the cache
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        if path.name == SHARED_FILE:
            return None
        raise RulekitError(settings_error(f"{path} cannot be read: {error.strerror or error}")) from error
    if path.name == SHARED_FILE and b"rulekit" not in data:
        return None
    return parse_settings(path, data, of_revision)
