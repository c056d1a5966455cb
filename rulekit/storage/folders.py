"""Writes a folder of output files again: files from rulekit are replaced, and all others stay.

A list in the folder (`MARKER`) names the files that rulekit wrote there, with their checksums. Nothing is written if
this would replace a file that rulekit did not write, or that was changed since. New files are written to a temporary
folder inside, and then moved over the old ones one by one. Until the last move, the list has the checksums of both old
and new files. So if writing stops at any moment, each file is an old or a new one, and the next run can finish. No
other file is moved, read or changed.

The list also names the games of the output. A new output that lacks one of these games is refused, since it would
remove this game's files.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping, Set
from pathlib import Path, PurePosixPath

from attrs import evolve, frozen

from ..diagnostics import Diagnostic, Help, RulekitError
from . import files

MARKER = ".rulekit-output.json"
MOST_MARKED = 64 * 1024 * 1024


@frozen
class Output:
    """The contents of the list in a folder: the kind of output (`what`), the games, and the checksum of each file.
    After a run that was stopped, a file may have two checksums, separated by a space."""

    what: str
    games: Set[str]
    checksums: Mapping[str, str] = {}


def write_folder(folder: Path, contents: Mapping[str, bytes], what: str, games: Collection[str] = ()) -> None:
    """Write these files to the folder, and remove other files of an earlier output. `contents` maps the path of each
    file in the folder to its bytes. `what` is the kind of output, such as "page". Raise RulekitError if the earlier
    output is of another kind, or has a game that is not in `games`. An error before the first move leaves everything as
    it was."""
    try:
        check_folder(folder, what)
        with _make_folder(folder), _hold_folder(folder):
            _write(folder, contents, Output(what, frozenset(games)))
    except (OSError, ValueError) as error:
        raise _unwritten(folder, files.reason(error)) from error


def check_folder(folder: Path, what: str) -> None:
    """Raise the RulekitError that `write_folder` would raise, if this can be known before there is anything to
    write."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise _refusal(folder, "it is not a folder")
    there = next((above for above in (folder, *folder.parents) if above.is_dir()), Path("/"))
    if not os.access(there, os.R_OK | os.W_OK | os.X_OK):
        raise _unwritten(folder, f"{there} cannot be written")
    if there == folder:
        foreign = any(not files.is_unfinished(name) for name in os.listdir(folder))
        if foreign and not (folder / MARKER).is_file():
            raise _refusal(folder, "it is not empty, and rulekit did not write it")
        _read_list(folder, what)


def _unwritten(folder: Path, why: str) -> RulekitError:
    return RulekitError(Diagnostic("E831", f"cannot write {folder}: {why}"))


def _refusal(
    folder: Path, why: str, hint: str = "name a folder that is not there yet, or an earlier output"
) -> RulekitError:
    return RulekitError(Diagnostic("E837", f"{folder} is not written: {why}", help=(Help(hint),)))


