"""What may be written as a colour, as a shape and as the data of a path in a look."""

from __future__ import annotations

import re
from typing import Final

SHAPES: Final = ("disc", "square", "hexagon", "card", "tile", "cube", "figure", "house", "token")
"""Besides these there is `none`: not drawn."""

COLOURS: Final = frozenset(
    re.findall(
        r"\w+",
        """
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
    cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
    darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
    darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
    firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
    hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
    lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
    lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
    mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
    midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
    palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
    rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue
    slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white
    whitesmoke yellow yellowgreen""",
    )
)
"""The names of CSS (Color Module Level 4)."""

_HEX: Final = re.compile("#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_PATH: Final = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE+\-., ]*")
MOST_OF_A_PATH: Final = 4000


def is_colour(text: str) -> bool:
    """`#rgb`, `#rrggbb`, or a name of CSS; nothing else, so that a colour can be written into any picture as it is."""
    return bool(_HEX.fullmatch(text)) or text in COLOURS


def is_path(text: str) -> bool:
    """Whether it has only the letters and numbers of a path's data, which begins by moving somewhere."""
    return len(text) <= MOST_OF_A_PATH and bool(_PATH.fullmatch(text))
