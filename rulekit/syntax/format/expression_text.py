"""Types, expressions and the small parts of headings as text, with the brackets they need and no others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .. import nodes as s
from ..operators import OPERATORS, Binding

_BINDS: Final = re.compile(r"[A-Za-z_]\w* in\b")


def text(value: s.Text) -> str:
    return '"' + value.value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def citation(cite: s.Citation) -> str:
    detail = f" {text(cite.detail)}" if cite.detail else ""
    return f"[{cite.source.text}{detail}]"


def cites(items: Sequence[s.Citation]) -> str:
    return "".join(" " + citation(cite) for cite in items)


def tags(tagged: s.Tags) -> str:
    """What stands behind a heading, with a space before each part."""
    titles = "".join(" " + text(part) for part in (tagged.title, tagged.summary) if part)
    return titles + cites(tagged.cites)


def item(one: s.Item) -> str:
    title = f" {text(one.title)}" if one.title else ""
    return one.name.text + title + cites(one.cites)


def type_expr(kind: s.TypeExpr) -> str:
    if isinstance(kind, s.NamedType):
        return kind.name.text
    if isinstance(kind, s.RangeType):
        return f"{expr(kind.low, Binding.SUM)}..{expr(kind.high, Binding.SUM)}"
    if isinstance(kind, s.OptionalType):
        return f"{type_expr(kind.item)} or none"
    return f"set of {type_expr(kind.item)}"


def where(condition: s.Expr | None) -> str:
    return f" where {expr(condition)}" if condition else ""


def binders(bound: Sequence[s.Binder]) -> str:
    return ", ".join(binder(one) for one in bound)


def binder(bound: s.Binder) -> str:
    return f"{bound.name.text} in {domain(bound.domain)}{where(bound.where)}"


def domain(over: s.Expr) -> str:
    if isinstance(over, s.Range):
        return f"{expr(over.low, Binding.SUM)}..{expr(over.high, Binding.SUM)}"
    return expr(over, Binding.SUM)


def args(given: Sequence[s.Arg]) -> str:
    return "(" + ", ".join((f"{a.name.text}: " if a.name else "") + expr(a.value) for a in given) + ")"


def summed(value: s.Expr) -> str:
    """An expression where the grammar takes a sum: comparisons and looser forms stand in brackets."""
    return expr(value, Binding.SUM)


def summed_beside(value: s.Expr, taken: str) -> str:
    """A sum where words of the language may stand, too: in brackets when it would be read as what is `taken` there."""
    out = summed(value)
    return f"({out})" if re.match(taken, out) else out


def unbound(value: s.Expr) -> str:
    """An expression where `x in D` would bind x: in brackets when it begins so."""
    out = expr(value)
    return f"({out})" if _BINDS.match(out) else out


def expr(value: s.Expr, level: int = Binding.TOP) -> str:
    """An expression in a place that takes forms at least as tight as `level`."""
    own, out = _written(value, level)
    return f"({out})" if own < level else out


def _written(value: s.Expr, level: int) -> tuple[int, str]:
    if isinstance(value, s.Binary):
        return _binary(value)
    if isinstance(value, s.Unary):
        if value.op == "-":
            return Binding.UNARY, "-" + expr(value.item, Binding.UNARY)
        # What `not` stands before may be open to the right only if `not` itself may be.
        loose = level == Binding.TOP and _open(value.item)
        return Binding.NOT, "not " + expr(value.item, Binding.TOP if loose else Binding.NOT)
    if _open(value):
        return Binding.TOP, _opened(value)
    return Binding.ATOM, _atom(value)


def _binary(value: s.Binary) -> tuple[int, str]:
    own = OPERATORS[value.op]
    left, right = (Binding.SUM, Binding.SUM) if own == Binding.COMPARED else (own, own + 1)
    return own, f"{expr(value.left, left)} {value.op} {expr(value.right, right)}"


def _open(value: s.Expr) -> bool:
    """Forms that take all that follows them on the right."""
    if isinstance(value, s.Unary):
        return value.op == "not" and _open(value.item)
    if isinstance(value, s.Quantified):
        return value.kind in ("some", "all", "the", "any")
    return isinstance(value, s.Conditional | s.Reach | s.After | s.LetExpression)


def _opened(value: s.Expr) -> str:
    if isinstance(value, s.Conditional):
        return f"if {expr(value.condition)} then {expr(value.then)} else {expr(value.otherwise)}"
    if isinstance(value, s.Reach):
        way = f"{value.source.text} to {value.target.text} in {domain(value.domain)}"
        return f"reach from {summed(value.seed)}, {way}{where(value.where)}"
    if isinstance(value, s.After):
        return f"after {_atom(value.call)}: {expr(value.body)}"
    if isinstance(value, s.LetExpression):
        named, inner = [f"{value.name.text} = {expr(value.value)}"], value.body
        while isinstance(inner, s.LetExpression):
            named.append(f"{inner.name.text} = {expr(inner.value)}")
            inner = inner.body
        return f"let {', '.join(named)}: {expr(inner)}"
    assert isinstance(value, s.Quantified)
    body = f": {expr(value.body)}" if value.body else ""
    word = "first" if value.kind == "any" else value.kind
    return f"{word} {binders(value.binders)}{where(value.where)}{body}"


def _atom(value: s.Expr) -> str:
    match value:
        case s.Number():
            return str(value.value)
        case s.Truth():
            return "yes" if value.value else "no"
        case s.Nothing():
            return "none"
        case s.Ref():
            return value.name.text
        case s.Index():
            return f"{value.name.text}[{', '.join(expr(a) for a in value.args)}]"
        case s.Call():
            return value.name.text + args(value.args)
        case s.Attribute():
            return f"{expr(value.base, Binding.ATOM)}.{value.name.text}"
        case s.SetLiteral():
            return "{" + ", ".join([unbound(i) for i in value.items[:1]] + [expr(i) for i in value.items[1:]]) + "}"
        case s.SetComprehension():
            image = f"{unbound(value.image)} for " if value.image else ""
            return "{" + image + binders(value.binders) + where(value.where) + "}"
        case s.Range():
            return "{" + f"{summed(value.low)}..{summed(value.high)}" + "}"
        case s.TimesSeen():
            return f"times seen {value.name.text}"
        case s.EndOf():
            return f"{value.end} of {_atom(value.place)}"
        case s.Quantified():
            body = f": {expr(value.body)}" if value.body else ""
            other = f" otherwise {expr(value.otherwise)}" if value.otherwise else ""
            return f"{value.kind}({binders(value.binders)}{where(value.where)}{body}{other})"
    raise TypeError(f"not an expression: {type(value).__name__}")
