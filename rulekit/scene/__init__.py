"""Draws positions: what lies where in a state, as one viewer sees it. The picture is written as SVG or as text.

    scene                               shapes, groups and the palette of colours
    svg, text_picture                   write a picture as SVG; as text
    declared_looks, resolved_looks      what a rulebook's looks say; how each thing looks, with defaults
    wording                             the words and abbreviations in a picture
    viewpoint                           what one viewer sees of a state
    plan                                decides what is drawn where
    cell_shapes                         sizes, corners and outlines of squares, hexagons and triangles
    ground                              geometry of boards: where sites lie
    site_names                          names below sites, and lines that go around sites
    sprites, part_figures, hatching     draw one thing; draw its parts; hatch a colour, for colour-blind viewers
    part_rooms                          find the parts of a thing, and room on them
    contents, sites                     draw the contents of one place; draw one site with its marks and legend
    bars                                draws what lies on edges, corners and lines between sites
    picture_labels                      names the parts of a large piece, and the signs on tiles
    arrows                              draws arrows for moves, around names and pieces
    floors                              draws a board without what lies on it
    blocks, sheets, boxes, trays        compose sized parts; draw boards, boards of boxes, and what lies beside them
    seating                             arranges the trays of players round a table or a board
    movements                           finds what has moved between states
    artist                              draws the whole picture with its marks

No module plays a game. A picture needs a state and what the viewer sees of it (`engine/observe.py`).
"""

from .artist import Artist
from .movements import PictureMark
from .plan import WHOLE, PictureCut
from .scene import Scene
from .svg import for_print, in_page, palette_rules, svg, with_shared_looks
from .viewpoint import ONLOOKER
from .wording import PlainWording, Wording

__all__ = [
    "ONLOOKER",
    "WHOLE",
    "Artist",
    "PictureCut",
    "PictureMark",
    "PlainWording",
    "Scene",
    "Wording",
    "for_print",
    "in_page",
    "palette_rules",
    "svg",
    "with_shared_looks",
]