@contextlib.contextmanager
def _make_folder(folder: Path) -> Iterator[None]:
    """Create the folder and its missing parents. Remove them again if the `with` block raises an error and they are
    empty."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            for one in missing:
                one.rmdir()
        raise


@contextlib.contextmanager
def _hold_folder(folder: Path) -> Iterator[None]:
    """Lock the folder during the `with` block, so that no other process writes it. First remove what killed writers
    left in it."""
    if sys.platform == "win32":  # on Windows, folders cannot be opened
        _clear(folder, files.STALE)
        yield
    else:
        handle = os.open(folder, os.O_RDONLY)
        try:
            locked = files.try_lock(handle)
            if locked is False:
                raise _refusal(folder, "another rulekit is writing there")
            _clear(folder, 0 if locked else files.STALE)
            yield
        finally:
            os.close(handle)


def _clear(folder: Path, age: float) -> None:
    with os.scandir(folder) as found:
        left = [one.path for one in found if files.is_unfinished(one.name) and one.is_dir(follow_symlinks=False)]
    for path in left:
        with contextlib.suppress(OSError):
            if time.time() - os.lstat(path).st_mtime >= age:
                shutil.rmtree(path)


def _write(folder: Path, contents: Mapping[str, bytes], output: Output) -> None:
    fresh = Path(tempfile.mkdtemp(dir=folder, prefix=files.UNFINISHED[0], suffix=files.UNFINISHED[1]))
    try:
        digests = {}
        for name, data in sorted(contents.items()):
            (fresh / name).parent.mkdir(parents=True, exist_ok=True)
            (fresh / name).write_bytes(data)
            digests[name] = _digest(data)
        before = _read_list(folder, output.what)
        earlier = before.checksums
        _check_games(folder, before, output)
        _check_unchanged(folder, digests, earlier)
        both = {name: f"{earlier.get(name, '')} {digests.get(name, '')}" for name in {**earlier, **digests}}
        _write_list(folder, evolve(output, checksums=both))
        for name in digests:
            _put(fresh / name, folder / name)
        for name in earlier.keys() - digests.keys():
            _remove(folder, name)
        _write_list(folder, evolve(output, checksums=digests))
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _read_list(folder: Path, what: str) -> Output:
    """Return the list (`MARKER`) of an earlier output in the folder. Without one, return an empty Output. Raise
    RulekitError if the list is damaged or is for another kind of output."""
    if not (folder / MARKER).is_file():
        return Output(what, frozenset())
    try:
        told = json.loads(files.read_bounded(folder / MARKER, MOST_MARKED))
        checksums = {str(name): str(digests) for name, digests in told["files"].items()}
        if any(PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts for name in checksums):
            raise ValueError  # rulekit did not make this list: it never writes outside the folder
        found = Output(told["output"], frozenset(map(str, told["games"])), checksums)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _refusal(folder, f"its list of what was written, {MARKER}, is not whole") from None
    if found.what != what:
        raise _refusal(folder, f"it is the output of `rulekit {found.what}`")
    return found


def _check_games(folder: Path, before: Output, output: Output) -> None:
    if lost := sorted(before.games - output.games):
        hint = "name every game of the folder in one command, or another folder"
        raise _refusal(folder, f"the pages of {', '.join(lost)} in it would be lost", hint)


def _write_list(folder: Path, output: Output) -> None:
    told = {"output": output.what, "games": sorted(output.games), "files": dict(sorted(output.checksums.items()))}
    files.write_atomic(folder / MARKER, f"{json.dumps(told, indent=1)}\n")


def _check_unchanged(folder: Path, digests: Mapping[str, str], earlier: Mapping[str, str]) -> None:
    """Raise RulekitError unless every file that would be replaced or removed was written by rulekit and is
    unchanged."""
    for name in {*digests, *earlier}:
        for above in PurePosixPath(name).parents:
            if (folder / above).is_symlink() and above != PurePosixPath("."):
                raise _refusal(folder, f"`{above}` in it is a link")
        there = folder / name
        if not os.path.lexists(there):
            continue
        if name not in earlier:
            raise _refusal(folder, f"`{name}` stands there, and rulekit did not write it")
        plain = stat.S_ISREG(os.lstat(there).st_mode)
        if not plain or _digest(there.read_bytes()) not in (*earlier[name].split(), digests.get(name)):
            raise _refusal(folder, f"`{name}` was changed since it was written")


def _put(fresh: Path, place: Path) -> None:
    """Move a new file to its place. It gets the permissions of the file that it replaces, if there is one."""
    place.parent.mkdir(parents=True, exist_ok=True)
    old = os.path.lexists(place)
    if old:
        os.chmod(fresh, stat.S_IMODE(os.lstat(place).st_mode))
    files.move(str(fresh), place, new=not old)


def _remove(folder: Path, name: str) -> None:
    """Remove a file from the folder, and then its parent folders if they are empty."""
    (folder / name).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        for above in list(PurePosixPath(name).parents)[:-1]:
            (folder / above).rmdir()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
