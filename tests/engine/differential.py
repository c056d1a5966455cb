"""Compares two engines: the same questions and steps must give the same answers, cells and faults.

Engines may count steps differently. So if one runs out of fuel (its limit of steps), the comparison of this game
ends.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from rulekit.engine.interface import Engine, GameFault, State
from rulekit.machine import program as m

from .machines import arguments


class Spent(Exception):
    """Raised if only one engine runs out of fuel, since nothing more can be compared then."""


def answer(engine: Engine, question: str, args: tuple[Any, ...]) -> Any:
    """Return the engine's answer; for a fault, its number in a list."""
    try:
        return getattr(engine, question)(*args)
    except GameFault as fault:
        return [fault.index]


class Pair:
    """Two engines for one machine, whose answers must be equal."""

    def __init__(self, one: Engine, two: Engine) -> None:
        self.one, self.two = one, two
        self.machine = one.machine
        self.compared = 0

    def same(self, question: str, *args: Any) -> Any:
        """Return the answer of both engines, which must be equal; for a fault, its number in a list."""
        first, second = answer(self.one, question, args), answer(self.two, question, args)
        spent = [self.machine.fuel_fault]
        if first != second and spent in (first, second):
            raise Spent
        assert first == second
        self.compared += 1
        return first

    def walk(self, seed: int, steps: int) -> None:
        """Play one game: in each state call all methods that ask something, then take the same random step."""
        nodes = {n.id: n for n in self.machine.nodes}
        state = self.same("start", seed, 3)
        for _ in range(steps):
            if not isinstance(state, State):
                return
            here = state
            if isinstance(nodes[here.node], m.Decision):
                self.same("who", here)
            offered = self.same("options", here)
            coming = self.same("outcomes", here)
            if isinstance(nodes[here.node], m.Chance):
                if isinstance(coming, tuple):
                    for value, _ in coming[-1:]:
                        self.same("chance", here, value)
                state = self.same("chance", here)
            elif isinstance(nodes[here.node], m.Decision):
                if not isinstance(offered, tuple):
                    return
                self.same("apply", here, offered[-1])
                option, picked = self.same("pick", here)
                state = self.same("apply", picked, option)
            else:
                return

    def callees(self, r: Random, times: int) -> None:
        """Call every function and routine with random arguments; each routine starts from a state that an earlier one
        may have changed."""
        state = self.same("start", 1)
        if not isinstance(state, State):
            return
        for _ in range(times):
            for routine in self.machine.routines:
                args, here = arguments(r, routine.params), state
                after = self.asked("run", here, routine.name, args)
                state = after if isinstance(after, State) and r.random() < 0.5 else state
            for function in self.machine.functions:
                args, here = arguments(r, function.params), state
                self.asked("call", here, function.name, args)

    def asked(self, question: str, *args: Any) -> Any:
        """Do the same as `same`, but return None if only one engine runs out of fuel."""
        try:
            return self.same(question, *args)
        except Spent:
            return None


def compare_callees(one: Engine, two: Engine, r: Random, times: int = 3) -> int:
    """Call functions and routines on both engines. Return how many answers were compared, all of which were equal."""
    pair = Pair(one, two)
    pair.callees(r, times)
    return pair.compared


def compare_games(one: Engine, two: Engine, r: Random, steps: int = 8) -> int:
    """Play a random game on both engines. Return how many answers were compared, all of which were equal."""
    pair = Pair(one, two)
    with suppress(Spent):
        pair.walk(r.randrange(1 << 30), steps)
    return pair.compared
