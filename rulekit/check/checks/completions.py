"""E443: a choice with `so that` has too many sets to try.

During the game, rulekit tries out whether such a choice can still be completed (`machine/lower/completion.py`), so the
number of sets must be small.
"""

from __future__ import annotations

from math import comb

from ...model.symbols import Bag, LocalSymbol, PlaceSymbol, Symbol
from ...model.types import NumberType
from ...syntax import nodes as s
from ...syntax.traversal import inside
from ..checked import CheckedModel
from ..checker import Checker
from ..type_relations import size

MOST = 100_000
"""Sets that may have to be tried at one decision: they take a fraction of a second in the WebAssembly engine."""
MOST_LOOKS = 4_000_000
"""Things that may have to be examined for all these sets: well below the steps that one decision may take."""


def completions(c: Checker, model: CheckedModel) -> None:
    for placed in c.book.clauses:
        for choose in inside(placed.clause, s.Choose):
            member, symbol = c.binds.get((choose, "member")), c.binds.get(choose.binder)
            if choose.so_that is None or choose.amount is None or member is None or symbol is None:
                continue
            things = size(member.type)
            high = c.types.get(choose.amount.high) if choose.amount.high is not None else None
            picks = max(0, high.high) if isinstance(high, NumberType) else things
            there = room(c.refs.get(choose.binder.domain))
            many = sets_to_try(things, symbol.bag, picks)
            if many > MOST and there is not None and (lying := sets_to_try(there, None, picks)) > MOST:
                many = min(many, lying)
            if many > MOST and not (there is not None and few_enough_there(things, picks, there)):
                c.report.add(
                    "E443",
                    choose.so_that.span,
                    f"{amount(many)} sets might have to be tried to find one for which this holds; at most {MOST} are",
                    labels=[(choose.binder.span, _from_what(things, picks, there))],
                    help=[
                        *_advice(choose, things, picks, there),
                        "what is asked of each thing alone belongs after `where`",
                    ],
                )


def room(symbol: Symbol | None) -> int | None:
    """Return how many pieces a place, or a bag picked from one, can hold; None for anything else."""
    if isinstance(symbol, LocalSymbol) and symbol.bag is not None:
        return symbol.bag.capacity
    return symbol.capacity if isinstance(symbol, PlaceSymbol) else None


def few_enough_there(things: int, picks: int, there: int) -> bool:
    """Return whether few enough sets of `picks` pieces can be picked from a place that contains `there` pieces of
    `things` kinds. The limit also counts the work: all kinds of pieces are tried with each set that is not complete."""
    growing = sets_to_try(there, None, min(picks, there) - 1)
    return sets_to_try(there, None, picks) <= MOST and growing * things <= MOST_LOOKS


def _from_what(things: int, picks: int, there: int | None) -> str:
    if there is None:
        return f"up to {picks} of {things} things"
    return f"up to {min(picks, there)} of up to {there} pieces, of {things} sorts"


def _advice(choose: s.Choose, things: int, picks: int, there: int | None) -> list[str]:
    """Return advice on how to reduce the number of sets: fewer picks, or a place that holds fewer pieces."""
    if there is None:
        return ["choose fewer things: `choose up to N of …`"]
    fewer = max((n for n in range(1, there) if few_enough_there(things, n, there)), default=0)
    holds = max((n for n in range(1, min(there, 20)) if few_enough_there(things, picks, n)), default=0)
    name = choose.binder.name.text
    advice = [f"choose fewer: `choose up to {fewer} of {name} in …`"] if fewer and fewer < picks else []
    if holds:
        advice.append(
            f"if fewer pieces lie there, say so of the place: with `, at most {holds}` there are few enough sets"
        )
    return advice


def sets_to_try(things: int, bag: Bag | None, picks: int) -> int:
    """Return how many sets of at most `picks` things can be picked. With `bag`, a thing can be picked as often as it
    has copies. The number is not exact if it is very large."""
    copies = 1 if bag is None else bag.copies
    picks = min(picks, things * copies if bag is None else bag.capacity)
    if bag is None:
        found = 0
        for k in range(picks + 1):
            found += comb(things, k)
            if found > BEYOND:
                break
        return found
    ways = [1] + [0] * picks  # ways[n]: how many sets of n things can be picked from the kinds so far
    for _ in range(things):
        ways = [sum(ways[max(0, n - copies) : n + 1]) for n in range(picks + 1)]
        if sum(ways) > BEYOND:
            break
    return sum(ways)


BEYOND = 10**9


def amount(many: int) -> str:
    return "more than a thousand million" if many > BEYOND else f"{many}"
