"""The base class of expression lowering, with what all forms of expressions need.

`value` lowers an expression in the encoding of its own type (`expression_forms.py` has each form), `fit` in the
encoding of another type, and `truth` as a condition. `spot` lowers a place with its index.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from ...check.type_relations import item_name, item_of
from ...model.symbols import PlaceSymbol
from ...model.types import NumberType, SetType, Type
from ...syntax import nodes as s
from .. import program as m
from . import places
from .builder import Builder
from .env import Env
from .value_encoding import add, bounds, convert, range_test


class ExpressionLowering(ABC):
    def __init__(self, b: Builder) -> None:
        self.b = b
        self.model = b.model

    @abstractmethod
    def value(self, node: s.Expr, env: Env) -> m.Expr:
        """Return the machine expression for an expression, encoded as its own type requires."""

    def type(self, node: s.Expr) -> Type:
        return self.model.types[node]

    def truth(self, node: s.Expr, env: Env) -> m.Expr:
        return self.value(node, env)

    def fit(self, node: s.Expr, target: Type, env: Env) -> m.Expr:
        """Return the machine expression for an expression, encoded as the type `target` requires. If it is a number
        that may be outside the target's range, or a set with such a member, the result includes a check."""
        source = self.type(node)
        return convert(self.within(self.value(node, env), source, target, node, env), source, target)

    def within(self, value: m.Expr, source: Type, target: Type, node: s.Node, env: Env) -> m.Expr:
        """Return `value`, which is encoded as the type `source` requires. If it may have a number outside the range of
        the type `target`, the result includes a check."""
        held = m.Local("#i" if isinstance(source, NumberType) else "#encoded")  # a fault's cause shows `#i`
        inside = range_test(held, source, target)
        if inside is None:
            return value
        what, wanted = "a member" if isinstance(source, SetType) else "a number", item_name(item_of(target) or target)
        fault = self.b.fault("E702", env.clause, f"{what} lies outside {wanted}", node.span)
        return m.Bind(held.name, value, m.Check(inside, fault, held))

    def index(self, nodes: tuple[s.Expr, ...], dims: tuple[Type, ...], env: Env) -> tuple[m.Expr, ...]:
        """Return the index `nodes` as machine expressions that count from 0. `dims` are the types of the dimensions. If
        an index may be outside its dimension, the result includes a check."""
        found = []
        for node, dim in zip(nodes, dims, strict=True):
            low = bounds(dim)[0]
            found.append(add(self.fit(node, dim, env), -low))
        return tuple(found)

    def spot(self, node: s.Ref | s.Index, env: Env) -> places.Spot:
        place = self.model.refs[node]
        assert isinstance(place, PlaceSymbol)
        args = node.args if isinstance(node, s.Index) else ()
        return places.Spot(place, self.index(args, place.dims, env))
