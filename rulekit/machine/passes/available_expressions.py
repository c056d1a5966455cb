"""Available expressions: a decision reuses the set that it runs over, if all paths to it have computed that set.

For example, `in turn, who can: lay` tests whether there is an option, and `lay` then runs over the options. If no write
comes between, the earlier node keeps the set in a cell, and the decision reads it. This is global common-subexpression
elimination on the graph of nodes, for expressions worth a cell. Only for playouts: states get more cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import count

from attrs import define, evolve, field

from ...graphs import reached_by, reverse_edges
from .. import program as m
from ..analyses.effects import Effects
from ..analyses.free_names import FreeNames
from ..analyses.manager import Analyses
from ..analyses.speculation_safety import SpeculationSafety
from ..control_flow import targets
from ..form_table import child_expressions, map_children, parts_of
from . import rewriter
from .inline import replace_names

LEAST = 12
"""The least number of nodes in an expression that is worth a cell."""
BOUND = "#bound "


def available_expressions(analyses: Analyses, why: list[str]) -> m.Machine:
    keeper = ExpressionKeeper(analyses, {n.id: n for n in analyses.machine.nodes})
    for key, (found, size) in dict(_run_over(analyses)).items():
        keeper.keep(key, found, size)
    why.append(f"available_expressions: {keeper.done} sets of options kept from what led to them")
    if not keeper.done:
        return analyses.machine
    return analyses.with_added(evolve(analyses.machine, nodes=tuple(keeper.nodes.values())))


def _run_over(analyses: Analyses) -> Iterator[tuple[m.Expr, tuple[m.Expr, int]]]:
    """Yield the sets that parameters of decisions run over: for each a key, equal for equal sets, the expression and
    the size."""
    free, effects = analyses.get(FreeNames), analyses.get(Effects)
    for level in (p for p in parts_of(analyses.machine.nodes) if isinstance(p, m.Level)):
        found = level.within
        if found is not None and not free.of(found) and effects.reads(found) and len(list(parts_of(found))) >= LEAST:
            yield _key(found), (found, level.high + 1)


def _key(expr: m.Expr) -> m.Expr:
    """Return a form of the expression that is equal for alpha-equivalent expressions."""
    numbers = count()
    return replace_names(expr, {}, lambda _: f"{BOUND}{next(numbers)}")


@define
class ExpressionKeeper:
    """Keeps sets in cells and replaces later computations by reads; `nodes` holds the nodes as changed so far."""

    analyses: Analyses
    nodes: dict[str, m.Node]
    done: int = 0
    _keys: dict[int, tuple[m.Expr, m.Expr]] = field(factory=dict)

    def keep(self, key: m.Expr, expr: m.Expr, size: int) -> None:
        reads = self.analyses.get(Effects).reads(key)
        asking = {n.id for n in self.nodes.values() if isinstance(n, m.StepNode) and self.asks(n.next, key)}
        killing = {n.id for n in self.nodes.values() if self.may_write(n, reads)}
        before = reverse_edges({name: targets(node) for name, node in self.nodes.items()})
        available = self.available(asking, killing, before)
        using = {name for name in available if isinstance(self.nodes[name], m.Decision) and self.runs_over(name, key)}
        # keep only evaluations that are the last one before such a decision
        asking &= reached_by(using, {name: sources for name, sources in before.items() if name not in asking})
        if not using:
            return
        high = size - 1
        cell = self.analyses.add_cell(m.Cell("kept 1", "set", (), (), 0, high, 0, (0,), "", "control"))
        for name in sorted(asking | using):
            self.nodes[name] = self.read(self.nodes[name], key, cell.name)
        for name in sorted(asking):
            node = self.nodes[name]
            assert isinstance(node, m.StepNode)
            self.nodes[name] = evolve(
                node, body=(*node.body, m.Write(cell.name, (), replace_names(expr, {}, self.analyses.fresh)))
            )
        self.done += 1

    def available(self, asking: set[str], killing: set[str], before: dict[str, set[str]]) -> set[str]:
        """Return the nodes at which the expression is available: every path computed it, with no write after that."""
        found = {name for name in self.nodes if name != self.analyses.machine.start and name in before}
        changed = True
        while changed:
            gone = {n for n in found if any(b not in asking and (b in killing or b not in found) for b in before[n])}
            changed = bool(gone)
            found -= gone
        return found

    def may_write(self, node: m.Node, cells: AbstractSet[str]) -> bool:
        """Return whether a node may write one of these cells."""
        effects = self.analyses.get(Effects)
        return not (effects.writes(node).isdisjoint(cells) and effects.picks(node).isdisjoint(cells))

    # ------------------------------------------------------------------------------------------------------ occurrences

    def is_it(self, expr: m.Expr, key: m.Expr) -> bool:
        if type(expr) is not type(key) or self.analyses.get(FreeNames).of(expr):
            return False
        known = self._keys.get(id(expr))
        if known is None or known[0] is not expr:
            known = self._keys[id(expr)] = expr, _key(expr)
        return known[1] == key

    def asks(self, way: m.Next, key: m.Expr) -> bool:
        """Return whether the expression is part of the condition of a fork where nothing can fault, so that it may be
        computed first."""
        if not isinstance(way, m.Fork) or not self.analyses.get(SpeculationSafety).total(way.condition, {}):
            return False
        return any(self.is_it(part, key) for part in _parts_of_condition(way.condition))

    def runs_over(self, name: str, key: m.Expr) -> bool:
        levels = (p for p in parts_of(self.nodes[name]) if isinstance(p, m.Level))
        return any(level.within is not None and self.is_it(level.within, key) for level in levels)

    def read(self, node: m.Node, key: m.Expr, cell: str) -> m.Node:
        """Return the node with the expression replaced by a read of the cell, in a decision's options or step's
        exit."""

        def change(expr: m.Expr) -> m.Expr:
            if self.is_it(expr, key):
                return m.Load(cell)
            changed: m.Expr = map_children(expr, change)
            return changed

        match node:
            case m.Decision():
                return evolve(node, alternatives=tuple(rewriter.alternative(a, change) for a in node.alternatives))
            case m.StepNode(next=m.Fork(condition, then, otherwise)):
                return evolve(node, next=m.Fork(_quick_first(change(condition)), then, otherwise))
        return node


def _parts_of_condition(condition: m.Expr) -> Iterator[m.Expr]:
    """Yield the parts of a condition that are evaluated once, not for each value of a loop."""
    waiting = [condition]
    while waiting:
        expr = waiting.pop()
        yield expr
        if not isinstance(expr, (m.Fold, m.SetBuild, m.Reach, m.Grow, m.After)):
            waiting.extend(child_expressions(expr))


def _quick_first(condition: m.Expr) -> m.Expr:
    """Return a condition with the operands of `or` and `and`, which cannot fault, sorted by size."""
    if isinstance(condition, m.Op) and condition.op in ("and", "or"):
        return evolve(condition, args=tuple(sorted(condition.args, key=lambda arg: len(list(parts_of(arg))))))
    return condition
