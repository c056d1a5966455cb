"""Names and types of worked examples: positions laid out, options by label with their arguments, what is expected.

Labels come from all clauses: an action's or branch's name, or the name of the clause around a bare `choose` or `draw`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics.near import did_you_mean
from ..model.rulebook import Placed
from ..model.symbols import ActionSymbol, ProcedureSymbol
from ..model.types import DomainType, ErrorType, OptionType, SetType, Type
from ..syntax import nodes as s
from .checker import Checker, Offer, Parameter
from .expressions import condition, infer
from .fit import fits, item_of, show
from .scope import Scope
from .statements import run
from .walk import statements


def example(c: Checker, placed: Placed, node: s.ExampleClause) -> None:
    offers = labels(c)
    for line in node.lines:
        match line:
            case s.Given():
                if line.procedure is not None and (line.procedure.text != "flow" or c.exists("flow")):
                    c.named(line.procedure, ProcedureSymbol, "a procedure", "procedure")
                run(c, line.body, Scope("given", "no", placed))
            case s.Expect():
                condition(c, line.condition, Scope("fact", owner=placed), "what is expected")
            case s.Played():
                _played(c, line, offers)


def labels(c: Checker) -> dict[str, list[Offer]]:
    """Every label that a move or an outcome of chance can have."""
    if c.labels is None:
        c.labels = {"pass": [Offer(())], "done": [Offer(())]}
        for placed in c.book.clauses:
            body = getattr(placed.clause, "body", None)
            if isinstance(body, tuple):
                action = isinstance(placed.clause, s.ActionClause)
                _collect(c, placed.clause.name.text, body, head=action, into=c.labels)
    return c.labels


def _collect(c: Checker, label: str, body: tuple[s.Stmt, ...], head: bool, into: dict[str, list[Offer]]) -> None:
    """The labels of a body: consecutive chooses are one decision; those at the head of an action or branch are its
    own.
    """
    params: list[Parameter] = []
    open_ = head

    def close() -> None:
        nonlocal open_
        if open_ or params:
            into.setdefault(label, []).append(Offer(tuple(params)))
        params.clear()
        open_ = False

    for stmt in body:
        match stmt:
            case s.Choose():
                member = c.binds.get((stmt, "member"))
                if member is not None:
                    if stmt.amount is not None:
                        close()
                    after = c.binds[stmt.binder].type
                    params.append((stmt.binder.name.text, member.type if stmt.amount is not None else after))
                continue
            case s.Let() | s.Require():
                continue
        close()
        match stmt:
            case s.Draw():
                symbol = c.binds.get(stmt.binder)
                if symbol is not None:
                    into.setdefault(label, []).append(Offer(((symbol.name, symbol.type),)))
            case s.Shuffle() | s.Move() | s.Remove():
                into.setdefault(label, []).append(Offer(_moved(c, stmt)))
            case s.Either(branches=branches, otherwise=otherwise):
                for branch in branches:
                    _collect(c, branch.name.text, branch.body, True, into)
                if otherwise:
                    _collect(c, label, otherwise, False, into)
            case _:
                for inner in statements(stmt):
                    _collect(c, label, inner, False, into)
                if isinstance(stmt, s.ForEach) and stmt.chosen:
                    symbol = c.binds.get(stmt.binder)
                    if symbol is not None:
                        into.setdefault(label, []).append(Offer(((symbol.name, symbol.type),)))
    close()


def _moved(c: Checker, stmt: s.Shuffle | s.Move | s.Remove) -> tuple[Parameter, ...]:
    """A shuffle and `random from` are chance over the pieces of their place."""
    node = stmt.place if isinstance(stmt, s.Shuffle) else stmt.take.place
    t = c.types.get(node)
    item = item_of(t) if t is not None else None
    if item is None or (not isinstance(stmt, s.Shuffle) and stmt.take.which != "random"):
        return ()
    return (("piece", item),)


def _played(c: Checker, line: s.Played, offers: dict[str, list[Offer]]) -> None:
    name = line.label.text
    symbol = c.lookup(name)
    if isinstance(symbol, ActionSymbol):
        c.refs[line.label] = symbol
    found = offers.get(name)
    if not found:
        c.report.add(
            "E211",
            line.label.span,
            f"no move is called `{name}`",
            expected=sorted(offers) if len(offers) <= 12 else (),
            help=did_you_mean(name, offers, line.label.span),
        )
        return
    scope = Scope("constant")
    for place, arg in enumerate(line.args):
        if arg.name is not None:
            wanted = [t for offer in found for n, t in offer.params if n == arg.name.text]
            names = {n for offer in found for n, _ in offer.params}
            if not wanted:
                c.report.add(
                    "E207",
                    arg.name.span,
                    f"`{name}` has no parameter `{arg.name.text}`",
                    expected=sorted(names),
                    help=did_you_mean(arg.name.text, names, arg.name.span),
                )
        else:
            wanted = [offer.params[place][1] for offer in found if place < len(offer.params)]
            if not wanted:
                most = max(len(offer.params) for offer in found)
                c.report.add(
                    "E206", arg.span, f"`{name}` carries {most} parameters", expected=[n for n, _ in found[0].params]
                )
        _argument(c, arg.value, scope, wanted)


def _argument(c: Checker, node: s.Expr, scope: Scope, wanted: Iterable[Type]) -> None:
    """The first of the types that the value fits."""
    kinds = list(wanted)
    for t in kinds:
        if isinstance(node, s.Ref) and _is_constant(c, node.name.text, t):
            infer(c, node, scope, t)
            return
    t = infer(c, node, scope, kinds[0] if kinds else None)
    if kinds and not isinstance(t, ErrorType) and not any(fits(t, k) for k in kinds):
        c.report.add(
            "E301", node.span, f"this must be {show(kinds[0])}, but it is {show(t)}", expected=[show(k) for k in kinds]
        )


def _is_constant(c: Checker, name: str, t: Type) -> bool:
    item = t.item if isinstance(t, OptionType | SetType) else t
    return isinstance(item, DomainType) and any(d is item.domain for d, _ in c.constants.get(name, ()))
