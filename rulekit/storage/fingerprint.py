"""Identify this version of rulekit by a hash of all its sources, or of those on which one of its products depends.

Cached data, and data sent to another computer, is valid only with the same fingerprint; a version number stays the same
while rulekit is edited. The imports of a file are found in its text, without importing it. An import inside a function
counts. Importing a file of a package also runs its `__init__.py`: the imports that run there count.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from .cache import Store, name_of

_IMPORT = re.compile(
    rb"^([ \t]*)from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(\((?:#[^\n]*|[^)#])*\)|[^\n#]*)", re.MULTILINE
)
_COMMENT = re.compile(rb"#[^\n]*")
_NAME = re.compile(r"(\w+|\*)(?:\s+as\s+\w+)?")
_PACKAGE = "rulekit"


def source_files(root: Path) -> list[str]:
    """Return the paths of all Python files of rulekit, sorted, relative to its folder and with `/`."""
    found: list[str] = []
    for folder, _, names in os.walk(root):
        room = Path(folder).relative_to(root).as_posix()
        found += (name if room == "." else f"{room}/{name}" for name in names if name.endswith(".py"))
    return sorted(found)


def source_text(root: Path, path: str) -> bytes:
    """Return the bytes of a file, with line ends converted to `\\n`."""
    return (root / path).read_bytes().replace(b"\r\n", b"\n")


def import_closure(root: Path, paths: Iterable[str]) -> dict[str, bytes]:
    """Return a mapping from path to text of these files and all files that they import, also indirectly. Raise OSError
    if one cannot be read."""
    known = frozenset(source_files(root))
    texts: dict[str, bytes] = {}
    entire: set[str] = set()  # files whose imports inside functions count, too
    waiting = [(path, True) for path in paths]
    while waiting:
        path, wholly = waiting.pop()
        if path in entire or (path in texts and not wholly):
            continue
        if path not in texts:
            texts[path] = source_text(root, path)
            parts = path.split("/")
            passed = ("/".join([*parts[:n], "__init__.py"]) for n in range(len(parts)))
            waiting += [(package, False) for package in passed if package in known]
        if wholly:
            entire.add(path)
        waiting += [(one, True) for one in direct_imports(path, texts[path], wholly, known)]
    return texts


def direct_imports(path: str, text: bytes, wholly: bool, known: Collection[str]) -> Iterator[str]:
    """Yield the paths of the files that a file imports. Unless `wholly`, leave out imports inside functions. `known`
    has the paths of all files of rulekit."""
    for found in _IMPORT.finditer(text):
        indent, dots, module = found[1], len(found[2]), found[3].decode()
        parts = module.split(".") if module else []
        if indent and not wholly:
            continue
        if dots:
            parts = [*path.split("/")[:-dots], *parts]
        elif parts[0] == _PACKAGE:
            parts = parts[1:]
        else:
            continue
        own = _file(parts, known)
        for name in _NAME.findall(_COMMENT.sub(b"", found[4]).decode()):
            # `name` is a file in the package, or is defined in its `__init__.py`
            inner = _file([*parts, name], known) or own
            if inner is not None:
                yield inner


def _file(module: list[str], known: Collection[str]) -> str | None:
    for path in ("/".join(module) + ".py", "/".join([*module, "__init__.py"])):
        if path in known:
            return path
    return None


ALL = ("*",)
"""All source files. Work sent to other processes needs it, since any file may change the result."""
READ: Final = {"syntax/parse_table.py": "syntax/grammar.lark", "syntax/forms.py": "syntax/forms.txt"}
"""Files that a source file reads without importing them: source file -> file read."""
KEPT: Final = Store("sources", 1024 * 1024)
_DIGEST: Final = re.compile(rb"[0-9a-f]{64}")
SETTLED: Final = 2.0
"""Seconds after which a later write surely changes a file's modification time: some file systems round times to 2 s."""


@cache
def fingerprint(paths: tuple[str, ...]) -> str | None:
    """Return the SHA-256 of these files and their imports in hexadecimal; None if one cannot be read. Line ends do not
    matter.

    The result is cached on disk. It is valid while paths, sizes and modification times of all sources stay the same."""
    root = Path(__file__).resolve().parent.parent
    stamps = _stamps(root)
    name = name_of(*paths, stamps) if stamps else ""
    known = KEPT.read(name) if name else None
    if known is not None and _DIGEST.fullmatch(known):
        return known.decode()
    found = _read(root, paths)
    if name and found:
        KEPT.write(name, found.encode())
    return found


def _stamps(root: Path) -> str | None:
    """Return the paths, sizes and modification times of all sources as one text. Return None if a file cannot be read,
    or was written less than SETTLED seconds ago."""
    told: list[str] = []
    latest = time.time() - SETTLED
    todo = [str(root)]
    try:
        while todo:
            with os.scandir(todo.pop()) as entries:
                for entry in entries:
                    if entry.name.endswith((".py", ".lark", ".txt")):
                        now = entry.stat()
                        if now.st_mtime > latest:
                            return None
                        told.append(f"{entry.path} {now.st_size} {now.st_mtime_ns}\n")
                    elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                        todo.append(entry.path)
    except OSError:
        return None
    return "".join(sorted(told))


def _read(root: Path, paths: tuple[str, ...]) -> str | None:
    """Return the hash of these files and their imports; None if one cannot be read."""
    found = hashlib.sha256()
    try:
        if paths == ALL:
            texts = {path: source_text(root, path) for path in source_files(root)}
        else:
            texts = import_closure(root, paths)
        texts |= {other: source_text(root, other) for path, other in READ.items() if path in texts}
    except OSError:
        return None
    for path, text in sorted(texts.items()):
        found.update(f"{path} {len(text)}\n".encode())
        found.update(text)
    return found.hexdigest() if texts else None
