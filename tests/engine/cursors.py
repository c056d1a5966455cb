"""Compares two cursors: after the same random steps forward, back and to other states, both must give the same
answers."""

from __future__ import annotations

from random import Random
from typing import Any

from rulekit.engine.interface import Cursor, Engine, GameFault, State


def answer(cursor: Cursor, question: str, *args: Any) -> Any:
    """Return the cursor's answer to a method or property. For a fault, return its number and state; for another
    refusal, the type of the exception."""
    try:
        found = getattr(cursor, question)
        return found(*args) if callable(found) else found
    except GameFault as fault:
        return GameFault, fault.index, fault.state
    except (ValueError, IndexError) as error:
        return type(error)


class CursorPair:
    """Two cursors at the same state. `same` asks both, and `walk` plays a game with questions in between. The engine
    `one` lists the options, so that neither cursor needs to be asked for them."""

    def __init__(self, one: Engine, two: Engine, state: State, drawn: bool) -> None:
        self.engine = one
        self.one, self.two = one.cursor(state, drawn), two.cursor(state, drawn)
        self.players = range(-1, one.machine.players + 1)
        self.compared = 0

    def same(self, question: str, *args: Any) -> Any:
        first, second = answer(self.one, question, *args), answer(self.two, question, *args)
        assert first == second, (question, args)
        self.compared += 1
        return first

    def look(self) -> None:
        for question in ("node", "over", "player", "payoffs", "legal", "outcomes"):
            found = self.same(question)
            assert answer(self.two, question) == found  # asked again, since the first answer may be cached
        for player in self.players:
            self.same("observe", player)

    def walk(self, r: Random, steps: int) -> list[State]:
        """Return the states visited, starting with the first."""
        seen: list[State] = [self.same("save")]
        for _ in range(steps):
            if r.random() < 0.6:
                self.look()
            self.step(r, seen)
            seen.append(self.same("save"))
        while self.same("undo") is None:
            assert self.same("save") in seen
        return seen

    def step(self, r: Random, seen: list[State]) -> None:
        here, choice = seen[-1], r.random()
        outcomes = self.engine.outcomes(here)
        if choice < 0.15:
            self.same("undo")
        elif choice < 0.25:
            self.same("load", r.choice(seen))
        elif outcomes and choice < 0.95:
            self.same("chance", r.choice([None, *(value for value, _ in outcomes)]))
        elif outcomes:
            self.same("chance", max(value for value, _ in outcomes) + 1)
        else:
            wrong = [-1, 1 << 31, 1 << 40, r.randrange(50)] if choice > 0.9 else []
            self.same("apply", r.choice([*self.engine.options(here), *wrong] or [0]))
