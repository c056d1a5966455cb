"""Draws the game from start to end as nested boxes for loops, turns, steps and choices, derived from the flow.

Boxes are blocks of the page instead of a picture, so that their words can be read on a phone, found, copied and linked.
A choice, or a procedure with a decision, is drawn in full where it first occurs; everywhere else only its name is
given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import field, frozen

from ..model.naming import BRANCH, word_name
from ..model.rulebook import Placed, choices_at_any_time
from ..prose import Link, Paragraph
from ..prose.prose_blocks import first_letter
from ..prose.sentences.control_steps import innermost_loop
from ..syntax import nodes as s
from ..syntax.forms import does, field_types, forms_of
from ..syntax.traversal import bodies, body_of, branches_of, leads_to, walk
from . import page_blocks as d
from .subject import Subject

FLOW = "flow"
DEEPEST = 8
"""The greatest depth of nested boxes; what is inside the deepest ones is replaced by an ellipsis."""


def turn_diagram(subject: Subject, brief: bool = False) -> Iterator[d.PageBlock]:
    """Yield the boxes of the flow; nothing if the rulebook has none. If `brief` is True, the boxes omit what the
    summaries tell: whose turns are skipped, when the game ends, and what is counted."""
    for placed in subject.placed():
        if isinstance(placed.clause, s.FlowClause):
            drawing = _Drawing(subject, brief)
            boxes = tuple(drawing.body(placed.clause.body, placed.clause.name.text, 0))
            if boxes:
                yield d.Box("rk-flow", (*drawing.at_any_time(), *boxes))


@frozen(eq=False)
class _Drawing:
    """A diagram that is being drawn. `opened` contains the ids of the procedures and choices that are already drawn in
    full."""

    subject: Subject
    brief: bool = False
    opened: set[str] = field(factory=set)

    def body(self, body: tuple[s.Stmt, ...], owner: str, depth: int) -> Iterator[d.PageBlock]:
        if depth > DEEPEST:
            yield from [d.PageParagraph(("…",))] if body else ()
            return
        said: list[s.Stmt] = []
        for stmt in body:
            if depth and _has_no_box(stmt):
                if not (self.brief and does(stmt, "writes")):  # summaries explain what is counted
                    said.append(stmt)
                continue
            yield from self.sentences(said, owner)
            said.clear()
            yield from self.statement(stmt, owner, depth)
        yield from self.sentences(said, owner)

    def sentences(self, statements: Sequence[s.Stmt], owner: str) -> Iterator[d.PageBlock]:
        """Yield a box with consecutive statements as sentences; nothing if there are none, or if a summary tells
        them."""
        placed = self.subject.shown.get(f"procedure {owner}")
        within = None if placed is None else placed.clause
        if self.brief and (placed is None or self._is_printed(placed)):
            return
        if statements and (told := self.subject.speaker.statements(tuple(statements), owner, within)):
            yield d.Box("rk-step rk-said", told)

    def box(
        self, kind: str, head: d.InlineLine, body: tuple[s.Stmt, ...], owner: str, depth: int, always: bool = False
    ) -> Iterator[d.PageBlock]:
        """Yield a box with a head; nothing if nothing is drawn inside it, unless `always` is True."""
        inside = tuple(self.body(body, owner, depth + 1))
        if inside or always:
            yield d.Box(f"rk-step rk-{kind}", (d.PageParagraph(head, "rk-head"), *inside))

    def statement(self, stmt: s.Stmt, owner: str, depth: int) -> Iterator[d.PageBlock]:
        if does(stmt, "tests"):
            yield from self.conditional(stmt, owner, depth)
        elif does(stmt, "woven"):
            yield from self.step(stmt, owner, depth)
        elif does(stmt, "choice") or branches_of(stmt):
            yield from self.either(stmt, owner, depth) if branches_of(stmt) else self.choice(stmt)
            yield from self.otherwise(stmt, owner, depth)
        elif does(stmt, "ends"):
            yield from self.end(stmt, owner)
        elif bodies(stmt):
            label, whole = forms_of(type(stmt))[0].label, does(stmt, "turn", "round")
            if whole or (does(stmt, "acts") and not does(stmt, "secret")):
                head = (d.Strong(self.subject.ui(f"page-{label.replace('_', '-')}")), *self.details(stmt, owner))
            elif not (head := self.subject.speaker.heading(stmt, owner)):
                return
            kind = "turns" if does(stmt, "turn") else "by" if does(stmt, "tail") else "loop"
            for body in bodies(innermost_loop(stmt)):
                yield from self.box(kind, head, body, owner, depth, always=whole and not self.brief)
        else:
            yield from self.perform(stmt, owner, depth)

    def details(self, stmt: Any, owner: str) -> Iterator[d.InlinePiece]:
        """Yield the details in the head of a box: who, how often, and in which order. There are none for a reaction
        window, because `reactions.py` draws it."""
        ui, speaker = self.subject.ui, self.subject.speaker
        said = field_types(type(stmt))
        if does(stmt, "asks"):
            return
        if "player" in said:
            yield from (" ", *speaker.phrase(stmt.player, owner))
        if "limit" in said and stmt.limit is not None:
            yield from (", ", ui("page-at-most"), " ", *speaker.phrase(stmt.limit, owner))
        if "start" in said and not (self.brief and self._is_explained(stmt.start)):
            yield from (" ", *self.round(stmt.start, stmt.way, owner))
        if "once" in said and stmt.once:
            yield from (", ", ui("page-once-each"))
        where = stmt.where if does(stmt, "turn") and not self.brief else None
        if where is not None and speaker.settled(where, owner) is None:
            yield from ("; ", ui("page-your-turn-if"), " ", *speaker.condition(stmt.where, owner, "sub"))

    def round(self, start: s.Expr, way: s.Way, owner: str) -> d.InlineLine:
        """Return who begins a round. With more than two players, the direction of turns follows."""
        ui, header = self.subject.ui, self.subject.rulebook.header
        where = () if header.is_for_two else (", ", ui(f"page-{header.round_the_table(way)}"))
        return (ui("page-from"), " ", *self.subject.speaker.phrase(start, owner), *where)

    def _is_printed(self, placed: Placed) -> bool:
        """Return whether the rules page contains the summary of a clause."""
        chapters = (one for one in self.subject.chapters if not one.reference)
        told = {section.placed.id for one in chapters for section in one.sections}
        return bool(self.subject.prose(placed).summary) and placed.id in told

    def _is_explained(self, expr: s.Expr) -> bool:
        """Return whether an expression is a fact with a summary, which the rules page contains. The words for such a
        fact, such as "the player who begins", say nothing by themselves."""
        placed = self.subject.shown.get(f"fact {expr.name.text}") if isinstance(expr, s.Ref) else None
        return placed is not None and bool(self.subject.prose(placed).summary)

    def conditional(self, stmt: Any, owner: str, depth: int, first: bool = True) -> Iterator[d.PageBlock]:
        """Yield a box for each case in a chain of conditions, all of them at the same level."""
        if self.brief and all(self.is_ending(one) for one in (*stmt.then, *stmt.otherwise)):
            return
        if (settled := self.subject.speaker.settled(stmt.condition, owner)) is not None:
            taken = stmt.then if settled else stmt.otherwise
            apart = self.box("if", (d.Strong(self.subject.ui("page-else")),), taken, owner, depth)
            yield from self.body(taken, owner, depth) if first else apart
            return
        ui, say = self.subject.ui, self.subject.speaker.condition
        word = ui("page-if") if first else f"{ui('page-else')}, {first_letter(ui('page-if'), str.lower)}"
        head: d.InlineLine = (d.Strong(word), " ", *say(stmt.condition, owner, "sub"))
        chained = len(stmt.otherwise) == 1 and does(stmt.otherwise[0], "tests")
        further = self.box("if", (d.Strong(ui("page-else")),), stmt.otherwise, owner, depth)
        otherwise = tuple(self.conditional(stmt.otherwise[0], owner, depth, first=False) if chained else further)
        drawn = tuple(self.box("if", head, stmt.then, owner, depth))
        if otherwise and not drawn:  # without the condition, the else part would make no sense
            said = self.subject.speaker.statements(stmt.then, owner)
            drawn = (d.Box("rk-step rk-if", (d.PageParagraph(head, "rk-head"), *said)),)
        yield from drawn
        yield from otherwise

    @staticmethod
    def decides(placed: Placed) -> bool:
        """Return whether a clause itself contains a decision."""
        return any(does(node, "decides", "choice", "turn") or branches_of(node) for node in walk(placed.clause))

    def is_ending(self, stmt: s.Stmt) -> bool:
        """Return whether a statement ends the game, or calls clauses that may end it, without any decision."""
        called = (self.subject.shown.get(id_) for id_ in leads_to(stmt))
        inner = [node for p in called if p is not None for node in walk(p.clause) if isinstance(node, s.Stmt)]
        decided = any(does(node, "decides", "choice", "turn") or branches_of(node) for node in inner)
        return does(stmt, "ends") or (not decided and any(does(node, "ends") for node in inner))

    def step(self, stmt: Any, owner: str, depth: int) -> Iterator[d.PageBlock]:
        """Yield the box of a step, with the rules that apply before it, instead of it and after it."""
        name = stmt.name.text
        title = self.subject.title(owner, name)
        own = stmt.tags.title.value if stmt.tags.title else ""
        words = own if own and self.subject.language == self.subject.speaker.own_language else title
        inside = tuple(self.body(stmt.body, owner, depth + 1))
        first, last = self.rules(owner, name, "before", "instead of"), self.rules(owner, name, "after")
        yield d.Box("rk-step", (d.PageParagraph((d.Strong(words),), "rk-head"), *first, *inside, *last))

    def rules(self, procedure: str, step: str, *when: str) -> Iterator[d.PageBlock]:
        """Yield a line for each rule that applies at these moments: before, after or instead of a step."""
        for placed in self.subject.placed():
            clause = placed.clause
            if not isinstance(clause, s.RuleClause) or not isinstance(clause.trigger, s.AtStep):
                continue
            at = clause.trigger
            if (at.procedure.text, at.step.text) == (procedure, step) and at.when in when:
                word = self.subject.ui(f"page-{at.when.replace(' ', '-')}")
                yield d.PageParagraph((d.Emphasis(word), " ", self.subject.link(placed.id)), "rk-at-step")

    def at_any_time(self) -> Iterator[d.PageBlock]:
        """Yield a box for each choice that is offered together with every decision."""
        for name in choices_at_any_time(self.subject.placed()):
            yield from self.offer("page-at-any-time", name)

    def choice(self, stmt: Any) -> Iterator[d.PageBlock]:
        """Yield a box for a choice, with the actions that it offers."""
        yield from self.offer("page-may-one-of" if stmt.optional else "page-one-of", stmt.choice.text)

    def offer(self, how: str, choice: str) -> Iterator[d.PageBlock]:
        """Yield a box with the title of a choice and its actions. If there is only one action, the box just names this
        action."""
        actions = [
            self.subject.link(placed.id)
            for placed in self.subject.placed()
            if isinstance(placed.clause, s.ActionClause)
            and placed.clause.choice.text == choice
            and not self.subject.speaker.rules_out(placed.clause.body, placed.clause.name.text)
        ]
        if len(actions) == 1 or f"choice {choice}" in self.opened:
            shown: list[tuple[d.PageBlock, ...]] = []
        else:
            shown = [(d.PageParagraph((link,)),) for link in actions]
        self.opened.add(f"choice {choice}")
        title = Link(self.subject.title(choice), f"choice {choice}")
        yield self.among(how, len(actions), actions if len(actions) == 1 else (title,), shown)

    def among(
        self, how: str, count: int, first: Sequence[d.InlinePiece], items: Sequence[tuple[d.PageBlock, ...]]
    ) -> d.Box:
        """Return a box for `count` possibilities. Its head consists of words about them, which are empty if there is no
        choice, and of `first`; the items follow."""
        words = self.subject.ui(how, count=count)
        head = (*((d.Strong(words),) if words else ()), *((" ",) if words and first else ()), *first)
        inside = (d.Items(tuple(items)),) if count > 1 and items else items[0] if items else ()
        return d.Box("rk-step rk-choice", (d.PageParagraph(head, "rk-head"), *inside))

    def either(self, stmt: Any, owner: str, depth: int) -> Iterator[d.PageBlock]:
        items: list[tuple[d.PageBlock, ...]] = []
        for branch in (one for one in stmt.branches if not self.subject.speaker.rules_out(one.body, owner)):
            title = branch.tags.title.value if branch.tags.title else ""
            words = title if title and self.subject.language == self.subject.speaker.own_language else None
            line = words or self.subject.title(word_name(BRANCH, branch.name.text))
            items.append((d.PageParagraph((line,)), *self.body(branch.body, owner, depth + 1)))
        yield self.among("page-may-one-of" if stmt.optional else "page-one-of", len(items), (), items)

    def otherwise(self, stmt: Any, owner: str, depth: int) -> Iterator[d.PageBlock]:
        """Yield a box with what happens if none of the possibilities is allowed."""
        head: d.InlineLine = (d.Strong(self.subject.ui("page-none-possible")),)
        yield from self.box("if", head, stmt.otherwise or (), owner, depth)

    def end(self, stmt: Any, owner: str) -> Iterator[d.PageBlock]:
        if self.brief:
            return
        over = d.PageParagraph((self.subject.ui("picture-over"),))
        yield d.Box("rk-step rk-over", (over,) if stmt.binder else self.subject.speaker.statements((stmt,), owner))

    def perform(self, stmt: Any, owner: str, depth: int) -> Iterator[d.PageBlock]:
        """Yield the procedure that a statement calls: drawn in full if it has a decision, else only its name. If the
        call has arguments, the sentence for the call replaces the name."""
        for id_ in leads_to(stmt):
            placed = self.subject.shown.get(id_) if id_.startswith("procedure ") else None
            if placed is None or (self.brief and placed.clause.tags.title is None and not self.decides(placed)):
                return
            arguments = does(stmt, "procedure") and stmt.call.args
            told = self.subject.speaker.statements((stmt,), owner) if arguments else ()
            first = told[0] if len(told) == 1 else None
            head = _without_full_stop(first.text) if isinstance(first, Paragraph) else (self.subject.link(placed.id),)
            if id_ in self.opened or placed.id not in self.subject.model.flow:
                yield d.Box("rk-step rk-procedure", (d.PageParagraph(head, "rk-head"),))
                return
            self.opened.add(id_)
            name = placed.clause.name.text
            yield from self.box("procedure", head, body_of(placed.clause), name, depth, always=True)


def _without_full_stop(said: d.InlineLine) -> d.InlineLine:
    """Return a sentence without its full stop, as the head of a box; the titles of other boxes have none either."""
    *before, last = said
    return (*before, last.removesuffix(".") if isinstance(last, str) else last)


def _has_no_box(stmt: s.Stmt) -> bool:
    """Return whether a statement of the flow is written as a sentence, because it has no box. This does not concern the
    statements before the first loop, which are the set-up and have a picture."""
    said = does(stmt, "decides", "chance", "moves", "writes", "shows", "declares", "returns")
    return said and not bodies(stmt) and not leads_to(stmt)
