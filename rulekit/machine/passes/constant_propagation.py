"""Constant propagation by cloning: a node that is reached with different values of control cells becomes one node for
each combination of values.

Control cells and frames, such as the active player, `me` and return addresses, rarely change. Their values are
propagated along all paths from the start of the game. If two paths lead to a node with different values, the node gets
two copies, and in each copy the values are constants. Cells that are not read afterwards are not propagated. The cells
are still written, so states stay the same, except for the names of nodes. Hosts may enter a game at a node, so this
pass is only for playouts, which begin at the start of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

import attrs

from ...graphs import reverse_edges
from ...identity_cache import cache_by_identity
from .. import program as m
from ..analyses.effects import Effects
from ..analyses.manager import Analyses
from ..control_flow import targets
from ..form_table import map_children, parts_of, statements_of
from .constant_folding import Folder

MOST = 3
"""The greatest number of nodes after cloning, as a multiple of those before."""
FEW = 150
"""The number of nodes that is allowed for small machines, whatever the multiple."""
PARTS = 10_000
"""The number of expression nodes that is always allowed in the whole machine, even if the original one is small."""

KnownCells = dict[str, int]


def constant_propagation(analyses: Analyses, why: list[str]) -> m.Machine:
    program, memory = analyses.machine, _Memory(analyses)
    for tracked in _choices(program, memory.effects):
        found = _Cloner(program, tracked, memory).run()
        if found is not None:
            known = f"; known in each are {', '.join(sorted(tracked))}" if len(found.nodes) > len(program.nodes) else ""
            why.append(f"constant_propagation: {len(program.nodes)} nodes became {len(found.nodes)}{known}")
            return found
    why.append("constant_propagation: too many copies, so none are made")
    return program


def _choices(program: m.Machine, effects: Effects) -> Iterator[frozenset[str]]:
    """Yield three sets of cells to propagate, each a subset of the one before: all cells whose values can be computed;
    these without counters; only cells to which constants are written, such as return addresses."""
    cells = frozenset(
        c.name for c in program.cells if c.kind == "number" and c.shape == () and c.role in ("control", "frame")
    )
    cells = cells - _unforeseen(program, effects) - {m.ENDED, m.CHANGED}
    writes = _writes(program)
    while True:  # until nothing changes: keep a cell if all values written to it depend only on cells that are kept
        kept = frozenset(
            c for c in cells if all(_reads(value) <= cells and _plain(value) for value in writes.get(c, ()))
        )
        if kept == cells:
            break
        cells = kept
    yield cells
    counting = {c for c in cells if c != m.ACTIVE and any(c in _reads(value) for value in writes.get(c, ()))}
    yield cells - counting
    yield frozenset(c for c in cells - counting if all(isinstance(v, m.Const) for v in writes.get(c, ())))


def _writes(program: m.Machine) -> dict[str, list[m.Expr]]:
    found: dict[str, list[m.Expr]] = {}
    for stmt in _statements(program):
        if isinstance(stmt, m.Write):
            found.setdefault(stmt.cell, []).append(stmt.value)
    return found


def _unforeseen(program: m.Machine, effects: Effects) -> set[str]:
    """Return the cells whose values cannot be computed: those written by routines that nodes run, and those that store
    picks and outcomes of chance."""
    statements = list(_statements(program))
    own = {stmt.cell for stmt in statements if isinstance(stmt, m.Write)}
    ran = {stmt.routine for stmt in statements if isinstance(stmt, m.Run)}
    found = own.intersection(set().union(*map(effects.writes_of, ran)))
    return found | effects.picks(program.nodes) | {f"history.{p.name}.size" for p in program.positions}


def _statements(program: m.Machine) -> Iterator[m.Stmt]:
    """Yield all statements of all nodes, including nested ones."""
    for node in program.nodes:
        if isinstance(node, m.StepNode):
            yield from statements_of(node.body)


def _reads(value: m.Expr) -> set[str]:
    return {part.cell for part in parts_of(value) if isinstance(part, m.Load)}


def _plain(value: m.Expr) -> bool:
    return all(isinstance(part, m.Const | m.Load | m.Op | m.IfElse) for part in parts_of(value))


class _Memory:
    """Results that do not depend on which cells are propagated, so that further attempts can reuse them. Keys are
    identities of expressions, which the machine keeps alive."""

    def __init__(self, analyses: Analyses) -> None:
        program = analyses.machine
        self.effects = analyses.get(Effects)
        self.folder = Folder(analyses.fresh)
        self.put: dict[tuple[int, tuple[tuple[str, int], ...]], m.Expr] = {}
        self.reads = cache_by_identity(_plain_reads)
        self.uses = {n.id: self.effects.reads(n) for n in program.nodes}
        self.size = {n.id: sum(1 for _ in parts_of(n)) for n in program.nodes}
        self.returns = {n.id: isinstance(n, m.StepNode) and _returns(n.body) for n in program.nodes}
        self.cells = {c.name: c for c in program.cells}


class _Cloner:
    def __init__(self, program: m.Machine, tracked: frozenset[str], memory: _Memory) -> None:
        self.program = program
        self.tracked = tracked
        self.memory = memory
        self.effects = memory.effects
        self.nodes = {n.id: n for n in program.nodes}
        self.live = self._liveness()
        self.names: dict[tuple[str, tuple[tuple[str, int], ...]], str] = {}
        self.waiting: list[tuple[str, KnownCells]] = []
        self.copies: Counter[str] = Counter()
        self.whole = sum(memory.size.values())

    def run(self) -> m.Machine | None:
        """Return the machine with cloned nodes, or None if it would become too large."""
        first = {c.name: c.initial[0] for c in self.program.cells if c.name in self.tracked}
        start = self.to(self.program.start, first)
        made: list[m.Node] = []
        most = max(FEW, MOST * len(self.nodes))
        size = 0
        while self.waiting:
            node_id, known = self.waiting.pop(0)
            node = self.copy(self.nodes[node_id], known)
            size += self.memory.size[node_id]
            made.append(node)
            if len(self.names) > most or size > max(PARTS, MOST * self.whole):
                return None
        turns, rounds = (
            {name for (old, _), name in self.names.items() if old in begins}
            for begins in (self.program.turn_starts, self.program.round_starts)
        )
        return attrs.evolve(
            self.program,
            nodes=tuple(made),
            start=start,
            turn_starts=tuple(n.id for n in made if n.id in turns),
            round_starts=tuple(n.id for n in made if n.id in rounds),
            step_starts=(),
            examples=(),
        )

    def to(self, node_id: str, known: KnownCells) -> str:
        """Return the name of the copy of a node for these values of cells. Only values of cells that are read later
        count. If there is no such copy yet, add it to the nodes to be copied."""
        kept = {cell: value for cell, value in known.items() if cell in self.live[node_id]}
        key = (node_id, tuple(sorted(kept.items())))
        if key not in self.names:
            self.names[key] = self.name_of_copy(node_id)
            self.waiting.append((node_id, kept))
        return self.names[key]

    def name_of_copy(self, node_id: str) -> str:
        """Return a new name for the next copy of a node. The first copy has the name of the node."""
        while True:
            self.copies[node_id] += 1
            name = node_id if self.copies[node_id] == 1 else f"{node_id}@{self.copies[node_id]}"
            if name == node_id or name not in self.nodes:
                return name

    # --------------------------------------------------------------------------------------- which cells are read later

    def _liveness(self) -> dict[str, frozenset[str]]:
        """Return, for each node, the propagated cells that may be read in it or after it before they are written."""
        uses = {n.id: self.tracked & self.memory.uses[n.id] for n in self.program.nodes}
        kills = {n.id: self._surely_written(n) for n in self.program.nodes}
        before = reverse_edges({node.id: targets(node) for node in self.program.nodes})
        live = dict(uses)
        waiting = list(self.nodes)
        after = {n: frozenset[str]() for n in self.nodes}
        while waiting:
            node_id = waiting.pop()
            for earlier in before.get(node_id, ()):
                after[earlier] |= live[node_id]
                now = uses[earlier] | (after[earlier] - kills[earlier])
                if now != live[earlier]:
                    live[earlier] = now
                    waiting.append(earlier)
        return live

    def _surely_written(self, node: m.Node) -> frozenset[str]:
        if isinstance(node, m.StepNode) and not self.memory.returns[node.id]:
            return frozenset(s.cell for s in node.body if isinstance(s, m.Write) and s.cell in self.tracked)
        if isinstance(node, m.Chance):
            return frozenset({node.cell} & self.tracked)
        return frozenset()

    # ---------------------------------------------------------------------------------------------------- copying nodes

    def copy(self, node: m.Node, known: KnownCells) -> m.Node:
        name = self.names[node.id, tuple(sorted(known.items()))]
        match node:
            case m.StepNode(_, clause, body, following):
                if self.memory.returns[node.id]:
                    inside = _without(known, self.effects.writes(body))
                    new, after = self.block(body, inside)
                    after = inside
                else:
                    new, after = self.block(body, known)
                return m.StepNode(name, clause, new, self.following(following, after))
            case m.Decision():
                return self.decision(node, name, known)
            case m.Chance():
                after = _without(known, frozenset({node.cell}))
                return attrs.evolve(
                    node,
                    id=name,
                    weight=self.put(node.weight, known),
                    index=tuple(self.put(i, known) for i in node.index),
                    audience=None,
                    target=self.to(node.target, after),
                )
        return attrs.evolve(node, id=name)

    def decision(self, node: m.Decision, name: str, known: KnownCells) -> m.Decision:
        alternatives = []
        for a in node.alternatives:
            after = _without(known, frozenset(level.cell for level in a.levels))
            changed: m.Alternative = attrs.evolve(
                a,
                tests=tuple(map_children(t, lambda e: self.put(e, known)) for t in a.tests),
                levels=tuple(
                    attrs.evolve(
                        map_children(level, lambda e: self.put(e, known)),
                        tests=tuple(map_children(t, lambda e: self.put(e, known)) for t in level.tests),
                    )
                    for level in a.levels
                ),
                target=self.to(a.target, after),
            )
            alternatives.append(changed)
        return attrs.evolve(
            node,
            id=name,
            who=self.put(node.who, known),
            picks=None if node.picks is None else self.put(node.picks, known),
            audience=None,
            alternatives=tuple(alternatives),
            otherwise=None if node.otherwise is None else self.to(node.otherwise, known),
        )

    def following(self, way: m.Next, known: KnownCells) -> m.Next:
        match way:
            case m.Jump(target):
                return m.Jump(self.to(target, known))
            case m.Fork(condition, then, otherwise):
                condition = self.put(condition, known)
                if isinstance(condition, m.Const):
                    return m.Jump(self.to(then if condition.value else otherwise, known))
                return m.Fork(condition, self.to(then, known), self.to(otherwise, known))
            case m.Switch(value, ways):
                value = self.put(value, known)
                if isinstance(value, m.Const):
                    return m.Jump(self.to(ways[value.value], known))
                return m.Switch(value, tuple(self.to(t, known) for t in ways))

    # ---------------------------------------------------------------------------------- copying statements, with values

    def block(self, body: tuple[m.Stmt, ...], known: KnownCells) -> tuple[tuple[m.Stmt, ...], KnownCells]:
        made: list[m.Stmt] = []
        for statement in body:
            new, known = self.statement(statement, known)
            made.extend(new)
        return tuple(made), known

    def statement(self, statement: m.Stmt, known: KnownCells) -> tuple[tuple[m.Stmt, ...], KnownCells]:
        match statement:
            case m.Write(cell, (), value, fault) if cell in self.tracked:
                value = self.put(value, known)
                after = _without(known, frozenset({cell}))
                if isinstance(value, m.Const) and self.fits(cell, value.value):
                    after = {**after, cell: value.value}
                    fault = None
                return (m.Write(cell, (), value, fault),), after
            case m.IfStatement(condition, then, otherwise):
                condition = self.put(condition, known)
                if isinstance(condition, m.Const):
                    return self.block(then if condition.value else otherwise, known)
                one, after_one = self.block(then, known)
                two, after_two = self.block(otherwise, known)
                return (m.IfStatement(condition, one, two),), _common(after_one, after_two)
            case m.Each(name, over, where, body):
                inside = _without(known, self.effects.writes(statement))
                over = map_children(over, lambda e: self.put(e, known))
                where = None if where is None else self.put(where, inside)
                return (m.Each(name, over, where, self.block(body, inside)[0]),), inside
            case m.While(condition, limit, fault, body):
                inside = _without(known, self.effects.writes(statement))
                limit = None if limit is None else self.put(limit, known)
                return (m.While(self.put(condition, inside), limit, fault, self.block(body, inside)[0]),), inside
            case m.Reveal():
                return (statement,), known
        changed: m.Stmt = map_children(statement, lambda e: self.put(e, known))
        return (changed,), _without(known, self.effects.writes(statement))

    def fits(self, cell: str, value: int) -> bool:
        found = self.memory.cells[cell]
        return found.low <= value <= found.high

    def put(self, expr: m.Expr, known: KnownCells) -> m.Expr:
        """Return the expression with reads of cells in `known` replaced by their values, and constants folded."""
        reads = self.memory.reads(expr)
        if reads.isdisjoint(known):
            return expr
        relevant = tuple(sorted((cell, known[cell]) for cell in reads if cell in known))
        key = (id(expr), relevant)
        if key not in self.memory.put:
            self.memory.put[key] = self.memory.folder.expression(self._put(expr, known))
        return self.memory.put[key]

    def _put(self, expr: m.Expr, known: KnownCells) -> m.Expr:
        match expr:
            case m.Load(cell, ()) if cell in known:
                return m.Const(known[cell])
            case m.After(routine, args, body):
                inside = _without(known, self.effects.writes_of(expr.routine))
                return m.After(routine, tuple(self._put(a, known) for a in args), self._put(body, inside))
        result: m.Expr = map_children(expr, lambda e: self._put(e, known))
        return result


def _plain_reads(expr: m.Expr) -> frozenset[str]:
    """Return the cells without an index that the expression itself reads. Cells that are read by the functions it
    calls do not count."""
    return frozenset(p.cell for p in parts_of(expr) if isinstance(p, m.Load) and not p.index)


def _returns(body: tuple[m.Stmt, ...]) -> bool:
    return any(isinstance(stmt, m.ReturnResult) for stmt in statements_of(body))


def _without(known: KnownCells, cells: AbstractSet[str]) -> KnownCells:
    """Return the mapping `known` without the entries for `cells`. The result may be the same object, so the caller must
    not change it."""
    if cells.isdisjoint(known):
        return known
    return {cell: value for cell, value in known.items() if cell not in cells}


def _common(one: KnownCells, two: KnownCells) -> KnownCells:
    return {cell: value for cell, value in one.items() if two.get(cell) == value}
