"""Names, texts, types and expressions as they were written.

Every node is a frozen value compared by identity, so that later stages may keep tables keyed by a node; `same`
(traversal.py) compares two trees by content.  What a name means is the model's and the checks' work.
Each node is declared by itself on purpose, also where another has the same fields: they are different constructs.
"""

from __future__ import annotations

from typing import Literal

from attrs import fields, frozen

from ..diagnostics import Span


@frozen(eq=False, repr=False, kw_only=True)
class Node:
    span: Span

    def __repr__(self) -> str:
        """What it holds, but where it stands; here for all nodes, for attrs would write it for each at every start."""
        held = [f"{f.name}={getattr(self, f.name)!r}" for f in fields(type(self)) if f.name != "span"]
        return f"{type(self).__name__}({', '.join(held)})"


@frozen(eq=False, repr=False)
class Name(Node):
    """An identifier as written."""

    text: str


@frozen(eq=False, repr=False)
class Text(Node):
    """A string as the reader sees it (quotes and escapes removed)."""

    value: str


@frozen(eq=False, repr=False)
class Citation(Node):
    """`[rgg "c, skipping"]`, `[assumed "no source says"]`: `source` is declared in a header, or is `assumed`."""

    source: Name
    detail: Text | None


@frozen(eq=False, repr=False)
class Tags(Node):
    """The text after a heading: title, summary, citations."""

    title: Text | None
    summary: Text | None
    cites: tuple[Citation, ...]


# ---------------------------------------------------------------------------------------------------------------- types


@frozen(eq=False, repr=False)
class NamedType(Node):
    """`Player`, `truth`, the name of an enumeration, table, piece or board."""

    name: Name


@frozen(eq=False, repr=False)
class RangeType(Node):
    """`0..5`: whole numbers, both ends included."""

    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class OptionalType(Node):
    """`Card or none`."""

    item: TypeExpr


@frozen(eq=False, repr=False)
class SetType(Node):
    """`set of Card`."""

    item: TypeExpr


TypeExpr = NamedType | RangeType | OptionalType | SetType

# ---------------------------------------------------------------------------------------------------------- expressions


@frozen(eq=False, repr=False)
class Number(Node):
    value: int


@frozen(eq=False, repr=False)
class Truth(Node):
    """`yes` or `no`."""

    value: bool


@frozen(eq=False, repr=False)
class Nothing(Node):
    """`none`."""


@frozen(eq=False, repr=False)
class Ref(Node):
    """A bare name: a variable, a constant, a place, a kept value, an option, a fact without parameters."""

    name: Name


@frozen(eq=False, repr=False)
class Index(Node):
    """`room[i, k]`."""

    name: Name
    args: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Arg(Node):
    """An argument, with its name where one was written (`owner: p`)."""

    name: Name | None
    value: Expr


@frozen(eq=False, repr=False)
class Call(Node):
    """`fits(i, k)`; also a piece or record made from attributes: `Man(owner: p, kind: k)`."""

    name: Name
    args: tuple[Arg, ...]


@frozen(eq=False, repr=False)
class Attribute(Node):
    """`c.owner`."""

    base: Expr
    name: Name


@frozen(eq=False, repr=False)
class Unary(Node):
    op: Literal["not", "-"]
    item: Expr


@frozen(eq=False, repr=False)
class Binary(Node):
    """`op` is one of `operators.OPERATORS`: `+ - &` also join, subtract and intersect sets; `within` is subset; `div`,
    `mod` round towards minus infinity.
    """

    op: str
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Conditional(Node):
    """`if c then a else b`."""

    condition: Expr
    then: Expr
    otherwise: Expr


@frozen(eq=False, repr=False)
class Binder(Node):
    """`x in DOMAIN [where C]`: a domain is a type's name, a range, a set, an optional value or a place with its pieces.

    Of several names the last one has no `where` of its own: it is the whole's.
    """

    name: Name
    domain: Expr
    where: Expr | None = None


@frozen(eq=False, repr=False)
class Quantified(Node):
    """`some|all … : body` (truth); `count(…)`, `sum|most|least(… : body [otherwise E])`; `the|first x in D where C`.

    `the` demands exactly one and is a fault otherwise; `any` (written `first`) takes the first in the domain's order,
    or none.
    """

    kind: Literal["some", "all", "count", "sum", "most", "least", "the", "any"]
    binders: tuple[Binder, ...]
    where: Expr | None
    body: Expr | None
    otherwise: Expr | None = None


@frozen(eq=False, repr=False)
class SetLiteral(Node):
    """`{}`, `{a, b}`."""

    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class SetComprehension(Node):
    """`{x in D where C}`, or with an image `{f(x) for x in D where C}` (equal images count once)."""

    image: Expr | None
    binders: tuple[Binder, ...]
    where: Expr | None


@frozen(eq=False, repr=False)
class Range(Node):
    """`a..b` as a domain or a set of numbers."""

    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class Reach(Node):
    """`reach from S, x to y in D where C`: the least set that holds S and, with x, every such y."""

    seed: Expr
    source: Name
    target: Name
    domain: Expr
    where: Expr | None


@frozen(eq=False, repr=False)
class After(Node):
    """`after slide(s, t): E`: E as it would be had the choice-free effects of the call happened."""

    call: Call
    body: Expr


@frozen(eq=False, repr=False)
class LetExpression(Node):
    """`let n = size(hand[p]): n * n`: a name for a value, in one expression; the value is worked out once, before it.

    `let a = A, b = B: E` is one in another.
    """

    name: Name
    value: Expr
    body: Expr


@frozen(eq=False, repr=False)
class TimesSeen(Node):
    """`times seen NAME`: how often the present position stands in the history that NAME records."""

    name: Name


@frozen(eq=False, repr=False)
class EndOf(Node):
    """`top of supply[p]`, `bottom of …`: a piece, or none when the place is empty."""

    end: Literal["top", "bottom"]
    place: Ref | Index


Expr = (
    Number
    | Truth
    | Nothing
    | Ref
    | Index
    | Call
    | Attribute
    | Unary
    | Binary
    | Conditional
    | Quantified
    | SetLiteral
    | SetComprehension
    | Range
    | Reach
    | After
    | LetExpression
    | TimesSeen
    | EndOf
)
