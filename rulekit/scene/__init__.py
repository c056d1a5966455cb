"""Pictures of positions: what lies where, as somebody sees it, described as shapes and written as SVG or as text.

    scene, colours                 what a picture is made of
    svg, terminal, text_board      what writes it
    said, styles, letters, looks   what a rulebook says of how things look, and what is sensible where it says nothing
    wording                        the words in it
    eyes                           what somebody sees of a state
    plan                           what is drawn where
    ground, graph_layout           where sites lie
    figures, parts                 lines between places; what a thing is drawn of
    sprites, contents              one thing; what lies in one place
    upon, sites                    what lies on rows that lie on sites; one site
    blocks, sheets, trays          parts of a picture; boards; what lies beside them
    signs, marks                   what a board says besides; what has moved
    artist                         the whole

Nothing here plays: a picture is made of a state, and of what somebody sees of it (`engine/observe.py`).
"""

from .artist import Artist
from .eyes import ONLOOKER
from .marks import PictureMark
from .scene import Scene
from .svg import for_print, svg
from .wording import PlainWording, Wording

__all__ = ["ONLOOKER", "Artist", "PictureMark", "PlainWording", "Scene", "Wording", "for_print", "svg"]
