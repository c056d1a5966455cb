"""The sections of a rulebook: the book that people read, as a tree in reading order.

`sections(rulebook)` returns the top-level `BookSection`s; each has its `children`. A section may be declared to come
`before` or `after` another one with the same parent. The others come in written order, those of later layers last. A
section refers to clauses by name; here these names are resolved to the clauses of this game. `rulekit.check` reports
names for which there is no clause, this file errors in the positions of sections.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from attrs import define, field, frozen

from ..diagnostics import Diagnostic, Help, Label, did_you_mean
from ..syntax import nodes as s
from ..syntax.traversal import inside, parts_with_titles
from .edits import KIND_WORDS
from .naming import SECTION, word_name
from .rulebook import Placed, Rulebook, StruckClause

UNSAID = frozenset({"section", "words", "look", "statements", "chapter"})
"""Kinds of clauses that sections cannot describe: they are about books and not about the game."""
SHOWABLE = ("example", "enum", "table", "board", "piece")
"""Kinds of clauses that a section can show."""


@frozen(eq=False)
class ToldClause:
    """A clause that a section describes, given by its id. If the section describes only a step, branch, item, row or
    answer of it, `inner` is the name of that part."""

    id: str
    inner: str | None
    named: s.Named


@frozen(eq=False)
class ShownThing:
    """A picture or table in a section. It shows the box of the game, the position at the start, or the clause with this
    id. `only` lists the places to show, or the pieces in the box; empty means all. `item` is the name under which
    catalogs of words translate the caption: `section travel.bar: "…"`."""

    what: Literal["box", "start", "clause"]
    id: str
    only: tuple[str, ...]
    caption: s.Text | None
    item: str


@frozen(eq=False)
class BookSection:
    """A section with its subsections (`children`) in reading order. `says` and `shows` contain only clauses that this
    game has. Titles and texts come from a speaker, which writes in one language: `speaker.title(word)` and
    `speaker.section_text(placed)`."""

    placed: Placed
    clause: s.SectionClause
    says: tuple[ToldClause, ...]
    shows: tuple[ShownThing, ...]
    children: tuple[BookSection, ...]

    @property
    def name(self) -> str:
        return self.clause.name.text

    @property
    def id(self) -> str:
        return self.placed.id

    @property
    def word(self) -> str:
        """Return the name under which catalogs of words have the section: `section travel`."""
        return word_name(SECTION, self.name)

    @property
    def manner(self) -> Literal["step", "item", "note", "card"] | None:
        return self.clause.manner

    @property
    def has_title(self) -> bool:
        """Return whether the rulebook gives the section a title."""
        return self.clause.tags.title is not None

    @property
    def table(self) -> s.SectionTable | None:
        return self.clause.table

    @property
    def cites(self) -> tuple[s.Citation, ...]:
        return self.clause.tags.cites


def sections(rulebook: Rulebook) -> tuple[BookSection, ...]:
    """Return the top-level sections of a rulebook in reading order. The result is empty if it has no sections."""
    return _Sections(rulebook).under(None)


def all_sections(roots: Sequence[BookSection]) -> Iterator[BookSection]:
    """Yield each of these sections, followed by all sections inside it, in reading order."""
    for section in roots:
        yield section
        yield from all_sections(section.children)


@define(eq=False)
class NamedClauses:
    """A mapping from names to the clauses of a rulebook to which its sections may refer."""

    rulebook: Rulebook
    by_name: dict[str, list[Placed]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.by_name = {}
        for placed in self.rulebook.clauses:
            if placed.clause.kind not in UNSAID:
                self.by_name.setdefault(placed.clause.name.text, []).append(placed)

    def clauses_meant(self, named: s.Named, shown: bool = False) -> list[Placed]:
        """Return the clauses of this game to which a name may refer. If `shown`, return only those that a section can
        show."""
        found = [
            placed
            for placed in self.by_name.get(named.name.text, ())
            if named.kind is None or KIND_WORDS.get(named.kind.text, named.kind.text) == placed.clause.kind
        ]
        return [placed for placed in found if placed.clause.kind in SHOWABLE] if shown else found


def inner_parts(clause: s.Clause) -> set[str]:
    """Return the names of the steps, branches, items, rows and answers of a clause."""
    return {part.name.text for part in (*parts_with_titles(clause), *inside(clause, s.Item))}


@define(eq=False)
class _Sections:
    rulebook: Rulebook
    named: NamedClauses = field(init=False)
    inside: dict[str | None, list[Placed]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.named = NamedClauses(self.rulebook)
        self.inside = {}
        for placed in self.rulebook.clauses:
            if isinstance(placed.clause, s.SectionClause):
                parent = placed.clause.parent
                self.inside.setdefault(parent.text if parent else None, []).append(placed)

    def under(self, parent: str | None) -> tuple[BookSection, ...]:
        return tuple(self.build(placed) for placed in in_order(self.inside.get(parent, ())))

    def build(self, placed: Placed) -> BookSection:
        clause = placed.clause
        assert isinstance(clause, s.SectionClause)
        says = [(named, found) for named in clause.says for found in self.named.clauses_meant(named)[:1]]
        return BookSection(
            placed,
            clause,
            tuple(ToldClause(found.id, named.step.text if named.step else None, named) for named, found in says),
            tuple(self.things_shown(clause)),
            self.under(clause.name.text),
        )

    def things_shown(self, clause: s.SectionClause) -> Iterator[ShownThing]:
        for one in clause.shows:
            only = tuple(name.text for name in one.only)
            if one.what != "named":
                yield ShownThing(one.what, "", only, one.caption, one.what)
            elif one.named:
                for found in self.named.clauses_meant(one.named, shown=True)[:1]:
                    yield ShownThing("clause", found.id, only, one.caption, one.named.name.text)


def in_order(siblings: Sequence[Placed]) -> list[Placed]:
    """Return sections with the same parent in reading order."""
    known = {placed.clause.name.text: placed for placed in siblings}
    beside: dict[tuple[str, str], list[str]] = {}
    firsts: list[str] = []
    for name, placed in known.items():
        clause = placed.clause
        assert isinstance(clause, s.SectionClause)
        if clause.side and clause.beside and clause.beside.text in known:
            beside.setdefault((clause.side, clause.beside.text), []).append(name)
        else:
            firsts.append(name)
    found: dict[str, None] = {}

    def put(name: str) -> None:
        for one in beside.get(("before", name), ()):
            put(one)
        found.setdefault(name)
        for one in beside.get(("after", name), ()):
            put(one)

    for name in firsts:
        put(name)
    return [known[name] for name in (*found, *(name for name in known if name not in found))]


# ---------------------------------------------------------------------------------- errors in the positions of sections


def section_errors(clauses: Sequence[Placed], struck: Mapping[str, StruckClause]) -> Iterator[Diagnostic]:
    """Yield errors for three kinds of sections: those that name a missing section as parent or neighbour, those next to
    a section with another parent, and those that refer to each other in a cycle."""
    found = {p.clause.name.text: p.clause for p in clauses if isinstance(p.clause, s.SectionClause)}
    told: set[str] = set()
    for name, clause in found.items():
        missing = next((one for one in (clause.parent, clause.beside) if one and one.text not in found), None)
        if missing is not None:
            yield _missing(name, missing, found, struck)
            continue
        yield from _not_siblings(clause, found)
        for ring in (_ring(name, found, "parent"), _ring(name, found, "beside")):
            if ring and name not in told:
                told.update(ring)
                words = ", ".join(f"`{one}`" for one in ring)
                advice = Help("leave one `in`, `before` or `after` out: sections come in the order of the text")
                message = f"these sections stand by one another in a circle: {words}"
                yield Diagnostic("E253", message, clause.name.span, help=(advice,))


def _missing(
    name: str, missing: s.Name, found: Mapping[str, s.SectionClause], struck: Mapping[str, StruckClause]
) -> Diagnostic:
    gone = struck.get(missing.text)
    if gone is not None:
        message = f"`{gone.layer}` strikes section `{missing.text}`, and section `{name}` has its place by it"
        advice = Help(f"strike or replace section `{name}`, too")
        return Diagnostic("E252", message, gone.span, (Label(missing.span, "used here"),), help=(advice,))
    near = did_you_mean(missing.text, found, missing.span)
    return Diagnostic("E252", f"there is no section `{missing.text}`", missing.span, help=near)


def _not_siblings(clause: s.SectionClause, found: Mapping[str, s.SectionClause]) -> Iterator[Diagnostic]:
    """Yield an error if a section is declared to come next to a section with another parent."""
    if clause.beside is None:
        return
    there = found[clause.beside.text].parent
    if (there and there.text) == (clause.parent and clause.parent.text):
        return
    where = f"in `{there.text}`" if there else "in no other section"
    advice = f"write `in {there.text}` here, too" if there else "leave out `in`, or name a section of the same parent"
    message = f"section `{clause.beside.text}` stands {where}, and `{clause.name.text}` does not"
    label = Label(found[clause.beside.text].name.span, "this one")
    yield Diagnostic("E253", message, clause.beside.span, (label,), help=(Help(advice),))


def _ring(name: str, found: Mapping[str, s.SectionClause], by: str) -> list[str]:
    """Return the names of the sections in the cycle of references that begins and ends at the section `name`. `by` says
    which references are followed: `parent` or `beside`. The result is empty if there is no such cycle."""
    ring = [name]
    while (after := getattr(found[ring[-1]], by)) and after.text in found:
        if after.text == name:
            return ring
        if after.text in ring:
            return []
        ring.append(after.text)
    return []
