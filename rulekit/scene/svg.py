"""Writes a scene as SVG: small, the same each time, without scripts and without a word to any other host.

Colours of the palette are classes, with the rules for light and dark pages inside the picture: as an image of its own
it follows the reader's system, inside a page of mkdocs-material the page.  What is named for screen readers has a
`<title>`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2s
from html import escape

from attrs import define, field

from .colours import PALETTE, css
from .scene import Card, Disc, Group, Lettering, PaintedShape, Path, Polygon, Scene, Shape, Stroke, groups

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
WORTH_A_NAME = 60
"""What is as long as this, and drawn twice, is written once."""
_CLASS = re.compile(r'class="([^"]*)"')
_SPACES = re.compile(r"\s+")


def svg(scene: Scene, ident: str = "") -> str:
    """The picture as text, which ends with a line end.  `ident` begins the ids inside, where several pictures stand
    on one page; without it they are made from what is drawn."""
    plain = SvgWriter("", Counter())
    body = "".join(map(plain.shape, scene.shapes))
    ident = ident or f"p{blake2s((scene.title + scene.description + body).encode(), digest_size=5).hexdigest()}"
    writer = SvgWriter(ident, plain.bodies)
    body = "".join(map(writer.shape, scene.shapes))
    defined = "".join(f'<g id="{name}">{inside}</g>' for inside, name in writer.names.items())
    defined += _arrowhead(ident) if "marker-end" in body else ""
    used = {name for group in _CLASS.findall(defined + body) for name in group.split()}
    size = f"{number(scene.width)} {number(scene.height)}"
    words = described_in_words(scene)
    described = f'<desc id="{ident}-d">{_text(words)}</desc>' if words else ""
    by = f"{ident}-t {ident}-d" if described else f"{ident}-t"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{number(scene.width)}" '
        f'height="{number(scene.height)}" class="rulekit" role="img" aria-labelledby="{by}" font-family="{FONT}">'
        f'<title id="{ident}-t">{_text(scene.title)}</title>{described}<style>{_styles(used)}</style>'
        f"{f'<defs>{defined}</defs>' if defined else ''}{body}</svg>\n"
    )


def described_in_words(scene: Scene) -> str:
    """What the picture shows, for who hears it: who looks, what stands on each site, what lies beside the boards."""
    found = []
    for group in groups(scene.shapes):
        if group.role in ("entry", "heading") or (group.role == "site" and group.sign):
            found.append(group.sign if group.role == "entry" else group.title or group.sign)
    return "; ".join(filter(None, [scene.description, *found]))


@define
class SvgWriter:
    """Writes shapes; what is drawn more than once stands once in front, by name.  `bodies` counts what stands inside
    the groups that may be named so."""

    ident: str
    bodies: Counter[str]
    names: dict[str, str] = field(factory=dict)

    def shape(self, shape: Shape) -> str:
        match shape:
            case Group():
                return self.group(shape)
            case Disc(x=x, y=y, r=r):
                return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"{_drawn(shape)}/>'
            case Polygon(points=points):
                return f'<polygon points="{_points(points)}"{_drawn(shape)}/>'
            case Path(data=data):
                return f'<path d="{_text(_SPACES.sub(" ", data.strip()))}"{_drawn(shape)}/>'
            case Stroke(points=points, arrow=arrow):
                end = f' marker-end="url(#{self.ident}-a)"' if arrow else ""
                return f'<polyline points="{_points(points)}"{_drawn(shape)}{end}/>'
            case Card(x=x, y=y, w=w, h=h, r=r):
                at = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'
                return f'<rect {at} rx="{number(r)}"{_drawn(shape)}/>'
            case Lettering():
                return _words(shape)

    def group(self, group: Group) -> str:
        group = _merged(group)
        inside = "".join(map(self.shape, group.shapes))
        if not inside:
            return ""
        title = f"<title>{_text(group.title)}</title>" if group.title else ""
        if len(inside) >= WORTH_A_NAME and "<title>" not in inside:
            if not self.ident:
                self.bodies[inside] += 1
            elif self.bodies[inside] > 1:
                name = self.names.setdefault(inside, f"{self.ident}-{len(self.names)}")
                at = f'<use href="#{name}"{_transform(group)}'
                return f"{at}>{title}</use>" if title else f"{at}/>"
        transform = _transform(group)
        return f"<g{transform}>{title}{inside}</g>" if transform or title else inside


def _merged(group: Group) -> Group:
    """A group with nothing but another group in it is one with that."""
    while len(group.shapes) == 1 and isinstance(inner := group.shapes[0], Group) and not group.turn:
        x, y = group.x + group.scale * inner.x, group.y + group.scale * inner.y
        title, scale = group.title or inner.title, group.scale * inner.scale
        group = Group(inner.shapes, x, y, scale, inner.turn, title=title)
    return group


def _transform(group: Group) -> str:
    parts = []
    if group.x or group.y:
        parts.append(f"translate({number(group.x)} {number(group.y)})")
    if group.turn:
        parts.append(f"rotate({number(group.turn)})")
    if group.scale != 1:
        parts.append(f"scale({number(group.scale)})")
    return _at("transform", " ".join(parts))


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """With two places at most, and none that say nothing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _styles(used: set[str]) -> str:
    """The classes that a picture uses; their colours are properties, on a light page and on a dark one, since what is
    drawn once and used again does not know what stands around it."""
    names = [name for name in PALETTE if used & {f"f-{name}", f"s-{name}"}]
    light = ";".join(f"--rk-{name}:{PALETTE[name].light}" for name in names)
    dark = ";".join(f"--rk-{name}:{PALETTE[name].dark}" for name in names)
    page = f'[data-md-color-scheme="slate"] .rulekit{{{dark}}}[data-md-color-scheme="default"] .rulekit{{{light}}}'
    rules = _rules(used, {name: f"var(--rk-{name})" for name in names})
    return f".rulekit{{{light}}}@media(prefers-color-scheme:dark){{.rulekit{{{dark}}}}}{page}{rules}"


