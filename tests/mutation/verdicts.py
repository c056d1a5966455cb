"""Who tells a mutant: the check, exchange in random games, or what shows that it leaks nothing."""

from __future__ import annotations

from functools import cache
from typing import Literal

from attrs import frozen

from rulekit.diagnostics import RulekitError
from rulekit.machine.lower import lower
from rulekit.machine.optimise import optimise_for_hosts
from rulekit.machine.program import Machine
from rulekit.machine.text import machine_text
from rulekit.pipeline import check_all
from rulekit.play.knowledge import exchange_outcomes
from tests.play.histories import TooManyHistories

from .bases import Base
from .exhausting import exhaust
from .mutants import Mutant
from .smaller import smaller

FLOW = frozenset({"E501", "E502", "E503", "E504", "E505", "E506", "E507", "E508", "E509"})
GAMES = 30
SEED = 1

Kind = Literal["unfit", "check", "test", "same", "exhausted", "nothing", "missed"]


@frozen
class Verdict:
    """`unfit`: no rulebook at all, and not counted; `same`: the same machine; `exhausted`: every exchange in every game
    left every player with the same; `nothing`: nothing is ever hidden when it is picked or drawn, so that there is
    only one world."""

    kind: Kind
    detail: str = ""


def judge(mutant: Mutant, games: int = GAMES) -> Verdict:
    found = checked(mutant) or played(mutant, games)
    return elsewhere(mutant) or found if found.kind == "missed" else found


def elsewhere(mutant: Mutant) -> Verdict | None:
    """What `rulekit check` says of other configurations: a condition may never be asked in the one that is played."""
    books = mutant.base.with_text(mutant.text)
    assert books is not None
    _, found = check_all(books)
    error = next((d for d in found if d.severity == "error" and d.code in FLOW), None)
    return None if error is None else Verdict("check", f"{error.code}, in another configuration: {error.message}")


def checked(mutant: Mutant) -> Verdict | None:
    """None where the check has nothing to say."""
    books = mutant.base.with_text(mutant.text)
    if books is None:
        return Verdict("unfit", "it cannot be read")
    _, found = mutant.base.check(books)
    errors = [d for d in found if d.severity == "error"]
    other = next((d for d in errors if d.code not in FLOW), None)
    if other is not None:
        return Verdict("unfit", f"{other.code}: {other.message}")
    return Verdict("check", f"{errors[0].code}: {errors[0].message}") if errors else None


def played(mutant: Mutant, games: int = GAMES) -> Verdict:
    """Without the static check."""
    base = mutant.base
    books = base.with_text(mutant.text)
    assert books is not None
    try:
        model, found = base.check(books, knowledge=False)
        if model is None:
            return Verdict("unfit", str(found[0]))
        machine = lower(model)
    except RulekitError as error:
        return Verdict("unfit", str(error))
    if machine_text(optimise_for_hosts(machine)[0]) == machine_text(optimise_for_hosts(base.machine)[0]):
        return Verdict("same")
    exchanges = exchange_outcomes(machine, games, SEED, model.rulebook)
    if not exchanges.secret:
        return Verdict("nothing")
    if exchanges.leaks and not _told(base, games):  # what is told of the base, too, does not come of the mutation
        return Verdict("test", exchanges.leaks[0])
    try:
        pairs, leaky = exhaust(small(base, mutant.text))
    except TooManyHistories:
        return Verdict("missed", f"{exchanges.kept} exchanges kept, too large to be exhausted")
    except RecursionError:
        return Verdict("missed", "too deep to be exhausted")
    return Verdict("test", "by exhausting it") if leaky else Verdict("exhausted", f"{pairs} pairs")


@cache
def _told(base: Base, games: int) -> bool:
    return bool(exchange_outcomes(base.machine, games, SEED).leaks)


def small(base: Base, text: str | None = None) -> Machine:
    """A base, or a mutant's text in place of it, with fewer pieces, where `smaller.py` says how."""
    books = base.with_text(smaller(base.name, base.text if text is None else text))
    model = base.check(books, knowledge=False)[0] if books is not None else None
    if model is None:
        raise TooManyHistories
    return lower(model)
