"""What an expression reads, and which players surely see it: the ground of the knowledge checks.

Values are followed symbolically: `me`, a parameter, a `let` and the index of a place are terms, so that `hand[p]`
inside `by p:` is known to be the decider's own.  What cannot be shown to be seen counts as hidden; `remembered(…)` lets
a reader pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from ..model.symbols import (
    BuiltinSymbol,
    ConstantSymbol,
    DomainSymbol,
    FactSymbol,
    FieldSymbol,
    KeepSymbol,
    LocalSymbol,
    PlaceSymbol,
)
from ..syntax import nodes as s
from .checker import Checker
from .walk import part_names, parts, walk

Term = tuple[Any, ...]
"""Equal terms are equal values in one state; ("?", n) equals only itself."""

ME: Term = ("me",)
ACTIVE: Term = ("active",)
DEPTH = 24


class Read(NamedTuple):
    """One element read (its contents, or only how many it holds); `via` are the facts passed on the way."""

    symbol: PlaceSymbol | KeepSymbol | LocalSymbol
    terms: tuple[Term, ...]
    what: Literal["seen", "counted"]
    node: s.Node
    via: tuple[str, ...]
    audience: Term | None = None


class Known(NamedTuple):
    """A local: its term, what was read to make it."""

    term: Term
    reads: tuple[Read, ...] = ()


class Env:
    """The locals in sight and who `me` is."""

    __slots__ = ("locals", "me", "via")

    def __init__(
        self, locals_: dict[LocalSymbol, Known] | None = None, me: Term = ME, via: tuple[str, ...] = ()
    ) -> None:
        self.locals = locals_ or {}
        self.me = me
        self.via = via

    def child(self, me: Term | None = None) -> Env:
        return Env(dict(self.locals), self.me if me is None else me, self.via)


class Reader:
    """Reads of expressions; remembers those of facts already entered."""

    def __init__(self, c: Checker) -> None:
        self.c = c
        self.fresh = 0
        self.hidden = {
            s_
            for s_ in c.symbols.values()
            if isinstance(s_, PlaceSymbol | KeepSymbol) and (s_.seen.who != "all" or s_.counted.who != "all")
        }
        self.loud = self._loud() if self.hidden else set()

    # ------------------------------------------------------------------------------------------------------- terms

    def unknown(self) -> Term:
        self.fresh += 1
        return ("?", self.fresh)

    def term(self, node: s.Node, env: Env) -> Term:
        """The value of an expression as a term."""
        symbol = self.c.refs.get(node)
        match node:
            case s.Number(value=value):
                return ("number", value)
            case s.Ref():
                match symbol:
                    case LocalSymbol():
                        known = env.locals.get(symbol)
                        return known.term if known else ("local", id(symbol))
                    case BuiltinSymbol(name="me"):
                        return env.me
                    case BuiltinSymbol(name="active"):
                        return ACTIVE
                    case ConstantSymbol(domain=domain, index=index):
                        return ("constant", id(domain), index)
                return ("name", node.name.text)
            case s.Call() if isinstance(symbol, FactSymbol) and symbol.clause.value is not None:
                if symbol.name in self.c.exceptions or len(env.via) > DEPTH:
                    args = tuple(self.term(a, env) for a in self.c.arguments[node])
                    return ("call", symbol.name, *args)
                return self.term(symbol.clause.value, self._inside(symbol, node, env))
        return (type(node).__name__, *(self._part(getattr(node, name), env) for name in part_names(type(node))))

    def _part(self, value: object, env: Env) -> object:
        if isinstance(value, s.Name):
            return value.text
        if isinstance(value, s.Arg):
            return self.term(value.value, env)
        if isinstance(value, s.Node):
            return self.term(value, env)
        if isinstance(value, tuple):
            return tuple(self._part(v, env) for v in value)
        return value

    def _inside(self, fact: FactSymbol, call: s.Node, env: Env) -> Env:
        given = self.c.arguments.get(call, ()) if isinstance(call, s.Call) else ()
        inner = Env(via=(*env.via, fact.name))
        for param, arg in zip(fact.params, given, strict=False):
            inner.locals[param] = Known(self.term(arg, env))
        return inner

    # ------------------------------------------------------------------------------------------------------- reads

    def reads(self, node: s.Node | None, env: Env) -> Iterator[Read]:
        """Every element that is hidden from somebody and that the expression reads."""
        if node is None or (not self.hidden and not env.locals):
            return
        symbol = self.c.refs.get(node)
        match node:
            case s.Ref() | s.Index():
                if isinstance(symbol, LocalSymbol):
                    known = env.locals.get(symbol)
                    if known is not None:
                        yield from known.reads
                elif isinstance(symbol, PlaceSymbol | KeepSymbol):
                    yield from self._element(node, symbol, env, "seen")
                elif isinstance(symbol, FactSymbol):
                    yield from self._fact(node, symbol, env)
                return
            case s.Call() if isinstance(symbol, BuiltinSymbol):
                yield from self._builtin(node, symbol.name, env)
                return
            case s.Call():
                for arg in self.c.arguments.get(node, ()):
                    yield from self.reads(arg, env)
                if isinstance(symbol, FactSymbol):
                    yield from self._fact(node, symbol, env)
                return
            case s.Attribute(base=base):
                field = symbol.domain.fields[symbol.field] if isinstance(symbol, FieldSymbol) else None
                if field is not None and field.open:
                    yield from self._openly(base, env)
                else:
                    yield from self.reads(base, env)
                return
            case s.EndOf(place=place):
                yield from self.reads(place, env)
                return
            case s.After(call=call, body=body):
                for arg in self.c.arguments.get(call, ()):
                    yield from self.reads(arg, env)
                yield from self.reads(body, env)
                return
            case s.Quantified(binders=binders) | s.SetComprehension(binders=binders):
                for binder in binders:
                    yield from self.reads(binder.domain, env)
                inner = env.child()
                for binder in binders:
                    inner.locals[self.c.binds[binder]] = Known(("local", id(binder)))
                for part in parts(node):
                    if not isinstance(part, s.Binder):
                        yield from self.reads(part, inner)
                return
        for part in parts(node):
            if not isinstance(part, s.Name):
                yield from self.reads(part, env)

    def _openly(self, base: s.Expr, env: Env) -> Iterator[Read]:
        """An open attribute of a hidden piece: only that it is there is read."""
        place = base.place if isinstance(base, s.EndOf) else base
        symbol = self.c.refs.get(place)
        if isinstance(place, s.Ref | s.Index) and isinstance(symbol, PlaceSymbol):
            yield from self._element(place, symbol, env, "counted")
        elif isinstance(base, s.Call) and base.name.text in ("sure", "item", "if_none"):
            yield from self._openly(base.args[0].value, env)
        else:
            yield from self.reads(base, env)

    def _element(
        self, node: s.Ref | s.Index, symbol: PlaceSymbol | KeepSymbol, env: Env, what: Literal["seen", "counted"]
    ) -> Iterator[Read]:
        args = node.args if isinstance(node, s.Index) else ()
        for arg in args:
            yield from self.reads(arg, env)
        if symbol in self.hidden:
            yield Read(symbol, tuple(self.term(a, env) for a in args), what, node, env.via)

    def _fact(self, node: s.Node, fact: FactSymbol, env: Env) -> Iterator[Read]:
        if self.silent(fact) or len(env.via) > DEPTH or env.via.count(fact.name) > 1:
            return
        inner = self._inside(fact, node, env)
        yield from self.reads(fact.clause.value, inner)
        for placed in self.c.exceptions.get(fact.name, ()):
            clause = placed.clause
            assert isinstance(clause, s.ExceptionClause)
            own = inner.child()
            for name, param in zip(clause.params, fact.params, strict=False):
                own.locals[self.c.binds[name]] = inner.locals.get(param, Known(self.unknown()))
            for part in (
                *self.c.patterns.get(clause, ()),
                clause.where,
                clause.value,
                *placed.conditions,
                *placed.unless,
            ):
                yield from self.reads(part, own)

    def silent(self, fact: FactSymbol) -> bool:
        """Does the fact read nothing hidden, whoever asks?  (Quick, and asked first.)"""
        return fact not in self.loud

    def _loud(self) -> set[FactSymbol]:
        """The facts that read hidden things, themselves or through others."""
        users: dict[FactSymbol, list[FactSymbol]] = {}
        loud: list[FactSymbol] = []
        for fact in self.c.symbols.values():
            if not isinstance(fact, FactSymbol):
                continue
            bodies: list[s.Node | None] = [fact.clause.value]
            for placed in self.c.exceptions.get(fact.name, ()):
                bodies += [placed.clause, *placed.conditions, *placed.unless]
            for body in bodies:
                for node in walk(body) if body is not None else ():
                    symbol = self.c.refs.get(node)
                    if symbol in self.hidden:
                        loud.append(fact)
                    elif isinstance(symbol, FactSymbol):
                        users.setdefault(symbol, []).append(fact)
        found = set(loud)
        while loud:
            for user in users.get(loud.pop(), ()):
                if user not in found:
                    found.add(user)
                    loud.append(user)
        return found

    def _builtin(self, node: s.Call, name: str, env: Env) -> Iterator[Read]:
        args = [a.value for a in node.args]
        if name in ("remembered", "possible"):
            return
        first = args[0] if args else None
        symbol = self.c.refs.get(first) if first is not None else None
        if (
            name in ("size", "empty", "taken")
            and isinstance(first, s.Ref | s.Index)
            and isinstance(symbol, PlaceSymbol | KeepSymbol)
        ):
            yield from self._element(first, symbol, env, "counted")
            args = args[1:]
        for arg in args:
            yield from self.reads(arg, env)

    # --------------------------------------------------------------------------------------------------- audiences

    def seen_by(self, read: Read, who: Term) -> bool:
        """Does that player surely see it?"""
        if isinstance(read.symbol, LocalSymbol):
            return read.audience == who
        if self._in(read.symbol, read.symbol.seen.who, read.terms, who):
            return True
        return read.what == "counted" and self._in(read.symbol, read.symbol.counted.who, read.terms, who)

    def public(self, read: Read) -> bool:
        """Does everybody see it?"""
        if isinstance(read.symbol, LocalSymbol):
            return False
        return read.symbol.seen.who == "all" or (read.what == "counted" and read.symbol.counted.who == "all")

    def _in(self, symbol: PlaceSymbol | KeepSymbol, who: str | s.Expr, index: tuple[Term, ...], player: Term) -> bool:
        if isinstance(who, str):
            return who == "all"
        env = Env(me=("nobody",))
        for local, term in zip(symbol.locals, index, strict=False):
            if local is not None:
                env.locals[local] = Known(term)
        return self._names(who, env, player)

    def _names(self, who: s.Expr, env: Env, player: Term) -> bool:
        """Is the player surely (one of) `who`?"""
        symbol = self.c.refs.get(who)
        match who:
            case s.SetLiteral(items=items):
                return any(self.term(i, env) == player for i in items)
            case s.Binary(op="+", left=left, right=right):
                return self._names(left, env, player) or self._names(right, env, player)
            case s.Conditional(then=then, otherwise=otherwise):
                return self._names(then, env, player) and self._names(otherwise, env, player)
        if isinstance(symbol, DomainSymbol):
            return True
        return self.term(who, env) == player


def audience_name(symbol: PlaceSymbol | KeepSymbol | LocalSymbol, what: str) -> str:
    """How a message says who sees a thing."""
    if isinstance(symbol, LocalSymbol):
        return "what chance gave is not shown to everybody"
    who = symbol.seen.who if what == "seen" else symbol.counted.who
    if who == "nobody":
        return "nobody sees it" if what == "seen" else "nobody knows how many it holds"
    if isinstance(who, str):
        return "all see it"
    return f"it is {what} by `{who.span.text}`"
