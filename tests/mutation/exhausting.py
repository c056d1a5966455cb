"""Tries every exchange in every game of a small machine; if a player notices none, there is no leak.

It goes through all histories. At each pick or outcome that a player did not see, each other one replaces it.
`rulekit/play/exchanged_game.py` plays the changed game in parallel to the original, taking each possible choice in
turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import define, field

from rulekit.engine.interface import GameFault, State
from rulekit.engine.wasm.recording_engine import RecordingEngine
from rulekit.machine.program import Machine
from rulekit.play.exchange import Exchanger, Plan, PlayedMoment
from rulekit.play.exchanged_game import Following
from tests.play.histories import TooManyHistories

MOST_PAIRS = 20_000
"""The most pairs of games compared for one mutant."""
MOST_STEPS = 4
"""The most steps of games, for each of the allowed pairs."""
MOST_MOMENTS = 400
"""The most steps of one game."""


@define
class EveryWay:
    """Replaces a random generator: `choice` follows a planned path of choices, and `again` moves on to the next
    path.

    `again` returns False after the last path. `taken` has the number chosen at each step, `among` the number of items
    there, and `at` is the next step."""

    taken: list[int] = field(factory=list)
    among: list[int] = field(factory=list)
    at: int = 0

    def choice(self, items: Sequence[Any]) -> Any:
        if self.at == len(self.taken):
            self.taken.append(0)
            self.among.append(len(items))
        number = self.taken[self.at]
        self.at += 1
        return items[number]

    def again(self) -> bool:
        while self.taken and self.taken[-1] + 1 == self.among[-1]:
            self.taken.pop()
            self.among.pop()
        self.at = 0
        if self.taken:
            self.taken[-1] += 1
        return bool(self.taken)


class Every(Exchanger):
    """An exchanger that tries every fitting number instead of a random one."""

    def one_of(self, numbers: Sequence[int], fits: Callable[[int], bool]) -> int | None:
        found = [number for number in numbers if fits(number)]
        return self.source.choice(found) if found else None


def exhaust(machine: Machine, most: int = MOST_PAIRS) -> tuple[int, bool]:
    """Return how many pairs of games were compared, and whether a player could notice a difference. Raise
    TooManyHistories above the limit."""
    ways = EveryWay()
    exchanger = Every(RecordingEngine(machine), ways)
    pairs = 0
    for moments in _games(exchanger, most):
        for player in range(machine.players):
            sights = exchanger.sights(moments, player)
            for plan in _plans(exchanger, moments, player):
                while True:
                    pairs += 1
                    if pairs > most:
                        raise TooManyHistories
                    if Following(exchanger, sights, plan, player, plan.at).run().leak is not None:
                        return pairs, True
                    if not ways.again():
                        break
    return pairs, False


def _games(by: Exchanger, most: int) -> Iterator[list[PlayedMoment]]:
    """Yield the moments of every game, up to its end or a fault."""
    left = MOST_STEPS * most

    def go(state: State, moments: list[PlayedMoment]) -> Iterator[list[PlayedMoment]]:
        nonlocal left
        left -= 1
        if left < 0 or len(moments) > MOST_MOMENTS:
            raise TooManyHistories
        numbers = _numbers(by, state)
        who = by.engine.who(state) if by.resolver.decides(state) else None
        whole = bool(numbers)
        for number in numbers:
            try:
                after, told = by.resolver.go(state, number), by.engine.records
            except GameFault:
                whole = False
                continue
            yield from go(after, [*moments, PlayedMoment(state, who, number, told, after)])
        if not whole:
            yield moments

    try:
        start = by.engine.start(1, 0)
    except GameFault:
        return  # a fault before anything can be hidden is the same for everybody
    yield from go(start, [])


def _numbers(by: Exchanger, state: State) -> tuple[int, ...]:
    """Return the numbers of the possible choices or outcomes; none if the game is over or faults."""
    try:
        return () if by.resolver.is_over(state) else by.resolver.numbers(state)
    except GameFault:
        return ()


def _plans(by: Exchanger, moments: Sequence[PlayedMoment], player: int) -> Iterator[Plan]:
    """Yield for each hidden pick or outcome every exchange with another that looks the same to the player. If chance
    gives the other one later, the two are swapped."""
    for at, moment in enumerate(moments):
        if not by._is_unseen(moment, player):
            continue
        note = by.note(moment.state, moment.choice, player)
        for new in by.resolver.numbers(moment.state):
            if new == moment.choice or by.note(moment.state, new, player) != note:
                continue
            here = moment.state.node
            later = (
                k for k in range(at + 1, len(moments)) if moments[k].choice == new and moments[k].state.node == here
            )
            again = next((k for k in later if by._is_unseen(moments[k], player)), None) if moment.who is None else None
            yield Plan(at, moment.state, {at: new, **({again: moment.choice} if again is not None else {})})
