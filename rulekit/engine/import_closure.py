"""Which files of rulekit some of them rest on: what they import, and what that imports, found in the sources alone.

Imports count wherever in a file they stand, in functions too; of a package that is only passed through, on the way to
one of its files, those count that run on the way.  Nothing is imported for it.  What is done with the files is
`fingerprint.py`'s.
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
    """The paths of all files of rulekit below its folder, with `/` between their parts; sorted."""
    found: list[str] = []
    for folder, _, names in os.walk(root):
        room = Path(folder).relative_to(root).as_posix()
        found += (name if room == "." else f"{room}/{name}" for name in names if name.endswith(".py"))
    return sorted(found)


def source_text(root: Path, path: str) -> bytes:
    """What stands in a file, whatever its line ends."""
    return (root / path).read_bytes().replace(b"\r\n", b"\n")


def import_closure(root: Path, paths: Iterable[str]) -> dict[str, bytes]:
    """The files at these paths and all that they rest on, each with its text; OSError where one cannot be read."""
    known = frozenset(source_files(root))
    texts: dict[str, bytes] = {}
    entire: set[str] = set()  # those of which every import counts
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
    """The files that a file names in its imports; unless `wholly`, only in those that run when it is imported."""
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
            inner = _file([*parts, name], known) or own  # a file of the package, or what is said in it
            if inner is not None:
                yield inner


def _file(module: list[str], known: Collection[str]) -> str | None:
    for path in ("/".join(module) + ".py", "/".join([*module, "__init__.py"])):
        if path in known:
            return path
    return None
