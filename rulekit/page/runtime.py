"""Makes the runtime of a page: Pyodide, and a snapshot of Python's memory in which rulekit is already loaded, so that a
page starts at once.

Pyodide is a fixed version of the npm package `pyodide`. It is fetched by `npm pack` and kept in the cache, or taken
from a folder; the checksum of each file is verified. Pyodide itself makes the snapshot under Node, from the source
files of this rulekit and of the packages that it uses; the cache keeps the snapshot. All files of a page except scripts
are compressed with xz, which a browser decompresses with the npm package `xz-decompress`.
"""

from __future__ import annotations

import io
import lzma
import os
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from babel import Locale
from babel.core import get_global

from ..prose import languages
from ..prose.grammar import grammar
from ..storage.cache import Store, name_of
from .programs import FETCHED, Run, run_program, unusable

CHECKSUMS: Final = {
    "pyodide.mjs": "04c052c815abb0bf2981fa38c2dfa58e3120ee5288c956df2b2a15e301782c5f",
    "pyodide.asm.js": "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51",
    "pyodide.asm.wasm": "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f",
    "python_stdlib.zip": "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16",
    "pyodide-lock.json": "9c45b916001a750f4102fc287494f3eab215909c7535c626a20db80fd6333e2c",
    "xz-decompress.min.js": "d83649874b6198df07340a88377613ccd2267aebb9f18b3be26c6904a81bac52",
}
"""A mapping from the files of npm packages that a page needs to their SHA-256 checksums."""
LIBRARY: Final = "python_stdlib.zip"
DECODER: Final = "xz-decompress.min.js"
MODULE: Final = (
    b"const module = { exports: {} }, exports = module.exports, require = () => globalThis;\n%b\n"
    b"export const { XzReadableStream } = module.exports;\n"
)
"""A JavaScript module into which the decoder's CommonJS script is inserted."""
RUNTIMES: Final = Store("runtimes")
SNAPSHOTS: Final = Store("snapshots")
ASSETS: Final = Path(__file__).resolve().parent / "assets"
LEFT_OUT: Final = ("adapters", "cli", "pytest_plugin.py", "render", "testing.py", "variants")
"""Parts of rulekit that a page does not contain, since it does not run them."""
PACKAGES: Final = ("attr", "attrs", "babel", "fluent.runtime", "fluent.syntax", "pytz", "typing_extensions")
"""The Python packages that rulekit imports on a page. Of their data, a page contains only the locales of rulekit's
languages, and no time zones."""
UNUSED: Final = ("email/", "encodings/", "http/", "multiprocessing/", "unittest/", "wsgiref/", "xml/", "xmlrpc/")
"""Folders of the standard library from which a page loads nothing after its start."""


def runtime_files(folder: Path | None = None, run: Run = run_program) -> dict[str, bytes]:
    """Return the files of the runtime by name, as pages contain them. The npm packages' files come from `folder`, else
    from the cache, else from npm. `run` runs the programs npm and Node."""
    parts = _parts(folder, run)
    parts[LIBRARY] = _stored(parts[LIBRARY])
    files = {"xz.mjs": MODULE % parts.pop(DECODER), **snapshot(parts, run)}
    for name, data in parts.items():
        if name.endswith("js"):
            files[name] = data
        elif name != LIBRARY:
            files[f"{name}.bin"] = _kept(RUNTIMES, name_of(sha256(data).hexdigest(), "xz"), partial(packed, data))
    return files


def packed(data: bytes) -> bytes:
    """Return data compressed with xz for `assets/fetching.mjs`. These settings take half the time of the default ones,
    for a twentieth more bytes."""
    way = {"id": lzma.FILTER_LZMA2, "preset": 6, "mf": lzma.MF_HC4, "nice_len": 64, "depth": 8}
    return lzma.compress(data, filters=[way])


def packed_memory(data: bytes) -> bytes:
    """Return a snapshot of memory compressed with xz. These settings suit words of four bytes; they take a fifth of the
    time of the default ones, for a seventh more bytes."""
    way = {"id": lzma.FILTER_LZMA2, "preset": 2, "lc": 1, "lp": 2}
    return lzma.compress(data, filters=[way])


def _stored(archive: bytes, unused: tuple[str, ...] = ()) -> bytes:
    """Return a zip archive whose files are not compressed, as the archive is compressed better as a whole later. Files
    whose paths begin with one of `unused` are filled with zeros; so all other files stay at their offsets."""
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(data, "w") as new:
        for one in old.infolist():
            blank = one.filename.startswith(unused)
            new.writestr(zipfile.ZipInfo(one.filename), bytes(one.file_size) if blank else old.read(one))
    return data.getvalue()


