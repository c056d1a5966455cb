"""What differs between two editions only under answers that are not in force, or for other numbers of players.

Each other answer is tried by itself, as `check` does; changes that are there anyway are not told again.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache

from attrs import evolve, frozen

from ..diagnostics import RulekitError
from ..model.changes import Added, Change, HeaderChanged, Reordered, Replaced, Struck
from ..model.difference import difference
from ..model.meaning_hash import tree_digest
from ..model.rulebook import Config, Placed
from ..model.settings import other_answers
from ..model.word_catalogs import sort_catalog
from ..play.loaded_book import LoadedBook
from ..syntax.nodes import Clause, WordsClause
from .edition_prose import Models, Options, voices_of
from .names import Chapters, TitleLookup
from .told_changes import ChangeTeller, ToldChange
from .topics import Topic, TopicFinder


@frozen
class Elsewhere:
    """Changes that exist only with these options, or for this number of players (else None); `under` says it."""

    under: str
    options: Options
    players: int | None
    told: tuple[ToldChange, ...]
    finder: TopicFinder

    def topics(self) -> tuple[Topic, ...]:
        """Return its changes of the rules as topics, each with where it holds."""
        begin = self.under[0].upper() + self.under[1:]
        return tuple(
            evolve(
                t,
                title=f"{begin}: {t.title}",
                changes=frozenset(f"{self.under} {id_}" for id_ in t.changes),
                chapter=begin,
            )
            for t in self.finder.topics([one.change for one in self.told])
        )


def elsewhere(
    books: tuple[LoadedBook, LoadedBook],
    options: tuple[Options, Options],
    players: int,
    counts: Sequence[int],
    changes: Sequence[Change],
    models: Models,
) -> tuple[Elsewhere, ...]:
    """Return what differs for other numbers of players, then for each other answer at this number."""
    known = {_key(c) for c in changes}
    found: list[Elsewhere] = []
    for count in counts:
        if count != players:
            one = _new_changes(books, options, count, known, models)
            if one:
                found.append(Elsewhere(f"with {count} players", {}, count, *one))
    for name, value in _answers(books, options, players):
        pair = tuple({**o, name: value} if has else o for o, has in zip(options, _which_have(books, name), strict=True))
        told = _new_changes(books, (pair[0], pair[1]), players, known, models)
        if told:
            rulebook = books[_which_have(books, name)[1]].apply_layers(players, pair[_which_have(books, name)[1]])
            words = TitleLookup(rulebook)
            said = f'if "{words.of(name)}" is "{words.answer(name, value)}"'
            found.append(Elsewhere(said, {name: value}, None, *told))
    return tuple(found)


def _key(change: Change) -> tuple[object, ...]:
    """Return the same for changes between the same texts; nothing is written out for it, as that takes long."""
    match change:
        case Added(after=after):
            return "added", after.layer, _text_key(after)
        case Struck(before=before):
            return "struck", before.layer, _text_key(before)
        case Replaced(before=before, after=after):
            return "replaced", after.layer, _text_key(before), _text_key(after)
        case HeaderChanged(part=part, before=one, after=two):
            return "header", part, one, two
        case Reordered(slot=slot, before=order, after=new):
            return "order", slot, order, new


def _text_key(placed: Placed) -> tuple[str, str]:
    return _clause_key(placed.clause), tree_digest((placed.conditions, placed.unless), words=True)


@lru_cache(maxsize=4096)
def _clause_key(clause: Clause) -> str:
    """Return the key of a clause, which most configurations share."""
    return tree_digest((sort_catalog(clause) if isinstance(clause, WordsClause) else clause,), words=True)


def _which_have(books: tuple[LoadedBook, LoadedBook], name: str) -> tuple[bool, bool]:
    return name in books[0].rulebook.options, name in books[1].rulebook.options


def _answers(
    books: tuple[LoadedBook, LoadedBook], options: tuple[Options, Options], players: int
) -> list[tuple[str, int | str]]:
    """Return each other answer in either book to questions that nobody has set."""
    every = dict.fromkeys(a for b, o in zip(books, options, strict=True)
                          for a in other_answers(b.books, Config(players, o)) if a[0] not in o)  # fmt: skip
    return list(every)


def _new_changes(
    books: tuple[LoadedBook, LoadedBook],
    options: tuple[Options, Options],
    players: int,
    known: Set[tuple[object, ...]],
    models: Models,
) -> tuple[tuple[ToldChange, ...], TopicFinder] | None:
    """Return the new changes of this configuration, and what finds their topics; None if there are none, or if a book
    has no such configuration.
    """
    try:
        first, second = (b.apply_layers(players, o) for b, o in zip(books, options, strict=True))
    except RulekitError:
        return None
    fresh = [c for c in difference(first, second) if _key(c) not in known]
    if not fresh:
        return None
    one, two = voices_of((first, second), books, options, players, models)
    chapters = Chapters.both(first, second).of
    teller = ChangeTeller(one, two, {}, chapters)  # under which answer these stand is said above them
    return tuple(teller.tell(c) for c in fresh), TopicFinder(one, two, chapters)
