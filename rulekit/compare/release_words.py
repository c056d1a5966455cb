"""Words the changes of a game as notes for players, in the words of its author: what the rules say now and said
before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve, frozen

from ..diagnostics.printable import capital, counted
from ..model import change_kinds as ch
from ..model.naming import identifier_words
from ..model.rulebook import Placed
from ..syntax import nodes as s
from .change_groups import change_id
from .edition_labels import sentences_apart
from .edition_prose import TwoEditions, Voice
from .names import Chapters, clause_title, conditions_of
from .plain_words import one_side
from .release_changes import GameChange, Kind, ReleaseNote, is_default
from .release_clauses import (
    changed_clause,
    cited_sources,
    clause_heading,
    facts_named,
    has_values,
    language_name,
    number_of_fact,
    texts_of_word,
)
from .release_exact import exact_sentences, with_other_counts
from .section_topics import BookPart, PartTopics, book_parts
from .text_difference import DiffLine, rows_line
from .told_changes import ChangeTeller, ToldChange
from .topic_weight import Weigher, change_weight
from .topics import Topic, TopicFinder

CHECKED = (s.ExampleClause, s.FigureClause, s.LookClause)
"""Clauses whose titles say less than what else changed in them."""
HEADER_PARTS = {"summary": "Summary", "players": "Number of players"}
"""What readers call a part of the header, if that is not its name."""
_NAMED = re.compile(r"^The [^:.]{1,40}: ")
"""The beginning of a generated sentence that names a definition."""
MOST_LEFT = 4
"""Actions that are told as left, at most."""
MOST_WORDS = 6
"""Words of a catalog that are told one by one, at most."""


def word_changes(
    changes: Sequence[GameChange],
    games: tuple[str, ...],
    folded: dict[str, set[str]],
    renamed: Mapping[str, str] = {},
) -> Iterator[ReleaseNote]:
    """Yield the notes on the changes of one game; each change is in exactly one note. `folded` maps the ids of sections
    to the games for which a note on rules already tells the change of the section; this function adds to it. `renamed`
    maps the old name of each renamed clause to the new one, both in words."""
    groups: dict[int, list[GameChange]] = {}
    for one in changes:
        groups.setdefault(id(one.editions), []).append(one)
    for members in groups.values():
        counted_apart = any("players" in said for one in changes for said in one.under)
        yield from _Wording(members[0].editions, games, folded, renamed, counted_apart).notes(members)


@frozen(slots=False, eq=False)
class _Wording:
    """Words the changes that exist in one configuration of two editions."""

    editions: TwoEditions
    games: tuple[str, ...]
    folded: dict[str, set[str]]
    renamed: Mapping[str, str]
    counted_apart: bool

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
        """Yield the notes on these changes, those on rules first."""
        rules = {change_id(one.change): one for one in changes if one.kind in ("rules", "answers")}
        topics, sections = self._topics([one.change for one in rules.values()])
        for id_ in sections:
            self.folded.setdefault(id_, set()).update(self.games)
        told: set[str] = set()
        for topic in topics:
            members = [rules[id_] for id_ in sorted(topic.changes - told, key=list(rules).index)]
            if members:
                told |= topic.changes
                yield from self._rule_notes(topic, members)
        for one in _whole_catalogs(changes):
            if _id(one) not in rules and not {*self.games} <= self.folded.get(_id(one), set()):
                yield self._other_note(one)

    def _topics(self, changes: Sequence[ch.Change]) -> tuple[list[Topic], set[str]]:
        """Return the topics for these changes, and the ids of the sections that describe the changed clauses of a
        topic."""
        if not changes:
            return [], set()
        weighers = [Weigher(voice.names.rulebook) for voice in self.voices]
        weights = {change_id(c): change_weight(c, weighers[0], weighers[1]) for c in changes}
        one, two = (book_parts(voice) for voice in self.voices)
        said = list(PartTopics(one, two, weights).topics()) if one and two else []
        told = frozenset[str]().union(*(topic.changes for topic in said))
        rest = TopicFinder(*self.voices, self.chapters.of).all_topics([c for c in changes if change_id(c) not in told])
        return [*said, *rest], {*_sections_about(told, one, two)}

    def _rule_notes(self, topic: Topic, members: Sequence[GameChange]) -> Iterator[ReleaseNote]:
        """Yield the note on a topic, and one for each other answer under which more of the topic changed."""
        before, after = topic.before, topic.after
        if not before and not after:
            sides = [_sides(self.teller.tell(one.change)) for one in members]
            before, after = (" ".join(filter(None, side)) for side in zip(*sides, strict=True))
        exact = dict.fromkeys(
            (answer, self._with_titles(one), self._with_titles(two))
            for member in members
            for answer, one, two in exact_sentences(member, (before, after), self.voices, self._with_new_names)
        )
        before, after = self._with_numbers(members, (before, after))
        sorts = {_sort(one.change) for one in members}
        sort = sorts.pop() if len(sorts) == 1 else "changed"
        under = tuple(dict.fromkeys(said for one in members for said in one.under))
        kind: Kind = "rules" if any(one.kind == "rules" for one in members) else "answers"
        varies = not under and self.counted_apart and any(has_values(one.change) for one in members)
        if varies and len(members) == 1:
            after = with_other_counts(after, _id(members[0]), self.editions)
        note = ReleaseNote(
            kind,
            sort,
            capital(topic.title),
            before,
            after,
            under,
            tuple(map(_id, members)),
            self.games,
            topic.weight,
            exact=tuple((one, two) for answer, one, two in exact if not answer),
            usual=all(is_default(one.change) for one in members),
            left=self._left(members),
            uses=frozenset(id_ for one in members for id_ in facts_named(one.change)),
            acts=any(isinstance(changed_clause(one.change), s.ActionClause) for one in members),
        )
        yield note
        for answer, one, two in exact:
            if answer:
                yield evolve(note, kind="answers", before=one, after=two, under=(*under, answer), exact=())

    def _left(self, members: Sequence[GameChange]) -> tuple[str, ...]:
        """If the only change is a removed action, return the titles of the other actions of its choice. Return none if
        there are many."""
        match [one.change for one in members]:
            case [ch.Struck(before=Placed(clause=s.ActionClause() as gone))]:
                clauses = (placed.clause for placed in self.voices[1].names.rulebook.clauses)
                left = [c for c in clauses if isinstance(c, s.ActionClause) and c.choice.text == gone.choice.text]
                return tuple(map(clause_title, left)) if len(left) <= MOST_LEFT else ()
        return ()

    def _with_new_names(self, text: str) -> str:
        """Return a sentence of the first revision with old names replaced by new ones."""
        for was, now in self.renamed.items():
            text = re.sub(rf"\bthe {re.escape(was)}\b", f"the {now}", text)
        return text

    def _with_titles(self, text: str) -> str:
        """Return a generated sentence with names of facts replaced by their titles."""
        for placed in self.voices[1].names.rulebook.clauses:
            if isinstance(placed.clause, s.FactClause) and placed.clause.tags.title is not None:
                name = f"the {identifier_words(placed.clause.name.text)}"
                text = re.sub(rf"\b{re.escape(name)}\b", f"“{placed.clause.tags.title.value}”", text)
        return text

    def _with_numbers(self, members: Sequence[GameChange], sides: tuple[str, str]) -> tuple[str, str]:
        """Return the words of both revisions. If a fact always has one number and has no summary, the number is
        added."""
        match [one.change for one in members]:
            case [ch.Replaced(before=was, after=now)] if not self.voices[1].summary(now):
                pairs = zip((was, now), self.voices, strict=True)
                numbers = [number_of_fact(placed.clause, voice.names.rulebook) for placed, voice in pairs]
                if None not in numbers and numbers[0] != numbers[1]:
                    one, two = (
                        side if side == str(number) else f"{number} ({_NAMED.sub('', side).rstrip('.')})"
                        for side, number in zip(sides, numbers, strict=True)
                    )
                    return one, two
        return sides

    def _other_note(self, one: GameChange) -> ReleaseNote:
        told, words = self.teller.tell(one.change), tuple(self._catalog(one.change))
        sort = "same" if one.kind == "none" else _sort(one.change)
        before, after = self._tags(one.change) or _sides(told)
        if words:
            before, after = (", ".join(filter(None, side)) for side in zip(*(w[1:] for w in words), strict=True))
        if sort in ("new", "gone"):
            before, after = ("", after) if sort == "new" else (before, "")
            if one.kind not in ("translation", "examples"):
                before = after = ""  # the title of the note is enough
        elif sort == "same":
            before, after = "", after if _sort(one.change) == "new" else ""
        cites = self._citations(one.change)
        if cites is not None and not before and not after:
            sort, (before, after) = "cited", cites
        title = self._title(one.change, told)
        if len(words) == 1 and words[0][0]:
            title, words = f"{title}: {words[0][0]}", (("", *words[0][1:]),)
        if sort == "same" and _sort(one.change) != "changed":
            title = f"{'New' if _sort(one.change) == 'new' else 'Removed'}: {title}"
        return ReleaseNote(one.kind, sort, title, before, after, one.under, (_id(one),), self.games, parts=words)

    def _title(self, change: ch.Change, told: ToldChange) -> str:
        match change:
            case ch.Added(after=placed) | ch.Struck(before=placed) | ch.Replaced(after=placed):
                clause = placed.clause
            case ch.HeaderChanged(part=part):
                return HEADER_PARTS.get(part, capital(part))
            case _:
                return told.name
        match clause:
            case s.WordsClause():
                return language_name(clause.name.text)
            case s.SectionClause(tags=s.Tags(title=None)):
                return self._place_of_section(clause.name.text)
            case s.SectionClause():
                return f"The text “{clause_title(clause)}”"
            case s.LookClause():
                return f"The look of “{self.voices[1].names.of(clause.name.text)}”"
            case s.ExampleClause() | s.ChapterClause():
                return capital(f"{'example' if clause.kind == 'example' else 'chapter'} “{clause_title(clause)}”")
            case s.InvariantClause():
                return f"Check “{clause_title(clause)}”"
        return clause_heading(clause)

    def _place_of_section(self, name: str) -> str:
        """Return a title for a paragraph that has none, by where it is: below the title of its part, or in the
        introduction."""
        parts = [part for voice in self.voices for part in book_parts(voice).values() if name in part.paragraphs]
        title = parts[0].title if parts else ""
        return f"The text under “{title}”" if title else "The introduction" if parts else "A paragraph"

    def _tags(self, change: ch.Change) -> tuple[str, str] | None:
        """Return what differs in the titles and summaries of a clause in each revision. Return None if more differs
        than the wording."""
        if isinstance(change, ch.HeaderChanged) and change.part == "summary":
            one, two = (voice.finish(voice.names.rulebook.header.summary) for voice in self.voices)
            return " ".join(sentences_apart(one, two)), " ".join(sentences_apart(two, one))
        if not isinstance(change, ch.Replaced) or not change.wording or isinstance(change.after.clause, CHECKED):
            return None
        voices = zip(self.voices, (change.before, change.after), strict=True)
        one, two = (voice.summary(placed) for voice, placed in voices)
        a, b = change.before.clause, change.after.clause
        titles = clause_title(a), clause_title(b)
        sides = []
        if titles[0] != titles[1]:
            sides.append((f"“{titles[0]}”", f"“{titles[1]}”"))
        if one != two:
            apart = sentences_apart(one, two), sentences_apart(two, one)
            sides.append((" ".join(apart[0]), " ".join(apart[1])))
        before, after = (" ".join(filter(None, side)) for side in zip(*sides, strict=True)) if sides else ("", "")
        plain = before or after or isinstance(b, s.SectionClause) or self._citations(change) is not None
        return (before, after) if plain else None

    def _citations(self, change: ch.Change) -> tuple[str, str] | None:
        """Return the titles of the cited sources in each revision; None if they do not differ, or if rules differ,
        too."""
        if not isinstance(change, ch.Replaced) or not change.wording:
            return None
        clauses = change.before.clause, change.after.clause
        before, after = (cited_sources(clause, voice) for clause, voice in zip(clauses, self.voices, strict=True))
        return (before, after) if before != after else None

    def _catalog(self, change: ch.Change) -> Iterator[tuple[str, str, str]]:
        """Yield the words of a catalog that differ: the title in the rulebook's own language, and the texts of each
        revision."""
        match change:
            case ch.Replaced(after=placed, details=details) if isinstance(placed.clause, s.WordsClause):
                words = [one for one in details if isinstance(one, ch.WordChange)]
                for one in words[:MOST_WORDS]:
                    yield (
                        self._original(one.name),
                        texts_of_word(one.before, one.after),
                        texts_of_word(one.after, one.before),
                    )
                if len(words) > MOST_WORDS:
                    yield f"{len(words) - MOST_WORDS} more", "", ""
            case ch.Added(after=placed) | ch.Struck(before=placed) if isinstance(placed.clause, s.WordsClause):
                count = counted(len(placed.clause.entries), "word")
                yield "", *(("", count) if isinstance(change, ch.Added) else (count, ""))

    def _original(self, name: str) -> str:
        for voice in reversed(self.voices):
            header = voice.names.rulebook.header
            if name == header.name.text:
                return voice.names.rulebook.title
        return capital(self.voices[1].names.of(name.rpartition(".")[2]))


def _whole_catalogs(changes: Sequence[GameChange]) -> Iterator[GameChange]:
    """Yield the changes. Changes of single words of one catalog are joined if they are of one kind and exist under the
    same conditions."""
    catalogs: dict[tuple[str, Kind, tuple[str, ...]], list[GameChange]] = {}
    for one in changes:
        if isinstance(one.change, ch.Replaced) and isinstance(one.change.after.clause, s.WordsClause):
            catalogs.setdefault((_id(one), one.kind, one.under), []).append(one)
        else:
            yield one
    for members in catalogs.values():
        changed = [one.change for one in members if isinstance(one.change, ch.Replaced)]
        yield evolve(members[0], change=evolve(changed[0], details=tuple(d for c in changed for d in c.details)))


def _id(one: GameChange) -> str:
    return change_id(one.change)


def _sort(change: ch.Change) -> str:
    match change:
        case ch.Added():
            return "new"
        case ch.Struck():
            return "gone"
    return "changed"


def _sections_about(told: frozenset[str], one: Mapping[str, BookPart], two: Mapping[str, BookPart]) -> Iterator[str]:
    """Yield the ids of the sections of which a paragraph describes one of these clauses."""
    for part in (*one.values(), *two.values()):
        for name, paragraph in part.paragraphs.items():
            if paragraph.says & told:
                yield f"section {name}"


def _sides(told: ToldChange) -> tuple[str, str]:
    """Return the changed sentences of each revision; for a clause without sentences, its changed source lines."""
    rows = [row for row in told.rows if row.changed or told.sort in ("new", "gone")]
    if rows:
        line = rows_line(rows)
        return one_side(line, "old"), one_side(line, "new")
    lines = [line for line in told.law if any(part.how != "same" for part in line)]
    return _lines(lines, "old"), _lines(lines, "new")


def _lines(lines: Sequence[DiffLine], side: str) -> str:
    return "; ".join(filter(None, (one_side(line, side) for line in lines)))
