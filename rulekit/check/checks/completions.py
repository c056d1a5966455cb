"""E443: whether a choice of several things can still be completed to one of which `so that` holds is found by trying,
so that there must not be too many sets to try.

The search itself is `machine/lower/completion.py`'s.
"""

from __future__ import annotations

from math import comb

from ...model.symbols import Bag
from ...model.types import NumberType
from ...syntax import nodes as s
from ...syntax.traversal import inside
from ..checked import CheckedModel
from ..checker import Checker
from ..type_relations import size

MOST = 100_000
"""Sets that may have to be tried at one decision: a fraction of a second on the engine that plays."""


def completions(c: Checker, model: CheckedModel) -> None:
    for placed in c.book.clauses:
        for choose in inside(placed.clause, s.Choose):
            member, symbol = c.binds.get((choose, "member")), c.binds.get(choose.binder)
            if choose.so_that is None or choose.amount is None or member is None or symbol is None:
                continue
            things = size(member.type)
            high = c.types.get(choose.amount.high) if choose.amount.high is not None else None
            picks = max(0, high.high) if isinstance(high, NumberType) else things
            many = sets_to_try(things, symbol.bag, picks)
            if many > MOST:
                c.report.add(
                    "E443",
                    choose.so_that.span,
                    f"{told(many)} sets might have to be tried to find one for which this holds; at most {MOST} are",
                    labels=[(choose.binder.span, f"up to {picks} of {things} things")],
                    help=["choose fewer, or out of fewer; what is asked of each thing alone belongs behind `where`"],
                )


def sets_to_try(things: int, bag: Bag | None, picks: int) -> int:
    """How many sets of at most so many things there are, of a sort as many as there may be copies; beyond a bound it
    does not matter how many more.
    """
    copies = 1 if bag is None else bag.copies
    picks = min(picks, things * copies if bag is None else bag.capacity)
    if bag is None:
        found = 0
        for k in range(picks + 1):
            found += comb(things, k)
            if found > BEYOND:
                break
        return found
    ways = [1] + [0] * picks  # by how many were picked, of the sorts so far
    for _ in range(things):
        ways = [sum(ways[max(0, n - copies) : n + 1]) for n in range(picks + 1)]
        if sum(ways) > BEYOND:
            break
    return sum(ways)


BEYOND = 10**9


def told(many: int) -> str:
    return "more than a thousand million" if many > BEYOND else f"{many}"
