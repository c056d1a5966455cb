"""Draws chains of reactions: the windows and events of a game as boxes with links from one to another.

A window asks every player in turn; rules answer an event. Sometimes an answer can itself be answered: a card by a card,
or an elimination by an ability that eliminates. The flow that `turn_diagram.py` draws does not show such chains, so
these boxes do. Games without them get no boxes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from ..model.naming import BRANCH, word_name, word_name_of
from ..model.rulebook import Placed
from ..syntax import nodes as s
from ..syntax.traversal import body_of, branches_of, call_targets, every, inside, steps_in
from . import page_blocks as d
from .anchors import anchor
from .subject import Subject, line_text

WHENEVER = "whenever"


@frozen
class Reaction:
    """Something that can be done at a moment: its line in the box of that moment, and the keys of the windows and
    events to which it leads."""

    line: d.InlineLine
    comes_to: tuple[str, ...]


@frozen
class Moment:
    """A moment at which something can be answered: a window, a choice that windows offer, an event, or the moments at
    which `whenever` rules apply. `asked` says who is asked and in which order."""

    title: str
    asked: d.InlineLine
    answers: tuple[Reaction, ...]


def reactions(subject: Subject) -> Iterator[d.PageBlock]:
    """Yield a box for each moment at which something can be answered; nothing if no reaction can itself be answered."""
    graph = ReactionGraph(subject)
    if graph.leads_on:
        yield d.Box("rk-flow", tuple(graph.box(key, moment) for key, moment in graph.moments.items()))


@frozen(eq=False, slots=False)
class ReactionGraph:
    """A graph of reactions. Its edges lead from a moment at which players or rules can react to the moments that such a
    reaction brings about."""

    subject: Subject

    @cached_property
    def moments(self) -> Mapping[str, Moment]:
        """Return a mapping from keys to the moments at which players or rules can react, in the order of the book.
        `whenever` rules come last."""
        found: dict[str, Moment] = {}
        for placed in self.subject.placed():
            for step, window in windows_of(placed.clause):
                found[window_key(placed.id, step)] = self._window(placed, step, window)
                for name in choices_in(window):
                    if f"choice {name}" not in found:
                        found[f"choice {name}"] = self._choice(name)
            if isinstance(placed.clause, s.EventClause):
                found[placed.id] = self._event(placed.clause)
        waiting = [p for p, rule in self._rules() if isinstance(rule.trigger, s.Whenever)]
        found[WHENEVER] = Moment(self.subject.ui("page-as-soon-as"), (), self._answers(waiting))
        return {key: moment for key, moment in found.items() if moment.answers}

    @property
    def leads_on(self) -> bool:
        """Return whether an answer to an event or a window leads to another one that can be answered."""
        asking = {key for key in self.moments if key != WHENEVER and not key.startswith("choice ")}
        answers = (answer for key, moment in self.moments.items() if key != WHENEVER for answer in moment.answers)
        return any(asking & set(answer.comes_to) for answer in answers)

    def box(self, key: str, moment: Moment) -> d.PageBlock:
        head: d.InlineLine = (d.Target(target(key)), d.Strong(moment.title))
        items = tuple((d.PageParagraph(tuple(self._reaction_line(answer))),) for answer in moment.answers)
        asked = (d.PageParagraph(moment.asked),) if moment.asked else ()
        return d.Box("rk-step rk-choice", (d.PageParagraph(head, "rk-head"), *asked, d.Items(items)))

    def _reaction_line(self, answer: Reaction) -> Iterator[d.InlinePiece]:
        yield from answer.line
        for at, key in enumerate(key for key in self.moments if key in answer.comes_to):
            yield ", " if at else " → " if answer.line else "→ "
            yield d.AnchorLink(self.moments[key].title, target(key))

    # ---- kinds of moments

    def _window(self, placed: Placed, step: s.TitledPart | None, window: s.Window) -> Moment:
        ui, speaker = self.subject.ui, self.subject.speaker
        way = self.subject.rulebook.header.round_the_table(window.way)
        mode = window.mode.replace(" ", "-")
        start = speaker.phrase(window.start, placed.clause.name.text)
        asked = (f"{ui('page-window')}, {ui(f'page-{way}')}, {ui('page-from')} ", *start, f"; {ui(f'page-{mode}')}")
        choices = choices_in(window)
        answers = [Reaction((), tuple(f"choice {name}" for name in choices))] if choices else []
        for branch in (branch for stmt in every(window.body) for branch in branches_of(stmt)):
            line = (self._own_title(branch.tags, word_name(BRANCH, branch.name.text), None),)
            answers.append(Reaction(line, self._come_to(branch.body, set())))
        title = line_text(self.subject.prose(placed).title)
        if step is not None:
            title = self._own_title(step.tags, word_name_of(placed.id), step.name.text)
        return Moment(title, asked, tuple(answers))

    def _own_title(self, tags: s.Tags, name: str, item: str | None) -> str:
        """Return the title as the rulebook has it, if this is in the page's language; else its translation."""
        if tags.title and self.subject.language == self.subject.speaker.own_language:
            return tags.title.value
        return self.subject.title(name, item)

    def _choice(self, name: str) -> Moment:
        placed = self.subject.placed()
        actions = [p for p in placed if isinstance(p.clause, s.ActionClause) and p.clause.choice.text == name]
        return Moment(self.subject.title(name), (), self._answers(actions))

    def _event(self, clause: s.EventClause) -> Moment:
        ui, waiting, seats = self.subject.ui, list[Placed](), False
        for placed, rule in self._rules():
            if isinstance(rule.trigger, s.When) and rule.trigger.event.text == clause.name.text:
                waiting.append(placed)
                seats = seats or rule.trigger.seat is not None
        asked: list[d.InlinePiece] = []
        if seats:
            way = self.subject.rulebook.header.round_the_table(clause.way)
            asked.append(f"{ui('page-answered')}, {ui(f'page-{way}')}, {ui('page-from')} ")
            start = clause.start
            asked += self.subject.speaker.phrase(start, clause.name.text) if start else [ui("page-active-player")]
        return Moment(self.subject.title(clause.name.text), tuple(asked), self._answers(waiting))

    def _answers(self, found: Sequence[Placed]) -> tuple[Reaction, ...]:
        """Return a reaction for each clause, whose line is the title of the clause. For a clause of a layer above the
        first rulebook, the line also names the chapter."""
        return tuple(Reaction(tuple(self._name(p)), self._come_to(body_of(p.clause), {p.id})) for p in found)

    def _name(self, placed: Placed) -> Iterator[d.InlinePiece]:
        yield self.subject.link(placed.id, line_text(self.subject.prose(placed).title))
        if placed.id in self.subject.brought:
            yield f" ({self.subject.brought[placed.id]})"

    def _rules(self) -> Iterator[tuple[Placed, s.RuleClause]]:
        for placed in self.subject.placed():
            if isinstance(placed.clause, s.RuleClause):
                yield placed, placed.clause

    # ---- where a reaction leads

    @cached_property
    def _clauses(self) -> Mapping[str, s.Clause]:
        return {placed.id: placed.clause for placed in self.subject.rulebook.clauses}

    def _come_to(self, body: tuple[s.Stmt, ...], seen: set[str]) -> tuple[str, ...]:
        """Return the keys of the windows and events to which statements lead, either directly or through procedures.
        `seen` contains the procedures that were followed already."""
        found: list[str] = []
        for inner in sorted(one for one in call_targets(body) if not one.startswith("choice ")):
            found.append(inner)
            clause = self._clauses.get(inner)
            if isinstance(clause, s.ProcedureClause) and inner not in seen:
                seen.add(inner)
                found += [window_key(inner, step) for step, _ in windows_of(clause)]
                found += self._come_to(body_of(clause), seen)
        return tuple(found)


def choices_in(window: s.Window) -> list[str]:
    """Return the names of the choices that a window offers, sorted."""
    return sorted(one.removeprefix("choice ") for one in call_targets(window.body) if one.startswith("choice "))


def windows_of(clause: s.Clause | None) -> Iterator[tuple[s.TitledPart | None, s.Window]]:
    """Yield the windows of a clause, each with the innermost step that contains it, or with None outside of steps."""
    if clause is None:
        return
    for window in inside(clause, s.Window):
        around = [step for step in steps_in(clause) if window in inside(step, s.Window)]
        yield (around[-1] if around else None), window


def window_key(clause: str, step: s.TitledPart | None) -> str:
    return clause if step is None else f"{clause} {step.name.text}"


def target(key: str) -> str:
    return f"answers-{anchor(key)}"
