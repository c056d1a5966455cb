"""Writes a picture as SVG. The text is short and reproducible, and has no scripts and no requests to other hosts.

Palette colours are CSS classes, and the picture contains their rules for light and dark pages. A picture that is an
image of its own follows the reader's system; inside a page of mkdocs-material it follows the page. Groups with a title
have a `<title>`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2s
from html import escape
from operator import is_
from string import ascii_letters

from attrs import define, evolve, field, frozen

from ..diagnostics.printable import printable
from ..identity_cache import cache_by_identity
from .hatching import hatch_pattern
from .scene import PALETTE, Card, Disc, Group, Lettering, PaintedShape, Path, Polygon, Scene, Shape, Stroke, css

FONT = "'Source Sans 3',system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
WORTH_A_NAME = 60
"""A group whose text has at least so many characters is written only once if it is drawn twice."""
FAINT = 0.6
"""The opacity of a faint group."""
IN_PRINT = 0.75
"""The size of a picture in print as a share of its size on screen. Letters are then as large as those of captions."""
_SIZE = re.compile(r'(?<= )(width|height)="([\d.]+)"')
_CLASS = re.compile(r'class="([^"]*)"')
_SPACES = re.compile(r"\s+")
_LOOKS = re.compile(r'(?: (?:class|fill|stroke[a-z-]*|font-size|font-weight|text-anchor)="[^"]*")+')
_LOOK = re.compile(r' ([a-z-]+)="([^"]*)"')
_RULE = re.compile(r"\.[fs]-\w+\{.*?\}")
_HATCH = re.compile(r'="url\(#@([^)]*)\)')


def svg(scene: Scene, ident: str = "", words: bool = True) -> str:
    """Return the picture as SVG text that ends with a line break.

    `ident` is the prefix of ids. By default it is a hash of the drawing, so that several pictures on one page have
    different ids. If `words` is False, it has no titles and no description, for pages that describe their pictures
    themselves."""
    parts = [_part(shape if words else _without_titles(shape)) for shape in scene.shapes]
    drawn = scene.title + scene.description + "".join(map(_plain, parts))
    ident = ident or f"p{blake2s(drawn.encode(), digest_size=5).hexdigest()}"
    writer = SvgWriter(ident)
    writer.count(parts)
    body = "".join(map(writer.write, parts))
    defined = writer.defined + (_arrowhead(ident) if "marker-end" in body else "")
    defined += "".join(hatch_pattern(name, ident) for name in sorted(set(_HATCH.findall(defined + body))))
    used = {name for group in _CLASS.findall(defined + body) for name in group.split()}
    size = f"{number(scene.width)} {number(scene.height)}"
    labelled, told = _labels(scene, ident) if words else ("", "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{number(scene.width)}" '
        f'height="{number(scene.height)}" class="rulekit" role="img"{labelled} font-family="{FONT}">'
        f"{told}<style>{_styles(used, inside=words)}</style>"
        + (f"<defs>{defined}</defs>{body}" if defined else body).replace('="url(#@', f'="url(#{ident}-')
        + "</svg>\n"
    )


def _labels(scene: Scene, ident: str) -> tuple[str, str]:
    """Return the attribute that refers to the title and the description of a picture, and the elements with these
    two."""
    words = scene_words(scene)
    described = f'<desc id="{ident}-d">{_text(words)}</desc>' if words else ""
    by = f"{ident}-t {ident}-d" if described else f"{ident}-t"
    return f' aria-labelledby="{by}"', f'<title id="{ident}-t">{_text(scene.title)}</title>{described}'


def _without_titles(shape: Shape) -> Shape:
    """Return a shape in which no group has a title."""
    return _untitled_group(shape) if isinstance(shape, Group) else shape


def _untitled(group: Group) -> Group:
    inner = tuple(map(_without_titles, group.shapes))
    same = not group.title and all(map(is_, inner, group.shapes))
    return group if same else evolve(group, shapes=inner, title="")


MOST_KNOWN = 10_000
"""Groups that a cache has at most; with more, it is emptied. Pictures of one game share most of their groups."""
_untitled_group = cache_by_identity(_untitled, MOST_KNOWN)


def scene_words(scene: Scene) -> str:
    """Return the description of a picture for screen readers: the viewer, the contents of sites, and everything beside
    the boards."""
    found = []
    for group, *_ in scene.placed:
        if group.role in ("entry", "heading") or (group.role in ("site", "bar", "link") and group.sign):
            found.append(group.sign if group.role == "entry" else group.title or group.sign)
    return "; ".join(filter(None, [scene.description, *found]))


@frozen(eq=False)
class _Written:
    """A group as SVG. `parts` are its contents, `plain` is the text of each, `inside` their joined text, and `text` the
    text of the whole group. `transform` is the attribute that places the group; `moved` is the same for a `<use>` of
    its definition."""

    parts: tuple[_Part, ...]
    plain: tuple[str, ...]
    inside: str
    transform: str
    moved: str
    title: str
    text: str


_Part = str | Stroke | _Written
"""A part of a picture as SVG: its text, a group, or an arrow, whose text depends on the picture's prefix of ids."""


