"""Draws the floor of a board: its empty sites, and the lines between them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from attrs import evolve

from ..model.types import Domain
from .bars import rim_spots
from .cell_shapes import UNIT, site_outline
from .declared_looks import Members, Style
from .ground import Ground
from .resolved_looks import Looks
from .scene import Card, Disc, Path, Point, Shape, Stroke
from .sprites import token


def floor_shapes(looks: Looks, domain: Domain, ground: Ground, taken: Collection[int] | None) -> Iterator[Shape]:
    """Yield the shapes of an empty board: one path for all sites of the same colour, and the lines. For an open board,
    `taken` are the sites with contents: only these are drawn, with faint outlines of free sites next to them."""
    if ground.lines or ground.outline == "point":
        crossings = domain.board is not None and domain.board.directions is not None and ground.lines
        colour = looks.of_all(domain, "colour") if crossings else None
        wood = Style(colour=colour if isinstance(colour, str) else None)
        if wood.colour is not None:
            yield Card(0, 0, ground.width, ground.height, 1, fill=wood.colour)
        for a, b in ground.lines:
            yield Stroke((ground.sites[a], ground.sites[b]), stroke="rule", width=2, bend=ground.bends.get((a, b)))
        for site, (x, y) in ground.sites.items():
            if _has_sign(looks.style(domain, site), wood):
                yield _printed_sign(looks, domain, site, (x, y))
            elif not crossings:  # where lines cross, a site needs no dot, which would look like a piece
                yield Disc(x, y, 4, fill="rule")
        return
    fields: dict[str, list[str]] = {}
    if taken is not None and ground.outline != "triangle":
        yield from _free_sites(domain, ground, taken)
    for site, at in ground.sites.items():
        if taken is not None and site not in taken and ground.outline != "triangle":
            continue
        colour = looks.style(domain, site).colour or _default_colour(domain, site, ground)
        fields.setdefault(colour, []).append(site_outline(ground.outline, *at, site in ground.inverted))
    lines = any(
        rim.board and rim.board.base == domain and len(rim.board.rims[0]) == 2 for rim in looks.domains.values()
    )
    for colour, parts in fields.items():
        yield Path("".join(parts), fill=colour, stroke=colour if lines else "rule", width=1)
    if lines:  # things may lie on edges: only the ends of these get dots, since a drawn edge would look like a thing
        ends = (points[0] for corners, points in rim_spots(domain, ground).items() if len(corners) == 1)
        yield from (Disc(x, y, 3, fill="rule") for x, y in ends)
    if looks.of_all(domain, "shape") == "disc":  # such sites are drawn as holes in a frame
        rings = (f"M{x - 15:g} {y:g}a15 15 0 1 0 30 0a15 15 0 1 0-30 0z" for x, y in ground.sites.values())
        yield Path("".join(rings), fill="page", stroke="rule")
    for site, at in ground.sites.items():
        style = looks.style(domain, site)
        hole = style.shape if style.shape in ("disc", "none") else None  # these shapes are no printed signs
        cell = Style(colour=style.colour, shape=hole)
        if _has_sign(style, cell) and (taken is None or site in taken):
            yield _printed_sign(looks, domain, site, at)
    whole = taken is None and len(ground.sites) * UNIT * UNIT == ground.width * ground.height
    if ground.outline == "square" and (whole or ground.wrapped) and not lines:
        yield Card(0, 0, ground.width, ground.height, 1, stroke="rule", width=2, dashed=ground.wrapped)


def _has_sign(style: Style, ground: Style) -> bool:
    """Return whether a site's look prints a sign on it, because the style has more than the style of the ground."""
    return style != Style(crossed=style.crossed, title=style.title).over(ground)


def _printed_sign(looks: Looks, domain: Domain, site: int, at: Point) -> Shape:
    """Return the sign that is printed on a site."""
    sprite = looks.mark(domain, site)
    own = looks.style(domain, site).letter
    return evolve(token(evolve(sprite, signs=sprite.signs if own else ()), *at), role="", title="", sign="")


def printed_lines(looks: Looks, domain: Domain, ground: Ground, held: Collection[str]) -> Iterator[Shape]:
    """Yield lines between sites that are printed on the board. Lines with a name in `held` are left out, as they show a
    kept value or place."""
    for name, board in looks.linked.items():
        if board is not domain or looks.viewpoint is None or name in held:
            continue
        for at in range(len(looks.domains[name])):
            ends = looks.element_value(looks.domains[name], at, "on")
            colour = looks.style(looks.domains[name], at).colour or "rule"
            points = [ground.sites[site] for site in sorted(ends.at)] if isinstance(ends, Members) else []
            yield from (Stroke(pair, stroke=colour, width=2) for pair in pairwise(points))


def _free_sites(domain: Domain, ground: Ground, taken: Collection[int]) -> Iterator[Shape]:
    """Yield the faint outlines of the free sites next to those in `taken`."""
    assert domain.board is not None
    near = {site for one in taken for site in domain.board.adjacent[one]} - set(taken)
    parts = [site_outline(ground.outline, *ground.sites[site], False) for site in ground.sites if site in near]
    if parts:
        yield Path("".join(parts), stroke="edge", width=0.6, dashed=True)


def _default_colour(domain: Domain, site: int, ground: Ground) -> str:
    if ground.outline == "triangle":
        return "shade" if site in ground.inverted else "site"
    if ground.outline != "square":
        return "site"
    across, down = (domain.fields[n].values[site] for n in (0, 1))
    return "site" if (int(across or 0) + int(down or 0)) % 2 else "shade"  # type: ignore[arg-type]  # these are numbers
