"""Lowering of `show`, and of `reveals`, by which a statement shows its question to all players before it acts."""

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
    """Lowers the statements that show values; the base class of `EffectLowering`."""

    ex: Expressions
    b: Builder

    def show_to_all(self, node: s.Expr, env: Env) -> list[m.Stmt]:
        return self.show(node, "all", env)

    def test_and_show(self, said: bool, node: s.Node, value: m.Expr, env: Env) -> tuple[list[m.Stmt], m.Expr]:
        """Return the statements that show a condition to all players, if its statement says `reveals` (`said`), and the
        condition to test."""
        return self.value_and_show(node, value, env) if said and not isinstance(value, m.Const) else ([], value)

    def value_and_show(self, node: s.Node, value: m.Expr, env: Env) -> tuple[list[m.Stmt], m.Expr]:
        """Return the statements that evaluate a value once and show it to all, and the value as a local."""
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
        # show how many copies of each kind of piece it has, not only which kinds
        if isinstance(symbol, LocalSymbol) and symbol.bag is not None:
            value, told = env.locals[symbol], bags.print_domain(self.b, symbol, symbol.bag)
        return [m.Reveal(*words, None, value, told, audience)]

    def words(
        self, node: s.Node, env: Env, before: str = ""
    ) -> tuple[tuple[str, ...], tuple[m.Expr, ...], tuple[str, ...]]:
        """Return the text of an expression split at names whose values depend on the state; these values; and their
        printed domains. A name alone stays in the text, since its value is shown anyway. `before` is put in front of
        the text."""
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
        """Return the name of the printed domain of an expression's values."""
        type_ = self.ex.type(node)
        return self.b.offsets(type_.item) if isinstance(type_, SetType) and type_.item else self.b.domain(type_)

    def players(self, who: s.Audience | s.Expr, env: Env) -> m.Expr:
        """Return an expression for an audience, a player or a set of players, as a set."""
        if isinstance(who, str):
            return self.b.everybody() if who == "all" else m.SetConst(self.b.players, 0)
        value = self.ex.value(who, env)
        return value if isinstance(self.ex.type(who), SetType) else m.SetOf(self.b.players, (value,))


def condition_node(domain: s.Node, where: s.Node | None) -> s.Node:
    """Return the node that a loop's test comes from: its `where`, else its domain."""
    return domain if where is None else where


def guard_node(rule: s.RuleClause) -> s.Node:
    where = None if isinstance(rule.trigger, s.Whenever) else rule.trigger.where
    return rule.trigger if where is None else where
