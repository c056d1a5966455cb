"""E419: a decision's options are numbered, so the product of its declared domains, over all its alternatives, must stay
below 2^20.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...syntax import nodes as s
from ...syntax.traversal import bodies, body_of
from ..checked import CheckedModel
from ..checker import Checker
from ..type_relations import item_of, size

MOST = 2**20

ChooseGroup = list[s.Choose]


def numbers(c: Checker, model: CheckedModel) -> None:
    heads: dict[str, int] = {}
    for placed in c.book.clauses:
        clause = placed.clause
        for group in _groups(body_of(clause)):
            _few(c, clause, group)
        if isinstance(clause, s.ActionClause):
            total = heads.get(clause.choice.text, 0) + _product(c, _head(clause.body))
            heads[clause.choice.text] = total
            if total > MOST >= _product(c, _head(clause.body)):
                c.report.add(
                    "E419",
                    clause.name.span,
                    f"action `{clause.name.text}` brings `{clause.choice.text}` to {total} options; the most is {MOST}",
                    help=["let an action choose in two decisions, with an effect between them"],
                )


def _groups(body: tuple[s.Stmt, ...]) -> Iterator[ChooseGroup]:
    """Chooses that follow one another make one decision, as those at the head of a branch do."""
    group: ChooseGroup = []
    for stmt in body:
        if isinstance(stmt, s.Choose) and stmt.amount is None:
            group.append(stmt)
        elif not isinstance(stmt, s.Let | s.Require):
            if group:
                yield group
                group = []
            for inner in bodies(stmt):
                yield from _groups(inner)
    if group:
        yield group


def _head(body: tuple[s.Stmt, ...]) -> ChooseGroup:
    group: ChooseGroup = []
    for stmt in body:
        if isinstance(stmt, s.Choose) and stmt.amount is None:
            group.append(stmt)
        elif not isinstance(stmt, s.Let | s.Require):
            break
    return group


def _product(c: Checker, group: ChooseGroup) -> int:
    total = 1
    for choose in group:
        total *= _options(c, choose)
    return total


def _options(c: Checker, choose: s.Choose) -> int:
    t = c.types.get(choose.binder.domain)
    item = item_of(t) if t is not None else None
    usual = (size(item) if item is not None else 1) + (choose.otherwise is not None)
    local = c.binds.get(choose.binder)
    if choose.otherwise is None or local is None:
        return usual
    return max(usual, size(local.type))  # what it is otherwise may lie far from what is chosen from


def _few(c: Checker, clause: s.Clause, group: ChooseGroup) -> None:
    total = _product(c, group)
    if total <= MOST:
        return
    product = 1
    for choose in group:
        product *= _options(c, choose)
        if product > MOST:
            sizes = " x ".join(str(_options(c, g)) for g in group)
            c.report.add(
                "E419",
                choose.binder.name.span,
                f"{clause.kind} `{clause.name.text}` has {total} options ({sizes}) in one decision; the most is {MOST}",
                help=[f"split it before `choose {choose.binder.name.text}`: after an effect a new decision begins"],
            )
            return
