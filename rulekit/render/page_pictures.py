"""Makes the pictures of a page with `rulekit.scene`. Each picture is stored once, under a name that says what it shows.

Each picture is a separate file, named after a clause, so that changes of other clauses do not affect it.
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
"""The size at which a piece among words is drawn, in units of the picture."""
LARGER = 2.0
"""The factor by which a piece in the list of the box's contents is enlarged if its letters are too small otherwise."""
THUMBNAIL = 64
"""The width of the picture of a board among words, in pixels."""
SMALLEST = 8.0
"""The least size of letters in a small picture; if there are smaller ones, it is drawn without letters."""


@frozen
class ShownState:
    """A position to be drawn. Marks show what has moved since the state `since`, or the moves through the states
    `until`. `viewer` is a seat, or ONLOOKER for what everybody may see; if it is None, nothing is hidden. `outlined`
    contains keys of table rows; the parts of tiles that show them are outlined."""

    game: ConfiguredGame
    state: State
    cut: PictureCut = WHOLE
    since: State | None = None
    until: Sequence[State] = ()
    viewer: int | None = None
    outlined: frozenset[str] = frozenset()


@frozen(eq=False)
class Pictures:
    """The pictures that a page has so far. `files` maps file names to SVG texts. `artist` draws the page's own `game`,
    and `artists` draw other games. `figures` maps names to the pictures of positions and boards."""

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
            # The ids have a fixed prefix, so that equal pictures are equal files.
            self.files[file] = svg(scene, "p", words=False)
        return file

    def element(self, domain: str, at: int, large: bool = False, plain: bool = False) -> d.Picture | None:
        """Return a small picture of a member of a type; None if it is not drawn. If `large` is True, it is enlarged if
        its letters cannot be read otherwise. If `plain` is True, it is drawn without letters."""
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
        """Return a small picture of one of the things as which an element of a kept value is drawn."""
        scene = readable(self.artist.counter(keep, index, ELEMENT))
        return d.Picture(self._keep("-".join(("counter", keep, *map(str, index))), scene), "", round(scene.width))

    def colour(self, domain: str, at: int) -> str:
        """Return the colour of a member of a type; empty if no look defines one."""
        return self.artist.colour(domain, at)

    def pieces(self, name: str, sorts: Sequence[int]) -> Iterator[d.PageBlock]:
        """Yield pictures of these sorts of a piece: a single one large and with labels; several in a row, as they lie
        on the table."""
        labels = self.artist.looks.domains[name].labels
        draw = self.artist.piece if len(sorts) == 1 else lambda name, at: self.artist.element(name, at, 0)
        found = tuple(self._figure(f"piece-{anchor(labels[at])}", draw(name, at), ()) for at in sorts)
        yield from found if len(found) < 2 else (d.Box("rk-row", found),)

    def thumbnail(self, name: str, game: ConfiguredGame) -> d.Picture | None:
        """Return a small picture of the empty board of a game, without letters; None if the name is not that of a
        board."""
        if not self.is_board(name):
            return None
        scene = self._artist(game).board(name, plain=True)
        scene = evolve(scene, shapes=without_letters(scene.shapes))
        return d.Picture(self._keep(f"small-{name}", scene), "", THUMBNAIL)

    @property
    def counters(self) -> frozenset[str]:
        """Return the names of kept values that are drawn as counters."""
        return self.artist.looks.counters

    def is_drawn(self, name: str) -> bool:
        """Return whether pictures show a place or kept value; they do unless a look hides it."""
        return name not in self.artist.looks.names_not_drawn

    @property
    def names_drawn(self) -> frozenset[str]:
        """Return the names of types whose members are drawn according to a look."""
        return self.artist.looks.names_with_drawing

    @property
    def looked(self) -> tuple[str, ...]:
        """Return all names for which there is a look, sorted."""
        return tuple(sorted(self.artist.looks.declared.looks))

    @property
    def shaped(self) -> frozenset[str]:
        """Return the names of types whose members have a shape according to a look."""
        return self.artist.looks.names_with_shape

    def is_board(self, name: str) -> bool:
        """Return whether a type is drawn as a board, with things on it: because it is one, or because a look defines a
        layout for it."""
        of_name = [domain for domain in self.artist.plan.grounds if domain.name == name]
        return any(domain.sort == "board" or name in self.artist.looks.names_with_layout for domain in of_name)

    def grid(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Return the rows of the layout that a look defines for a type, as names of members; empty without a layout."""
        look = self.artist.looks.declared.looks.get(name)
        return tuple(tuple(row.split()) for row in look.layout) if look else ()

    def board(self, name: str, game: ConfiguredGame | None = None) -> Iterator[d.PageBlock]:
        """Yield a picture of the empty board of a game, by default of the page's game. Nothing is yielded if the name
        is not that of a board."""
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
        # If nothing with the names in `only` is drawn, everything is shown.
        if cut.only and not any(isinstance(shape, Group) for shape in scene.shapes):
            scene = artist.state(state, viewer, marks, cut=PictureCut(memory=cut.memory))
        return self._figure(name, scene, caption)

    def shows_same(self, shown: ShownState, others: Iterable[State]) -> bool:
        """Return whether the picture of a position would look the same in all these other states."""
        draw = partial(self._artist(shown.game).state, viewer=shown.viewer, cut=shown.cut)
        here = draw(shown.state)
        return all(draw(one) == here for one in others)

    def _artist(self, game: ConfiguredGame) -> Artist:
        if game not in self.artists:
            self.artists[game] = Artist.of(game.model, game.engine, self.subject.wording)
        return self.artists[game]

    def has_arrows(self, game: ConfiguredGame, states: Sequence[State], cut: PictureCut) -> bool:
        """Return whether a picture can show the moves along these states as arrows."""
        return any(mark.kind == "arrow" for mark in self._artist(game).marks_along(states, cut))

    def shows_only_arrivals(self, game: ConfiguredGame, before: State, after: State, cut: PictureCut) -> bool:
        """Return whether, in what a picture shows, something arrives between two states and nothing leaves."""
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
    """Return a small picture, without letters if these are too small to be read."""
    return evolve(scene, shapes=without_letters(scene.shapes)) if _least_letter(scene.shapes) < SMALLEST else scene


def _least_letter(shapes: Iterable[Shape], scale: float = 1) -> float:
    """Return the size of the smallest letters in these shapes; ELEMENT if there are none."""
    sizes = [scale * one.size for one in shapes if isinstance(one, Lettering)]
    sizes += [_least_letter(one.shapes, scale * one.scale) for one in shapes if isinstance(one, Group)]
    return min(sizes, default=ELEMENT)


def without_letters(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return these shapes without any letters."""
    kept = (one for one in shapes if not isinstance(one, Lettering))
    return tuple(evolve(one, shapes=without_letters(one.shapes)) if isinstance(one, Group) else one for one in kept)
