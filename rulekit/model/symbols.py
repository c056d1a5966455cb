"""What names stand for.  One symbol for each declared thing; `check` makes them, `machine` lowers by them.

Each sort is a class of its own on purpose, also where another has the same fields: what a name may be used for is told
by its class.
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
    """`Player`, an enumeration, table, piece or board used as a type or as a domain to run over."""

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
    """Who sees: all, nobody, or an expression over the place's dimension names (a player or a set of players)."""

    who: Literal["all", "nobody"] | s.Expr


@frozen(eq=False)
class PlaceSymbol(Symbol):
    """`dims` are number or domain types; `locals` the names bound by `p in Player` dimensions, in order, None where
    unnamed.
    """

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
    """What was picked from a place in which pieces may be alike: at most `copies` of each sort, `capacity` in all."""

    copies: int
    capacity: int


@frozen(eq=False)
class LocalSymbol(Symbol):
    """A parameter, a binder's variable, a let, a choose, a draw, a `keep` in a body (`mutable`).  With a `bag` it holds
    copies, and its type, a set, is that of the sorts in it.
    """

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
    """`me`, `active`, `players` and their like (check/references.py); a built-in function (check/builtin_types.py)."""


@frozen(eq=False)
class FieldSymbol(Symbol):
    """An attribute of a domain's member."""

    domain: Domain
    field: int


@frozen(eq=False)
class ConstructorSymbol(Symbol):
    """A piece or combination made from its attributes: `Man(owner: p, kind: k)`."""

    type: DomainType
