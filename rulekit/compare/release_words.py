"""Changes of a game in the words of its author, as notes for players: what holds now, and what held before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve, frozen
from babel import Locale, UnknownLocaleError

from ..model import change_kinds as ch
from ..syntax import nodes as s
from .change_groups import change_id
from .edition_labels import sentences_apart
from .edition_prose import TwoEditions, Voice
from .names import Chapters, clause_kind, clause_title, conditions_of
from .plain_words import one_side
from .release_changes import GameChange, Kind
from .section_topics import BookPart, PartTopics, book_parts
from .text_difference import DiffLine, rows_line
from .told_changes import ChangeTeller, ToldChange
from .topic_weight import Weigher, change_weight
from .topics import Topic, TopicFinder

CHECKED = (s.ExampleClause, s.FigureClause, s.LookClause)
"""Clauses whose titles say less than what else changed in them."""
MOST_WORDS = 6
"""Words of a catalog that are told one by one, at most."""


@frozen
class ReleaseNote:
    """A change as players read it. `sort` is new, gone, changed, renamed, moved or same; `before` and `after` are the
    words of each revision, "" if it has none. `under` has the conditions under which alone it exists. `clauses` are
    the ids of the changed clauses, `games` the names of the games."""

    kind: Kind
    sort: str
    title: str
    before: str
    after: str
    under: tuple[str, ...]
    clauses: tuple[str, ...]
    games: tuple[str, ...]


def word_changes(
    changes: Sequence[GameChange], games: tuple[str, ...], folded: dict[str, set[str]]
) -> Iterator[ReleaseNote]:
    """Yield the notes on changes of one game, each change in exactly one note. `folded` has the games for which the
    words of a section, by its id, are told by a note on rules; it grows."""
    groups: dict[int, list[GameChange]] = {}
    for one in changes:
        groups.setdefault(id(one.editions), []).append(one)
    for members in groups.values():
        yield from _Wording(members[0].editions, games, folded).notes(members)


@frozen(slots=False, eq=False)
class _Wording:
    """Words changes that exist in one configuration of two editions."""

    editions: TwoEditions
    games: tuple[str, ...]
    folded: dict[str, set[str]]

    @cached_property
    def voices(self) -> tuple[Voice, Voice]:
        return self.editions.voices(self.editions.rulebooks())

    @cached_property
    def chapters(self) -> Chapters:
        return Chapters.both(*self.editions.rulebooks())

    @cached_property
    def teller(self) -> ChangeTeller:
        books = self.editions.books
        return ChangeTeller(*self.voices, conditions_of((*books[0].books, *books[1].books)), self.chapters.of)

    def notes(self, changes: Sequence[GameChange]) -> Iterator[ReleaseNote]:
        """Yield the notes, those on rules first."""
        rules = {change_id(one.change): one for one in changes if one.kind in ("rules", "answers")}
        topics, sections = self._topics([one.change for one in rules.values()])
        for id_ in sections:
            self.folded.setdefault(id_, set()).update(self.games)
        told: set[str] = set()
        for topic in topics:
            members = [rules[id_] for id_ in sorted(topic.changes - told, key=list(rules).index)]
            if members:
                told |= topic.changes
                yield self._rule_note(topic, members)
        for one in _whole_catalogs(changes):
            if _id(one) not in rules and not {*self.games} <= self.folded.get(_id(one), set()):
                yield self._other_note(one)

    def _topics(self, changes: Sequence[ch.Change]) -> tuple[list[Topic], set[str]]:
        """Return the topics that tell these changes, and the ids of the sections of which they tell the words."""
        if not changes:
            return [], set()
        weighers = [Weigher(voice.names.rulebook) for voice in self.voices]
        weights = {change_id(c): change_weight(c, weighers[0], weighers[1]) for c in changes}
        one, two = (book_parts(voice) for voice in self.voices)
        said = list(PartTopics(one, two, weights).topics()) if one and two else []
        told = frozenset[str]().union(*(topic.changes for topic in said))
        rest = TopicFinder(*self.voices, self.chapters.of).all_topics([c for c in changes if change_id(c) not in told])
        return [*said, *rest], {*_sections_about(told, one, two)}

    def _rule_note(self, topic: Topic, members: Sequence[GameChange]) -> ReleaseNote:
        before, after = topic.before, topic.after
        if not before and not after:
            sides = [_sides(self.teller.tell(one.change)) for one in members]
            before, after = (" ".join(filter(None, side)) for side in zip(*sides, strict=True))
        sorts = {_sort(one.change) for one in members}
        sort = sorts.pop() if len(sorts) == 1 else "changed"
        under = tuple(dict.fromkeys(said for one in members for said in one.under))
        kind: Kind = "rules" if any(one.kind == "rules" for one in members) else "answers"
        return ReleaseNote(kind, sort, topic.title, before, after, under, tuple(map(_id, members)), self.games)

    def _other_note(self, one: GameChange) -> ReleaseNote:
        told = self.teller.tell(one.change)
        before, after = _words_of_catalog(one.change) or self._tags(one.change) or _sides(told)
        if _sort(one.change) != "changed" and one.kind != "translation":
            before = after = ""  # the title says enough of what is new or gone
        title = _title(one.change, told)
        sort = "same" if one.kind == "none" else _sort(one.change)
        return ReleaseNote(one.kind, sort, title, before, after, one.under, (_id(one),), self.games)

    def _tags(self, change: ch.Change) -> tuple[str, str] | None:
        """Return the titles, summaries and citations that differ, if that is all; else None."""
        if isinstance(change, ch.HeaderChanged) and change.part == "summary":
            one, two = (voice.finish(voice.names.rulebook.header.summary) for voice in self.voices)
            return " ".join(sentences_apart(one, two)), " ".join(sentences_apart(two, one))
        if not isinstance(change, ch.Replaced) or not change.wording or isinstance(change.after.clause, CHECKED):
            return None
        voices = zip(self.voices, (change.before, change.after), strict=True)
        one, two = (voice.summary(placed) for voice, placed in voices)
        a, b = change.before.clause, change.after.clause
        titles, cites = (clause_title(a), clause_title(b)), (_citations(a), _citations(b))
        sides = []
        if titles[0] != titles[1]:
            sides.append((f"“{titles[0]}”", f"“{titles[1]}”"))
        if one != two:
            apart = sentences_apart(one, two), sentences_apart(two, one)
            sides.append((" ".join(apart[0]), " ".join(apart[1])))
        if cites[0] != cites[1] and not sides:
            sides.append(cites)
        before, after = (" ".join(filter(None, side)) for side in zip(*sides, strict=True)) if sides else ("", "")
        return (before, after) if before or after or isinstance(b, s.SectionClause) else None


def _whole_catalogs(changes: Sequence[GameChange]) -> Iterator[GameChange]:
    """Yield the changes, the words of a catalog that exist under the same conditions together."""
    catalogs: dict[tuple[str, Kind, tuple[str, ...]], list[GameChange]] = {}
    for one in changes:
        if isinstance(one.change, ch.Replaced) and isinstance(one.change.after.clause, s.WordsClause):
            catalogs.setdefault((_id(one), one.kind, one.under), []).append(one)
        else:
            yield one
    for members in catalogs.values():
        changed = [one.change for one in members if isinstance(one.change, ch.Replaced)]
        yield evolve(members[0], change=evolve(changed[0], details=tuple(d for c in changed for d in c.details)))


def _language(code: str) -> str:
    """Return the English name of a language."""
    try:
        return Locale.parse(code).get_display_name("en") or code
    except (UnknownLocaleError, ValueError):
        return f"“{code}”"


def _citations(clause: s.Clause) -> str:
    cites = [f"{c.source.text}{f' “{c.detail.value}”' if c.detail else ''}" for c in clause.tags.cites]
    return f"with the source {', '.join(cites)}" if cites else "without a source"


def _id(one: GameChange) -> str:
    return change_id(one.change)


def _sort(change: ch.Change) -> str:
    match change:
        case ch.Added():
            return "new"
        case ch.Struck():
            return "gone"
    return "changed"


def _title(change: ch.Change, told: ToldChange) -> str:
    match change:
        case ch.Added(after=placed) | ch.Struck(before=placed) | ch.Replaced(after=placed):
            clause = placed.clause
            if isinstance(clause, s.WordsClause):
                return f"{_language(clause.name.text)} words"
            return f"{clause_kind(clause, told.kind == 'helper')} “{clause_title(clause)}”"
        case ch.HeaderChanged(part=part):
            return part
    return told.name


def _sections_about(told: frozenset[str], one: Mapping[str, BookPart], two: Mapping[str, BookPart]) -> Iterator[str]:
    """Yield the ids of the sections that describe these changed clauses."""
    for part in (*one.values(), *two.values()):
        for name, paragraph in part.paragraphs.items():
            if paragraph.says & told:
                yield f"section {name}"


def _sides(told: ToldChange) -> tuple[str, str]:
    """Return the changed sentences of each side; of a clause without sentences, its changed lines."""
    rows = [row for row in told.rows if row.changed]
    if rows:
        line = rows_line(rows)
        return one_side(line, "old"), one_side(line, "new")
    lines = [line for line in told.law if any(part.how != "same" for part in line)]
    return _lines(lines, "old"), _lines(lines, "new")


def _lines(lines: Sequence[DiffLine], side: str) -> str:
    return "; ".join(filter(None, (one_side(line, side) for line in lines)))


def _words_of_catalog(change: ch.Change) -> tuple[str, str] | None:
    """Return the changed words of a catalog, before and after; None for another change."""
    if not isinstance(change, ch.Replaced) or not isinstance(change.after.clause, s.WordsClause):
        if isinstance(change, ch.Added | ch.Struck):
            placed = change.after if isinstance(change, ch.Added) else change.before
            if isinstance(placed.clause, s.WordsClause):
                count = f"{len(placed.clause.entries)} words"
                return ("", count) if isinstance(change, ch.Added) else (count, "")
        return None
    words = [one for one in change.details if isinstance(one, ch.WordChange)]
    kept, more = words[:MOST_WORDS], f"; and {len(words) - MOST_WORDS} more" if len(words) > MOST_WORDS else ""
    sides = (
        [_word(one.name, one.before, one.after) for one in kept],
        [_word(one.name, one.after, one.before) for one in kept],
    )
    before, after = (", ".join(filter(None, side)) for side in sides)
    return before and before + more, after and after + more


def _word(name: str, word: s.Word | None, other: s.Word | None) -> str:
    """Return the texts of a word that its other side does not have."""
    known = set() if other is None else {text.value for text in (other.title, other.summary) if text is not None}
    forms = set() if other is None else {(form.key.text, form.value.value) for form in other.forms}
    if word is None:
        return ""
    said = [f"“{text.value}”" for text in (word.title, word.summary) if text is not None and text.value not in known]
    told = [(form.key.text, form.value.value) for form in word.forms]
    return ", ".join([*said, *(f"{name}: {key} “{value}”" for key, value in told if (key, value) not in forms)])
