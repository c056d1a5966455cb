"""What the generators know of a rulebook while they write it: types, declarations, and the names in scope."""

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
    """A finite domain with its members' `labels`. `sort` is "enum", "table", "combined", "piece", "player", "board" or
    "direction".

    `turning`: adding 1 to the last member gives the first. `fields`: the attributes. `gap`: a value of the first
    attribute that no member has. `copies`: how many pieces there are of each kind (None: no limit). `qualified`: labels
    are written with the domain's name. `way`: the directions of a board. `grid`: describes a board whose edges and
    corners may be used. `base`: the board whose edges or corners these are.
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
    """Return the number of values of a type; for a set, of its member type."""
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
    seen: str = "all"  # "all", "nobody", or "own": by the player who is its only index
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
    """A declared procedure. It may call only those of lower `rank`; `cost` is its approximate number of steps.

    `flow`: it asks or draws. `me`: it needs an acting player. `loops`: it contains turns or rounds. `turn`, `round`: it
    may be called only inside a turn or round. `result`: the type that it returns. `steps`: the names of its steps.
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
    """A local name. `secret`: its value depends on something that not everybody sees. `mutable`: it may be assigned
    again."""

    type: Type
    secret: bool = False
    mutable: bool = False


@frozen
class Scope:
    """The names in scope, and which statements are allowed.

    `flow`: players may be asked. `me`: a player acts. `rank`: only procedures of lower rank may be called. `turn`,
    `round`, `loop`, `procedure`, `settling`: inside a turn, a round, a loop, a procedure, a `whenever` rule. `mult`:
    about how often the code here runs. `constant`: expressions must not depend on the state. `result`: the type that
    `return` must give. `steps`: the names of the steps so far, or None if no step is allowed.
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
    """Everything declared so far, by kind. `globals` are all names in use.

    `exceptions` are pairs of an exception's name and its fact. `tokens` and `clock` are kept values that limit the
    length of a game."""

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
