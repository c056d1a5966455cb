"""Finds the project of a folder: the nearest settings file, in the folder or above it, defines it. Settings are TOML. A
file is read again only after a change; all mistakes in it are reported together."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ..diagnostics import Diagnostic, DiagnosticSink, Help, RulekitError, Source, Span, did_you_mean
from ..diagnostics.codes import code_titles
from ..revisions import revision_path
from .settings import SHARED_FILE, AcceptedWarning, Project, error_place, setting_span

OWN_FILE: Final = "rulekit.toml"
KEYS: Final = ("rulebooks", "editions", "languages", "render", "accept")
ACCEPT_KEYS: Final = ("code", "in", "reason")
LARGEST: Final = 1024 * 1024
"""The most bytes of a settings file."""
_TABLE = re.compile(r"\btool\s*\.\s*rulekit\b")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def parse_settings(path: Path, data: bytes, of_revision: bool) -> Project | None:
    """Return the project that `data`, the content of a settings file, describes; None if it has no settings of rulekit.
    With `of_revision` (files of a git revision), folders of rulebooks may be missing."""
    import tomllib  # imported here, because most programs do not need it

    shown = _shown(path)
    if len(data) > LARGEST:
        raise RulekitError(settings_error(f"{shown} is larger than {LARGEST} bytes"))
    source = Source(shown, data.decode("utf-8-sig", "replace").replace("\r\n", "\n"))
    try:
        data.decode()
        table: Any = tomllib.loads(source.text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        if path.name == SHARED_FILE and not _TABLE.search(source.text):
            return None
        raise RulekitError(settings_error(f"{shown} is not TOML: {error}", error_place(source, str(error)))) from error
    if path.name == SHARED_FILE:
        tools = table.get("tool")
        table = tools.get("rulekit") if isinstance(tools, dict) else None
        if table is None:
            return None
    return _Reader(path.parent, source, table, of_revision).project()


def _shown(path: Path) -> str:
    """Return the path of a settings file as messages show it."""
    revised = revision_path(path)
    if revised is not None:
        return revised
    try:
        short = os.path.relpath(path)
    except (OSError, ValueError):  # the current folder was deleted, or is on another drive
        return str(path)
    return str(path) if short.startswith("..") else short


def settings_error(message: str, span: Span | None = None, *advice: Help) -> Diagnostic:
    return Diagnostic("E826", message, span, help=advice)


_KINDS: Final = {
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "a table",
}


class _Reader:
    """A reader of settings: it checks a table key by key and makes a project of it. All mistakes are reported
    together."""

    def __init__(self, root: Path, source: Source, table: Any, of_revision: bool) -> None:
        self.root, self.source, self.of_revision = root, source, of_revision
        self.table: dict[str, Any] = table if isinstance(table, dict) else {}
        self.problems = DiagnosticSink()
        if not isinstance(table, dict):
            self.wrong(f"the settings of rulekit are a table, not {_kind(table)}")

    def project(self) -> Project:
        """Return the project. Raise RulekitError with all mistakes if there are any."""
        self.keys(self.table, KEYS)
        folders = tuple(self.folders())
        editions = {
            family: tuple(self.texts(names, "editions", family)) for family, names in self.subtable("editions").items()
        }
        languages = tuple(self.texts(self.table.get("languages", []), "languages"))
        for one in languages:
            if not _LANGUAGE.fullmatch(one):
                self.wrong(
                    f"`{one[:40]}` is no code of a language", "languages", value=one, advice="such as `en` or `nl`"
                )
        render = tuple(self.texts(self.table["render"], "render")) if "render" in self.table else None
        accepted = tuple(self.accepted())
        if self.problems.has_errors:
            raise RulekitError(*self.problems.diagnostics)
        return Project(self.root, self.source, folders, editions, languages, render, accepted)

    def wrong(self, message: str, *steps: str | int, value: str | None = None, advice: str = "") -> None:
        help_ = (Help(advice),) if advice else ()
        self.problems.add(settings_error(message, setting_span(self.source, *steps, value=value), *help_))

    def keys(self, table: Mapping[str, Any], known: tuple[str, ...], *steps: str | int) -> None:
        """Report each key of a table that is not among the `known` ones."""
        for key in table:
            if key not in known:
                span = setting_span(self.source, *steps, key)
                advice = did_you_mean(key, known, span if span.text == key else None)
                advice = advice or (Help(f"the keys are {', '.join(f'`{one}`' for one in known)}"),)
                self.problems.add(settings_error(f"there is no setting `{key[:60]}`", span, *advice))

    def subtable(self, key: str) -> dict[str, Any]:
        """Return the table at a key, empty if there is none. Report a value that is not a table."""
        found = self.table.get(key, {})
        if isinstance(found, dict):
            return found
        self.wrong(f"`{key}` is a table, not {_kind(found)}", key)
        return {}

    def texts(self, value: Any, *steps: str) -> list[str]:
        """Return the strings in a list, each once. Report duplicates, other values, and a value that is not a list."""
        if not isinstance(value, list):
            advice = f'put it into brackets: `{steps[-1]} = ["{value}"]`' if isinstance(value, str) else ""
            self.wrong(f"`{steps[-1]}` is a list of texts, not {_kind(value)}", *steps, advice=advice)
            return []
        for one in value:
            if not isinstance(one, str):
                self.wrong(f"`{steps[-1]}` is a list of texts, and has {_kind(one)} in it", *steps)
            elif value.count(one) > 1:
                self.wrong(f"`{steps[-1]}` has `{one[:60]}` twice", *steps, value=one)
        return list(dict.fromkeys(one for one in value if isinstance(one, str)))

    def folders(self) -> Iterable[Path]:
        """Yield the folders of rulebooks. Report a folder that is missing, is outside the project, or contains or is
        contained in another one."""
        if not self.table.get("rulebooks") and not self.problems.has_errors:
            self.wrong("the settings name no folder of rulebooks", advice='such as `rulebooks = ["rules"]`')
        found: dict[Path, str] = {}
        for name in self.texts(self.table.get("rulebooks", []), "rulebooks"):
            folder = self.root / name
            if self.of_revision and not os.path.lexists(folder):
                continue
            problem, advice = self.folder_problem(name, folder)
            if not problem:
                real = Path(os.path.realpath(folder))
                other = next((o for o in found if real.is_relative_to(o) or o.is_relative_to(real)), None)
                if other is None:
                    found[real] = name
                    yield folder
                    continue
                problem = f"the folders `{found[other]}` and `{name}` have rulebooks in common"
            self.problems.add(settings_error(problem, setting_span(self.source, "rulebooks", value=name), *advice))

    def folder_problem(self, name: str, folder: Path) -> tuple[str, tuple[Help, ...]]:
        """Return a message about what is wrong with a folder of rulebooks ("" if nothing is), and advice."""
        try:
            if not os.path.isdir(folder):
                near = [one.name for one in os.scandir(self.root) if one.is_dir() and one.name[0] != "."]
                return f"there is no folder `{name[:120]}`", did_you_mean(name, near)
        except (OSError, ValueError):
            return f"`{name[:120]}` cannot be read", ()
        if not Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(self.root)):
            return f"the folder `{name[:120]}` leads out of the project", ()
        return "", ()

    def accepted(self) -> Iterable[AcceptedWarning]:
        """Yield the accepted warnings, until there is a mistake. Report mistakes in their entries."""
        entries = self.table.get("accept", [])
        if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
            self.wrong("`accept` is a list of tables", "accept", advice="each begins with `[[tool.rulekit.accept]]`")
            return
        for at, entry in enumerate(entries):
            self.keys(entry, ACCEPT_KEYS, "accept", at)
            for key in ACCEPT_KEYS:
                if not isinstance(entry.get(key), str) or not entry[key].strip():
                    has = _kind(entry[key]) if key in entry and not isinstance(entry[key], str) else "nothing"
                    self.wrong(f"`{key}` of an accepted warning is a text, and here it is {has}", "accept", at, key)
            code = entry.get("code")
            if isinstance(code, str) and code.strip() and not (code.startswith("W") and code in code_titles()):
                known = [one for one in code_titles() if one.startswith("W")]
                span = setting_span(self.source, "accept", at, "code", value=code)
                what = "an error cannot be accepted" if code in code_titles() else "there is no warning"
                advice = () if code in code_titles() else did_you_mean(code, known)
                self.problems.add(settings_error(f"{what}: `{code[:40]}`", span, *advice))
            if not self.problems.has_errors:
                yield AcceptedWarning(code, entry["in"], entry["reason"], setting_span(self.source, "accept", at))


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), "a date")


INSTALLED: Final = frozenset({"site-packages", "dist-packages"})
"""Folders of installed packages, whose files belong to no project around them."""


def find_project(folder: Path | None = None, top: Path | None = None) -> Project | None:
    """Return the project to which a folder (by default the current one) belongs, or None. It is defined by the nearest
    settings in the folder or above it. Folders above `top`, which contains the files of a git revision, are not
    searched. Raise RulekitError if the settings are wrong."""
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
    """Return the project whose settings are in the folder `root` itself; None if it has none. Raise RulekitError if
    they are wrong. With `of_revision`, a missing folder of rulebooks is no mistake, because the files of a git revision
    contain no folder without rulebooks."""
    files = (_read_once(root / name, of_revision) for name in (OWN_FILE, SHARED_FILE))
    found = [project for project in files if project is not None]
    if len(found) > 1:
        both = f"both {OWN_FILE} and {SHARED_FILE} of {root} have settings of rulekit"
        raise RulekitError(settings_error(both, found[0].span(), Help("keep those of one file")))
    return found[0] if found else None


def _read_once(path: Path, of_revision: bool) -> Project | None:
    """Return the project of a settings file, or None; an unchanged file is read only once. Pipes and devices are not
    read. A link must not lead out of the folder, since messages show lines of the file."""
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
    del changed, size  # only part of the key of the cache
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
