"""What each change of the rules does by itself: games of the first edition against the same with this change alone.

Which changes come together is `separate_changes.py`'s; how a game is made of them is the same as for any rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ..engine.choice import EngineName, make_engine
from ..engine.interface import Engine
from ..machine.identity import rules_identity
from ..machine.lower import lower
from ..model.changes import Change
from ..model.difference import difference
from ..model.rulebook import Rulebook
from ..pipeline import check_layered
from .figures import AloneFigures, Sides, sides
from .names import conditions_of
from .separate_changes import change_id, separate, with_changes

if TYPE_CHECKING:
    from ..engine.game_columns import GameColumns
    from ..play.loaded_book import LoadedBook

MOST_GROUPS = 6
"""Groups of changes that are played one by one: where there are more, editions differ altogether."""


@frozen(eq=False)
class SingleChange:
    """A group of changes; `engine` plays the first edition with them alone, None where there is no such game (`why`)
    or it is the first game itself (`same`)."""

    ids: tuple[str, ...]
    engine: Engine | None = None
    same: bool = False
    why: str = ""


def single_changes(
    books: tuple[LoadedBook, LoadedBook],
    rulebooks: tuple[Rulebook, Rulebook],
    engine: EngineName,
    games: int | None = None,
) -> tuple[SingleChange, ...]:
    """The groups of changes from one rulebook to the other, if there are some, and not too many to look at; `games` are
    to be played of each.
    """
    first, second = rulebooks
    groups = separate(difference(first, second), conditions_of((*books[0].books, *books[1].books)))
    if not 1 < len(groups) <= MOST_GROUPS:
        return ()
    usual, _ = check_layered(first, (), examples=False, knowledge=False)
    known = rules_identity(lower(usual)) if usual is not None else None
    return tuple(_single(first, second, group, known, engine, games) for group in groups)


def _single(
    first: Rulebook, second: Rulebook, group: Sequence[Change], known: str | None, engine: EngineName, games: int | None
) -> SingleChange:
    ids = tuple(change_id(c) for c in group)
    model, found = check_layered(with_changes(first, second, group), (), examples=False, knowledge=False)
    if model is None:
        return SingleChange(ids, why=next((d.message for d in found if d.severity == "error"), "it has mistakes"))
    machine = lower(model)
    if rules_identity(machine) == known:
        return SingleChange(ids, same=True)
    return SingleChange(ids, make_engine(machine, engine, games))


def with_single_changes(
    whole: Sides, first: Engine, base: GameColumns, found: Sequence[SingleChange], played: Sequence[GameColumns]
) -> Sides:
    """The figures of both editions, with those of each change alone; `played` are the games of those with an engine."""
    games = iter(played)
    alone = []
    for one in found:
        figures = None if one.engine is None else sides(first, one.engine, base, next(games), whole.seed)
        alone.append(AloneFigures(one.ids, figures, one.same, one.why))
    return evolve(whole, alone=tuple(alone))
