"""A change as players read it."""

from __future__ import annotations

from attrs import frozen

from .release_changes import Kind


@frozen
class ReleaseNote:
    """A change as players read it. `sort` is new, gone, changed, renamed, moved, cited or same; `before` and `after`
    are the words of each revision, "" if it has none. `under` has the conditions under which alone it exists. `clauses`
    are the ids of the changed clauses, `games` the names of the games. `weight` is the importance to a reader (least
    first). `parts` has what the note lists one by one: a title with the words of each revision. `base` is the title of
    the game that a new or removed one is a variant of. `exact` has the generated sentences of each revision
    that changed, if the author's words leave something out. `usual`: an option has another default. `acts`: the note is
    about an action. `uses` are the ids of the facts that the changed clauses name. `left` are the titles of what can be
    chosen if this action no longer can. `more` is the number of differences that `parts` leaves out."""

    kind: Kind
    sort: str
    title: str
    before: str
    after: str
    under: tuple[str, ...]
    clauses: tuple[str, ...]
    games: tuple[str, ...]
    weight: int = 0
    parts: tuple[tuple[str, str, str], ...] = ()
    base: str = ""
    exact: tuple[tuple[str, str], ...] = ()
    usual: bool = False
    acts: bool = False
    uses: frozenset[str] = frozenset()
    left: tuple[str, ...] = ()
    more: int = 0
