"""W414: an action or a branch that is offered though the decision it begins with may offer nothing (E710 in play).

Only its own first chooses and requirements say when it can be taken, so those of a procedure that it calls, of a
step or of a choice inside do not.  A branch that requires anything itself, or stands in an `if` or in a
rule with a condition, is believed.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from ...model.symbols import DomainSymbol, ProcedureSymbol
from ...syntax import nodes as s
from ...syntax.traversal import bodies, body_of
from ..checked import CheckedModel
from ..checker import Checker
from ..decision_heads import head_of

HELP = (
    "begin it with `require …` that says when there is an option, or with the choice itself; or write `otherwise` there"
)


def blind_branches(c: Checker, model: CheckedModel) -> None:
    clauses = [placed.clause for placed in c.book.clauses]
    search = _Search(c, {a.name.text: a for a in clauses if isinstance(a, s.ActionClause)})
    for clause in clauses:
        offered = [(clause.name, clause.body or ())] if isinstance(clause, s.ActionClause) else []
        if not (isinstance(clause, s.RuleClause) and _conditional_rule(clause)):
            offered += [(b.name, b.body) for b in _unguarded(body_of(clause))]
        for name, body in offered:
            rest = search.unconditional(body)
            found = search.in_vain(rest[:1], frozenset()) if rest and not isinstance(rest[0], s.Choose) else None
            if found is not None:
                message = f"`{name.text}` is offered also where nothing is possible (E710)"
                label = (found.span, "this is asked then, and may have no option")
                c.report.add("W414", name.span, message, labels=[label], help=[HELP], severity="warning")


def _conditional_rule(rule: s.RuleClause) -> bool:
    return isinstance(rule.trigger, s.Whenever) or rule.trigger.where is not None


def _unguarded(body: tuple[s.Stmt, ...]) -> Iterator[s.Branch]:
    """The branches of a body that stand in no `if`."""
    for stmt in body:
        if isinstance(stmt, s.Either):
            yield from stmt.branches
        if not isinstance(stmt, s.If):
            for inner in bodies(stmt):
                yield from _unguarded(inner)


@define
class _Search:
    """Finds the first decision of a body that may offer nothing."""

    c: Checker
    actions: dict[str, s.ActionClause]

    def unconditional(self, body: tuple[s.Stmt, ...]) -> tuple[s.Stmt, ...]:
        """What follows the head of an action or branch, if that asks and requires nothing; else nothing."""
        head = head_of(body, True, self._calls(body))
        asks = any(not isinstance(item, s.Let) or item.member for item in head.items)
        return () if asks else head.rest

    def in_vain(self, body: tuple[s.Stmt, ...], called: frozenset[str]) -> s.Choose | s.Either | s.Do | None:
        """The decision at the front of a body, if it may offer nothing and says no `otherwise`."""
        head = head_of(body, False, self._calls(body))
        if head.items:
            required = any(
                isinstance(item, s.Require) or (isinstance(item, s.Let) and item.member) for item in head.items
            )
            if any(choose.otherwise is not None for choose in head.chooses):
                return None
            return head.chooses[0] if head.chooses and (required or any(map(self._may_fail, head.chooses))) else None
        match body[:1]:
            case (s.Choose() as choose,):
                return choose if choose.otherwise is None and self._may_fail(choose) else None
            case (s.Perform(call=call) | s.Let(value=s.Call() as call),):
                return self._called(call, called)
            case (s.Step(body=within),):
                return self.in_vain(within, called)
            case (s.Either(optional=False, otherwise=None) as either,):
                return either if all(self._conditional(b.body, called) for b in either.branches) else None
            case (s.Do(optional=False, otherwise=None) as do,):
                taken = [a for a in self.actions.values() if a.choice.text == do.choice.text]
                return do if all(self._conditional(a.body or (), called) for a in taken) else None
        return None

    def _called(self, call: s.Call, called: frozenset[str]) -> s.Choose | s.Either | s.Do | None:
        symbol = self.c.refs.get(call)
        name = call.name.text
        if not isinstance(symbol, ProcedureSymbol) or name in called:
            return None
        return self.in_vain(body_of(symbol.clause), called | {name})

    def _conditional(self, body: tuple[s.Stmt, ...], called: frozenset[str]) -> bool:
        """Whether a branch may not be on offer."""
        head = head_of(body, True, self._calls(body))
        if any(isinstance(item, s.Require) or (isinstance(item, s.Let) and item.member) for item in head.items):
            return True
        several = [head.several] if head.several is not None else []
        return any(choose.otherwise is None and self._may_fail(choose) for choose in (*head.chooses, *several))

    def _may_fail(self, choose: s.Choose) -> bool:
        """Whether there may be nothing to choose: by its condition, its domain or how many it takes."""
        amount = choose.amount
        if choose.so_that is not None or choose.total is not None:
            return True
        if amount is not None and (amount.low is None or (isinstance(amount.low, s.Number) and amount.low.value == 0)):
            return False
        return (
            amount is not None
            or choose.where is not None
            or choose.binder.where is not None
            or not self._filled(choose.binder.domain)
        )

    def _filled(self, domain: s.Expr) -> bool:
        """Whether a domain has a member in every game."""
        if isinstance(domain, s.Range):
            return isinstance(domain.low, s.Number) and isinstance(domain.high, s.Number)
        if isinstance(domain, s.SetLiteral):
            return bool(domain.items)
        return isinstance(domain, s.Ref) and isinstance(self.c.refs.get(domain), DomainSymbol)

    def _calls(self, body: tuple[s.Stmt, ...]) -> set[s.Stmt]:
        """The lets of a body that run a procedure."""
        return set(self._running(body))

    def _running(self, body: tuple[s.Stmt, ...]) -> Iterator[s.Stmt]:
        for stmt in body:
            if isinstance(stmt, s.Let) and isinstance(self.c.refs.get(stmt.value), ProcedureSymbol):
                yield stmt
