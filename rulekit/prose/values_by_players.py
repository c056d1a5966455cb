"""Finds values that depend on the number of players: each value, with the numbers of players for which it is the
value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ..check.checked import CheckedModel
from .grammar import Grammar

T = TypeVar("T")
Models = Callable[[], Sequence[CheckedModel]]
"""A function that returns the models of a game, one for each number of players."""


def by_players(models: Models, value: Callable[[CheckedModel], T | None]) -> dict[T, list[int]]:
    """Return a mapping from values to the numbers of players whose model has this value. None does not count as a
    value."""
    found: dict[T, list[int]] = {}
    for model in models():
        if (one := value(model)) is not None:
            found.setdefault(one, []).append(model.rulebook.players)
    return found


def counts_in_words(counts: Sequence[int], grammar: Grammar) -> dict[str, str | int]:
    """Return the arguments of the message `by-players`, which names some numbers of players."""
    return {"counts": grammar.join_list([str(count) for count in counts], "or"), "last": counts[-1]}
