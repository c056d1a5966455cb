"""Where in a rulebook a clause does something to a place or a kept value: for messages about what happened in play."""

from __future__ import annotations

from ..model.rulebook import Rulebook
from ..syntax import nodes as s
from ..syntax.traversal import walk

MOST_LINES = 4


def lines_in(rulebook: Rulebook, clause: str, cell: str | None) -> str:
    """`line 3` or `lines 3, 9`: the statements of a clause that write or show the cell, or else those by which a game
    ends where it is one of the game's own; else where the clause begins; empty for what is no clause of the rulebook.
    """
    placed = next((p.clause for p in rulebook.clauses if clause in (p.id, p.clause.kind)), None)
    if placed is None:
        return ""
    found = {part.span.first.line: None for part in walk(placed) if cell is not None and _touches(part, cell)}
    lines = list(found) or [placed.span.first.line]
    shown = ", ".join(map(str, lines[:MOST_LINES])) + (", …" if len(lines) > MOST_LINES else "")
    return f"line{'s' * (len(lines) > 1)} {shown}"


def _touches(part: s.Node, cell: str) -> bool:
    if cell.startswith("game."):
        return isinstance(part, s.Over)
    match part:
        case s.Assign():
            return part.target.name.text == cell
        case s.Move():
            return cell in (_place(part.take.place), _place(part.to.place))
        case s.Put():
            return _place(part.to.place) == cell
        case s.Remove():
            return _place(part.take.place) == cell
        case s.Show():
            return isinstance(part.value, s.Ref | s.Index) and _place(part.value) == cell
        case s.Turns():
            return cell == "active"
    return False


def _place(node: s.Ref | s.Index) -> str:
    return node.name.text
