"""Finds and reads rulebooks: by name in the library, by path, or beside the file that mentions them.

The library is the folder `variants`: of the checkout, or inside the installed package. Files that are too long or not
UTF-8 are refused with a message.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from . import revisions
from .diagnostics import Diagnostic, Help, RulekitError, Source, Span, did_you_mean
from .diagnostics.printable import cut
from .revisions import Revision, is_revision_file, read_revision, revision_folder, revision_path, split_revision

SUFFIX = revisions.SUFFIX
LIMIT = revisions.LARGEST
MOST_SHOWN = 120
"""The most letters of a name that a message repeats."""


def library() -> Path:
    """Return the folder of the rulebooks that come with rulekit."""
    here = Path(__file__).resolve().parent
    installed = here / "variants"
    return installed if installed.is_dir() else here.parent / "variants"


def names(folder: Path | None = None) -> list[str]:
    """Return every library name that `find` accepts: `family/edition`."""
    root = folder or library()
    return sorted(p.relative_to(root).with_suffix("").as_posix() for p in root.rglob(f"*{SUFFIX}") if p.is_file())


def find(name: str, beside: Path | None = None, span: Span | None = None) -> Path:
    """Return the file of a rulebook, or raise RulekitError. `beside` is the folder of the file that mentions it, and
    `span` is the mention. `REV:path` names a rulebook of a git revision."""
    if beside is None and is_revision_file(name):
        return _in_revision(name)
    if beside is None and (name.endswith(SUFFIX) or name.startswith((".", "/", "~"))):
        return _by_path(name, span)
    folders = [library()]
    top = revision_folder(beside) if beside else None
    if top is not None:
        folders.insert(0, top)
    if beside:
        # a book may name another of its own family as `family/book`, even outside the library
        folders = [beside, *([beside.parent] if beside.name == name.split("/")[0] else []), *folders]
    for folder in folders:
        for candidate in _candidates(folder, name):
            if _is(Path.is_file, candidate):
                return candidate
    known = names()
    family = [n for n in known if n.startswith(f"{name}/")]
    same = [n for n in known if n.rsplit("/", 1)[-1].replace("_", "-") == name.replace("_", "-")]
    if family:
        advice: tuple[Help, ...] = (Help(f"the library has {', '.join(family)}"),)
    elif same:
        advice = tuple(Help(f"did you mean `{n}`?", span, n if span else None) for n in same)
    else:
        advice = did_you_mean(name, known, span)
    if beside is None and _is(Path.is_file, Path(f"{name}{SUFFIX}")):
        advice = (Help(f"a file of your own is named with its ending: `./{name}{SUFFIX}`"),)
    elif not advice:
        families = ", ".join(dict.fromkeys(n.split("/")[0] for n in known))
        own = (
            "is named by a path that ends in `.rules`"
            if beside is None
            else f"is `{cut(name, MOST_SHOWN)}.rules` beside this one"
        )
        advice = (Help(f"a file of your own {own}; the library has {families}"),)
    raise RulekitError(Diagnostic("E820", f"there is no rulebook `{cut(name, MOST_SHOWN)}`", span, help=advice))


def _in_revision(name: str) -> Path:
    """Return the file of `REV:path`, where the path may also be a name as in the library."""
    asked = split_revision(name)
    assert asked is not None
    revision = read_revision(asked[0])
    path = revision.path_of(asked[1])
    if path is not None and _is(Path.is_file, revision.folder / path) and path.endswith(SUFFIX):
        return revision.folder / path
    for folder in dict.fromkeys((revision.folder, revision.folder / revision.prefix)):
        for candidate in _candidates(folder, asked[1]):
            if _is(Path.is_file, candidate):
                return candidate
    raise RulekitError(_missing_in_revision(revision, asked[1], path))


def _missing_in_revision(revision: Revision, name: str, path: str | None) -> Diagnostic:
    shown, at = cut(name, MOST_SHOWN), f"`{cut(revision.name, MOST_SHOWN)}`"
    if path is None:
        advice = (Help("a path begins at the top of the repository; `./` at the current folder"),)
        return Diagnostic("E820", f"{shown or 'the path'} is no file of the repository at {at}", help=advice)
    why = revision.reason_left_out(path)
    if why:
        return Diagnostic("E821", f"{shown} is {why} at {at}, and cannot be read there")
    known = names(revision.folder)
    near = did_you_mean(name.removesuffix(SUFFIX), known)
    here = f"{revision.prefix}{name}".removesuffix(SUFFIX)
    if here in known and revision.prefix:
        near = (Help(f"did you mean `{revision.name}:./{name}`? A path begins at the top of the repository"),)
    elif not near:
        near = (Help(f"it has {', '.join(known[:6])}{' …' * (len(known) > 6)}" if known else "it has no rulebooks"),)
    return Diagnostic("E820", f"there is no rulebook `{shown}` at {at}", help=near)


def _by_path(name: str, span: Span | None) -> Path:
    """Return the user's own file, which must have a rulebook's suffix."""
    path = Path(os.path.expanduser(name))
    if name.endswith(SUFFIX):
        if _is(Path.exists, path):
            return path
        near = [p.name for p in path.parent.glob(f"*{SUFFIX}")] if _is(Path.is_dir, path.parent) else []
        advice = did_you_mean(path.name, near)
    elif _is(Path.is_dir, path):
        raise RulekitError(Diagnostic("E821", f"{cut(name, MOST_SHOWN)} is a folder", span))
    else:
        advice = (Help(f"the file of a rulebook ends in `{SUFFIX}`"),)
        if _is(Path.is_file, path):
            advice = (*advice, Help("a game that was saved goes on by `rulekit play --resume FILE`"))
            raise RulekitError(Diagnostic("E820", f"{cut(name, MOST_SHOWN)} is not a rulebook", span, help=advice))
    raise RulekitError(Diagnostic("E820", f"there is no file {cut(name, MOST_SHOWN)}", span, help=advice))


def _is(what: Callable[[Path], bool], path: Path) -> bool:
    """Return `what(path)`, or False if the path is too long or malformed."""
    try:
        return what(path)
    except (OSError, ValueError):
        return False


def _candidates(folder: Path, name: str) -> Iterator[Path]:
    """Yield the files that a name may mean: for `x/y`, the files `x/y.rules`, `x/y/y.rules` and `x/y/base.rules`, also
    with hyphens for underscores and the reverse."""
    parts = [p for p in name.split("/") if p]
    if not parts or any(p in (".", "..") for p in parts):
        return
    for spelt in dict.fromkeys((name, name.replace("-", "_"), name.replace("_", "-"))):
        yield folder / f"{spelt}{SUFFIX}"
        yield folder / spelt / f"{spelt.rsplit('/', 1)[-1]}{SUFFIX}"
        yield folder / spelt / f"base{SUFFIX}"


def read_rulebook(path: Path, span: Span | None = None) -> Source:
    """Return the text of a rulebook. Its name in messages is a short path, or `REV:path`."""
    shown = revision_path(path) or _short_path(path)
    if not path.is_file():
        what = "a folder" if path.is_dir() else "not a plain file"
        raise RulekitError(Diagnostic("E821", f"{shown} is {what}", span))
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
    except OSError as error:
        raise RulekitError(Diagnostic("E821", f"{shown} cannot be read: {error.strerror or error}", span)) from error
    if len(data) > LIMIT:
        raise RulekitError(Diagnostic("E823", f"{shown} is larger than {LIMIT} bytes", span))
    try:
        return Source(shown, data.decode("utf-8").removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        advice = Help("save the file as UTF-8")
        message = f"{shown} is not UTF-8 text: line {line} holds the byte 0x{data[error.start]:02x}"
        raise RulekitError(Diagnostic("E822", message, span, help=(advice,))) from error


def _short_path(path: Path) -> str:
    """Return the path relative to the current folder for a file in or below it, else the absolute path."""
    try:
        whole = os.path.abspath(path)
        short = os.path.relpath(whole)
    except (OSError, ValueError):  # the current folder was deleted, or is on another drive
        return str(path)
    return short if not short.startswith("..") else whole
