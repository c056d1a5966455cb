"""Makes the source map: every condition as written, with the machine expression of each of its parts.

It runs after the machine is complete and adds nothing to it. Each part of a condition is lowered a second time, by the
same lowerer in the same environment, so it means the same as in the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import evolve

from ...diagnostics import Span
from ...model.symbols import (
    BuiltinSymbol,
    ConstantSymbol,
    DomainSymbol,
    FactSymbol,
    PlaceSymbol,
    PositionSymbol,
    ProcedureSymbol,
)
from ...model.types import SetType, TruthType, Type
from ...syntax import nodes as s
from ...syntax.traversal import walk
from .. import program as m
from .. import source_map as src
from . import facts, quantify
from .env import Env, Origin
from .lowering_context import LoweringContext
from .value_encoding import op

COUNTING = frozenset({"size", "empty", "taken"})


def source_map_of(cx: LoweringContext, machine: m.Machine) -> src.Sources:
    """Return the source map of `machine`, which must have been lowered with this context."""
    sayer = Sayer(cx)
    tests, domains = {}, {}
    for node in machine.nodes:
        if not isinstance(node, m.Decision):
            continue
        for a, alternative in enumerate(node.alternatives):
            for n, test in enumerate(alternative.tests):
                tests[node.id, a, -1, n] = sayer.reasons(cx.b.origins.of(test))
            for i, level in enumerate(alternative.levels):
                for n, test in enumerate(level.tests):
                    tests[node.id, a, i, n] = sayer.reasons(cx.b.origins.of(test))
                if level.within is not None:
                    domains[node.id, a, i] = sayer.reasons(cx.b.origins.of(level.within))[0]
    never = {label: sayer.reasons(origins) for label, origins in cx.b.origins.never.items()}
    known = (x for x in cx.model.symbols.values() if isinstance(x, FactSymbol) and x.clause.value is not None)
    told = {f"fact {x.name}": sayer.fact(x) for x in known}
    truths = {name: sayer.source_of(node, env) for name, (node, env) in cx.b.origins.truths.items()}
    placed = cx.model.rulebook.clauses
    clauses = {"flow" if p.clause.kind == "flow" else p.id: first_line(p.clause.span) for p in placed}
    b = cx.b
    whole = evolve(machine, faults=tuple(b.faults), tables=tuple(b.tables.values()), domains=tuple(b.domains.values()))
    return src.Sources(whole, tests, domains, never, told, truths, clauses)


def first_line(span: Span) -> Span:
    """Return the span of the first line of the clause with this span."""
    line = span.text.split("\n", 1)[0].rstrip()
    return Span(span.source, span.start, span.start + len(line))


class Sayer:
    """Lowers expressions of the rulebook a second time, to pair each part as written with its machine expression."""

    def __init__(self, cx: LoweringContext) -> None:
        self.cx, self.ex, self.model = cx, cx.ex, cx.model

    # -------------------------------------------------------------------------------------------------- tests and facts

    def reasons(self, origins: tuple[Origin, ...]) -> tuple[src.Reason, ...]:
        return tuple(map(self.reason, origins))

    def reason(self, origin: Origin) -> src.Reason:
        node, env = origin.node, origin.env
        said = None
        if origin.what in ("require", "where", "domain", "let", "layer", "unless", "turn") and is_expr(node):
            said = self.source_of(node, env)  # type: ignore[arg-type]  # is_expr(node) was true
        value = origin.value
        if value is None:
            assert said is not None
            value = op("not", said.value) if origin.what == "unless" else said.value
        span = node.span if is_expr(node) else first_line(node.span)
        about = (origin.layer, origin.amounts, origin.picked, origin.shift)
        return src.Reason(origin.what, env.clause, span, value, said, *about)

    def fact(self, symbol: FactSymbol) -> src.FactSource:
        id_ = f"fact {symbol.name}"
        env, params = facts.parameters(Env(id_, id_), symbol.params)
        assert symbol.clause.value is not None
        usual = self.source_of(symbol.clause.value, env)
        arms = []
        exceptions = facts.FactExceptions(self.cx, symbol, params)
        for exception in exceptions.clauses:
            guard, inner = exceptions.holds(exception)
            conditions = self.cx.weaver.origins(exception, exception.where, inner)
            when = tuple(said for c in conditions if (said := self.reason(c).said) is not None)
            arms.append(src.Arm(inner.clause, guard, when, self.source_of(exception.value, inner)))
        prints = tuple((p.name, self.prints(x.type)) for p, x in zip(params, symbol.params, strict=True))
        combining = symbol.clause.combining is not None
        return src.FactSource(id_, first_line(symbol.clause.span), prints, usual, tuple(arms), combining)

    # -------------------------------------------------------------------------------------- expressions and their parts

    def prints(self, type_: Type) -> src.Print:
        return src.Print(self.cx.b.domain(type_), isinstance(type_, SetType))

    def source_of(self, node: s.Expr, env: Env) -> src.SourceExpression:
        if isinstance(node, s.LetExpression):  # explanations show the bound value where the body uses its name
            return self.source_of(node.body, env.bind(self.model.binds[node], self.ex.value(node.value, env)))
        form = self.form(node, env)
        remembered = any(self.builtin(part) == "remembered" for part in walk(node))
        prints = self.prints(self.ex.type(node))
        counts = self.counts(node, env)
        return src.SourceExpression(
            node.span, self.ex.value(node, env), prints, form, self.adds_to_text(node), counts, remembered
        )

    def builtin(self, node: object) -> str:
        symbol = self.model.refs.get(node) if isinstance(node, s.Call) else None
        return symbol.name if isinstance(symbol, BuiltinSymbol) else ""

    def adds_to_text(self, node: s.Expr) -> bool:
        """Return whether an explanation should show the value of an expression beside its text. It should not for
        constants, and for conditions made of parts, whose values are shown instead."""
        if isinstance(node, s.Number | s.Truth | s.Nothing | s.Range | s.SetLiteral):
            return False
        if isinstance(node, s.Binary | s.Unary) and isinstance(self.ex.type(node), TruthType):
            return False  # the values of a condition's parts explain it better
        return not isinstance(self.model.refs.get(node), ConstantSymbol | DomainSymbol)

    def counts(self, node: s.Expr, env: Env) -> tuple[str, tuple[m.Expr, ...]] | None:
        """If the expression is `size`, `empty` or `taken` of a place, return the place's cell and index. Such an
        expression reads only the number of pieces there. Return None for other expressions."""
        if self.builtin(node) not in COUNTING:
            return None
        assert isinstance(node, s.Call)
        place = node.args[0].value
        if not isinstance(place, s.Ref | s.Index) or not isinstance(self.model.refs.get(place), PlaceSymbol):
            return None
        spot = self.ex.spot(place, env)
        return spot.cell, spot.index

    def form(self, node: s.Expr, env: Env) -> src.Structure:
        match node:
            case s.Binary(op="and" | "or"):
                left, right = self.source_of(node.left, env), self.source_of(node.right, env)
                return src.SourceJunction("and" if node.op == "and" else "or", left, right)
            case s.Unary(op="not"):
                return src.SourceNegation(self.source_of(node.item, env))
            case s.Quantified(kind="all" | "some"):
                return self.runs(node, node.binders, env)
            case s.Conditional():
                then, otherwise = self.source_of(node.then, env), self.source_of(node.otherwise, env)
                return src.SourceConditional(self.source_of(node.condition, env), then, otherwise)
            case s.After():
                return self.supposition(node, env)
            case s.Call() | s.Ref() if isinstance(symbol := self.model.refs.get(node), FactSymbol):
                if isinstance(node, s.Ref):
                    return src.SourceCall(f"fact {symbol.name}", (), ())
                args = self.ex.arguments(node, symbol.params, env)
                return src.SourceCall(f"fact {symbol.name}", args, self.parts(node, env))
        return src.SourceComposite(self.parts(node, env))

    def parts(self, node: s.Expr, env: Env) -> tuple[src.SourceExpression, ...]:
        return tuple(self.source_of(part, env) for part in self.inside(node))

    def inside(self, node: s.Expr) -> Iterator[s.Expr]:
        """Yield the direct subexpressions whose values can be shown, except those in which the expression has bound a
        name. For a place, these are its indexes."""
        match node:
            case s.Binary():
                yield from self.item(node.left)
                yield from self.item(node.right)
            case s.Unary():
                yield from self.item(node.item)
            case s.Attribute() if not isinstance(self.model.refs.get(node), ConstantSymbol):
                yield from self.item(node.base)
            case s.Index():
                for arg in node.args:
                    yield from self.item(arg)
            case s.Call():
                if self.builtin(node) == "possible":
                    return
                given = self.model.arguments.get(node)
                for arg in [a.value for a in node.args] if given is None else given:
                    yield from self.item(arg)
            case s.EndOf():
                yield from self.item(node.place)
            case s.SetLiteral():
                for item in node.items:
                    yield from self.item(item)
            case s.Range():
                yield from self.item(node.low)
                yield from self.item(node.high)
            case s.Reach():
                yield from self.item(node.seed)
            case s.Quantified() | s.SetComprehension():
                yield from self.item(node.binders[0].domain)

    def item(self, node: s.Expr) -> Iterator[s.Expr]:
        """Yield the expression itself if its value can be shown. For a place that may contain several pieces, yield its
        indexes instead."""
        symbol = self.model.refs.get(node)
        if isinstance(symbol, PositionSymbol | DomainSymbol):
            return
        if isinstance(symbol, PlaceSymbol) and symbol.form != "one":
            yield from self.inside(node)
        else:
            yield node

    def runs(self, node: s.Quantified, binders: tuple[s.Binder, ...], env: Env) -> src.SourceQuantifier:
        binder = binders[0]
        loop = self.ex.domains.loop(binder, env)
        symbol = self.model.binds[binder]
        where = None
        assert node.body is not None
        if len(binders) > 1:
            value = quantify.fold_over(self.ex, node, binders[1:], loop.env)
            form = self.runs(node, binders[1:], loop.env)
            body = src.SourceExpression(node.span, value, src.Print("truth"), form)
            where = None if binder.where is None else self.source_of(binder.where, loop.env)
        else:
            where = None if node.where is None else self.source_of(node.where, loop.env)
            body = self.source_of(node.body, loop.env)
        member, prints = loop.env.locals[symbol], self.prints(symbol.type)
        name: Literal["all", "some"] = "all" if node.kind == "all" else "some"
        return src.SourceQuantifier(
            name, symbol.name, loop.name, loop.over, loop.present, loop.prelude, member, prints, where, body
        )

    def supposition(self, node: s.After, env: Env) -> src.SourceSupposition:
        symbol = self.model.refs[node.call]
        assert isinstance(symbol, ProcedureSymbol)
        args = (*self.ex.arguments(node.call, symbol.params, env), env.player())
        parts = tuple(self.source_of(a, env) for a in self.model.arguments[node.call])
        return src.SourceSupposition(f"procedure {symbol.name}", args, parts, self.source_of(node.body, env))


def is_expr(node: s.Node) -> bool:
    return isinstance(node, s.Expr)