def _part(shape: Shape) -> _Part:
    """Return a shape as SVG."""
    match shape:
        case Group():
            return _group_part(shape)
        case Disc(x=x, y=y, r=r):
            return f'<circle{_point(x, y, "c")} r="{number(r)}"{_paint(shape)}/>'
        case Polygon(points=points):
            return f'<polygon points="{_points(points)}"{_paint(shape)}/>'
        case Path(data=data):
            return f'<path d="{_text(_SPACES.sub(" ", data.strip()))}"{_paint(shape)}/>'
        case Stroke(arrow=arrow):
            return shape if arrow else _stroke(shape)
        case Card(x=x, y=y, w=w, h=h, r=r):
            size = f'width="{number(w)}" height="{number(h)}"'
            return f'<rect{_point(x, y)} {size} rx="{number(r)}"{_paint(shape)}/>'
        case Lettering():
            return _words(shape)


def _group(group: Group) -> _Part:
    group = _merge_groups(group)
    match group:
        case Group(shapes=(Lettering() as line,), scale=1, turn=0, title=""):
            return _words(evolve(line, x=group.x + line.x, y=group.y + line.y))
    parts = tuple(map(_part, group.shapes))
    plain = tuple(map(_plain, parts))
    inside = "".join(plain)
    if not inside:
        return ""
    title = f"<title>{_text(group.title)}</title>" if group.title else ""
    transform = _transform(group)
    moved = transform if group.scale != 1 or group.turn or group.faint else _point(group.x, group.y)
    return _Written(parts, plain, inside, transform, moved, title, _place(inside, transform, title))


_group_part = cache_by_identity(_group, MOST_KNOWN)


def _plain(part: _Part) -> str:
    if isinstance(part, str):
        return part
    return part.text if isinstance(part, _Written) else _stroke(part)


def _place(inside: str, transform: str, title: str) -> str:
    return f"<g{transform}>{title}{inside}</g>" if transform or title else inside


def _stroke(stroke: Stroke, ident: str = "") -> str:
    end = f' marker-end="url(#{ident}-a)"' if stroke.arrow else ""
    if stroke.bend is not None:
        curve = f"M{_points(stroke.points[:1])}Q{_points((stroke.bend, *stroke.points[1:]))}"
        return f'<path d="{curve}"{_paint(stroke)}{end}/>'
    return f'<polyline points="{_points(stroke.points)}"{_paint(stroke)}{end}/>'


