"""Lowers the statements that ask a player to decide: `choose`, `do one of`, `either`, `may`.

Each branch or action becomes an alternative, made from its head: the chooses, lets and requirements with which it
begins. The rest of its body runs after a player has picked an option of it. A choice of several things becomes single
picks in increasing order, ended by `done`. Equal pieces are picked one by one, so the same kind may be picked again. A
pick is offered only if the choice can still be completed: enough larger things are left, and the total can still be
reached.
"""

from __future__ import annotations

from attrs import evolve, frozen

from ...check.alternatives import Head, first_decision
from ...model.naming import DONE, PASS
from ...model.symbols import LocalSymbol
from ...model.types import INT32, NumberType, SetType, TruthType
from ...syntax import nodes as s
from .. import program as m
from ..source_map import ReasonKind
from . import action_offers, bags, completion, flow_calls, option_audiences
from .body import lowers
from .control_lowering import let
from .decisions import PickCells
from .env import Env, Origin
from .node_builder import NodeBuilder
from .value_encoding import ONE, ZERO, add, bounds, conjunction, op

NO_OPTION = "a decision has no option, and no `otherwise` says what then"


def choose(f: NodeBuilder, body: tuple[s.Stmt, ...], env: Env) -> tuple[Env, tuple[s.Stmt, ...]]:
    """Write the `choose` statements at the start of a body as one decision. Return the environment after it and the
    remaining statements."""
    first, head, alone = first_decision(body, f.cx.decisions.calls)
    if alone:
        f.cx.decisions.separate.add(first)
    env = action_offers.begin(f, env)
    flow_calls.run_triggers(f, env)
    target = f.label("chosen")
    fallback = None
    if alone and first.otherwise is not None:
        fallback = f.label("otherwise")
    before, levels, known = f.cx.decisions.draft(head, env)
    if fallback is None:
        before, levels = f.cx.decisions.with_amount(head, before, levels, known)
    after, cells = stores(f, head, env)
    label = f.decision_label()
    begun = m.Alternative(f.clause, label, tuple(before), (), (), 0, target)
    alternative = action_offers.make(f, begun, head, levels, cells, known)
    decide(f, (alternative,), env, DecisionFields(audience_of(f, env), fallback), first)
    f.open(target)
    if fallback is not None:
        assert first.otherwise is not None
        join = f.label("after")
        symbol = f.ex.model.binds[first.binder]
        value = after.locals[symbol]
        assert isinstance(value, m.Load)
        f.jump(join)
        f.open(fallback)
        if first.reveals:
            f.emit(nothing_possible(f))
        f.emit(m.Write(value.cell, (), f.ex.fit(first.otherwise, symbol.type, env)))
        f.open(join)
    after = lets(f, head, after)
    return after, head.rest


def stores(f: NodeBuilder, head: Head, env: Env) -> tuple[Env, PickCells]:
    """Make a frame cell for the pick of each `choose` of a decision (`head`). Return an environment in which the names
    of the chooses are these cells, and the cells, keyed by `choose`."""
    cells = {}
    for choose in head.chooses:
        symbol = f.ex.model.binds[choose.binder]
        cells[choose] = f.frames.cell(symbol.name, symbol.type)
        env = env.bind(symbol, m.Load(cells[choose]))
    return env, cells


def lets(f: NodeBuilder, head: Head, env: Env) -> Env:
    """Lower the `let`s of a decision (`head`) for the statements after it, where the picks are known. Return the
    environment with their names."""
    for item in head.lets:
        env = let(f, item, env, False)
    return env


def audience_of(f: NodeBuilder, env: Env) -> m.Expr | None:
    """Return the expression for the players who see which option is picked. Inside `at once` (simultaneous choices), it
    is the player who chooses. Elsewhere the result is None, which means all players."""
    return option_audiences.own_only(f, env, None)


@frozen
class DecisionFields:
    """The values of some fields of a decision of the machine (`machine.flow_nodes.Decision`), which explains them."""

    audience: m.Expr | None = None
    otherwise: str | None = None
    picks: m.NumberExpr | None = None


