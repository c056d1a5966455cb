"""Reduces topics that are too many for a screen: to a few for each chapter, and to one for several chapters that only
one edition has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from .edition_labels import brief_words
from .names import Chapters
from .topics import Topic

MOST_TOPICS: Final = 7
"""Topics on a screen at most."""
FEWEST_TOPICS: Final = 5
"""Topics that are shown even if the screen then becomes higher than usual."""
FEW: Final = 3
"""Topics of an added layer up to which the layer is shown as a house rule, in full."""
MOST_CHAPTERS: Final = 3
"""Chapters of only one edition that are topics of their own; if there are more, one topic names them together."""
LONGEST_WORDS: Final = 160
"""Letters of the words of one side if there are many topics: three lines."""
FEW_LONGEST: Final = 320
"""Letters of the words of one side if there are few topics: six lines."""
MOST_NAMES: Final = 12
"""Chapters that are named in one list, at most."""


@frozen
class Grouper:
    """Chooses topics by chapter. `summaries` has the authors' words on each chapter, and `members` the ids of its
    changed rules. If `in_full` and there are few topics, they keep all their words."""

    chapters: Chapters
    summaries: Mapping[str, str]
    members: Mapping[str, frozenset[str]]
    in_full: bool

    def representatives(self, found: Sequence[Topic]) -> tuple[Topic, ...]:
        """Return the topics if there are few, perhaps with shorter words. Otherwise return a representative for each
        chapter."""
        if self.in_full and len(found) <= FEW:
            return tuple(found)
        most = FEW_LONGEST if len(found) <= FEW else LONGEST_WORDS
        found = [
            evolve(t, before=brief_words(t.before, t.after, most), after=brief_words(t.after, t.before, most))
            for t in found
        ]
        if len(found) <= MOST_TOPICS:
            return tuple(found)
        groups: dict[str, list[Topic]] = {}
        for topic in found:
            groups.setdefault(topic.chapter, []).append(topic)
        alone = [title for title in groups if self.chapters.note(title)]
        together: list[Topic] = []
        if len(alone) > MOST_CHAPTERS and len(groups) > MOST_TOPICS:
            for side in ("first", "second"):
                titles = [t for t in alone if (t in self.chapters.first) == (side == "first")]
                if len(titles) > MOST_CHAPTERS:
                    together.append(_chapter_topic(titles, groups, side))
                    groups = {title: members for title, members in groups.items() if title not in titles}
        lead = [one for title, members in groups.items() for one in self._chapter(title, members)]
        told = frozenset[str]().union(*(one.changes for one in lead))
        rest = sorted((t for members in groups.values() for t in members if not t.changes <= told), key=topic_weight)
        more = [t for t in rest if not t.note][: max(0, MOST_TOPICS - len(together) - len(lead))]
        return (*together, *lead, *(evolve(topic, extra=True) for topic in more))

    def _chapter(self, title: str, members: Sequence[Topic]) -> Iterator[Topic]:
        summary = brief_words(self.summaries.get(title, ""), "", LONGEST_WORDS)
        if self.chapters.note(title) and summary and len(members) > 1:
            gone = title in self.chapters.first
            yield evolve(
                min(members, key=topic_weight),
                title=title,
                before=summary if gone else "",
                after="" if gone else summary,
                changes=self.members.get(title, frozenset()),
                component=False,
                note="",
            )
            return
        for component in (False, True):
            kept = [t for t in members if t.component == component]
            if kept:
                yield min(kept, key=topic_weight)


def _chapter_topic(titles: Sequence[str], groups: Mapping[str, Sequence[Topic]], side: str) -> Topic:
    """Return a topic that only lists chapter titles. It has no changes of its own, so they are counted as not shown."""
    more = f"; and {len(titles) - MOST_NAMES} more" if len(titles) > MOST_NAMES else ""
    said = f"{'; '.join(titles[:MOST_NAMES])}{more}."
    lead = min((t for title in titles for t in groups[title]), key=topic_weight)
    sides = (said, "") if side == "first" else ("", said)
    return Topic(f"{len(titles)} chapters", *sides, lead.weight, lead.place, frozenset())


def topic_weight(topic: Topic) -> tuple[bool, bool, int, int]:
    """Return the sort key for choosing topics: those with words come first, then those that are first in their chapter,
    then the most important, then the first in the order of play."""
    return bool(topic.note), topic.extra, topic.weight, topic.place
