"""The source map of a machine: the source text of each test of a decision, each fact and each promise (invariant).

It is the debug information of a machine. Lowering makes it on request, explanations read it, engines never do. It
contains each condition as written, with the machine expression of each part, so that the parts can be evaluated one by
one in any state. `lower/source_mapping.py` makes it; `play/whynot.py` reads it.
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
    """How a value prints: `domain` is its printed domain, and `many` is true if the value is a set."""

    domain: str
    many: bool = False


@frozen(eq=False)
class SourceExpression:
    """An expression of the rulebook. `span` is its text, `value` its machine expression, `prints` how its value prints,
    and `form` its parts.

    `told`: explanations should show its value (not for constants). `counts`: if all that it reads is the number of
    pieces in one place, that place and its index; otherwise None. `remembered`: its value may depend on what the player
    saw before."""

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
    """A condition of the rulebook, `left and right` or `left or right`."""

    op: Literal["and", "or"]
    left: SourceExpression
    right: SourceExpression


@frozen(eq=False)
class SourceNegation:
    item: SourceExpression


@frozen(eq=False)
class SourceQuantifier:
    """An `all` or `some` of the rulebook with one variable. `binder` is the variable as written, `name` the local of
    the loop over the values `over`. `member` is the variable's value, computed from that local. `prelude` is a local,
    with its value, that is bound before the loop. `present` says whether a piece of which there may be several copies
    is there; None if this need not be tested."""

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
    """A call of a fact. `function` is the machine's function, `args` the arguments in the machine, `parts` the
    arguments as written."""

    function: str
    args: tuple[Expr, ...]
    parts: tuple[SourceExpression, ...]


@frozen(eq=False)
class SourceConditional:
    """A conditional expression of the rulebook, `if C then A else B`."""

    condition: SourceExpression
    then: SourceExpression
    otherwise: SourceExpression


@frozen(eq=False)
class SourceSupposition:
    """An expression `after P(…): E` of the rulebook. `routine` is P, `args` its arguments in the machine, `parts` its
    arguments as written, and `body` is E."""

    routine: str
    args: tuple[Expr, ...]
    parts: tuple[SourceExpression, ...]
    body: SourceExpression


@frozen(eq=False)
class SourceComposite:
    """Any other expression of the rulebook. `parts` are its direct subexpressions."""

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
    """One requirement that an option must meet to pass a test. It is met if `value` is not 0. `span` is its text.

    `said` is the condition, if there is one. For "unless" this condition must not hold; for "domain" it is the domain
    instead. `layer` is the layer that adds the requirement, if one does. `amounts`: the number available and the number
    required. `picked`: the local with the chosen value of a parameter; the local's value is the value as written plus
    `shift`."""

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
    """An exception of a fact. If the condition `guard` holds, the fact has the value `value`. `when` lists the
    conditions as written, the parts of `guard`."""

    clause: str
    guard: Expr
    when: tuple[SourceExpression, ...]
    value: SourceExpression


@frozen(eq=False)
class FactSource:
    """A fact of the rulebook: its parameters, its usual value, and its exceptions (`arms`) in the order in which they
    are tried. If `combining`, the values of all exceptions that hold are combined with the usual value; otherwise the
    first that holds wins."""

    clause: str
    span: Span
    params: tuple[tuple[str, Print], ...]
    usual: SourceExpression
    arms: tuple[Arm, ...]
    combining: bool


@frozen
class Sources:
    """The source map of one machine.

    `machine` is that machine, with additional faults, tables and domains that the parts of conditions need. The other
    attributes are mappings:

        tests      from (node, alternative, level or -1 if before the first, test) to its requirements, in order
        domains    from (node, alternative, level) to the set over which the level runs
        never      from the label of an action that is never offered to the reasons
        facts      from the name of a function of the machine to the fact
        truths     from the name of the function of an `expect` line or a promise to its condition
        clauses    from the id of a clause to its first line
    """

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
