"""The parts of a thing as figures: which there are, what each outlines, in which colour and with which drawing.

What the looks say comes from `looks.py`; where lines run is `figures.py`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from attrs import evolve

from ..model.types import Domain
from .colours import readable_on
from .figures import PartFigure, PartOutline, area, band, filled_box, spread
from .said import Members
from .scene import Point
from .styles import Style


class Styled(Protocol):
    def style(self, domain: Domain, index: int) -> Style:
        """All that is said of a member or follows from its attributes."""

    def layout(self, domain: Domain) -> dict[int, Point] | None:
        """Where its members lie."""


def figures_of(looks: Styled, domain: Domain, index: int, said: Style) -> tuple[PartFigure, ...]:
    """What a thing itself outlines and its parts, one over another; the parts of a part are not drawn."""
    found = []
    if said.area or said.band:  # on a shape it is seen in another colour, and the drawing is the shape's
        own = _figure(looks, said, (domain.name, index))
        found.append(evolve(own, colour=readable_on(own.colour), drawing="") if said.shape else own)
    parts = said.parts
    if parts is not None:
        found += [_figure(looks, looks.style(parts.domain, at), (parts.domain.name, at)) for at in sorted(parts.at)]
    return spread(found)


def _figure(looks: Styled, said: Style, member: tuple[str, int]) -> PartFigure:
    figure = PartFigure(
        member,
        said.colour or "blank",
        drawing=said.drawing or "",
        size=100 if said.size is None else said.size,
        turned=said.turned or 0,
        hidden=said.shape == "none",
    )
    along = _outline(looks, said.band, False)
    if along is not None:
        figure = evolve(figure, band=along.data, middle=along.middle, toward=along.toward)
    within = _outline(looks, said.area, True)
    if within is not None:
        figure = evolve(figure, area=within.data, middle=within.middle, toward=within.toward)
    return figure


def _outline(looks: Styled, members: Members | None, filled: bool) -> PartOutline | None:
    """None where there is nothing to draw."""
    layout = looks.layout(members.domain) if members is not None and members.at else None
    if members is None or layout is None:
        return None
    places: Mapping[int, Point] = filled_box(layout)
    if filled:
        return area(places, members.at, members.domain.turning)
    return band([places[at] for at in sorted(members.at)])