@define
class SvgWriter:
    """Writes groups of equal contents as one definition if they are drawn more than once. `names` is a mapping from
    contents to the id of their definition. `bodies` counts equal contents; what is inside a definition is counted
    once."""

    ident: str
    bodies: Counter[str] = field(factory=Counter)
    names: dict[str, str] = field(factory=dict)
    defined: str = ""

    def count(self, parts: Sequence[_Part]) -> None:
        for part in parts:
            if isinstance(part, _Written):
                self.bodies[part.inside] += len(part.inside) >= WORTH_A_NAME and "<title>" not in part.inside
                if self.bodies[part.inside] < 2:
                    self.count(part.parts)

    def write(self, part: _Part) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Stroke):
            return _stroke(part, self.ident)
        if part.inside not in self.names:
            found = list(map(self.write, part.parts))
            inside = part.inside if all(map(is_, found, part.plain)) else "".join(found)
            if self.bodies[part.inside] < 2:
                return part.text if inside is part.inside else _place(inside, part.transform, part.title)
            self.names[part.inside] = name = f"{self.ident}-{len(self.names)}"
            self.defined += f'<g id="{name}">{inside}</g>'
        at = f'<use href="#{self.names[part.inside]}"{part.moved}'
        return f"{at}>{part.title}</use>" if part.title else f"{at}/>"


def _merge_groups(group: Group) -> Group:
    """Return a group merged with the group inside it, as long as it contains nothing else."""
    while len(group.shapes) == 1 and isinstance(inner := group.shapes[0], Group) and not group.turn:
        x, y = group.x + group.scale * inner.x, group.y + group.scale * inner.y
        title, scale = group.title or inner.title, group.scale * inner.scale
        group = Group(inner.shapes, x, y, scale, inner.turn, title=title, faint=group.faint or inner.faint)
    return group


def _transform(group: Group) -> str:
    parts = []
    if group.x or group.y:
        parts.append(f"translate({number(group.x)} {number(group.y)})".replace(" 0)", ")"))
    if group.turn:
        parts.append(f"rotate({number(group.turn)})")
    if group.scale != 1:
        parts.append(f"scale({number(group.scale)})")
    return _at("transform", " ".join(parts)) + (f' opacity="{FAINT}"' if group.faint else "")


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """Return a number with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _styles(used: set[str], inside: bool) -> str:
    """Return the CSS rules for the classes that a picture uses. If `inside` is True, they also follow the colours of a
    surrounding page of mkdocs-material. Colours are custom properties, so that one definition can be used on light and
    dark pages."""
    names = [name for name in PALETTE if used & {f"f-{name}", f"s-{name}"}]
    light = ";".join(f"--rk-{name}:{PALETTE[name].light}" for name in names)
    dark = ";".join(f"--rk-{name}:{PALETTE[name].dark}" for name in names)
    page = f'[data-md-color-scheme="slate"] .rulekit{{{dark}}}[data-md-color-scheme="default"] .rulekit{{{light}}}'
    page = page if inside else ""
    classes = [one for name in names for one in (f"f-{name}", f"s-{name}") if one in used]
    rules = "".join(f".{one}{{{_declaration('class', one)}}}" for one in classes)
    return f".rulekit{{{light}}}@media(prefers-color-scheme:dark){{.rulekit{{{dark}}}}}{page}{rules}"


def palette_rules() -> str:
    """Return the CSS rules for all palette colours, for a page that contains drawings."""
    used = {f"{letter}-{name}" for name in PALETTE for letter in "fs"}
    return _styles(used, inside=True)


def in_page(picture: str, label: str) -> str:
    """Return a picture, written by `svg`, as an element of a page that has `palette_rules` and a typeface. `label`
    describes it. Its ids differ from those of other pictures, and the page's search does not index its letters."""
    ident = f"p{blake2s(picture.encode(), digest_size=5).hexdigest()}"
    told = re.sub(r"<style>.*?</style>", "", picture.strip(), count=1)
    told = told.replace(f' font-family="{FONT}"', f' aria-label="{_text(label)}" data-search-exclude', 1)
    return re.sub(r'(id="|href="#|url\(#)p-', rf"\g<1>{ident}-", told)


