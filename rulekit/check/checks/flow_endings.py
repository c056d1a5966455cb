"""W415: the flow may end although nothing has ended the game; then nobody wins.

A loop that has a limit or a condition counts as endless if something may end the game in it, or in another clause:
often the limit is only a bound that no game reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...diagnostics import Help, Span
from ...graphs import reverse_edges
from ...model.clause_table import is_unsaid
from ...model.rulebook import Placed
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import body_of, every, may_end_game
from ..checked import CheckedModel
from ..checker import Checker
from ..clause_call_graph import call_edges, call_targets_by_source
from ..effect_analysis import steps_of
from .turns_and_rounds import falls_through


def flow_endings(c: Checker, model: CheckedModel) -> None:
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
        edges = call_edges(clauses)
        self.elsewhere = any(may_end_game(body_of(p.clause)) for p in clauses if not isinstance(p.clause, s.FlowClause))
        self.led_to: dict[s.Node | str, list[str]] = {}
        """The ids of the clauses that run at a statement, such as the rules at a step; the rules of an event by its
        id."""
        for edge in edges:
            self.led_to.setdefault(edge.source if edge.source.startswith("event ") else edge.node, []).append(
                edge.target
            )
        steps = {name: step for _, name, step in steps_of(clauses)}
        for placed in clauses:
            if isinstance(placed.clause, s.RuleClause) and isinstance(at := placed.clause.trigger, s.AtStep):
                if (step := steps.get(f"{at.procedure.text}.{at.step.text}")) is not None:
                    self.led_to.setdefault(step, []).append(placed.id)
        self.ending = {placed.id for placed in clauses}
        """The ids of the clauses that always end the game, or call themselves for ever."""
        self._drop_passing(
            {placed.id: body_of(placed.clause) for placed in clauses}, reverse_edges(call_targets_by_source(edges))
        )

    def _drop_passing(self, bodies: Mapping[str, tuple[s.Stmt, ...]], callers: Mapping[str, Iterable[str]]) -> None:
        """Remove each clause from `ending` after which play may go on, and then test its callers again."""
        waiting = [*bodies]
        while waiting:
            id_ = waiting.pop()
            if id_ in self.ending and self._passes(id_, bodies.get(id_, ())):
                self.ending.discard(id_)
                waiting += callers.get(id_, ())

    def _passes(self, id_: str, body: tuple[s.Stmt, ...]) -> bool:
        if id_.startswith("event "):
            return self.ending.isdisjoint(self.led_to.get(id_, ()))
        return falls_through(body, self.at) or any(does(stmt, "returns") for stmt in every(body))

    def at(self, stmt: s.Stmt) -> bool:
        """Return whether the game always ends at this statement, or may be taken to."""
        if does(stmt, "turn", "forever") and not getattr(stmt, "once", False):
            if any(getattr(stmt, name, None) is not None for name in ("limit", "condition", "where")):
                return self.elsewhere or may_end_game((stmt,))
            return does(stmt, "turn")
        targets = self.led_to.get(stmt, ())
        if isinstance(stmt, s.Do):
            return self.ending.issuperset(targets) and bool(targets) and not stmt.optional and stmt.otherwise is None
        return not self.ending.isdisjoint(targets)