def decide(
    f: NodeBuilder, alternatives: tuple[m.Alternative, ...], env: Env, asked: DecisionFields, node: s.Node
) -> None:
    """End the current step with a decision of the acting player among `alternatives`, and actions that may be taken at
    any time. The decision uses its `otherwise` if no option of `alternatives` is possible, even if such an action
    is."""
    id_ = f.label("decide")
    beside = action_offers.beside(f, env, alternatives)
    otherwise, picks = asked.otherwise, None if beside else asked.picks
    if beside and otherwise is not None:
        f.close(m.Fork(action_offers.possible(alternatives), id_, otherwise))
        otherwise = None
    else:
        f.close(m.Jump(id_))
    alternatives = (*alternatives, *(one.alternative for one in beside))
    fault = f.b.fault("E710", f.clause, NO_OPTION, node.span)
    move = not env.in_action
    f.b.add(m.Decision(id_, f.clause, env.player(), alternatives, move, asked.audience, otherwise, fault, picks))
    action_offers.run_taken(f, env, beside)


# ------------------------------------------------------------------------------ `do` and `either`: actions and branches


@lowers(s.Do)
def do(f: NodeBuilder, stmt: s.Do, env: Env, tail: bool) -> None:
    """Write a `do` statement: a decision between the actions of a `choice` clause and, if the statement is optional,
    `pass`."""
    env = action_offers.begin(f, env)
    flow_calls.run_triggers(f, env)
    after = f.label("after")
    actions = f.cx.decisions.actions(stmt.choice.text)
    found = action_offers.offers(f, actions, env, keep_last=not stmt.optional)
    finish(f, stmt, [one.alternative for one in found], env, after)
    for one in found:
        f.open(one.alternative.target)
        note_act(f, env)
        one.run(f, env, after)
    f.open(after)


@lowers(s.Either)
def either(f: NodeBuilder, stmt: s.Either, env: Env, tail: bool) -> None:
    env = action_offers.begin(f, env)
    flow_calls.run_triggers(f, env)
    alternatives, bodies = [], []
    after = f.label("after")
    f.frames.push()
    for branch in stmt.branches:
        head = f.cx.decisions.head(branch.body, True)
        before, levels, known = f.cx.decisions.draft(head, env)
        before, levels = f.cx.decisions.with_amount(head, before, levels, known)
        target = f.label(branch.name.text)
        inner, cells = stores(f, head, env)
        begun = m.Alternative(f.clause, branch.name.text, tuple(before), (), (), 0, target)
        alternatives.append(action_offers.make(f, begun, head, levels, cells, known))
        bodies.append((branch, head, target, inner))
    finish(f, stmt, alternatives, env, after)
    shared = f.frames.pop()
    for branch, head, target, inner in bodies:
        f.open(target)
        note_act(f, env)
        f.frames.scopes.append(shared)  # an exit from a loop must also clear the cells of the picks
        f.frames.push()
        outer, f.inside = f.inside, (f.clause, branch.name.text)
        # later decisions of the acting player in this body are part of the same move, so they do not count as moves
        inner = evolve(inner, in_action=True, action_me=env.me)
        f.statements(head.rest, lets(f, head, inner))
        f.inside = outer
        f.clear([*f.frames.pop(), *f.frames.pop()])
        f.jump(after)
    f.open(after)


def finish(f: NodeBuilder, stmt: s.Do | s.Either, alternatives: list[m.Alternative], env: Env, after: str) -> None:
    """Write the decision of a `do` or `either` statement between `alternatives` and, if the statement is optional,
    `pass`. Then write its `otherwise`. Both continue at the node `after`."""
    if stmt.optional:
        alternatives.append(m.Alternative(f.clause, PASS, (), (), (), 0, after))
    fallback = f.label("otherwise") if stmt.otherwise is not None else None
    decide(f, tuple(alternatives), env, DecisionFields(audience_of(f, env), fallback), stmt)
    if fallback is not None:
        f.open(fallback)
        if stmt.reveals:
            f.emit(nothing_possible(f))
        f.block(stmt.otherwise or (), env)
        f.jump(after)


def nothing_possible(f: NodeBuilder) -> m.Stmt:
    """Return a statement that shows all players that a decision had no option. It is for an `otherwise` with
    `reveals`."""
    return m.Reveal(("otherwise",), (), (), None, ONE, f.b.domain(TruthType()), f.b.everybody())


def note_act(f: NodeBuilder, env: Env) -> None:
    """Write a statement that records that the asked player acted, if this is inside a `window` statement, which asks
    one player after another."""
    if env.acted is not None:
        f.emit(m.Write(env.acted, (), ONE))


