"""What a program gives to load and to configure a game, looked at before anything is done with it.

Like `engine.argument_validation`: TypeError and ValueError are mistakes of the program, and say what is expected;
whether there is such a book, such an option or so many players is for the stages that know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from ..engine.argument_validation import short_repr, whole_number
from ..engine.choice import ENGINES


def checked_book_name(what: str, value: Any) -> str:
    if isinstance(value, str | PathLike) and isinstance(name := str(value), str):
        return name
    raise TypeError(f"{what}: the name of a rulebook or a path is expected, not {short_repr(value)}")


def book_names(what: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str | PathLike) or not isinstance(value, Sequence):
        raise TypeError(f"{what}: a list of names or paths is expected, not {short_repr(value)}")
    return tuple(checked_book_name(what, name) for name in value)


def player_count(value: Any) -> int | None:
    return None if value is None else whole_number("players", value)


def checked_settings(value: Any) -> dict[str, int | str]:
    """Options by name, each with a number or the name of an answer."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"options: a dict from names to answers is expected, not {short_repr(value)}")
    found: dict[str, int | str] = {}
    for name, answer in value.items():
        if not isinstance(name, str):
            raise TypeError(f"options: names are expected, not {short_repr(name)}")
        expected = "a number or the name of an answer"
        found[name] = answer if isinstance(answer, str) else whole_number(f"option {name}", answer, expected=expected)
    return found


def engine_name(value: Any) -> None:
    if value not in ENGINES:
        raise ValueError(f"engine: {' or '.join(map(repr, ENGINES))} is expected, not {short_repr(value)}")
