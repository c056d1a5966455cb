"""Two engines side by side: the same questions and steps, the same answers, cell for cell and fault for fault.

Where one of them runs out of fuel the other need only do so too, or nothing more is asked: engines may count otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from rulekit.engine.interface import Engine, GameFault, State
from rulekit.machine import program as m

from .machines import arguments


class Spent(Exception):
    """An engine is out of fuel: nothing more can be compared here."""


class Pair:
    """Two engines for one machine; `same` asks both."""

    def __init__(self, one: Engine, two: Engine) -> None:
        self.one, self.two = one, two
        self.machine = one.machine
        self.compared = 0

    def same(self, ask: Callable[[Engine], Any]) -> Any:
        """The common answer; a common fault gives its index in a list."""
        first, second = self._answer(self.one, ask), self._answer(self.two, ask)
        spent = [self.machine.fuel_fault]
        if first != second and spent in (first, second):
            raise Spent
        assert first == second
        self.compared += 1
        return first

    @staticmethod
    def _answer(engine: Engine, ask: Callable[[Engine], Any]) -> Any:
        try:
            return ask(engine)
        except GameFault as fault:
            return [fault.index]

    def walk(self, seed: int, steps: int) -> None:
        """One game: at each standing state all questions, then the same random step."""
        nodes = {n.id: n for n in self.machine.nodes}
        state = self.same(lambda e: e.start(seed, 3))
        for _ in range(steps):
            if not isinstance(state, State):
                return
            here = state
            self.same(lambda e: (e.who(here) if isinstance(nodes[here.node], m.Decision) else None))
            offered = self.same(lambda e: e.options(here))
            coming = self.same(lambda e: e.outcomes(here))
            if isinstance(nodes[here.node], m.Chance):
                if isinstance(coming, tuple):
                    for value, _ in coming[-1:]:
                        self.same(lambda e: e.chance(here, value))
                state = self.same(lambda e: e.chance(here))
            elif isinstance(nodes[here.node], m.Decision):
                if not isinstance(offered, tuple):
                    return
                self.same(lambda e: e.apply(here, offered[-1]))
                option, picked = self.same(lambda e: e.pick(here))
                state = self.same(lambda e: e.apply(picked, option))
            else:
                return

    def callees(self, r: Random) -> None:
        """Every function and routine with random arguments, from the first standing state."""
        state = self.same(lambda e: e.start(1))
        if not isinstance(state, State):
            return
        for function in self.machine.functions:
            args = arguments(r, function.params)
            self.same(lambda e: e.call(state, function.name, args))
        for routine in self.machine.routines:
            args = arguments(r, routine.params)
            self.same(lambda e: e.run(state, routine.name, args))


def compared(one: Engine, two: Engine, r: Random, steps: int = 8) -> int:
    """How many answers were compared; all were equal."""
    pair = Pair(one, two)
    for trial in (lambda: pair.callees(r), lambda: pair.walk(r.randrange(1 << 30), steps)):
        try:
            trial()
        except Spent:
            pass
    return pair.compared
