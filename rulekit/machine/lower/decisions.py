"""Lowers the heads of decisions: the chooses with which a body begins, and the lets and requirements among them, become
one alternative with levels and tests.

`check/alternatives.py` says which statements belong to one head; `choices.py` writes the nodes. A level is a loop over
the values of one parameter. The parameter with the fewest possible values is outermost (docs/internals/machine.md), so
that passes can treat the innermost domain as one set. Tests keep their written order, because a later test may rely on
an earlier one.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ...check.alternatives import Head, head_of, lets_on_offer
from ...model.symbols import ActionSymbol, ChoiceSymbol, LocalSymbol
from ...model.types import NumberType, OptionType
from ...syntax import nodes as s
from .. import program as m
from . import bags
from .builder import Builder
from .env import Env, Origin
from .expression_forms import Expressions
from .rule_weaving import RuleWeaver
from .value_encoding import ONE, ZERO, add, bounds, conjunction, op


@frozen
class DraftLevel:
    """A parameter of an alternative that is not complete yet: it has no printed domain and no cell.

    `choose` is its statement, `name` its local in the machine, `symbol` its symbol, and `tests` the tests that can be
    made once its value is known. `within` is empty or contains one set, to which the values are restricted.
    """

    choose: s.Choose
    name: str
    symbol: LocalSymbol
    tests: list[m.Test]
    within: list[m.Expr]

    @property
    def over(self) -> m.LoopDomain:
        low, high = bounds(self.symbol.type)
        return m.LoopDomain(within=self.within[0]) if self.within else m.LoopDomain(m.Const(low), m.Const(high))


PickCells = dict[s.Choose, str]
"""From each choose of a decision to the frame cell that stores its pick."""


class Decisions:
    def __init__(self, ex: Expressions, weaver: RuleWeaver) -> None:
        self.ex = ex
        self.b: Builder = ex.b
        self.weaver = weaver
        self.calls: set[s.Stmt] = set()
        self.separate: set[s.Choose] = set()  # those that are a decision of their own, since they have an `otherwise`
        ex.possible = self.possible
        # from a question whether a choice can be completed to the function that answers it (`completion.py`)
        self.completions: dict[tuple[object, ...], str] = {}
        # `LoweringContext` sets this to `completion.begin`; an import here would be circular
        self.search: Callable[[s.Choose, Env], m.Expr]

    def draft(
        self, head: Head, env: Env, condition: m.Test | None = None
    ) -> tuple[list[m.Test], list[DraftLevel], Env]:
        """Return the head of a decision as three parts: the tests before the first parameter (the first of them is
        `condition`), the levels, and an environment in which all names of the head are bound."""
        order = sorted(head.chooses, key=self.width)
        rank = {choose: i for i, choose in enumerate(order)}
        names: dict[s.Choose, str] = {}
        scope = env
        for choose in head.chooses:
            scope, names[choose] = scope.local(self.ex.model.binds[choose.binder])
        before: list[m.Test] = [] if condition is None else [condition]
        levels = [DraftLevel(c, names[c], self.ex.model.binds[c.binder], [], []) for c in order]
        reached, known = -1, env
        needed = lets_on_offer(head.items, head.several, self.ex.model.refs, self.ex.model.binds)
        for item in head.items:
            if isinstance(item, s.Choose):
                reached = max(reached, rank[item])
                among = None
                # a set that restricts the level is evaluated before its tests, so no test may be written before it
                first = reached == rank[item] and not levels[reached].tests
                if first and not self.is_optional_pick(item):
                    among = self.ex.domains.among(item.binder.domain, levels[reached].symbol, known)
                if among is not None:
                    levels[reached].within.append(among)
                    self.b.origins.note(among, Origin("domain", item.binder.domain, known))
                known, tests = self.choose_tests(item, names[item], known, among is None)
            elif isinstance(item, s.Let):
                if item not in needed:  # no test reads this `let`: it is evaluated after the option is picked
                    continue
                known, tests = self.let_tests(item, known)
            else:
                assert isinstance(item, s.Require)
                passes = self.ex.truth(item.condition, known)
                tests = [self.b.origins.test(passes, Origin("require", item.condition, known))]
            (before if reached < 0 else levels[reached].tests).extend(tests)
        return before, levels, known

    def width(self, choose: s.Choose) -> int:
        low, high = bounds(self.ex.model.binds[choose.binder].type)
        return high - low

    def choose_tests(self, choose: s.Choose, name: str, env: Env, asked: bool) -> tuple[Env, list[m.Test]]:
        """Return the environment after a `choose` statement, and the statement's tests. If `asked`, these include a
        test whether the value is a member of the domain; otherwise the level is restricted to the domain already."""
        symbol = self.ex.model.binds[choose.binder]
        member = self.ex.model.binds[(choose, "member")]
        after = env.bind(symbol, m.Local(name))
        if not self.is_optional_pick(choose):
            value: m.Expr = m.Local(name)
            inner = env.bind(symbol, value).bind(member, value)
            tests = []
            inside = self.ex.domains.member(choose.binder.domain, value, member, env) if asked else None
            if inside is not None:
                origin = Origin("domain", choose.binder.domain, env, inside, picked=name)
                tests.append(self.b.origins.test(inside, origin))
            if choose.where is not None:
                passes = self.ex.truth(choose.where, inner)
                tests.append(self.b.origins.test(passes, Origin("where", choose.where, inner, picked=name)))
            return after, tests
        low = bounds(member.type)[0]
        value = add(m.Local(name), low - 1)
        inner = env.bind(member, value)
        parts, origins = [], []
        inside = self.ex.domains.member(choose.binder.domain, value, member, env)
        if inside is not None:
            parts.append(inside)
            origins.append(Origin("domain", choose.binder.domain, env, inside, picked=name, shift=low - 1))
        if choose.where is not None:
            parts.append(self.ex.truth(choose.where, inner))
            origins.append(Origin("where", choose.where, inner, picked=name, shift=low - 1))
        given = conjunction(parts) or ONE
        if choose in self.separate:
            return after, [self.b.origins.test(given, *origins)]
        nothing = op("not", self.exists(choose, env))
        none = Origin("none", choose, env, m.IfElse(m.Local(name), ONE, nothing))
        return after, [self.b.origins.test(m.IfElse(m.Local(name), given, nothing), none, *origins)]

    def is_optional_pick(self, choose: s.Choose) -> bool:
        """Return whether the pick is stored as an optional value although the domain has no `none`. This is so if the
        `otherwise` of the statement may give `none`."""
        member = self.ex.model.binds[(choose, "member")]
        kept = self.ex.model.binds[choose.binder].type
        return isinstance(kept, OptionType) and not isinstance(member.type, OptionType)

    def exists(self, choose: s.Choose, env: Env) -> m.Expr:
        """Return the condition that the statement has at least one value to choose."""
        member = self.ex.model.binds[(choose, "member")]
        loop = self.ex.domains.loop_over(choose.binder.domain, member, env)
        body = ONE if choose.where is None else self.ex.truth(choose.where, loop.env)
        return loop.around(m.Fold("some", loop.name, loop.over, loop.present, body))

    def let_tests(self, let: s.Let, env: Env) -> tuple[Env, list[m.Test]]:
        symbol = self.ex.model.binds[let]
        value = self.ex.value(let.value, env)
        if not let.member:
            after, name = env.local(symbol)
            return after, [m.Test(value, name)]
        low = bounds(symbol.type)[0]
        after, name = env.local(symbol)
        held = env.fresh(f"#in {name}")
        some = self.b.origins.test(m.Local(held), Origin("let", let.value, env, m.Local(held)))
        return after, [m.Test(value, held), some, m.Test(add(m.Local(held), low - 1), name)]

    def condition(self, action: s.ActionClause, env: Env) -> m.Test | None:
        """Return a test of the conditions that layers (expansions, variants) add to an action; None if they add
        none."""
        condition = self.weaver.guard(action, None, env)
        return None if condition is None else self.b.origins.test(condition, *self.weaver.origins(action, None, env))

    # ------------------------------------------------------------------------ conditions that there is an option at all

    def possible(self, call: s.Call, env: Env) -> m.Expr:
        """Return the expression for `possible(X)`: whether the acting player has at least one option of the action X
        or, if X is a choice, of one of its actions."""
        symbol = self.ex.model.refs[call.args[0].value]
        assert isinstance(symbol, ActionSymbol | ChoiceSymbol)
        if isinstance(symbol, ActionSymbol):
            return self.action_possible(symbol.clause, env)
        result: m.Expr | None = None
        for action in self.actions(symbol.name):
            one = self.action_possible(action, env)
            result = one if result is None else op("or", result, one)
        return ZERO if result is None else result

    def actions(self, choice: str) -> list[s.ActionClause]:
        clauses = (p.clause for p in self.ex.model.rulebook.clauses)
        return [c for c in clauses if isinstance(c, s.ActionClause) and c.choice.text == choice]

    def action_possible(self, action: s.ActionClause, env: Env) -> m.Expr:
        head = self.head(action.body, True)
        fresh = Env(f"action {action.name.text}", f"action {action.name.text}", me=env.me)
        before, levels, known = self.draft(head, fresh, self.condition(action, fresh))
        before, levels = self.with_amount(head, before, levels, known)
        inner: m.Expr = ONE
        for level in reversed(levels):
            inner = m.Fold("some", level.name, level.over, None, chain(level.tests, inner))
        return chain(before, inner)

    def head(self, body: tuple[s.Stmt, ...], action: bool) -> Head:
        return head_of(body, action, self.calls)

    def with_amount(
        self, head: Head, before: list[m.Test], levels: list[DraftLevel], env: Env
    ) -> tuple[list[m.Test], list[DraftLevel]]:
        """If a choice of several things follows directly after a decision (`head`), add a test that it can be
        completed. Without this test, an option could lead to a dead end. Return the tests before the first parameter,
        and the levels."""
        if head.several is not None:
            can = self.completable(head.several, env)
            amounts = self.amounts(head.several, env)
            test = self.b.origins.test(can, Origin("amount", head.several, env, can, amounts=amounts))
            if levels:
                levels[-1].tests.append(test)
            else:
                before.append(test)
        return before, levels

    # ---------------------------------------------------------------------------------------- choices of several things

    def limits(self, choose: s.Choose, env: Env) -> tuple[m.Expr, m.Expr | None]:
        """Return the expressions for the smallest and the greatest number of things to choose; the latter is None if
        there is no limit. Negative limits count as 0."""
        assert choose.amount is not None
        low, high = (None if n is None else self.limit(n, env) for n in (choose.amount.low, choose.amount.high))
        return ZERO if low is None else low, high

    def limit(self, node: s.Expr, env: Env) -> m.Expr:
        type_ = self.ex.type(node)
        value = self.ex.value(node, env)
        return op("max", value, ZERO) if isinstance(type_, NumberType) and type_.low < 0 else value

    def contradicts(self, low: m.Expr, high: m.Expr | None) -> m.Expr | None:
        """Return the condition that the lower limit is greater than the upper one; None if it never is."""
        if high is None or low in (ZERO, high):
            return None
        if isinstance(low, m.Const) and isinstance(high, m.Const):
            return None if low.value <= high.value else ONE
        return op("gt", low, high)

    def candidates(
        self, choose: s.Choose, env: Env, beyond: m.Expr | None = None, picked: m.Expr | None = None
    ) -> m.Expr:
        """Return the expression for the number of things that may still be picked; each copy counts. If `beyond` is
        given, only things after this value count. `picked` are the things picked so far."""
        member = self.ex.model.binds[(choose, "member")]
        y = env.fresh("#y")
        where = self.candidate(choose, member, m.Local(y), env, beyond, picked)
        copies = self.copies(choose, m.Local(y), env, beyond, picked)
        return m.Fold("count" if copies is None else "sum", y, self.whole(member), where, copies)

    def whole(self, member: LocalSymbol) -> m.LoopDomain:
        low, high = bounds(member.type)
        return m.LoopDomain(m.Const(low), m.Const(high))

    def candidate(
        self,
        choose: s.Choose,
        member: LocalSymbol,
        value: m.Expr,
        env: Env,
        beyond: m.Expr | None,
        picked: m.Expr | None = None,
    ) -> m.Expr | None:
        """Return the condition that `value` may be picked next; None if it always may. `beyond` is the last pick: picks
        are made in increasing order, and only a value with several copies may be picked again. `picked` are all picks
        so far."""
        supply = bags.supply(self.ex, choose.binder, picked)
        tests = [] if beyond is None else [op("gt" if supply is None else "ge", value, beyond)]
        if supply is not None:
            tests.append(op("gt", supply.copies_left(value, env), ZERO))
        elif (inside := self.ex.domains.member(choose.binder.domain, value, member, env)) is not None:
            tests.append(inside)
        tests += [] if choose.where is None else [self.ex.truth(choose.where, env.bind(member, value))]
        return conjunction(tests)

    def copies(
        self, choose: s.Choose, value: m.Expr, env: Env, beyond: m.Expr | None, picked: m.Expr | None
    ) -> m.Expr | None:
        """Return the expression for the number of copies of `value` that may still be picked. Return None if there are
        no copies, so that each value may be picked once."""
        supply = bags.supply(self.ex, choose.binder, picked)
        if supply is None:
            return None
        return supply.copies_left(value, env) if beyond is None else supply.after(value, beyond, env)

    def total(
        self,
        choose: s.Choose,
        env: Env,
        beyond: m.Expr | None,
        most: m.Expr | None,
        picked: m.Expr | None = None,
    ) -> m.Expr:
        """Return the expression for the greatest possible sum of `totalling` over the things that may still be picked.
        `beyond` is the last pick. At most `most` things are added up (None: any number)."""
        member = self.ex.model.binds[(choose, "member")]
        assert choose.total is not None
        y, z = m.Local(env.fresh("#y")), m.Local(env.fresh("#z"))
        value = self.ex.value(choose.total, env.bind(member, y))
        where = self.candidate(choose, member, y, env, beyond, picked)
        copies = self.copies(choose, y, env, beyond, picked)
        if most is not None:  # add up only the `most` largest values: fewer than `most` candidates are larger
            other = self.ex.value(choose.total, env.bind(member, z))
            ahead = op("or", op("gt", other, value), op("and", op("eq", other, value), op("lt", z, y)))
            too = self.candidate(choose, member, z, env, beyond, picked)
            others = self.copies(choose, z, env, beyond, picked)
            rank = m.Fold(
                "count" if others is None else "sum",
                z.name,
                self.whole(member),
                conjunction([*([] if too is None else [too]), ahead]),
                others,
            )
            if copies is None:
                where = conjunction([*([] if where is None else [where]), op("lt", rank, most)])
            else:
                copies = op("min", copies, op("max", ZERO, op("sub", most, rank)))
        worth = value if copies is None else op("mul", value, copies)
        return m.Fold("sum", y.name, self.whole(member), where, worth)

    def amounts(self, choose: s.Choose, env: Env) -> tuple[m.Expr, m.Expr] | None:
        """Return the expressions for the number of candidates and for the number required. Explanations show both if
        they decide alone; the result is None if the choice has a total or a condition, too, or if nothing is
        required."""
        least, _ = self.limits(choose, env)
        summed = choose.total is not None or choose.so_that is not None
        return None if least == ZERO or summed else (self.candidates(choose, env), least)

    def completable(self, choose: s.Choose, env: Env) -> m.Expr:
        """Return the condition that a choice of several things can be completed, before anything is picked."""
        if choose.so_that is not None:
            return self.search(choose, env)
        low, high = self.limits(choose, env)
        tests = [] if (never := self.contradicts(low, high)) is None else [op("not", never)]
        tests += [] if low == ZERO else [op("ge", self.candidates(choose, env), low)]
        if choose.total is not None:
            assert choose.total_least is not None
            best = self.total(choose, env, None, high)
            tests.append(op("ge", best, self.ex.value(choose.total_least, env)))
        return conjunction(tests) or ONE


def chain(tests: list[m.Test], inner: m.Expr) -> m.Expr:
    """Return the condition that all tests pass, evaluated in order, and then `inner`. A name that a test binds is in
    scope after this test."""
    result = inner
    for test in reversed(tests):
        if test.name is None:
            result = test.value if result == ONE else op("and", test.value, result)
        else:
            result = m.Bind(test.name, test.value, result)
    return result
