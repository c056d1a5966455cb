"""Choice-free statements: to statements of the machine, with locals that end with the block.

`block` lowers a body; `simple` one statement that names nothing and has no blocks, which flow.py uses too.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from ...model.symbols import (
    DomainSymbol,
    EventSymbol,
    KeepSymbol,
    LocalSymbol,
    PlaceSymbol,
    ProcedureSymbol,
)
from ...model.types import DomainType, NumberType, SetType, Type
from ...syntax import nodes as s
from .. import program as m
from . import loop_control, open_boards, piece_moves, places
from .builder import Builder
from .domains import Loop
from .encoding import ONE, ZERO, add, bounds, conjunction, kind, op
from .env import Env
from .expressions import Expressions
from .revealing import ShowLowering, asked_by, asked_expression
from .rule_weaving import RuleWeaver

WIDE = NumberType(-(2**31), 2**31 - 1)


class Statements(ShowLowering):
    def __init__(self, ex: Expressions, weaver: RuleWeaver) -> None:
        self.ex = ex
        self.b: Builder = ex.b
        self.weaver = weaver

    def block(self, body: tuple[s.Stmt, ...], env: Env) -> list[m.Stmt]:
        found: list[m.Stmt] = []
        for stmt in body:
            made, env = self.statement(stmt, env)
            found += made
        return found

    def statement(self, stmt: s.Stmt, env: Env) -> tuple[list[m.Stmt], Env]:
        """The statements for one, and the environment for those after it."""
        known = self.shown_before(stmt, env)
        made, env = self.form(stmt, env)
        return [*known, *made], env

    def form(self, stmt: s.Stmt, env: Env) -> tuple[list[m.Stmt], Env]:
        match stmt:
            case s.Let():
                return self.let(stmt, env)
            case s.KeepHere():
                symbol = self.ex.model.binds[stmt]
                after, name = env.defined(symbol)
                return [m.Define(name, self.initial(stmt, symbol, env))], after
            case s.Assign() if (local := self.local_target(stmt, env)) is not None:
                symbol, target = local
                new = self.new_value(stmt, target, symbol.type, env)
                if isinstance(symbol.type, NumberType):
                    new = self.ex.within(new, WIDE, symbol.type, stmt.target, env)
                return [m.Define(target.name, new)], env
            case s.If():
                return self.branch(stmt, env), env
            case s.ForEach():
                return self.for_each(stmt, env), env
            case s.Repeat():
                return self.repeat(stmt, env), env
            case s.By():
                me, inner = self.acting(stmt, env)
                return [*me, *self.block(stmt.body, inner)], env
            case s.Step():
                return self.step(stmt, env), env
            case s.Return():
                routine = self.weaver.result_of(env.owner)
                value = None if stmt.value is None or routine is None else self.ex.fit(stmt.value, routine, env)
                return [m.ReturnResult(value)], env
            case s.Leave(what="loop"):
                return [*([] if env.left is None else [m.Define(env.left, ONE)]), m.Break()], env
        return self.simple(stmt, env), env

    def local_target(self, stmt: s.Assign, env: Env) -> tuple[LocalSymbol, m.Local] | None:
        """What is assigned to, where it is a machine local (in flow it is a frame cell)."""
        symbol = self.ex.model.refs[stmt.target]
        value = env.locals[symbol] if isinstance(symbol, LocalSymbol) else None
        return (symbol, value) if isinstance(symbol, LocalSymbol) and isinstance(value, m.Local) else None

    def let(self, stmt: s.Let, env: Env) -> tuple[list[m.Stmt], Env]:
        symbol = self.ex.model.binds[stmt]
        after, name = env.defined(symbol)
        call = self.procedure_call(stmt.value)
        if call is not None:
            procedure = self.ex.model.refs[call]
            assert isinstance(procedure, ProcedureSymbol)
            return [self.run(f"procedure {procedure.name}", call, procedure.params, env, name)], after
        value = self.ex.value(stmt.value, env)
        if stmt.member:
            low = bounds(symbol.type)[0]
            fault = self.b.fault("E709", env.clause, "`let … in` found none", stmt.span)
            value = m.Bind("#s", value, m.Check(m.Local("#s"), fault, add(m.Local("#s"), low - 1)))
        return [m.Define(name, value)], after

    def procedure_call(self, node: s.Expr) -> s.Call | None:
        if isinstance(node, s.Call) and isinstance(self.ex.model.refs.get(node), ProcedureSymbol):
            return node
        return None

    def initial(self, stmt: s.KeepHere, symbol: LocalSymbol, env: Env) -> m.Expr:
        if stmt.initial is not None:
            return self.ex.fit(stmt.initial, symbol.type, env)
        if isinstance(symbol.type, SetType):
            return m.SetConst(kind(symbol.type), 0)
        low, high = bounds(symbol.type)
        return m.Const(min(max(0, low), high))

    def run(
        self, routine: str, call: s.Call, params: tuple[LocalSymbol, ...], env: Env, into: str | None = None
    ) -> m.Stmt:
        return m.Run(routine, (*self.ex.arguments(call, params, env), env.player()), into)

    def branch(self, stmt: s.If, env: Env) -> list[m.Stmt]:
        condition = self.ex.truth(stmt.condition, env)
        if isinstance(condition, m.Const):
            return self.block(stmt.then if condition.value else stmt.otherwise, env)
        known, condition = self.asked(stmt.reveals, stmt.condition, condition, env)
        then, otherwise = self.block(stmt.then, env), self.block(stmt.otherwise, env)
        return [*known, m.IfStatement(condition, tuple(then), tuple(otherwise))]

    def acting(self, stmt: s.By, env: Env) -> tuple[list[m.Stmt], Env]:
        """Who acts inside `by p`: found once, before."""
        who = self.ex.value(stmt.player, env)
        if isinstance(who, m.Const):
            return [], self.weaver.with_me(env, who)
        name = env.fresh("#by")
        return [m.Define(name, who)], self.weaver.with_me(env.keeping(name), m.Local(name))

    def step(self, stmt: s.Step, env: Env) -> list[m.Stmt]:
        spliced = self.weaver.splice(stmt)
        found: list[m.Stmt] = []
        for rule in spliced.before:
            found += self.hooked(rule, env)
        rest: list[m.Stmt] = self.block(stmt.body, env)
        for rule in reversed(spliced.instead):
            inner = self.weaver.entered(rule, env)
            known, guard = self.guard(rule, inner)
            body = self.rule_body(rule, inner)
            rest = body if guard is None else [*known, m.IfStatement(guard, tuple(body), tuple(rest))]
        found += rest
        for rule in spliced.after:
            found += self.hooked(rule, env)
        return found

    def hooked(self, rule: s.RuleClause, env: Env) -> list[m.Stmt]:
        env = self.weaver.entered(rule, env)
        (known, guard), body = self.guard(rule, env), self.rule_body(rule, env)
        return body if guard is None else [*known, m.IfStatement(guard, tuple(body))]

    def guard(self, rule: s.RuleClause, env: Env) -> tuple[list[m.Stmt], m.Expr | None]:
        """When a rule runs, shown to all where it says so."""
        guard = self.weaver.rule_guard(rule, env)
        return ([], None) if guard is None else self.asked(rule.trigger.reveals, asked_by(rule), guard, env)

    def rule_body(self, rule: s.RuleClause, env: Env) -> list[m.Stmt]:
        return [m.Mark(f"rule {rule.name.text}"), *self.block(rule.body, env)]

    # ----------------------------------------------------------------------------------------------------------- loops

    def for_each(self, stmt: s.ForEach, env: Env) -> list[m.Stmt]:
        symbol = self.ex.model.binds[stmt.binder]
        ref = self.ex.model.refs.get(stmt.binder.domain)
        if isinstance(ref, PlaceSymbol) and ref.form in ("row", "stack"):
            return self.for_each_in_row(stmt, symbol, env)
        if stmt.start is not None:
            return self.for_each_from(stmt, symbol, env)
        prelude: list[m.Stmt] = []
        if isinstance(ref, PlaceSymbol) and ref.form == "heap" and not places.is_set(ref):
            prelude, loop = self.each_in_heap(stmt, symbol, env)
        else:
            loop = self.ex.domains.loop(stmt.binder, env)
        tests = [] if loop.present is None else [loop.present]
        if stmt.where is not None:
            tests.append(self.ex.truth(stmt.where, loop.env))
        prelude += [] if loop.prelude is None else [m.Define(*loop.prelude)]
        if loop.weight is None:
            body = self.block(stmt.body, evolve(loop.env, left=None))
        else:  # two loops of the machine, and a way out of one must leave both
            left = loop.env.fresh("#left")
            once = self.block(stmt.body, evolve(loop.env.keeping(left), left=left))
            inner = m.Each("#copy", m.LoopDomain(ONE, loop.weight), None, tuple(once))
            body = [m.Define(left, ZERO), inner, m.IfStatement(m.Local(left), (m.Break(),))]
        test = conjunction(tests)
        if test is not None and stmt.reveals:
            known, test = self.asked(True, asked_expression(stmt), test, loop.env)
            return [*prelude, m.Each(loop.name, loop.over, None, (*known, m.IfStatement(test, tuple(body))))]
        return [*prelude, m.Each(loop.name, loop.over, test, tuple(body))]

    def each_in_heap(self, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> tuple[list[m.Stmt], Loop]:
        """The sorts are those before the loop, the copies of one those that lie there when its turn comes."""
        assert isinstance(stmt.binder.domain, s.Ref | s.Index)
        inner, name = env.local(symbol)
        before, spot = places.found_once(self.ex.spot(stmt.binder.domain, env), f"#place {name}")
        held = m.Local(f"#all {name} of {len(spot.place.piece)}")
        before.append(m.Define(held.name, places.contents(spot)))
        over = m.LoopDomain(within=held)
        return before, Loop(name, over, inner, symbol, weight=places.amount(spot, m.Local(name)))

    def for_each_from(self, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> list[m.Stmt]:
        """Round a domain that turns, once, from a given member."""
        assert isinstance(symbol.type, DomainType) and stmt.start is not None
        n = len(symbol.type.domain)
        inner, name = env.local(symbol)
        turn = op("add" if stmt.way == "clockwise" else "sub", m.Local(f"#from {name}"), m.Local(f"#step {name}"))
        define = m.Define(name, op("mod", turn, m.Const(n)))
        before: list[m.Stmt] = []
        tests: list[m.Expr] = []
        if not self.is_whole(stmt):  # the members are those before the loop
            members, one = m.Local(f"#all {name} of {n}"), m.Local(env.fresh("#y"))
            there = self.ex.domains.member(stmt.binder.domain, one, symbol, env)
            before = [m.Define(members.name, m.SetBuild(n, one.name, m.LoopDomain(ZERO, m.Const(n - 1)), there))]
            tests.append(m.Has(members, m.Local(name)))
        if stmt.where is not None:
            tests.append(self.ex.truth(stmt.where, inner))
        body = tuple(self.block(stmt.body, evolve(inner, left=None)))
        test = conjunction(tests)
        known, test = ([], None) if test is None else self.asked(stmt.reveals, asked_expression(stmt), test, inner)
        tested: tuple[m.Stmt, ...] = body if test is None else (*known, m.IfStatement(test, body))
        over = m.LoopDomain(ZERO, m.Const(n - 1))
        return [
            m.Define(f"#from {name}", self.ex.value(stmt.start, env)),
            *before,
            m.Each(f"#step {name}", over, None, (define, *tested)),
        ]

    def is_whole(self, stmt: s.ForEach) -> bool:
        return isinstance(self.ex.model.refs.get(stmt.binder.domain), DomainSymbol)

    def for_each_in_row(self, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> list[m.Stmt]:
        """From the bottom up, as many passes as pieces lie there at first; where the body takes the piece itself away,
        the next one has moved into its position.
        """
        assert isinstance(stmt.binder.domain, s.Ref | s.Index)
        inner, name = env.local(symbol)
        found, spot = places.found_once(self.ex.spot(stmt.binder.domain, env), f"#place {name}")
        here, held = f"#at {name}", f"#held {name}"
        define = m.Define(name, add(m.RingAt(spot.cell, spot.index, m.Local(here)), -1))
        body = tuple(self.block(stmt.body, evolve(inner, left=None)))
        tested = body
        if stmt.where is not None:
            known, test = self.asked(stmt.reveals, stmt.where, self.ex.truth(stmt.where, inner), inner)
            tested = (*known, m.IfStatement(test, body))
        stayed = op("eq", m.RingSize(spot.cell, spot.index), m.Local(held))
        advance = m.IfStatement(stayed, (m.Define(here, add(m.Local(here), 1)),))
        size = m.RingSize(spot.cell, spot.index)
        gone = m.IfStatement(op("ge", m.Local(here), size), (m.Break(),))  # the body may have emptied it
        passes = m.Each(
            f"#pass {name}", m.LoopDomain(ONE, size), None, (gone, m.Define(held, size), define, *tested, advance)
        )
        return [*found, m.Define(here, ZERO), passes]

    def repeat(self, stmt: s.Repeat, env: Env) -> list[m.Stmt]:
        condition: m.Expr = ONE if stmt.condition is None else self.ex.truth(stmt.condition, env)
        if stmt.until:
            condition = op("not", condition)
        body = tuple(self.block(stmt.body, evolve(env, left=None)))
        known: list[m.Stmt] = []
        if stmt.condition is not None:
            known, condition = self.asked(stmt.reveals, stmt.condition, condition, env)
        if stmt.limit is None:
            fault = self.b.fault("E705", env.clause, "a loop has no end", stmt.span)
            if known:
                return [m.While(ONE, None, fault, (*known, m.IfStatement(condition, (), (m.Break(),)), *body))]
            return [m.While(condition, None, fault, body)]
        tested = body if stmt.condition is None else (*known, m.IfStatement(condition, (), (m.Break(),)), *body)
        return [m.Each("#pass", m.LoopDomain(ONE, self.ex.value(stmt.limit, env)), None, tested)]

    # ---------------------------------------------------------------------------------------------------------- simple

    def simple(self, stmt: s.Stmt, env: Env) -> list[m.Stmt]:
        match stmt:
            case s.Assign():
                return self.assign(stmt, env)
            case s.Move():
                found, to = places.found_once(self.ex.spot(stmt.to.place, env), "#to")
                end = stmt.to.end
                put_in = lambda piece: piece_moves.put_in(self.b, to, piece, end, env.clause, stmt.span)  # noqa: E731
                return [*found, *self.take(stmt.take, env, put_in)]
            case s.Remove():
                piece = self.ex.spot(stmt.take.place, env).place.piece
                return self.take(stmt.take, env, lambda value: piece_moves.to_box(self.b, piece, value))
            case s.Put():
                return self.put(stmt, env)
            case s.Perform():
                procedure = self.ex.model.refs[stmt.call]
                assert isinstance(procedure, ProcedureSymbol)
                return [self.run(f"procedure {procedure.name}", stmt.call, procedure.params, env)]
            case s.Announce():
                event = self.ex.model.refs[stmt.call]
                assert isinstance(event, EventSymbol)
                return [self.run(f"event {event.name}", stmt.call, event.params, env), *self.weaver.run_triggers(env)]
            case s.Show():
                return self.show(stmt, env)
            case s.Record():
                return [m.Note(stmt.name.text, stmt.forget)]
            case s.Leave(what="again"):
                guard = loop_control.guard(self.b, self.ex.model, stmt, env.clause)
                return [m.Write(self.b.control(loop_control.ANOTHER, 0, 1), (), ONE if guard is None else guard(ONE))]
            case s.DoNothing():
                return []
        raise AssertionError(f"{type(stmt).__name__} is no simple effect")

    def put(self, stmt: s.Put, env: Env) -> list[m.Stmt]:
        found, spot = places.found_once(self.ex.spot(stmt.to.place, env), "#to")
        piece = spot.place.piece
        type_, value = self.ex.type(stmt.value), m.Local("#piece")
        one = [
            *piece_moves.from_box(self.b, piece, value, env.clause, stmt.span),
            *piece_moves.put_in(self.b, spot, value, stmt.to.end, env.clause, stmt.span),
        ]
        define = [] if isinstance(type_, SetType) else [m.Define("#piece", self.ex.value(stmt.value, env))]
        if stmt.amount is None:
            return [*found, *define, *one]
        if stmt.amount == "every":
            cell = places.box(self.b, piece)
            assert cell is not None, "`put every` needs a finite population, as checked"
            copies: m.Expr = m.Load(cell, (value,))
        else:
            copies = self.ex.value(stmt.amount, env)
        repeated = m.Each("#copy", m.LoopDomain(ONE, copies), None, tuple(one))
        if isinstance(type_, SetType):  # `put every Card in deck`: all copies of each
            return [*found, m.Each("#piece", m.LoopDomain(within=self.ex.value(stmt.value, env)), None, (repeated,))]
        return [*found, *define, repeated]

    def take(self, take: s.Take, env: Env, then: Callable[[m.Expr], list[m.Stmt]]) -> list[m.Stmt]:
        """What is taken leaves its place; `then` says where each piece goes."""
        found, spot = places.found_once(self.ex.spot(take.place, env), "#out of")
        return [*found, *self.taken(take, spot, env, then)]

    def taken(self, take: s.Take, spot: places.Spot, env: Env, then: Callable[[m.Expr], list[m.Stmt]]) -> list[m.Stmt]:
        piece = m.Local("#piece")
        if take.which == "all":
            return piece_moves.each_piece(self.b, spot, "#piece", then(piece), env.clause, take.span)
        if take.which == "value":
            assert take.value is not None
            define = m.Define("#piece", self.ex.fit(take.value, DomainType(spot.place.piece), env))
            return [define, *piece_moves.take_out(self.b, spot, piece, env.clause, take.span), *then(piece)]
        if spot.place.form == "one":
            fault = self.b.fault("E704", env.clause, f"{spot.place.name} is empty", take.span)
            held = m.Load(spot.cell, spot.index)
            define = m.Define("#piece", add(m.Check(op("ne", held, ZERO), fault, held), -1))
            return [define, m.Write(spot.cell, spot.index, ZERO), *then(piece)]
        if take.which == "item":
            assert take.value is not None
            number = self.ex.value(take.value, env)
            return [*piece_moves.take_item(self.b, spot, number, "#piece", env.clause, take.span), *then(piece)]
        end = "bottom" if take.which == "bottom" else "top"
        define = m.Define("#piece", add(places.end_of(spot, end), -1))
        return [define, *piece_moves.take_end(self.b, spot, end, env.clause, take.span), *then(piece)]

    def assign(self, stmt: s.Assign, env: Env) -> list[m.Stmt]:
        symbol = self.ex.model.refs[stmt.target]
        fault = self.b.fault("E702", env.clause, f"{stmt.target.name.text} would leave its range", stmt.span)
        if isinstance(symbol, LocalSymbol):  # a frame cell: flow's own variable
            target = env.locals[symbol]
            assert isinstance(target, m.Load)
            return [m.Write(target.cell, (), self.new_value(stmt, target, symbol.type, env), fault)]
        if isinstance(symbol, KeepSymbol):
            args = stmt.target.args if isinstance(stmt.target, s.Index) else ()
            index = self.ex.index(args, symbol.dims, env)
            one = stmt.value.items if isinstance(stmt.value, s.SetLiteral) and stmt.op != "=" else ()
            if isinstance(symbol.type, SetType) and len(one) == 1:
                member = self.ex.member(one[0], symbol.type, env)
                full = open_boards.before_insert(self.b, symbol, index, member, stmt, env.clause)
                return [*full, m.Insert(symbol.name, index, member, stmt.op == "-=")]
            value = self.new_value(stmt, m.Load(symbol.name, index), symbol.type, env)
            full, value = open_boards.written(self.b, symbol, index, value, stmt, env.clause)
            return [*full, m.Write(symbol.name, index, value, self.needed(stmt, symbol, fault))]
        return [m.Write(m.ACTIVE, (), self.ex.value(stmt.value, env))]  # only in `given`

    def needed(self, stmt: s.Assign, symbol: KeepSymbol, fault: int) -> int | None:
        """The fault of a range check, or None where types show that the value fits."""
        type_ = self.ex.type(stmt.value)
        if not isinstance(symbol.type, NumberType):
            return None
        fits = stmt.op == "=" and isinstance(type_, NumberType) and symbol.type.low <= type_.low
        return None if fits and isinstance(type_, NumberType) and type_.high <= symbol.type.high else fault

    def new_value(self, stmt: s.Assign, old: m.Expr, type_: Type, env: Env) -> m.Expr:
        if stmt.op == "=":
            if isinstance(type_, NumberType):
                return self.ex.value(stmt.value, env)
            return self.ex.fit(stmt.value, type_, env)
        if isinstance(type_, SetType):
            return m.SetOp("union" if stmt.op == "+=" else "minus", old, self.ex.fit(stmt.value, type_, env))
        value = op("add" if stmt.op == "+=" else "sub", old, self.ex.value(stmt.value, env))
        return op("mod", value, m.Const(len(type_.domain))) if isinstance(type_, DomainType) else value
