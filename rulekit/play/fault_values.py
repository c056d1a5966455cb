"""What the names in sight held when the rules faulted: the piece that was to move, the members that loops had reached.

A fault says what is wrong and where, and is the same whatever moved.  Here what the engine was asked is done once more
on the reference engine, whose closures all have the locals in `scope`; what is in the innermost is told by its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import TracebackType

from ..check.checked import CheckedModel
from ..engine.interface import GameFault
from ..engine.reference import ReferenceEngine
from ..engine.reference.context import Scope
from ..machine.program import Fault, Machine
from ..model.symbols import LocalSymbol
from ..model.types import DomainType, NumberType, Type
from ..syntax import nodes as s
from ..syntax.traversal import walk
from .step_limit import EngineCall

PIECE = "#piece"
"""The local of what is moved, as lowering calls it."""


def fault_values(model: CheckedModel, machine: Machine, fault: Fault, move: EngineCall) -> tuple[str, ...]:
    """Lines such as `the piece is red_3` and `p is p2`; none if the fault has no line of its own."""
    clause = next((p.clause for p in model.rulebook.clauses if fault.clause in (p.id, p.clause.kind)), None)
    if clause is None or fault.place is None:
        return ()
    scope = _scope_at_fault(machine, move)
    told = dict(_texts(model, clause, fault.place[1], scope))
    return tuple(f"{name} is {text}" for name, text in told.items())


def _texts(model: CheckedModel, clause: s.Clause, line: int, scope: Scope) -> Iterator[tuple[str, str]]:
    moved = next((node for node in walk(clause) if _moves(node) and node.span.first.line == line), None)
    value = scope.get(PIECE)
    if moved is not None and isinstance(value, int):
        expr = moved.value if isinstance(moved, s.Put) else moved.take.value  # type: ignore[attr-defined]
        text = _text(model.types.get(expr), value) if expr is not None else None
        if text is not None:
            yield "the piece", text
    types: Mapping[str, Type] = {
        symbol.name: symbol.type
        for node in walk(clause)
        if isinstance(symbol := model.binds.get(node), LocalSymbol) and node.span.first.line <= line
    }
    for name, held in scope.items():
        text = _text(types.get(name), held) if isinstance(held, int) else None
        if text is not None:
            yield name, text


def _moves(node: object) -> bool:
    return isinstance(node, s.Put | s.Move | s.Remove)


def _text(type_: Type | None, value: int) -> str | None:
    """A value in the words of the rulebook; None of what has another form in the machine."""
    if isinstance(type_, NumberType):
        return str(value)
    if isinstance(type_, DomainType) and 0 <= value < len(type_.domain):
        return type_.domain.labels[value]
    return None


def _scope_at_fault(machine: Machine, move: EngineCall) -> Scope:
    """The locals of the innermost closure that was being evaluated."""
    try:
        move(ReferenceEngine(machine))
    except GameFault as fault:
        return next(_scopes(fault.__traceback__), {})
    return {}


def _scopes(trace: TracebackType | None) -> Iterator[Scope]:
    """Those of the frames of a traceback that have any, the innermost first."""
    if trace is not None:
        yield from _scopes(trace.tb_next)
        if isinstance(scope := trace.tb_frame.f_locals.get("scope"), dict) and scope:
            yield scope
