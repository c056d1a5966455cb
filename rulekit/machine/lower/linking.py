"""Linking: the part of lowering that runs after all bodies, because it depends on all nodes.

It writes the exits of owners (clauses made of nodes), the targets of `leave turn` and `leave round`, the code that
saves frames for recursion, and the option numbers. A cell says which loop of turns or rounds is running, if there are
several, or if one may be left while none is running. If a loop may begin inside recursive calls or a `whenever` rule,
other cells record this state at its begin.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from ...check.checked import CheckedModel
from ...check.clause_call_graph import stray_exits
from ...diagnostics import Diagnostic, Help, RulekitError
from ...model.naming import OWN_LABELS
from ...syntax import nodes as s
from ...syntax.traversal import unit_left
from .. import program as m
from ..option_labels import MOST_OPTIONS, option_count
from .builder import Builder, PseudoInstruction
from .lowering_context import LoweringContext
from .value_encoding import ONE, ZERO, op


def exits(cx: LoweringContext) -> None:
    """Write the exit node of each owner (a clause made of nodes). The node clears the owner's frame and jumps to the
    return address."""
    b = cx.b
    owners = [n.removesuffix(".enter") for n in b.nodes if n.endswith(".enter")]
    for owner in owners:
        cells = b.frames.get(owner, [])
        group = cx.groups.get(owner)
        sites = cx.sites.get(owner if group is None else f"group {group}", [])
        cell = cx.return_cell(owner)
        clear = tuple(b.clear(cells))
        id_ = cx.exit_of(owner)
        if not sites:  # no clause calls this owner, but a jump that is never taken may lead to its exit
            b.nodes[id_] = m.StepNode(id_, owner, clear, m.Jump("end"))
            continue
        if len(sites) == 1:
            b.nodes[id_] = m.StepNode(id_, owner, clear, m.Jump(sites[0]))
            continue
        b.cells[cell] = evolve(b.cells[cell], high=len(sites) - 1)
        back = m.Define("#back", m.Load(cell))
        targets = tuple(sites)
        body = (*clear, back, m.Write(cell, (), m.Const(0)))
        b.nodes[id_] = m.StepNode(id_, owner, body, m.Switch(m.Local("#back"), targets))


def ways_out(cx: LoweringContext) -> None:
    """Write the nodes for `leave turn` and `leave round`. They clear every frame that began inside the loop, then start
    the next turn or round."""
    for what, loops in cx.loops.items():
        if not loops:
            continue
        targets = []
        for n, (owner, next_, kept) in enumerate(loops):
            keep = {*kept, *(c for other in callers(cx, owner) for c in cx.b.frames.get(other, []))}
            params = {*cx.params.get(owner, []), *([f"{owner}.me"] if f"{owner}.me" in cx.b.cells else [])}
            cells = [c for cells in cx.b.frames.values() for c in cells if c not in keep | params]
            id_ = f"leave {what}" if len(loops) == 1 else f"leave {what}#{n + 1}"
            body = [*unwound(cx, what, owner), *cx.b.clear(cells)]
            cx.b.nodes[id_] = m.StepNode(id_, owner, tuple(body), m.Jump(next_))
            targets.append(id_)
        if len(loops) > 1:
            id_ = f"leave {what}"
            loop = m.Load(cell(cx.b, what))
            cx.b.nodes[id_] = m.StepNode(id_, "flow", (), m.Switch(op("sub", loop, ONE), tuple(targets)))


def unwound(cx: LoweringContext, what: str, owner: str) -> list[m.Stmt]:
    """Return statements that restore the state in which the current turn or round began: the recursion depths, and
    whether a `whenever` rule was running. `what` is `turn` or `round`; `owner` is the clause that contains the loop."""
    found: list[m.Stmt] = []
    if m.SETTLING in cx.b.cells:
        around = cx.may_settle_around(owner)
        before = m.Load(settling_cell(cx.b, what)) if around else m.Const(0)
        found.append(m.Write(m.SETTLING, (), before))
    for group in sorted(set(cx.groups.values())):
        if f"depth {group}" in cx.b.cells:
            found += _shallower(cx, what, group) if group in cx.groups_around(owner) else _clear_depths(cx, group)
    return found


def _clear_depths(cx: LoweringContext, group: int) -> list[m.Stmt]:
    """Return statements that set the recursion depth of a group to 0 and clear the frames saved for it."""
    found: list[m.Stmt] = [m.Write(f"depth {group}", (), m.Const(0))]
    for cell in _stack_cells(cx, group):
        over = m.LoopDomain(m.Const(0), m.Const(cell.shape[0] - 1))
        found.append(m.Each("#d", over, None, (cx.b.zero(cell.name, (m.Local("#d"),)),)))
    return found


def _shallower(cx: LoweringContext, what: str, group: int) -> list[m.Stmt]:
    """Return statements that restore the recursion depth and the frames of a group as they were when the current turn
    or round began."""
    depth, base = f"depth {group}", m.Local(f"#depth {group}")
    restored = [
        m.Write(cell.name.removeprefix("stack "), (), m.Load(cell.name, (base,))) for cell in _stack_cells(cx, group)
    ]
    found: list[m.Stmt] = [
        m.Define(base.name, m.Load(cx.depth_cell(what, group))),
        m.IfStatement(op("gt", m.Load(depth), base), tuple(restored)),
        m.Write(depth, (), base),
    ]
    for cell in _stack_cells(cx, group):
        over = m.LoopDomain(m.Const(0), m.Const(cell.shape[0] - 1))
        deeper = op("ge", m.Local("#d"), base)
        found.append(m.Each("#d", over, deeper, (cx.b.zero(cell.name, (m.Local("#d"),)),)))
    return found


def _stack_cells(cx: LoweringContext, group: int) -> list[m.Cell]:
    return [cx.b.cells[f"stack {n}"] for n in cells_to_save(cx, group) if f"stack {n}" in cx.b.cells]


def callers(cx: LoweringContext, owner: str) -> set[str]:
    found: set[str] = set()
    work = [owner]
    while work:
        for caller in cx.callers.get(work.pop(), ()):
            if caller not in found:
                found.add(caller)
                work.append(caller)
    return found - {owner}


# ------------------------------------------------------------------------------------------ saving frames for recursion


def cells_to_save(cx: LoweringContext, group: int) -> list[str]:
    """Return the names of the cells that a call within a recursive group saves: the frames of all its clauses, and the
    return address."""
    owners = sorted(o for o, g in cx.groups.items() if g == group)
    return [*(c for o in owners for c in cx.b.frames.get(o, [])), f"return group {group}"]


def stacks(cx: LoweringContext) -> None:
    """Replace the pseudo-instructions by statements, which save, restore or clear each cell of the frames that they
    refer to."""
    b = cx.b
    for group in sorted(set(cx.groups.values())):
        member = cx.member(group)
        names = [n for n in cells_to_save(cx, group) if n in b.cells]
        saved = (part for parts in b.pseudo.values() for _, part in parts if part.what == "save")
        if all(cx.groups.get(part.owner) != group for part in saved):
            continue
        limit = cx.depth_limit(member)
        b.control(f"depth {group}", 0, limit)
        for name in names:
            cell = b.cells[name]
            b.cells[f"stack {name}"] = evolve(cell, name=f"stack {name}", shape=(limit,), dims=("",), role="control")
    for id_, parts in b.pseudo.items():
        node = b.nodes[id_]
        assert isinstance(node, m.StepNode)
        body = list(node.body)
        for at, part in reversed(parts):
            body[at:at] = expand_instruction(cx, part)
        b.nodes[id_] = evolve(node, body=tuple(body))


def expand_instruction(cx: LoweringContext, part: PseudoInstruction) -> list[m.Stmt]:
    b = cx.b
    if part.what == "clear owner":
        return b.clear(b.frames.get(part.owner, []))
    group = cx.groups[part.owner]
    depth = f"depth {group}"
    names = [n for n in cells_to_save(cx, group) if n in b.cells]
    here = m.Load(depth)
    if part.what == "note depth":
        return [m.Write(part.cell, (), here)] if depth in b.cells else []
    if part.what == "clear group":
        return b.clear([n for n in names if b.cells[n].role == "frame"])
    if part.what == "save":
        deeper = m.Check(op("lt", here, m.Const(b.cells[depth].high)), part.fault, here)
        found: list[m.Stmt] = [m.Define("#depth", deeper)]
        found += [m.Write(f"stack {n}", (m.Local("#depth"),), m.Load(n)) for n in names]
        return [*found, m.Write(depth, (), op("add", here, m.Const(1)))]
    found = [m.Write(depth, (), op("sub", here, m.Const(1))), m.Define("#depth", here)]
    for name in names:
        found.append(m.Write(name, (), m.Load(f"stack {name}", (m.Local("#depth"),))))
        found.append(b.zero(f"stack {name}", (m.Local("#depth"),)))
    return found


# ------------------------------------------------------------------------------------------------------- option numbers


def number_options(cx: LoweringContext, nodes: tuple[m.Node, ...]) -> tuple[m.Node, ...]:
    """Return the nodes with a range of option numbers in each alternative. An action has the same numbers wherever it
    is offered. All `pass` have one number, all `done` another. No decision has two alternatives with the same label
    (`check/checks/decision_options.py`), so the numbers are unique in each decision. Raise RulekitError if there are
    more than 2^20 numbers."""
    bases: dict[tuple[str, ...], int] = {}
    total = 0
    found: list[m.Node] = []
    for node in nodes:
        if not isinstance(node, m.Decision):
            found.append(node)
            continue
        made = []
        for alternative in node.alternatives:
            key = key_of(node, alternative)
            if key not in bases:
                bases[key] = total
                total += option_count(alternative)
                if total > MOST_OPTIONS:
                    raise too_many(cx, alternative)
            made.append(evolve(alternative, base=bases[key]))
        found.append(evolve(node, alternatives=tuple(made)))
    return tuple(found)


def key_of(node: m.Decision, alternative: m.Alternative) -> tuple[str, ...]:
    if not alternative.levels and alternative.label in OWN_LABELS:
        return (alternative.label,)
    shape = tuple(f"{level.name} {level.domain} {level.low} {level.high}" for level in alternative.levels)
    return (alternative.clause, alternative.label, *shape)


def too_many(cx: LoweringContext, alternative: m.Alternative) -> RulekitError:
    """Return the error for more than 2^20 options. It points at the clause of the alternative that exceeds the
    limit."""
    clauses = (p.clause for p in cx.model.rulebook.clauses if alternative.clause in (p.id, p.clause.kind))
    span = next((clause.name.span for clause in clauses), None)
    message = f"`{alternative.label}` brings the options of all decisions together to more than {MOST_OPTIONS}"
    mend = "split a decision with many options: after an effect a new decision begins"
    return RulekitError(Diagnostic("E419", message, span, help=(Help(mend),)))


ANOTHER = "another turn"
"""The cell that says whether the player whose turn it is takes another one. A rulebook cannot declare this name, since
it contains a space."""


def cell(b: Builder, what: str) -> str:
    """Return the name of the cell with the number of the running loop of turns or rounds, counted from 1; 0 means that
    none is running. `what` is `turn` or `round`."""
    return b.control(f"loop of {what}s", 0, 255)


def settling_cell(b: Builder, what: str) -> str:
    """Return the name of the cell that says whether a `whenever` rule was running when the current turn or round began.
    `what` is `turn` or `round`."""
    return b.control(f"{what} settling", 0, 1)


def guard(b: Builder, model: CheckedModel, stmt: s.Stmt, clause: str) -> Callable[[m.Expr], m.Expr] | None:
    """Return a function that adds a check to an expression: there is a turn or round that the statement can leave.
    Return None if there always is one."""
    what = "round" if unit_left(stmt) == "round" else "turn"
    if stmt not in stray_exits(model.rulebook.clauses):
        return None
    fault = b.fault("E713", clause, f"no {what} is under way", stmt.span)
    running = op("gt", m.Load(cell(b, what)), ZERO)
    return lambda value: m.Check(running, fault, value)
