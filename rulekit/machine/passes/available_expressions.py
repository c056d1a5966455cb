"""Available expressions: a decision reuses the set over which it runs, if all paths to the decision computed it.

For example, `in turn, who can: lay` tests whether there is an option; then `lay` runs over the options. If no write
comes between, the earlier node stores the set in a cell, which the decision reads. This is global common-subexpression
elimination on the graph of nodes, for expressions worth a cell. It is only for playouts, because it adds cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from itertools import count

from attrs import define, evolve, field

from ...graphs import reached_by, reverse_edges
from ...identity_cache import cache_by_identity
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
    """Yield the sets over which parameters of decisions run. Each has a key, which is equal for equal sets, and is
    paired with the expression and the size of the set."""
    free, effects = analyses.get(FreeNames), analyses.get(Effects)
    for level in (p for p in parts_of(analyses.machine.nodes) if isinstance(p, m.Level)):
        found = level.within
        if found is not None and not free.of(found) and effects.reads(found) and len(list(parts_of(found))) >= LEAST:
            yield _key(found), (found, level.high + 1)


def _key(expr: m.Expr) -> m.Expr:
    """Return a form of the expression that is equal for expressions that differ only in the names they bind."""
    numbers = count()
    return replace_names(expr, {}, lambda _: f"{BOUND}{next(numbers)}")


@define
class ExpressionKeeper:
    """Stores sets in cells and reads them instead of computing them again. `nodes` are the changed nodes."""

    analyses: Analyses
    nodes: dict[str, m.Node]
    done: int = 0
    key_of: Callable[[m.Expr], m.Expr] = field(init=False, factory=lambda: cache_by_identity(_key))

    def keep(self, key: m.Expr, expr: m.Expr, size: int) -> None:
        reads = self.analyses.get(Effects).reads(key)
        asking = {n.id for n in self.nodes.values() if isinstance(n, m.StepNode) and self.asks(n.next, key)}
        killing = {n.id for n in self.nodes.values() if self.may_write(n, reads)}
        before = reverse_edges({name: targets(node) for name, node in self.nodes.items()})
        available = self.available(asking, killing, before)
        using = {name for name in available if isinstance(self.nodes[name], m.Decision) and self.runs_over(name, key)}
        # store the set only at nodes from which such a decision is reached before another of these nodes
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
        """Return the nodes at which the set is available: all paths to them computed it and have not changed it
        since."""
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

    # ---------------------------------------------------------------------------------- occurrences of the set in nodes

    def is_it(self, expr: m.Expr, key: m.Expr) -> bool:
        if type(expr) is not type(key) or self.analyses.get(FreeNames).of(expr):
            return False
        return self.key_of(expr) == key

    def asks(self, way: m.Next, key: m.Expr) -> bool:
        """Return whether the set occurs in the condition of a fork, outside of loops. Nothing in the condition may be
        able to fault, because the set will be computed first."""
        if not isinstance(way, m.Fork) or not self.analyses.get(SpeculationSafety).total(way.condition, {}):
            return False
        return any(self.is_it(part, key) for part in _parts_of_condition(way.condition))

    def runs_over(self, name: str, key: m.Expr) -> bool:
        levels = (p for p in parts_of(self.nodes[name]) if isinstance(p, m.Level))
        return any(level.within is not None and self.is_it(level.within, key) for level in levels)

    def read(self, node: m.Node, key: m.Expr, cell: str) -> m.Node:
        """Return the node with the set in its alternatives or in its fork replaced by a read of the cell."""

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
    """Yield the parts of a condition that are not inside a loop, so that they are evaluated at most once."""
    waiting = [condition]
    while waiting:
        expr = waiting.pop()
        yield expr
        if not isinstance(expr, (m.Fold, m.SetBuild, m.Reach, m.Grow, m.After)):
            waiting.extend(child_expressions(expr))


def _quick_first(condition: m.Expr) -> m.Expr:
    """Return a condition with the operands of `or` or `and`, which must be unable to fault, sorted by size."""
    if isinstance(condition, m.Op) and condition.op in ("and", "or"):
        return evolve(condition, args=tuple(sorted(condition.args, key=lambda arg: len(list(parts_of(arg))))))
    return condition
