"""Advice on names of edges and corners: which site is probably meant by a name that the board does not have.

An edge or corner is named after the first cell that has it. So likely mistakes are names after other cells, with the
sides in another order, or without `_` between the sides.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Help, Span
from ..diagnostics.printable import enumerated
from ..model.types import Domain


def advise_on_sites(name: str, span: Span, domains: Iterable[Domain]) -> tuple[Help, ...]:
    """Return advice on a name that may be meant for an edge or corner of one of these boards, with a fix if only one
    can be meant."""
    boards = [(domain.name, domain.board, dict(domain.board.called)) for domain in domains if domain.board is not None]
    for right in (called[name] for _, _, called in boards if name in called):
        return (Help(f"it is called `{right}`, after the first cell that has it", span, right),)
    cell, _, side = name.partition("_")
    for board_name, board, called in boards:
        around = {n: right for n, right in called.items() if side and n.startswith(f"{cell}_")}
        meant = {right for n, right in around.items() if _letters(n.partition("_")[2]) == _letters(side)}
        if len(meant) == 1:
            (right,) = meant
            return (Help(f"did you mean `{right}`?", span, right),)
        if around:
            kind = "corners" if len(board.rims[0]) == 1 else "edges"
            sites = enumerated([f"`{right}`" for right in around.values()])
            return (Help(f"the {kind} of `{cell}` in {board_name} are, clockwise, {sites}"),)
    return ()


def _letters(side: str) -> list[str]:
    return sorted(side.replace("_", ""))
