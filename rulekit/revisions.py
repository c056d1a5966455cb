"""Rulebooks of a git revision, which users name `REV:path`, as in git. They are written to files in the cache.

The cache has a folder for each set of rulebooks and project settings; nothing else is in it. Its name is a hash of
these contents. So the folder never changes, and revisions with the same contents share it. Links and submodules are
left out.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from attrs import frozen

from .storage.files import reason
from .storage.git_objects import commit_of, folder_prefix, list_tree, read_blobs, unreadable
from .storage.kept_folders import keep_folder

SUFFIX: Final = ".rules"
SETTINGS_FILES: Final = ("rulekit.toml", "pyproject.toml", "rulekit.lock")
LARGEST: Final = 1024 * 1024
"""The greatest size of a rulebook, in bytes."""
PLACEHOLDER: Final = ".folder"
"""The name of an empty file; it is put into a folder without rulebooks so that the folder exists."""
MOST_DEPTH: Final = 3
"""How many levels below the top of the repository a folder may be that gets a placeholder."""
MOST_FILES: Final = 20_000
"""The greatest number of rulebooks of a revision."""


@frozen
class Revision:
    """A git revision. `name` is what the user wrote, and `folder` contains its rulebooks. `prefix` is the path of the
    current folder in the repository. `left_out` is a mapping from the path of a file that cannot be read to the reason,
    such as "a link"."""

    name: str
    commit: str
    folder: Path
    prefix: str
    left_out: Mapping[str, str]

    def path_of(self, path: str) -> str | None:
        """Return the path of a file from the top of the repository; None if it is outside the repository. As in git, a
        path that begins with `./` or `../` starts at the current folder, any other at the top."""
        path = path.replace(os.sep, "/")
        begin = self.prefix if path.startswith(("./", "../")) else ""
        found = posixpath.normpath(posixpath.join(begin, path))
        return None if found.startswith(("../", "/")) or found in ("..", ".") else found

    def reason_left_out(self, path: str) -> str:
        """Return why a file cannot be read, such as "a link", or the same of a folder above it. Return "" if it was not
        left out."""
        above = (path, *(one.as_posix() for one in PurePosixPath(path).parents))
        return next((self.left_out[one] for one in above if one in self.left_out), "")


def split_revision(name: str) -> tuple[str, str] | None:
    """Return the revision and the path of `REV:path`. Return None if the name is a path, or if its only colons are
    inside braces."""
    if name.startswith((".", "/", "~")) or (name[1:3] in (":\\", ":/") and name[0].isalpha()):
        return None
    depth = 0
    for at, sign in enumerate(name):
        depth += (sign == "{") - (sign == "}")
        if sign == ":" and depth <= 0:
            return name[:at], name[at + 1 :]
    return None


def read_revision(name: str) -> Revision:
    """Return a revision after writing its rulebooks to files; raise RulekitError if git cannot read it."""
    prefix, commit = folder_prefix(), commit_of(name)
    entries = list_tree(commit)
    wanted = [e for e in entries if e.path.endswith(SUFFIX) or PurePosixPath(e.path).name in SETTINGS_FILES]
    plain = [entry for entry in wanted if not entry.kind]
    if len(plain) > MOST_FILES:
        raise unreadable(f"this revision has more than {MOST_FILES} rulebooks")
    blobs = read_blobs([entry.hash for entry in plain], LARGEST)
    contents = {entry.path: data for entry in plain if (data := blobs[entry.hash]) is not None}
    left_out = {entry.path: entry.kind for entry in entries if entry.kind}
    left_out |= {entry.path: f"larger than {LARGEST} bytes" for entry in plain if blobs[entry.hash] is None}
    contents |= _empty_folders(contents, [entry.path for entry in entries])
    key = "\n".join(f"{entry.hash} {entry.path}" for entry in plain if entry.path in contents)
    key += "".join(f"\n{path}" for path in contents if PurePosixPath(path).name == PLACEHOLDER)
    try:
        folder = keep_folder("revisions", hashlib.sha256(os.fsencode(key)).hexdigest()[:40], contents)
    except (OSError, ValueError) as error:
        raise unreadable(f"the rulebooks of {commit[:12]} cannot be written to the cache: {reason(error)}") from error
    folder = Path(os.path.realpath(folder))
    _LABELS[folder] = name
    return Revision(name, commit, folder, prefix, left_out)


def _empty_folders(contents: Mapping[str, bytes], paths: Iterable[str]) -> dict[str, bytes]:
    """Return an empty placeholder file for each folder of the repository that has no rulebooks, as the settings of a
    project may name such a folder. The result is a mapping from paths to contents; it is empty without settings."""
    if not any(PurePosixPath(path).name in SETTINGS_FILES for path in contents):
        return {}
    full = {above for path in contents for above in PurePosixPath(path).parents}
    found = {above for path in paths for above in PurePosixPath(path).parents if len(above.parts) <= MOST_DEPTH}
    return {f"{folder}/{PLACEHOLDER}": b"" for folder in sorted(found - full)}


_LABELS: dict[Path, str] = {}
"""A mapping from the folders of revisions that this process has read to the name of the revision."""


def revision_folder(path: Path) -> Path | None:
    """Return the folder that a revision was written to if a file is in it; None for a file of the work tree."""
    if not _LABELS:
        return None
    whole = Path(os.path.realpath(path))
    return next((folder for folder in (whole, *whole.parents) if folder in _LABELS), None)


def revision_path(path: Path) -> str | None:
    """Return the name `REV:path` of a file for messages; None for a file of the work tree."""
    folder = revision_folder(path)
    if folder is None:
        return None
    return f"{_LABELS[folder]}:{Path(os.path.realpath(path)).relative_to(folder).as_posix()}"


def is_revision_file(name: str) -> bool:
    """Return whether a name has the form `REV:path` and no file has this name."""
    return split_revision(name) is not None and not os.path.lexists(name)
