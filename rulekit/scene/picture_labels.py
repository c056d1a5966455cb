"""Explains a picture in words: labels for the parts of one large piece, and a key of the signs on a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..diagnostics.printable import capital
from .blocks import EMPTY, PictureBlock, line, lines, row, scale_block, shift_block, wrap_blocks
from .contents import DescribedBlock
from .part_figures import ink_of
from .resolved_looks import Looks
from .scene import LETTER, Card, Disc, Group, Path, Point, Shape, Stroke, edge_of, readable_on

LARGE = 130.0
"""The length of the longer side of a piece that is shown with labels."""
LABEL = 130.0
"""The greatest width of a label's words."""
AWAY = 26.0
"""The room for lines between a piece and its labels."""
KEY = 320.0
"""The least width of a key below a board."""
CHIP = 18.0
"""The side of the coloured square on which a key shows a sign."""


def labelled_piece(block: PictureBlock, labels: Sequence[tuple[Point, str]]) -> PictureBlock:
    """Return the enlarged block of a piece with labels at its right. Each label has words and a point of the piece,
    from (0, 0) at its upper left to (1, 1), to which a line leads."""
    large = scale_block(block, LARGE / max(block.width, block.height))
    shapes: list[Shape] = [*large.shapes]
    wide, low = large.width, 0.0
    for (x, y), words in sorted(labels, key=lambda label: label[0][1]):
        label = lines(capital(words), LABEL, LETTER, most=4)
        top = max(low, y * large.height - label.height / 2)
        begin, end = (x * large.width, y * large.height), (large.width + AWAY - 4, top + label.height / 2)
        shapes += [Stroke((begin, end), stroke=ink, width=width) for ink, width in (("page", 4.0), ("mark", 1.5))]
        shapes += [Disc(*begin, 3, fill="mark", stroke="page"), *shift_block(label, large.width + AWAY, top)]
        wide, low = max(wide, large.width + AWAY + label.width), top + label.height + 5
    return PictureBlock(tuple(shapes), wide, max(large.height, low))


def label_places(looks: Looks, domain: str, index: int) -> list[tuple[Point, str]]:
    """Return the point and the words of each label that the look of a piece sets; [] if it sets none."""
    members = looks.style(looks.domains[domain], index).labels
    layout = looks.layout(members.domain) if members is not None else None
    if members is None or not layout:
        return []
    rows = looks.declared.looks[members.domain.name].layout
    across = max(len(one.split()) for one in rows)
    share = {at: ((x + 0.5) / across, (y + 0.5) / len(rows)) for at, (x, y) in layout.items()}
    return [(share[at], looks.title(members.domain, at)) for at in sorted(members.at)]


def sign_key(looks: Looks, here: Iterable[DescribedBlock], width: float) -> PictureBlock:
    """Return a block that names the drawings on tiles and their parts, if they are those of members of enumerations.
    Each is shown on the colour of its part, so that it looks the same on a dark page."""
    inks: dict[str, tuple[str, str]] = {}
    for sprite in (content.sprite for content in here if content.sprite is not None and content.sprite.figures):
        inks |= {sprite.drawing: (readable_on(sprite.colour), sprite.colour)} if sprite.drawing else {}
        for one in (one for one in sprite.figures if one.drawing):
            inks[one.drawing] = ink_of(one), one.colour if one.area or one.band else sprite.colour
    entries = list(_sign_entries(looks, inks)) if inks else []
    return wrap_blocks(entries, max(width, KEY), 14) if entries else EMPTY


def _sign_entries(looks: Looks, inks: dict[str, tuple[str, str]]) -> Iterator[PictureBlock]:
    for name in looks.declared.looks:
        domain = looks.domains.get(name)
        for at in range(len(domain) if domain is not None and domain.sort == "enum" else 0):
            drawing = looks.style(domain, at).drawing if domain is not None else None
            if domain is not None and drawing in inks:
                ink, ground = inks[drawing]
                chip = Card(0, 0, CHIP, CHIP, 2, fill=ground, stroke=edge_of(ground))
                sign = Group((Path(drawing, fill=ink, stroke=edge_of(ink), width=6),), 3, 3, 0.12)
                words = line(capital(looks.title(domain, at)), LETTER, "soft")
                yield row([PictureBlock((chip, sign), CHIP, CHIP), words], 5)
