"""The source map of a machine: the text of each test of a decision, each fact and each promise (invariant).

It is to a machine what debug information is to a program. Lowering makes it on request, explanations read it, engines
never do. Each condition is kept as written, with the machine expression of each part, so that parts can be evaluated
one by one in any state. `lower/source_mapping.py` makes it; `play/whynot.py` reads it.
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
"""What part of a rulebook makes a requirement.

`require`, `where`, `domain` (of a choose) and `let` (`let x in E`) are written in the clause. A layer adds `layer`, or
`unless` if it strikes the clause under a condition. `none` may be picked only if nothing else can. A choice of several
things has `amount` before it begins, `limits`, `order` and `several` for each pick, and `done` at its end. `turn`: an
answering rule, or a member in a chosen order, may come only once."""


@frozen
class Print:
    """How a value prints: its printed domain; `many` if the value is a set."""

    domain: str
    many: bool = False


@frozen(eq=False)
class SourceExpression:
    """An expression as written (`span`), with its machine expression (`value`), how it prints, and its parts
    (`form`).

    `told`: its value is worth showing; a constant's is not. `counts`: the place whose number of pieces is all that it
    reads, with its index. `remembered`: it may depend on what the player has seen before."""

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
    """A condition `left and right` or `left or right`, as written."""

    op: Literal["and", "or"]
    left: SourceExpression
    right: SourceExpression


@frozen(eq=False)
class SourceNegation:
    item: SourceExpression


@frozen(eq=False)
class SourceQuantifier:
    """An `all` or `some` over one binder, as written. `member` is the binder's value; `prelude` is bound before the
    loop; `present` tells whether a member that may have copies is there."""

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
    """A call of a fact, as written: the function, its arguments in the machine, and the arguments as written."""

    function: str
    args: tuple[Expr, ...]
    parts: tuple[SourceExpression, ...]


@frozen(eq=False)
class SourceConditional:
    """A conditional expression `if C then A else B`, as written."""

    condition: SourceExpression
    then: SourceExpression
    otherwise: SourceExpression


@frozen(eq=False)
class SourceSupposition:
    """An expression `after P(…): E`, as written: the routine P, its arguments in the machine and as written, and E."""

    routine: str
    args: tuple[Expr, ...]
    parts: tuple[SourceExpression, ...]
    body: SourceExpression


@frozen(eq=False)
class SourceComposite:
    """Any other expression, with its direct parts."""

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
    """One requirement of a test: it is met if `value` is not 0. `span` is its text.

    `said`, if given, is the condition (for "unless", the one that must not hold; for "domain", the domain itself).
    `layer` is the layer that adds it. `amounts`: the number available and the number required. `picked`: the local of
    the chosen value; `shift` is added to its value to get the local's."""

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
    """An exception of a fact: the condition under which it applies (`guard`), and the fact's value then. `when` has the
    parts of that condition as written."""

    clause: str
    guard: Expr
    when: tuple[SourceExpression, ...]
    value: SourceExpression


@frozen(eq=False)
class FactSource:
    """A fact as written: its parameters, its usual value, and its exceptions (`arms`) in the order in which they are
    tried. `combining`: all exceptions that hold are combined with the usual value."""

    clause: str
    span: Span
    params: tuple[tuple[str, Print], ...]
    usual: SourceExpression
    arms: tuple[Arm, ...]
    combining: bool


@frozen
class Sources:
    """The source map of one machine.

    `machine` is that machine, with the further faults, tables and domains of the parts appended. `tests`: (node,
    alternative, level or -1 before the first, test) -> its requirements, in order. `domains`: (node, alternative,
    level) -> the set that the level runs over. `never`: label -> why an action is never on offer. `facts`: function ->
    the fact. `truths`: the function of an expectation or promise -> its condition. `clauses`: id -> the first line of
    the clause."""

    machine: Machine = field(repr=False)
    tests: Mapping[tuple[str, int, int, int], tuple[Reason, ...]] = field(repr=False)
    domains: Mapping[tuple[str, int, int], Reason] = field(repr=False)
    never: Mapping[str, tuple[Reason, ...]] = field(repr=False)
    facts: Mapping[str, FactSource] = field(repr=False)
    truths: Mapping[str, SourceExpression] = field(repr=False)
    clauses: Mapping[str, Span] = field(repr=False)


def plain(span: Span) -> str:
    """Return the text of a span on one line, without comments."""
    lines = span.text.split("\n")
    return " ".join(" ".join(line.split("#")[0] if '"' not in line else line for line in lines).split())
