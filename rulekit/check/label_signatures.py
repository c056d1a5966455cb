"""The labels that options and outcomes of chance have in a rulebook, each with its parameters and their types.

An action's or branch's name; of a bare `choose`, `draw`, `shuffle`, `random` or `for each … in chosen order` the branch
in which it stands, else its clause; `pass`, `done`; and the rules of which a player says which answers next.  They are
those of the machine, which a test compares.
"""

from __future__ import annotations

from ..model.symbols import EventSymbol, PlaceSymbol, ProcedureSymbol
from ..model.types import DomainType, NumberType, OptionType, Type
from ..syntax import nodes as s
from ..syntax.traversal import bodies, body_of, every
from .checker import Checker, LabelParameter, Signature
from .decision_heads import Head, alone_head, begins, head_of
from .type_relations import ERROR


def labels(c: Checker) -> dict[str, list[Signature]]:
    """Every label that a move or an outcome of chance can have."""
    if c.examples.labels is None:
        c.examples.labels = _Labels(c).signatures
    return c.examples.labels


class _Labels:
    def __init__(self, c: Checker) -> None:
        self.c = c
        self.signatures: dict[str, list[Signature]] = {}
        bodies = [(placed.clause, body_of(placed.clause)) for placed in c.book.clauses]
        everything = [stmt for _, body in bodies for stmt in every(body)]
        self.calls = {x for x in everything if isinstance(x, s.Let) and _is_call(c, x)}
        offered = {x.choice.text for x in everything if isinstance(x, s.Do)}
        for clause, body in bodies:
            if isinstance(clause, s.ActionClause):
                if clause.choice.text in offered:
                    self.headed(clause.name.text, body)
            else:
                self.body(clause.name.text, body)
        self.orders()

    def add(self, label: str, *params: LabelParameter) -> None:
        known = self.signatures.setdefault(label, [])
        if Signature(params) not in known:
            known.append(Signature(params))

    def orders(self) -> None:
        """Of several rules at one seat a player says which is next, unless their rank does."""
        c = self.c
        for symbol in c.symbols.values():
            if isinstance(symbol, EventSymbol) and not symbol.clause.ranked:
                rules = [p.clause for p in c.book.clauses if _answers(p.clause, symbol)]
                for rule in rules if len(rules) > 1 else ():
                    self.add(rule.name.text)

    # -------------------------------------------------------------------------------------------------------- bodies

    def headed(self, label: str, body: tuple[s.Stmt, ...]) -> None:
        """The body of an action or branch, whose head is an option."""
        head = head_of(body, True, self.calls)
        self.head(label, head)
        self.body(label, head.rest)

    def head(self, label: str, head: Head, alone: bool = False) -> None:
        self.add(label, *(self.parameter(choose, alone) for choose in head.chooses))

    def parameter(self, choose: s.Choose, alone: bool = False) -> LabelParameter:
        name = choose.binder.name.text
        member = self.c.binds.get((choose, "member"))
        kept = self.c.binds.get(choose.binder)
        if member is None or kept is None:
            return name, ERROR
        optional = isinstance(kept.type, OptionType) and isinstance(choose.otherwise, s.Nothing) and not alone
        return name, kept.type if optional else member.type

    def body(self, label: str, body: tuple[s.Stmt, ...]) -> None:
        rest = body
        while rest:
            if begins(rest, self.calls):
                first = next(stmt for stmt in rest if isinstance(stmt, s.Choose))
                head = head_of(rest, False, self.calls)
                alone = first not in head.chooses
                head = alone_head(rest, self.calls) if alone else head
                self.head(label, head, alone)
                rest = head.rest
            else:
                self.statement(label, rest[0])
                rest = rest[1:]

    def statement(self, label: str, stmt: s.Stmt) -> None:
        match stmt:
            case s.Choose():
                self.add(label, self.parameter(stmt))
                if stmt.amount is None or stmt.amount.low is None or stmt.amount.low is not stmt.amount.high:
                    self.add("done")
            case s.Draw():
                symbol = self.c.binds.get(stmt.binder)
                self.add(label, (stmt.binder.name.text, ERROR if symbol is None else symbol.type))
            case s.Shuffle():
                place = self.c.refs.get(stmt.place)
                most = place.capacity - 1 if isinstance(place, PlaceSymbol) else 2**31 - 1
                self.add(label, ("position", NumberType(0, max(0, most))))
            case s.Move() | s.Remove() if stmt.take.which == "random":
                self.add(label, ("piece", self.piece(stmt.take.place)))
            case s.Either(branches=branches, otherwise=otherwise):
                for branch in branches:
                    self.headed(branch.name.text, branch.body)
                if stmt.optional:
                    self.add("pass")
                self.body(label, otherwise or ())
            case _:
                if isinstance(stmt, s.Do) and stmt.optional:
                    self.add("pass")
                if isinstance(stmt, s.ForEach) and stmt.chosen:
                    symbol = self.c.binds.get(stmt.binder)
                    self.add(label, (stmt.binder.name.text, ERROR if symbol is None else symbol.type))
                for inner in bodies(stmt):
                    self.body(label, inner)

    def piece(self, node: s.Expr) -> Type:
        place = self.c.refs.get(node)
        return DomainType(place.piece) if isinstance(place, PlaceSymbol) else ERROR


def _is_call(c: Checker, let: s.Let) -> bool:
    return isinstance(let.value, s.Call) and isinstance(c.refs.get(let.value), ProcedureSymbol)


def _answers(clause: s.Clause, event: EventSymbol) -> bool:
    trigger = clause.trigger if isinstance(clause, s.RuleClause) else None
    return isinstance(trigger, s.When) and trigger.event.text == event.name and trigger.seat is not None
