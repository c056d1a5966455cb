"""The cache of games: finds the machine of a configuration by the texts of its books, without parsing them.

The cache stores two things, each only if there were no errors or warnings: which files a stack of books consists of,
with the file found for each name; and the machine of each configuration of such texts. The key of an entry covers
everything that the entry depends on: the texts, the configuration, and this version of rulekit.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import frozen

from ..diagnostics import Source
from ..rulebook_files import find, read_rulebook
from ..storage.cache import Store, name_of
from ..storage.fingerprint import ALL, fingerprint

if TYPE_CHECKING:
    from ..loader import BookStack
    from ..machine.program import Machine


STACKS: Final = Store("stacks", 4 * 1024 * 1024)
MACHINES: Final = Store("machines", 64 * 1024 * 1024)
LEAST: Final = 2_000
"""Total characters of all books below which compiling a game is as quick as looking it up in the cache."""


@frozen(eq=False)
class KeptTexts:
    """The cached texts of a book and of all books below it: `sources` maps file names to texts, the base first. `name`
    is a hash of all texts and of this version of rulekit."""

    sources: Mapping[str, Source]
    name: str

    def read(self, path: Path) -> Source:
        """Return the text of a file as it was when the cache entry was read; read the file if the entry does not have
        it."""
        known = self.sources.get(os.path.realpath(path))
        return read_rulebook(path) if known is None else known


def _texts(sources: Mapping[str, Source], rulekit: str) -> KeptTexts | None:
    if sum(len(source.text) for source in sources.values()) < LEAST:
        return None
    return KeptTexts(sources, name_of(rulekit, *(part for s in sources.values() for part in (s.name, s.text))))


def _stack_name(paths: Sequence[Path], rulekit: str) -> str:
    return name_of(rulekit, *(os.path.abspath(path) for path in paths))


def read_cached_texts(paths: Sequence[Path]) -> KeptTexts | None:
    """Return the texts of these books and of all books below them, if an earlier run cached them; None if it did not,
    or if a text has changed since."""
    rulekit = fingerprint(ALL) if STACKS.place is not None else None
    data = STACKS.read(_stack_name(paths, rulekit)) if rulekit is not None else None
    if data is None or rulekit is None:
        return None
    try:
        told = json.loads(data)
        if any(str(find(name, Path(folder))) != there for name, folder, there in told["found"]):
            return None
        sources = {file: read_rulebook(Path(path)) for file, path, _ in told["books"]}
        if any(os.path.realpath(path) != file for file, path, _ in told["books"]):
            return None
        if any(_sum(sources[file]) != known for file, _, known in told["books"]):
            return None
    except Exception:
        return None  # a text has changed, or the entry is damaged: a full read reports the error
    return _texts(sources, rulekit)


def cache_texts(paths: Sequence[Path], stack: BookStack) -> KeptTexts | None:
    """Store which files a stack of books consists of, and return their texts. Return None if the stack cannot be
    cached."""
    rulekit = None if stack.diagnostics or STACKS.place is None else fingerprint(ALL)
    if rulekit is None:
        return None
    sources = {file: book.span.source for file, book in zip(stack.files, stack.books, strict=True)}
    texts = _texts(sources, rulekit)
    if texts is not None:
        named = {os.path.realpath(path): str(path) for path in (*(Path(p) for *_, p in stack.found), *paths)}
        books = [(file, named[file], _sum(source)) for file, source in sources.items()]
        STACKS.write(_stack_name(paths, rulekit), json.dumps({"books": books, "found": stack.found}).encode())
    return texts


def _sum(source: Source) -> str:
    return sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()


def machine_name(texts: KeptTexts, *configuration: object) -> str:
    """Return the name under which the machine of a configuration is cached."""
    return name_of(texts.name, repr(configuration))


def read_cached_machine(name: str) -> Machine | None:
    data = MACHINES.read(name)
    if data is None:
        return None
    try:
        found = pickle.loads(data)
    except Exception:
        return None  # another version of Python may have written it, and reading such a pickle may raise any exception
    from ..machine.program import Machine

    return found if isinstance(found, Machine) else None


def cache_machine(name: str, machine: Machine) -> None:
    try:
        MACHINES.write(name, pickle.dumps(machine, pickle.HIGHEST_PROTOCOL))
    except RecursionError:  # the machine is nested too deeply to pickle
        return
