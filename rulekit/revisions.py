"""Rulebooks of a git revision: `REV:path` names one as in git. They are kept as files in the cache.

The folder of a revision has its rulebooks and the settings of its project, nothing else. It is named after these
contents, so it never changes and may be shared by several revisions. Links and submodules are left out.
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
"""The most bytes of a rulebook."""
PLACEHOLDER: Final = ".folder"
"""The file that keeps a folder without rulebooks."""
MOST_DEPTH: Final = 3
"""How deep such a folder may be."""
MOST_FILES: Final = 20_000
"""The most rulebooks of a revision."""


@frozen
class Revision:
    """A revision, by the `name` that the user gave. `folder` has its rulebooks, `prefix` is the path of the current
    folder in the repository, and `left_out` has what each rulebook is that cannot be read, by path."""

    name: str
    commit: str
    folder: Path
    prefix: str
    left_out: Mapping[str, str]

    def path_of(self, path: str) -> str | None:
        """Return a path as git finds it in a tree: from the top, or with `./` or `../` from the current folder; None if
        it leads out of the repository."""
        path = path.replace(os.sep, "/")
        begin = self.prefix if path.startswith(("./", "../")) else ""
        found = posixpath.normpath(posixpath.join(begin, path))
        return None if found.startswith(("../", "/")) or found in ("..", ".") else found

    def reason_left_out(self, path: str) -> str:
        """Return what a path is if it cannot be read, such as "a link"; "" if nothing was left out there."""
        above = (path, *(one.as_posix() for one in PurePosixPath(path).parents))
        return next((self.left_out[one] for one in above if one in self.left_out), "")


def split_revision(name: str) -> tuple[str, str] | None:
    """Return the revision and the path of `REV:path`; None if a name is a path, or has no colon outside of braces."""
    if name.startswith((".", "/", "~")) or (name[1:3] in (":\\", ":/") and name[0].isalpha()):
        return None
    depth = 0
    for at, sign in enumerate(name):
        depth += (sign == "{") - (sign == "}")
        if sign == ":" and depth <= 0:
            return name[:at], name[at + 1 :]
    return None


def read_revision(name: str) -> Revision:
    """Return a revision with its rulebooks as files; raise RulekitError if git cannot read it."""
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
    """Return a placeholder for each folder of the repository without rulebooks that the settings of a project may
    name."""
    if not any(PurePosixPath(path).name in SETTINGS_FILES for path in contents):
        return {}
    full = {above for path in contents for above in PurePosixPath(path).parents}
    found = {above for path in paths for above in PurePosixPath(path).parents if len(above.parts) <= MOST_DEPTH}
    return {f"{folder}/{PLACEHOLDER}": b"" for folder in sorted(found - full)}


_LABELS: dict[Path, str] = {}
"""The folders of revisions that this process has read, each with the name of its revision."""


def revision_folder(path: Path) -> Path | None:
    """Return the folder of the revision that a file belongs to; None for a file of the work tree."""
    if not _LABELS:
        return None
    whole = Path(os.path.realpath(path))
    return next((folder for folder in (whole, *whole.parents) if folder in _LABELS), None)


def revision_path(path: Path) -> str | None:
    """Return the name `REV:path` of a file that belongs to a revision, for messages; else None."""
    folder = revision_folder(path)
    if folder is None:
        return None
    return f"{_LABELS[folder]}:{Path(os.path.realpath(path)).relative_to(folder).as_posix()}"


def is_revision_file(name: str) -> bool:
    """Return whether a name means a file of a revision: it has the form `REV:path`, and no file is called so."""
    return split_revision(name) is not None and not os.path.lexists(name)
