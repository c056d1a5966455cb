"""The game from first to last as boxes in boxes: loops, turns, steps and choices, derived from the flow.

Boxes are blocks of the page and no drawing, so that their words can be read on a phone, found, copied and linked.  A
procedure in which something is decided, and a choice, are opened where they first come, and named everywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import field, frozen

from ..model.naming import BRANCH, word_name
from ..model.rulebook import choices_at_any_time
from ..prose import Link, Paragraph, ProseBlock
from ..syntax import nodes as s
from ..syntax.traversal import body_of
from . import page_blocks as d
from .subject import Subject

FLOW = "flow"
SAID = (s.Assign, s.Choose, s.Draw, s.Let, s.Put, s.Move, s.Remove, s.Shuffle, s.Show)
"""Statements of the flow that no box shows: they are said, or the page would leave them out.

Those before the first loop are the set-up, which has a picture.
"""
DEEPEST = 8
"""Boxes in boxes; what is deeper is named only."""


def turn_diagram(subject: Subject) -> Iterator[d.PageBlock]:
    """The boxes of the flow; nothing where the rulebook has none."""
    for placed in subject.placed():
        if isinstance(placed.clause, s.FlowClause):
            drawing = _Drawing(subject)
            boxes = tuple(drawing.body(placed.clause.body, placed.clause.name.text, 0))
            if boxes:
                yield d.Box("rk-flow", (*boxes, *drawing.at_any_time()))


@frozen(eq=False)
class _Drawing:
    """A diagram under way: which procedures and choices have been opened."""

    subject: Subject
    opened: set[str] = field(factory=set)

    def body(self, body: tuple[s.Stmt, ...], owner: str, depth: int) -> Iterator[d.PageBlock]:
        if depth > DEEPEST:
            return
        said: list[s.Stmt] = []
        for stmt in body:
            if owner == FLOW and depth and isinstance(stmt, SAID) and not _calls(stmt):
                said.append(stmt)
                continue
            yield from self.said(said, owner)
            said.clear()
            yield from self.statement(stmt, owner, depth)
        yield from self.said(said, owner)

    def said(self, statements: Sequence[s.Stmt], owner: str) -> Iterator[d.PageBlock]:
        """What the flow itself does beside calling its parts, in sentences."""
        if statements:
            yield d.Box("rk-step rk-said", self.subject.speaker.statements(tuple(statements), owner))

    def box(
        self, kind: str, head: d.InlineLine, body: tuple[s.Stmt, ...], owner: str, depth: int, always: bool = False
    ) -> Iterator[d.PageBlock]:
        """A box with a head; where nothing stands in it that is drawn, it is left out unless `always`."""
        inside = tuple(self.body(body, owner, depth + 1))
        if inside or always:
            yield d.Box(f"rk-step rk-{kind}", (d.PageParagraph(head, "rk-head"), *inside))

    def statement(self, stmt: s.Stmt, owner: str, depth: int) -> Iterator[d.PageBlock]:
        ui, speaker = self.subject.ui, self.subject.speaker
        match stmt:
            case s.Turns():
                head: d.InlineLine = (d.Strong(ui("page-turns")), " ", *self.turns(stmt, owner))
                yield from self.box("turns", head, stmt.body, owner, depth, always=True)
            case s.Rounds(limit=limit):
                many = (" ", ui("page-at-most"), " ", *speaker.phrase(limit, owner)) if limit is not None else ()
                yield from self.box("loop", (d.Strong(ui("page-rounds")), *many), stmt.body, owner, depth, always=True)
            case s.Repeat():
                head = (d.Strong(ui("page-repeat")), *self.repeat(stmt, owner))
                yield from self.box("loop", head, stmt.body, owner, depth)
            case s.ForEach(binder=binder):
                head = (d.Strong(ui("page-for-each")), " ", *speaker.phrase(binder.domain, owner))
                if stmt.start is not None:
                    head = (*head, ", ", *self.round(stmt.start, stmt.way, owner))
                yield from self.box("loop", head, stmt.body, owner, depth)
            case s.AtOnce():
                yield from self.box("loop", (d.Strong(ui("page-at-once")),), stmt.body, owner, depth)
            case s.Window():
                yield from self.box("loop", (d.Strong(ui("page-window")),), stmt.body, owner, depth)
            case s.By(player=player):
                head = (d.Strong(ui("page-by")), " ", *speaker.phrase(player, owner))
                yield from self.box("by", head, stmt.body, owner, depth)
            case s.If():
                yield from self.conditional(stmt, owner, depth)
            case s.Step():
                yield from self.step(stmt, owner, depth)
            case s.Do():
                yield from self.choice(stmt)
                yield from self.otherwise(stmt, owner, depth)
            case s.Either():
                yield from self.either(stmt, owner, depth)
                yield from self.otherwise(stmt, owner, depth)
            case s.Perform():
                told = self.subject.speaker.statement(stmt, owner) if stmt.call.args else ()
                yield from self.perform(stmt.call, told, depth)
            case s.Let(value=s.Call() as call) if f"procedure {call.name.text}" in self.subject.shown:
                yield from self.perform(call, (), depth)
            case s.Over():
                said = (d.PageParagraph((ui("picture-over"),)),) if stmt.binder else speaker.statement(stmt, owner)
                yield d.Box("rk-step rk-over", said)

    def turns(self, stmt: s.Turns, owner: str) -> d.InlineLine:
        ui, speaker = self.subject.ui, self.subject.speaker
        parts: list[d.InlinePiece] = list(self.round(stmt.start, stmt.way, owner))
        if stmt.once:
            parts += [", ", ui("page-once-each")]
        if stmt.where is not None:
            parts += ["; ", ui("page-your-turn-if"), " ", *speaker.condition(stmt.where, owner, "sub")]
        return tuple(parts)

    def round(self, start: s.Expr, way: s.Way, owner: str) -> d.InlineLine:
        """From whom it goes on, and which way round a table of more than two."""
        ui, header = self.subject.ui, self.subject.rulebook.header
        where = () if header.is_for_two else (", ", ui(f"page-{header.round_the_table(way)}"))
        return (ui("page-from"), " ", *self.subject.speaker.phrase(start, owner), *where)

    def repeat(self, stmt: s.Repeat, owner: str) -> d.InlineLine:
        if stmt.condition is None:
            return ()
        word = self.subject.ui("page-until" if stmt.until else "page-while")
        return (" ", word, " ", *self.subject.speaker.condition(stmt.condition, owner, "sub"))

    def conditional(self, stmt: s.If, owner: str, depth: int) -> Iterator[d.PageBlock]:
        ui, say = self.subject.ui, self.subject.speaker.condition
        head: d.InlineLine = (d.Strong(ui("page-if")), " ", *say(stmt.condition, owner, "sub"))
        otherwise = tuple(self.box("if", (d.Strong(ui("page-else")),), stmt.otherwise, owner, depth))
        drawn = tuple(self.box("if", head, stmt.then, owner, depth))
        if otherwise and not drawn:  # what comes otherwise makes no sense without the condition
            said = self.subject.speaker.statements(stmt.then, owner)
            drawn = (d.Box("rk-step rk-if", (d.PageParagraph(head, "rk-head"), *said)),)
        yield from drawn
        yield from otherwise

    def step(self, stmt: s.Step, owner: str, depth: int) -> Iterator[d.PageBlock]:
        """A step with the rules that come before, instead of and after it."""
        name = stmt.name.text
        title = self.subject.title(owner, name)
        own = stmt.tags.title.value if stmt.tags.title else ""
        words = own if own and self.subject.language == self.subject.speaker.written_in else title
        inside = tuple(self.body(stmt.body, owner, depth + 1))
        first, last = self.rules(owner, name, "before", "instead of"), self.rules(owner, name, "after")
        yield d.Box("rk-step", (d.PageParagraph((d.Strong(words),), "rk-head"), *first, *inside, *last))

    def rules(self, procedure: str, step: str, *when: str) -> Iterator[d.PageBlock]:
        """The rules that other clauses have put before, after or instead of a step, in a line each."""
        for placed in self.subject.placed():
            clause = placed.clause
            if not isinstance(clause, s.RuleClause) or not isinstance(clause.trigger, s.AtStep):
                continue
            at = clause.trigger
            if (at.procedure.text, at.step.text) == (procedure, step) and at.when in when:
                word = self.subject.ui(f"page-{at.when.replace(' ', '-')}")
                yield d.PageParagraph((d.Emphasis(word), " ", self.subject.link(placed.id)), "rk-at-step")

    def at_any_time(self) -> Iterator[d.PageBlock]:
        """What is offered beside every decision."""
        for name in choices_at_any_time(self.subject.placed()):
            yield from self.offered("page-at-any-time", name)

    def choice(self, stmt: s.Do) -> Iterator[d.PageBlock]:
        """A choice with everything that may be chosen."""
        yield from self.offered("page-may-one-of" if stmt.optional else "page-one-of", stmt.choice.text)

    def offered(self, how: str, choice: str) -> Iterator[d.PageBlock]:
        head: d.InlineLine = (
            d.Strong(self.subject.ui(how)),
            " ",
            Link(self.subject.title(choice), f"choice {choice}"),
        )
        opened = f"choice {choice}" in self.opened
        self.opened.add(f"choice {choice}")
        actions = [
            placed
            for placed in (() if opened else self.subject.placed())
            if isinstance(placed.clause, s.ActionClause) and placed.clause.choice.text == choice
        ]
        items = tuple((d.PageParagraph((self.subject.link(placed.id),)),) for placed in actions)
        yield d.Box("rk-step rk-choice", (d.PageParagraph(head, "rk-head"), *((d.Items(items),) if items else ())))

    def either(self, stmt: s.Either, owner: str, depth: int) -> Iterator[d.PageBlock]:
        head = self.subject.ui("page-may" if stmt.optional else "page-either")
        items: list[tuple[d.PageBlock, ...]] = []
        for branch in stmt.branches:
            title = branch.tags.title.value if branch.tags.title else ""
            words = title if title and self.subject.language == self.subject.speaker.written_in else None
            line = words or self.subject.title(word_name(BRANCH, branch.name.text))
            items.append((d.PageParagraph((line,)), *self.body(branch.body, owner, depth + 1)))
        yield d.Box("rk-step rk-choice", (d.PageParagraph((d.Strong(head),), "rk-head"), d.Items(tuple(items))))

    def otherwise(self, stmt: s.Do | s.Either, owner: str, depth: int) -> Iterator[d.PageBlock]:
        """What happens to who can do nothing."""
        head: d.InlineLine = (d.Strong(self.subject.ui("page-none-possible")),)
        yield from self.box("if", head, stmt.otherwise or (), owner, depth)

    def perform(self, call: s.Call, told: tuple[ProseBlock, ...], depth: int) -> Iterator[d.PageBlock]:
        """A procedure: opened where somebody decides in it, named where not; `told` is the sentence that calls it."""
        name = call.name.text
        placed = self.subject.shown.get(f"procedure {name}")
        if placed is None:
            return
        first = told[0] if len(told) == 1 else None
        head = first.text if isinstance(first, Paragraph) else (self.subject.link(placed.id),)
        if name in self.opened or placed.id not in self.subject.model.flow:
            yield d.Box("rk-step rk-procedure", (d.PageParagraph(head, "rk-head"),))
            return
        self.opened.add(name)
        yield from self.box("procedure", head, body_of(placed.clause), name, depth, always=True)


def _calls(stmt: s.Stmt) -> bool:
    return isinstance(stmt, s.Let) and isinstance(stmt.value, s.Call)
