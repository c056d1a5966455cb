"""Types of looks: the subject of each, its properties and elements, and their values.

A look is a declaration of how something is drawn. The expressions in it may use the attributes of the piece or row that
it is about, the column and row of a site, `it` for the subject itself, and the named dimensions of a place or of a kept
value (a variable). `CheckedModel.binds` has the symbol of each such dimension, by look and name. Looks do not affect
the game. `information/picking.py` checks that they show only public values; `look_figures.py` has parts and outlines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from ..diagnostics import Span, did_you_mean
from ..diagnostics.printable import with_article
from ..model.rulebook import Placed
from ..model.symbols import DomainSymbol, KeepSymbol, LocalSymbol, PlaceSymbol, Symbol
from ..model.types import INT32, DomainType, ErrorType, NumberType, OptionType, TruthType
from ..syntax import nodes as s
from .checker import Checker
from .expression_types import infer
from .look_figures import FIGURES, whole
from .symbol_table import Scope
from .type_relations import show

Thing = DomainSymbol | PlaceSymbol | KeepSymbol
Value = Callable[[Checker, s.LookProp, Scope], None]

NAMED_ELEMENTS: Final = frozenset({"player", "enum", "table", "board", "direction"})
"""Sorts of domains whose members a look describes one by one, and can arrange in a layout."""
HIDEABLE: Final = frozenset({"piece", "place"})
CROSSABLE: Final = frozenset({"enum", "table", "board"})
IT: Final = "it"
"""The name of the thing that a look is about, in the values of the look."""
MOST_LETTERS: Final = 4
SHAPES: Final = ("disc", "square", "hexagon", "card", "tile", "cube", "figure", "house", "token", "cross")
"""The shapes that can be drawn; the shape `none` means not drawn."""

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
"""The colour names of CSS (Color Module Level 4)."""

_HEX: Final = re.compile("#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_PATH: Final = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE+\-., ]*")
MOST_OF_A_PATH: Final = 4000

ROWS: Final = "a layout has a colon, and under it a text for each row: `layout:`"


def look(c: Checker, placed: Placed, node: s.LookClause) -> None:
    thing = _thing(c, node)
    scope = Scope("fact", owner=placed)
    if thing is not None:
        scope.names = _in_scope(c, node, thing)
    elements = _elements(c, thing)
    said: dict[tuple[str, str], s.LookProp] = {}
    for line in node.lines:
        for name in line.names:
            _element(c, node, thing, name, elements)
        for prop in line.props:
            _prop(c, thing, prop, scope)
            for about in [name.text for name in line.names] or [""]:
                earlier = said.setdefault((about, prop.key.text), prop)
                if earlier is not prop:
                    of = f" of `{about}`" if about else ""
                    labels = [(earlier.span, "said here already")]
                    c.report.add("E204", prop.span, f"the {prop.key.text}{of} is said twice", labels=labels)
    whole(c, node)
    if node.layout and thing is not None:
        _layout(c, node, thing, elements)


def sort_of(thing: Thing) -> str:
    """Return the kind of the thing that a look is about: `player`, `enum`, `table`, `piece`, `board`, `place`, `keep`,
    …"""
    if isinstance(thing, DomainSymbol):
        return thing.domain.sort
    return "place" if isinstance(thing, PlaceSymbol) else "keep"


def _thing(c: Checker, node: s.LookClause) -> Thing | None:
    name = node.name
    symbol: Symbol | None = c.names.lookup(name.text)
    if isinstance(symbol, Thing):
        c.refs[name] = symbol
        return symbol
    kinds = ["Player", *c.names.of_kinds("enum", "table", "piece", "board", "place", "keep")]
    if symbol is not None:
        message = f"`{name.text}` is {c.names.describe(name.text)}, which has no look"
        advice = "looks are of boards, enumerations, tables, pieces, places, kept values and `Player`"
        c.report.add("E202", name.span, message, help=did_you_mean(name.text, kinds, name.span) or [advice])
    elif not c.names.exists(name.text):
        c.names.unknown(name, "thing", kinds)
    return None


def _in_scope(c: Checker, node: s.LookClause, thing: Thing) -> dict[str, LocalSymbol]:
    if isinstance(thing, DomainSymbol):
        itself = {} if c.names.exists(IT) else {IT: LocalSymbol(IT, DomainType(thing.domain))}
        found = itself | {field.name: LocalSymbol(field.name, field.type) for field in thing.domain.fields}
        for name, symbol in found.items():
            c.binds[node, name] = symbol
        return found
    found = {symbol.name: symbol for symbol in thing.locals if symbol is not None}
    for name, symbol in found.items():
        c.binds[node, name] = symbol
    return found


# --------------------------------------------------------------------------------------------------- elements of a look


def _elements(c: Checker, thing: Thing | None) -> tuple[str, ...] | None:
    """Return the names of the elements of a thing that looks can describe one by one, including seats that this game
    does not use; None if it has no elements."""
    if not isinstance(thing, DomainSymbol) or thing.domain.sort not in NAMED_ELEMENTS:
        return None
    if thing.domain is not c.players:
        return thing.domain.labels
    header = c.book.header
    most = max(header.player_counts, default=c.book.players)
    return tuple(seat.name.text for seat in header.seats) or tuple(f"p{n}" for n in range(1, most + 1))


def _element(
    c: Checker, node: s.LookClause, thing: Thing | None, name: s.Name, elements: tuple[str, ...] | None
) -> None:
    if thing is None:
        return
    if elements is None:
        message = f"the elements of {sort_of(thing)} `{node.name.text}` do not look different by name"
        advice = ["say it for all; how one looks may follow from its attributes: `colour owner`"]
        c.report.add("E336", name.span, message, help=advice)
    elif name.text not in elements:
        message = f"`{node.name.text}` has no element `{name.text}`"
        c.report.add("E201", name.span, message, help=did_you_mean(name.text, elements, name.span))


def _layout(c: Checker, node: s.LookClause, thing: Thing, elements: tuple[str, ...] | None) -> None:
    if elements is None:
        message = f"{sort_of(thing)} `{node.name.text}` has no elements that could be laid out"
        c.report.add("E336", node.layout[0].span, message, help=["lay out the board or the table by which it goes"])
        return
    where: dict[str, Span] = {}
    before = len(c.report.diagnostics)
    for row in node.layout:
        for match in re.finditer(r"\S+", row.value):
            name, span = match.group(), _inside(row, match)
            if name == ".":
                continue
            if name not in elements:
                message = f"`{node.name.text}` has no element `{name}`"
                advice = did_you_mean(name, elements, span) or ["`.` is an empty cell; names have blanks between them"]
                c.report.add("E201", span, message, help=advice)
            elif name in where:
                c.report.add("E204", span, f"`{name}` is laid out twice", labels=[(where[name], "here already")])
            where.setdefault(name, span)
    missing = [name for name in elements if name not in where]
    if missing and sort_of(thing) == "board" and len(c.report.diagnostics) == before:
        names = ", ".join(f"`{name}`" for name in missing[:4]) + (" and others" if len(missing) > 4 else "")
        c.report.add("E336", node.layout[0].span, f"the layout of board `{node.name.text}` leaves out {names}")


def _inside(row: s.Text, match: re.Match[str]) -> Span:
    """Return the span of a name within a row of a layout. It is the span of the whole row if that contains escapes."""
    start = row.span.start + 1
    plain = len(row.value) == len(row.span.text) - 2
    return Span(row.span.source, start + match.start(), start + match.end()) if plain else row.span


# ------------------------------------------------------------------------------------------------- values of properties


def _prop(c: Checker, thing: Thing | None, prop: s.LookProp, scope: Scope) -> None:
    key = prop.key.text
    value = VALUES.get(key)
    if value is None:
        message = f"a look says nothing of `{key}`"
        advice = did_you_mean(key, VALUES, prop.key.span) if key != "layout" else [ROWS]
        c.report.add("E239", prop.key.span, message, expected=sorted(VALUES), help=advice)
        return
    if thing is not None and key == "lines" and sort_of(thing) != "board" and not _turns(thing):
        message = f"only a board and what is turning have `lines`, and `{thing.name}` is {with_article(sort_of(thing))}"
        c.report.add("E336", prop.key.span, message)
        return
    if thing is not None and key == "crossed" and sort_of(thing) not in CROSSABLE:
        message = f"only where something may lie can be `crossed`, and `{thing.name}` is {with_article(sort_of(thing))}"
        known = "boards, enumerations and tables have sites"
        c.report.add("E336", prop.key.span, message, help=[known])
        return
    if thing is not None and key == "back" and sort_of(thing) not in HIDEABLE:
        c.report.add("E336", prop.key.span, "only pieces and places have a `back`, as what lies hidden is drawn")
        return
    if thing is not None and key == "backdrop" and sort_of(thing) != "place":
        message = f"only a place has a `backdrop`, and `{thing.name}` is {with_article(sort_of(thing))}"
        c.report.add("E336", prop.key.span, message)
        return
    if thing is not None and key in FIGURES and sort_of(thing) not in FIGURES[key][0]:
        message = f"{FIGURES[key][1]}, and `{thing.name}` is {with_article(sort_of(thing))}"
        c.report.add("E336", prop.key.span, message)
        return
    value(c, prop, scope)


def _turns(thing: Thing) -> bool:
    return isinstance(thing, DomainSymbol) and thing.domain.turning


def _wrong(c: Checker, prop: s.LookProp, wanted: str, found: str, *help_: str) -> None:
    c.report.add("E335", prop.value.span, f"`{prop.key.text}` is {wanted}, and this is {found}", help=help_)


def _colour(c: Checker, prop: s.LookProp, scope: Scope) -> None:
    node = prop.value
    if isinstance(node, s.Text):
        if not is_colour(node.value):
            advice = '`"#f4efe0"`, `"#fff"`, or one of the names of CSS, `"tomato"`'
            _wrong(c, prop, "a colour", f'"{node.value[:40]}"', advice)
        return
    known = isinstance(node, s.Ref) and (node.name.text in scope.names or node.name.text in c.names.constants)
    if isinstance(node, s.Ref) and not known and not c.names.exists(node.name.text) and is_colour(node.name.text):
        c.report.add("E335", node.span, f'a colour stands in quotes: `"{node.name.text}"`')
        return
    _element_value(c, prop, node, scope, "a colour in quotes or an element, whose colour it takes")


def _letter(c: Checker, prop: s.LookProp, scope: Scope) -> None:
    if not isinstance(prop.value, s.Text):
        _element_value(c, prop, prop.value, scope, "letters in quotes, a number, or an element", numbers=True)
    elif not 0 < len(prop.value.value.strip()) <= MOST_LETTERS:
        _wrong(c, prop, f"one to {MOST_LETTERS} letters", f'"{prop.value.value[:40]}"')


def _title(c: Checker, prop: s.LookProp, scope: Scope) -> None:
    if not isinstance(prop.value, s.Text):
        _element_value(c, prop, prop.value, scope, 'an element, whose title it takes, or `""`')
    elif prop.value.value:
        _wrong(c, prop, 'an element, whose title it takes, or `""`', f'"{prop.value.value[:40]}"')


def _drawing(c: Checker, prop: s.LookProp, scope: Scope) -> None:
    if not isinstance(prop.value, s.Text):
        _element_value(c, prop, prop.value, scope, "the data of an SVG path in quotes, or an element")
    elif not is_path(prop.value.value):
        advice = 'as in `"M 10 90 L 50 10 L 90 90 Z"`, in a box of 100 by 100'
        _wrong(c, prop, "the data of an SVG path", f'"{prop.value.value[:40]}"', advice)


def _shape(c: Checker, prop: s.LookProp, scope: Scope) -> None:
    node = prop.value
    if isinstance(node, s.Nothing):
        return
    word = node.value if isinstance(node, s.Text) else node.name.text if isinstance(node, s.Ref) else None
    if word in SHAPES and isinstance(node, s.Ref):
        return
    if isinstance(node, s.Text):
        _wrong(c, prop, "a word without quotes", f'"{word}"', f"the shapes are {', '.join(SHAPES)} and none")
        return
    if word is not None and word not in scope.names and word not in c.names.constants and not c.names.exists(word):
        advice = did_you_mean(word, SHAPES, node.span)
        c.report.add("E335", node.span, f"there is no shape `{word}`", expected=[*SHAPES, "none"], help=advice)
        return
    _element_value(c, prop, node, scope, "a shape, or an element, whose shape it takes")


def _number(c: Checker, prop: s.LookProp, scope: Scope, wanted: str, low: int, high: int) -> None:
    if isinstance(prop.value, s.Text):
        _wrong(c, prop, wanted, "a text")
        return
    t = infer(c, prop.value, scope)
    if not isinstance(t, NumberType | ErrorType):
        _wrong(c, prop, wanted, show(t))
    elif isinstance(t, NumberType) and (t.high < low or t.low > high):
        _wrong(c, prop, f"{wanted}, from {low} to {high}", show(t))


def _truth(c: Checker, prop: s.LookProp, scope: Scope) -> None:
    if isinstance(prop.value, s.Truth):
        infer(c, prop.value, scope)
    else:
        _wrong(c, prop, "`yes` or `no`", "something else")


def _condition(c: Checker, prop: s.LookProp, scope: Scope) -> None:
    if isinstance(prop.value, s.Text):
        _wrong(c, prop, "a truth", "a text")
    elif not isinstance(t := infer(c, prop.value, scope), TruthType | ErrorType):
        _wrong(c, prop, "a truth", show(t))


def _element_value(
    c: Checker, prop: s.LookProp, node: s.Expr, scope: Scope, wanted: str, numbers: bool = False
) -> None:
    t = infer(c, node, scope)
    item = t.item if isinstance(t, OptionType) else t
    fitting = (DomainType, NumberType) if numbers else (DomainType,)
    if not isinstance(item, (*fitting, ErrorType)):
        _wrong(c, prop, wanted, show(t))


VALUES: Final[dict[str, Value]] = {
    "colour": _colour,
    "back": _colour,
    "letter": _letter,
    "corner": _letter,
    "title": _title,
    "drawing": _drawing,
    "backdrop": _drawing,
    "shape": _shape,
    "size": partial(_number, wanted="a number of percent", low=1, high=1000),
    "turned": partial(_number, wanted="a number of degrees", low=INT32[0], high=INT32[1]),
    "lines": _truth,
    "crossed": _condition,
    **{key: check for key, (_, _, check) in FIGURES.items()},
}
"""By property of a look, the function that checks its value."""


def is_colour(text: str) -> bool:
    """Return whether a text is a colour: `#rgb`, `#rrggbb`, or a CSS name. Nothing else is allowed, so colours are
    written into pictures unchanged."""
    return bool(_HEX.fullmatch(text)) or text in COLOURS


def is_path(text: str) -> bool:
    """Return whether a text consists of SVG path data only, and begins with a move."""
    return len(text) <= MOST_OF_A_PATH and bool(_PATH.fullmatch(text))
