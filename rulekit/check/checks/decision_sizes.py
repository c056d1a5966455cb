"""E419: the options of a decision are numbered, so it may have 2^20 at most: of each alternative as many as the product
of its declared domains, all its alternatives together.

All decisions of a rulebook together may have no more either; that is found when they are numbered
(`machine/lower/linking.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ...syntax import nodes as s
from ...syntax.forms import does
from ..alternatives import Alternatives, LabelledAlternative, name_of_choice
from ..checked import CheckedModel
from ..checker import Checker
from ..type_relations import item_of, size

MOST = 2**20


def numbers(c: Checker, model: CheckedModel) -> None:
    for named, offered in Alternatives(c).decisions():
        total = 0
        for one in offered:
            sizes = [_options(c, picks) for picks in one.parameters]
            own = prod(sizes)
            total += own
            if own > MOST:
                _far_too_many(c, one, sizes)
                break
            if total > MOST:
                _too_many_together(c, named.statement, one, total)
                break


def _options(c: Checker, picks: s.Pick) -> int:
    t = c.types.get(picks.binder.domain)
    item = item_of(t) if t is not None else None
    usual = size(item) if item is not None else 1
    if getattr(picks, "otherwise", None) is None:
        return usual
    local = c.binds.get(picks.binder)
    if local is None:
        return usual + 1
    return max(usual + 1, size(local.type))  # what it is otherwise may lie far from what is chosen from


def _far_too_many(c: Checker, one: LabelledAlternative, sizes: Sequence[int]) -> None:
    """At the first parameter that is one too many."""
    last = next(at for at in range(len(sizes)) if prod(sizes[: at + 1]) > MOST)
    picks, clause = one.parameters[last], one.clause
    told = " x ".join(map(str, sizes))
    c.report.add(
        "E419",
        picks.binder.name.span,
        f"{clause.kind} `{clause.name.text}` has {prod(sizes)} options ({told}) in one decision; the most is {MOST}",
        help=[f"split it before `choose {picks.binder.name.text}`: after an effect a new decision begins"],
    )


def _too_many_together(c: Checker, asks: s.Stmt, one: LabelledAlternative, total: int) -> None:
    """At the alternative with which there are too many."""
    named = one.name or one.clause.name
    action, choice = does(asks, "choice"), name_of_choice(asks)
    what = f"action `{named.text}`" if action else f"`{named.text}`"
    where = f"`{choice.text}`" if action and choice else "its decision"
    c.report.add(
        "E419",
        named.span,
        f"{what} brings {where} to {total} options; the most is {MOST}",
        help=[f"let {'an action' if action else 'it'} choose in two decisions, with an effect between them"],
    )
