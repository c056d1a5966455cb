"""Types of operators: truth, comparison, arithmetic, sets. `model/types.py` has the range of a result."""

from __future__ import annotations

from ..diagnostics import Help
from ..model.partial_evaluation import JOINS
from ..model.symbols import PlaceSymbol
from ..model.types import BINARY, DomainType, ErrorType, NumberType, OptionType, SetType, Type, negate_interval
from ..syntax import nodes as s
from ..syntax.operators import OPERATORS, Binding
from .checker import Checker
from .expression_types import condition, infer, needs_hint, pair, types_expression
from .symbol_table import Scope
from .type_relations import ERROR, TRUTH, bare, comparable, fits, item_of, join, number_type, show

_NONE_HELP = "it may be none: name it by `let x in …`, or say `sure(…)` or `if_none(…, other)`"


@types_expression(s.Unary)
def _unary(c: Checker, node: s.Unary, scope: Scope, want: Type | None) -> Type:
    if node.op == "not":
        condition(c, node.item, scope, "what `not` denies")
        return TRUTH
    t = infer(c, node.item, scope)
    if isinstance(t, NumberType):
        return number_type(*negate_interval((t.low, t.high)))
    return _refuse(c, node, "-", t)


@types_expression(s.Binary)
def _binary(c: Checker, node: s.Binary, scope: Scope, want: Type | None) -> Type:
    if node.op in JOINS:
        condition(c, node.left, scope, f"what `{node.op}` joins")
        condition(c, node.right, scope, f"what `{node.op}` joins")
        return TRUTH
    if node.op in ("in", "not in"):
        return _membership(c, node, scope)
    if OPERATORS[node.op].binds is Binding.COMPARED:
        return _compare(c, node, scope)
    return _arithmetic(c, node, scope, want)


def _membership(c: Checker, node: s.Binary, scope: Scope) -> Type:
    # then the right operand is typed first, as in `pair`
    first = needs_hint(c, node.left, scope) and not needs_hint(c, node.right, scope)
    group = infer(c, node.right, scope) if first or not isinstance(node.right, s.SetLiteral) else None
    item = infer(c, node.left, scope, item_of(group) if group is not None else None)
    if group is None:
        inside = bare(item)  # none is in no set, so only the type of other values counts
        group = infer(c, node.right, scope, SetType(inside) if isinstance(inside, NumberType | DomainType) else None)
    if isinstance(group, ErrorType) or isinstance(item, ErrorType):
        return TRUTH
    if not isinstance(group, SetType):
        extra = ["a place of one is compared by `==`"] if isinstance(c.refs.get(node.right), PlaceSymbol) else []
        message = f"`{node.op}` needs a set, a domain or a place, and this is {show(group)}"
        c.report.add("E310", node.right.span, message, help=extra)
    elif group.item is not None and (inside := bare(item)) is not None and not fits(inside, group.item):
        c.report.add("E310", node.span, f"{show(item)} is never in a {show(group)}")
    return TRUTH


def _compare(c: Checker, node: s.Binary, scope: Scope) -> Type:
    a, b = pair(c, node.left, node.right, scope)
    if isinstance(a, ErrorType) or isinstance(b, ErrorType):
        return TRUTH
    if node.op in ("==", "!="):
        if not comparable(a, b):
            c.report.add("E310", node.span, f"{show(a)} and {show(b)} are never the same", help=_member_of(node, a, b))
    elif node.op == "within":
        if not (isinstance(a, SetType) and isinstance(b, SetType) and comparable(a, b)):
            c.report.add("E310", node.span, f"`within` compares two sets of one sort, not {show(a)} and {show(b)}")
    elif isinstance(a, OptionType) or isinstance(b, OptionType):
        side = node.left if isinstance(a, OptionType) else node.right
        c.report.add("E306", side.span, f"this is {show(a if side is node.left else b)}", help=[_NONE_HELP])
    elif not (isinstance(a, NumberType | DomainType) and fits(a, b)):
        c.report.add("E310", node.span, f"`{node.op}` cannot compare {show(a)} with {show(b)}")
    return TRUTH


def _member_of(node: s.Binary, a: Type, b: Type) -> tuple[Help, ...]:
    """Return the fix that asks whether a value is in a set, if `==` compares a set with a possible member; otherwise
    nothing."""
    for whole, group, member, value in ((node.left, a, node.right, b), (node.right, b, node.left, a)):
        inside = bare(value)
        if isinstance(group, SetType) and node.op == "==" and inside is not None and not isinstance(inside, SetType):
            if group.item is not None and fits(inside, group.item):
                right = f"{member.span.text} in {whole.span.text}"
                return (Help(f"write `{right}`", node.span, right),)
    return ()


def _arithmetic(c: Checker, node: s.Binary, scope: Scope, want: Type | None) -> Type:
    op = node.op
    hint = want if isinstance(want, SetType) or op in ("+", "-") else None
    if isinstance(hint, OptionType):
        hint = hint.item
    a = infer(c, node.left, scope, hint)
    b = infer(c, node.right, scope, a if isinstance(a, SetType) else None)
    if isinstance(a, ErrorType) or isinstance(b, ErrorType):
        return ERROR
    if isinstance(a, NumberType) and isinstance(b, NumberType) and op != "&":
        return interval(c, node, a, b)
    if isinstance(a, SetType) and isinstance(b, SetType) and op in ("+", "-", "&"):
        both = join(a, b)
        if both is None:
            c.report.add("E310", node.span, f"`{op}` joins sets of one sort, not {show(a)} and {show(b)}")
            return ERROR
        return both if op == "+" else a
    if isinstance(a, DomainType) and isinstance(b, NumberType) and op in ("+", "-"):
        if a.domain.turning:
            return a
        c.report.add(
            "E311",
            node.span,
            f"{a.domain.name} does not turn, so `{op}` has no meaning",
            help=[
                "`next(x)` and `previous(x)` give the member beside, or none",
                "one that goes round says `, turning`",
            ],
        )
        return ERROR
    if isinstance(a, SetType) and op in ("+", "-") and a.item is not None and fits(b, a.item):
        c.report.add("E310", node.right.span, f"`{op}` needs a set here", help=["put the member in braces: `{…}`"])
        return ERROR
    if isinstance(a, OptionType) or isinstance(b, OptionType):
        side = node.left if isinstance(a, OptionType) else node.right
        c.report.add("E306", side.span, f"this is {show(a if side is node.left else b)}", help=[_NONE_HELP])
        return ERROR
    return _refuse(c, node, op, a, b)


def _refuse(c: Checker, node: s.Expr, op: str, *kinds: Type) -> Type:
    if not any(isinstance(k, ErrorType) for k in kinds):
        c.report.add("E310", node.span, f"`{op}` cannot be used with {' and '.join(show(k) for k in kinds)}")
    return ERROR


def interval(c: Checker, node: s.Binary, a: NumberType, b: NumberType) -> Type:
    """Return the type of `a op b`, which is the range of its results; ErrorType if an error was reported."""
    if node.op in ("div", "mod") and b.low == b.high == 0:
        c.report.add("E312", node.span, "this divides by zero")
        return ERROR
    return number_type(*BINARY[OPERATORS[node.op].code]((a.low, a.high), (b.low, b.high)))
