"""A whole comparison as one value: the first screen, the changes by chapter, differences under other answers or numbers
of players, the options that differ, the statistics.

The terminal, the HTML page, JSON and the site all show this value and compute nothing themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve, frozen

from ..machine.identity import has_same_rules
from ..model.change_kinds import Change
from ..model.difference import difference
from ..model.rulebook import Rulebook
from ..play.loaded_book import machine_of
from .changes_json import changes_json
from .edition_prose import TwoEditions, Voice
from .figure_sentences import effect_sentences, measured_sentences
from .first_screen import FirstScreen
from .names import Chapters, TitleLookup, conditions_of
from .other_answers import Elsewhere, changes_elsewhere
from .paired_figures import Sides
from .screen_building import ScreenBuilder, screen_json
from .told_changes import HEADER, ChangeTeller, ToldChange


@frozen
class ChapterChanges:
    """The changes in one chapter."""

    title: str
    told: tuple[ToldChange, ...]


@frozen
class OptionInForce:
    """An option that has different answers in the two editions: `first` and `second`; None for an edition without the
    option. `answers` are the titles of these answers."""

    name: str
    title: str
    first: int | str | None
    second: int | str | None
    answers: tuple[str, str]


@frozen
class ComparisonReport:
    """Two rulebooks and their differences. `screen` is what a reader sees first; `chapters` has the changes by chapter;
    `elsewhere` has changes that exist only under other answers or numbers of players; `options` are those that have
    different answers. `sides` has the statistics, None if no games were played. `equal` are the numbers of players for
    which both editions are proved to be the same game; `other_players` are the other numbers of players for which there
    are more changes. `does` has sentences on what is proved or measured. `voices` have the clauses of each edition in
    words."""

    first: Rulebook
    second: Rulebook
    names: tuple[str, str]
    players: int
    screen: FirstScreen
    does: tuple[str, ...]
    changes: tuple[Change, ...]
    chapters: tuple[ChapterChanges, ...]
    elsewhere: tuple[Elsewhere, ...]
    options: tuple[OptionInForce, ...]
    equal: tuple[int, ...]
    other_players: tuple[int, ...]
    sides: Sides | None
    voices: tuple[Voice, Voice]

    def as_json(self) -> dict[str, Any]:
        return {
            "first": self.names[0],
            "second": self.names[1],
            "players": self.players,
            "other_players": list(self.other_players),
            "screen": screen_json(self.screen),
            "does": list(self.does),
            "same_game": list(self.equal),
            "changes": changes_json(self.changes),
            "chapters": [
                {"chapter": c.title, "changes": [t.text for t in c.told]} for c in self.chapters
            ],
            "elsewhere": [
                {"under": one.under, "options": dict(one.options), "players": one.players,
                 "changes": changes_json([t.change for t in one.told])} for one in self.elsewhere
            ],
            "options": [{"option": o.name, "first": o.first, "second": o.second} for o in self.options],
            "simulation": self.sides.as_json() if self.sides else None,
        }  # fmt: skip  # one key in a line


def report(
    editions: TwoEditions,
    sides: Sides | None = None,
    only_players: bool = False,
    equal: Sequence[int] | None = None,
) -> ComparisonReport:
    """Compare two editions and return the report. With `only_players`, other numbers of players are not compared.
    `equal` is the result of `same_games` if the caller has it already."""
    books, players = editions.books, editions.players
    first, second = editions.rulebooks()
    changes = difference(first, second)
    under = conditions_of((*books[0].books, *books[1].books))
    chapters = Chapters.both(first, second)
    one, two = editions.voices((first, second))
    teller = ChangeTeller(one, two, under, chapters.of)
    told = tuple(teller.tell(c) for c in changes)
    common = [players] if only_players else sorted({players, *books[0].player_counts} & {*books[1].player_counts})
    other = tuple(one for one in changes_elsewhere(editions, common, changes) if one.changes)
    differing = options_in_force(first, second)
    equal = same_games(editions, common) if equal is None else tuple(equal)
    chosen = [(o.title, *o.answers) for o in differing if _is_set_by_hand(o, first, second)]
    others = sorted(o.players for o in other if o.players is not None)
    does = _effects(equal, players, common, sides, told, teller)
    builder = ScreenBuilder(editions, one, two, chapters)
    return ComparisonReport(
        first=first,
        second=second,
        names=editions.names,
        players=players,
        screen=builder.screen(changes, other, does, sides if players not in equal else None, chosen),
        does=does,
        changes=changes,
        chapters=_by_chapter(told, chapters.order),
        elsewhere=other,
        options=differing,
        equal=equal,
        other_players=tuple(others),
        sides=sides,
        voices=(one, two),
    )


def options_in_force(first: Rulebook, second: Rulebook) -> tuple[OptionInForce, ...]:
    """Return the options that have different answers in the two games."""
    one, two = TitleLookup(first), TitleLookup(second)
    found = []
    for name in dict.fromkeys((*first.options, *second.options)):
        a, b = first.options.get(name), second.options.get(name)
        if a != b:
            answers = tuple("" if v is None else n.answer(name, v) for n, v in ((one, a), (two, b)))
            title = two.of(name) if b is not None else one.of(name)
            found.append(OptionInForce(name, title, a, b, (answers[0], answers[1])))
    return tuple(found)


def _is_set_by_hand(option: OptionInForce, first: Rulebook, second: Rulebook) -> bool:
    """Return whether both books have an option and the user set it. If only the default differs, the change of the
    option's clause shows it."""
    return None not in (option.first, option.second) and option.name in first.changed | second.changed


