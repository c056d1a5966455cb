"""Makes the boards of a configuration: the cells of rectangles, hexagons and triangles, open boards, and graphs.

This file evaluates sizes and conditions; `board_topology.py` computes the steps between cells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from typing import Final

from ..model.symbols import DomainSymbol, LocalSymbol
from ..model.types import BoardInfo, Domain, DomainType, ErrorType, FieldInfo, NumberType, SetType, TruthType
from ..syntax import nodes as s
from . import board_topology
from .checker import Checker
from .constant_evaluation import evaluate
from .domain_construction import MOST_SITES, evaluate_before_game, labels_of, within_member_limit
from .evaluation_context import NotConstant
from .expression_types import check
from .symbol_table import Scope
from .type_relations import number_type


def board(c: Checker, clause: s.BoardClause) -> Domain | None:
    if clause.shape == "graph":
        return _graph(c, clause)
    if clause.base is not None:
        return _of_rims(c, clause, clause.base)
    assert clause.width is not None
    wanted = NumberType(1, MOST_SITES)
    width = evaluate_before_game(c, clause.width, wanted, "the size of a board")
    height = (
        evaluate_before_game(c, clause.height, wanted, "the size of a board") if clause.height is not None else width
    )
    if not isinstance(width, int) or not isinstance(height, int):
        return None
    opened = clause.shape == "open"
    measured = clause.name.text in c.boards.wide
    side = 2 * width + 3 if measured else width + 2
    count = side * side if opened else _MEMBERS.get(clause.shape, int.__mul__)(width, height)
    if not within_member_limit(
        c, clause, count, MOST_SITES, "sites", _advice(clause.name.text, measured) if opened else ()
    ):
        return None
    sites = board_topology.open_board(side, clause.hexagonal) if opened else _grid(c, clause, width, height)
    if sites is None or not within_member_limit(c, clause, len(sites.labels), MOST_SITES, "sites"):
        return None
    name = clause.name.text
    directions = Domain(f"{name}Direction", "direction", sites.directions, turning=True)
    fields = (
        FieldInfo("column", number_type(min(sites.columns), max(sites.columns)), sites.columns),
        FieldInfo("row", number_type(min(sites.rows), max(sites.rows)), sites.rows),
    )
    c.names.add_domain(directions)
    narrow = clause.wrapped and min(width, height) < NARROWEST
    rims = () if narrow else sites.rims
    info = BoardInfo(directions, sites.next, sites.adjacent, width if opened else None, rims)
    return Domain(name, "board", sites.labels, fields=fields, board=info)


NARROWEST: Final = 3
"""Columns and rows that a wrapped board needs for edges and corners: with fewer, two cells would share two edges."""


def _of_rims(c: Checker, clause: s.BoardClause, name: s.Name) -> Domain | None:
    """Return the domain of the edges or corners of the cells of another board; None if an error was reported."""
    symbol = c.names.lookup(name.text)
    if symbol is None and not c.names.exists(name.text):
        c.names.unknown(name, "board", c.names.of_kinds("board"))
    base = symbol.domain if isinstance(symbol, DomainSymbol) else None
    board = None if base is None else base.board
    if base is None or board is None or board.base is not None or not board.rims:
        if symbol is not None:
            what = f"`{name.text}` is {c.names.describe(name.text)}"
            message = (
                f"only the cells of a grid have {clause.shape}, and {what if board is None else _no_rims(name.text)}"
            )
            c.report.add("E338", name.span, message, help=[LINKS] if board is not None else ())
        return None
    assert symbol is not None and board.directions is not None
    c.refs[name] = symbol
    c.uses.symbols.add(symbol)
    column, row = (field.values for field in base.fields)
    cells = [(x, y) for x, y in zip(column, row, strict=True) if isinstance(x, int) and isinstance(y, int)]
    make = board_topology.edge_sites if clause.shape == "edges" else board_topology.corner_sites
    sites = make(base.labels, cells, board.rims, board_topology.form_of(board.directions.labels))
    if not within_member_limit(c, clause, len(sites.labels), MOST_SITES, "sites"):
        return None
    info = BoardInfo(None, (), sites.adjacent, rims=sites.rims, base=base, of_cells=sites.next, called=sites.called)
    return Domain(clause.name.text, "board", sites.labels, board=info)


def _no_rims(name: str) -> str:
    return f"`{name}` is open, a graph, of edges or corners itself, or wrapped and narrower than {NARROWEST}"


LINKS: Final = "a pair of neighbours is a row of `table NAME for each x in BOARD, y in adjacent(x) where x < y`"


def _advice(name: str, measured: bool) -> list[str]:
    """Return advice for an open board that is too large: for how many pieces it can be open, and what to use
    instead."""
    most = (isqrt(MOST_SITES) - 3) // 2 if measured else isqrt(MOST_SITES) - 2
    beside = f"a kept set of {name} counts its empty sites, too; a fact that gives the sites beside things counts none"
    return [*(_WIDE if measured else ()), f"it can be `open for {most}` at most", beside]


_WIDE: Final = [
    "`column`, `row`, `ray`, `between`, `direction` and `distance` need a wider board: with N things, 2 * N + 3 sites"
    " across; `adjacent`, `around`, `next` and `steps` do not"
]
_MEMBERS: Final[dict[str, Callable[[int, int], int]]] = {
    "hexagon": lambda side, _: 3 * side * (side - 1) + 1,
    "triangle": lambda side, _: side * (side + 1) // 2,
}
"""By outline, the number of sites of a board that is not a rectangle, from its sizes and before its `where`."""


def _grid(c: Checker, clause: s.BoardClause, width: int, height: int) -> board_topology.Sites | None:
    """Return the cells of a grid that lie within its outline and meet its condition; None if an error was reported."""
    form, kept = clause.shape, None
    if form == "hexagon":
        width, height, kept, form = 2 * width - 1, 2 * width - 1, board_topology.hexagon(width), "hexagonal"
    elif form == "triangle":
        kept, form = board_topology.triangle(width), "hexagonal"
    assert form in ("square", "hexagonal", "triangular")
    if clause.where is not None:
        whole = kept or {(column, row) for row in range(1, height + 1) for column in range(1, width + 1)}
        kept = _cells_where(c, clause.where, sorted(whole), width, height)
        if kept is None:
            return None
    return board_topology.grid(width, height, form, clause.wrapped, kept)


def _cells_where(
    c: Checker, where: s.Expr, cells: Sequence[board_topology.Coordinates], width: int, height: int
) -> frozenset[board_topology.Coordinates] | None:
    """Return the cells for which a condition on `column` and `row` holds; None if an error was reported."""
    scope = Scope("constant", what="a board")
    column, row = LocalSymbol("column", number_type(1, width)), LocalSymbol("row", number_type(1, height))
    scope.names |= {"column": column, "row": row}
    if isinstance(check(c, where, scope, TruthType(), "what follows `where`"), ErrorType):
        return None
    kept = set()
    try:
        for cell in cells:
            c.work.spend(where)
            if evaluate(c, where, {column: cell[0], row: cell[1]}):
                kept.add(cell)
    except NotConstant as problem:
        if isinstance(problem.node, s.Ref) and problem.node not in c.refs:
            return None  # the name does not exist, which was reported
        c.not_constant(problem, "a board")
        return None
    return frozenset(kept)


def _graph(c: Checker, clause: s.BoardClause) -> Domain | None:
    """Return the domain of a board given by rows, each with a site and the set of its neighbours. If a row names a
    neighbour, both sites become neighbours of each other. A row with an error adds no neighbours, but its site still
    exists."""
    if not within_member_limit(c, clause, len(clause.rows), MOST_SITES, "sites"):
        return None
    labels = labels_of(c, [r.item for r in clause.rows])
    shell = Domain(clause.name.text, "board", labels)
    c.names.add_members(shell)
    wanted = SetType(DomainType(shell))
    neighbours: list[set[int]] = [set() for _ in labels]
    has_all = len(labels) == len(clause.rows)
    for site, row in enumerate(clause.rows):
        if len(row.cells) != 1:
            c.report.add("E206", row.span, "a site of a graph has one cell: the set of its neighbours")
            continue
        value = evaluate_before_game(c, row.cells[0], wanted, "the neighbours")
        if not isinstance(value, frozenset):
            continue
        if site in value:
            c.report.add("E316", row.cells[0].span, f"`{row.item.name.text}` cannot be its own neighbour")
        for other in value if has_all else ():
            neighbours[site].add(other)
            neighbours[other].add(site)
    c.names.drop_members(shell)
    if not has_all:
        return None
    return Domain(clause.name.text, "board", labels, board=BoardInfo(None, (), tuple(map(frozenset, neighbours))))
