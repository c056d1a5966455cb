"""Finds the rulebooks that are whole games, and the games that a project publishes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..diagnostics import RulekitError
from ..project import Project
from ..rulebook_files import find, names, project_names
from ..syntax import nodes as s
from .loaded_book import LoadedBook, load


def whole_games(books: Iterable[str] | None = None) -> list[str]:
    """Return the names of those books that are whole games, so that they can be played without an edition. By default,
    the books are those of the library."""
    return [name for name in (names() if books is None else books) if _is_whole(name)]


def _is_whole(name: str) -> bool:
    """Return whether a rulebook is a whole game: False if its editions must supply some of its clauses. Return True if
    it cannot be loaded, so that its errors are reported later."""
    try:
        return load(name).is_whole
    except RulekitError:
        return True


def plainest_first(editions: Mapping[str, LoadedBook]) -> list[str]:
    """Return the names of editions, sorted by the number of changes that their layers make, the fewest first."""

    def changes(name: str) -> int:
        return sum(not isinstance(member, s.Clause) for book in editions[name].books for member in book.members)

    return sorted(editions, key=changes)


def published_games(project: Project) -> list[str]:
    """Return the games that a project renders: those in its settings or, without such settings, every whole game. Raise
    RulekitError if the settings name a game that does not exist."""
    if project.render is None:
        return whole_games(project_names(project))
    for name in project.render:
        find(name, span=project.span("render", value=name), project=project)
    return project.in_order(project.render)
