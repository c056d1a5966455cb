"""Statements: choices, chance, moves of pieces, control, announcements; and the tags after a heading.

A body is a tuple of statements. The checks decide where each is allowed. Each node is declared separately, even if
another has the same fields (`expression_nodes.py`).

`reveals` means that the head of the statement ends in `, reveals`: everyone then sees what the head evaluates. In `do`,
`either` and `may`, it is written after `otherwise`; everyone then sees that no option was possible.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from .expression_nodes import Binder, Call, Expr, Index, Name, Node, Ref, Tags, Text, TypeExpr


@frozen(eq=False, repr=False)
class Amount(Node):
    """The number of things to choose: `any number`, `3`, `1 to 3`, `up to 3`, `at least 2`; None means no limit."""

    low: Expr | None
    high: Expr | None


@frozen(eq=False, repr=False)
class Choose(Node):
    """A choice by `me`:

    `choose [AMOUNT of] x in D [where C] [totalling E at least N] [so that S] [, seen by P] [otherwise V] ["phrase"]`.

    With an amount, x is the chosen set, also in S; in `where` and `totalling` it is the member being tested. `choose x
    in D, y in E` is two choices; all but the last are `joined`: written on one line with the next."""

    amount: Amount | None
    binder: Binder
    where: Expr | None
    total: Expr | None
    total_least: Expr | None
    audience: SeenBy | None
    otherwise: Expr | None
    phrase: Text | None
    reveals: bool = False
    joined: bool = False
    so_that: Expr | None = None

    @property
    def conditions(self) -> tuple[Expr, ...]:
        """Return the expressions that depend on what is chosen."""
        return tuple(part for part in (self.where, self.total, self.so_that) if part is not None)


Audience = Literal["all", "nobody"]


@frozen(eq=False, repr=False)
class SeenBy(Node):
    """An audience: `hidden`, `seen by all|nobody|EXPR`, `counted by …`; EXPR is a player or a set of players."""

    what: Literal["seen", "counted"]
    who: Audience | Expr


@frozen(eq=False, repr=False)
class Draw(Node):
    """A random draw: `draw x in D [where C] [weighted W] [, seen by …]`. From a heap, each kind of piece is drawn with
    a probability proportional to its number of copies."""

    binder: Binder
    where: Expr | None
    weight: Expr | None
    audience: SeenBy | None
    reveals: bool = False


@frozen(eq=False, repr=False)
class Shuffle(Node):
    place: Ref | Index


@frozen(eq=False, repr=False)
class Take(Node):
    """The pieces that a move takes. Forms: `[N of] E from P`, `top|bottom of P`, `item(P, N)`, `random from P`, `all of
    P`, or just `P` for a place for one piece. `value` is the piece E, or the number N in a row; `amount` is how many.
    """

    which: Literal["value", "top", "bottom", "item", "random", "all", "single"]
    value: Expr | None
    place: Ref | Index
    amount: Expr | None = None


@frozen(eq=False, repr=False)
class Destination(Node):
    """The destination of a piece: `[bottom of] P`; by default it goes on top."""

    end: Literal["top", "bottom"]
    place: Ref | Index


@frozen(eq=False, repr=False)
class Move(Node):
    take: Take
    to: Destination
    reveals: bool = False


@frozen(eq=False, repr=False)
class Put(Node):
    """A move of pieces from the box to a place: `put [every|N of] E in|on P`. `every`: all copies left in the box."""

    amount: Expr | Literal["every"] | None
    value: Expr
    to: Destination
    reveals: bool = False


@frozen(eq=False, repr=False)
class Remove(Node):
    """A move of pieces back to the box: `remove …`."""

    take: Take
    reveals: bool = False


@frozen(eq=False, repr=False)
class Let(Node):
    """A named value: `let x = E`. `let x in E` names the value of an optional expression; an option for which E has no
    value is not offered."""

    name: Name
    value: Expr
    member: bool


@frozen(eq=False, repr=False)
class Require(Node):
    condition: Expr


@frozen(eq=False, repr=False)
class Assign(Node):
    target: Ref | Index
    op: Literal["=", "+=", "-="]
    value: Expr
    reveals: bool = False


@frozen(eq=False, repr=False)
class Do(Node):
    """A choice among the actions of a choice clause: `[may] do one of CHOICE`, with `otherwise:` if nothing is
    possible."""

    choice: Name
    optional: bool
    otherwise: tuple[Stmt, ...] | None
    reveals: bool = False


@frozen(eq=False, repr=False)
class Branch(Node):
    """One `either`/`or`/`may` branch."""

    name: Name
    tags: Tags
    body: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class Either(Node):
    """A choice among branches: `either a: … or b: …`. `optional` is the single branch `may a: …`, which can be
    declined."""

    branches: tuple[Branch, ...]
    optional: bool
    otherwise: tuple[Stmt, ...] | None
    reveals: bool = False


@frozen(eq=False, repr=False)
class By(Node):
    """A body in which another player acts: `by p: …`. Inside, `me` is p."""

    player: Expr
    body: tuple[Stmt, ...]
    reveals: bool = False


@frozen(eq=False, repr=False)
class AtOnce(Node):
    """Simultaneous choices: `at once each p in Player where C: …`. Each p chooses in seat order; nobody sees the
    choices until all have chosen."""

    binder: Binder
    where: Expr | None
    body: tuple[Stmt, ...]
    reveals: bool = False


Way = Literal["clockwise", "anticlockwise"]


@frozen(eq=False, repr=False)
class Window(Node):
    """A round in which players may act, one after the other from P: `window from P [clockwise] each q [where C] [, once
    each|, first to act]: may …`. `mode` says when it ends."""

    start: Expr
    way: Way
    name: Name
    where: Expr | None
    mode: Literal["until all pass", "once each", "first to act"]
    body: tuple[Stmt, ...]
    reveals: bool = False


@frozen(eq=False, repr=False)
class If(Node):
    """A conditional statement: `if C[, reveals]: … else: …`. An `else if` is a single If in `otherwise`."""

    condition: Expr
    reveals: bool
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class ForEach(Node):
    """A loop: `for each x in D [from E [clockwise]] [where C] [, in chosen order]: …`. `for each x in D, y in E: …` is
    two nested loops; all but the last are `joined`: written on one line with their body."""

    binder: Binder
    start: Expr | None
    way: Way
    where: Expr | None
    chosen: bool
    body: tuple[Stmt, ...]
    reveals: bool = False
    joined: bool = False


@frozen(eq=False, repr=False)
class Repeat(Node):
    """A loop with a limit or condition: `repeat [at most N times] [while C|until C]: …`. Conditions are tested before
    each pass."""

    limit: Expr | None
    condition: Expr | None
    until: bool
    body: tuple[Stmt, ...]
    reveals: bool = False


@frozen(eq=False, repr=False)
class Rounds(Node):
    """A loop of rounds: `rounds [at most N]: …`."""

    limit: Expr | None
    body: tuple[Stmt, ...]
    reveals: bool = False


@frozen(eq=False, repr=False)
class Turns(Node):
    """A loop of turns: `turns from P [anticlockwise] [where C] [, once each]: …`. `active` and `me` are the player
    whose turn it is."""

    start: Expr
    way: Way
    where: Expr | None
    once: bool
    body: tuple[Stmt, ...]
    reveals: bool = False


@frozen(eq=False, repr=False)
class Leave(Node):
    """An exit: `leave turn`, `leave round`, `leave loop`. `another turn`: the active player moves again."""

    what: Literal["turn", "round", "loop", "again"]


@frozen(eq=False, repr=False)
class Perform(Node):
    """A call of a procedure as a statement."""

    call: Call


@frozen(eq=False, repr=False)
class Announce(Node):
    call: Call
    reveals: bool = False


@frozen(eq=False, repr=False)
class Show(Node):
    value: Expr
    to: Audience | Expr


@frozen(eq=False, repr=False)
class Record(Node):
    """A statement about a position's history: `record NAME` stores the present position; `forget NAME` declares that no
    earlier one can recur."""

    name: Name
    forget: bool


@frozen(eq=False, repr=False)
class Over(Node):
    """The end of the game: `game over, drawn|won by E|lost by E|paying p in Player: E|ranked by p in Player: E [, then
    E]`. `then` breaks ties, one expression after another."""

    how: Literal["drawn", "won", "lost", "paying", "ranked"]
    binder: Binder | None
    value: Expr | None
    reveals: bool = False
    then: tuple[Expr, ...] = ()


@frozen(eq=False, repr=False)
class Step(Node):
    """A named part of a procedure, where rules may act before, after or instead of it: `step NAME: …`."""

    name: Name
    tags: Tags
    body: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class Return(Node):
    value: Expr | None


@frozen(eq=False, repr=False)
class KeepHere(Node):
    """A variable of a body: `keep x: T = E`."""

    name: Name
    type: TypeExpr
    initial: Expr | None


@frozen(eq=False, repr=False)
class DoNothing(Node):
    """The empty statement: `nothing`."""


Pick = Choose | ForEach
"""Statements that offer things to a player one after another: `choose`, or a loop in chosen order."""
TitledPart = Branch | Step
"""A part of a body that may have a title and citations."""
Stmt = (
    Choose | Draw | Shuffle | Move | Put | Remove | Let | Require | Assign | Do | Either | By | AtOnce | Window
    | If | ForEach | Repeat | Rounds | Turns | Leave | Perform | Announce | Show | Record | Over | Step | Return
    | KeepHere | DoNothing
)  # fmt: skip  # several classes on a line
