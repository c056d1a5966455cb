"""Names for readers: titles instead of identifiers, conditions in words, chapters.

A part without a title is called by its identifier in words (`coins_left`: coins left).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from ..diagnostics.printable import capital
from ..model.naming import identifier_words
from ..model.outline import heading, outline
from ..model.rulebook import Rulebook
from ..syntax import nodes as s
from ..syntax.format import format_node
from ..syntax.forms import does
from ..syntax.traversal import body_of, every, steps_in

KINDS: Mapping[str, str] = {
    "enum": "list",
    "keep": "thing to remember",
    "option": "option",
    "fact": "definition",
    "procedure": "part of the game",
    "flow": "course of the game",
    "invariant": "promise",
    "example": "worked example",
    "words": "translation",
    "statements": "list of statements",
    "position": "rule of repeated positions",
    "ruleset": "set of options",
}
"""What readers call a clause of a kind, if that is not the kind's own name."""


@frozen(slots=False, eq=False)
class TitleLookup:
    """Finds the titles of clauses, items, steps and players in one rulebook."""

    rulebook: Rulebook

    @cached_property
    def _clauses(self) -> dict[str, s.Clause]:
        clauses = (placed.clause for placed in self.rulebook.clauses)
        return {c.name.text: c for c in clauses if not isinstance(c, UNTITLED)}

    def of(self, name: str) -> str:
        """Return the title of the clause with this name, or the name in words if it has no title."""
        clause = self._clauses.get(name)
        return clause_title(clause) if clause is not None else identifier_words(name)

    def answer(self, option: str, value: int | str) -> str:
        """Return the title of an option's answer."""
        clause = self._clauses.get(option)
        if isinstance(clause, s.OptionClause):
            for item in clause.items:
                if item.name.text == value:
                    return item_title(item)
        return str(value)

    def step(self, at: s.AtStep) -> s.TitledPart | None:
        """Return the step at which a rule acts; None if there is no such step."""
        for placed in self.rulebook.clauses:
            clause = placed.clause
            if clause.kind in STEPPED and clause.name.text == at.procedure.text:
                for part in steps_in(clause):
                    if part.name.text == at.step.text:
                        return part
        return None

    def step_title(self, at: s.AtStep) -> str:
        found = self.step(at)
        if found is not None and found.tags.title is not None:
            return found.tags.title.value
        return f"{identifier_words(at.step.text)} of {self.of(at.procedure.text)}"

    def settled_conditions(self, expr: s.Expr) -> Iterator[str]:
        """Yield in words what an `under` condition requires of options and the number of players, which are known
        before the game begins. Conditions that are tested during play are left out."""
        match expr:
            case s.Binary(op="and", left=left, right=right):
                yield from self.settled_conditions(left)
                yield from self.settled_conditions(right)
            case s.Binary(op=op, left=s.Ref(name=s.Name(text="players")), right=s.Number(value=count)) if op in COUNTS:
                yield COUNTS[op].format(count)
            case s.Binary(op=("==" | "!=") as op, left=s.Ref(name=name), right=(s.Ref() | s.Number()) as right) if (
                isinstance(self._clauses.get(name.text), s.OptionClause)
            ):
                value = right.name.text if isinstance(right, s.Ref) else right.value
                yield f'if "{self.of(name.text)}" is {"not " * (op == "!=")}"{self.answer(name.text, value)}"'

    @staticmethod
    def source_text(expr: s.Expr) -> str:
        """Return the source text of an expression, as the formatter writes it."""
        return " ".join(format_node(expr).split())

    @cached_property
    def pays(self) -> bool:
        """Return whether a game may end by giving each player a payoff."""
        bodies = (every(body_of(p.clause)) for p in self.rulebook.clauses)
        return any(does(stmt, "pays") for body in bodies for stmt in body)

    @cached_property
    def _seats(self) -> Mapping[str, str]:
        return {item.name.text: item_title(item) for item in self.rulebook.header.seats}

    def member(self, figure: str, dimension: int, label: str) -> str:
        """Return the title of a member of a statistic's dimension: a player, an item of a list, or a row of a table."""
        clause = self._clauses.get(figure)
        kind = clause.dimensions[dimension].type if isinstance(clause, s.FigureClause) else None
        listed = self._clauses.get(kind.name.text) if isinstance(kind, s.NamedType) else None
        match listed:
            case s.EnumClause(items=items):
                return next((item_title(one) for one in items if one.name.text == label), label)
            case s.TableClause(rows=rows):
                return next((item_title(one) for one in rows if one.item.name.text == label), label)
        return self.seat(label)

    def seat(self, name: str) -> str:
        """Return the title of a player, capitalised."""
        called = self._seats.get(name, identifier_words(name))
        return capital(called)


