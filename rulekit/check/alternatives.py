"""The decisions of a rulebook, the alternatives of each decision, and the labels of options and of outcomes of chance.

The head of a body is the part at its front that makes its first decision: `choose` statements, and the requirements
among them. The label of an action or branch is its name. A single `choose`, the order of a `for each` and an outcome of
chance are labelled with the name of their branch, or of their clause outside of branches (`NamedStatement.label`). If
several rules answer an event and a player chooses the next, the names of these rules are labels, too. A test compares
these labels with those of the machine.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Literal, NamedTuple

from attrs import frozen

from ..model.naming import DONE, PASS
from ..model.rulebook import actions_at_any_time
from ..model.symbols import DomainSymbol, EventSymbol, LocalSymbol, PlaceSymbol, ProcedureSymbol, Symbol
from ..model.types import INT32, DomainType, NumberType, OptionType, Type
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import bodies, body_of, branches_of, children, every, leads_to, walk, write_targets
from .checker import Checker
from .effect_analysis import random_source
from .type_relations import ERROR


@frozen
class Head:
    """A body in two parts: `items`, the statements at its front that make its first decision, among them the `choose`
    statements `chooses`; and `rest`, the remaining statements."""

    chooses: tuple[s.Choose, ...]
    items: tuple[s.Stmt, ...]
    rest: tuple[s.Stmt, ...]

    @property
    def lets(self) -> tuple[s.Let, ...]:
        return tuple(item for item in self.items if isinstance(item, s.Let))

    @property
    def several(self) -> s.Choose | None:
        """Return the choice of several things that directly follows the head; None if there is none."""
        first = self.rest[0] if self.rest else None
        return first if isinstance(first, s.Choose) and first.amount is not None else None


def procedure_lets(body: Iterable[s.Stmt], refs: Mapping[s.Node, Symbol]) -> set[s.Stmt]:
    """Return the `let` statements in a body that run a procedure."""
    return {x for x in body if isinstance(x, s.Let) and isinstance(refs.get(x.value), ProcedureSymbol)}


def is_head_item(stmt: s.Node) -> bool:
    """Return whether a statement may be part of the head of a body, which makes its first decision."""
    return isinstance(stmt, s.Choose | s.Let | s.Require)


def is_requirement(stmt: s.Stmt) -> bool:
    """Return whether a statement of a decision restricts what is offered: `require`, or `let … in`."""
    return isinstance(stmt, s.Require) or (isinstance(stmt, s.Let) and stmt.member)


def has_member(domain: s.Expr, refs: Mapping[s.Node, Symbol]) -> bool:
    """Return whether a domain is known to have a member in every game."""
    if isinstance(domain, s.Range) and isinstance(domain.low, s.Number) and isinstance(domain.high, s.Number):
        return domain.low.value <= domain.high.value
    symbol = refs.get(domain)
    listed = isinstance(domain, s.SetLiteral) and bool(domain.items)
    return listed or (isinstance(symbol, DomainSymbol) and len(symbol.domain) > 0)


def head_role(stmt: s.Stmt, calls: Container[s.Stmt]) -> Literal["picks", "several", "requires", "names", ""]:
    """Return the role of a statement in the head of a body; "" means that it cannot be part of the head. `several` is a
    choice of several things, which is a decision of its own."""
    if isinstance(stmt, s.Choose):
        return "picks" if stmt.amount is None else "several"
    if isinstance(stmt, s.Require):
        return "requires"
    return "names" if isinstance(stmt, s.Let) and stmt not in calls else ""


def head_of(body: tuple[s.Stmt, ...], action: bool, calls: Container[s.Stmt]) -> Head:
    """Return a body split into its head and the rest. In an action or branch (`action`), `let` and `require` before any
    `choose` also belong to the head. Elsewhere, the head ends with the last `choose`, `require` or `let … in`. `calls`
    are the `let` statements that run a procedure; the head ends before such a statement."""
    count = last = 0
    several = len(first_chooses(body, calls)) > 1
    for count, stmt in enumerate(body):
        role = head_role(stmt, calls)
        if role == "several":
            # all items restrict this choice: only options after which it is possible may be offered
            last = count if last else 0
            break
        alone = isinstance(stmt, s.Choose) and stmt.otherwise is not None and not is_chained(stmt, several, action)
        if not role or alone:
            break
        if action or role != "names" or is_requirement(stmt):
            last = count + 1
    else:
        count = len(body)
    items = body[:last]
    return Head(tuple(i for i in items if isinstance(i, s.Choose)), items, body[last:])


def first_chooses(body: tuple[s.Stmt, ...], calls: Container[s.Stmt]) -> list[s.Choose]:
    """Return the `choose` statements at the front of a body that choose one thing each."""
    front = takewhile(lambda stmt: head_role(stmt, calls) in ("picks", "requires", "names"), body)
    return [stmt for stmt in front if isinstance(stmt, s.Choose)]


def is_chained(choose: s.Choose, several: bool, action: bool) -> bool:
    """Return whether a `choose` with `otherwise none` is part of a decision with other statements. Its `otherwise` is
    then one more option of that decision."""
    return (several or action) and isinstance(choose.otherwise, s.Nothing)


def begins(body: tuple[s.Stmt, ...], calls: Container[s.Stmt]) -> bool:
    """Return whether a body begins with a `choose` of one thing, possibly after requirements."""
    for stmt in body:
        role = head_role(stmt, calls)
        if role not in ("requires", "names") or (role == "names" and stmt is body[0]):
            return role == "picks"
    return False


def alone_head(body: tuple[s.Stmt, ...], calls: Container[s.Stmt]) -> Head:
    """Return the head of a single `choose` with an `otherwise`, including all requirements before and after it."""
    at = next(i for i, stmt in enumerate(body) if isinstance(stmt, s.Choose))
    end = at + 1
    for i in range(end, len(body)):
        stmt = body[i]
        if head_role(stmt, calls) not in ("requires", "names"):
            break
        if is_requirement(stmt):
            end = i + 1
    first = body[at]
    assert isinstance(first, s.Choose)
    return Head((first,), body[:end], body[end:])


def first_decision(body: tuple[s.Stmt, ...], calls: Container[s.Stmt]) -> tuple[s.Choose, Head, bool]:
    """Return three things for a body that begins with a `choose`: this statement, the head to which it belongs, and
    whether its `otherwise` makes it a separate decision."""
    first = next(stmt for stmt in body if isinstance(stmt, s.Choose))
    head = head_of(body, False, calls)
    alone = first not in head.chooses
    return first, alone_head(body, calls) if alone else head, alone


def heads_with_otherwise(
    body: tuple[s.Stmt, ...], action: bool, calls: Container[s.Stmt]
) -> Iterator[tuple[s.Choose, Head]]:
    """Yield each `choose` of a body, at any depth, whose `otherwise` is taken if there is no option, with the head of
    its decision. If the `otherwise` is taken, the requirements of the decision need not hold."""
    rest = head_of(body, True, calls).rest if action else body
    while rest:
        stmt, end = rest[0], 1
        if begins(rest, calls):
            first, head, alone = first_decision(rest, calls)
            if alone and first.otherwise is not None:
                yield first, head
            end = max(1, len(head.items))
        for inner in bodies(stmt):
            branch = any(inner is one.body for one in branches_of(stmt))
            yield from heads_with_otherwise(inner, branch, calls)
        rest = rest[end:]


def lets_on_offer(
    items: Iterable[s.Stmt],
    following: s.Stmt | None,
    refs: Mapping[s.Node, Symbol],
    binds: Mapping[object, LocalSymbol],
) -> set[s.Let]:
    """Return each `let` among the `items` of a decision that affects what is offered. `following` is a choice of
    several things directly after them; the decision only offers what leaves that choice possible."""
    found: set[s.Let] = set()
    read: set[Symbol] = set()
    if isinstance(following, s.Choose):
        read |= _read(following, refs)
    for item in reversed(list(items)):
        if isinstance(item, s.Let):
            if not item.member and binds[item] not in read:
                continue
            found.add(item)
        read |= _read(item, refs)
    return found


def _read(stmt: s.Stmt, refs: Mapping[s.Node, Symbol]) -> set[Symbol]:
    """Return the local symbols that a statement reads."""
    found = (refs.get(node) for part in children(stmt) for node in walk(part))
    return {symbol for symbol in found if isinstance(symbol, LocalSymbol)}


@frozen(eq=False)
class NamedStatement:
    """A statement that asks a player or draws, with the `label` of its options or outcomes. `head` is the decision, if
    the statement is a `choose` that begins one; `alone` says that this `choose` has an `otherwise` and is a decision by
    itself. `secret` says that the statement is inside `at once`."""

    clause: s.Clause
    label: s.Name
    statement: s.Stmt
    head: Head | None = None
    alone: bool = False
    secret: bool = False


@frozen(eq=False)
class LabelledAlternative:
    """The options that have one label at a decision. `name` is the name that gives the label (None for labels of the
    language itself, such as `pass`). `parameters` are the statements that pick the parameters. `alone` says that the
    options come from a single `choose` with an `otherwise`."""

    label: str
    name: s.Name | None
    clause: s.Clause
    parameters: tuple[s.Pick, ...] = ()
    alone: bool = False


class Alternatives:
    """Finds the decisions and their alternatives in the clauses of one rulebook."""

    def __init__(self, c: Checker) -> None:
        self.clauses = [placed.clause for placed in c.book.clauses]
        everything = [stmt for clause in self.clauses for stmt in every(body_of(clause))]
        self.calls = procedure_lets(everything, c.refs)
        self.any_time = actions_at_any_time(c.book.clauses)
        self.offered = {target for stmt in everything for target in leads_to(stmt)}
        self.offered |= {f"choice {action.choice.text}" for action in self.any_time}

    def statements(self) -> Iterator[NamedStatement]:
        """Yield every statement that a game can reach. Of a decision, yield only the first statement."""
        for clause in self.clauses:
            if not isinstance(clause, s.ActionClause):
                yield from self._body(clause, clause.name, body_of(clause))
            elif f"choice {clause.choice.text}" in self.offered:
                yield from self._body(clause, clause.name, self._head(clause.body).rest)

    def decisions(self) -> Iterator[tuple[NamedStatement, tuple[LabelledAlternative, ...]]]:
        """Yield each statement that asks a player, with its alternatives. Those of the language, such as `pass`, come
        first; actions that are offered at any time come last."""
        for named in self.statements():
            if found := tuple(self._alternatives(named)):
                beside = () if named.secret or named.clause in self.any_time else self._at_any_time(found)
                yield named, (*found, *beside)

    def _at_any_time(self, own: tuple[LabelledAlternative, ...]) -> Iterator[LabelledAlternative]:
        there = {one.clause for one in own if one.name is one.clause.name}
        for action in self.any_time:
            if action not in there:
                yield LabelledAlternative(action.name.text, action.name, action, self._head(action.body).chooses)

    # -------------------------------------------------------------------------------------- statements that ask or draw

    def _head(self, body: tuple[s.Stmt, ...]) -> Head:
        """Return the head of an action's or a branch's body."""
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

    # -------------------------------------------------------------------------------------- alternatives of a statement

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
    """Return the name of what is chosen at a statement that asks a player: its variable, or its choice clause; None if
    it has neither."""
    binder: s.Binder | None = getattr(stmt, "binder", None)
    return binder.name if binder is not None else getattr(stmt, "choice", None)


LabelParameter = tuple[str, Type]


class LabelSignature(NamedTuple):
    """The parameters of a label, each with its type, for the options of one decision or the outcomes of one random
    event."""

    params: tuple[LabelParameter, ...]


LabelSignatures = dict[str, list[LabelSignature]]
"""From each label to its signatures: one for each decision or chance at which the label occurs."""


def labels(c: Checker) -> LabelSignatures:
    """Return a mapping from every label that an option or outcome can have to its signatures."""
    return _Signatures(c).found


class _Signatures:
    def __init__(self, c: Checker) -> None:
        self.c = c
        self.found: LabelSignatures = {}
        alternatives = Alternatives(c)
        for _, offered in alternatives.decisions():
            for one in offered:
                self.add(one.label, *(self.parameter(x, one.alone) for x in one.parameters))
        for named in alternatives.statements():
            self.outcomes(named.label.text, named.statement)
        self.orders()

    def add(self, label: str, *params: LabelParameter) -> None:
        known = self.found.setdefault(label, [])
        if LabelSignature(params) not in known:
            known.append(LabelSignature(params))

    def orders(self) -> None:
        """Add the names of rules as labels. This concerns events that several rules without ranks answer at one seat:
        the player there chooses which rule runs next."""
        c = self.c
        for symbol in c.symbols.values():
            if isinstance(symbol, EventSymbol) and not symbol.clause.ranked:
                rules = [p.clause for p in c.book.clauses if _answers(p.clause, symbol)]
                for rule in rules if len(rules) > 1 else ():
                    self.add(rule.name.text)

    def parameter(self, picks: s.Pick, alone: bool) -> LabelParameter:
        name = picks.binder.name.text
        kept = self.c.binds.get(picks.binder)
        member = self.c.binds.get((picks, "member"), kept)
        if member is None or kept is None:
            return name, ERROR
        without = isinstance(getattr(picks, "otherwise", None), s.Nothing)
        optional = isinstance(kept.type, OptionType) and without and not alone
        return name, kept.type if optional else member.type

    def outcomes(self, label: str, stmt: s.Stmt) -> None:
        source = random_source(stmt)
        if source is not None:
            self.add(label, ("piece", self.piece(source)))
        elif does(stmt, "chance"):
            binder: s.Binder | None = getattr(stmt, "binder", None)
            symbol = self.c.binds.get(binder)
            if binder is not None:
                self.add(label, (binder.name.text, ERROR if symbol is None else symbol.type))
            for place in map(self.c.refs.get, write_targets(stmt)):
                most = place.capacity - 1 if isinstance(place, PlaceSymbol) else INT32[1]
                self.add(label, ("position", NumberType(0, max(0, most))))

    def piece(self, node: s.Expr) -> Type:
        place = self.c.refs.get(node)
        return DomainType(place.piece) if isinstance(place, PlaceSymbol) else ERROR


def _answers(clause: s.Clause, event: EventSymbol) -> bool:
    trigger = clause.trigger if isinstance(clause, s.RuleClause) else None
    return isinstance(trigger, s.When) and trigger.event.text == event.name and trigger.seat is not None
