"""The values that looks give their properties, as expressions of a machine that is there already.

A look counts for nothing in a game, so that no machine has it: whoever draws asks for these, and works them out in a
state.  What they need beside the machine (tables, faults) stands at the ends of the one given back with them.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from ...check.checked import CheckedModel
from ...model.types import Type
from ...syntax import nodes as s
from .. import program as m
from .env import Env
from .lowering_context import LoweringContext


@frozen(eq=False)
class LookValue:
    """An expression over the names in scope (attributes, dimensions: locals of their names) and its type."""

    value: m.Expr
    type: Type


@frozen(eq=False)
class LookValues:
    machine: m.Machine = field(repr=False)
    values: Mapping[s.LookProp, LookValue]


def look_values(model: CheckedModel, machine: m.Machine) -> LookValues:
    """Return every property of a look whose value is an expression; `machine` is that of the model."""
    cx = LoweringContext(model)
    b = cx.b
    b.domains = {domain.name: domain for domain in machine.domains}
    b.tables = {table.name: table for table in machine.tables}
    b.cells = {cell.name: cell for cell in machine.cells}
    b.functions = {function.name: function for function in machine.functions}
    b.faults = list(machine.faults)
    found: dict[s.LookProp, LookValue] = {}
    for placed in model.rulebook.clauses:
        if isinstance(placed.clause, s.LookClause):
            env = _environment(model, placed.id, placed.clause)
            for prop in (prop for line in placed.clause.lines for prop in line.props):
                if not isinstance(prop.value, s.Text) and prop.value in model.types:
                    found[prop] = LookValue(cx.ex.value(prop.value, env), model.types[prop.value])
    whole = evolve(
        machine,
        domains=tuple(b.domains.values()),
        tables=tuple(b.tables.values()),
        functions=tuple(b.functions.values()),
        faults=tuple(b.faults),
    )
    return LookValues(whole, found)


def _environment(model: CheckedModel, id_: str, clause: s.LookClause) -> Env:
    """Bind the attributes and dimensions that a look may name."""
    env = Env(id_, id_)
    for key, symbol in model.binds.items():
        if isinstance(key, tuple) and key[0] is clause:
            env = env.bind(symbol, m.Local(symbol.name))
    return env
