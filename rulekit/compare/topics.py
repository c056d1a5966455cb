"""The topics of a comparison: what a part of the rules says before and after, preferably in its author's words.

A section of the readable book that describes a changed clause is a topic. If no section describes the clause, the
clause is a topic. A new clause and a removed one become one topic if they are about the same step, event or fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from ..diagnostics.printable import capital
from ..model import change_kinds as ch
from ..model.rulebook import Rulebook
from ..syntax import nodes as s
from ..syntax.forms import does
from .change_groups import change_id
from .edition_prose import Voice
from .names import TitleLookup, clause_kind, clause_title
from .plain_words import change_words
from .topic_weight import Weigher, change_weight, reading_order


@frozen
class Topic:
    """A difference in one part of the rules. `before` and `after` are its words, "" for an edition without such a rule.
    `weight` is its importance (smaller is more important), `place` its position in the order of play. `changes` are the
    ids of the changed clauses that it describes. `component`: it is about components. `note` is the kind of change if
    there are no plain words for it, otherwise "". `extra`: another topic of its chapter is shown before it."""

    title: str
    before: str
    after: str
    weight: int
    place: int
    changes: frozenset[str]
    chapter: str = ""
    component: bool = False
    note: str = ""
    extra: bool = False

    @property
    def only(self) -> str:
        """Return the only edition that has the topic, `first` or `second`; "" if both have it."""
        return "" if self.note or (self.before and self.after) else "first" if self.before else "second"


@frozen
class TopicFinder:
    """Finds the topics of the changes from one rulebook to another."""

    first: Voice
    second: Voice
    chapters: Mapping[str, str]

    def topics(self, changes: Sequence[ch.Change]) -> tuple[Topic, ...]:
        """Return the topics of the changes of the rules, in the order of play, components last. Clauses that only serve
        others are left out, except if nothing else changed."""
        main = [c for c in changes if not c.wording]
        return self.all_topics([c for c in main if not _serves_others(c)] or main)

    def all_topics(self, changes: Sequence[ch.Change]) -> tuple[Topic, ...]:
        """Return the topics of these changes, including clauses that only serve others."""
        order = reading_order(*self._rulebooks)
        found = [self._topic(c, order) for c in changes]
        return tuple(sorted(_pair_answers(found, changes), key=lambda t: (t.component, t.place)))

    @property
    def _rulebooks(self) -> tuple[Rulebook, Rulebook]:
        return self.first.names.rulebook, self.second.names.rulebook

    def _topic(self, change: ch.Change, order: Mapping[str, int]) -> Topic:
        before, after = change_words(change, self.first, self.second)
        id_ = change_id(change)
        weight = change_weight(change, *map(Weigher, self._rulebooks))
        placed = ch.subject_of(change)
        told = bool(before or after)
        return Topic(
            title=_title(change, self.first.names, self.second.names),
            before=before,
            after=after,
            weight=weight,
            place=order.get(id_, -1 if placed is None else len(order)),
            changes=frozenset((id_,)),
            chapter=self.chapters.get(id_, ""),
            component=isinstance(change, ch.HeaderChanged) or (placed is not None and does(placed.clause, "component")),
            note="" if told else _kind_of_change(change),
        )


def _serves_others(change: ch.Change) -> bool:
    """Return whether a new or removed clause is an option, or has an effect only through other clauses."""
    if isinstance(change, ch.Added | ch.Struck):
        placed = ch.subject_of(change)
        return placed is not None and (does(placed.clause, "serves") or isinstance(placed.clause, s.OptionClause))
    return False


def _title(change: ch.Change, first: TitleLookup, second: TitleLookup) -> str:
    """Return the title of a topic. A rule without a title is named after the step or event at which it acts."""
    match change:
        case ch.Struck(before=placed):
            return _clause_name(placed.clause, first)
        case ch.Added(after=placed) | ch.Replaced(after=placed):
            return _clause_name(placed.clause, second)
        case ch.HeaderChanged(part=part):
            return {"players": "Number of players"}.get(part, part.capitalize())
        case ch.Reordered(after=after):
            return f"The order of {second.of(after[0].partition(' ')[2])} and others"


def _clause_name(clause: s.Clause, names: TitleLookup) -> str:
    match clause:
        case s.RuleClause(trigger=s.AtStep(when="instead of") as at):
            return names.of(at.procedure.text)
        case s.RuleClause(trigger=s.AtStep(when=when) as at, tags=s.Tags(title=None)):
            return f"{when.capitalize()} “{names.step_title(at)}”"
        case s.RuleClause(trigger=s.When(event=event), tags=s.Tags(title=None)):
            title = names.of(event.text)
        case s.ExceptionClause(fact=fact, tags=s.Tags(title=None)):
            title = names.of(fact.text)
        case _:
            title = clause_title(clause)
    return capital(title)


def _kind_of_change(change: ch.Change) -> str:
    match change:
        case ch.Added(after=placed):
            return f"new {clause_kind(placed.clause)}"
        case ch.Struck(before=placed):
            return f"{clause_kind(placed.clause)} gone"
        case ch.Replaced():
            return "changed"
    return "another order"


# ---------------------------------------------------------------------------------- pairs of a removed and a new clause


def _pair_answers(found: Sequence[Topic], changes: Sequence[ch.Change]) -> Iterator[Topic]:
    """Yield the topics. A removed and a new clause become one topic if no other new or removed clause is about the same
    step, event or fact."""
    asked: dict[tuple[str, ...], list[tuple[str, Topic]]] = {}
    by_id = {change_id(c): c for c in changes}
    for topic in found:
        (id_,) = topic.changes
        change = by_id[id_]
        question = _question(change)
        if question and isinstance(change, ch.Added | ch.Struck):
            asked.setdefault(question, []).append(("new" if isinstance(change, ch.Added) else "gone", topic))
    joined: dict[str, Topic | None] = {}
    for members in asked.values():
        sides = sorted(members, key=lambda one: one[0])
        if [sort for sort, _ in sides] == ["gone", "new"] and all(not topic.note for _, topic in sides):
            gone, new = (topic for _, topic in sides)
            joined[next(iter(gone.changes))] = None
            joined[next(iter(new.changes))] = _join_topics(gone, new)
    for topic in found:
        (id_,) = topic.changes
        kept = joined.get(id_, topic)
        if kept is not None:
            yield kept


def _join_topics(gone: Topic, new: Topic) -> Topic:
    return evolve(new, before=gone.before, weight=min(gone.weight, new.weight), changes=gone.changes | new.changes)


def _question(change: ch.Change) -> tuple[str, ...]:
    """Return a key for what a clause is about: a step, an event or a fact; empty for other clauses."""
    placed = ch.subject_of(change)
    match placed.clause if placed is not None else None:
        case s.RuleClause(trigger=s.AtStep(when=when) as at):
            return "step", when, at.procedure.text, at.step.text
        case s.RuleClause(trigger=s.When(event=event)):
            return "event", event.text
        case s.ExceptionClause(fact=fact):
            return "fact", fact.text
    return ()
