"""What is shown: by `show`, and by a head with `reveals`, whose question is shown to all before it is acted on."""

from __future__ import annotations

import re

from ...model.symbols import BuiltinSymbol, KeepSymbol, LocalSymbol, PlaceSymbol
from ...model.types import SetType, TruthType
from ...syntax import nodes as s
from ...syntax.traversal import asked_once, walk
from .. import program as m
from . import bags, places
from .builder import Builder
from .env import Env
from .expressions import Expressions


class ShowLowering:
    """Showings, for effects to build on."""

    ex: Expressions
    b: Builder

    def shown_before(self, stmt: s.Stmt, env: Env) -> list[m.Stmt]:
        """What a head with `reveals` asks once, before anything else; its conditions are shown where they are asked."""
        if not getattr(stmt, "reveals", False):
            return self.laid_open(stmt, env)
        first = [shown for node in asked_once(stmt) for shown in self.told_to_all(node, env)]
        return [*first, *self.how_many(stmt, env, m.SetConst(self.b.players, (1 << self.b.players) - 1))]

    def laid_open(self, stmt: s.Stmt, env: Env) -> list[m.Stmt]:
        """Pieces that are moved all together are shown to those who see where they come to, and so is how many there
        were: it is told where not all could count them before, and also if there was none.
        """
        if isinstance(stmt, s.ForEach):
            return self.laid_by_each(stmt, env)
        if not isinstance(stmt, s.Move) or stmt.take.which != "all":
            return []
        source, spot = self.ex.model.refs.get(stmt.take.place), self.ex.spot(stmt.to.place, env)
        seen = self.b.cells[spot.cell].seen
        if not isinstance(source, PlaceSymbol) or source.counted.who == "all" or seen == self.b.nobody():
            return []
        everybody = m.SetConst(self.b.players, (1 << self.b.players) - 1)
        return self.how_many(stmt, env, everybody if seen is None else m.Call(seen, spot.index))

    def laid_by_each(self, stmt: s.ForEach, env: Env) -> list[m.Stmt]:
        """The same of a loop that lays a piece open in each pass."""
        if env.secret or stmt not in self.ex.model.laying:
            return []
        (first, *_), domain = stmt.body, stmt.binder.domain
        assert isinstance(first, s.Move)
        seen = self.b.cells[self.ex.spot(first.to.place, env).cell].seen
        everybody = m.SetConst(self.b.players, (1 << self.b.players) - 1)
        symbol = self.ex.model.refs.get(domain)
        if isinstance(symbol, PlaceSymbol) and isinstance(domain, s.Ref | s.Index):
            value = places.size(self.ex.spot(domain, env))
        else:
            bag = isinstance(symbol, LocalSymbol) and symbol.bag is not None
            value = m.SizeOf(
                env.locals[symbol] if bag and isinstance(symbol, LocalSymbol) else self.ex.value(domain, env)
            )
        what, about = self.words(domain, env)
        index, dims = tuple(part for part, _ in about), tuple(domain for _, domain in about)
        audience = everybody if seen is None else m.Call(seen, self.ex.spot(first.to.place, env).index)
        return [m.Reveal(("each of " + what[0], *what[1:]), index, dims, None, value, "", audience)]

    def how_many(self, stmt: s.Stmt, env: Env, audience: m.Expr) -> list[m.Stmt]:
        """Of pieces that are moved together, how many there are."""
        match stmt:
            case s.Put(amount="every", value=node, to=to):
                box, said = places.box(self.b, self.ex.spot(to.place, env).place.piece), "every "
                assert box is not None, "`put every` needs a finite population, as checked"
                value: m.Expr = m.Local("#piece")
                if isinstance(self.ex.type(node), SetType):
                    over = m.LoopDomain(within=self.ex.value(node, env))
                    value = m.Fold("sum", "#piece", over, body=m.Load(box, (value,)))
                else:
                    value = m.Load(box, (self.ex.value(node, env),))
            case s.Move(take=s.Take(which="all", place=node)) | s.Remove(take=s.Take(which="all", place=node)):
                value, said = places.size(self.ex.spot(node, env)), "all of "
            case _:
                return []
        what, about = self.words(node, env)
        index, dims = tuple(part for part, _ in about), tuple(domain for _, domain in about)
        return [m.Reveal((said + what[0], *what[1:]), index, dims, None, value, "", audience)]

    def told_to_all(self, node: s.Expr, env: Env) -> list[m.Stmt]:
        return self.show(s.Show(node, "all", span=node.span), env)

    def asked(self, said: bool, node: s.Node, value: m.Expr, env: Env) -> tuple[list[m.Stmt], m.Expr]:
        """A condition, shown to all where its head says `reveals`."""
        return self.revealed(node, value, env) if said and not isinstance(value, m.Const) else ([], value)

    def revealed(self, node: s.Node, value: m.Expr, env: Env) -> tuple[list[m.Stmt], m.Expr]:
        """What a head with `reveals` asks is shown to all; the value to go on with, which is worked out once."""
        held = m.Local(env.fresh("#known"))
        (what, about), everybody = self.words(node, env), m.SetConst(self.b.players, (1 << self.b.players) - 1)
        index, dims = tuple(part for part, _ in about), tuple(domain for _, domain in about)
        return [
            m.Define(held.name, value),
            m.Reveal(what, index, dims, None, held, self.b.domain(TruthType()), everybody),
        ], held

    def show(self, stmt: s.Show, env: Env) -> list[m.Stmt]:
        everybody = m.SetConst(self.b.players, (1 << self.b.players) - 1)
        if isinstance(stmt.to, str):
            audience: m.Expr = everybody if stmt.to == "all" else m.SetConst(self.b.players, 0)
        else:
            audience = self.players(stmt.to, env)
        symbol = self.ex.model.refs.get(stmt.value)
        if isinstance(symbol, PlaceSymbol | KeepSymbol):
            args = stmt.value.args if isinstance(stmt.value, s.Index) else ()
            index = self.ex.index(args, symbol.dims, env)
            dims = self.b.cells[symbol.name].dims[: len(index)]
            return [m.Reveal((symbol.name,), index, dims, symbol.name, None, "", audience)]
        what, about = self.words(stmt.value, env)
        index, dims = tuple(value for value, _ in about), tuple(domain for _, domain in about)
        value, told = self.ex.value(stmt.value, env), self.told(stmt.value)
        if isinstance(symbol, LocalSymbol) and symbol.bag is not None:  # as many of each as there are, not only which
            value, told = env.locals[symbol], bags.printed(self.b, symbol, symbol.bag)
        return [m.Reveal(what, index, dims, None, value, told, audience)]

    def words(self, node: s.Node, env: Env) -> tuple[tuple[str, ...], list[tuple[m.Expr, str]]]:
        """An expression as written, without the names in it that only its place in the rules gives a value; these
        values, with how they print.  A name alone stays as it is: its value is what is shown.
        """
        words: list[str] = []
        about: list[tuple[m.Expr, str]] = []
        text, at = node.span.source.text, node.span.start
        for part in walk(node):
            if not isinstance(part, s.Ref) or part is node or part.span.start < at:
                continue
            symbol = self.ex.model.refs.get(part)
            mine = isinstance(symbol, BuiltinSymbol) and symbol.name == "me"
            if (mine or symbol in env.locals) and not isinstance(self.ex.type(part), SetType):
                words.append(text[at : part.span.start])
                about.append((self.ex.value(part, env), self.b.domain(self.ex.type(part))))
                at = part.span.end
        return tuple(re.sub(r"\s+", " ", part) for part in (*words, text[at : node.span.end])), about

    def told(self, node: s.Expr) -> str:
        """How the value of an expression prints."""
        type_ = self.ex.type(node)
        return self.b.offsets(type_.item) if isinstance(type_, SetType) and type_.item else self.b.domain(type_)

    def players(self, node: s.Expr, env: Env) -> m.Expr:
        """A player or a set of players, as a set."""
        value = self.ex.value(node, env)
        return value if isinstance(self.ex.type(node), SetType) else m.SetOf(self.b.players, (value,))


def asked_expression(stmt: s.ForEach | s.AtOnce) -> s.Node:
    return stmt.binder.domain if stmt.where is None else stmt.where


def asked_by(rule: s.RuleClause) -> s.Node:
    where = None if isinstance(rule.trigger, s.Whenever) else rule.trigger.where
    return rule.trigger if where is None else where