def _kept(store: Store, name: str, make: Callable[[], bytes]) -> bytes:
    kept = store.read(name)
    if kept is None:
        kept = make()
        store.write(name, kept)
    return kept


def _parts(folder: Path | None, run: Run) -> dict[str, bytes]:
    if folder is not None:
        return {name: _file_of(folder, name) for name in CHECKSUMS}
    found = {name: RUNTIMES.read(digest) for name, digest in CHECKSUMS.items()}
    whole = {name: data for name, data in found.items() if data is not None}
    if len(whole) < len(CHECKSUMS):
        whole = _fetch(run)
        for name, data in whole.items():
            RUNTIMES.write(CHECKSUMS[name], data)
    return whole


def _file_of(folder: Path, name: str) -> bytes:
    try:
        return _check(name, (folder / name).read_bytes())
    except OSError as error:
        raise unusable(f"{folder / name} cannot be read: {error.strerror or error}") from error


def _check(name: str, data: bytes) -> bytes:
    if sha256(data).hexdigest() != CHECKSUMS[name]:
        raise unusable(f"`{name}` is not that of npm's {' or '.join(FETCHED)}: its checksum differs")
    return data


def _fetch(run: Run) -> dict[str, bytes]:
    """Return the needed files of the npm packages by name; npm fetches the packages from the registry in its
    settings."""
    found: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        run("npm", ["pack", *FETCHED, "--silent", "--pack-destination", folder])
        for archive in Path(folder).glob("*.tgz"):
            with tarfile.open(archive) as package:
                for member in package:
                    name, data = member.name.rpartition("/")[2], package.extractfile(member)
                    if name in CHECKSUMS and data is not None:
                        found[name] = _check(name, data.read())
    return found


# --------------------------------------------------------------------------------------- snapshot of Python's memory


def snapshot(runtime: Mapping[str, bytes], run: Run = run_program) -> dict[str, bytes]:
    """Return two compressed files by name: a snapshot of Python's memory with this rulekit loaded, and the standard
    library without the modules that the snapshot contains."""
    sources = archive()
    script = (ASSETS / "snapshot.mjs").read_text(encoding="utf-8")
    version = name_of(*(sha256(one).hexdigest() for one in (sources, runtime[LIBRARY])), *FETCHED, script, *UNUSED)
    names = {file: name_of(version, file) for file in ("rulekit.bin", f"{LIBRARY}.bin")}
    kept = {file: SNAPSHOTS.read(name) for file, name in names.items()}
    found = {file: data for file, data in kept.items() if data is not None}
    if len(found) < len(names):
        found = dict(zip(names, _make_snapshot(runtime, sources, run), strict=True))
        for file, data in found.items():
            SNAPSHOTS.write(names[file], data)
    return found


def _make_snapshot(runtime: Mapping[str, bytes], sources: bytes, run: Run) -> tuple[bytes, bytes]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in runtime.items():
            (folder / file).write_bytes(data)
        (folder / "sources.zip").write_bytes(sources)
        shutil.copy(ASSETS / "snapshot.mjs", folder)
        run("node", [os.fspath(folder / "snapshot.mjs")])
        loaded = (folder / "loaded").read_text(encoding="utf-8").split()
        memory = (folder / "snapshot").read_bytes()
    return packed_memory(memory), packed(_stored(runtime[LIBRARY], (*loaded, *UNUSED)))


def archive() -> bytes:
    """Return a zip archive with the Python code that a page runs: rulekit and the packages that it imports."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        for name, path in sorted(_sources()):
            packed.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return data.getvalue()


def _sources() -> Iterator[tuple[str, Path]]:
    root = Path(__file__).resolve().parent.parent
    for path in root.rglob("*"):
        parts = path.relative_to(root).parts
        if path.is_file() and parts[0] not in LEFT_OUT and "assets" not in parts and "__pycache__" not in parts:
            yield "/".join(("rulekit", *parts)), path
    locales = {f"{name}.dat" for language in languages() for name in _locale_names(grammar(language).locale)}
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec is not None
        top = package.replace(".", "/")
        if spec.submodule_search_locations is None:
            yield f"{top}.py", Path(spec.origin or "")
        for folder in spec.submodule_search_locations or ():
            for path in Path(folder).rglob("*"):
                wanted = path.suffix == ".py" or path.name == "global.dat" or path.name in locales
                if wanted and "zoneinfo" not in path.parts:
                    yield f"{top}/{path.relative_to(folder).as_posix()}", path


def _locale_names(locale: Locale) -> Iterator[str]:
    """Yield the names of a locale, of all its parents, and of the root locale."""
    name, parents = str(locale), get_global("parent_exceptions")
    while name:
        yield name
        name = str(parents.get(name) or name.rpartition("_")[0])
    yield "root"
