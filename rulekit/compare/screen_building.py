"""Builds the first screen of a comparison from the changes, the statistics, and what authors wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import asdict, evolve, frozen

from ..diagnostics.printable import counted
from ..model.change_kinds import Change
from ..model.outline import heading, outline
from .change_groups import change_id
from .edition_labels import contrast, edition_labels, lead_contrast
from .edition_prose import TwoEditions, Voice
from .figure_sentences import identical, pairs
from .first_screen import FirstScreen, changed_ids, counted_elsewhere, screen_form
from .many_changes import Grouper
from .names import Chapters
from .other_answers import Elsewhere
from .paired_figures import Sides
from .screen_figures import FigureTable, figure_rows
from .section_topics import BEHIND, PartTopics, book_parts
from .topic_weight import DECISION, Weigher, change_weight
from .topics import Topic, TopicFinder


@frozen
class ScreenBuilder:
    """Builds the first screen for two editions."""

    editions: TwoEditions
    first: Voice
    second: Voice
    chapters: Chapters

    def screen(
        self,
        changes: Sequence[Change],
        other: Sequence[Elsewhere],
        does: Sequence[str],
        sides: Sides | None,
        chosen: Sequence[tuple[str, str, str]],
    ) -> FirstScreen:
        """Return the first screen. `chosen` has the title and both answers of each option that the user set, `other`
        the changes in other configurations, `does` sentences on effects. `sides` is None if no games were played, or if
        the games are proved to be the same."""
        one, two = self.first.names.rulebook, self.second.names.rulebook
        rules, serving, questions = changed_ids(changes)
        answers = (chosen[0][1], chosen[0][2]) if len(chosen) == 1 else None
        labels = edition_labels(one.title, two.title, self.editions.names, answers)
        by_hand = _option_topics(chosen)
        parts = self._parts(changes)
        summaries = self.first.finish(one.header.summary), self.second.finish(two.header.summary)
        found = (*by_hand, *self._topics(parts, changes))
        apart = () if found else tuple(t for one in other for t in one.topics())
        found = (*found, *apart)
        topics = self._grouper(changes).representatives(found)
        layered = self._is_layered()
        edition = self.editions.books[1].books[-1].header.form == "edition"
        table = sides is not None and not identical(sides)
        return FirstScreen(
            labels=labels,
            players=counted(self.editions.players, "player"),
            form=screen_form(layered, edition, changes, topics),
            contrast=lead_contrast(parts.lead(), labels, layered) or contrast(summaries, labels, layered),
            topics=tuple(sorted(topics, key=lambda t: (t.component, t.place))),
            groups=_by_chapter(found),
            unchanged=parts.same_chapters() or self._same_chapters(changes),
            effects=() if table else tuple(does[:2]),
            figures=self._tables(sides) if table and sides is not None else (),
            rules=rules.union(*(t.changes for t in (*by_hand, *apart))),
            serving=serving,
            questions=questions,
            counted=counted_elsewhere(changes, other, bool(apart)),
        )

    def every_topic(self, changes: Sequence[Change]) -> tuple[Topic, ...]:
        """Return the topics of all changes of the rules, even if there are too many for a screen."""
        return self._topics(self._parts(changes), changes)

    def _tables(self, sides: Sides) -> tuple[FigureTable, ...]:
        """Return the table of statistics and, if it is not about random players, a second one for random players."""
        played = [sides] if sides.at_random is None else [sides, sides.at_random]
        return tuple(
            FigureTable(f"averages of {pairs(one.games)} of games of {one.whose}", figure_rows(one, self.second.names))
            for one in played
        )

    def _parts(self, changes: Sequence[Change]) -> PartTopics:
        """Return an object that finds topics in the readable books of both editions; none if one of them has no
        sections."""
        weighers = Weigher(self.first.names.rulebook), Weigher(self.second.names.rulebook)
        weights = {change_id(c): change_weight(c, *weighers) for c in changes if not c.wording}
        one, two = book_parts(self.first), book_parts(self.second)
        return PartTopics(one, two, weights) if one and two else PartTopics({}, {}, weights)

    def _topics(self, parts: PartTopics, changes: Sequence[Change]) -> tuple[Topic, ...]:
        """Return the topics of sections that describe changed clauses, then those of clauses that no section
        describes."""
        said = parts.topics()
        told = frozenset[str]().union(*(topic.changes for topic in said))
        rest = TopicFinder(self.first, self.second, self.chapters.of).topics(changes)
        left = [topic for topic in rest if not topic.changes & told]
        if not said:
            return tuple(left)
        return (*said, *(evolve(t, extra=True, place=t.place + BEHIND) for t in left))

    def _is_layered(self) -> bool:
        """Return whether the second book consists of the first and more layers."""
        one, two = ([book.span.source.name for book in side.books] for side in self.editions.books)
        return len(one) < len(two) and two[: len(one)] == one

    def _grouper(self, changes: Sequence[Change]) -> Grouper:
        members: dict[str, set[str]] = {}
        for change in changes:
            if not change.wording:
                id_ = change_id(change)
                members.setdefault(self.chapters.of.get(id_, ""), set()).add(id_)
        groups = {title: frozenset(ids) for title, ids in members.items()}
        return Grouper(self.chapters, _summaries(self.first) | _summaries(self.second), groups, self._is_layered())

    def _same_chapters(self, changes: Sequence[Change]) -> tuple[str, ...]:
        """Return the titles of both books' chapters without changed rules, except chapters only in the full book."""
        changed = {self.chapters.of.get(change_id(c), "") for c in changes if not c.wording}
        shared = self.chapters.first & self.chapters.second - self.chapters.reference - changed
        return tuple(title for title in self.chapters.order if title in shared)


def _by_chapter(found: Sequence[Topic]) -> Mapping[str, frozenset[str]]:
    groups: dict[str, frozenset[str]] = {}
    for topic in found:
        groups[topic.chapter] = groups.get(topic.chapter, frozenset()) | topic.changes
    return groups


def _option_topics(chosen: Sequence[tuple[str, str, str]]) -> tuple[Topic, ...]:
    """Return a topic for each option that the user set, with both answers."""
    return tuple(Topic(title, one, two, DECISION, -1, frozenset((f"set {title}",))) for title, one, two in chosen)


def _summaries(voice: Voice) -> dict[str, str]:
    chapters = outline(voice.names.rulebook).chapters
    return {heading(chapter): voice.finish(chapter.summary) for chapter in chapters if chapter.summary}


def screen_json(screen: FirstScreen) -> dict[str, Any]:
    """Return the first screen as JSON data, including the topics that do not fit."""
    return {
        "labels": [screen.labels.first, screen.labels.second],
        "form": screen.form,
        "contrast": [{"edition": label, "words": said} for label, said in screen.contrast],
        "topics": [
            {"title": t.title, "before": t.before, "after": t.after, "note": t.note, "changes": sorted(t.changes)}
            for t in screen.topics
        ],
        "unchanged": list(screen.unchanged),
        "figures": [asdict(row) for table in screen.figures[:1] for row in table.rows],
        "figures_at_random": [asdict(row) for table in screen.figures[1:] for row in table.rows],
    }
