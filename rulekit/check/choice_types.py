"""Names and types of decisions (`choose`, `do`, `either`, `may`) and of chance (`draw`)."""

from __future__ import annotations

from ..model.symbols import ChoiceSymbol, LocalSymbol
from ..model.types import DomainType, NumberType, SetType, Type
from ..syntax import nodes as s
from .binders import bag_of_picks, bind, binder_type
from .checker import Checker
from .expression_types import condition, infer, infer_number, player_or_players
from .statement_types import block, need_me, types_statement
from .symbol_table import Scope
from .type_relations import ERROR, join, show, size


@types_statement(s.Choose)
def _choose(c: Checker, node: s.Choose, scope: Scope) -> None:
    need_me(c, node, scope, "chooses")
    high: NumberType | None = None
    if node.amount is not None:
        infer_number(c, node.amount.low, scope)
        high = infer_number(c, node.amount.high, scope)
    inner = scope.child()
    item = binder_type(c, node.binder.domain, inner)
    _audience(c, node, scope)
    member = c.bind((node, "member"), node.binder.name, item, inner)
    condition(c, node.where, inner, "what follows `where`")
    if node.total is not None:
        if node.amount is None:
            message = "`totalling` is for choosing several"
            c.report.add("E330", node.total.span, message, help=["say how many: `choose any number of …`"])
        total = infer_number(c, node.total, inner)
        if total is not None and total.low < 0:
            c.report.add("E331", node.total.span, f"what is totalled must not be negative, and this may be {total.low}")
        infer_number(c, node.total_least, scope)
    if node.so_that is not None and node.amount is None:
        advice = ["what must hold of one thing stands behind `where`, or in a `require`"]
        c.report.add("E330", node.so_that.span, "`so that` is for choosing several", help=advice)
    result: Type = item
    if node.amount is not None:
        result = SetType(item) if isinstance(item, NumberType | DomainType) else ERROR
        if node.otherwise is not None:
            message = "`otherwise` is for choosing one"
            advice = ["choosing several may end with none: `any number of` or `up to N of`"]
            c.report.add("E330", node.otherwise.span, message, help=advice)
            infer(c, node.otherwise, scope)
    elif node.otherwise is not None:
        other = infer(c, node.otherwise, scope, item)
        both = join(item, other)
        if both is None:
            c.report.add(
                "E307", node.otherwise.span, f"`{node.binder.name.text}` is {show(item)}, and this is {show(other)}"
            )
        result = both or ERROR
    bag = bag_of_picks(c, node.binder.domain, size(item), high) if isinstance(result, SetType) else None
    symbol = member if result == item else LocalSymbol(member.name, result, bag=bag)
    c.binds[node.binder] = symbol
    scope.names[symbol.name] = symbol
    condition(c, node.so_that, scope, "what follows `so that`")


@types_statement(s.Draw)
def _draw(c: Checker, node: s.Draw, scope: Scope) -> None:
    bind(c, node.binder, scope)
    condition(c, node.where, scope, "what follows `where`")
    infer_number(c, node.weight, scope)
    _audience(c, node, scope)


def _audience(c: Checker, node: s.Choose | s.Draw, scope: Scope) -> None:
    if node.audience is not None and not isinstance(node.audience.who, str):
        player_or_players(c, node.audience.who, scope, "who sees it")


@types_statement(s.Do)
def _do(c: Checker, node: s.Do, scope: Scope) -> None:
    c.symbol_of_kind(node.choice, ChoiceSymbol, "a choice", "choice")
    need_me(c, node, scope, "acts")
    _otherwise(c, node, scope)


@types_statement(s.Either)
def _either(c: Checker, node: s.Either, scope: Scope) -> None:
    need_me(c, node, scope, "decides")
    for branch in node.branches:
        block(c, branch.body, scope)
    _otherwise(c, node, scope)


def _otherwise(c: Checker, node: s.Do | s.Either, scope: Scope) -> None:
    if node.otherwise is None:
        return
    if node.optional:  # the player can always pass, so something is always possible
        message = "this never happens: who may decide can always pass"
        advice = [
            "to act on a pass: `either` with a branch for it, such as `or stop: …`, or one more action",
            "to act only where nothing is possible: leave out `may`",
        ]
        span = node.otherwise[0].span if node.otherwise else node.span
        c.report.add("E330", span, message, help=advice)
    block(c, node.otherwise, scope)
