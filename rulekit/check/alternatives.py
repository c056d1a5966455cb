"""The decisions of a rulebook and the alternatives of each, by label: what an option can be, before there is a machine.

Which chooses make one decision is `decision_heads.py`'s.  An action or branch has its name; a bare `choose` and the
order of a `for each` have the name of the branch in which they stand, else of the clause (`NamedStatement.label`), and
so do outcomes of chance.  Where a player says which of several rules answers next is no statement, and not here.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..model.naming import DONE, PASS
from ..model.rulebook import actions_at_any_time
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import bodies, body_of, branches_of, every, leads_to
from .checker import Checker
from .decision_heads import Head, begins, first_decision, head_of, procedure_lets


@frozen(eq=False)
class NamedStatement:
    """A statement with the name that its options or outcomes have; `head` where it is the first choose of a decision
    (`alone`: one with an `otherwise` of its own); `secret` inside `at once`.
    """

    clause: s.Clause
    label: s.Name
    statement: s.Stmt
    head: Head | None = None
    alone: bool = False
    secret: bool = False


@frozen(eq=False)
class LabelledAlternative:
    """The options of one label at a decision: the name that it is (None: the language's own), and what picks the
    parameters.
    """

    label: str
    name: s.Name | None
    clause: s.Clause
    parameters: tuple[s.Pick, ...] = ()
    alone: bool = False


class Alternatives:
    """Finds them in the clauses of one rulebook."""

    def __init__(self, c: Checker) -> None:
        self.clauses = [placed.clause for placed in c.book.clauses]
        everything = [stmt for clause in self.clauses for stmt in every(body_of(clause))]
        self.calls = procedure_lets(everything, c.refs)
        self.any_time = actions_at_any_time(c.book.clauses)
        self.offered = {target for stmt in everything for target in leads_to(stmt)}
        self.offered |= {f"choice {action.choice.text}" for action in self.any_time}

    def statements(self) -> Iterator[NamedStatement]:
        """Every statement that a game can come to, but for those inside heads."""
        for clause in self.clauses:
            if not isinstance(clause, s.ActionClause):
                yield from self._body(clause, clause.name, body_of(clause))
            elif f"choice {clause.choice.text}" in self.offered:
                yield from self._body(clause, clause.name, self._head(clause.body).rest)

    def decisions(self) -> Iterator[tuple[NamedStatement, tuple[LabelledAlternative, ...]]]:
        """What somebody is asked, with what is offered there; what the language itself offers comes first, what is
        offered at any time last.
        """
        for named in self.statements():
            if found := tuple(self._alternatives(named)):
                beside = () if named.secret or named.clause in self.any_time else self._at_any_time(found)
                yield named, (*found, *beside)

    def _at_any_time(self, own: tuple[LabelledAlternative, ...]) -> Iterator[LabelledAlternative]:
        there = {one.clause for one in own if one.name is one.clause.name}
        for action in self.any_time:
            if action not in there:
                yield LabelledAlternative(action.name.text, action.name, action, self._head(action.body).chooses)

    # ------------------------------------------------------------------------------------------------------ statements

    def _head(self, body: tuple[s.Stmt, ...]) -> Head:
        """That of an action or branch."""
        return head_of(body, True, self.calls)

    def _body(
        self, clause: s.Clause, label: s.Name, body: tuple[s.Stmt, ...], secret: bool = False
    ) -> Iterator[NamedStatement]:
        rest = body
        while rest:
            if begins(rest, self.calls):
                first, head, alone = first_decision(rest, self.calls)
                yield NamedStatement(clause, label, first, head, alone, secret)
                rest = head.rest
            else:
                yield NamedStatement(clause, label, rest[0], secret=secret)
                yield from self._inside(clause, label, rest[0], secret or does(rest[0], "secret"))
                rest = rest[1:]

    def _inside(self, clause: s.Clause, label: s.Name, stmt: s.Stmt, secret: bool) -> Iterator[NamedStatement]:
        branches = branches_of(stmt)
        for branch in branches:
            yield from self._body(clause, branch.name, self._head(branch.body).rest, secret)
        for inner in bodies(stmt)[len(branches) :]:
            yield from self._body(clause, label, inner, secret)

    # ---------------------------------------------------------------------------------------------------- alternatives

    def _alternatives(self, named: NamedStatement) -> Iterator[LabelledAlternative]:
        clause, label = named.clause, named.label
        if named.head is not None:
            yield LabelledAlternative(label.text, label, clause, named.head.chooses, named.alone)
            return
        stmt = named.statement
        if not does(stmt, "decides"):
            return
        if isinstance(stmt, s.Pick):
            amount = stmt.amount if isinstance(stmt, s.Choose) else None
            if isinstance(stmt, s.Choose) and (amount is None or amount.low is None or amount.low is not amount.high):
                yield LabelledAlternative(DONE, None, clause)
            yield LabelledAlternative(label.text, label, clause, (stmt,))
        elif getattr(stmt, "optional", False):
            yield LabelledAlternative(PASS, None, clause)
        choices = leads_to(stmt)
        for action in self.clauses:
            if isinstance(action, s.ActionClause) and f"choice {action.choice.text}" in choices:
                yield LabelledAlternative(action.name.text, action.name, action, self._head(action.body).chooses)
        for branch in branches_of(stmt):
            yield LabelledAlternative(branch.name.text, branch.name, clause, self._head(branch.body).chooses)


def name_of_choice(stmt: s.Stmt) -> s.Name | None:
    """Return the name of the choice, or of what is chosen, at a statement that asks."""
    binder: s.Binder | None = getattr(stmt, "binder", None)
    return binder.name if binder is not None else getattr(stmt, "choice", None)
