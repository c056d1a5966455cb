"""Differences between two editions that exist only under other answers of options, or for other numbers of players.

Each other answer is tried separately, as `check` does. Changes that also exist under the present answers are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve, frozen

from ..diagnostics import RulekitError
from ..diagnostics.printable import capital
from ..model.change_kinds import Added, Change, HeaderChanged, Reordered, Replaced, Struck, WordChange
from ..model.difference import difference
from ..model.rulebook import Placed, Rulebook
from ..model.settings import other_answers
from ..syntax.nodes import Word, WordsClause
from ..syntax.traversal import same
from .edition_prose import Options, TwoEditions, Voice
from .names import Chapters, TitleLookup
from .told_changes import ChangeTeller, ToldChange
from .topics import Topic, TopicFinder

Known = Mapping[tuple[str, ...], tuple[object, ...]]
"""By part of a change, its texts, for the changes that exist under the present answers and number of players."""


@frozen(slots=False)
class Elsewhere:
    """The changes that exist only in one configuration of both `editions`: with these options, or for this number of
    players (None if it is not about players). `under` describes the configuration in words."""

    under: str
    options: Options
    players: int | None
    editions: TwoEditions
    changes: tuple[Change, ...]

    @cached_property
    def _spoken(self) -> tuple[Voice, Voice, Mapping[str, str]]:
        """Return the clauses of both editions in words, and the chapter title of each clause."""
        rulebooks = self.editions.rulebooks()
        return *self.editions.voices(rulebooks), Chapters.both(*rulebooks).of

    @cached_property
    def told(self) -> tuple[ToldChange, ...]:
        """Return the changes as they are described to a reader."""
        first, second, chapters = self._spoken
        teller = ChangeTeller(first, second, {}, chapters)  # without conditions, since the heading names the answer
        return tuple(map(teller.tell, self.changes))

    def topics(self) -> Iterator[Topic]:
        """Yield the changes of the rules as topics, each with the configuration in its title."""
        under = capital(self.under)
        for topic in TopicFinder(*self._spoken).topics(self.changes):
            ids = frozenset(f"{self.under} {id_}" for id_ in topic.changes)
            yield evolve(topic, title=f"{under}: {topic.title}", changes=ids, chapter=under)


FindChanges = Callable[[Rulebook, Rulebook], tuple[Change, ...]]


def changes_elsewhere(
    editions: TwoEditions, counts: Sequence[int], changes: Sequence[Change], find: FindChanges = difference
) -> Iterator[Elsewhere]:
    """Yield changes not in `changes` that exist for other numbers of players, then those under other answers."""
    known = {part.key: part.texts for c in changes for part in _parts(c)}
    for count in counts:
        if count != editions.players:
            other = evolve(editions, players=count)
            yield Elsewhere(f"with {count} players", {}, count, other, _new_changes(other, known, find))
    for answered in answered_editions(editions):
        name, value = answered.answer
        if fresh := _new_changes(answered.editions, known, find):
            yield Elsewhere(answered.under, {name: value}, None, answered.editions, fresh)


@frozen
class AnsweredEditions:
    """Both editions with another answer to an option; `under` describes the answer."""

    answer: tuple[str, int | str]
    editions: TwoEditions

    @property
    def under(self) -> str:
        name, value = self.answer
        book = next(book for book in reversed(self.editions.rulebooks()) if name in book.options)
        words = TitleLookup(book)
        return f'if "{words.of(name)}" is "{words.answer(name, value)}"'


def answered_editions(editions: TwoEditions) -> Iterator[AnsweredEditions]:
    """Yield both editions with each other answer that an option has in either book, unless the user set the option."""
    found = ((config, a) for book, config in editions.configurations() for a in other_answers(book.books, config))
    for name, value in dict.fromkeys(answer for config, answer in found if answer[0] not in config.options):
        have = [name in book.rulebook.options for book in editions.books]
        first, second = ({**o, name: value} if has else o for o, has in zip(editions.options, have, strict=True))
        yield AnsweredEditions((name, value), evolve(editions, options=(first, second)))


@frozen
class _Part:
    """A part of a change, with its texts. `key` identifies it among known changes; `word` is a catalog line, or
    None."""

    key: tuple[str, ...]
    texts: tuple[object, ...]
    word: WordChange | None = None


def _parts(change: Change) -> tuple[_Part, ...]:
    """Return the parts of a change that are compared separately: the words of a catalog, or the change as a whole."""
    match change:
        case Added(after=after):
            return (_Part(("added", after.id), (after.layer, *_text(after))),)
        case Struck(before=before):
            return (_Part(("struck", before.id), (before.layer, *_text(before))),)
        case Replaced(before=before, after=after, details=details):
            words = [one for one in details if isinstance(one, WordChange)]
            lines = tuple(_Part(("word", after.id, one.name), (one.before, one.after), one) for one in words)
            return lines or (_Part(("replaced", after.id), (after.layer, *_text(before), *_text(after))),)
        case HeaderChanged(part=part, before=one, after=two):
            return (_Part(("header", part), (one, two)),)
        case Reordered(slot=slot, before=order, after=new):
            return (_Part(("order", slot), (order, new)),)


def _text(placed: Placed) -> tuple[object, ...]:
    return placed.clause, placed.conditions, placed.unless


def _news(change: Change, known: Known) -> Change | None:
    """Return a change without the parts that also exist in the present configuration (`known`); None if all do."""
    parts = _parts(change)
    new = [part for part in parts if not same(known.get(part.key), part.texts)]
    words = [part.word for part in new if part.word]
    if len(new) == len(parts) or not words:
        return change if new else None
    assert isinstance(change, Replaced)
    before = _catalog(change.before, (one.before for one in words))
    after = _catalog(change.after, (one.after for one in words))
    return evolve(change, before=before, after=after, details=tuple(words))


def _catalog(placed: Placed, words: Iterable[Word | None]) -> Placed:
    """Return a catalog clause with only these words."""
    assert isinstance(placed.clause, WordsClause)
    return evolve(placed, clause=evolve(placed.clause, entries=tuple(filter(None, words))))


def _new_changes(editions: TwoEditions, known: Known, find: FindChanges) -> tuple[Change, ...]:
    """Return the changes that exist only in this configuration; none if a book cannot have it."""
    try:
        first, second = editions.rulebooks()
    except RulekitError:
        return ()
    return tuple(new for c in find(first, second) if (new := _news(c, known)) is not None)
