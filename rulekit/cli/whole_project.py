"""The rulebooks that a command works on if its command line names none: those of the project of the current folder."""

from __future__ import annotations

import os
from pathlib import Path

from ..project import Project, find_project
from ..rulebook_files import project_names
from .result import usage


def need_project(command: str) -> Project:
    """Return the project of the current folder. If there is none, raise RulekitError, with advice for `rulekit
    COMMAND`."""
    found = find_project()
    if found is None:
        hint = (
            "or stand in a project: a folder with `[tool.rulekit]` in its pyproject.toml (`rulekit new --project NAME`)"
        )
        raise usage("E800", f"`rulekit {command}` needs the name of a rulebook", hint=hint)
    return found


def books_of(project: Project) -> list[str]:
    """Return the names of all rulebooks of a project. Raise RulekitError if it has none."""
    found = project_names(project)
    if not found:
        folders = ", ".join(f"`{folder.relative_to(project.root)}`" for folder in project.folders)
        raise usage("E800", f"the project has no rulebook in {folders}", hint="`rulekit new` writes one")
    return found


def default_language() -> str:
    """Return the first language in the settings of the project; English if there is none."""
    from ..prose import languages

    found = find_project()
    return found.languages_among(languages())[0] if found and found.languages else "en"


def lock_folder() -> Path:
    """Return the folder that contains the lock: that of the project or, without a project, the current folder."""
    found = find_project()
    return found.root if found else Path(os.path.abspath("."))


def locked_name(path: Path, folder: Path) -> str | None:
    """Return the name of a rulebook in the lock: its path relative to `folder`, without the ending. Return None if the
    rulebook is not in the folder."""
    real = Path(os.path.realpath(path)).with_suffix("")
    root = Path(os.path.realpath(folder))
    return real.relative_to(root).as_posix() if real.is_relative_to(root) else None
