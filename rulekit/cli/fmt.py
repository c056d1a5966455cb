"""`rulekit fmt FILE…`: formats rulebooks; `-` reads standard input. Files that are formatted already are not
rewritten."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from ..diagnostics import Diagnostic, RulekitError, Source
from ..diagnostics.printable import one_line
from ..revisions import revision_folder
from ..rulebook_files import LIMIT, find, read_rulebook
from ..storage.files import file_error, write_atomic
from ..syntax.format import format_text
from ..syntax.versions import add_version, upgrade_text
from .parameters import Arguments
from .result import FAILED, OK, Result, diagnostics_json, exit_code, render_diagnostics, usage, with_an_error
from .whole_project import books_of, need_project


def run_fmt(args: Arguments) -> Result:
    code = OK
    files: list[dict[str, Any]] = []
    texts: list[str] = []
    notes: list[str] = []
    for name in args.files or _project_files():
        try:
            changed, text = _format_file(name, args.check, args.upgrade)
        except RulekitError as error:
            found = with_an_error(error.diagnostics)
            code = max(code, exit_code(found))
            files.append({"file": name, "ok": False, "changed": False, "diagnostics": diagnostics_json(found)})
            notes.append(render_diagnostics(found))
            continue
        entry: dict[str, Any] = {"file": name, "ok": not (changed and args.check), "changed": changed}
        if name == "-" and not args.check:
            entry["text"] = text
            texts.append(text)
        elif changed:
            texts.append(f"{one_line(name)}: {'is not in its form' if args.check else 'formatted'}")
            code = max(code, FAILED if args.check else OK)
        files.append(entry)
    return Result(code, {"ok": code == OK, "files": files}, "\n".join(texts), "\n\n".join(notes))


def _format_file(name: str, check: bool, upgrade: bool) -> tuple[bool, str]:
    """Format a file and, unless `check` is set, write it if its text changed. Return whether the text changed, and the
    formatted text. With `upgrade`, old syntax is replaced, too."""
    path = None if name == "-" else _path(name)
    if path is not None and not check and revision_folder(path) is not None:
        raise usage(
            "E803", f"`{name}` is a file of a revision, which nothing changes", hint="`--check` only looks at it"
        )
    source = _standard_input() if path is None else read_rulebook(path)
    text, diagnostics = format_text(upgrade_text(source) if upgrade else source)
    if text is not None and upgrade:
        text, diagnostics = format_text(add_version(Source(source.name, text)))
    if text is None:
        raise RulekitError(*diagnostics)
    changed = text != source.text
    if changed and path is not None and not check:
        write_atomic(path, text)
    return changed, text


def _project_files() -> list[str]:
    """Return the paths of all rulebooks of the project, relative to the current folder."""
    project = need_project("fmt")
    return [os.path.relpath(find(name, project=project)) for name in books_of(project)]


def _path(name: str) -> Path:
    path = Path(name)
    return path if path.is_file() else find(name)


def _standard_input() -> Source:
    if sys.stdin is None:
        raise file_error("E830", "cannot read standard input: it is closed")
    try:
        data = sys.stdin.buffer.read(LIMIT + 1)
    except OSError as error:
        raise file_error("E830", f"cannot read standard input: {error.strerror or error}") from error
    if len(data) > LIMIT:
        raise RulekitError(Diagnostic("E823", f"standard input is larger than {LIMIT} bytes"))
    try:
        return Source("<stdin>", data.decode())
    except UnicodeDecodeError as error:
        message = f"standard input is not UTF-8 text (byte {error.start})"
        raise RulekitError(Diagnostic("E822", message)) from error
