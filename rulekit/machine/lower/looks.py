"""Lowers the values of `looks` clauses, which say how things are drawn, to expressions for an existing machine.

Looks do not affect the game, so machines do not contain them. They are lowered separately before something is drawn,
and evaluated in a state of the game. The tables and faults that they need are appended to those of the machine.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from ...check.checked import CheckedModel
from ...model.types import Type
from ...syntax import nodes as s
from .. import program as m
from .builder import Builder
from .env import Env
from .expression_forms import Expressions


@frozen(eq=False)
class LookValue:
    """The value of one property in a `looks` clause, as an expression with its type. The expression's free locals have
    the names of the attributes and dimensions on which it depends."""

    value: m.Expr
    type: Type


@frozen(eq=False)
class LookValues:
    machine: m.Machine = field(repr=False)
    values: Mapping[s.LookProp, LookValue]


def look_values(model: CheckedModel, machine: m.Machine) -> LookValues:
    """Return all properties in `looks` clauses whose values are expressions, with a machine in which they can be
    evaluated. `machine` must be lowered from the same model."""
    b = Builder(model)
    expressions = Expressions(b)
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
                    found[prop] = LookValue(expressions.value(prop.value, env), model.types[prop.value])
    whole = evolve(
        machine,
        domains=tuple(b.domains.values()),
        tables=tuple(b.tables.values()),
        functions=tuple(b.functions.values()),
        faults=tuple(b.faults),
    )
    return LookValues(whole, found)


def _environment(model: CheckedModel, id_: str, clause: s.LookClause) -> Env:
    """Return an environment for the expressions of a `looks` clause. In it, the attributes and dimensions that they may
    name are locals."""
    env = Env(id_, id_)
    for key, symbol in model.binds.items():
        if isinstance(key, tuple) and key[0] is clause:
            env = env.bind(symbol, m.Local(symbol.name))
    return env
