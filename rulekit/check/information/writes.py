"""The writes of bodies, both direct and through calls: which places, kept values and local variables they change.

Before a loop or a call is walked, all that it may write gets a new version, so that one walk of its body is enough.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...graphs import reached_by
from ...model.rulebook import Placed, choices_at_any_time, is_decision
from ...model.symbols import KeepSymbol, LocalSymbol, PlaceSymbol, Symbol
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import bodies, body_of, call_targets, every, write_targets
from ..checker import Checker
from ..effect_analysis import steps_of


class Writes:
    """Finds the symbols that bodies write; results for clauses are cached."""

    def __init__(self, c: Checker, active: Symbol) -> None:
        self.c = c
        self.active = active
        self.lasting = [x for x in c.symbols.values() if isinstance(x, KeepSymbol)]
        self.any_time = frozenset(f"choice {name}" for name in choices_at_any_time(c.book.clauses))
        direct: dict[str, set[Symbol]] = {}
        uses: dict[str, set[str]] = {}
        whenever: set[str] = set()
        self._steps: dict[s.Node, str] = {step: f"step {name}" for _, name, step in steps_of(c.book.clauses)}
        for placed in c.book.clauses:
            body = body_of(placed.clause)
            if body:
                direct.setdefault(placed.id, set()).update(self._direct(body))
                uses.setdefault(placed.id, set()).update(self.callees(body))
            self._rule(placed, uses, whenever)
            if isinstance(placed.clause, s.ActionClause):
                uses.setdefault(f"choice {placed.clause.choice.text}", set()).add(placed.id)
        self._direct_of, self._uses, self._whenever = direct, uses, whenever
        self._clauses: dict[str, set[Symbol]] = {}
        self.by_triggers: frozenset[Symbol] = frozenset()
        self.by_triggers = frozenset(self._writes_from(whenever))
        self.recursive = tuple(sorted(one for one in uses if one in self._reach(uses[one])))

    def _rule(self, placed: Placed, uses: dict[str, set[str]], whenever: set[str]) -> None:
        if not isinstance(placed.clause, s.RuleClause):
            return
        match placed.clause.trigger:
            case s.When(event=event):
                uses.setdefault(f"event {event.text}", set()).add(placed.id)
            case s.AtStep(procedure=procedure, step=step):
                uses.setdefault(f"step {procedure.text}.{step.text}", set()).add(placed.id)
            case s.Whenever():
                whenever.add(placed.id)

    def of(self, *bodies: tuple[s.Stmt, ...] | None) -> set[Symbol]:
        """Return all symbols that bodies may write. Writes of `whenever` rules count, too, since these run anywhere."""
        found: set[Symbol] = set(self.by_triggers)
        for body in bodies:
            if body:
                found |= self._direct(body)
                found |= self._writes_from(self.callees(body))
        return found

    def before_next_pass(self, body: tuple[s.Stmt, ...]) -> set[Symbol]:
        """Return all symbols that a pass of a loop may write if another pass follows."""
        if ends(body):
            return set(self.by_triggers)
        found = self.of(tuple(stmt for stmt in body if not does(stmt, "tests")))
        for stmt in body:
            for case in bodies(stmt) if does(stmt, "tests") else ():
                found |= self.before_next_pass(case)
        return found

    def callees(self, body: tuple[s.Stmt, ...]) -> set[str]:
        """Return the ids of the clauses that a body calls, announces or offers, and of the steps in it, to which rules
        may be attached."""
        beside = self.any_time if self.any_time and any(map(is_decision, every(body))) else frozenset()
        return {*call_targets(body), *(self._steps[x] for x in every(body) if x in self._steps), *beside}

    def reachable_clauses(self, id_: str) -> set[str]:
        """Return the ids of all clauses that a clause may reach by calls, and of the `whenever` rules."""
        return self._reach([id_, *self._whenever])

    def clause(self, id_: str) -> set[Symbol]:
        """Return all symbols that a clause may write; cached."""
        if id_ not in self._clauses:
            self._clauses[id_] = self._writes_from([id_]) | self.by_triggers
        return self._clauses[id_]

    def _reach(self, ids: Iterable[str]) -> set[str]:
        """Return these ids of clauses, and the ids of all clauses that they reach by calls."""
        return reached_by(ids, self._uses)

    def _writes_from(self, ids: Iterable[str]) -> set[Symbol]:
        written = (symbol for one in self._reach(ids) for symbol in self._direct_of.get(one, ()))
        return {symbol for symbol in written if not isinstance(symbol, LocalSymbol)}

    def _direct(self, body: tuple[s.Stmt, ...]) -> set[Symbol]:
        found: set[Symbol] = set()
        for stmt in every(body):
            for target in write_targets(stmt):
                symbol = self.c.refs.get(target)
                if isinstance(symbol, PlaceSymbol | KeepSymbol | LocalSymbol):
                    found.add(symbol)
            if does(stmt, "records", "forgets"):
                position = self.c.names.lookup(getattr(stmt, "name").text)  # noqa: B009 - only some statements have it
                found |= {position} if position is not None else set()
            if does(stmt, "turn", "round"):
                lifetimes = ("turn",) if does(stmt, "turn") else ("turn", "round")
                found |= {x for x in self.lasting if x.lifetime in lifetimes}
                found.add(self.active)
        return found


def ends(body: tuple[s.Stmt, ...]) -> bool:
    """Return whether control never continues after this body."""
    if not body:
        return False
    last = body[-1]
    return does(last, "ends", "returns", "leaves") or (does(last, "tests") and all(map(ends, bodies(last))))
