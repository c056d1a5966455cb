"""W412: `each turn` of a game without turns, `each round` of one without rounds.  W413: a position never recorded.

One configuration may have the turns that another lacks, so only what every configuration says is reported.
"""

from __future__ import annotations

from ...diagnostics import Span
from ...model.clause_table import is_unsaid
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import body_of, inside, walk
from ..checked import CheckedModel
from ..checker import Checker
from ..clause_call_graph import statements_in_context


def resets(c: Checker, model: CheckedModel) -> None:
    """Warn of a value that is never put back, and of asking how often a position came that nothing records."""
    clauses = [placed.clause for placed in c.book.clauses]
    if any(map(is_unsaid, clauses)):
        return
    statements = [place.stmt for clause in clauses for place in statements_in_context(body_of(clause))]
    begun = {unit for unit in ("turn", "round") for stmt in statements if does(stmt, unit)}
    recorded = {name.text for clause in clauses for name, _ in _positions(clause, "records")}
    for clause in clauses:
        if isinstance(clause, s.KeepClause) and clause.lifetime not in ("game", *begun):
            _never_reset(c, clause)
        if isinstance(clause, s.ExampleClause):
            continue  # it lays out what it likes
        for asked in inside(clause, s.TimesSeen):
            _never_recorded(c, asked.name, asked.span, recorded, "`times seen` is always 0")
        for name, span in _positions(clause, "forgets"):
            _never_recorded(c, name, span, recorded, "there is nothing to forget")


def _positions(clause: s.Clause, flag: str) -> list[tuple[s.Name, Span]]:
    """Return the positions that statements of a clause record or forget, and where."""
    return [(getattr(stmt, "name"), stmt.span) for stmt in walk(clause) if does(stmt, flag)]  # noqa: B009


def _never_recorded(c: Checker, name: s.Name, span: Span, recorded: set[str], so: str) -> None:
    if name.text not in recorded:
        advice = [f"write `record {name.text}` where the position counts"]
        c.report.warn("W413", span, f"nothing records `{name.text}`, so {so}", help=advice)


def _never_reset(c: Checker, clause: s.KeepClause) -> None:
    unit = clause.lifetime
    made = "turns from …:" if unit == "turn" else "rounds:"
    c.report.warn(
        "W412",
        clause.name.span,
        f"`{clause.name.text}` is never put back: this game has no {unit}s",
        help=[f"`{made}` begins a {unit}; or set the value where it starts again, and leave `each {unit}` out"],
    )
