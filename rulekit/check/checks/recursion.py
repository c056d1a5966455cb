"""E405: recursion without a limit on its depth: facts, procedures, events, answers, actions, `possible`.

Tail calls in a procedure with choices are jumps and need no limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model.rulebook import Placed
from ...model.symbols import ActionSymbol, ChoiceSymbol, EventSymbol, FactSymbol, ProcedureSymbol
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import bodies, inside, leads_to, walk
from ..alternatives import head_of
from ..checked import CheckedModel
from ..checker import Checker
from ..clause_call_graph import call_edges

BOUNDED = ("fact", "procedure", "event")
DEEPER = "say how deep it may go: `nested at most N` after its parameters and `gives`"
ELSEWHERE = "`replace {what}` in this book, and there {deeper}"
PLAIN = "whether it is possible must not depend on whether it is possible: ask what that would rest on"


def recursion(c: Checker, model: CheckedModel) -> None:
    graph: dict[str, dict[str, s.Node]] = {}
    tails = set(_tail_calls(c.book.clauses, model))
    for link in call_edges(c.book.clauses):
        if link.source and link.node not in tails:
            graph.setdefault(link.source, {}).setdefault(link.target, link.node)
    where = {p.id: p.clause for p in c.book.clauses}
    bounded = set()
    for placed in c.book.clauses:
        clause = placed.clause
        symbol = c.symbols.get(clause.name.text)
        if isinstance(symbol, FactSymbol | ProcedureSymbol | EventSymbol) and symbol.clause is clause and symbol.nested:
            bounded.add(placed.id)
        if isinstance(clause, s.FactClause | s.ExceptionClause | s.ProcedureClause | s.RuleClause):
            source = f"fact {clause.fact.text}" if isinstance(clause, s.ExceptionClause) else placed.id
            _facts_used(c, source, inside(clause, s.Ref, s.Call, s.After), graph)
            for condition in placed.layer_conditions:  # these conditions are evaluated whenever the clause runs
                _facts_used(c, source, walk(condition), graph)
        if isinstance(clause, s.ActionClause):
            where[_head(clause)] = clause
            for asked in (*head_of(clause.body or (), True, ()).items, *placed.layer_conditions):
                _facts_used(c, _head(clause), walk(asked), graph)
    for ring in _rings(graph, bounded):
        start = next((i for i, step in enumerate(ring) if step.split()[0] in BOUNDED), 0)
        ring = ring[start:] + ring[:start]
        clause = where[ring[0]]
        steps = " -> ".join([*ring, ring[0]])
        back = graph[ring[-1]][ring[0]].span
        deeper = DEEPER if back.source is clause.name.span.source else ELSEWHERE.format(what=ring[0], deeper=DEEPER)
        c.report.add(
            "E405",
            clause.name.span,
            f"`{clause.name.text}` leads back to itself without a bound" + (f" ({steps})" if len(ring) > 1 else ""),
            labels=[(back, "here")],
            help=[deeper if any(step.split()[0] in BOUNDED for step in ring) else PLAIN],
        )


def _tail_calls(clauses: Iterable[Placed], model: CheckedModel) -> Iterator[s.Stmt]:
    """Yield the tail calls of procedures and actions with choices, which are jumps and need no limit."""
    for placed in clauses:
        clause = placed.clause
        if isinstance(clause, s.ActionClause) or (isinstance(clause, s.ProcedureClause) and placed.id in model.flow):
            for call in _last(clause.body or ()):
                if not model.flow.isdisjoint(leads_to(call)):
                    yield call


def _last(body: tuple[s.Stmt, ...]) -> Iterator[s.Stmt]:
    for stmt in body[-1:]:
        if does(stmt, "procedure"):
            yield stmt
        elif does(stmt, "tail"):
            for inner in bodies(stmt):
                yield from _last(inner)


def _head(clause: s.ActionClause) -> str:
    """Return the name of the call graph's node for the requirements at the front of an action, which `possible`
    evaluates."""
    return f"head {clause.name.text}"


def _facts_used(c: Checker, source: str, nodes: Iterable[s.Node], graph: dict[str, dict[str, s.Node]]) -> None:
    for node in nodes:
        symbol = c.refs.get(node)
        if isinstance(node, s.Ref) and isinstance(symbol, ActionSymbol | ChoiceSymbol):
            for placed in c.book.clauses:
                action = placed.clause
                if isinstance(action, s.ActionClause) and symbol.name in (action.name.text, action.choice.text):
                    graph.setdefault(source, {}).setdefault(_head(action), node)
        if isinstance(node, s.Ref | s.Call) and isinstance(symbol, FactSymbol):
            graph.setdefault(source, {}).setdefault(f"fact {symbol.name}", node)
        elif isinstance(node, s.After):
            graph.setdefault(source, {}).setdefault(f"procedure {node.call.name.text}", node)


def _rings(graph: dict[str, dict[str, s.Node]], bounded: set[str]) -> list[list[str]]:
    """Return cycles of the call graph, found by a search that passes through no bounded clause. Each begins with the
    member that the search found first; cycles that begin with the flow are left out."""
    state: dict[str, int] = {}
    rings: list[list[str]] = []
    for start in graph:
        if start in bounded or state.get(start):
            continue
        path: list[str] = [start]
        todo = [iter(graph[start])]
        state[start] = 1
        while todo:
            target = next(todo[-1], None)
            if target is None:
                todo.pop()
                state[path.pop()] = 2
            elif target in bounded:
                continue
            elif state.get(target) == 1:
                rings.append(path[path.index(target) :])
            elif not state.get(target):
                state[target] = 1
                path.append(target)
                todo.append(iter(graph.get(target, {})))
    return [r for r in rings if not r[0].startswith("flow")]
