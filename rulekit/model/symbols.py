"""Symbols: what names refer to.

There is one symbol for each declared thing; `check` makes them, and `machine` finds by them what code refers to.

Each kind is a class of its own, even if another has the same fields: the class decides what a name may be used for.
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
    """A domain used as a type or to iterate over: `Player`, an enumeration, table, piece or board."""

    domain: Domain


@frozen(eq=False)
class ConstantSymbol(Symbol):
    domain: Domain
    index: int


@frozen(eq=False)
class OptionSymbol(Symbol):
    """An option or ruling, already decided: `value` is a number, or an index into the domain of its type."""

    type: Type
    value: int


@frozen(eq=False)
class AudienceInfo:
    """An audience: all, nobody, or an expression over the place's dimension names (a player or a set of players)."""

    who: Literal["all", "nobody"] | s.Expr


@frozen(eq=False)
class PlaceSymbol(Symbol):
    """A place for pieces of the kind `piece`, at most `capacity`. `dims` are number or domain types; `locals` are the
    names bound by dimensions such as `p in Player`, in order, None for unnamed ones. `seen` and `counted` are the
    players who see its contents, and who only see how many there are."""

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
    """The bounds of a bag, a choice from a place with equal pieces: at most `copies` of each kind, `capacity` in
    all."""

    copies: int
    capacity: int


@frozen(eq=False)
class LocalSymbol(Symbol):
    """A parameter, a binder's variable, a let, a choose, a draw, or a `keep` in a body (`mutable`). With a `bag`, it
    holds copies, and its type is the set of their kinds."""

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
    """A built-in name such as `me`, `active`, `players` (check/references.py), or a built-in function
    (check/builtin_types.py)."""


@frozen(eq=False)
class FieldSymbol(Symbol):
    """An attribute of a domain's member."""

    domain: Domain
    field: int


@frozen(eq=False)
class ConstructorSymbol(Symbol):
    """A function that makes a piece or row from its attributes: `Man(owner: p, kind: k)`."""

    type: DomainType
