"""Plays a rulebook and a plain program side by side: the program is a generator that asks and is told what was chosen.

The programs are written from the printed rules and not from the rulebooks. They read from the game what chance
gave, and test that it is possible.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping
from typing import Any

from attrs import define, frozen

from rulekit.play.game import GameState
from tests import shipped


@frozen
class Question:
    """Who is asked, from 0, for one of which moves, and what lies on the table, by the names of the rulebook."""

    player: int
    moves: Collection[str]
    table: Mapping[str, Any]


@define
class Game:
    """The rulebook's side of a game: where a program reads what chance gave."""

    state: GameState

    @property
    def players(self) -> int:
        return self.state.game.players

    def row(self, cell: str, *index: int) -> list[int]:
        """Return a stack from the bottom, as numbers of cards."""
        return [card - 1 for card in self.state.value(cell, *index)]

    def heap(self, cell: str, *index: int) -> Counter[int]:
        """Return a heap as the number of each card."""
        found = self.state.game.layout.slots[cell].whole(self.state.raw.cells, index)
        return +Counter(dict(enumerate(found))) if isinstance(found, tuple) else Counter(found)

    def shown(self, cell: str, like: Any) -> Any:
        """Return a cell in the form in which a program shows it: a list has an item for each player."""
        if isinstance(like, list):
            read = self.heap if isinstance(like[0], Counter) else self.state.value
            return [read(cell, at) for at in range(len(like))]
        return self.heap(cell) if isinstance(like, Counter) else self.state.value(cell)


Program = Generator[Question, str, list[bool]]
"""A game: it yields questions, gets moves, and returns whether each player has won."""


def play_side_by_side(name: str, program: Callable[[Game], Program], players: int, games: int, seed: int) -> int:
    """Play random games in both and return the number of positions compared."""
    chance, compared = random.Random(seed), 0
    for _ in range(games):
        game = Game(shipped.game(name, players).start(chance.randrange(1 << 30)))
        script, made = program(game), []
        asked, won = next(script), None
        while won is None:
            assert not game.state.over, made
            compared += 1
            assert game.state.player == asked.player, made
            assert set(game.state.labels()) == set(asked.moves), made
            for cell, like in asked.table.items():
                assert game.shown(cell, like) == like, (cell, made)
            made.append(chance.choice(sorted(asked.moves)))
            game.state = game.state.apply(made[-1])
            try:
                asked = script.send(made[-1])
            except StopIteration as end:
                won = end.value
        assert game.state.over and [paid > 0 for paid in game.state.payoffs] == won, made
    return compared
