"""E333: `Row(left: 1, right: 3)` names a row of a table by its attributes, and no row has them.

Told where the attributes are known before the game; elsewhere the machine tests it when it happens (E706).  A branch
that this configuration never takes (`if players > 2`) is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.symbols import ConstructorSymbol
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import children, inside
from ..checked import CheckedModel
from ..checker import Checker
from ..constant_evaluation import evaluate
from ..evaluation_context import NoSuchMember, NotConstant


def members(c: Checker, model: CheckedModel) -> None:
    for placed in c.book.clauses:
        calls = (node for root in placed.roots for node in inside(root, s.Call))
        if not any(isinstance(c.refs.get(node), ConstructorSymbol) for node in calls):
            continue
        for node in (node for root in placed.roots for node in _reachable_nodes(c, root)):
            symbol = c.refs.get(node)
            if not isinstance(node, s.Call) or not isinstance(symbol, ConstructorSymbol) or node not in c.arguments:
                continue
            try:
                evaluate(c, node)
            except NoSuchMember:
                told = ", ".join(
                    f"{field.name} {arg.span.text}"
                    for field, arg in zip(symbol.type.domain.fields, c.arguments[node], strict=True)
                )
                what = "site" if symbol.type.domain.board else "row"
                c.report.add("E333", node.span, f"no {what} of {symbol.name} has {told}")
            except NotConstant:
                pass


def _reachable_nodes(c: Checker, node: s.Node) -> Iterator[s.Node]:
    """Yield the node and all inside it that this configuration could come to."""
    stack = [node]
    while stack:
        here = stack.pop()
        yield here
        left_out: tuple[s.Node, ...] = ()
        if does(here, "tests"):
            known = _constant_truth(c, getattr(here, "condition"))  # noqa: B009
            if known is not None:
                arm = getattr(here, "otherwise" if known else "then")
                left_out = arm if isinstance(arm, tuple) else (arm,)
        stack.extend(part for part in reversed(list(children(here))) if part not in left_out)


def _constant_truth(c: Checker, condition: s.Expr) -> bool | None:
    try:
        return bool(evaluate(c, condition))
    except NotConstant:
        return None
