"""Names, types and expressions as written.

Nodes are frozen and compared by identity, so later stages can use them as keys; `same` (traversal.py) compares trees by
content.  The model and the checks give names their meaning.  Each node is declared separately, even if another has the
same fields: they are different constructs.
"""

from __future__ import annotations

from typing import Literal

from attrs import fields, frozen

from ..diagnostics import Span


@frozen(eq=False, repr=False, kw_only=True)
class Node:
    span: Span

    def __repr__(self) -> str:
        """Return a text with all fields except the span. It is defined once here, since attrs would generate it for
        each class at every start."""
        held = [f"{f.name}={getattr(self, f.name)!r}" for f in fields(type(self)) if f.name != "span"]
        return f"{type(self).__name__}({', '.join(held)})"


@frozen(eq=False, repr=False)
class Name(Node):
    """An identifier as written."""

    text: str


@frozen(eq=False, repr=False)
class Text(Node):
    """A string without quotes and escapes."""

    value: str


@frozen(eq=False, repr=False)
class Citation(Node):
    """A citation: `[rgg "c, skipping"]`, `[assumed "no source says"]`. `source` is declared in a header, or is
    `assumed`."""

    source: Name
    detail: Text | None


@frozen(eq=False, repr=False)
class Tags(Node):
    """The tags after a heading: title, summary, citations."""

    title: Text | None
    summary: Text | None
    cites: tuple[Citation, ...]


# ---------------------------------------------------------------------------------------------------- types, as written


@frozen(eq=False, repr=False)
class NamedType(Node):
    """A type given by its name: `Player`, `truth`, or an enumeration, table, piece or board."""

    name: Name


@frozen(eq=False, repr=False)
class RangeType(Node):
    """A type of whole numbers, both ends included: `0..5`."""

    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class OptionalType(Node):
    """The type of a value that may be missing: `Card or none`."""

    item: TypeExpr


@frozen(eq=False, repr=False)
class SetType(Node):
    """The type of a set: `set of Card`."""

    item: TypeExpr


TypeExpr = NamedType | RangeType | OptionalType | SetType

# ---------------------------------------------------------------------------------------------- expressions, as written


@frozen(eq=False, repr=False)
class Number(Node):
    value: int


@frozen(eq=False, repr=False)
class Truth(Node):
    """A truth value: `yes` or `no`."""

    value: bool


@frozen(eq=False, repr=False)
class Nothing(Node):
    """The missing value: `none`."""


@frozen(eq=False, repr=False)
class Ref(Node):
    """A bare name: a variable, a constant, a place, a kept value, an option, a fact without parameters."""

    name: Name


@frozen(eq=False, repr=False)
class Index(Node):
    """An indexed name: `room[i, k]`."""

    name: Name
    args: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Arg(Node):
    """An argument, with its name if one is written (`owner: p`)."""

    name: Name | None
    value: Expr


@frozen(eq=False, repr=False)
class Call(Node):
    """A call `fits(i, k)`; also a piece or row by its attributes: `Man(owner: p, kind: k)`."""

    name: Name
    args: tuple[Arg, ...]


@frozen(eq=False, repr=False)
class Attribute(Node):
    """An attribute of a value: `c.owner`."""

    base: Expr
    name: Name


@frozen(eq=False, repr=False)
class Unary(Node):
    op: Literal["not", "-"]
    item: Expr


@frozen(eq=False, repr=False)
class Binary(Node):
    """A binary operation. `op` is one of `operators.OPERATORS`: `+ - &` are also union, difference and intersection of
    sets; `within` is subset; `div`, `mod` round down."""

    op: str
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Conditional(Node):
    """A conditional expression: `if c then a else b`."""

    condition: Expr
    then: Expr
    otherwise: Expr


@frozen(eq=False, repr=False)
class Binder(Node):
    """A bound variable and its domain: `x in DOMAIN [where C]`. A domain is a type's name, a range, a set, an optional
    value, or a place with its pieces. With several names, the last `where` applies to all and is stored in the
    enclosing node."""

    name: Name
    domain: Expr
    where: Expr | None = None


@frozen(eq=False, repr=False)
class Quantified(Node):
    """A quantifier or fold. Forms: `some|all … : body` (a truth value); `count(…)`, `sum|most|least(… : body [otherwise
    E])`; `the|first x in D where C`. `the` requires exactly one match and faults otherwise; `any` (written `first`) is
    the first match in the domain's order, or none."""

    kind: Literal["some", "all", "count", "sum", "most", "least", "the", "any"]
    binders: tuple[Binder, ...]
    where: Expr | None
    body: Expr | None
    otherwise: Expr | None = None


@frozen(eq=False, repr=False)
class SetLiteral(Node):
    """A set given by its members: `{}`, `{a, b}`."""

    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class SetComprehension(Node):
    """A set comprehension: `{x in D where C}`, or with an image `{f(x) for x in D where C}` (equal images count
    once)."""

    image: Expr | None
    binders: tuple[Binder, ...]
    where: Expr | None


@frozen(eq=False, repr=False)
class Range(Node):
    """A range of numbers, as a domain or a set: `a..b`."""

    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class Reach(Node):
    """A transitive closure, `reach from S, x to y in D where C`: the least set that contains S and, for each x in it,
    every such y."""

    seed: Expr
    source: Name
    target: Name
    domain: Expr
    where: Expr | None


@frozen(eq=False, repr=False)
class After(Node):
    """A hypothetical value, `after slide(s, t): E`: the value of E if the call's effects had happened. The call asks no
    player."""

    call: Call
    body: Expr


@frozen(eq=False, repr=False)
class LetExpression(Node):
    """A named value in an expression, `let n = size(hand[p]): n * n`; it is evaluated once, first. `let a = A, b = B:
    E` is a nested one."""

    name: Name
    value: Expr
    body: Expr


@frozen(eq=False, repr=False)
class TimesSeen(Node):
    """The number of repetitions, `times seen NAME`: how often the history NAME contains the present position."""

    name: Name


@frozen(eq=False, repr=False)
class EndOf(Node):
    """The end of a place, `top of supply[p]`, `bottom of …`: a piece, or none if the place is empty."""

    end: Literal["top", "bottom"]
    place: Ref | Index


Expr = (
    Number | Truth | Nothing | Ref | Index | Call | Attribute | Unary | Binary | Conditional | Quantified
    | SetLiteral | SetComprehension | Range | Reach | After | LetExpression | TimesSeen | EndOf
)  # fmt: skip  # several classes on a line
