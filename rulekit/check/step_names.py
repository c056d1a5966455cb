"""The steps of a rulebook by name: those at which rules can come, and those at which examples begin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model.rulebook import Placed
from ..syntax import nodes as s
from ..syntax.traversal import body_of, every


def steps_of(clauses: Iterable[Placed]) -> Iterator[tuple[Placed, str, s.Step]]:
    """The steps at which rules can come and examples begin, those of the flow and of procedures, each with its name
    (`flow.opening`, `act.gather`).
    """
    for placed in clauses:
        clause = placed.clause
        if isinstance(clause, s.FlowClause | s.ProcedureClause):
            holder = "flow" if isinstance(clause, s.FlowClause) else clause.name.text
            for stmt in every(body_of(clause)):
                if isinstance(stmt, s.Step):
                    yield placed, f"{holder}.{stmt.name.text}", stmt


def example_steps(clauses: Iterable[Placed]) -> frozenset[str]:
    """The names of the steps at which examples begin."""
    return frozenset(
        f"{line.procedure.text}.{line.step.text}"
        for placed in clauses
        if isinstance(placed.clause, s.ExampleClause)
        for line in placed.clause.lines
        if isinstance(line, s.Given) and line.procedure is not None and line.step is not None
    )
