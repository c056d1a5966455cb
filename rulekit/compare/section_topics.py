"""Topics from the readable books: the words before and after, for each part of a book that describes a changed clause.

A part is a section with a title, together with the paragraphs below it; the paragraphs before the first title are the
lead. A part that only one edition has is paired with a part of the other edition at the same position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

from attrs import evolve, field, frozen

from ..model.sections import BookSection, sections
from .edition_labels import LINKED, sentences, sentences_apart
from .edition_prose import Voice
from .topics import Topic

LEAD: Final = ""
"""The name of the part before the first title."""
BEHIND: Final = 10_000
"""Added to the position of a clause that no part describes; larger than the number of parts of any book."""
_BRACES: Final = re.compile(r"\{([^{}]*)\}")
ABOUT_PLAY: Final = ("example",)
"""Kinds of clauses that illustrate play and make no rule."""


@frozen
class PartParagraph:
    """A paragraph of a part: its words, the ids of the clauses that it describes, and its source text, with names in
    braces."""

    words: str
    says: frozenset[str]
    written: str = ""


@frozen(eq=False)
class BookPart:
    """A part of a readable book: its title, its chapter's title, the name of the part that contains it, and its
    paragraphs keyed by their names."""

    name: str
    title: str
    chapter: str
    parent: str
    paragraphs: dict[str, PartParagraph] = field(factory=dict)


def book_parts(voice: Voice) -> Mapping[str, BookPart]:
    """Return the parts of a rulebook in reading order, keyed by name; none if it has no sections. The first part is the
    lead, the text before the first title."""
    roots = sections(voice.names.rulebook)
    if not roots:
        return {}
    parts = {LEAD: BookPart(LEAD, "", "", LEAD)}
    for section in roots:
        _collect(section, parts[LEAD], parts, voice)
    return parts


def _collect(section: BookSection, part: BookPart, parts: dict[str, BookPart], voice: Voice) -> None:
    if section.manner == "card":  # a card summarises other parts
        return
    title = voice.section_title(section)
    if title:
        part = BookPart(section.name, title, part.chapter or title, part.name)
        parts[section.name] = part
    says = frozenset(one.id for one in section.says)
    words = voice.section_words(section)
    if words and any(not id_.startswith(ABOUT_PLAY) for id_ in says):
        text = section.clause.tags.summary
        part.paragraphs[section.name] = PartParagraph(words, says, text.value if text is not None else "")
    for child in section.children:
        _collect(child, part, parts, voice)


@frozen
class PartTopics:
    """Finds the topics of two books. `weights` maps the id of each changed rule to its importance."""

    first: Mapping[str, BookPart]
    second: Mapping[str, BookPart]
    weights: Mapping[str, int]

    def topics(self) -> tuple[Topic, ...]:
        """Return a topic for each part that differs and describes a changed clause, except the lead (the text before
        the first title)."""
        order = _merge_order(self.first, self.second)
        found = {name: topic for at, name in enumerate(order) if name and (topic := self._topic(name, at))}
        for gone, new in self._counterparts(order, found):
            if gone in found and new in found:
                found[new] = _join_topics(found.pop(gone), found[new])
        return tuple(found.values())

    def lead(self) -> tuple[str, str]:
        """Return the words of each edition's lead (the text before the first title) that the other's lead lacks."""
        one, two = (parts[LEAD].paragraphs if LEAD in parts else {} for parts in (self.first, self.second))
        before, after, _ = _apart(one, two)
        return " ".join(before), " ".join(after)

    def same_chapters(self) -> tuple[str, ...]:
        """Return the titles of the chapters that are equal in both editions and describe no changed clause."""
        chapters: dict[str, list[BookPart]] = {}
        for part in (*self.second.values(), *self.first.values()):
            chapters.setdefault(part.chapter, []).append(part)
        return tuple(
            title
            for title, parts in chapters.items()
            if title
            and not any(p.says & self.weights.keys() for part in parts for p in part.paragraphs.values())
            and all(self._is_same(part.name) for part in parts)
        )

    def _is_same(self, name: str) -> bool:
        one, two = self.first.get(name), self.second.get(name)
        return one is not None and two is not None and one.paragraphs == two.paragraphs

    def _topic(self, name: str, place: int) -> Topic | None:
        one, two = self.first.get(name), self.second.get(name)
        alone = one is None or two is None
        part = two or one
        sides = (one.paragraphs if one else {}, two.paragraphs if two else {})
        before, after, says = _apart(*sides, None if alone else self.weights.keys())
        told = frozenset(says & self.weights.keys())
        if part is None or not told or not (before or after):
            return None
        weight = min(self.weights[id_] for id_ in told)
        return Topic(part.title, " ".join(before), " ".join(after), weight, place, told, part.chapter)

    def _counterparts(self, order: Sequence[str], found: Mapping[str, Topic]) -> Iterator[tuple[str, str]]:
        """Yield pairs of parts that correspond: the name in the first edition and the name in the second. A part that
        only the first has and one that only the second has correspond if they are the only such parts at their
        position. A part that one edition lacks corresponds to its parent, the part that contains it, if the parent has
        words in the other edition only."""
        places: dict[tuple[str, str], list[str]] = {}
        before: dict[str, str] = {}
        for name in order:
            part = self.second.get(name) or self.first[name]
            if name in found and found[name].only and (name not in self.first or name not in self.second):
                places.setdefault((part.parent, before.get(part.parent, "")), []).append(name)
            elif name in self.first and name in self.second:
                before[part.parent] = name
        for names in places.values():
            sides = {found[name].only: name for name in names}
            if len(names) == 2 and len(sides) == 2:
                yield sides["first"], sides["second"]
                continue
            for name in names:
                around = (self.second.get(name) or self.first[name]).parent
                if around in found and {found[name].only, found[around].only} == {"first", "second"}:
                    yield (name, around) if found[name].only == "first" else (around, name)


def _apart(
    one: Mapping[str, PartParagraph], two: Mapping[str, PartParagraph], asked: Set[str] | None = None
) -> tuple[list[str], list[str], frozenset[str]]:
    """Return the sentences of each edition that the other lacks, and the ids of the clauses that they describe. If
    `asked` is given, only paragraphs about these clauses are compared."""
    before: list[str] = []
    after: list[str] = []
    says: frozenset[str] = frozenset()
    for name in dict.fromkeys((*one, *two)):
        a, b = one.get(name), two.get(name)
        here = (a.says if a else frozenset()) | (b.says if b else frozenset())
        if (a and b and a.words == b.words) or (asked is not None and not here & asked):
            continue
        says |= here if (shown := _values_shown(a, b)) is None else shown
        one_side, other_side = _words_apart(a, b)
        before += one_side
        after += other_side
    return before, after, says


def _values_shown(one: PartParagraph | None, other: PartParagraph | None) -> frozenset[str] | None:
    """If both paragraphs have the same source text, return the clauses whose computed values are in it: no other change
    is seen there. Otherwise return None."""
    if one is None or other is None or one.written != other.written:
        return None
    shown = {name for inside in _BRACES.findall(one.written) for name in re.findall(r"\w+", inside)}
    return frozenset(id_ for id_ in one.says | other.says if id_.rpartition(" ")[2] in shown)


def _words_apart(one: PartParagraph | None, other: PartParagraph | None) -> tuple[list[str], list[str]]:
    """Return the sentences of each paragraph that the other lacks. Return both paragraphs whole if such a sentence
    depends on the sentence before it."""
    a, b = (p.words if p else "" for p in (one, other))
    apart = sentences_apart(a, b), sentences_apart(b, a)
    if a and b and any(said and said[0].startswith(LINKED) for said in apart):
        return sentences(a), sentences(b)
    return apart


def _merge_order(first: Mapping[str, BookPart], second: Mapping[str, BookPart]) -> list[str]:
    """Return the names of all parts in the order of the second edition. A part that only the first edition has comes
    after the part that it follows in the first."""
    order = list(second)
    place = -1
    for name in first:
        if name in second:
            place = order.index(name)
        else:
            place += 1
            order.insert(place, name)
    return order


def _join_topics(gone: Topic, new: Topic) -> Topic:
    title = new.title if gone.chapter == new.chapter != new.title else f"{gone.title} / {new.title}"
    if gone.chapter == new.title:  # the second edition has one part for a whole chapter of the first
        title = gone.title
    both = gone.changes | new.changes
    return evolve(new, title=title, before=gone.before, weight=min(gone.weight, new.weight), changes=both)
