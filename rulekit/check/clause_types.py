"""Finds the names and types of each clause: its scope, whether a player is `me` (acts) in it, the types of its
conditions.

There is one function for each kind of clause, in `CLAUSES`. `checks/` has the checks of whole rulebooks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import prod
from typing import Any

from ..diagnostics import Help, Span
from ..model.bounds import MOST_PLAYERS
from ..model.header import players_line
from ..model.rulebook import Placed
from ..model.settings import has_other_players, has_players, players_in_words
from ..model.symbols import (
    BuiltinSymbol,
    ChoiceSymbol,
    EventSymbol,
    FactSymbol,
    KeepSymbol,
    LocalSymbol,
    OptionSymbol,
    PlaceSymbol,
    ProcedureSymbol,
)
from ..model.types import DomainType, ErrorType, NumberType, OptionType, SetType, TruthType, Type, Value
from ..syntax import nodes as s
from . import example_types, look_types, patterns
from .alternatives import labels
from .binders import bind
from .checker import MOST_NUMBERS, Checker
from .constant_evaluation import type_members
from .declarations import dimensions, enter_params, exception_value, summand_type
from .domain_construction import constant_value, resolve
from .expression_types import check, condition, infer, layer_conditions
from .statement_types import player, type_statements
from .symbol_table import Scope
from .type_relations import ERROR, show, size

MOST_MEASURED = 1000
"""Values that one figure may have; nobody reads more."""

CLAUSES: dict[type[s.Clause], Callable[[Checker, Placed, Any], None]] = {}


def clause(c: Checker, placed: Placed) -> None:
    """Find the symbol of every name and the type of every expression in a clause."""
    handler = CLAUSES.get(type(placed.clause))
    if handler is not None:
        handler(c, placed, placed.clause)


def fact(c: Checker, placed: Placed, node: s.FactClause) -> None:
    symbol = c.names.lookup(node.name.text)
    if not isinstance(symbol, FactSymbol) or symbol.clause is not node:
        return
    c.ensure_typed(symbol)
    check_combination(c, node, symbol)


def check_combination(c: Checker, node: s.FactClause, symbol: FactSymbol) -> None:
    if node.combining is None or isinstance(symbol.result, ErrorType):
        return
    truth = node.combining in ("any", "all")
    fitting = isinstance(symbol.result, TruthType | SetType if truth else NumberType)
    if not fitting:
        wanted = "yes or no, or a set" if truth else "a number"
        c.report.add("E301", node.name.span, f"`combining {node.combining}` needs a fact that gives {wanted}")


def exception(c: Checker, placed: Placed, node: s.ExceptionClause) -> None:
    symbol = c.symbol_of_kind(node.fact, FactSymbol, "a fact", "fact")
    if isinstance(symbol, FactSymbol):
        t = exception_value(c, placed, node, symbol.params, symbol.result)
        c.must_fit(node.value, t, summand_type(symbol), f"fact `{symbol.name}`")
    elif node not in c.declaring.typed:
        scope = Scope("fact", owner=placed)
        patterns.enter(c, node, node.params, (), scope)
        condition(c, node.where, scope, "what follows `where`")
        layer_conditions(c, placed, scope)
        infer(c, node.value, scope)


def choice(c: Checker, placed: Placed, node: s.ChoiceClause) -> None:
    c.names.lookup(node.name.text)
    condition(c, node.where, Scope("flow", "yes", placed), "what follows `where`")


def action(c: Checker, placed: Placed, node: s.ActionClause) -> None:
    c.symbol_of_kind(node.choice, ChoiceSymbol, "a choice", "choice")
    scope = Scope("flow", "yes", placed)
    layer_conditions(c, placed, scope)
    type_statements(c, node.body, scope)


def procedure(c: Checker, placed: Placed, node: s.ProcedureClause) -> None:
    symbol = c.names.lookup(node.name.text)
    if not isinstance(symbol, ProcedureSymbol) or node.body is None:
        return
    scope = Scope("flow", "inherited", placed)
    enter_params(c, node.params, scope)
    scope.result = symbol.result
    type_statements(c, node.body, scope)


def event(c: Checker, placed: Placed, node: s.EventClause) -> None:
    symbol = c.names.lookup(node.name.text)
    if not isinstance(symbol, EventSymbol):
        return
    scope = Scope("fact", owner=placed)
    enter_params(c, node.params, scope)
    if node.start is not None:
        player(c, node.start, scope, "who answers first")


def rule(c: Checker, placed: Placed, node: s.RuleClause) -> None:
    trigger = node.trigger
    scope = Scope("flow", "no", placed)
    where: s.Expr | None
    match trigger:
        case s.When(where=where):
            symbol = c.symbol_of_kind(trigger.event, EventSymbol, "an event", "event")
            params = symbol.params if isinstance(symbol, EventSymbol) else ()
            if isinstance(symbol, EventSymbol):
                patterns.as_many(c, trigger.span, f"event `{symbol.name}`", trigger.params, params)
            patterns.enter(c, node, trigger.params, params, scope)
            if trigger.seat is not None:
                patterns.seat(c, node, trigger.seat, scope)
                scope.me = "yes"
        case s.Whenever(condition=where):
            if trigger.binder is not None:
                item = bind(c, trigger.binder, scope)
                if not isinstance(item, ErrorType) and item != DomainType(c.players):
                    c.report.add("E301", trigger.binder.domain.span, "`whenever` runs over players")
                scope.me = "yes"
        case s.AtStep(where=where):
            scope.me = "inherited"
            holder, params = "the flow", ()
            if trigger.procedure.text != "flow" or c.names.exists("flow"):
                found = c.symbol_of_kind(trigger.procedure, ProcedureSymbol, "a procedure", "procedure")
                if isinstance(found, ProcedureSymbol):
                    holder, params = f"procedure `{found.name}`", found.params
            patterns.as_many(c, trigger.span, holder, trigger.params, params)
            patterns.enter(c, node, trigger.params, params, scope)
    condition(c, where, scope, "what follows `where`" if not isinstance(trigger, s.Whenever) else "a condition")
    layer_conditions(c, placed, scope)
    type_statements(c, node.body, scope)
    if not isinstance(trigger, s.Whenever):
        patterns.misspelt(c, trigger.params, scope)


def flow(c: Checker, placed: Placed, node: s.FlowClause) -> None:
    type_statements(c, node.body, Scope("flow", "no", placed))


def invariant(c: Checker, placed: Placed, node: s.InvariantClause) -> None:
    scope = Scope("fact", owner=placed)
    condition(c, node.condition, scope, f"what is {node.when} so")


def figure(c: Checker, placed: Placed, node: s.FigureClause) -> None:
    """Find the types in a figure (what is measured at the end of each game). It may read hidden values, too, because no
    player is shown it."""
    scope = Scope("fact", owner=placed)
    types, symbols = dimensions(c, node)
    for dimension, symbol in zip(node.dimensions, symbols, strict=True):
        if symbol is not None and dimension.name is not None:
            c.enter(dimension.name, symbol, scope)
    values = prod(map(size, types))
    if values > MOST_MEASURED:
        message = f"figure `{node.name.text}` would have {values} values, and at most {MOST_MEASURED} are told"
        c.report.add("E623", node.name.span, message)
    condition(c, node.where, scope, "what follows `where`")
    t = infer(c, node.value, scope)
    if not isinstance(t, ErrorType | NumberType | TruthType):
        advice = ["leave out the games in which it is none: `where …` before the `=`"]
        message = f"a figure is a number, or yes or no, not {show(t)}"
        c.report.add("E301", node.value.span, message, help=advice if isinstance(t, OptionType) else [])


def keep(c: Checker, placed: Placed, node: s.KeepClause) -> None:
    symbol = c.names.lookup(node.name.text)
    if isinstance(symbol, KeepSymbol) and symbol.clause is node:
        values = initial(c, symbol)
        if values is not None:
            c.initial[node] = values


def initial(c: Checker, symbol: KeepSymbol) -> tuple[Value, ...] | None:
    """Return the initial values of all elements of a kept value, in row-major order; None if an error was reported. The
    default is 0, no, none, {} or the first member."""
    node, t = symbol.clause, symbol.type
    if (
        isinstance(t, ErrorType)
        or any(isinstance(d, ErrorType) for d in symbol.dims)
        or c.declaring.numbers > MOST_NUMBERS
    ):
        return None
    count = prod(len(type_members(d)) for d in symbol.dims)
    if node.initial is None:
        return (default(t),) * count
    what = f"the first value of `{symbol.name}`"
    scope = Scope("constant", what=what)
    named = [local for local in symbol.locals if local is not None]
    scope.names = {local.name: local for local in named}
    if isinstance(node.initial, s.Nothing) and isinstance(t, NumberType | DomainType):
        written = Span(node.type.span.source, node.type.span.end, node.type.span.end)
        fix = Help(f"write `{node.type.span.text} or none`", written, " or none")
        message = f"{what} must be {show(t)}, but this is none"
        c.report.add("E301", node.initial.span, message, expected=[show(t)], help=[fix])
        return None
    if isinstance(check(c, node.initial, scope, t, what), ErrorType):
        return None
    if not scope.used:
        one = constant_value(c, node.initial, t, what, {})
        return None if isinstance(one, ErrorType) else (one,) * count
    values: list[Value] = []
    for env in _indices(symbol):
        value = constant_value(c, node.initial, t, what, env)
        if isinstance(value, ErrorType):
            return None
        values.append(value)
    return tuple(values)


def _indices(symbol: KeepSymbol) -> Iterator[dict[LocalSymbol, Value]]:
    for index in product(*map(type_members, symbol.dims)):
        yield {local: i for local, i in zip(symbol.locals, index, strict=True) if local is not None}


def default(t: Type) -> Value:
    match t:
        case NumberType(low, high):
            return min(max(0, low), high)
        case OptionType():
            return None
        case SetType():
            return frozenset()
        case DomainType():
            return 0
    return False


def position(c: Checker, placed: Placed, node: s.PositionClause) -> None:
    c.names.lookup(node.name.text)
    for part in node.parts:
        symbol = c.names.lookup(part.text)
        if isinstance(symbol, PlaceSymbol | KeepSymbol):
            c.refs[part] = symbol
            c.uses.symbols.add(symbol)
        elif part.text == "active":
            c.refs[part] = BuiltinSymbol("active")
        elif symbol is not None or not c.names.exists(part.text):
            c.names.unknown(part, "place or keep", [*c.names.of_kinds("place", "keep"), "active"])


def ruleset(c: Checker, placed: Placed, node: s.RulesetClause) -> None:
    settings(c, node.settings)


def settings(c: Checker, items: tuple[s.Setting, ...]) -> bool:
    """Return whether the options of this game have these values. Report wrong names and values."""
    same = True
    for item in items:
        symbol = c.symbol_of_kind(item.name, OptionSymbol, "an option", "option")
        if not isinstance(symbol, OptionSymbol):
            same = False
            continue
        wanted: Type = symbol.type
        if isinstance(wanted, NumberType) and symbol.name in c.names.declared:
            option = c.names.declared[symbol.name].clause
            if isinstance(option, s.OptionClause) and option.range is not None:
                wanted = resolve(c, option.range)
        t = check(c, item.value, Scope("constant"), wanted, f"`{symbol.name}`")
        if isinstance(t, ErrorType) or constant_value(c, item.value, wanted, f"`{symbol.name}`", {}) != symbol.value:
            same = False
    return same


def example(c: Checker, placed: Placed, node: s.ExampleClause) -> None:
    same = settings(c, node.settings)
    wanted = min(c.book.header.player_counts, default=None)
    if node.players is not None:
        how_many = NumberType(1, MOST_PLAYERS)
        t = check(c, node.players, Scope("constant"), how_many, "the number of players")
        value = constant_value(c, node.players, how_many, "the number of players", {}) if t is not ERROR else None
        wanted = value if isinstance(value, int) else None
        if not has_players(c.book, wanted) and not has_other_players(c.book, placed.layer):
            message = f"an example for {wanted} players, but the game is for {players_in_words(c.book.header)}"
            c.report.add("E451", node.players.span, message, labels=[(players_line(c.book.header), "said here")])
    # options that are not at their defaults, though the example does not set them
    elsewhere = c.book.changed - {item.name.text for item in node.settings}
    if same and not elsewhere and wanted in (None, c.book.players):
        c.examples.clauses.append((placed, node))


def examples_in_force(c: Checker) -> None:
    """Find the types in the examples of this configuration. This comes last, because their labels come from all
    clauses."""
    signatures = labels(c) if c.examples.clauses else {}
    for placed, node in c.examples.clauses:
        example_types.example(c, placed, node, signatures)


def everything_else(c: Checker, placed: Placed, node: s.Clause) -> None:
    """Declare a clause, which is all that its kind needs (`declarations.py`)."""
    c.names.lookup(node.name.text)


CLAUSES.update(
    {
        s.EnumClause: everything_else,
        s.TableClause: everything_else,
        s.PieceClause: everything_else,
        s.BoardClause: everything_else,
        s.OptionClause: everything_else,
        s.ChoiceClause: choice,
        s.PlaceClause: everything_else,
        s.KeepClause: keep,
        s.PositionClause: position,
        s.RulesetClause: ruleset,
        s.FactClause: fact,
        s.ExceptionClause: exception,
        s.ActionClause: action,
        s.ProcedureClause: procedure,
        s.EventClause: event,
        s.RuleClause: rule,
        s.FlowClause: flow,
        s.ExampleClause: example,
        s.InvariantClause: invariant,
        s.FigureClause: figure,
        s.LookClause: look_types.look,
    }
)
