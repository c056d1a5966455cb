"""`rulekit list [FOLDER]`: the games that a command can name, each with its title and its numbers of players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..diagnostics import RulekitError
from ..diagnostics.printable import one_line
from ..model.settings import players_in_words
from ..play.loaded_book import LoadedBook, load
from ..project import find_project
from ..rulebook_files import SUFFIX, known_names, names
from .parameters import Arguments
from .result import OK, Result, usage


def run_list(args: Arguments) -> Result:
    games, rows = [], []
    for name in _names(args.folder):
        try:
            book = load(name)
            if not book.is_whole:
                continue
            games.append(_game(name, book))
            rows.append((name, games[-1]["title"], players_in_words(book.rulebook.header)))
        except RulekitError:
            games.append({"game": name, "title": "", "players": []})
            rows.append((name, f"has mistakes: `rulekit check {name}`", ""))
    wide = [max((len(row[at]) for row in rows), default=0) for at in range(2)]
    lines = (f"{name:{wide[0]}}  {one_line(title):{wide[1]}}  {players}".rstrip() for name, title, players in rows)
    return Result(OK, {"games": games}, "\n".join(lines))


def _game(name: str, book: LoadedBook) -> dict[str, Any]:
    title = book.books[-1].header.title
    return {"game": name, "title": title.value if title else "", "players": list(book.player_counts)}


def _names(folder: str | None) -> list[str]:
    """Return the names of the rulebooks in a folder, which is a path or the folder in a name `folder/file`. The
    default is all rulebooks of the project, of installed packages and of the library."""
    known = known_names(find_project())
    if folder is None:
        return known
    if folder.startswith((".", "/", "~")) and (path := Path(folder).expanduser()).is_dir():
        return [f"{folder.rstrip('/')}/{name}{SUFFIX}" for name in names(path)]
    found = [name for name in known if name.startswith(f"{folder.rstrip('/')}/")]
    if not found:
        families = dict.fromkeys(name.split("/")[0] for name in known if "/" in name)
        hint = f"there are {', '.join(families)}"
        raise usage("E820", f"there is no folder `{folder[:40]}` of rulebooks", folder, families, hint)
    return found
