"""What finds a mutant: the check, exchanging in random games, or trying all games; or why it leaks nothing."""

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
GAMES, MORE = 30, 20
"""Games in which hidden things are exchanged; so many times more if not all games can be tried."""
SEED = 1

Kind = Literal["unfit", "check", "test", "same", "exhausted", "exchanged", "nothing", "missed"]


@frozen
class Verdict:
    """The result for a mutant.

    `check`: the check refuses it. `test`: exchanging shows the leak. `same`: it compiles to the same machine.
    `exhausted`: no exchange in any game can be noticed. `exchanged`: none was noticed of as many as `rulekit test
    --knowledge` calls enough, and there are too many games to try all. `nothing`: no pick or draw is hidden, so nothing
    can be exchanged. `unfit`: it is no correct rulebook and does not count. `missed`: none of these."""

    kind: Kind
    detail: str = ""


def judge(mutant: Mutant, games: int = GAMES) -> Verdict:
    found = checked(mutant) or played(mutant, games)
    return elsewhere(mutant) or found if found.kind == "missed" else found


def elsewhere(mutant: Mutant) -> Verdict | None:
    """Return the verdict if `rulekit check` refuses another configuration, since the changed condition may not occur in
    this one; else None."""
    books = mutant.base.with_text(mutant.text)
    assert books is not None
    _, found = check_all(books)
    error = next((d for d in found if d.severity == "error" and d.code in FLOW), None)
    return None if error is None else Verdict("check", f"{error.code}, in another configuration: {error.message}")


def checked(mutant: Mutant) -> Verdict | None:
    """Return the verdict of the check; None if it accepts the mutant."""
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
    """Return the verdict of playing, without the check of information."""
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
    if exchanges.leaks and not _told(base, games):  # a leak that the base has, too, is not caused by the mutation
        return Verdict("test", exchanges.leaks[0])
    try:
        pairs, leaky = exhaust(small(base, mutant.text))
    except TooManyHistories:
        more = exchange_outcomes(machine, games * MORE, SEED, model.rulebook)
        if more.leaks and not _told(base, games * MORE):
            return Verdict("test", more.leaks[0])
        return Verdict(
            "exchanged" if more.enough else "missed", f"{more.kept} exchanges kept, too large to be exhausted"
        )
    except RecursionError:
        return Verdict("missed", "too deep to be exhausted")
    return Verdict("test", "by exhausting it") if leaky else Verdict("exhausted", f"{pairs} pairs")


@cache
def _told(base: Base, games: int) -> bool:
    return bool(exchange_outcomes(base.machine, games, SEED).leaks)


def small(base: Base, text: str | None = None) -> Machine:
    """Return the machine of a base, or of a mutant's text, with fewer pieces if `smaller.py` says how."""
    books = base.with_text(smaller(base.name, base.text if text is None else text))
    model = base.check(books, knowledge=False)[0] if books is not None else None
    if model is None:
        raise TooManyHistories
    return lower(model)
