"""Types of expressions with binders (`binders.py`) or a bound name: some, all, count, sum, most, least, the, any; sets;
reach; after; let."""

from __future__ import annotations

from math import prod

from ..model.symbols import ProcedureSymbol
from ..model.types import DomainType, ErrorType, NumberType, OptionType, SetType, Type
from ..syntax import nodes as s
from .binders import bind, bind_all, binder_type, copies
from .call_types import call_procedure
from .checker import Checker, bare_help
from .expression_types import condition, infer, needs_hint, types_expression
from .symbol_table import Scope
from .type_relations import EMPTY, ERROR, TRUTH, TRUTH_ADVICE, item_of, join, number_type, show


@types_expression(s.Quantified)
def _quantifier_type(c: Checker, node: s.Quantified, scope: Scope, want: Type | None) -> Type:
    if node.kind in ("the", "any"):
        inner = scope.child()
        item = bind(c, node.binders[0], inner, want.item if isinstance(want, OptionType) else want)
        condition(c, node.where, inner, "what follows `where`")
        if isinstance(item, ErrorType) or node.kind == "the":
            return item
        return OptionType(item) if isinstance(item, NumberType | DomainType) else ERROR
    inner = bind_all(c, node.binders, scope)
    condition(c, node.where, inner, "what follows `where`")
    most = prod(copies(c, binder) for binder in node.binders)
    if node.kind == "count":
        return number_type(0, most)
    assert node.body is not None
    if node.kind in ("some", "all"):
        condition(c, node.body, inner, f"what `{node.kind}` claims")
        return TRUTH
    body = infer(c, node.body, inner, want if isinstance(want, SetType) else None)
    if node.kind == "sum" and isinstance(body, SetType):
        if body.item is not None:
            return body
        c.report.add("E325", node.body.span, "it cannot be told what sort of set this would be")
        return ERROR
    if not isinstance(body, NumberType):
        if not isinstance(body, ErrorType):
            needed = "a number or a set" if node.kind == "sum" else "a number"
            c.report.add("E314", node.body.span, f"`{node.kind}` needs {needed}, and this is {show(body)}")
        if node.otherwise is not None:
            infer(c, node.otherwise, scope)
        return ERROR
    if node.kind == "sum":
        return number_type(min(0, most * body.low), max(0, most * body.high))
    if node.otherwise is None:
        return body
    other = infer(c, node.otherwise, scope, body)
    if isinstance(other, NumberType):
        return join(body, other) or ERROR
    if not isinstance(other, ErrorType):
        c.report.add("E314", node.otherwise.span, f"`otherwise` needs a number, and this is {show(other)}")
    return ERROR


@types_expression(s.SetLiteral)
def _set_literal(c: Checker, node: s.SetLiteral, scope: Scope, want: Type | None) -> Type:
    known = hint = want.item if isinstance(want, SetType) else None
    result: Type = EMPTY
    items = node.items if hint is not None else sorted(node.items, key=lambda i: needs_hint(c, i, scope))
    for item in items:
        t = infer(c, item, scope, known)
        if not isinstance(t, NumberType | DomainType | ErrorType) and result != ERROR:
            _no_member(c, item, t)
        if not isinstance(t, NumberType | DomainType):
            result = ERROR
            continue
        both = join(result, SetType(t))
        if both is None:
            c.report.add("E315", item.span, f"this is {show(t)} in a {show(result)}")
            both = ERROR
        result = both
        known = known or t
    if isinstance(result, SetType) and isinstance(want, SetType) and want.item is not None:
        return join(result, want) or result
    return result


@types_expression(s.Range)
def _range(c: Checker, node: s.Range, scope: Scope, want: Type | None) -> Type:
    low, high = infer(c, node.low, scope), infer(c, node.high, scope)
    for end, t in ((node.low, low), (node.high, high)):
        if not isinstance(t, NumberType | ErrorType):
            c.report.add("E314", end.span, f"the end of a range is a number, and this is {show(t)}")
            return ERROR
    if isinstance(low, NumberType) and isinstance(high, NumberType):
        return SetType(number_type(low.low, high.high))
    return ERROR


@types_expression(s.SetComprehension)
def _comprehension(c: Checker, node: s.SetComprehension, scope: Scope, want: Type | None) -> Type:
    hint = want.item if isinstance(want, SetType) else None
    inner = scope.child()
    first: Type = ERROR
    for binder in node.binders:
        first = bind(c, binder, inner, hint if node.image is None else None)
    condition(c, node.where, inner, "what follows `where`")
    if node.image is None:
        if len(node.binders) > 1:
            advice = ["say which: `{x for x in …, y in … where …}`"]
            c.report.add("E316", node.span, "a set has one sort of member", help=advice)
            return ERROR
        image = first
    else:
        image = infer(c, node.image, inner, hint)
    if isinstance(image, NumberType | DomainType):
        return SetType(image)
    if not isinstance(image, ErrorType):
        _no_member(c, node, image)
    return ERROR


def _no_member(c: Checker, node: s.Node, t: Type) -> None:
    message = f"a set holds numbers or members of one domain, and this is {show(t)}"
    advice = bare_help(t, t.item) if isinstance(t, OptionType) and t.item is not None else []
    c.report.add("E315", node.span, message, help=[TRUTH_ADVICE] if t == TRUTH else advice)


@types_expression(s.Reach)
def _reach(c: Checker, node: s.Reach, scope: Scope, want: Type | None) -> Type:
    seed = infer(c, node.seed, scope, want)
    item = item_of(seed) if isinstance(seed, SetType) else None
    if item is None and not isinstance(seed, ErrorType):
        message = f"`reach` starts from a set, and this is {show(seed)}"
        c.report.add("E317", node.seed.span, message, help=["`{x}` is the set of x alone"])
    inner = scope.child()
    c.bind(node, node.source, item or ERROR, inner)
    target = binder_type(c, node.domain, inner, item)
    c.bind((node, "target"), node.target, target, inner)
    if item is not None and not isinstance(target, ErrorType) and join(item, target) is None:
        message = f"`reach` goes from {show(item)} to {show(target)}; both must be of one sort"
        c.report.add("E317", node.domain.span, message)
    condition(c, node.where, inner, "what follows `where`")
    both = None if item is None else join(item, target)
    return SetType(both) if isinstance(both, NumberType | DomainType) else ERROR


@types_expression(s.After)
def _after(c: Checker, node: s.After, scope: Scope, want: Type | None) -> Type:
    symbol = c.symbol_of_kind(node.call.name, ProcedureSymbol, "a procedure", "procedure")
    if isinstance(symbol, ProcedureSymbol):
        call_procedure(c, node.call, symbol, scope)
    else:
        for arg in node.call.args:
            infer(c, arg.value, scope, ERROR)
    c.types[node.call] = (symbol.result if isinstance(symbol, ProcedureSymbol) else None) or ERROR
    return infer(c, node.body, scope, want)


@types_expression(s.LetExpression)
def _let(c: Checker, node: s.LetExpression, scope: Scope, want: Type | None) -> Type:
    kind = infer(c, node.value, scope)
    if isinstance(kind, OptionType | SetType) and kind.item is None:
        c.report.add("E325", node.value.span, f"it cannot be told what sort of value `{node.name.text}` would be")
        kind = ERROR
    inner = scope.child()
    c.uses.lets.append((node.name, c.bind(node, node.name, kind, inner), inner))
    return infer(c, node.body, inner, want)
