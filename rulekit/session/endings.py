"""How a game has ended, in words: who has won, and the points that decided."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ..play.game import GameState
from .words import GameWords


@frozen
class Ending:
    """The end of a game: a sentence on who has won, and the points of each seat. The points are empty if the rules only
    name winners."""

    sentence: str
    points: tuple[int, ...] = ()


def ending_of(words: GameWords, state: GameState, you: int | None = None) -> Ending:
    """Return how a game ended. `you` is the seat of the only person at the table, whom the sentence addresses; None if
    there are several people."""
    won = [seat for seat, payoff in enumerate(state.payoffs) if payoff > 0]
    return Ending(_sentence(words, won, state.payoffs, you), _points(words, state))


def _points(words: GameWords, state: GameState) -> tuple[int, ...]:
    """Return the points by which the rules rank players, or their payoffs if the rules set these; `()` if the rules
    only name winners."""
    return state.scores if any(state.scores) else state.payoffs if "paying" in words.ways_to_end else ()


def _sentence(words: GameWords, won: Sequence[int], payoffs: Sequence[int], you: int | None) -> str:
    if you is not None and you in won:
        others = _named(words, [seat for seat in won if seat != you])
        return words.ui("you-win-too", others=others) if others else words.ui("you-win")
    if won:
        return words.ui("wins", seats=_named(words, won))
    if not any(payoffs):
        return words.ui("draw")
    return words.ui("you-lose" if you is not None else "nobody-wins")


def _named(words: GameWords, seats: Sequence[int]) -> str:
    return words.speaker.join([words.seats[seat] for seat in seats]) if seats else ""
