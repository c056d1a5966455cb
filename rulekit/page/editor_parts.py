"""Gets the text editor of the playground: CodeMirror, as modules that a browser loads without a bundler.

Each module comes from an npm package with a fixed version. It is taken from a folder `node_modules`, or `npm pack`
fetches it once and the cache keeps it. Its checksum is verified in both cases. Imports of packages in its text are
replaced by imports of files in the same folder.
"""

from __future__ import annotations

import re
import tarfile
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final

from attrs import frozen

from ..diagnostics import Diagnostic, Help, RulekitError
from ..storage.cache import Store
from .programs import run_program

KEPT: Final = Store("editors")
MODULE_NAME: Final = re.compile(r"\W+")


@frozen
class EditorPart:
    """A module of CodeMirror: its npm package, the version, the path of the file in the package, and the file's
    checksum."""

    package: str
    version: str
    file: str
    checksum: str

    @property
    def name(self) -> str:
        """Return the name of the module's file in the playground, such as `codemirror-view.js`."""
        return f"{MODULE_NAME.sub('-', self.package).strip('-')}.js"


_LINES: Final = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
PARTS: Final = tuple(EditorPart(*line.split()) for line in _LINES)
IMPORT: Final = re.compile(rb"(from ')([@\w/-]+)(';)")
"""Matches the end of a line that imports from a package or exports something of one."""


def editor_files(folder: Path | None = None) -> dict[str, bytes]:
    """Return the modules of CodeMirror by file name. They come from `folder`, which is a folder `node_modules`, else
    from the cache, else from npm."""
    names = {part.package.encode(): f"./{part.name}".encode() for part in PARTS}
    return {part.name: IMPORT.sub(lambda found: _beside(found, names), _module(part, folder)) for part in PARTS}


def _beside(found: re.Match[bytes], names: dict[bytes, bytes]) -> bytes:
    return found[1] + names[found[2]] + found[3]


def _module(part: EditorPart, folder: Path | None) -> bytes:
    if folder is not None:
        path = folder / part.package / part.file
        try:
            return _check(part, path.read_bytes())
        except OSError as error:
            raise _unusable(f"{path} cannot be read: {error.strerror or error}") from error
    kept = KEPT.read(part.checksum)
    if kept is None:
        kept = _fetch(part)
        KEPT.write(part.checksum, kept)
    return kept


def _fetch(part: EditorPart) -> bytes:
    """Return the contents of a module's file; npm fetches its package from the registry in npm's settings."""
    with tempfile.TemporaryDirectory() as folder:
        run_program("npm", ["pack", f"{part.package}@{part.version}", "--silent", "--pack-destination", folder])
        (packed,) = Path(folder).glob("*.tgz")
        with tarfile.open(packed) as package:
            member = package.extractfile(f"package/{part.file}")
            return _check(part, member.read() if member is not None else b"")


def _check(part: EditorPart, data: bytes) -> bytes:
    if sha256(data).hexdigest() != part.checksum:
        raise _unusable(f"`{part.file}` is not that of npm's {part.package}@{part.version}: its checksum differs")
    return data


def _unusable(why: str) -> RulekitError:
    advice = Help("npm fetches it; `--editor DIR` names a folder `node_modules` that has it")
    return RulekitError(Diagnostic("E838", f"a playground needs the editor CodeMirror: {why}", help=(advice,)))
