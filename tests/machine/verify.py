"""The verifier: invariants of well-formed machines, on which both engines rely.

A complaint is a defect of the code that made the
machine, never of a rulebook. `kind_checker.py` checks kinds of values. Whether numbers lie in their ranges without a
fault is not checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter

from rulekit.machine import program as m
from rulekit.machine.control_flow import targets
from rulekit.machine.flow_nodes import PLAYERS_STREAM
from rulekit.machine.form_table import parts_of
from rulekit.machine.kinds import Kinds
from rulekit.machine.option_labels import MOST_OPTIONS, option_count, parameter_order
from rulekit.machine.program import NUMBER

from .kind_checker import KindChecker, Scope


def verify(machine: m.Machine, sound: m.Machine | None = None) -> list[str]:
    """Return all violations of the invariants as text; empty for a well-formed machine. `sound` is a machine known to
    be well-formed; parts shared with it are not checked again."""
    checked = set() if sound is None or not _declares_all_of(machine, sound) else set(map(id, _bodies(sound)))
    checker = KindChecker(
        Kinds(
            {c.name: c for c in machine.cells},
            {t.name: t for t in machine.tables},
            {f.name: f for f in machine.functions},
        ),
        {r.name: r for r in machine.routines},
        {p.name: p for p in machine.positions},
        len(machine.faults),
    )
    checker.where = f"machine {machine.name}"
    _machine(checker, machine)
    for domain in machine.domains:
        checker.where = f"domain {domain.name}"
        _unique(checker, "label", domain.labels)
    for table in machine.tables:
        checker.where = f"table {table.name}"
        _table(checker, table)
    for cell in machine.cells:
        checker.where = f"cell {cell.name}"
        _cell(checker, cell, machine.players)
    for position in machine.positions:
        checker.where = f"position {position.name}"
        _position(checker, position)
    for function in machine.functions:
        if id(function) not in checked:
            checker.where = f"function {function.name}"
            _callee(checker, function)
            checker.want(function.body, function.kind, {p.name: p.kind for p in function.params})
    for routine in machine.routines:
        if id(routine) not in checked:
            checker.where = f"routine {routine.name}"
            _routine(checker, routine)
    checker.in_routine = False
    nodes = {n.id: n for n in machine.nodes}
    for node in machine.nodes:
        checker.where = f"node {node.id}"
        if id(node) not in checked:
            _node(checker, node, machine.players)
        for target in targets(node):
            if target not in nodes:
                checker.complain(f"no node is named {target}")
    checker.where = "calls"
    _recursion(checker, machine)
    checker.where = "nodes"
    _check_jump_cycles(checker, machine)
    return checker.problems


def _bodies(machine: m.Machine) -> tuple[object, ...]:
    return *machine.functions, *machine.routines, *machine.nodes


def _declares_all_of(machine: m.Machine, other: m.Machine) -> bool:
    """Return whether `machine` declares everything that bodies of `other` may refer to, with the same kinds."""
    return _declarations(other).items() <= _declarations(machine).items() and len(machine.faults) >= len(other.faults)


def _declarations(machine: m.Machine) -> dict[tuple[str, str], object]:
    """Return all that bodies may refer to: (sort, name) -> what the kinds of expressions depend on."""
    callees: tuple[m.Function | m.Routine, ...] = (*machine.functions, *machine.routines)
    named: tuple[m.Cell | m.Table | m.Position, ...] = (*machine.cells, *machine.tables, *machine.positions)
    found: dict[tuple[str, str], object] = {("", "players"): machine.players}
    found |= {(type(one).__name__, one.name): (one.kind, tuple(p.kind for p in one.params)) for one in callees}
    found |= {(type(one).__name__, one.name): one for one in named}
    return found


def _unique(c: KindChecker, what: str, names: Iterable[str]) -> None:
    for name, times in Counter(names).items():
        if times > 1:
            c.complain(f"{times} times the {what} {name}")


def _machine(c: KindChecker, machine: m.Machine) -> None:
    _unique(c, "domain", (d.name for d in machine.domains))
    _unique(c, "table", (t.name for t in machine.tables))
    _unique(c, "cell", (x.name for x in machine.cells))
    _unique(c, "function", (f.name for f in machine.functions))
    _unique(c, "routine", (r.name for r in machine.routines))
    _unique(c, "position", (p.name for p in machine.positions))
    _unique(c, "node", (n.id for n in machine.nodes))
    ids = {n.id for n in machine.nodes}
    begins = (*machine.turn_starts, *machine.round_starts, *(node for _, node in machine.step_starts))
    for id in (machine.start, *begins):
        if id not in ids:
            c.complain(f"no node is named {id}")
    if len(machine.seats) != machine.players:
        c.complain(f"{machine.players} players sit on {len(machine.seats)} seats")
    for name, shape in ((m.ACTIVE, ()), (m.PAYOFF, (machine.players,)), (m.SCORE, (machine.players,)), (m.ENDED, ())):
        cell = c.kinds.cells.get(name)
        if cell is None or cell.kind != "number" or cell.shape != shape:
            c.complain(f"there is no number cell {name} of shape {shape}")
    c.fault(machine.fuel_fault)
    if machine.fuel < 1:
        c.complain("there is no fuel")
    for invariant in machine.invariants:
        _test(c, invariant.function, f"invariant {invariant.name}")
    for figure in machine.figures:
        if len(figure.lows) != len(figure.labels) or not all(figure.labels):
            c.complain(f"figure {figure.name} has dimensions without members")
        for name in (figure.function, *([figure.where] if figure.where is not None else [])):
            _measure(c, name, figure)
    for example in machine.examples:
        opened = [line.opening for line in example.lines]
        if opened != sorted(opened, reverse=True) or any(n.opening and n.verb == "given" for n in example.lines):
            c.complain(f"example {example.name} has an opening behind other lines")
        for line in example.lines:
            if line.verb == "expect":
                _test(c, line.name, f"example {example.name}")
            if line.laid:
                if any(sum(n.id == at for n in machine.nodes) != 1 for at in (line.name, line.laid)):
                    c.complain(f"example {example.name} goes from {line.name} to {line.laid}, which are no nodes")
            elif line.verb == "given" and line.name not in c.routines:
                c.complain(f"example {example.name} runs {line.name}, which is no routine")


def _test(c: KindChecker, name: str, who: str) -> None:
    function = c.kinds.functions.get(name)
    if function is None or function.params or function.kind != NUMBER:
        c.complain(f"{who} asks {name}, which is no function of nothing to a number")


def _measure(c: KindChecker, name: str, figure: m.MeasuredFigure) -> None:
    function = c.kinds.functions.get(name)
    if function is None or function.kind != NUMBER or [p.kind for p in function.params] != [NUMBER] * len(figure.lows):
        c.complain(f"figure {figure.name} asks {name}, which is no function of {len(figure.lows)} numbers to a number")


# -------------------------------------------------------------------------------------------------------- declarations


def _count(shape: Sequence[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def _table(c: KindChecker, table: m.Table) -> None:
    if len(table.values) != _count(table.shape):
        c.complain(f"{len(table.values)} values stand in shape {table.shape}")
    if table.kind != NUMBER and any(value < 0 or value >> table.kind for value in table.values):
        c.complain(f"a set has members outside 0..{table.kind - 1}")


def _cell(c: KindChecker, cell: m.Cell, players: int) -> None:
    if cell.kind == "ring":
        if cell.capacity < 0 or cell.high < 0 or any(cell.initial):
            c.complain("a ring's capacity and high are below 0, or it does not begin empty")
    else:
        if len(cell.initial) not in (1, _count(cell.shape)):
            c.complain(f"{len(cell.initial)} initial values stand in shape {cell.shape}")
        limits = (cell.low, cell.high) if cell.kind == "number" else (0, (1 << cell.high + 1) - 1)
        if any(not limits[0] <= value <= limits[1] for value in cell.initial):
            c.complain("an initial value is out of range")
    if len(cell.dims) != len(cell.shape):
        c.complain(f"{len(cell.dims)} names stand for {len(cell.shape)} dimensions")
    for name in (cell.seen, cell.counted):
        if name is None:
            continue
        function = c.kinds.functions.get(name)
        if function is None or len(function.params) > len(cell.shape) or function.kind != players:
            c.complain(f"{name} is no function of its index to a set of players")
    if cell.open is not None:
        table, kinds = c.kinds.tables.get(cell.open), cell.shape[-1] if cell.heap else cell.high + (cell.kind == "set")
        if table is None or table.kind != NUMBER or table.shape != (1 + kinds,):
            c.complain(f"{cell.open} is no table of numbers for each piece that it may hold")
        elif table.values[0] or any(value < 1 for value in table.values[1:]):
            c.complain(f"{cell.open} tells none and a piece alike")
        if cell.role != "place" or cell.seen is None:
            c.complain("something is open of what everybody sees anyhow, or of what is no place")


def _position(c: KindChecker, position: m.Position) -> None:
    c.fault(position.fault)
    for name in position.cells:
        if name not in c.kinds.cells:
            c.complain(f"no cell is named {name}")
    words, size = c.kinds.cells.get(f"history.{position.name}"), c.kinds.cells.get(f"history.{position.name}.size")
    if words is None or words.kind != "number" or words.shape != (position.capacity,):
        c.complain("its history is missing or of another capacity")
    elif (words.low, words.high) != (-(1 << 63), (1 << 63) - 1):
        c.complain("its history is not 64 bits wide")
    if size is None or size.kind != "number" or size.shape or size.high < position.capacity:
        c.complain("the size of its history is missing or too narrow")


def _callee(c: KindChecker, callee: m.Function | m.Routine) -> None:
    _unique(c, "parameter", (p.name for p in callee.params))
    if callee.nested < 0:
        c.complain("it nests less than 0 deep")
    c.fault(callee.fault)


def _routine(c: KindChecker, routine: m.Routine) -> None:
    _callee(c, routine)
    c.in_routine, c.result = True, routine.kind
    c.block(routine.body, {p.name: p.kind for p in routine.params})
    if routine.kind is not None and not _returns(routine.body):
        c.complain("it can end without its result")


def _returns(body: Sequence[m.Stmt]) -> bool:
    """Return whether every path through a block ends in a return or a fault."""
    return any(
        isinstance(s, m.ReturnResult | m.Raise)
        or (isinstance(s, m.IfStatement) and _returns(s.then) and _returns(s.otherwise))
        for s in body
    )


# --------------------------------------------------------------------------------------------------------------- nodes


def _node(c: KindChecker, node: m.Node, players: int) -> None:
    if isinstance(node, m.StepNode):
        scope: Scope = {}
        c.block(node.body, scope)
        if isinstance(node.next, m.Fork):
            c.want(node.next.condition, NUMBER, scope)
        if isinstance(node.next, m.Switch):
            c.want(node.next.value, NUMBER, scope)
    elif isinstance(node, m.Decision):
        _decision(c, node, players)
    elif isinstance(node, m.Chance):
        _chance(c, node, players)


def _decision(c: KindChecker, node: m.Decision, players: int) -> None:
    c.want(node.who, NUMBER, {})
    c.want(node.audience, players, {})
    c.fault(node.fault)
    if not node.alternatives:
        c.complain("it has no alternatives")
    taken: list[range] = []
    for alternative in node.alternatives:
        own = range(alternative.base, alternative.base + option_count(alternative))
        if own.start < 0 or own.stop > MOST_OPTIONS:
            c.complain(f"option {alternative.label} has numbers outside 0..2^20 - 1")
        if any(own.start < other.stop and other.start < own.stop for other in taken):
            c.complain(f"option {alternative.label} shares numbers with another")
        taken.append(own)
        _alternative(c, alternative, players)


def _alternative(c: KindChecker, alternative: m.Alternative, players: int) -> None:
    scope: Scope = {}
    _tests(c, alternative.tests, scope)
    for one in alternative.levels:
        if one.name in scope:
            c.complain(f"level {one.name} of {alternative.label} hides another name")
        if one.low > one.high:
            c.complain(f"level {one.name} of {alternative.label} is empty")
        if one.within is not None:
            kind = c.some_set(one.within, scope)
            if kind is not None and kind > one.high + 1:
                c.complain(f"level {one.name} of {alternative.label} runs over a set with members above {one.high}")
        scope[one.name] = NUMBER
        _tests(c, one.tests, scope)
    for one in alternative.levels:
        _check_cell(c, one.cell, one.index, one.low, one.high, scope)
        seen = None if one.seen is None else c.kinds.functions.get(one.seen)
        if one.seen is not None and (
            seen is None or len(seen.params) != len(alternative.levels) or seen.kind != players
        ):
            c.complain(f"{one.seen} is no function of the parameters to a set of players")
    if sorted(parameter_order(alternative)) != sorted(one.name for one in alternative.levels):
        c.complain(f"the order of {alternative.label} does not name its levels")


def _tests(c: KindChecker, tests: Sequence[m.Test], scope: Scope) -> None:
    for test in tests:
        if test.name is None:
            c.want(test.value, NUMBER, scope)
        else:
            scope[test.name] = c.kind(test.value, scope)


def _check_cell(c: KindChecker, name: str, index: Sequence[m.Expr], low: int, high: int, scope: Scope) -> None:
    """Complain unless a picked or drawn value low..high fits the cell that stores it."""
    c.numbers(index, scope)
    cell = c.element(name, index, "number")
    if cell is not None and not (cell.low <= low and high <= cell.high):
        c.complain(f"{low}..{high} does not fit into cell {name}")


def _chance(c: KindChecker, node: m.Chance, players: int) -> None:
    inner: Scope = {node.name: NUMBER}
    if node.low > node.high:
        c.complain("nothing can come out")
    c.want(node.weight, NUMBER, inner)
    c.want(node.audience, players, inner)
    c.fault(node.fault)
    _check_cell(c, node.cell, node.index, node.low, node.high, inner)
    if not node.stream or node.stream.startswith(PLAYERS_STREAM):
        c.complain(f"`{node.stream}` cannot name its stream")


# -------------------------------------------------------------------------------------------------------------- cycles


def _recursion(c: KindChecker, machine: m.Machine) -> None:
    """Complain of each function or routine that may call itself but has no limit on its depth."""
    calls: dict[str, set[str]] = {}
    callees: list[m.Function | m.Routine] = [*machine.functions, *machine.routines]
    for callee in callees:
        if not callee.nested:
            sort = "f" if isinstance(callee, m.Function) else "r"
            calls[f"{sort} {callee.name}"] = {_callee_key(part) for part in parts_of(callee.body)} - {""}
    for name in _cyclic(calls):
        c.complain(f"{name[2:]} may call itself and does not say how deep")


def _callee_key(part: object) -> str:
    if isinstance(part, m.Call):
        return f"f {part.function}"
    return f"r {part.routine}" if isinstance(part, m.Run | m.After) else ""


def _check_jump_cycles(c: KindChecker, machine: m.Machine) -> None:
    """Complain of cycles of steps that only jump."""
    idle = [n for n in machine.nodes if isinstance(n, m.StepNode) and not n.body]
    for id in _cyclic({n.id: {n.next.target} for n in idle if isinstance(n.next, m.Jump)}):
        c.complain(f"{id} leads back to itself and does nothing")


def _cyclic(edges: dict[str, set[str]]) -> list[str]:
    """Return the names from which the edges lead to a cycle or that lie on one, sorted."""
    sorter = TopologicalSorter({name: ends & edges.keys() for name, ends in edges.items()})
    with suppress(CycleError):  # `prepare` complains of cycles, but still allows all names without one to be visited
        sorter.prepare()
    left = set(edges)
    while ready := sorter.get_ready():
        left.difference_update(ready)
        sorter.done(*ready)
    return sorted(left)
