"""Pictures of changed components, for either edition: a board, and pieces, constants or rows that were added, removed
or renumbered.

`scene` draws them. Each is a separate image inside the page, so that the styles of different pictures do not interfere
and the page loads no other file.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

from attrs import frozen

from ..model import change_kinds as ch
from ..model.types import Domain
from ..pipeline import make_engine
from ..play.loaded_book import machine_of
from ..scene import Artist, Scene, svg
from ..syntax import nodes as s
from .edition_prose import Voice
from .names import item_title, population
from .told_changes import ToldChange

ELEMENT = 40.0
"""Width of one drawn thing, in pixels."""
MOST = 12
"""Things of one clause that are drawn at most."""


@frozen
class ChangePicture:
    """A picture as an image address for HTML, with its width, caption and alternative text."""

    image: str
    width: float
    says: str
    alt: str


class ChangePictures:
    """Draws the pictures of a comparison. If an edition is not a complete game, it has no pictures."""

    def __init__(self, first: Voice, second: Voice) -> None:
        self._voices = first, second
        self._artists: list[Artist | None] = []

    def of(self, told: ToldChange) -> Iterator[ChangePicture]:
        match told.change:
            case ch.Replaced(before=before, after=after) if not told.wording or _renames_items(told.change):
                yield from self._before_and_after(before.clause, after.clause, told.change)
            case ch.Added(after=placed) if isinstance(placed.clause, s.BoardClause):
                yield from self._board(1, placed.clause, "new")
            case ch.Struck(before=placed) if isinstance(placed.clause, s.BoardClause):
                yield from self._board(0, placed.clause, "gone")

    def _artist(self, side: int) -> Artist | None:
        if not self._artists:
            self._artists = [_artist(voice) for voice in self._voices]
        return self._artists[side]

    def _before_and_after(self, before: s.Clause, after: s.Clause, change: ch.Replaced) -> Iterator[ChangePicture]:
        match before, after:
            case s.BoardClause(), s.BoardClause():
                yield from self._board(0, before, "before")
                yield from self._board(1, after, "now")
            case s.EnumClause(), s.EnumClause():
                for one in [d for d in change.details if isinstance(d, ch.ItemChange)][:MOST]:
                    side = 0 if one.how == "removed" else 1
                    word = {"removed": "gone", "added": "new", "reworded": "now"}[one.how]
                    said = f"{word}: {item_title(one.after or one.before)}"
                    yield from self._member(side, after.name.text, one.name, said)
            case s.TableClause(), s.TableClause():
                yield from self._rows(before, after)

    def _rows(self, before: s.TableClause, after: s.TableClause) -> Iterator[ChangePicture]:
        """Yield pictures of the pieces whose numbers in a table changed, each with its old and new number."""
        tables = before, after
        pieces = [population(t, v.names.rulebook)[0] for t, v in zip(tables, self._voices, strict=True)]
        if not all(pieces):
            return
        counts = [self._counts(side, pieces[side]) for side in (0, 1)]
        titles = {row.item.name.text: item_title(row) for table in tables for row in table.rows}
        changed = [name for name in titles if counts[0].get(name) != counts[1].get(name)]
        for name in changed[:MOST]:
            was, now = counts[0].get(name), counts[1].get(name)
            said = f"{titles[name]}: " + (f"{was} → {now}" if was and now else f"{now}, new" if now else f"{was}, gone")
            side = 1 if now else 0
            yield from self._member(side, pieces[side], name, said)

    def _counts(self, side: int, piece: str) -> dict[str, int | None]:
        domain = self._domain(side, piece)
        return {} if domain is None else dict(zip(domain.labels, domain.population, strict=True))

    def _domain(self, side: int, name: str) -> Domain | None:
        artist = self._artist(side)
        return None if artist is None else artist.looks.domains.get(name)

    def _member(self, side: int, name: str, label: str, said: str) -> Iterator[ChangePicture]:
        artist, domain = self._artist(side), self._domain(side, name)
        if artist is not None and domain is not None and label in domain.labels:
            yield _picture(artist.element(name, domain.labels.index(label), ELEMENT), said)

    def _board(self, side: int, clause: s.BoardClause, said: str) -> Iterator[ChangePicture]:
        artist = self._artist(side)
        if artist is not None and clause.name.text in {ground.name for ground in artist.plan.grounds}:
            yield _picture(artist.board(clause.name.text), said)


def _renames_items(change: ch.Replaced) -> bool:
    return any(isinstance(detail, ch.ItemChange) for detail in change.details)


def _artist(voice: Voice) -> Artist | None:
    model = voice.book.model(voice.config)
    return None if model is None else Artist.of(model, make_engine(machine_of(model), "reference"))


def _picture(scene: Scene, said: str) -> ChangePicture:
    image = b64encode(svg(scene).encode()).decode()
    return ChangePicture(f"data:image/svg+xml;base64,{image}", round(scene.width), said, scene.title)
