"""A folder of files written whole or not at all, over an earlier output of the same kind and over nothing else.

A list in the folder (`MARKER`) names what was written there, with a checksum each.  What somebody else laid beside it
stays; where a file would take the place of one that was not written here, or was changed since, nothing is written.
The new folder is made beside the old one and takes its place in one move.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ..diagnostics import Diagnostic, Help, RulekitError
from . import files

MARKER = ".rulekit-output.json"
MOST_MARKED = 64 * 1024 * 1024


def write_folder(folder: Path, contents: Mapping[str, bytes], what: str) -> None:
    """All of these files (by their paths in it) in the folder, and none of an earlier output that are not among them.

    `what` is the kind of output: an output of another kind is somebody else's.  RulekitError leaves all as it was.
    """
    try:
        _write(folder, contents, what)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise RulekitError(Diagnostic("E831", f"cannot write {folder}: {reason}")) from error


def check_folder(folder: Path, what: str) -> None:
    """Whether `write_folder` would do, as far as can be told before there is anything to write."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise _refused(folder, "it is not a folder")
    if folder.is_dir() and not (folder / MARKER).is_file() and any(folder.iterdir()):
        raise _refused(folder, "it is not empty, and rulekit did not write it")
    if folder.is_dir():
        _written(folder, what)
    parent = _existing(folder)
    if not os.access(parent, os.W_OK | os.X_OK):
        raise RulekitError(Diagnostic("E831", f"cannot write {folder}: {parent} cannot be written"))


def _existing(folder: Path) -> Path:
    """The folder above that is there."""
    return next((above for above in folder.absolute().parents if above.is_dir()), Path("/"))


def _refused(folder: Path, why: str) -> RulekitError:
    advice = (Help("name a folder that is not there yet, or an earlier output"),)
    return RulekitError(Diagnostic("E837", f"{folder} is not written: {why}", help=advice))


def _write(folder: Path, contents: Mapping[str, bytes], what: str) -> None:
    check_folder(folder, what)
    earlier = _written(folder, what) if folder.is_dir() else {}
    _unchanged(folder, contents, earlier)
    folder.absolute().parent.mkdir(parents=True, exist_ok=True)
    target = Path(os.path.realpath(folder))
    fresh = Path(tempfile.mkdtemp(dir=target.parent, prefix=files.UNFINISHED[0], suffix=files.UNFINISHED[1]))
    try:
        _fill(fresh, contents, what)
        if target.is_dir():
            _keep_others(target, fresh, earlier)
        os.chmod(fresh, 0o777 & ~_mask())
        _exchange(target, fresh)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _written(folder: Path, what: str) -> dict[str, str]:
    """The files of an earlier output with their checksums."""
    if not (folder / MARKER).is_file():
        return {}
    try:
        told = json.loads(files.read_bounded(folder / MARKER, MOST_MARKED))
        kind, written = told["output"], {str(name): str(digest) for name, digest in told["files"].items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _refused(folder, f"its list of what was written, {MARKER}, is not whole") from None
    if kind != what:
        raise _refused(folder, f"it is the output of `rulekit {kind}`")
    return written


def _unchanged(folder: Path, contents: Mapping[str, bytes], earlier: Mapping[str, str]) -> None:
    """Nothing is lost by writing: what is replaced or goes was written here, and is as it was written."""
    for name in {*contents, *earlier}:
        there = folder / name
        if not os.path.lexists(there):
            continue
        if name not in earlier:
            raise _refused(folder, f"`{name}` stands there, and rulekit did not write it")
        if not there.is_file() or _digest(there.read_bytes()) not in (earlier[name], _digest(contents.get(name, b""))):
            raise _refused(folder, f"`{name}` was changed since it was written")


def _fill(fresh: Path, contents: Mapping[str, bytes], what: str) -> None:
    made: set[Path] = set()
    for name, data in contents.items():
        place = fresh / name
        if place.parent not in made:
            place.parent.mkdir(parents=True, exist_ok=True)
            made.add(place.parent)
        place.write_bytes(data)
    digests = {name: _digest(data) for name, data in sorted(contents.items())}
    told = {"output": what, "files": digests}
    (fresh / MARKER).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _keep_others(old: Path, fresh: Path, earlier: Mapping[str, str]) -> None:
    """What somebody else laid into the folder comes along."""
    for path, folders, names in os.walk(old):
        here = Path(path)
        for name in [*names, *(f for f in folders if (here / f).is_symlink())]:
            inside = (here / name).relative_to(old)
            if inside.as_posix() not in earlier and inside.as_posix() != MARKER:
                (fresh / inside).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(here / name, fresh / inside, follow_symlinks=False)


def _exchange(target: Path, fresh: Path) -> None:
    """The fresh folder in the place of the old one, which goes; a failure on the way puts the old one back."""
    if not target.exists():
        os.rename(fresh, target)
        return
    away = Path(tempfile.mkdtemp(dir=target.parent, prefix=files.UNFINISHED[0], suffix=files.UNFINISHED[1]))
    os.rename(target, away / "old")
    try:
        os.rename(fresh, target)
    except BaseException:
        os.rename(away / "old", target)
        raise
    finally:
        with contextlib.suppress(OSError):
            if target.exists():
                shutil.rmtree(away, ignore_errors=True)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