@lowers(s.Choose)
def choose_several(f: NodeBuilder, stmt: s.Choose, env: Env, tail: bool) -> Env:
    # if only some players see the picks, no action is offered beside them: it would be hidden from the others, too
    if option_audiences.several_counted_by(f, stmt, env) is None:
        env = action_offers.begin(f, env)
    flow_calls.run_triggers(f, env)
    symbol, member = f.ex.model.binds[stmt.binder], f.ex.model.binds[(stmt, "member")]
    low_expr, high_expr = f.cx.decisions.limits(stmt, env)
    low_bound, high_bound = bounds(member.type)
    picked = holder(f, symbol)
    env_after = env.bind(symbol, picked)
    f.frames.push()
    last = f.frames.number(f"{symbol.name}.last", low_bound - 1, high_bound)
    pick = f.frames.number(f"{symbol.name}.pick", low_bound, high_bound)
    f.emit(m.Write(last, (), m.Const(low_bound - 1)))
    low, high = in_cell(f, symbol.name + ".least", low_expr), None
    if high_expr is not None:
        high = low if high_expr == low_expr else in_cell(f, symbol.name + ".most", high_expr)
    least_total = None
    if stmt.total is not None:
        assert stmt.total_least is not None
        least_total = in_cell(f, symbol.name + ".total", f.ex.value(stmt.total_least, env))
    first, more, took, done = (f.label(h) for h in ("pick", "picking", "picked", "done"))
    if high is None or (isinstance(high, m.Const) and high != ZERO):
        f.close(m.Jump(first))
    else:
        none = op("eq", high, ZERO)
        none = none if low in (ZERO, high) else op("and", none, op("eq", low, ZERO))
        if stmt.so_that is not None:
            none = op("and", none, completion.enough(f.cx.decisions, stmt, env, picked, low, least_total))
        f.close(m.Fork(none, done, first))
    seen = option_audiences.member_seen_by(f, stmt, member, env)
    draft = Draft(f, stmt, env, picked, m.Load(last), low, high, least_total, seen)
    audience = option_audiences.several_counted_by(f, stmt, env)
    limited = stmt.so_that is not None or stmt.total is not None
    picks = None if low_expr != high_expr or limited or symbol.bag is not None else op("sub", low, m.SizeOf(picked))
    for node in (first, more):
        alternatives = [draft.pick(pick, took)]
        if low_expr != high_expr:
            alternatives.append(m.Alternative(f.clause, DONE, draft.enough(), (), (), 0, done))
        f.open(node)
        decide(f, tuple(alternatives), env, DecisionFields(audience, picks=picks), stmt)
        # Later picks are part of the same move. An action that may be taken at any time would return to the start of
        # the choice, so such actions are not offered after the first pick.
        env = evolve(env, in_action=True, again=None)
    f.open(took)
    if symbol.bag is None:
        f.emit(m.Insert(picked.cell, (), add(m.Load(pick), -low_bound)))
    else:
        f.emit(bags.with_one_more(picked.cell, symbol.bag, m.Load(pick)))
    f.emit(m.Write(last, (), m.Load(pick)), *f.b.clear([pick]))
    full = op("ge", m.SizeOf(picked), high) if high is not None else ZERO
    f.close(m.Fork(full, done, more) if high is not None else m.Jump(more))
    f.open(done)
    f.clear(f.frames.pop())
    return env_after


def holder(f: NodeBuilder, symbol: LocalSymbol) -> m.Load:
    """Make a frame cell for all picks of a choice, initially empty. Return the expression that reads it: a set, or a
    bag (a multiset) if pieces may be equal."""
    type_ = symbol.type
    if symbol.bag is not None:
        assert isinstance(type_, SetType) and type_.item is not None
        type_ = bags.cell_type(symbol.bag, bounds(type_.item)[1] + 1)
    cell = f.frames.cell(symbol.name, type_)
    f.emit(f.b.zero(cell))
    return m.Load(cell)


def in_cell(f: NodeBuilder, name: str, value: m.Expr) -> m.Expr:
    """Store a value in a new frame cell, because it must not change between picks. Return the expression that reads the
    cell. A constant is returned as it is."""
    if isinstance(value, m.Const):
        return value
    cell = f.frames.cell(name, NumberType(*INT32))
    f.emit(m.Write(cell, (), value))
    return m.Load(cell)


