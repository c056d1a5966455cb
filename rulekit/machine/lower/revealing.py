"""Lowering of `show` statements, and of `reveals`, by which a statement shows the value of its condition to all players
before it acts."""

from __future__ import annotations

import re

from ...model.symbols import BuiltinSymbol, KeepSymbol, LocalSymbol, PlaceSymbol
from ...model.types import SetType, TruthType
from ...syntax import nodes as s
from ...syntax.traversal import walk
from .. import program as m
from . import bags
from .builder import Builder
from .env import Env
from .expression_forms import Expressions


class ShowLowering:
    """Lowers statements that show values to players. It is the base class of `EffectLowering`."""

    ex: Expressions
    b: Builder

    def show_to_all(self, node: s.Expr, env: Env) -> list[m.Stmt]:
        return self.show(node, "all", env)

    def test_and_show(self, said: bool, node: s.Node, value: m.Expr, env: Env) -> tuple[list[m.Stmt], m.Expr]:
        """Return statements that show the condition `value` to all players, and the expression to test. If the rulebook
        does not say `reveals` (`said` is false), there are no statements. Constants are not shown either."""
        return self.value_and_show(node, value, env) if said and not isinstance(value, m.Const) else ([], value)

    def value_and_show(self, node: s.Node, value: m.Expr, env: Env) -> tuple[list[m.Stmt], m.Expr]:
        """Return statements that evaluate a condition and show its value to all players, and the local that contains
        the value."""
        held = m.Local(env.fresh("#known"))
        shown = m.Reveal(*self.words(node, env), None, held, self.b.domain(TruthType()), self.b.everybody())
        return [m.Define(held.name, value), shown], held

    def show(self, node: s.Expr, to: s.Audience | s.Expr, env: Env) -> list[m.Stmt]:
        audience = self.players(to, env)
        symbol = self.ex.model.refs.get(node)
        if isinstance(symbol, PlaceSymbol | KeepSymbol):
            args = node.args if isinstance(node, s.Index) else ()
            index = self.ex.index(args, symbol.dims, env)
            dims = self.b.cells[symbol.name].dims[: len(index)]
            return [m.Reveal((symbol.name,), index, dims, symbol.name, None, "", audience)]
        words = self.words(node, env)
        value, told = self.ex.value(node, env), self.print_domain(node)
        # a bag (multiset): show the number of copies of each kind of piece, not only which kinds there are
        if isinstance(symbol, LocalSymbol) and symbol.bag is not None:
            value, told = env.locals[symbol], bags.print_domain(self.b, symbol, symbol.bag)
        return [m.Reveal(*words, None, value, told, audience)]

    def words(
        self, node: s.Node, env: Env, before: str = ""
    ) -> tuple[tuple[str, ...], tuple[m.Expr, ...], tuple[str, ...]]:
        """Return the text of an expression, split into pieces at the names whose values depend on the state; the values
        of these names; and the printed domains of these values. If the whole expression is one name, it is not split,
        because its value is shown anyway. The first piece begins with `before`."""
        words: list[str] = []
        values: list[m.Expr] = []
        domains: list[str] = []
        text, at = node.span.source.text, node.span.start
        for part in walk(node):
            if not isinstance(part, s.Ref) or part is node or part.span.start < at:
                continue
            symbol = self.ex.model.refs.get(part)
            mine = isinstance(symbol, BuiltinSymbol) and symbol.name == "me"
            if (mine or symbol in env.locals) and not isinstance(self.ex.type(part), SetType):
                words.append(text[at : part.span.start])
                values.append(self.ex.value(part, env))
                domains.append(self.b.domain(self.ex.type(part)))
                at = part.span.end
        first, *rest = (re.sub(r"\s+", " ", part) for part in (*words, text[at : node.span.end]))
        return (before + first, *rest), tuple(values), tuple(domains)

    def print_domain(self, node: s.Expr) -> str:
        """Return the name of the printed domain for the values of an expression or, for a set, for the set's
        members."""
        type_ = self.ex.type(node)
        return self.b.offsets(type_.item) if isinstance(type_, SetType) and type_.item else self.b.domain(type_)

    def players(self, who: s.Audience | s.Expr, env: Env) -> m.Expr:
        """Return the expression for a set of players, given as an audience (`all` or nobody), as one player, or as a
        set."""
        if isinstance(who, str):
            return self.b.everybody() if who == "all" else m.SetConst(self.b.players, 0)
        value = self.ex.value(who, env)
        return value if isinstance(self.ex.type(who), SetType) else m.SetOf(self.b.players, (value,))


def condition_node(domain: s.Node, where: s.Node | None) -> s.Node:
    """Return the syntax node that is shown as the condition of a loop: its `where`, or its domain if it has none."""
    return domain if where is None else where


def guard_node(rule: s.RuleClause) -> s.Node:
    where = None if isinstance(rule.trigger, s.Whenever) else rule.trigger.where
    return rule.trigger if where is None else where
