"""The file `rulekit.lock`: for each clause of a rulebook, the parts of lower layers on which it depended when an author
last reviewed it.

It is TOML, sorted, with one line for each clause and one for each wording (the text of such a part), so that git merges
it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from ..diagnostics import Diagnostic, Help, RulekitError
from ..storage.files import read_bounded

LOCK_FILE: Final = "rulekit.lock"
VERSION: Final = 1
LARGEST_LOCK: Final = 16 * 1024 * 1024
"""The most bytes of a lock file."""
OPENING: Final = f"""# Written by `rulekit lock`: commit it.
# Each clause has a line: the clauses of lower layers that it was written for.
version = {VERSION}
"""


@frozen
class Lock:
    """The contents of a lock file. `books` maps the path of each rulebook to a mapping from each of its clauses to the
    parts of lower layers on which the clause depends. `wordings` maps each part to its text."""

    books: Mapping[str, Mapping[str, tuple[str, ...]]] = field(factory=dict)
    wordings: Mapping[str, str] = field(factory=dict)


def read_lock(folder: Path) -> Lock | None:
    """Return the lock of a folder; None if the folder has no lock file. Raise RulekitError (E852) if the file is
    damaged."""
    path = folder / LOCK_FILE
    if not path.is_file():
        return None
    import tomllib  # imported here, because most programs do not need it

    try:
        data = tomllib.loads(read_bounded(path, LARGEST_LOCK))
    except tomllib.TOMLDecodeError as error:
        raise _damaged(path, str(error)) from error
    if data.get("version") != VERSION:
        raise _damaged(path, f"its version is {data.get('version')!r}, and this rulekit writes {VERSION}")
    try:
        books = {
            str(book): {str(clause): tuple(map(_text, parts)) for clause, parts in lines.items()}
            for book, lines in data.get("books", {}).items()
        }
        return Lock(books, {str(part): _text(text) for part, text in data.get("wordings", {}).items()})
    except (AttributeError, TypeError) as error:
        raise _damaged(path, "a line is not of its form") from error


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _damaged(path: Path, why: str) -> RulekitError:
    advice = Help("take it from the last commit, or remove it and run `rulekit lock`")
    return RulekitError(Diagnostic("E852", f"{path.name} cannot be read: {why}", help=(advice,)))


def lock_text(lock: Lock) -> str:
    """Return the text of the lock file, without the wordings that no clause uses."""
    lines = [OPENING]
    for book, clauses in sorted(lock.books.items()):
        if clauses:
            lines.append(f"[books.{_quoted(book)}]")
            lines += [
                f"{_quoted(name)} = [{', '.join(map(_quoted, parts))}]" for name, parts in sorted(clauses.items())
            ]
            lines.append("")
    used = {part for clauses in lock.books.values() for parts in clauses.values() for part in parts}
    lines.append("[wordings]")
    lines += [f"{_quoted(part)} = {_quoted(text)}" for part, text in sorted(lock.wordings.items()) if part in used]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return a text as a TOML basic string. Its escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
