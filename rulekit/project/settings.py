"""The values of a project's settings, and the places of their keys in a TOML text: tomllib does not tell these.

    [tool.rulekit]                         # in pyproject.toml; the same keys at the top of a rulekit.toml
    rulebooks = ["rules"]                  # folders: the file rules/mine/base.rules is the rulebook mine/base
    languages = ["en", "nl"]
    render = ["mine/base"]
    [tool.rulekit.editions]
    mine = ["mine/base", "mine/second"]
    [[tool.rulekit.accept]]
    code = "W206"
    in = "mine/*"
    reason = "The last section is about the box."

Every key is optional except `rulebooks`. `rulebook_files.py` finds the rulebooks; this room knows only folders.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from attrs import field, frozen

from ..diagnostics import Diagnostic, Help, RulekitError, Source, Span, did_you_mean

SHARED_FILE: Final = "pyproject.toml"
"""The file in which the settings are the table `tool.rulekit`."""
_TEXT_OR_COMMENT = re.compile(r'("""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')|#[^\n]*', re.S)


def error_place(source: Source, said: str) -> Span:
    """Return the place of an error in a TOML text: the one that tomllib's message names, else the end of the text."""
    found = re.search(r"at line (\d+), column (\d+)", said)
    if found is None:
        end = len(source.text.rstrip())
        return Span(source, max(0, end - 1), end)
    lines = source.text.split("\n")
    at = sum(len(line) + 1 for line in lines[: int(found[1]) - 1]) + int(found[2]) - 1
    return Span(source, at, min(at + 1, len(source.text)))


def setting_span(source: Source, *steps: str | int, value: str | None = None) -> Span:
    """Return the place of a key of the settings or, if given, of the value `value` after the key. The steps lead to the
    key: each is a key inside the one before, or the index of a table in an array. If a step is not found, return the
    place of the part around it."""
    bare = _TEXT_OR_COMMENT.sub(lambda found: " " * len(found[0]), source.text)
    table = re.search(r"\btool\s*\.\s*rulekit\b|\brulekit\b", bare) if source.name.endswith(SHARED_FILE) else None
    at, end = table.span() if table else (0, 0)
    key = ""
    for step in steps:
        if isinstance(step, str):
            key = re.escape(step)
            found = re.compile(rf"(?<![\w-]){key}(?=\s*[=.\]])").search(bare, end)
        else:
            tables = list(re.finditer(rf"\[\[[^\]\n]*\b{key}\s*\]\]", bare))
            tables = tables or list(re.compile(r"\{").finditer(bare, end))
            found = tables[step] if step < len(tables) else None
        if found is None:
            break
        at, end = found.span()
    if value is not None:
        written = re.compile(rf"([\"']){re.escape(value)}\1").search(source.text, end)
        at, end = written.span() if written else (at, end)
    return Span(source, at, end)


@frozen
class AcceptedWarning:
    """A warning that a project accepts, with the reason. `pattern` says in which rulebooks; `span` is the place of the
    entry in the settings."""

    code: str
    pattern: str
    reason: str
    span: Span = field(eq=False)

    def covers(self, code: str, books: Iterable[str]) -> bool:
        """Return whether this entry accepts the warning `code` in at least one of these rulebooks."""
        return code == self.code and any(fnmatchcase(book, self.pattern) for book in books)


@frozen(eq=False)
class Project:
    """The settings of the project in the folder `root`; `settings` is their text. `render` lists the games to publish;
    None means every complete game."""

    root: Path
    settings: Source = field(repr=False)
    folders: tuple[Path, ...]
    editions: Mapping[str, tuple[str, ...]] = field(factory=dict)
    languages: tuple[str, ...] = ()
    render: tuple[str, ...] | None = None
    accept: tuple[AcceptedWarning, ...] = ()

    def span(self, *steps: str | int, value: str | None = None) -> Span:
        """Return the place of a setting, or of a value in it (see `setting_span`)."""
        return setting_span(self.settings, *steps, value=value)

    def name_of(self, path: Path | str) -> str | None:
        """Return the name of the rulebook in the file `path`; None if the file is in none of the project's folders of
        rulebooks."""
        real = Path(os.path.realpath(path))
        for folder in map(os.path.realpath, self.folders):
            if real.is_relative_to(folder):
                return real.relative_to(folder).with_suffix("").as_posix()
        return None

    def languages_among(self, known: Collection[str]) -> tuple[str, ...]:
        """Return the languages of the project. Raise RulekitError if one of them is not in `known`, the languages of
        rulekit."""
        for one in self.languages:
            if one not in known:
                advice = did_you_mean(one, known) or (Help(f"rulekit speaks {', '.join(known)}"),)
                span = self.span("languages", value=one)
                raise RulekitError(Diagnostic("E826", f"rulekit does not speak `{one}`", span, help=advice))
        return self.languages

    def in_order(self, names: Iterable[str]) -> list[str]:
        """Return names of rulebooks grouped by family. Within a family, editions come in the order of the settings,
        then other names in the given order."""
        known = list(names)
        rank = {name: at for order in self.editions.values() for at, name in enumerate(order)}
        families = list(dict.fromkeys(family_name(name) for name in known))
        return sorted(known, key=lambda name: (families.index(family_name(name)), rank.get(name, len(rank))))


def family_name(name: str) -> str:
    """Return the family of a rulebook: the folder part of its name, or the whole name if it has no folder."""
    return name.rpartition("/")[0] or name
