"""The editor of the playground: CodeMirror, as modules that a browser loads without a bundler.

Each module comes from an npm package with a fixed version. `npm pack` fetches it once and the cache keeps it, or it is
taken from a folder `node_modules`; either way its checksum is verified. Imports of packages are changed to imports of
files in the same folder.
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
from .runtime import run_program

KEPT: Final = Store("editors")
MODULE_NAME: Final = re.compile(r"\W+")


@frozen
class EditorPart:
    """A module of the editor: its npm package, the version, the file in the package, and the file's checksum."""

    package: str
    version: str
    file: str
    checksum: str

    @property
    def name(self) -> str:
        """Return the file name in the playground, such as `codemirror-view.js`."""
        return f"{MODULE_NAME.sub('-', self.package).strip('-')}.js"


PARTS: Final = (
    EditorPart(
        "@codemirror/commands",
        "6.11.1",
        "dist/index.js",
        "395c41fb17d4966162e8d29106e438278123bc3a3fa1b11825debdf1523594a4",
    ),
    EditorPart(
        "@codemirror/language",
        "6.13.1",
        "dist/index.js",
        "3ee82597686d97904b1c0df409661c2e6386e206b9122ac309622e225a0075ff",
    ),
    EditorPart(
        "@codemirror/lint", "6.9.8", "dist/index.js", "93c2a30861db4ea35d63a9621b1b6da204a9f7ae9b8792196c72c4480e6539b2"
    ),
    EditorPart(
        "@codemirror/search",
        "6.7.2",
        "dist/index.js",
        "1155a69fb8d6f56c1d644e3e93222348481d6b2df78d6bebcf3293fe209f3fd7",
    ),
    EditorPart(
        "@codemirror/state",
        "6.7.6",
        "dist/index.js",
        "cf4ffe7d177bf2c7c5da66c49be0811cc79a29e12cb658238876bbdcef12939c",
    ),
    EditorPart(
        "@codemirror/streamparser",
        "6.0.0",
        "dist/index.js",
        "03b1109bc091c1f70e34abbd6161cd1675280a10ac5d26fffdede446076e4bb6",
    ),
    EditorPart(
        "@codemirror/view",
        "6.43.15",
        "dist/index.js",
        "e1ee658a4f903317aa6a573b993b78c5552307cba4c4b838335e9ef079d82451",
    ),
    EditorPart("crelt", "1.0.7", "index.js", "924800defa2bf95a0bfd16dde589ecebbcd9e36b03635274da84968c77a3721e"),
    EditorPart(
        "@lezer/common", "1.5.5", "dist/index.js", "5afcf283f7ab19b5c1ffaf60efb4984d694c0b62077c8f8897545a98d01ef571"
    ),
    EditorPart(
        "@lezer/highlight", "1.2.5", "dist/index.js", "8984bb2887a6354d3e5ac79bdd7e522948f1cee1dda16aac77d9473f10696d7c"
    ),
    EditorPart(
        "@marijn/find-cluster-break",
        "1.0.4",
        "src/index.js",
        "4e9e441fac9db54e09e4e3b1cb0b0393da207ebe943f2ff9efc577821fc03751",
    ),
    EditorPart(
        "style-mod", "4.1.5", "src/style-mod.js", "9ef4f1f242d438a2bb9ba8b7d580cc4aa7ea00734223468fcedecacbd961aa3b"
    ),
    EditorPart("w3c-keyname", "2.2.8", "index.js", "b649dec4f01c7c5eb05be4641b5b698c6938231ee50b38e17a2f0f822ca3df2e"),
)
IMPORT: Final = re.compile(rb"(from ')([@\w/-]+)(';)")
"""The end of a line that imports or exports something from a package."""


def editor_files(folder: Path | None = None) -> dict[str, bytes]:
    """Return the modules by file name, from a folder `node_modules`, from the cache, or fetched by npm."""
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
    """Return the file from its package, fetched by npm from the registry that it is configured for."""
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
