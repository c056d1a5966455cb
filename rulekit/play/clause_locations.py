"""Where in a rulebook a clause does something to a place or a kept value: for messages about what happened in play.

What a statement writes is known to `check/information/writes.py`; the line of a decision or a chance is that of its
fault (`leaks.py`).
"""

from __future__ import annotations

from ..check.information.writes import written_by
from ..model.rulebook import Rulebook
from ..syntax import nodes as s
from ..syntax.traversal import walk

MOST_LINES = 4
LOOPS = {"turn": s.Turns, "round": s.Rounds}
"""What begins the time for which a keep lasts, and gives it its first value again."""


def lines_in(rulebook: Rulebook, clause: str, cell: str | None) -> str:
    """`line 3` or `lines 3, 9`: the statements of a clause that write or show the cell, or else those by which a game
    ends where it is one of the game's own; else where the clause begins; empty for what is no clause of the rulebook.
    """
    placed = next((p.clause for p in rulebook.clauses if clause in (p.id, p.clause.kind)), None)
    if placed is None:
        return ""
    found = {}
    if cell is not None:
        begins = _begins(rulebook, cell)
        found = {p.span.first.line: None for p in walk(placed) if isinstance(p, begins) or _touches(p, cell)}
    lines = list(found) or [placed.span.first.line]
    shown = ", ".join(map(str, lines[:MOST_LINES])) + (", …" if len(lines) > MOST_LINES else "")
    return f"line{'s' * (len(lines) > 1)} {shown}"


def _begins(rulebook: Rulebook, cell: str) -> tuple[type[s.Node], ...]:
    """The loops that write this cell themselves."""
    keeps = (p.clause for p in rulebook.clauses if isinstance(p.clause, s.KeepClause) and p.clause.name.text == cell)
    return tuple(LOOPS[keep.lifetime] for keep in keeps if keep.lifetime in LOOPS)


def _touches(part: s.Node, cell: str) -> bool:
    if cell.startswith("game."):
        return isinstance(part, s.Over)
    match part:
        case s.Show():
            return isinstance(part.value, s.Ref | s.Index) and part.value.name.text == cell
        case s.Turns():
            return cell == "active"
    return isinstance(part, s.Stmt) and any(target.name.text == cell for target in written_by(part))