def same_games(editions: TwoEditions, counts: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of players for which both books compile to the same machine, which proves that they are the
    same game. A book that is not a whole game has no machine, so nothing is proved about it."""
    found = []
    for count in counts:
        one, two = (book.model(config) for book, config in evolve(editions, players=count).configurations())
        if one is not None and two is not None and has_same_rules(machine_of(one), machine_of(two)):
            found.append(count)
    return tuple(found)


def _effects(
    equal: Sequence[int],
    players: int,
    common: Sequence[int],
    sides: Sides | None,
    told: Sequence[ToldChange],
    teller: ChangeTeller,
) -> tuple[str, ...]:
    """Return sentences on the effects of the changes: that the games are proved to be the same or, if not, what the
    statistics show."""
    if players in equal:
        measured = _different_measures(sides, teller)
        if len(equal) == len(common):
            wording = "No rule differs, only wording: t" if told and all(t.wording for t in told) else "T"
            counts = "" if len(common) == 1 else f" for {list_counts(common)} players"
            return (f"{wording}he games are the same{counts} (proved: both become the same machine).", *measured)
        return (
            f"The games of {list_counts(equal)} players are the same (proved: both become the same machine).",
            *measured,
        )
    if sides is None:
        return ()
    return effect_sentences(sides, told, teller.first.names, teller.second.names)


def _different_measures(sides: Sides | None, teller: ChangeTeller) -> tuple[str, ...]:
    """Return sentences on the statistics defined in the rulebooks that differ, for games that are otherwise the
    same."""
    if sides is None or not any(f.interval is not None and f.interval.difference for f in sides.measured):
        return ()
    return tuple(measured_sentences(sides, teller.second.names))


def list_counts(counts: Sequence[int]) -> str:
    """Return a list of numbers of players as text: `2 to 5`, `2 and 4`, `4, 6, 7`."""
    if len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return " and ".join(map(str, counts)) if len(counts) < 3 else ", ".join(map(str, counts))


def _by_chapter(told: Sequence[ToldChange], order: Sequence[str]) -> tuple[ChapterChanges, ...]:
    """Return the changes grouped by chapter, in the order of the book; those of the header are first."""
    titles = dict.fromkeys((HEADER, *order, *(t.chapter for t in told)))
    found = ((title, tuple(t for t in told if t.chapter == title)) for title in titles)
    return tuple(ChapterChanges(title, members) for title, members in found if members)
