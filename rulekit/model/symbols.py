"""Symbols: the things to which names in a rulebook refer.

There is one symbol for each thing that is declared. `check` makes the symbols; `machine` uses them to find what a name
refers to. Each kind of symbol is a class of its own, even if another class has the same fields, because the class
decides where a name may be used.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ..syntax import nodes as s
from .types import Domain, DomainType, Type


@frozen(eq=False)
class Symbol:
    name: str


@frozen(eq=False)
class DomainSymbol(Symbol):
    """A domain, which can be used as a type or in a loop: `Player`, an enumeration, a table, a kind of piece or a
    board."""

    domain: Domain


@frozen(eq=False)
class ConstantSymbol(Symbol):
    domain: Domain
    index: int


@frozen(eq=False)
class OptionSymbol(Symbol):
    """An option or ruling whose value is decided. `value` is a number, or an index into the domain of its type."""

    type: Type
    value: int


@frozen(eq=False)
class AudienceInfo:
    """An audience as declared: `all`, `nobody`, or an expression for a player or a set of players. The expression may
    use the names of the place's dimensions."""

    who: Literal["all", "nobody"] | s.Expr


@frozen(eq=False)
class PlaceSymbol(Symbol):
    """A place for up to `capacity` pieces of the kind `piece`, or an array of such places. `dims` are the types of its
    dimensions. `locals` are the names that dimensions such as `p in Player` bind, in order; None for dimensions without
    a name. `seen` are the players who see its contents, `counted` those who see only the number of pieces."""

    clause: s.PlaceClause
    dims: tuple[Type, ...]
    locals: tuple[LocalSymbol | None, ...]
    form: Literal["one", "heap", "row", "stack"]
    piece: Domain
    capacity: int
    seen: AudienceInfo
    counted: AudienceInfo


@frozen(eq=False)
class KeepSymbol(Symbol):
    clause: s.KeepClause
    dims: tuple[Type, ...]
    locals: tuple[LocalSymbol | None, ...]
    type: Type
    lifetime: Literal["game", "turn", "round"]
    seen: AudienceInfo
    counted: AudienceInfo


@frozen
class Bag:
    """The limits of a bag, a multiset that a player chooses from pieces of which several are equal: at most `copies`
    pieces of each kind, and `capacity` in all."""

    copies: int
    capacity: int


@frozen(eq=False)
class LocalSymbol(Symbol):
    """A local name: a parameter, the variable of a binder, or a name declared by `let`, `choose`, `draw` or `keep` in a
    body (then it is `mutable`). If `bag` is given, its value is a multiset of pieces; its type is the set of their
    kinds."""

    type: Type
    mutable: bool = False
    bag: Bag | None = None


@frozen(eq=False)
class FactSymbol(Symbol):
    clause: s.FactClause
    params: tuple[LocalSymbol, ...]
    result: Type
    nested: int


@frozen(eq=False)
class ProcedureSymbol(Symbol):
    clause: s.ProcedureClause
    params: tuple[LocalSymbol, ...]
    result: Type | None
    nested: int


@frozen(eq=False)
class ChoiceSymbol(Symbol):
    clause: s.ChoiceClause


@frozen(eq=False)
class ActionSymbol(Symbol):
    clause: s.ActionClause


@frozen(eq=False)
class EventSymbol(Symbol):
    clause: s.EventClause
    params: tuple[LocalSymbol, ...]
    nested: int


@frozen(eq=False)
class PositionSymbol(Symbol):
    clause: s.PositionClause
    capacity: int


@frozen(eq=False)
class BuiltinSymbol(Symbol):
    """A built-in name such as `me`, `active` or `players` (check/references.py), or a built-in function
    (check/builtin_types.py)."""


@frozen(eq=False)
class FieldSymbol(Symbol):
    """An attribute that the members of a domain have. `field` is its index in `domain.fields`."""

    domain: Domain
    field: int


@frozen(eq=False)
class ConstructorSymbol(Symbol):
    """The function that returns a piece or row, given its attributes: `Man(owner: p, kind: k)`."""

    type: DomainType
