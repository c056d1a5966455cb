"""Makes the pictures of a page with `rulekit.scene`; each is stored once, by the name of what it shows.

A picture is a file of its own, named after a clause, so that changes of other clauses leave it as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from attrs import evolve, field, frozen

from ..engine.interface import State
from ..play.game import ConfiguredGame
from ..scene import WHOLE, Artist, PictureCut, PictureMark, Scene, svg
from ..scene.scene import Group, Lettering, Shape, groups
from . import page_blocks as d
from .anchors import anchor
from .subject import Subject

ELEMENT = 36.0
"""The size in units at which a piece among words is drawn."""
LARGER = 2.0
"""How many times as large a piece is drawn in the list of what is in the box, if its letters are too small else."""
THUMBNAIL = 64
"""The width in pixels of a board among words."""
SMALLEST = 8.0
"""A small picture with smaller letters is drawn without them: nobody could read them."""


@frozen
class ShownState:
    """A position to draw. Marks show what has moved from the state `since`, or the moves through the states `until`.
    `viewer` is a seat, or ONLOOKER for what everybody sees; by default nothing is hidden. `outlined` are keys of table
    rows: the parts of tiles on which they lie are outlined."""

    game: ConfiguredGame
    state: State
    cut: PictureCut = WHOLE
    since: State | None = None
    until: Sequence[State] = ()
    viewer: int | None = None
    outlined: frozenset[str] = frozenset()


@frozen(eq=False)
class Pictures:
    """The pictures that one page has so far: `files` has the SVG text of each file. `artist` draws the page's own
    `game`, `artists` draw other games, and `figures` are the pictures of positions and boards by name."""

    subject: Subject
    game: ConfiguredGame
    artist: Artist
    files: dict[str, str] = field(factory=dict)
    artists: dict[ConfiguredGame, Artist] = field(factory=dict)
    figures: dict[str, d.Figure] = field(factory=dict)

    @staticmethod
    def of(subject: Subject, game: ConfiguredGame) -> Pictures:
        return Pictures(subject, game, Artist.of(game.model, game.engine, subject.wording))

    def _keep(self, name: str, scene: Scene) -> str:
        file = f"{name}.svg"
        if file not in self.files:
            # a fixed prefix of ids, so that equal pictures are equal files
            self.files[file] = svg(scene, "p", words=False)
        return file

    def element(self, domain: str, at: int, large: bool = False, plain: bool = False) -> d.Picture | None:
        """Return a small picture of a member of a domain; None if it is not drawn. `large`: it is drawn larger if its
        letters can be read only then. `plain`: it is drawn without letters."""
        found = self.subject.domain(domain)
        if found is None or not self.artist.is_drawn(domain, at):
            return None
        name, scene = anchor(f"{domain}.{found.labels[at]}"), self.artist.element(domain, at, ELEMENT)
        if large and _least_letter(scene.shapes) < SMALLEST <= LARGER * _least_letter(scene.shapes):
            name, scene = f"large-{name}", self.artist.element(domain, at, LARGER * ELEMENT)
        scene = readable(scene)
        if plain and _least_letter(scene.shapes) < ELEMENT:
            name, scene = f"plain-{name}", evolve(scene, shapes=without_letters(scene.shapes))
        return d.Picture(self._keep(name, scene), scene.title, round(scene.width))

    def counter(self, keep: str, *index: int) -> d.Picture:
        """Return a small picture of one of the things that an element of a kept value is drawn as."""
        scene = readable(self.artist.counter(keep, index, ELEMENT))
        return d.Picture(self._keep("-".join(("counter", keep, *map(str, index))), scene), "", round(scene.width))

    def colour(self, domain: str, at: int) -> str:
        """Return the colour of a member of a domain; empty if no look gives it one."""
        return self.artist.colour(domain, at)

    def pieces(self, name: str, sorts: Sequence[int]) -> Iterator[d.PageBlock]:
        """Yield a picture of one sort of a piece, large and with labels; or of several, in a row, as they lie on the
        table."""
        labels = self.artist.looks.domains[name].labels
        draw = self.artist.piece if len(sorts) == 1 else lambda name, at: self.artist.element(name, at, 0)
        found = tuple(self._figure(f"piece-{anchor(labels[at])}", draw(name, at), ()) for at in sorts)
        yield from found if len(found) < 2 else (d.Box("rk-row", found),)

    def thumbnail(self, name: str, game: ConfiguredGame) -> d.Picture | None:
        """Return a small picture of an empty board without letters, in a game; None if the name is no board's."""
        if not self.is_board(name):
            return None
        scene = self._artist(game).board(name, plain=True)
        scene = evolve(scene, shapes=without_letters(scene.shapes))
        return d.Picture(self._keep(f"small-{name}", scene), "", THUMBNAIL)

    @property
    def counters(self) -> frozenset[str]:
        """Return the names of kept numbers (state variables) that are drawn as counters."""
        return self.artist.looks.counters

    def is_drawn(self, name: str) -> bool:
        """Return whether pictures show a place or kept value, unless a look leaves it out."""
        return name not in self.artist.looks.names_not_drawn

    @property
    def names_drawn(self) -> frozenset[str]:
        """Return the domains whose members have a look that draws them."""
        return self.artist.looks.names_with_drawing

    @property
    def looked(self) -> tuple[str, ...]:
        """Return all names that have a look, sorted."""
        return tuple(sorted(self.artist.looks.declared.looks))

    @property
    def shaped(self) -> frozenset[str]:
        """Return the domains whose members have a look with a shape."""
        return self.artist.looks.names_with_shape

    def is_board(self, name: str) -> bool:
        """Return whether a domain is drawn with things lying on it: it is a board, or a look declares its layout."""
        of_name = [domain for domain in self.artist.plan.grounds if domain.name == name]
        return any(domain.sort == "board" or name in self.artist.looks.names_with_layout for domain in of_name)

    def grid(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Return the rows of members' names in the layout that a look declares for a domain; empty without a layout."""
        look = self.artist.looks.declared.looks.get(name)
        return tuple(tuple(row.split()) for row in look.layout) if look else ()

    def board(self, name: str, game: ConfiguredGame | None = None) -> Iterator[d.PageBlock]:
        """Yield a picture of the empty board, by default in the page's game; nothing if no board has this name."""
        if self.is_board(name):
            scene = self._artist(game or self.game).board(name)
            key = f"board-{name}" if game is None else f"board-{name}-{game.players}"
            yield self._figure(key, scene, ())

    def state(self, name: str, shown: ShownState, caption: d.InlineLine) -> d.Figure:
        """Return a picture of a position."""
        if name in self.figures:
            return evolve(self.figures[name], caption=caption)
        artist, state, viewer, cut = self._artist(shown.game), shown.state, shown.viewer, shown.cut
        marks = () if shown.since is None else artist.marks_between(shown.since, state)
        marks = artist.marks_along((state, *shown.until), cut) if shown.until else marks
        marks = (*marks, *(PictureMark("outline", key) for key in sorted(shown.outlined)))
        scene = artist.state(state, viewer, marks, cut=cut)
        # nothing with the names in `only` is drawn
        if cut.only and not any(isinstance(shape, Group) for shape in scene.shapes):
            scene = artist.state(state, viewer, marks, cut=PictureCut(memory=cut.memory))
        return self._figure(name, scene, caption)

    def shows_same(self, shown: ShownState, others: Iterable[State]) -> bool:
        """Return whether a picture of a position looks the same in other states."""
        draw = partial(self._artist(shown.game).state, viewer=shown.viewer, cut=shown.cut)
        here = draw(shown.state)
        return all(draw(one) == here for one in others)

    def _artist(self, game: ConfiguredGame) -> Artist:
        if game not in self.artists:
            self.artists[game] = Artist.of(game.model, game.engine, self.subject.wording)
        return self.artists[game]

    def has_arrows(self, game: ConfiguredGame, states: Sequence[State], cut: PictureCut) -> bool:
        """Return whether arrows show the moves along these states."""
        return any(mark.kind == "arrow" for mark in self._artist(game).marks_along(states, cut))

    def shows_only_arrivals(self, game: ConfiguredGame, before: State, after: State, cut: PictureCut) -> bool:
        """Return whether something arrives between two states in what a picture shows, and nothing leaves it."""
        artist = self._artist(game)
        shown = {group.key for state in (before, after) for group in groups(artist.state(state, cut=cut).shapes)}
        come, left = (
            {mark.key for mark in artist.marks_between(*states) if mark.kind == "to"} & shown
            for states in ((before, after), (after, before))
        )
        return bool(come) and not left

    def _figure(self, name: str, scene: Scene, caption: d.InlineLine) -> d.Figure:
        alt = f"{scene.title}: {scene.description}" if scene.description else scene.title
        self.figures[name] = d.Figure(self._keep(name, scene), alt, caption, round(scene.width), round(scene.height))
        return self.figures[name]


def readable(scene: Scene) -> Scene:
    """Return a small picture without its letters if these are too small to be read."""
    return evolve(scene, shapes=without_letters(scene.shapes)) if _least_letter(scene.shapes) < SMALLEST else scene


def _least_letter(shapes: Iterable[Shape], scale: float = 1) -> float:
    """Return the size of the smallest letters among shapes."""
    sizes = [scale * one.size for one in shapes if isinstance(one, Lettering)]
    sizes += [_least_letter(one.shapes, scale * one.scale) for one in shapes if isinstance(one, Group)]
    return min(sizes, default=ELEMENT)


def without_letters(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return shapes without all letters."""
    kept = (one for one in shapes if not isinstance(one, Lettering))
    return tuple(evolve(one, shapes=without_letters(one.shapes)) if isinstance(one, Group) else one for one in kept)