@frozen
class Draft:
    """Makes the alternatives for a choice of several things, which are picked one by one.

    The expression `picked` reads the picks so far, `last` the last of them. `low` and `high` limit their number (None:
    no limit). `least_total` is the smallest total that they must reach, None without such a rule."""

    f: NodeBuilder
    stmt: s.Choose
    env: Env
    picked: m.Expr
    last: m.Expr
    low: m.Expr
    high: m.Expr | None
    least_total: m.Expr | None
    seen: str | None  # name of the function that returns the players who see a pick; None: all players

    @property
    def member(self) -> LocalSymbol:
        return self.f.ex.model.binds[(self.stmt, "member")]

    def pick(self, cell: str, target: str) -> m.Alternative:
        d, value, low = self.f.cx.decisions, m.Local(self.member.name), bounds(self.member.type)[0]
        never = d.contradicts(self.low, self.high)
        tests = [] if never is None else [self.test("limits", op("not", never))]
        candidate = d.candidate(self.stmt, self.member, value, self.env, self.last, self.picked)
        # `candidate` is never None, because it always contains the comparison with the last pick
        assert candidate is not None
        tests.append(self.f.b.origins.test(candidate, *self.candidate_origins(value)))
        if self.stmt.so_that is not None:
            with_it = completion.with_one(self.picked, value, d.ex.model.binds[self.stmt.binder], low)
            so_far = completion.SoFar(with_it, value, self.low, self.high, self.least_total)
            tests.append(self.test("several", completion.completable(d, self.stmt, self.env, so_far)))
            return self.alternative(tests, cell, target)
        missing = op("sub", op("sub", self.low, m.SizeOf(self.picked)), ONE)
        tests.append(self.test("several", op("ge", d.candidates(self.stmt, self.env, value, self.picked), missing)))
        if self.least_total is not None:
            still = None if self.high is None else op("sub", op("sub", self.high, m.SizeOf(self.picked)), ONE)
            rest = d.total(self.stmt, self.env, value, still, self.picked)
            assert self.stmt.total is not None
            here = self.f.ex.value(self.stmt.total, self.env.bind(self.member, value))
            sum_ = op("add", op("add", self.total(), here), rest)
            tests.append(self.test("several", op("ge", sum_, self.least_total)))
        return self.alternative(tests, cell, target)

    def alternative(self, tests: list[m.Test], cell: str, target: str) -> m.Alternative:
        low, high = bounds(self.member.type)
        level = m.Level(
            self.member.name,
            self.f.b.domain(self.member.type),
            low,
            high,
            tuple(tests),
            cell,
            seen=self.seen,
        )
        label = self.f.decision_label()
        return m.Alternative(self.f.clause, label, (), (level,), (level.name,), 0, target)

    def test(self, what: ReasonKind, value: m.Expr) -> m.Test:
        return self.f.b.origins.test(value, Origin(what, self.stmt, self.env, value))

    def candidate_origins(self, value: m.Expr) -> list[Origin]:
        """Return, for explanations, the origins of the parts of a candidate's test: the candidate comes after the last
        pick, is in the domain, and passes `where`."""
        stmt = self.stmt
        supply = bags.supply(self.f.ex, stmt.binder, self.picked)
        found = [Origin("order", stmt, self.env, op("gt" if supply is None else "ge", value, self.last))]
        if supply is None:
            inside = self.f.ex.domains.member(stmt.binder.domain, value, self.member, self.env)
        else:
            inside = op("gt", supply.copies_left(value, self.env), ZERO)
        found += [] if inside is None else [Origin("domain", stmt.binder.domain, self.env, inside)]
        return found + ([] if stmt.where is None else [Origin("where", stmt.where, self.env.bind(self.member, value))])

    def total(self) -> m.Expr:
        return completion.sum_of_picks(self.f.cx.decisions, self.stmt, self.env, self.picked)

    def enough(self) -> tuple[m.Test, ...]:
        """Return the tests of the alternative `done`: the picks so far are enough."""
        if self.stmt.so_that is not None:
            d = self.f.cx.decisions
            held = completion.enough(d, self.stmt, self.env, self.picked, self.low, self.least_total)
            return (self.test("done", held),)
        tests = [op("ge", m.SizeOf(self.picked), self.low)]
        if self.least_total is not None:
            tests.append(op("ge", self.total(), self.least_total))
        result = conjunction([t for t in tests if t != op("ge", m.SizeOf(self.picked), ZERO)])
        return () if result is None else (self.test("done", result),)
