"""Writes a picture as lines of text: boards with a letter or two on each site, and a line for each thing beside them.

The first part draws a board from texts at positions; `play/position_text.py` uses it, too. The second part reads a
picture. Characters that an encoding lacks are replaced by plain ones.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise, zip_longest
from string import ascii_letters, digits

from attrs import define, field, frozen

from .cell_shapes import HEXAGON_ROW, UNIT
from .ground import OVER
from .scene import Group, Lettering, Point, Scene, Shape, Stroke, groups
from .wording import abbreviations, line_sign

EMPTY = "."
WIDEST = 3
"""Texts with at most so many characters are written on the board unchanged."""
WIDTH = 100
"""The number of characters in a line if the width of the terminal is unknown."""
MANY = 4
"""If at least so many elements of one place or value have the same contents, there is one line for all of them."""
MOST_COLUMNS = 8
"""Sites in boxes become the columns of a table only if a box has at most so many."""
LINES = "─│╲╱"
"""The characters for lines between sites and along edges."""
MARKS = "*+°^~"
"""The characters for second and further things on a site; they are written after the letter of the first."""


@frozen
class PlacedText:
    """A text at a position of a board; `y` grows downwards."""

    x: float
    y: float
    text: str


def board_rows(
    spots: Sequence[PlacedText],
    links: Sequence[tuple[Point, Point]] = (),
    below: Sequence[PlacedText] = (),
    beside: Sequence[PlacedText] = (),
    beyond: Sequence[PlacedText] = (),
    marked: Sequence[PlacedText] = (),
) -> Iterator[str]:
    """Yield the lines of text that draw a board. `links` are lines between positions. The names `below` are written
    under columns, those `beside` before rows, and those `beyond` at positions outside the board. Texts in `marked` get
    brackets."""
    canvas = _Canvas.of([*spots, *beyond], links, below)
    for a, b in links:
        canvas.link(a, b)
    for spot in (*spots, *beyond):
        canvas.write(canvas.column(spot.x), canvas.row(spot.y), spot.text or EMPTY)
    for spot in marked:
        x, y = canvas.column(spot.x), canvas.row(spot.y)
        canvas.write(x - 1, y, "[")
        canvas.write(x + len(spot.text or EMPTY), y, "]")
    bottom = canvas.row(max(canvas.levels)) + 1
    for name in below:
        canvas.write(canvas.column(name.x), bottom, name.text)
    names = {canvas.row(name.y): name.text for name in beside}
    margin = max(map(len, names.values()), default=-1) + 1
    for y, row in enumerate(canvas.rows()):
        front = f"{names[y]:>{margin - 1}} " if y in names else " " * margin
        yield f"{front[:-1]}{'[' if canvas.letters.get((-1, y)) else front[-1:]}{row}".rstrip()


def legend_line(signs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield one line that explains the signs, or nothing if each sign is equal to its text."""
    told = [f"{sign} {text}" for sign, text in signs if sign != text]
    if told:
        yield f"({', '.join(told)})"


def signs_of(texts: Iterable[str]) -> dict[str, str]:
    """Return a mapping from texts to different signs. If all texts are short, each is its own sign. Otherwise a sign
    consists of the first letters of the text's words and a further letter."""
    texts = list(dict.fromkeys(texts))
    if all(len(text) <= WIDEST and " " not in text for text in texts):
        return {text: text for text in texts}
    found: dict[str, str] = {}
    for text in texts:
        parts = re.findall(r"\w+", text.replace("_", " ")) or ["?"]
        before = "".join(part[0] for part in parts[:-1][:2])
        letters = [*parts[-1], *parts[-1].upper(), *ascii_letters, *digits]
        taken = set(found.values())
        found[text] = next((before + letter for letter in letters if before + letter not in taken), text)
    return found


