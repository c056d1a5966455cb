"""Hatching: assigns patterns of lines to the colours of players, so that people who cannot tell hues apart can tell
pieces apart.

The patterns are those of heraldry: red vertical, gold dotted, green falling, blue horizontal, purple rising.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from colorsys import rgb_to_hsv
from itertools import pairwise
from typing import Final

from .scene import brightness, colour_parts, css, readable_on

HUES: Final[Mapping[str, float]] = {"upright": 0.01, "dotted": 0.12, "falling": 0.38, "level": 0.59, "rising": 0.78}
"""A mapping from patterns to the hue, from 0 to 1, that each is for."""
PATHS: Final[Mapping[str, tuple[str, int]]] = {
    "upright": ("M2.5 0V5", 0),
    "dotted": ("M2.5 2.5h.01", 0),
    "falling": ("M2.5 0V5", -45),
    "level": ("M0 2.5H5", 0),
    "rising": ("M2.5 0V5", 45),
    "crossed": ("M2.5 0V5M0 2.5H5", 0),
    "woven": ("M2.5 0V5M0 2.5H5", 45),
}
"""A mapping from patterns to a path in a square of 5 by 5 and the angle in degrees by which the square is turned."""
ALIKE: Final = 0.3
"""Colours whose brightness (0 to 1) differs by less than this look alike to colour-blind viewers."""


def hatches(colours: Sequence[str]) -> Mapping[str, str]:
    """Return a mapping from colours (CSS values) to patterns. It is empty if all colours differ enough in brightness. A
    colour that is nearly white or black gets no pattern."""
    values = list(dict.fromkeys(map(css, colours)))
    shades = sorted(map(brightness, values))
    if all(after - before >= ALIKE for before, after in pairwise(shades)):
        return {}
    found: dict[str, str] = {}
    for value in values:
        way = "" if _is_plain(value) else _nearest(value)
        if way and way in found.values():
            way = next((other for other in PATHS if other not in found.values()), way)
        found[value] = way
    return {value: way for value, way in found.items() if way}


def _is_plain(value: str) -> bool:
    """Return whether a colour is nearly white or black."""
    return brightness(value) > 0.85 or brightness(value) < 0.25


def _nearest(value: str) -> str:
    """Return the pattern whose hue is nearest to that of a colour."""
    if value.isalpha():
        return "crossed"
    hue = rgb_to_hsv(*colour_parts(value))[0]
    return min(HUES, key=lambda way: min(abs(HUES[way] - hue), 1 - abs(HUES[way] - hue)))


def hatch_fill(way: str, colour: str, scale: float = 1, turned: float = 0) -> str:
    """Return the name of a fill that draws a pattern over a colour; "" if `way` is "". The lines keep their direction
    and width although the group around them is scaled by `scale` and turned by `turned` degrees."""
    ink = "b" if readable_on(colour) != "#ffffff" else "w"
    back = f"-{turned % 180:g}" if turned % 180 else ""
    return f"@{way}-{ink}-{round(1 / scale)}{back}" if way else ""


def hatch_pattern(name: str, ident: str) -> str:
    """Return the SVG pattern for such a fill name. `ident` is the picture's prefix for ids."""
    way, ink, scale, *back = name.split("-")
    path, turn = PATHS[way][0], PATHS[way][1] - sum(map(float, back))
    line = f'stroke="{"#24292e" if ink == "b" else "#ffffff"}" stroke-width="{1.8 if way == "dotted" else 1.1}"'
    moved = " ".join([*([f"rotate({turn:g})"] if turn else []), *([f"scale({scale})"] if scale != "1" else [])])
    return (
        f'<pattern id="{ident}-{name}" width="5" height="5" patternUnits="userSpaceOnUse"'
        f"{f' patternTransform={chr(34)}{moved}{chr(34)}' if moved else ''}>"
        f'<path d="{path}" {line} stroke-linecap="round" stroke-opacity=".6"/></pattern>'
    )
