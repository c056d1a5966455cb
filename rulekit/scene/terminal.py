"""Writes a scene as lines of text: boards with a letter or two on each site, and a line for whatever lies beside them.

With an encoding that lacks lines and letters of other alphabets, plain ones stand for them.
"""

from __future__ import annotations

from collections.abc import Iterator

from .ground import HEXAGON_ROW, OVER, UNIT
from .scene import Group, Lettering, Scene, Shape, Stroke
from .text_board import PlacedText, drawing, key, signs_of

PLAIN = str.maketrans({"─": "-", "│": "|", "╱": "/", "╲": "\\", "×": "x", "✓": "yes", "–": "-", "…": "..."})


def picture_text(scene: Scene, encoding: str = "utf-8") -> str:
    """The picture as lines, the last without a line end."""
    return fit("\n".join(lines(scene)), encoding)


def fit(told: str, encoding: str) -> str:
    """A text in letters that the output has; what it has not, and nothing stands for, is `?`."""
    try:
        told.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return told.translate(PLAIN).encode("ascii", "replace").decode("ascii")
    return told


def lines(scene: Scene) -> Iterator[str]:
    """The title and who looks, then everything in the order in which it is drawn."""
    yield scene.title
    if scene.description:
        yield scene.description
    yield from _told(scene.shapes)


def _told(shapes: tuple[Shape, ...]) -> Iterator[str]:
    for shape in shapes:
        if not isinstance(shape, Group):
            continue
        if shape.role == "board":
            yield ""
            yield from _boxes(shape) if _holds_sites(shape) else _board(shape)
        elif shape.role == "heading":
            yield ""
            yield shape.sign
        elif shape.role == "entry":
            yield f"  {shape.sign}"
        else:
            yield from _told(shape.shapes)


def _board(board: Group) -> Iterator[str]:
    """The sites by their places, with the names along its edges."""
    sites = [(site, x, y) for site, x, y in _sites(board)]
    signs = _signs([site for site, *_ in sites])
    spots = [PlacedText(x, y, signs.get(_content(site), "")) for site, x, y in sites]
    links = [(shape.points[0], shape.points[-1]) for shape in board.shapes if isinstance(shape, Stroke)]
    names = [PlacedText(shape.x, shape.y, shape.text) for shape in board.shapes if isinstance(shape, Lettering)]
    left = min(spot.x for spot in spots)
    beside = [PlacedText(name.x, name.y - 4, name.text) for name in names if name.x < left or _is_row(name, spots)]
    below = [name for name in names if name.y > max(spot.y for spot in spots) + 8 and not _is_row(name, spots)]
    along = UNIT / 2 - OVER[0], -HEXAGON_ROW - OVER[1]
    beyond = [PlacedText(name.x + along[0], name.y + along[1], name.text) for name in names if _is_over(name, spots)]
    yield from drawing(
        spots, links, below if len(below) < len(spots) else [], beside if len(beside) < len(spots) else [], beyond
    )
    yield from key((sign, words) for words, sign in signs.items() if not sign.isdigit())


def _is_row(name: PlacedText, spots: list[PlacedText]) -> bool:
    """Whether a name stands before a row, and not under a column."""
    return any(abs(name.y - 4 - spot.y) < 1 for spot in spots) and name.text.isdigit()


def _is_over(name: PlacedText, spots: list[PlacedText]) -> bool:
    """Whether a name stands at the upper end of a slanting column."""
    x, y = name.x - OVER[0], name.y - OVER[1]
    return any(abs(x - spot.x) + abs(y - spot.y) < 1 for spot in spots)


def _content(site: Group) -> str:
    """What stands on a site in words; empty for nothing."""
    return site.title.partition(": ")[2] if site.sign else ""


def _signs(sites: list[Group]) -> dict[str, str]:
    """The sign for each content: its own where no other has that."""
    own = {_content(site): site.sign for site in sites if site.sign}
    if len(set(own.values())) == len(own):
        return own
    begun = {words: f"{words[:1]}{sign}" for words, sign in own.items()}
    return begun if len(set(begun.values())) == len(begun) else signs_of(own)


def _boxes(board: Group) -> Iterator[str]:
    """Boxes with sites of their own: a line for each in which there is something."""
    for box in board.shapes:
        if isinstance(box, Group) and box.role == "site":
            label, _, own = box.title.partition(": ")
            inside = [own, *(site.title for site, *_ in _sites(box) if site.sign)]
            if told := "; ".join(filter(None, inside)):
                yield f"  {label}: {told}"


def _holds_sites(board: Group) -> bool:
    return any(isinstance(s, Group) and s.role == "site" and any(True for _ in _sites(s)) for s in board.shapes)


def _sites(group: Group, x: float = 0, y: float = 0) -> Iterator[tuple[Group, float, float]]:
    """The sites inside a group, and where they lie in it."""
    for shape in group.shapes:
        if isinstance(shape, Group):
            at_x, at_y = x + shape.x, y + shape.y
            if shape.role == "site":
                yield shape, at_x, at_y
            else:
                yield from _sites(shape, at_x, at_y)
