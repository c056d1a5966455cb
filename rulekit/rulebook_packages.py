"""Finds the rulebooks that installed Python distributions offer. No code of these distributions is run.

    [project.entry-points."rulekit.rulebooks"]
    their_game = "their_game.books"          # books/base.rules of this package is the rulebook their_game/base

The name of an entry point is the family of the rulebooks. Its value is their folder, written like a module's name.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from attrs import field, frozen

GROUP: Final = "rulekit.rulebooks"
_FAMILY = re.compile(r"[A-Za-z][\w-]*")
_DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", re.ASCII)
_METADATA = (".dist-info", ".egg-info")


@frozen
class RulebookPackage:
    """The `folder` of rulebooks that an installed `distribution` offers under the name `family`."""

    distribution: str
    version: str
    family: str
    folder: Path

    @property
    def title(self) -> str:
        """Return the name of the distribution and its version."""
        return f"{self.distribution} {self.version}"


@frozen
class OfferedRulebooks:
    """All packages with rulebooks, sorted by family and distribution. `problems` is a mapping from families to the
    reason why the offer of this family is invalid."""

    packages: tuple[RulebookPackage, ...] = ()
    problems: Mapping[str, str] = field(factory=dict)

    def of_family(self, name: str) -> Iterator[RulebookPackage]:
        """Yield the packages that offer a family. Hyphens and underscores in its name are the same."""
        return (one for one in self.packages if one.family.replace("-", "_") == name.replace("-", "_"))


def offered_rulebooks() -> OfferedRulebooks:
    """Return the rulebooks that the installed distributions offer. The result is cached until a folder of `sys.path`
    changes."""
    return _search(tuple((folder, _changed(folder)) for folder in dict.fromkeys(sys.path)))


def _changed(folder: str) -> int:
    try:
        return os.stat(folder or ".").st_mtime_ns
    except (OSError, ValueError):
        return 0


@lru_cache(maxsize=4)
def _search(path: tuple[tuple[str, int], ...]) -> OfferedRulebooks:
    packages: list[RulebookPackage] = []
    problems: dict[str, str] = {}
    for metadata in _metadata_folders(folder or "." for folder, _ in path):
        for title, family, value in _entries(metadata):
            found = _folder(family, value)
            if isinstance(found, Path):
                packages.append(RulebookPackage(*title, family, found))
            else:
                problems[family] = f"{' '.join(title)} offers `{family[:60]} = {value[:60]}`, but {found}"
    return OfferedRulebooks(tuple(sorted(packages, key=lambda one: (one.family, one.distribution))), problems)


def _metadata_folders(folders: Iterator[str]) -> Iterator[Path]:
    """Yield the metadata folder of each distribution whose entry points mention rulebooks. If several distributions
    have the same name, only the first counts, as in Python."""
    seen: set[str] = set()
    for folder in folders:
        try:
            entries = sorted(one.path for one in os.scandir(folder) if one.name.endswith(_METADATA))
        except (OSError, ValueError):
            continue
        for path in entries:
            name = re.sub(r"[-_.]+", "_", Path(path).stem.partition("-")[0]).lower()
            if name in seen:
                continue
            seen.add(name)
            try:
                data = Path(path, "entry_points.txt").read_bytes()
            except (OSError, ValueError):
                continue
            if GROUP.encode() in data:
                yield Path(path)


def _entries(metadata: Path) -> Iterator[tuple[tuple[str, str], str, str]]:
    """Yield, for each entry point in a distribution's metadata, a pair of the distribution's name and version, the
    entry's name, and its value. Yield nothing if the metadata are damaged."""
    from importlib.metadata import Distribution  # here, as few environments need it

    try:
        found = Distribution.at(metadata)
        title = str(found.metadata["Name"]), str(found.version)
        entries = [one for one in found.entry_points if one.group == GROUP]
    except Exception:  # damaged metadata may raise anything
        return
    yield from ((title, one.name, one.value) for one in entries)


def _folder(family: str, value: str) -> Path | str:
    """Return the folder that an entry point names, or what is wrong with the entry. To find it, Python imports no
    module."""
    from importlib.util import find_spec

    if not _FAMILY.fullmatch(family):
        return "that is no name of a family"
    if not _DOTTED.fullmatch(value):
        return "that is no dotted name of a folder"
    top, *inside = value.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError, AttributeError):
        spec = None
    for location in (spec and spec.submodule_search_locations) or ():
        folder = Path(location, *inside)
        if folder.is_dir():
            if not Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(location)):
                return "that folder leads out of the package"
            return folder
    return "there is no such folder"
