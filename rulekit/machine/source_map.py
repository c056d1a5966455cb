"""The source map of a machine: the text behind each test of a decision, each fact and each promise.

It is to a machine what debug information is to a program: made by lowering beside it when somebody asks why, read by
whoever explains, and never by an engine.  Each condition is kept as written, with what its parts are in the machine, so
that they can be worked out one by one in any state; `lower/source_mapping.py` makes it, `play/whynot.py` reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

from ..diagnostics import Span
from .expressions import Expr, LoopDomain
from .program import Machine

ReasonKind = Literal[
    "require",
    "where",
    "domain",
    "let",
    "layer",
    "unless",
    "none",
    "amount",
    "limits",
    "order",
    "several",
    "turn",
    "done",
]
"""What asks: a `require`, the `where` of a choose, its domain, `let x in E`, a condition of a layer or what strikes the
clause, `none` while something can be chosen, a choice of several that must be able to be completed (`amount` before it
begins, `limits`, `order`, `several` while picking, `done` at its end), or that it has not had its `turn`: a rule among
those that answer, a member in a chosen order."""


@frozen
class Print:
    """How a value prints: by a domain of the machine; `many` of a set."""

    domain: str
    many: bool = False


@frozen(eq=False)
class SourceExpression:
    """An expression as written, and what it is in the machine.

    `told`: its value is worth telling, as no constant's is.  `counts` is the place of which it tells no more than how
    much is in it.  `remembered`: it may rest on what the player must have seen before.
    """

    span: Span
    value: Expr
    prints: Print
    form: Structure
    told: bool = True
    counts: tuple[str, tuple[Expr, ...]] | None = None
    remembered: bool = False

    @property
    def text(self) -> str:
        return plain(self.span)


@frozen(eq=False)
class SourceJunction:
    """`and`, `or`."""

    op: Literal["and", "or"]
    left: SourceExpression
    right: SourceExpression


@frozen(eq=False)
class SourceNegation:
    item: SourceExpression


@frozen(eq=False)
class SourceQuantifier:
    """`all` or `some` over one binder: `member` is its value, `prelude` is bound before the loop; of what may be
    there several times `present`: whether it is."""

    kind: Literal["all", "some"]
    binder: str
    name: str
    over: LoopDomain
    present: Expr | None
    prelude: tuple[str, Expr] | None
    member: Expr
    prints: Print
    where: SourceExpression | None
    body: SourceExpression


@frozen(eq=False)
class SourceCall:
    """A fact asked with these values."""

    function: str
    args: tuple[Expr, ...]
    parts: tuple[SourceExpression, ...]


@frozen(eq=False)
class SourceConditional:
    """`if C then A else B`."""

    condition: SourceExpression
    then: SourceExpression
    otherwise: SourceExpression


@frozen(eq=False)
class SourceSupposition:
    """`after P(…): E`."""

    routine: str
    args: tuple[Expr, ...]
    parts: tuple[SourceExpression, ...]
    body: SourceExpression


@frozen(eq=False)
class SourceComposite:
    """Anything else, of these parts."""

    parts: tuple[SourceExpression, ...] = ()


Structure = (
    SourceJunction
    | SourceNegation
    | SourceQuantifier
    | SourceCall
    | SourceConditional
    | SourceSupposition
    | SourceComposite
)


@frozen(eq=False)
class Reason:
    """One thing that a test asks: it passes where `value` is not 0.  `span` is what is told of it; `said`, where there
    is one, the condition (of "unless", the one that must not hold; of "domain", the domain itself).  `amounts`: how
    many there are, and how many are wanted.  `picked`: the local of what is chosen, and
    `shift` what makes its value of the local's."""

    what: ReasonKind
    clause: str
    span: Span
    value: Expr
    said: SourceExpression | None = None
    layer: str = ""
    amounts: tuple[Expr, Expr] | None = None
    picked: str = ""
    shift: int = 0


@frozen(eq=False)
class Arm:
    """An exception: when it holds, and what the fact then is.  `when` are the conditions as written, `guard` all of
    them."""

    clause: str
    guard: Expr
    when: tuple[SourceExpression, ...]
    value: SourceExpression


@frozen(eq=False)
class FactSource:
    """A fact: its parameters, and its exceptions in the order in which they are tried."""

    clause: str
    span: Span
    params: tuple[tuple[str, Print], ...]
    usual: SourceExpression
    arms: tuple[Arm, ...]
    combining: bool


@frozen
class Sources:
    """All of one machine.  `machine` is that machine; what else was needed to say its parts stands at the ends.

    tests: (node, alternative, level or -1 before the first, test) -> what it asks, in order.
    domains: (node, alternative, level) -> the set that the level runs over.
    never: label -> the reasons of actions that are nowhere on offer.
    truths: the functions of expectations and promises.
    clauses: id -> the first line of the clause.
    """

    machine: Machine = field(repr=False)
    tests: Mapping[tuple[str, int, int, int], tuple[Reason, ...]] = field(repr=False)
    domains: Mapping[tuple[str, int, int], Reason] = field(repr=False)
    never: Mapping[str, tuple[Reason, ...]] = field(repr=False)
    facts: Mapping[str, FactSource] = field(repr=False)
    truths: Mapping[str, SourceExpression] = field(repr=False)
    clauses: Mapping[str, Span] = field(repr=False)


def plain(span: Span) -> str:
    """Return what stands there, on one line and without comments."""
    lines = span.text.split("\n")
    return " ".join(" ".join(line.split("#")[0] if '"' not in line else line for line in lines).split())
