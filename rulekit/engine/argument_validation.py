"""Validation of what a program gives: whole numbers of any sort (NumPy's among them), states of this machine.

A value of the wrong type raises TypeError, one out of range or of another game ValueError; both say what is expected.
What is wrong in a rulebook, and what a person types, is RulekitError's.
"""

from __future__ import annotations

from operator import index
from typing import Any

from ..machine.program import Machine
from .interface import State
from .random import MOST_GAME, MOST_SEED


def whole_number(
    what: str, value: Any, low: int | None = None, high: int | None = None, expected: str = "a whole number"
) -> int:
    """A number that may have any type that stands for a whole one, within these bounds."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{what}: {expected} is expected, not {short_repr(value)}") from None
    if (low is not None and number < low) or (high is not None and number > high):
        bounds = f"{low} to {high}" if high is not None else f"{low} or more"
        raise ValueError(f"{what}: {bounds} is expected, not {short_repr(number)}")
    return number


def seed_of(value: Any) -> int:
    return whole_number("seed", value, 0, MOST_SEED)


def game_number(value: Any) -> int:
    return whole_number("number of the game", value, 0, MOST_GAME)


def game_numbers(first: Any, n: Any) -> range:
    """So many games from this one on."""
    first, n = game_number(first), whole_number("games", n, 0)
    if n:
        game_number(first + n - 1)
    return range(first, first + n)


def most_moves(value: Any) -> int | None:
    return None if value is None else whole_number("most moves", value, 0)


def foreign(machine: Machine, state: object) -> Exception:
    """What is to be raised where a machine can do nothing with what should be a state of it."""
    if isinstance(state, State):
        return ValueError(f"this is a state of another game than {machine.name}: it stands at {state.node}")
    hint = " (`state.raw` of a GameState)" if hasattr(state, "raw") else ""
    return TypeError(f"state: a State is expected{hint}, as `cursor.save()` gives it, not {short_repr(state)}")


def short_repr(value: object) -> str:
    text = repr(value) if isinstance(value, str | bytes | int | float | type(None)) else f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:39] + "…"
