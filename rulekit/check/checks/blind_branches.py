"""W414: an action or branch is offered although its first decision may have no option (E710 in play).

Only its own first `choose` and `require` statements decide whether it is offered; requirements in a procedure that it
calls, in a step or in an inner choice come too late. Not reported are branches in an `if`, in a rule with a condition,
or with a requirement that reads the same places and kept values as the decision. (A requirement that there are enough
things does not count if the decision is also about which things they are.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define

from ...model.symbols import BuiltinSymbol, FactSymbol, KeepSymbol, LocalSymbol, PlaceSymbol, Symbol
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import bodies, body_of, branches_of, leads_to, walk
from ..alternatives import has_member, head_of, is_requirement, procedure_lets
from ..checked import CheckedModel
from ..checker import Checker

HELP = (
    "begin it with `require …` that says when there is an option, or with the choice itself; or write `otherwise` there"
)


def blind_branches(c: Checker, model: CheckedModel) -> None:
    clauses = [placed.clause for placed in c.book.clauses]
    actions = {a.name.text: a for a in clauses if isinstance(a, s.ActionClause)}
    search = _Search(c, actions, {placed.id: placed.clause for placed in c.book.clauses})
    for clause in clauses:
        offered = [(clause.name, clause.body or ())] if isinstance(clause, s.ActionClause) else []
        if not (isinstance(clause, s.RuleClause) and _conditional_rule(clause)):
            offered += [(b.name, b.body) for b in _branches_without_if(body_of(clause))]
        for name, body in offered:
            head = head_of(body, True, procedure_lets(body, c.refs))
            required = [item for item in head.items if is_requirement(item)]
            begins = head.chooses or not head.rest or isinstance(head.rest[0], s.Choose)
            found = None if begins else search.in_vain(head.rest[:1], frozenset())
            if found is not None and (not required or search.is_beside(required, found)):
                message = f"`{name.text}` is offered also where nothing is possible (E710)"
                labels = [(found.span, "this is asked then, and may have no option")]
                labels += ((one.span, "this does not say whether there is one") for one in required)
                c.report.add("W414", name.span, message, labels=labels, help=[HELP])


def _conditional_rule(rule: s.RuleClause) -> bool:
    return isinstance(rule.trigger, s.Whenever) or rule.trigger.where is not None


def _branches_without_if(body: tuple[s.Stmt, ...]) -> Iterator[s.TitledPart]:
    """Yield the branches of a body that are not inside an `if`."""
    for stmt in body:
        yield from branches_of(stmt)
        if not does(stmt, "tests"):
            for inner in bodies(stmt):
                yield from _branches_without_if(inner)


@define
class _Search:
    """A search for the first decision of a body, if that may have no option."""

    c: Checker
    actions: dict[str, s.ActionClause]
    clauses: dict[str, s.Clause]

    def is_beside(self, required: Iterable[s.Stmt], asked: s.Stmt) -> bool:
        """Return whether requirements say nothing about whether the `choose` after them has an option."""
        if not isinstance(asked, s.Choose):
            return False
        said, needed = self._read(required), self._read([asked])
        if said is None or needed is None or not needed[0] | needed[1] or said[0] & (needed[0] | needed[1]):
            return False
        if said[1].isdisjoint(needed[0] | needed[1]):
            return True
        least = 1 if asked.amount is None else getattr(asked.amount.low, "value", 0)
        counts = not said[0] and all(number <= least for number in said[2])
        return counts and bool(asked.so_that or asked.total or asked.where or asked.binder.where)

    def _read(self, nodes: Iterable[s.Node]) -> tuple[set[Symbol], set[Symbol], set[int]] | None:
        """Return the places and kept values that nodes read, also through facts; those of which only the size is read;
        and the numbers in the nodes. Return None if names from outside, `possible`, `after` or `times seen` occur."""
        whole, counted, numbers, counts = set[Symbol](), set[Symbol](), set[int](), set[s.Node]()
        locals_, bound, waiting = set[Symbol](), set[Symbol | None](), list(nodes)
        facts: dict[Symbol, None] = {}
        while waiting:
            for part in walk(waiting.pop()):
                symbol = self.c.refs.get(part)
                bound |= {self.c.binds.get(key) for key in (part, (part, "member"), (part, "target"))}
                match symbol:
                    case PlaceSymbol() | KeepSymbol():
                        (counted if part in counts else whole).add(symbol)
                    case LocalSymbol():
                        locals_.add(symbol)
                    case FactSymbol() if symbol not in facts:
                        facts[symbol] = None
                        waiting += (root for placed in self.c.exceptions.get(symbol.name, ()) for root in placed.roots)
                        waiting.append(symbol.clause)
                    case BuiltinSymbol(name="size" | "empty" | "taken") if isinstance(part, s.Call):
                        counts.add(part.args[0].value)
                    case BuiltinSymbol(name="possible"):
                        return None
                if isinstance(part, s.Number):
                    numbers.add(part.value)
                elif isinstance(part, s.After | s.TimesSeen):
                    return None
        return (whole, counted, numbers) if locals_ <= bound else None

    def in_vain(self, body: tuple[s.Stmt, ...], called: frozenset[str]) -> s.Stmt | None:
        """Return the first decision of a body if it may have no option and has no `otherwise`; else None."""
        head = head_of(body, False, procedure_lets(body, self.c.refs))
        if head.items:
            required = any(map(is_requirement, head.items))
            if any(choose.otherwise is not None for choose in head.chooses):
                return None
            return head.chooses[0] if head.chooses and (required or any(map(self._may_fail, head.chooses))) else None
        for stmt in body[:1]:
            if getattr(stmt, "optional", False) or getattr(stmt, "otherwise", None) is not None:
                return None
            if isinstance(stmt, s.Choose):
                return stmt if self._may_fail(stmt) else None
            if does(stmt, "woven"):
                return self.in_vain(bodies(stmt)[0], called)
            if does(stmt, "choice") or branches_of(stmt):
                return stmt if all(map(self._conditional, self._bodies_on_offer(stmt))) else None
            for target in leads_to(stmt):
                procedure = None if target in called else self.clauses.get(target)
                return None if procedure is None else self.in_vain(body_of(procedure), called | {target})
        return None

    def _bodies_on_offer(self, stmt: s.Stmt) -> list[tuple[s.Stmt, ...]]:
        """Return the bodies of what a statement offers: its branches, or the actions of its choice."""
        named = leads_to(stmt)
        taken = [action.body or () for action in self.actions.values() if f"choice {action.choice.text}" in named]
        return [*(branch.body for branch in branches_of(stmt)), *taken]

    def _conditional(self, body: tuple[s.Stmt, ...]) -> bool:
        """Return whether an option with this body is only offered under a condition."""
        head = head_of(body, True, procedure_lets(body, self.c.refs))
        if any(map(is_requirement, head.items)):
            return True
        several = [head.several] if head.several is not None else []
        return any(choose.otherwise is None and self._may_fail(choose) for choose in (*head.chooses, *several))

    def _may_fail(self, choose: s.Choose) -> bool:
        """Return whether a `choose` may have nothing to choose from, because of its condition, its domain or its
        amount."""
        amount = choose.amount
        if choose.so_that is not None or choose.total is not None:
            return True
        if amount is not None and (amount.low is None or (isinstance(amount.low, s.Number) and amount.low.value == 0)):
            return False
        return (
            amount is not None
            or choose.where is not None
            or choose.binder.where is not None
            or not has_member(choose.binder.domain, self.c.refs)
        )
