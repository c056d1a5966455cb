"""W415: the flow may end although nothing has ended the game; then nobody wins.

A loop that has a limit or a condition counts as endless if something may end the game in it, or in another clause:
often the limit is only a bound that no game reaches.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics import Help, Span
from ...model.clause_table import is_unsaid
from ...model.rulebook import Placed
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import body_of, every, may_end_game
from ..checked import CheckedModel
from ..checker import Checker
from ..clause_call_graph import call_edges
from ..effect_analysis import steps_of
from .turns_and_rounds import falls_through


def endings(c: Checker, model: CheckedModel) -> None:
    clauses = [placed.clause for placed in c.book.clauses]
    flow = next((clause for clause in clauses if isinstance(clause, s.FlowClause)), None)
    if flow is None or not flow.body or any(map(is_unsaid, clauses)):
        return
    if falls_through(flow.body, _GameEnds(c.book.clauses).at):
        last = flow.body[-1].span
        after = Span(last.source, last.end, last.end)
        margin = " " * (last.first.column - 1)
        fix = Help("write who wins, or `game over, drawn`", after, f"\n{margin}game over, drawn")
        message = "the flow may end here without `game over`; then every player gets 0"
        c.report.add("W415", last, message, help=[fix])


class _GameEnds:
    """Finds the statements after which nothing is done, since they call what ends the game or loop until it ends."""

    def __init__(self, clauses: Sequence[Placed]) -> None:
        self.clauses = {placed.id: placed.clause for placed in clauses}
        self.elsewhere = any(may_end_game(body_of(p.clause)) for p in clauses if not isinstance(p.clause, s.FlowClause))
        steps = {name: step for _, name, step in steps_of(clauses)}
        self.led_to: dict[s.Node | str, list[str]] = {}
        """The ids of the clauses that run at a statement, such as the rules at a step; the rules of an event by its
        id."""
        for edge in call_edges(clauses):
            self.led_to.setdefault(edge.node, []).append(edge.target)
            self.led_to.setdefault(edge.source, []).append(edge.target)
        for placed in clauses:
            if isinstance(placed.clause, s.RuleClause) and isinstance(at := placed.clause.trigger, s.AtStep):
                if (step := steps.get(f"{at.procedure.text}.{at.step.text}")) is not None:
                    self.led_to.setdefault(step, []).append(placed.id)
        self.begun: set[str] = set()

    def at(self, stmt: s.Stmt) -> bool:
        """Return whether the game always ends at this statement, or may be taken to."""
        if does(stmt, "turn", "forever") and not getattr(stmt, "once", False):
            if any(getattr(stmt, name, None) is not None for name in ("limit", "condition", "where")):
                return self.elsewhere or may_end_game((stmt,))
            return does(stmt, "turn")
        ends = [self._ends(target) for target in self.led_to.get(stmt, ())]
        if isinstance(stmt, s.Do):
            return bool(ends) and all(ends) and not stmt.optional and stmt.otherwise is None
        return any(ends)

    def _ends(self, target: str) -> bool:
        """Return whether a clause always ends the game. A call of a clause by itself is taken to."""
        if target.startswith("event "):
            return any(map(self._ends, self.led_to.get(target, ())))
        if target in self.begun:
            return True
        self.begun.add(target)
        body = body_of(self.clauses[target]) if target in self.clauses else ()
        ends = not falls_through(body, self.at) and not any(does(stmt, "returns") for stmt in every(body))
        self.begun.discard(target)
        return ends