@define
class _Canvas:
    """A grid of characters. `step` is the least distance between two sites in a row, and `cell` the same distance in
    characters. `levels` are the heights of the rows of sites, and `high` is the number of text lines for each row."""

    left: float
    step: float
    cell: int
    high: int
    levels: list[float]
    letters: dict[Point, str] = field(factory=dict)

    @staticmethod
    def of(spots: Sequence[PlacedText], links: Sequence[object], below: Sequence[PlacedText]) -> _Canvas:
        wide = max([1, *(len(spot.text) for spot in (*spots, *below))])
        left = min(spot.x for spot in spots)
        step = _step(spots)
        cell = wide + 1 + (2 if links else 0)
        halves = any(0.2 < abs((spot.x - left) / step % 1 - 0.0) < 0.8 for spot in spots)
        return _Canvas(left, step, cell + (cell % 2 if halves else 0), 2 if links else 1, _levels(spots))

    def column(self, x: float) -> int:
        return round((x - self.left) / self.step * self.cell)

    def row(self, y: float) -> int:
        nearest = min(range(len(self.levels)), key=lambda at: abs(self.levels[at] - y))
        return self.high * nearest

    def write(self, x: int, y: int, text: str) -> None:
        for n, letter in enumerate(text):
            self.letters[x + n, y] = letter

    def link(self, a: Point, b: Point) -> None:
        """Draw a line between two positions. A slanting line is only one character in its middle."""
        x, y, x2, y2 = self.column(a[0]), self.row(a[1]), self.column(b[0]), self.row(b[1])
        if y == y2:
            for column in range(min(x, x2) + 1, max(x, x2)):
                self.letters.setdefault((column, y), "─")
        elif x == x2:
            for row in range(min(y, y2) + 1, max(y, y2)):
                self.letters.setdefault((x, row), "│")
        else:
            sign = "╲" if (x2 - x) * (y2 - y) > 0 else "╱"
            self.letters.setdefault(((x + x2) // 2, (y + y2) // 2), sign)

    def rows(self) -> Iterator[str]:
        for y in range(int(max(row for _, row in self.letters)) + 1):
            here = {x: sign for (x, row), sign in self.letters.items() if row == y}
            yield "".join(here.get(x, " ") for x in range(int(max(here, default=-1)) + 1))


def _step(spots: Sequence[PlacedText]) -> float:
    """Return the least distance between two sites that are in the same row."""
    rows: dict[float, list[float]] = {}
    for spot in spots:
        rows.setdefault(round(spot.y, 1), []).append(spot.x)
    gaps = [b - a for row in rows.values() for a, b in pairwise(sorted(row)) if b - a > 0.01]
    return min(gaps, default=1.0)


def _levels(spots: Sequence[PlacedText]) -> list[float]:
    """Return the heights at which sites lie; heights that differ little count as one."""
    values = sorted({spot.y for spot in spots})
    near = 0.2 * min(
        (b - a for a, b in pairwise(values) if b - a > 0.3 * (values[-1] - values[0] + 1) / len(values)), default=1
    )
    found: list[float] = []
    for value in values:
        if not found or value - found[-1] > near:
            found.append(value)
    return found


PLAIN = str.maketrans({"─": "-", "│": "|", "╱": "/", "╲": "\\", "×": "x", "✓": "yes", "–": "-", "…": "..."})


def picture_text(scene: Scene, encoding: str = "utf-8", width: int = WIDTH) -> str:
    """Return the picture as text without a line break at its end. Its lines have at most `width` characters, if
    possible."""
    return fit("\n".join(lines(scene, width)), encoding)


def fit(told: str, encoding: str) -> str:
    """Return a text that can be written in this encoding. Characters that it lacks are replaced by plain ones, or by
    `?`."""
    try:
        told.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return told.translate(PLAIN).encode("ascii", "replace").decode("ascii")
    return told


def lines(scene: Scene, width: int = WIDTH) -> Iterator[str]:
    """Yield the lines of a picture: the title and the description, then everything in drawing order."""
    yield scene.title
    if scene.description:
        yield scene.description
    for is_entry, run in groupby(_groups_with_words(scene.shapes), lambda group: group.role == "entry"):
        told = list(run)
        if is_entry:
            yield from (line for entry in _entries(told) for line in wrap(entry, width, subsequent_indent="    "))
            continue
        for group in told:
            yield ""
            if group.role == "heading":
                yield group.sign
            else:
                for line in _boxes(group, width) if _holds_sites(group) else _board(group, scene.arrived):
                    yield from wrap(line, width) if line.startswith("(") else [line]


def wrap(line: str, width: int, subsequent_indent: str = "") -> list[str]:
    """Return a line wrapped into lines of at most this width."""
    return textwrap.wrap(line, width, subsequent_indent=subsequent_indent, break_on_hyphens=False) or [""]


def _groups_with_words(shapes: tuple[Shape, ...]) -> Iterator[Group]:
    """Yield the boards, headings and entries, which have words, in drawing order."""
    for shape in shapes:
        if isinstance(shape, Group) and shape.role in ("board", "heading", "entry"):
            yield shape
        elif isinstance(shape, Group):
            yield from _groups_with_words(shape.shapes)


def _entries(groups: Sequence[Group]) -> Iterator[str]:
    """Yield a line for each entry. If many elements of one place or value have the same contents, yield one line for
    all of them, after the lines of the others."""
    for key, run in groupby(groups, lambda group: (" ".join(group.key.split(" ")[:2]), group.sign.partition(",")[0])):
        signs = [group.sign for group in run]
        values = Counter(sign.rpartition(": ")[2] for sign in signs)
        usual, times = values.most_common(1)[0]
        if times < MANY or "," not in signs[0].partition(": ")[0]:
            yield from (f"  {sign}" for sign in signs)
        elif times == len(signs):
            yield f"  {key[1]}: {usual}"
        else:
            yield from (f"  {sign}" for sign in signs if sign.rpartition(": ")[2] != usual)
            yield f"  {key[1]}, …: {usual}"


def _board(board: Group, arrived: Collection[str]) -> Iterator[str]:
    """Yield the lines of a board with names along its edges. Brackets show where something has just arrived."""
    sites = [(site, x, y) for site, x, y in _sites(board)]
    signs = _signs([site for site, *_ in sites])
    placed = [(site.key, PlacedText(x, y, signs.get(_content(site), ""))) for site, x, y in sites]
    bars = [shape for shape in board.shapes if isinstance(shape, Group) and shape.role == "bar"]
    placed += [(bar.key, PlacedText(bar.x, bar.y, bar.sign)) for bar in bars]
    signs |= {_content(bar): bar.sign for bar in bars if bar.sign not in LINES}
    links = [(shape.points[0], shape.points[-1]) for shape in board.shapes if isinstance(shape, Stroke)]
    for link in (shape for shape in board.shapes if isinstance(shape, Group) and shape.role == "link"):
        ends = _ends(link)
        if all(any(abs(x - spot.x) + abs(y - spot.y) < 1 for _, spot in placed) for x, y in ends):
            links.append(ends)
        else:  # its ends are no sites: it is drawn on the site across which it lies
            sign = link.sign.strip(LINES) + line_sign(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1])
            placed = [one for one in placed if one[1].text or abs(link.x - one[1].x) + abs(link.y - one[1].y) > 1]
            placed.append((link.key, PlacedText(link.x, link.y, sign)))
    spots = [spot for _, spot in placed]
    letters = [shape for shape in board.shapes if isinstance(shape, Lettering)]
    names = [PlacedText(shape.x, shape.y - 0.35 * shape.size + 4, shape.text) for shape in letters]
    left = min(spot.x for spot in spots)
    beside = [PlacedText(name.x, name.y - 4, name.text) for name in names if name.x < left or _is_row(name, spots)]
    below = [name for name in names if name.y > max(spot.y for spot in spots) + 8 and not _is_row(name, spots)]
    along = UNIT / 2 - OVER[0], -HEXAGON_ROW - OVER[1]
    beyond = [PlacedText(name.x + along[0], name.y + along[1], name.text) for name in names if _is_over(name, spots)]
    marked = [spot for key, spot in placed if key in arrived and spot.text]
    under, before = (names if len(names) < len(spots) else [] for names in (below, beside))
    yield from board_rows(spots, links, under, before, beyond, marked)
    yield from legend_line((sign, words) for words, sign in signs.items() if not sign.isdigit())


def _ends(link: Group) -> tuple[Point, Point]:
    """Return the ends of a line between two sites."""
    strokes = (shape for inner in groups(link.shapes) for shape in inner.shapes if isinstance(shape, Stroke))
    (x, y), (x2, y2) = next((stroke.points for stroke in strokes), ((0.0, 0.0), (0.0, 0.0)))
    return (link.x + x, link.y + y), (link.x + x2, link.y + y2)


def _is_row(name: PlacedText, spots: list[PlacedText]) -> bool:
    """Return whether a name is that of a row, before it, and not that of a column."""
    return any(abs(name.y - 4 - spot.y) < 1 for spot in spots) and name.text.isdigit()


def _is_over(name: PlacedText, spots: list[PlacedText]) -> bool:
    """Return whether a name is at the upper end of a slanting column."""
    x, y = name.x - OVER[0], name.y - OVER[1]
    return any(abs(x - spot.x) + abs(y - spot.y) < 1 for spot in spots)


def _content(site: Group) -> str:
    """Return the contents of a site in words; "" if there are none."""
    return site.title.partition(": ")[2] if site.sign else ""


def _signs(sites: list[Group]) -> dict[str, str]:
    """Return a mapping from contents, in words, to different signs. These are the sites' own signs, if they are all
    different."""
    own = {_content(site): site.sign for site in sites if site.sign}
    if len(set(own.values())) == len(own):
        return own
    begun = {words: f"{words[:1]}{sign}" for words, sign in own.items()}
    return begun if len(set(begun.values())) == len(begun) else signs_of(own)


def _boxes(board: Group, width: int) -> Iterator[str]:
    """Yield the lines of tables that have a line for each box and a column for each site in it. Each row of boxes is a
    table. Two tables are side by side if they fit."""
    boxes = [box for box in board.shapes if isinstance(box, Group) and box.role == "site"]
    inside = {id(box): [site for site, *_ in _sites(box)] for box in boxes}
    heads = {tuple(site.title.partition(": ")[0] for site in sites) for sites in inside.values()}
    if len(heads) != 1 or not 1 < len(next(iter(heads))) <= MOST_COLUMNS:
        yield from _box_lines(boxes)
        return
    columns = next(iter(heads))
    things = [_things(site) for sites in inside.values() for site in sites]
    texts = sorted({parts[0] for parts in things if parts})
    first = dict(zip(texts, abbreviations(texts), strict=True))
    more = {part.split(" ")[-1] for parts in things for part in parts[1:]}
    marks = dict(zip(sorted(more), MARKS, strict=False))
    shut = [box for box in boxes if box.sign and not any(map(_things, inside[id(box)]))]
    tables = []
    for _, run in groupby(boxes, lambda box: round(box.y)):
        row = [box for box in run if box not in shut]
        if row:
            tables.append(_table(row, columns, [[_cell(_things(s), first, marks) for s in inside[id(b)]] for b in row]))
    yield from _side_by_side(tables, width)
    signs = [*((sign, text) for text, sign in first.items()), *((mark, text) for text, mark in marks.items())]
    yield from legend_line([*signs, *((head[:1].upper(), head) for head in columns)])
    for state, run in groupby(sorted(shut, key=_content_of_box), _content_of_box):
        yield from wrap(f"{state}: {', '.join(box.title.partition(': ')[0] for box in run)}", width)


def _box_lines(boxes: Iterable[Group]) -> Iterator[str]:
    """Yield a line for each box with contents."""
    for box in boxes:
        label, _, own = box.title.partition(": ")
        inside = [own, *(site.title for site, *_ in _sites(box) if site.sign)]
        if told := "; ".join(filter(None, inside)):
            yield f"  {label}: {told}"


def _content_of_box(box: Group) -> str:
    return box.title.partition(": ")[2]


def _things(site: Group) -> list[str]:
    """Return the contents of a site in a box. If a word repeats the column's name, it is left out."""
    column, _, told = site.title.partition(": ")
    if not site.sign and not told:
        return []
    return [part.removesuffix(f" {column}") for part in told.split(", ")]


def _cell(things: Sequence[str], first: Mapping[str, str], marks: Mapping[str, str]) -> str:
    return first[things[0]] + "".join(marks.get(more.split(" ")[-1], "+") for more in things[1:]) if things else EMPTY


def _table(boxes: Sequence[Group], columns: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table. It has a line for each box, and the first letters of the columns' names above.
    `cells` has the signs in each box."""
    names = [box.title.partition(": ")[0] for box in boxes]
    notes = [_content_of_box(box) for box in boxes]
    wide, each = max(map(len, names)), 1 + max(len(cell) for row in cells for cell in row)
    head = " " * wide + "".join(f"  {column[:1].upper():<{each}}" for column in columns)
    rows = [
        f"{name:<{wide}}" + "".join(f"  {cell:<{each}}" for cell in row) + (f" {note}" if note else "")
        for name, row, note in zip(names, cells, notes, strict=True)
    ]
    return [line.rstrip() for line in (head, *rows)]


def _side_by_side(tables: Sequence[list[str]], width: int) -> Iterator[str]:
    """Yield the lines of tables: in pairs if two fit side by side, else one below the other."""
    widest = max((len(line) for table in tables for line in table), default=0)
    across = 2 if 2 * widest + 4 <= width else 1
    for at in range(0, len(tables), across):
        if at:
            yield ""
        for parts in zip_longest(*tables[at : at + across], fillvalue=""):
            yield "    ".join(f"{part:<{widest}}" for part in parts).rstrip()


def _holds_sites(board: Group) -> bool:
    return any(isinstance(s, Group) and s.role == "site" and any(True for _ in _sites(s)) for s in board.shapes)


def _sites(group: Group, x: float = 0, y: float = 0) -> Iterator[tuple[Group, float, float]]:
    """Yield the sites inside a group with the x and y of their places in it."""
    for shape in group.shapes:
        if isinstance(shape, Group):
            at_x, at_y = x + shape.x, y + shape.y
            if shape.role == "site":
                yield shape, at_x, at_y
            else:
                yield from _sites(shape, at_x, at_y)