UNTITLED = (s.ExampleClause, s.LookClause, s.WordsClause, s.StatementsClause)
"""Clauses that are listed without a title: their names are those of other things, or nothing that readers know."""

STEPPED = ("procedure", "action", "flow")
"""Kinds of clauses that have steps."""

COUNTS = {
    "==": "with {} players",
    "!=": "with other than {} players",
    "<": "with fewer than {} players",
    "<=": "with {} players or fewer",
    ">": "with more than {} players",
    ">=": "with {} players or more",
}


def clause_title(clause: s.Clause) -> str:
    if isinstance(clause, s.WordsClause):
        return f"translations ({clause.name.text})"
    if isinstance(clause, s.StatementsClause):
        return f"statements of {clause.name.text}"
    if clause.tags.title is not None:
        return clause.tags.title.value
    if isinstance(clause, s.FlowClause):
        return "the course of the game"
    return identifier_words(clause.name.text)


def item_title(node: s.Item | s.Row | None) -> str:
    item = node.item if isinstance(node, s.Row) else node
    if item is None:
        return ""
    return item.title.value if item.title else identifier_words(item.name.text)


def population(clause: s.Clause, rulebook: Rulebook) -> tuple[str, str]:
    """Return the kind of piece whose numbers are in a table, and the column with these numbers; "" for both if there is
    none."""
    for placed in rulebook.clauses:
        piece = placed.clause
        if isinstance(piece, s.PieceClause) and isinstance(piece.population, s.Attribute):
            of = {f.name.text: f.type.name.text for f in piece.fields if isinstance(f.type, s.NamedType)}
            base = piece.population.base
            if isinstance(base, s.Ref) and len(of) == 1 and of.get(base.name.text) == clause.name.text:
                return piece.name.text, piece.population.name.text
    return "", ""


def clause_kind(clause: s.Clause, helper: bool = False) -> str:
    """Return the name of a clause's kind for readers. `helper` means that only examples use the clause."""
    if helper:
        return "helper of examples"
    if isinstance(clause, s.OptionClause) and clause.ruling:
        return "open question"
    return KINDS.get(clause.kind, clause.kind)


ClauseLocation = tuple[str, int, int]
"""A file's name, and where in its text the clause begins and ends."""


def clause_location(clause: s.Clause) -> ClauseLocation:
    return clause.span.source.name, clause.span.start, clause.span.end


def conditions_of(books: Sequence[s.Book]) -> dict[ClauseLocation, tuple[s.Expr, ...]]:
    """Return the conditions of the `under` blocks around each clause, outermost first, keyed by the clause's
    location."""

    def found(
        members: Sequence[s.Member], under: tuple[s.Expr, ...]
    ) -> Iterator[tuple[ClauseLocation, tuple[s.Expr, ...]]]:
        for member in members:
            if isinstance(member, s.Under):
                yield from found(member.body, (*under, member.condition))
            elif isinstance(member, s.Replace):
                yield clause_location(member.clause), under
            elif isinstance(member, s.Clause):
                yield clause_location(member), under

    return {place: under for book in books for place, under in found(book.members, ()) if under}


@frozen
class Chapters:
    """The chapters of two books. `of` maps the id of each clause to its chapter's title, from the second book if it has
    the clause. `order` lists the titles of the second book, then those that only the first has. `first` and `second`
    are the titles in each book; `reference` are those of chapters that only the full book shows."""

    of: Mapping[str, str]
    order: tuple[str, ...]
    first: frozenset[str]
    second: frozenset[str]
    reference: frozenset[str]

    def note(self, title: str) -> str:
        """Return a note if only one of the books has this chapter; otherwise ""."""
        if title in self.first and title not in self.second:
            return "all of this chapter is gone"
        return "a new chapter" if title in self.second and title not in self.first else ""

    @staticmethod
    def both(first: Rulebook, second: Rulebook) -> Chapters:
        of: dict[str, str] = {}
        titles: dict[str, None] = {}
        one, two = (outline(book).chapters for book in (first, second))
        for chapter in (*two, *one):
            name = heading(chapter)
            titles.setdefault(name)
            for id_ in (f"chapter {chapter.name}", *(p.id for p in chapter.clauses)):
                of.setdefault(id_, name)
        known = (one, two, [c for c in (*one, *two) if c.reference])
        return Chapters(of, tuple(titles), *(frozenset(map(heading, side)) for side in known))
