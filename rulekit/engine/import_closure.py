"""Find the files of rulekit that a file depends on, directly or indirectly, from the sources alone.

An import counts anywhere in a file, also inside a function.  Importing a file of a package also runs the package's
`__init__.py`; only the imports that run there count.  Nothing is imported to find out.  `fingerprint.py` hashes the
result.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

_IMPORT = re.compile(
    rb"^([ \t]*)from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(\((?:#[^\n]*|[^)#])*\)|[^\n#]*)", re.MULTILINE
)
_COMMENT = re.compile(rb"#[^\n]*")
_NAME = re.compile(r"(\w+|\*)(?:\s+as\s+\w+)?")
_PACKAGE = "rulekit"


def source_files(root: Path) -> list[str]:
    """Return the paths of all files of rulekit relative to its folder, with `/`, sorted."""
    found: list[str] = []
    for folder, _, names in os.walk(root):
        room = Path(folder).relative_to(root).as_posix()
        found += (name if room == "." else f"{room}/{name}" for name in names if name.endswith(".py"))
    return sorted(found)


def source_text(root: Path, path: str) -> bytes:
    """Return the bytes of a file with `\\n` line ends."""
    return (root / path).read_bytes().replace(b"\r\n", b"\n")


def import_closure(root: Path, paths: Iterable[str]) -> dict[str, bytes]:
    """Return these files and all files they depend on, each with its text.  Raises OSError if one cannot be read."""
    known = frozenset(source_files(root))
    texts: dict[str, bytes] = {}
    entire: set[str] = set()  # files in which every import counts
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
    """Yield the files that a file imports; unless `wholly`, only those imported when it is loaded."""
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
            inner = _file([*parts, name], known) or own  # a file of the package, or a name in its __init__.py
            if inner is not None:
                yield inner


def _file(module: list[str], known: Collection[str]) -> str | None:
    for path in ("/".join(module) + ".py", "/".join([*module, "__init__.py"])):
        if path in known:
            return path
    return None
