"""E407-E409: `leave` and `return` only inside what they leave; a procedure that gives something always does.  W411:
what is never reached.
"""

from __future__ import annotations

from itertools import pairwise

from ...model.symbols import ProcedureSymbol
from ...syntax import nodes as s
from ...syntax.traversal import bodies, body_of
from ..checked import CheckedModel
from ..checker import Checker
from ..clause_call_graph import call_edges, statements_in_context


def leaving(c: Checker, model: CheckedModel) -> None:
    turns, rounds = _inside(c)
    for placed in c.book.clauses:
        clause = placed.clause
        body = body_of(clause)
        symbol = c.symbols.get(clause.name.text) if isinstance(clause, s.ProcedureClause) else None
        result = symbol.result if isinstance(symbol, ProcedureSymbol) else None
        for stmt, turn, round_, loop in statements_in_context(body):
            if isinstance(stmt, s.Leave):
                if stmt.what in ("turn", "again") and not turn and placed.id not in turns:
                    words = "leave turn" if stmt.what == "turn" else "another turn"
                    c.report.add(
                        "E407",
                        stmt.span,
                        f"`{words}` stands outside every turn",
                        help=["turns are made by `turns from …:`"],
                    )
                elif stmt.what == "round" and not round_ and placed.id not in rounds:
                    c.report.add(
                        "E407",
                        stmt.span,
                        "`leave round` stands outside every round",
                        help=["rounds are made by `rounds:`"],
                    )
                elif stmt.what == "loop" and not loop:
                    c.report.add(
                        "E407",
                        stmt.span,
                        "`leave loop` stands outside every loop",
                        help=["loops are `repeat` and `for each`"],
                    )
            elif isinstance(stmt, s.Return):
                _return(c, clause, stmt, result is not None)
        if result is not None and body and falls_through(body):
            c.report.add(
                "E409",
                clause.name.span,
                f"procedure `{clause.name.text}` gives a value, but may end without `return`",
                help=["end every way through it with `return …`"],
            )
        _reached(c, body)


def _inside(c: Checker) -> tuple[set[str], set[str]]:
    """The clauses that may run inside a turn, and inside a round."""
    turns: set[str] = set()
    rounds: set[str] = set()
    all_links = call_edges(c.book.clauses)
    changed = True
    while changed:
        before = len(turns) + len(rounds)
        for link in all_links:
            if link.in_turn or link.source in turns:
                turns.add(link.target)
            if link.in_round or link.source in rounds:
                rounds.add(link.target)
        changed = len(turns) + len(rounds) > before
    return turns, rounds


def _return(c: Checker, clause: s.Clause, stmt: s.Return, gives: bool) -> None:
    if not isinstance(clause, s.ProcedureClause):
        c.report.add(
            "E408", stmt.span, f"`return` belongs in a procedure, and this is {clause.kind} `{clause.name.text}`"
        )
    elif stmt.value is not None and not gives:
        c.report.add(
            "E408",
            stmt.span,
            f"procedure `{clause.name.text}` does not say what it gives",
            help=["add `gives TYPE` after its parameters"],
        )
    elif stmt.value is None and gives:
        c.report.add("E408", stmt.span, f"procedure `{clause.name.text}` gives a value: return one")


def falls_through(body: tuple[s.Stmt, ...]) -> bool:
    """May control come out at the end of the body?"""
    return all(_passes(stmt) for stmt in body)


def _passes(stmt: s.Stmt) -> bool:
    match stmt:
        case s.Return() | s.Over():
            return False
        case s.Leave():
            return stmt.what == "again"
        case s.If():
            return falls_through(stmt.then) or falls_through(stmt.otherwise)
        case s.Either():
            bodies = [b.body for b in stmt.branches] + ([stmt.otherwise] if stmt.otherwise is not None else [])
            return stmt.optional or any(falls_through(b) for b in bodies)
        case s.By() | s.Step():
            return falls_through(stmt.body)
        case s.Repeat(condition=None, limit=None):
            return any(isinstance(f.stmt, s.Leave) and f.stmt.what == "loop" for f in statements_in_context(stmt.body))
        case s.Rounds(limit=None):
            return any(isinstance(f.stmt, s.Leave) and f.stmt.what == "round" for f in statements_in_context(stmt.body))
    return True


def _reached(c: Checker, body: tuple[s.Stmt, ...]) -> None:
    for stmt, following in pairwise(body):
        if isinstance(stmt, s.Return | s.Over) or (isinstance(stmt, s.Leave) and stmt.what != "again"):
            c.report.warn("W411", following.span, "this is never reached", help=["what stands before it leaves"])
    for stmt in body:
        for inner in bodies(stmt):
            _reached(c, inner)
