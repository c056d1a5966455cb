"""Check what callers pass: whole numbers of any type (NumPy's too) and states of this machine.

A wrong type raises TypeError.  A number out of range, or a state of another game, raises ValueError.  Both messages say
what is expected.  RulekitError is for mistakes in rulebooks and for what people type.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import Any, NoReturn, TypeVar, get_args

from ..diagnostics.printable import cut
from ..machine.program import NUMBER, Machine, Parameter
from .interface import Counting, State, Value
from .random import MOST_GAME, MOST_SEED

T = TypeVar("T")


def whole_number(
    what: str, value: Any, low: int | None = None, high: int | None = None, expected: str = "a whole number"
) -> int:
    """Return `value` as an int. Raise TypeError unless it is a whole number, ValueError if it is out of bounds. `what`
    and `expected` are for the message."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{what}: {expected} is expected, not {short_repr(value)}") from None
    if (low is not None and number < low) or (high is not None and number > high):
        bounds = f"{low} to {high}" if high is not None else f"{low} or more"
        raise ValueError(f"{what}: {bounds} is expected, not {short_repr(number)}")
    return number


def seed_of(value: Any) -> int:
    """Return `value` as an int if it is a valid seed (0 to 2^64 - 1). Otherwise raise TypeError or ValueError."""
    return whole_number("seed", value, 0, MOST_SEED)


def game_number(value: Any) -> int:
    """Return `value` as an int if it is a valid game number (0 to 2^32 - 1). Otherwise raise TypeError or
    ValueError."""
    return whole_number("number of the game", value, 0, MOST_GAME)


def game_numbers(first: Any, n: Any) -> range:
    """Return the numbers of `n` games, beginning with `first`. Raise TypeError or ValueError if they are not valid."""
    first, n = game_number(first), whole_number("games", n, 0)
    if n:
        game_number(first + n - 1)
    return range(first, first + n)


def move_limit(value: Any) -> int | None:
    """Return `value` as a limit of moves: a number from 0, or None for no limit. Raise TypeError or ValueError
    otherwise."""
    return None if value is None else whole_number("most moves", value, 0)


def player_number(machine: Machine, value: Any) -> int:
    """Return `value` as an int if this machine has a player of this number, counted from 0. Otherwise raise TypeError
    or ValueError."""
    return whole_number("player", value, 0, machine.players - 1)


def find_named(table: Mapping[str, T], what: str, name: Any) -> T:
    """Return the entry of `table` with this name. If there is none, raise ValueError, or TypeError if the name is no
    text. The message calls the entry `what`."""
    if isinstance(name, str) and name in table:
        return table[name]
    kind = ValueError if isinstance(name, str) else TypeError
    raise kind(f"{what}: the name of a {what} of the machine is expected, not {short_repr(name)}")


def check_arguments(params: Sequence[Parameter], args: Any) -> tuple[Value, ...]:
    """Return the arguments for a call of a machine's function or routine as a tuple. Raise TypeError or ValueError
    unless there is one for each parameter, within its bounds."""
    if isinstance(args, str) or not isinstance(args, Iterable):
        raise TypeError(f"args: a list of arguments is expected, not {short_repr(args)}")
    given = tuple(args)
    if len(given) != len(params):
        named = f" ({', '.join(param.name for param in params)})" if params else ""
        raise ValueError(f"args: {len(params)} arguments are expected{named}, not {len(given)}")
    return tuple(map(_check_argument, params, given))


def _check_argument(param: Parameter, value: Any) -> Value:
    what = f"argument {param.name}"
    if param.kind == NUMBER:
        return whole_number(what, value, param.low, param.high)
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise TypeError(f"{what}: a set of whole numbers is expected, not {short_repr(value)}")
    return frozenset(whole_number(what, member, 0, param.kind - 1) for member in value)


def state_of(machine: Machine, value: Any) -> State:
    """Return `value` if it is a State; otherwise raise TypeError. Whether the State belongs to this machine is checked
    only when its cells are read."""
    if isinstance(value, State):
        return value
    raise foreign_state_error(machine, value)


def counting_of(value: Any) -> Counting:
    """Return `value` if it is one of the names in `Counting`; otherwise raise ValueError."""
    if value not in (known := get_args(Counting)):
        raise ValueError(f"counting: {' or '.join(map(repr, known))} is expected, not {short_repr(value)}")
    found: Counting = value
    return found


def refuse_pickle(what: str, instead: str) -> NoReturn:
    """Raise TypeError: `pickle` and `copy` cannot handle objects that contain code of this process. For the message,
    `what` names the object, and `instead` says what to pickle in its place."""
    raise TypeError(f"{what} cannot be pickled; {instead} is expected")


def foreign_state_error(machine: Machine, state: object) -> Exception:
    """Return the exception to raise for a value that is not a state of this machine."""
    if isinstance(state, State):
        return ValueError(f"this is a state of another game than {machine.name}: it stands at {state.node}")
    hint = " (`state.raw` of a GameState)" if hasattr(state, "raw") else ""
    return TypeError(f"state: a State is expected{hint}, as `cursor.save()` gives it, not {short_repr(state)}")


def short_repr(value: object) -> str:
    """Return a value as text for a message, at most 40 characters."""
    text = repr(value) if isinstance(value, str | bytes | int | float | type(None)) else f"a {type(value).__name__}"
    return cut(text, 40)
