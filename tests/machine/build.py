"""Short names for building machines in tests: `op("add", L("x"), 1)`, `at("room", 3)`, `machine(nodes)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.machine import program as m

Term = m.Expr | int


def e(term: Term) -> m.Expr:
    return m.Const(term) if isinstance(term, int) else term


def es(terms: Sequence[Term]) -> tuple[m.Expr, ...]:
    return tuple(e(t) for t in terms)


L = m.Local


def op(name: m.NumberOp, *args: Term) -> m.Op:
    return m.Op(name, es(args))


def at(name: str, *index: Term) -> m.Load:
    return m.Load(name, es(index))


def call(name: str, *args: Term) -> m.Call:
    return m.Call(name, es(args))


def look(table: str, *index: Term) -> m.Lookup:
    return m.Lookup(table, es(index))


def span(low: Term, high: Term) -> m.LoopDomain:
    return m.LoopDomain(e(low), e(high))


def inside(found: m.Expr) -> m.LoopDomain:
    return m.LoopDomain(within=found)


def bits(*members: int, size: int) -> m.SetConst:
    return m.SetConst(size, sum(1 << i for i in members))


def put(name: str, index: Sequence[Term], value: Term, fault: int | None = None) -> m.Write:
    return m.Write(name, es(index), e(value), fault)


def number(name: str, high: int, *shape: int, low: int = 0, initial: Sequence[int] = (0,), **rest: Any) -> m.Cell:
    rest = {"domain": "", "role": "keep", **rest}
    return m.Cell(name, "number", shape, ("",) * len(shape), low, high, 0, tuple(initial), **rest)


def set_cell(name: str, size: int, *shape: int, initial: Sequence[int] = (0,), **rest: Any) -> m.Cell:
    rest = {"domain": "", "role": "keep", **rest}
    return m.Cell(name, "set", shape, ("",) * len(shape), 0, size - 1, 0, tuple(initial), **rest)


def ring(name: str, high: int, capacity: int, *shape: int, **rest: Any) -> m.Cell:
    rest = {"domain": "", "role": "place", **rest}
    return m.Cell(name, "ring", shape, ("",) * len(shape), 0, high, capacity, (), **rest)


def history(name: str, capacity: int) -> tuple[m.Cell, m.Cell]:
    """Return the two cells that record a position's history: the hashes, and their number."""
    wide = 1 << 63
    words = number(f"history.{name}", wide - 1, capacity, low=-wide, role="control")
    return words, number(f"history.{name}.size", capacity, role="control")


def function(name: str, params: Sequence[str | tuple[str, int]], body: Term, kind: int = 0, **rest: Any) -> m.Function:
    return m.Function(name, f"fact {name}", parameters(params), kind, e(body), **rest)


def routine(
    name: str, params: Sequence[str | tuple[str, int]], *body: m.Stmt, kind: int | None = None, **rest: Any
) -> m.Routine:
    return m.Routine(name, f"procedure {name}", parameters(params), kind, body, **rest)


def parameters(params: Sequence[str | tuple[str, int]]) -> tuple[m.Parameter, ...]:
    return tuple(m.Parameter(p, m.NUMBER) if isinstance(p, str) else m.Parameter(*p) for p in params)


def step(id: str, *body: m.Stmt, to: str | m.Next) -> m.StepNode:
    return m.StepNode(id, f"procedure {id}", body, m.Jump(to) if isinstance(to, str) else to)


def where(test: m.Expr) -> m.Test:
    return m.Test(test)


def let(name: str, value: m.Expr) -> m.Test:
    return m.Test(value, name)


def level(
    name: str,
    low: int,
    high: int,
    into: str,
    *tests: m.Test,
    domain: str = "",
    index: Sequence[Term] = (),
    among: m.Expr | None = None,
) -> m.Level:
    return m.Level(name, domain, low, high, tests, into, es(index), among)


def option(
    label: str, base: int, to: str, *levels: m.Level, tests: Sequence[m.Test] = (), order: Sequence[str] = ()
) -> m.Alternative:
    written = tuple(order) or tuple(one.name for one in levels)
    return m.Alternative(f"action {label}", label, tuple(tests), levels, written, base, to)


def decision(id: str, *alternatives: m.Alternative, who: Term | None = None, **rest: Any) -> m.Decision:
    rest = {"move": True, "audience": None, "otherwise": None, "fault": 1, **rest}
    return m.Decision(id, f"procedure {id}", at("active") if who is None else e(who), alternatives, **rest)


def chance(id: str, name: str, low: int, high: int, weight: Term, into: str, to: str, **rest: Any) -> m.Chance:
    rest = {"domain": "", "index": (), "stream": id, "audience": None, "fault": 2, **rest}
    return m.Chance(id, f"procedure {id}", id, name, low=low, high=high, weight=e(weight), cell=into, target=to, **rest)


def end(id: str = "end") -> m.End:
    return m.End(id, "procedure end")


FAULTS = (
    m.Fault("E700", "", "too many steps between two decisions"),
    m.Fault("E710", "procedure main", "nobody can do anything", ("text.rules", 7)),
    m.Fault("E711", "procedure main", "nothing is left to draw"),
    m.Fault("E712", "procedure main", "a bound was passed"),
    m.Fault("E713", "procedure main", "a value is out of range"),
)
STUCK, EMPTY, BOUND, RANGE = 1, 2, 3, 4


def machine(nodes: Sequence[m.Node], cells: Sequence[m.Cell] = (), players: int = 2, **rest: Any) -> m.Machine:
    """Return a machine that starts at its first node, with these cells and those that every machine has."""
    seats = ("white", "black", "red", "blue")[:players]
    common = (
        number(m.ACTIVE, players - 1, domain="Player"),
        number(m.PAYOFF, 1000, players, low=-1000),
        number(m.SCORE, 1000, players, low=-1000),
        number(m.ENDED, 1),
    )
    domains = (
        m.PrintedDomain("Player", 0, seats),
        m.PrintedDomain("truth", 0, ("no", "yes")),
        *rest.pop("domains", ()),
    )
    empty = ("tables", "functions", "routines", "positions", "clauses", "invariants", "examples", "turn_starts")
    defaults: dict[str, Any] = {**dict.fromkeys((*empty, "step_starts"), ()), "name": "sample", "faults": FAULTS}
    defaults |= {"start": nodes[0].id, "fuel": 20000, "fuel_fault": 0}
    return m.Machine(
        players=players,
        seats=seats,
        domains=domains,
        cells=(*common, *cells),
        nodes=tuple(nodes),
        **{**defaults, **rest},
    )
