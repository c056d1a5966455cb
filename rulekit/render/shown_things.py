"""Draws what a section shows: the contents of the box, the start, an example with its moves, or the picture or table of
a clause.

A table that is drawn as a board is drawn for the greatest number of players. A picture is cut to the places that the
section names; its file contains nothing of the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..model.sections import BookSection, ShownThing
from ..model.types import Domain, DomainType
from ..syntax import nodes as s
from . import inventory
from . import page_blocks as d
from .clause_sections import Writer
from .set_up import start_figure
from .worked_examples import moves_figures

IN_SUMS: Final = re.compile(r"(?<=\d) ([-+×=]) (?=\d)")
"""A sign in a sum such as `2 × 3 + 2 = 8`, with the spaces around it, at which no line may end."""


def shown_blocks(writer: Writer, one: BookSection, shown: ShownThing) -> Iterator[d.PageBlock]:
    """Yield a box with a picture or table and its caption. The first sentence of the caption is its title."""
    words = writer.subject.said_words(writer.subject.speaker.caption(one.placed, shown))
    if words and isinstance(words[0], str):
        title, _, rest = IN_SUMS.sub("\u00a0\\1\u00a0", words[0]).partition(". ")
        words = (d.Strong(f"{title.rstrip('.')}."), *((f" {rest}",) if rest else ()), *words[1:])
    blocks = tuple(_blocks(writer, shown))
    below = (d.PageParagraph(words, "rk-caption"),) if words else ()
    if blocks or below:
        yield d.Box("rk-shown", (*blocks, *below))


def shown_signs(writer: Writer, shown: ShownThing) -> Iterator[d.Picture]:
    """Yield small pictures of the pieces or members that a section shows by name and without a caption, as in `shows
    Coin, only gold`. They are placed in front of the section's words."""
    for name, at in _named_without_caption(writer, shown):
        picture = writer.pictures.element(name, at)
        yield from (picture,) if picture else ()


def piece_colour(writer: Writer, shown: ShownThing) -> str:
    """Return the colour of the first piece or member that a section shows by name and without a caption; empty if there
    is none."""
    found = (writer.pictures.colour(name, at) for name, at in _named_without_caption(writer, shown))
    return next(found, "")


def _named_without_caption(writer: Writer, shown: ShownThing) -> Iterator[tuple[str, int]]:
    """Yield the name and index of each sort of a piece, or member of an enumeration, that is shown by name and without
    a caption."""
    placed = writer.subject.shown.get(shown.id)
    if placed is None or not isinstance(placed.clause, s.PieceClause | s.EnumClause) or shown.caption is not None:
        return
    name = placed.clause.name.text
    domain = writer.subject.domain(name)
    if domain is None:
        return
    if isinstance(placed.clause, s.PieceClause):
        yield from ((name, at) for at in _sorts_named(domain, shown.only))
    else:
        yield from ((name, domain.labels.index(one)) for one in shown.only)


def _sorts_named(piece: Domain, names: Sequence[str]) -> Iterator[int]:
    """Yield, for each of these names, the index of the first sort of a piece that has it as the value of an
    attribute."""
    for name in names:
        for at in range(len(piece)):
            values = ((f.type.domain, f.values[at]) for f in piece.fields if isinstance(f.type, DomainType))
            if any(isinstance(value, int) and domain.labels[value] == name for domain, value in values):
                yield at
                break


def _blocks(writer: Writer, shown: ShownThing) -> Iterator[d.PageBlock]:
    subject, games, pictures, only = writer.subject, writer.games, writer.pictures, frozenset(shown.only)
    if shown.what == "box":
        yield from inventory.box(subject, games, pictures, only)
        return
    if shown.what == "start":
        yield from start_figure(subject, games, pictures, only)
        return
    placed = subject.shown.get(shown.id)
    node = placed.clause if placed else None
    match node:
        case s.ExampleClause():
            assert placed is not None
            yield from moves_figures(subject, placed, games, pictures, only)
        case s.EnumClause():
            yield from pictures.board(node.name.text)
            yield from inventory.items(subject, node, pictures, anchored=False)
        case s.TableClause() if pictures.is_board(node.name.text):
            yield from pictures.board(node.name.text, games.game(games.counts[-1]))
        case s.TableClause():
            yield from inventory.table(subject, node, pictures, lambda _: ())
        case s.PieceClause():
            domain = subject.domain(node.name.text) if shown.only else None
            sorts = _sorts_named(domain, shown.only) if domain else ()
            yield from pictures.pieces(node.name.text, tuple(sorts))
            yield from inventory.sorts(subject, node, pictures) if not shown.only else ()
        case s.BoardClause():
            yield from pictures.board(node.name.text)
