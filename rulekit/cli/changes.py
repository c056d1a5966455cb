"""`rulekit changes [REV[..REV]]`: what changed in a project since a revision, as release notes for players."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ..compare.release_notes import NOW, ReleaseNotes, release_notes
from ..compare.release_pages import release_json, release_markdown, release_page, release_text
from ..compare.screen_style import PIPE_WIDTH, WIDTH, ScreenStyle
from ..diagnostics.printable import cut
from ..project import Project, find_project
from ..revisions import read_revision
from ..rulebook_files import SUFFIX, names, project_names
from ..storage.git_objects import commit_date, merge_base
from .parameters import Arguments
from .result import FAILED, OK, Result, render_diagnostics, usage
from .terminal_output import terminal_width


def run_changes(args: Arguments) -> Result:
    first, second = _revisions(args.revisions)
    sides = _files(first), _files(second)
    if args.only:
        sides = _only(sides[0], args.only), _only(sides[1], args.only)
        if not any(sides):
            raise usage("E803", f"neither revision has a game whose name begins with {' or '.join(args.only)}")
    labels = _label(first), NOW if second is None else _label(second)
    dates = commit_date(first), "" if second is None else commit_date(second)
    found = release_notes(*sides, labels, dates)
    told = "\n".join(render_diagnostics(one.diagnostics) for one in found.unread)
    failed = any(found.count(kind) for kind in args.fail_on) or any(one.revision == labels[1] for one in found.unread)
    return Result(FAILED if failed else OK, {"ok": not failed, **release_json(found)}, WRITERS[args.form](found), told)


def _text(notes: ReleaseNotes) -> str:
    return release_text(notes, ScreenStyle(min(WIDTH, terminal_width() or PIPE_WIDTH)))


SHORT_HASH = 10
"""Digits of a hash that name a commit in a project of any size."""
_HASH = re.compile(r"[0-9a-f]{40,64}")
WRITERS: Mapping[str, Callable[[ReleaseNotes], str]] = {
    "text": _text,
    "markdown": release_markdown,
    "html": release_page,
}


def _revisions(said: str | None) -> tuple[str, str | None]:
    """Return the first revision of a range such as `REV..REV`, and the second, which is None for the files of the work
    tree."""
    if said is None:
        return "HEAD", None
    first, dots, second = said.partition("..")
    if not dots:
        return said, None
    if second.startswith("."):
        second = second[1:] or "HEAD"
        return merge_base(first or "HEAD", second), second
    return first or "HEAD", second or "HEAD"


def _label(revision: str) -> str:
    """Return a revision as release notes name it: a long hash is cut to its first digits."""
    return revision[:SHORT_HASH] if _HASH.fullmatch(revision) else cut(revision, 60)


def _files(revision: str | None) -> dict[str, Path]:
    """Return the files of the rulebooks of a revision (None: of the work tree), keyed by name. If the project had no
    settings in that revision, the present settings say in which folders rulebooks are."""
    own = find_project()
    if revision is None:
        return _of_project(own) if own is not None else _in_folders((Path(),))
    found = read_revision(revision)
    project = find_project(found.folder / found.prefix, found.folder)
    if project is not None:
        return _of_project(project)
    if own is None:
        return _in_folders((found.folder / found.prefix,))
    top = Path(os.path.abspath(Path(*[".."] * len(Path(found.prefix).parts))))
    inside = [folder.relative_to(top) for folder in own.folders if folder.is_relative_to(top)]
    return _in_folders([found.folder / folder for folder in inside])


def _of_project(project: Project) -> dict[str, Path]:
    files = _in_folders(project.folders)
    return {name: files[name] for name in project_names(project)}


def _in_folders(folders: Sequence[Path]) -> dict[str, Path]:
    return {name: folder / f"{name}{SUFFIX}" for folder in reversed(folders) for name in names(folder)}


def _only(files: Mapping[str, Path], wanted: tuple[str, ...]) -> dict[str, Path]:
    return {name: path for name, path in files.items() if name.startswith(wanted)}
