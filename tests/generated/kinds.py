"""What the generators know of a rulebook while they write it: types, declared things, and the names in sight."""

from __future__ import annotations

from typing import Any

from attrs import define, evolve, field, frozen


@frozen
class Num:
    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@frozen
class Truth:
    def __str__(self) -> str:
        return "truth"


@frozen(eq=False)
class Dom:
    """A finite domain.  `fields` are its attributes; `way` the directions of a board that has any; `gap` a value of the
    first attribute that no member has; `grid` what the edges and corners of a board follow from, `base` the board whose
    edges or corners these are.
    """

    name: str
    labels: tuple[str, ...]
    sort: str
    turning: bool = False
    fields: tuple[tuple[str, Any], ...] = ()
    way: Dom | None = None
    copies: tuple[int | None, ...] = ()
    qualified: bool = False
    gap: int | None = None
    grid: tuple[Any, ...] = ()
    base: Dom | None = None

    def __str__(self) -> str:
        return self.name

    def __len__(self) -> int:
        return len(self.labels)


@frozen
class Opt:
    item: Num | Dom

    def __str__(self) -> str:
        return f"{self.item} or none"


@frozen
class SetOf:
    item: Num | Dom

    def __str__(self) -> str:
        return f"set of {self.item}"


Type = Num | Truth | Dom | Opt | SetOf
TRUTH = Truth()


def width(item: Type) -> int:
    """How many values."""
    match item:
        case Num(low, high):
            return high - low + 1
        case Dom():
            return len(item)
        case Opt(inner):
            return width(inner) + 1
        case Truth():
            return 2
        case SetOf(inner):
            return width(inner)


@frozen(eq=False)
class Place:
    name: str
    form: str
    piece: Dom
    dims: tuple[Num | Dom, ...]
    seen: str = "all"  # all, nobody, or own: by the player who is its only index
    counted: str = "all"
    capacity: int | None = None


@frozen(eq=False)
class Keep:
    name: str
    type: Type
    dims: tuple[Num | Dom, ...]
    seen: str = "all"
    lifetime: str = ""
    counted: str = "all"


@frozen(eq=False)
class Fact:
    name: str
    params: tuple[tuple[str, Type], ...]
    type: Type
    secret: bool
    cost: int
    combining: str | None = None
    after: bool = False


@frozen(eq=False)
class Procedure:
    """`rank` orders what may call what; `flow` asks or draws; `me` needs somebody who acts.

    `turn`, `round`: only there.
    """

    name: str
    params: tuple[tuple[str, Type], ...]
    result: Type | None
    rank: int
    flow: bool
    me: bool
    turn: bool = False
    round: bool = False
    steps: tuple[str, ...] = ()
    cost: int = 1
    loops: bool = False


@define(eq=False)
class Event:
    name: str
    params: tuple[tuple[str, Type], ...]
    rank: int
    flow: bool
    answered: bool = False
    ranked: bool = False
    rules: list[str] = field(factory=list)


@frozen(eq=False)
class Choice:
    name: str
    rank: int
    actions: tuple[str, ...]
    turn: bool


@frozen
class Var:
    """A local name: `secret` if it tells what not everybody sees."""

    type: Type
    secret: bool = False
    mutable: bool = False


@frozen
class Scope:
    """The names in sight and what may be said here.

    `flow`: choices may be made; `me`: somebody acts; `rank`: only what ranks lower may be called; `mult`: how often
    what stands here runs, about; `result`: what a `return` must give; `inside`: 't' in a turn, for names' sake.
    """

    names: dict[str, Var] = field(factory=dict)
    flow: bool = False
    me: bool = False
    rank: int = 0
    turn: bool = False
    round: bool = False
    loop: bool = False
    mult: int = 1
    constant: bool = False
    procedure: bool = False
    result: Type | None = None
    steps: list[str] | None = None
    settling: bool = False

    def bind(self, name: str, var: Var) -> Scope:
        return evolve(self, names={**self.names, name: var})

    def over(self, times: int) -> Scope:
        return evolve(self, mult=self.mult * max(1, times))


@define(eq=False)
class World:
    """All that has been declared so far."""

    players: int
    player: Dom
    seats: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    options: dict[str, Type] = field(factory=dict)
    domains: list[Dom] = field(factory=list)
    places: list[Place] = field(factory=list)
    keeps: list[Keep] = field(factory=list)
    positions: list[str] = field(factory=list)
    facts: list[Fact] = field(factory=list)
    procedures: list[Procedure] = field(factory=list)
    events: list[Event] = field(factory=list)
    choices: list[Choice] = field(factory=list)
    globals: set[str] = field(factory=set)
    exceptions: list[tuple[str, str]] = field(factory=list)
    rules: list[str] = field(factory=list)
    tokens: str | None = None
    clock: str | None = None

    def of(self, *sorts: str) -> list[Dom]:
        return [d for d in self.domains if d.sort in sorts]
