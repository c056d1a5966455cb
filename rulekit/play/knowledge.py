"""Whether what a player is offered gives away more than he knows.

K3 groups every history of a small game by what the decider saw; K4 samples: two outcomes that a player did not see are
exchanged, and as long as his list stays the same his options must too.  What he saw is `observer.py`'s.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from attrs import frozen

from ..engine.interface import NotAnOption, State
from ..machine.program import Chance, Machine
from .observer import Info, Observer


class TooLarge(Exception):
    """The game has more histories than may be gone through."""


@frozen
class Groups:
    """K3, exhausted: how many histories there are, and for each player how many information states at his decisions;
    `leaks` tells where equal information met different options.
    """

    histories: int
    information_states: tuple[int, ...]
    leaks: tuple[str, ...]


@frozen
class Exchanges:
    """K4, sampled: how many exchanges were tried, how many kept the player's information, and what differed in
    those.
    """

    tried: int
    kept: int
    leaks: tuple[str, ...]

    @property
    def enough(self) -> bool:
        return self.kept >= 1_000

    @property
    def rejected(self) -> float:
        return 1 - self.kept / self.tried if self.tried else 0.0


# ------------------------------------------------------------------------------------------------------- K3, exhausted


def group_histories(machine: Machine, most: int = 100_000) -> Groups:
    """Every history of a small game, chance included, grouped by what the decider knows."""
    observer = Observer(machine)
    options: dict[tuple[int, Info], tuple[str, ...]] = {}
    leaks: list[str] = []
    histories = 0
    waiting = [observer.start(1, 0)]
    while waiting:
        state, infos = waiting.pop()
        histories += 1
        if histories > most:
            raise TooLarge
        if observer.offers.ended(state):
            continue
        numbers = observer.offers.numbers(state)
        if observer.offers.decides(state):
            player = observer.engine.who(state)
            texts = observer.offers.texts(state)
            first = options.setdefault((player, infos[player]), texts)
            if first != texts:
                leaks.append(_leak(machine, player, observer.offers.clause(state), first, texts))
        waiting.extend(observer.go(state, infos, number) for number in numbers)
    counts = tuple(sum(player == at for at, _ in options) for player in range(machine.players))
    return Groups(histories, counts, tuple(dict.fromkeys(leaks)))


def _leak(machine: Machine, player: int, clause: str, first: Sequence[str], second: Sequence[str]) -> str:
    only = [text for text in (*first, *second) if (text in first) != (text in second)]
    return (
        f"{machine.seats[player]} in {clause}: what is on offer gives away what he has not seen ({', '.join(only[:6])})"
    )


# --------------------------------------------------------------------------------------------------------- K4, sampled


@frozen
class _Moment:
    """A choice that was made, the state before it, and what each knew then."""

    state: State
    infos: tuple[Info, ...]
    choice: int


def exchange_outcomes(machine: Machine, games: int, seed: int, most_moments: int = 200) -> Exchanges:
    """Plays random games; for each player exchanges outcomes that he did not see, and looks at his options."""
    observer = Observer(machine)
    source = random.Random(seed)
    tried = kept = 0
    leaks: list[str] = []
    for number in range(games):
        moments = list(_random_game(observer, source, seed, number, most_moments))
        for player in range(machine.players):
            for changed in _exchanges(observer, moments, player, source):
                tried += 1
                found = _compare(observer, moments, changed, player)
                if found is None:
                    continue
                kept += 1
                leaks.extend(found)
    return Exchanges(tried, kept, tuple(dict.fromkeys(leaks)))


def _random_game(observer: Observer, source: random.Random, seed: int, number: int, most: int) -> Iterator[_Moment]:
    state, infos = observer.start(seed, number)
    while not observer.offers.ended(state) and most:
        choice = source.choice(observer.offers.numbers(state))
        yield _Moment(state, infos, choice)
        state, infos = observer.go(state, infos, choice)
        most -= 1


def _exchanges(
    observer: Observer, moments: list[_Moment], player: int, source: random.Random
) -> Iterator[dict[int, int]]:
    """For some chances that the player did not see: another outcome there, and the old one where the new one came."""
    unseen = [at for at, moment in enumerate(moments) if _unseen(observer, moments, at, player)]
    for at in source.sample(unseen, min(len(unseen), 4)):
        moment = moments[at]
        others = [n for n in observer.offers.numbers(moment.state) if n != moment.choice]
        if not others:
            continue
        new = source.choice(others)
        later = [
            k for k in unseen if k > at and moments[k].choice == new and moments[k].state.node == moment.state.node
        ]
        yield {at: new, **({later[0]: moment.choice} if later else {})}


def _unseen(observer: Observer, moments: list[_Moment], at: int, player: int) -> bool:
    """Whether a chance came out without the player being told."""
    moment = moments[at]
    node = observer.offers.labels.nodes[moment.state.node]
    if not isinstance(node, Chance) or node.audience is None or at + 1 >= len(moments):
        return False
    news = moments[at + 1].infos[player][len(moment.infos[player]) :]
    return not any(entry[0] == "drawn" and entry[1] == node.id for entry in news)


def _compare(observer: Observer, moments: list[_Moment], changed: dict[int, int], player: int) -> list[str] | None:
    """None where the changed game cannot be played or the player would see it; else what differs in his options."""
    first = min(changed)
    state, infos = moments[first].state, moments[first].infos
    found: list[str] = []
    asked = 0
    for at in range(first, len(moments)):
        old = moments[at]
        if state.node != old.state.node or infos[player] != old.infos[player]:
            break
        if observer.offers.decides(state) and observer.engine.who(state) == player:
            asked += 1
            before, now = observer.offers.texts(old.state), observer.offers.texts(state)
            if before != now:
                found.append(_leak(observer.machine, player, observer.offers.clause(state), before, now))
                break
        try:
            state, infos = observer.go(state, infos, changed.get(at, old.choice))
        except NotAnOption:
            break
    return found if asked else None