def for_print(picture: str) -> str:
    """Return a picture, written by `svg`, for print: its letters are as large as print needs. It has only the colours
    of a light page, for programs without CSS variables."""
    plain = re.sub(r"\.rulekit\{.*\}\}|var\(--rk-(\w+)\)", lambda v: PALETTE[v[1]].light if v[1] else "", picture)
    return _SIZE.sub(lambda side: f'{side[1]}="{number(IN_PRINT * float(side[2]))}"', plain, count=2)


def with_shared_looks(picture: str) -> str:
    """Return a picture that has no words, with a short class for each combination of drawing attributes. A page must
    not embed two such pictures, since their classes have the same names."""
    head, style, body = picture.partition("</style>")
    counted = Counter(_LOOKS.findall(body)).most_common()
    names = {looks: f"{ascii_letters[at % 52]}{at // 52 or ''}" for at, (looks, _) in enumerate(counted)}
    told = {name: ";".join(_declaration(*one) for one in _LOOK.findall(looks)) for looks, name in names.items()}
    rules = "".join(f".{name}{{{declarations}}}" for name, declarations in told.items())
    return _RULE.sub("", head) + rules + style + _LOOKS.sub(lambda looks: f' class="{names[looks[0]]}"', body)


def _declaration(name: str, value: str) -> str:
    """Return an attribute as a CSS declaration. The class `f-ink` becomes the fill colour ink, `s-ink` the edge
    colour."""
    if name == "class":
        return ";".join(f"{'fill' if one[0] == 'f' else 'stroke'}:var(--rk-{one[2:]})" for one in value.split())
    return f"{name}:{value}px" if name == "font-size" else f"{name}:{value}"


def _arrowhead(ident: str) -> str:
    return (
        f'<marker id="{ident}-a" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4" markerHeight="4" '
        f'orient="auto"><path d="M0 0L10 5L0 10z" class="f-mark"/></marker>'
    )


def _words(text: Lettering) -> str:
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    weight = ' font-weight="600"' if text.bold else ""
    size = f' font-size="{number(text.size)}"' + (' paint-order="stroke"' if text.stroke else "")
    return f"<text{_point(text.x, text.y)}{size}{anchor}{weight}{_paint(text)}>{_text(text.text)}</text>"


def _paint(shape: PaintedShape) -> str:
    return _paint_attributes(shape.fill, shape.stroke, shape.width, shape.dashed)


@lru_cache(maxsize=1024)
def _paint_attributes(fill: str, stroke: str, width: float, dashed: bool) -> str:
    """Return the attributes for fill and edge: classes for palette colours, attributes for other colours."""
    classes, attributes = [], []
    for letter, what, colour in (("f", "fill", fill), ("s", "stroke", stroke)):
        if colour in PALETTE:
            classes.append(f"{letter}-{colour}")
        elif colour.startswith("@"):
            attributes.append(f' {what}="url(#{colour})"')
        elif colour:
            attributes.append(f' {what}="{_text(css(colour))}"')
        elif what == "fill":
            attributes.append(' fill="none"')
    if stroke and width != 1:
        attributes.append(f' stroke-width="{number(width)}"')
    if stroke and dashed:
        attributes.append(' stroke-dasharray="3 3"')
    return _at("class", " ".join(classes)) + "".join(attributes)


def _point(x: float, y: float, letter: str = "") -> str:
    """Return the attributes for a point's coordinates; a coordinate of 0 needs none."""
    return "".join(f' {letter}{axis}="{number(value)}"' for axis, value in (("x", x), ("y", y)) if number(value) != "0")


def _at(name: str, value: str) -> str:
    return f' {name}="{value}"' if value else ""


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


@lru_cache(maxsize=4096)
def _text(text: str) -> str:
    """Return a text escaped for XML. Characters that XML forbids are replaced by visible ones."""
    return escape(printable(text))
