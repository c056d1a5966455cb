"""Two cursors side by side: the same random steps forward, back and away, the same answers after each."""

from __future__ import annotations

from random import Random
from typing import Any

from rulekit.engine.interface import Cursor, Engine, GameFault, State


def answer(cursor: Cursor, question: str, *args: Any) -> Any:
    """What the cursor says; what it refuses is the exception's type, and a fault tells its number and state too."""
    try:
        found = getattr(cursor, question)
        return found(*args) if callable(found) else found
    except GameFault as fault:
        return GameFault, fault.index, fault.state
    except (ValueError, IndexError) as error:
        return type(error)


class CursorPair:
    """`same` asks both; `walk` goes through a game, with questions in between.  `one` is the engine that says what the
    options are, so that neither cursor need be asked."""

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
            assert answer(self.two, question) == found  # asked again, when it may have been kept
        for player in self.players:
            self.same("observe", player)

    def walk(self, r: Random, steps: int) -> list[State]:
        """The states gone through, the first one first."""
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