def _rules(used: set[str], colours: Mapping[str, str]) -> str:
    """A rule for each class: `f-ink` fills with ink, `s-ink` draws an edge with it."""
    kinds = (("f", "fill"), ("s", "stroke"))
    return "".join(
        f".{letter}-{name}{{{what}:{colour}}}"
        for name, colour in colours.items()
        for letter, what in kinds
        if f"{letter}-{name}" in used
    )


def for_print(picture: str) -> str:
    """A picture that `svg` has written with the colours of a light page alone, for printers that know no others."""
    used = {name for group in _CLASS.findall(picture) for name in group.split()}
    rules = _rules(used, {name: tint.light for name, tint in PALETTE.items()})
    return re.sub(r"<style>.*?</style>", f"<style>{rules}</style>", picture, count=1)


def _arrowhead(ident: str) -> str:
    return (
        f'<marker id="{ident}-a" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4" markerHeight="4" '
        f'orient="auto"><path d="M0 0L10 5L0 10z" class="f-mark"/></marker>'
    )


def _words(text: Lettering) -> str:
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    weight = ' font-weight="600"' if text.bold else ""
    at = f'x="{number(text.x)}" y="{number(text.y)}" font-size="{number(text.size)}"'
    return f"<text {at}{anchor}{weight}{_drawn(text)}>{_text(text.text)}</text>"


def _drawn(shape: PaintedShape) -> str:
    """Fill and edge: classes for colours of the palette, attributes for others."""
    classes, attributes = [], []
    for letter, what, colour in (("f", "fill", shape.fill), ("s", "stroke", shape.stroke)):
        if colour in PALETTE:
            classes.append(f"{letter}-{colour}")
        elif colour:
            attributes.append(f' {what}="{_text(css(colour))}"')
        elif what == "fill":
            attributes.append(' fill="none"')
    if shape.stroke and shape.width != 1:
        attributes.append(f' stroke-width="{number(shape.width)}"')
    if shape.stroke and shape.dashed:
        attributes.append(' stroke-dasharray="3 3"')
    return _at("class", " ".join(classes)) + "".join(attributes)


def _at(name: str, value: str) -> str:
    return f' {name}="{value}"' if value else ""


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(_pairs(points))


def _pairs(points: tuple[tuple[float, float], ...]) -> Iterator[str]:
    return (f"{number(x)},{number(y)}" for x, y in points)


@lru_cache(maxsize=4096)
def _text(text: str) -> str:
    """Fit to stand in XML: no signs that it does not know."""
    return escape("".join(sign for sign in text if sign >= " " or sign in "\t\n"))
