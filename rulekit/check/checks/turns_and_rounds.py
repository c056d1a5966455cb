"""E407-E409: `leave` or `return` is not inside what it leaves, or a procedure may end without its result.

W411: unreachable statements. W412: `each turn` in a game without turns, or `each round` in one without rounds. W413: a
position that is never recorded. Another configuration may have turns, so callers report only what every configuration
reports.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from ...diagnostics import Span
from ...graphs import reached_by
from ...model.clause_table import is_unsaid
from ...model.symbols import ProcedureSymbol
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import bodies, body_of, every, inside, unit_left
from ..checked import CheckedModel
from ..checker import Checker
from ..clause_call_graph import call_edges, call_targets_by_source, statements_in_context

STATEMENTS = s.Stmt.__args__
_TURNS = "turns are made by `turns from …:`"
LOOPS = (
    "loops are `repeat` and `for each`; `turns` and `rounds` are left by `return` out of a procedure with them, "
    "or by `game over`"
)
_LEFT = {
    "turn": ("leave turn", "turn", _TURNS),
    "again": ("another turn", "turn", _TURNS),
    "round": ("leave round", "round", "rounds are made by `rounds:`"),
    "loop": ("leave loop", "loop", LOOPS),
}
"""By what a statement leaves: its words, the unit that must be around it, and how to write such a unit."""


def exits(c: Checker, model: CheckedModel) -> None:
    turns, rounds = _inside(c)
    for placed in c.book.clauses:
        clause = placed.clause
        body = body_of(clause)
        symbol = c.symbols.get(clause.name.text) if isinstance(clause, s.ProcedureClause) else None
        result = symbol.result if isinstance(symbol, ProcedureSymbol) else None
        for stmt, turn, round_, loop in statements_in_context(body):
            unit = unit_left(stmt)
            if unit:
                around = {"turn": turn or placed.id in turns, "round": round_ or placed.id in rounds, "loop": loop}
                words, what, advice = _LEFT[unit]
                if not around[what]:
                    c.report.add("E407", stmt.span, f"`{words}` stands outside every {what}", help=[advice])
            elif does(stmt, "returns"):
                _return(c, clause, stmt, result is not None)
        if result is not None and body and falls_through(body):
            message = f"procedure `{clause.name.text}` gives a value, but may end without `return`"
            c.report.add("E409", clause.name.span, message, help=["end every way through it with `return …`"])
        _report_unreachable(c, body)


def _inside(c: Checker) -> tuple[set[str], set[str]]:
    """Return the ids of the clauses that may run inside a turn, and of those that may run inside a round."""
    links = call_edges(c.book.clauses)
    leads = call_targets_by_source(links)
    turns, rounds = ({x.target for x in links if x.in_turn}, {x.target for x in links if x.in_round})
    return reached_by(turns, leads), reached_by(rounds, leads)


def _return(c: Checker, clause: s.Clause, stmt: s.Stmt, gives: bool) -> None:
    value: s.Expr | None = getattr(stmt, "value", None)
    if not isinstance(clause, s.ProcedureClause):
        c.report.add(
            "E408", stmt.span, f"`return` belongs in a procedure, and this is {clause.kind} `{clause.name.text}`"
        )
    elif value is not None and not gives:
        message = f"procedure `{clause.name.text}` does not say what it gives"
        c.report.add("E408", stmt.span, message, help=["add `gives TYPE` after its parameters"])
    elif value is None and gives:
        c.report.add("E408", stmt.span, f"procedure `{clause.name.text}` gives a value: return one")


def falls_through(body: tuple[s.Stmt, ...], never_passes: Callable[[s.Stmt], bool] = lambda stmt: False) -> bool:
    """Return whether control may reach the end of the body. `never_passes` says whether a statement has a further
    reason not to let it pass."""
    return all(_passes(stmt, never_passes) for stmt in body)


def _passes(stmt: s.Stmt, never_passes: Callable[[s.Stmt], bool]) -> bool:
    if does(stmt, "leaves", "returns", "ends") or never_passes(stmt):
        return False
    if does(stmt, "one_body"):
        return any(falls_through(body, never_passes) for body in bodies(stmt))
    if does(stmt, "forever") and not _ends_by_itself(stmt):
        unit = "round" if does(stmt, "round") else "loop"
        return any(unit_left(inner.stmt) == unit for body in bodies(stmt) for inner in statements_in_context(body))
    return True


def _ends_by_itself(stmt: s.Stmt) -> bool:
    """Return whether a loop has a limit or a condition, so that it may end by itself."""
    return any(getattr(stmt, name, None) is not None for name in ("limit", "condition"))


def _report_unreachable(c: Checker, body: tuple[s.Stmt, ...]) -> None:
    for stmt, following in pairwise(body):
        if does(stmt, "leaves", "returns", "ends"):
            c.report.add("W411", following.span, "this is never reached", help=["what stands before it leaves"])
    for stmt in body:
        for inner in bodies(stmt):
            _report_unreachable(c, inner)


def resets(c: Checker, model: CheckedModel) -> None:
    """Warn about a value that is never reset, and about counting repetitions of a position that is never recorded."""
    clauses = [placed.clause for placed in c.book.clauses]
    if any(map(is_unsaid, clauses)):
        return
    statements = [stmt for clause in clauses for stmt in every(body_of(clause))]
    begun = {unit for unit in ("turn", "round") if any(does(stmt, unit) for stmt in statements)}
    recorded = {name.text for clause in clauses for name, _ in _positions(clause, "records")}
    for clause in clauses:
        if isinstance(clause, s.KeepClause) and clause.lifetime not in ("game", *begun):
            _never_reset(c, clause)
        if isinstance(clause, s.ExampleClause):
            continue  # an example may set up any position
        for asked in inside(clause, s.TimesSeen):
            _never_recorded(c, asked.name, asked.span, recorded, "`times seen` is always 0")
        for name, span in _positions(clause, "forgets"):
            _never_recorded(c, name, span, recorded, "there is nothing to forget")


@lru_cache(maxsize=16384)  # the same clauses occur in every configuration
def _positions(clause: s.Clause, flag: str) -> list[tuple[s.Name, Span]]:
    """Return the positions that a clause records or forgets (as `flag` says), with the spans of the statements."""
    return [(getattr(stmt, "name"), stmt.span) for stmt in inside(clause, *STATEMENTS) if does(stmt, flag)]  # noqa: B009


def _never_recorded(c: Checker, name: s.Name, span: Span, recorded: set[str], so: str) -> None:
    if name.text not in recorded:
        advice = [f"write `record {name.text}` where the position counts"]
        c.report.add("W413", span, f"nothing records `{name.text}`, so {so}", help=advice)


def _never_reset(c: Checker, clause: s.KeepClause) -> None:
    unit = clause.lifetime
    made = "turns from …:" if unit == "turn" else "rounds:"
    message = f"`{clause.name.text}` is never put back: this game has no {unit}s"
    advice = [f"`{made}` begins a {unit}; or set the value where it starts again, and leave `each {unit}` out"]
    c.report.add("W412", clause.name.span, message, help=advice)
