"""What a book does to the clauses below it: one edit after another, each with its conditions.

`under` blocks are opened here: a condition that the configuration decides applies its block or drops it; what is left
of any other stays with each edit and is obeyed during the game.  What a block about each of some says of its clauses is
`subjects.py`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from attrs import evolve, frozen

from ..diagnostics.sink import DiagnosticSink
from ..syntax import nodes as s
from ..syntax.traversal import copied
from .edit import KIND_WORDS, Edit
from .partial_evaluation import World, simplify_condition
from .subjects import about

OF_OPTIONS = ("option", "")
"""The kinds of edits that concern options; what is set has its kind from what is there."""


def edits(book: s.Book, world: World | None, problems: DiagnosticSink) -> list[Edit]:
    """The edits of `book` in this configuration, what it adds first, each part in written order; but words under a
    condition come after those without, for they are for that case.

    Without a world every block is opened and its conditions are forgotten: all that the book could do.
    """
    return _opened(book, _parts(book), world, problems)


def option_edits(book: s.Book, world: World | None, problems: DiagnosticSink) -> list[Edit]:
    """Those of them that add, change or strike options, or set something, in every case."""
    found = _opened(book, _option_parts(book), world, problems)
    return [edit for edit in found if edit.kind in OF_OPTIONS and not edit.conditions]


def _opened(book: s.Book, parts: Sequence[Edit | _Block], world: World | None, problems: DiagnosticSink) -> list[Edit]:
    found: list[Edit] = []
    for part in parts:
        if isinstance(part, Edit):
            found.append(part)
        else:
            opened = _edits(book, (part.block,), (), False, world, problems)
            found += [evolve(edit, chapter=part.chapter) for edit in opened]
    return sorted(found, key=_turn)


def _turn(edit: Edit) -> int:
    if edit.verb not in ("add", "go on"):
        return 2
    return int(edit.under and edit.kind == "words")


@frozen(eq=False)
class _Block:
    """A block that the configuration opens or not, and the chapter in which it stands."""

    block: s.Under
    chapter: s.Name | None


@lru_cache(maxsize=64)
def _parts(book: s.Book) -> tuple[Edit | _Block, ...]:
    """What a book does in written order; edits outside of blocks are the same in every configuration."""
    found: list[Edit | _Block] = []
    chapter: s.Name | None = None
    for member in book.members:
        if isinstance(member, s.Under):
            found.append(_Block(member, chapter))
            continue
        begun = member.clause if isinstance(member, s.Replace) else member
        chapter = begun.name if isinstance(begun, s.ChapterClause) else chapter
        outright = _edits(book, (member,), (), False, None, DiagnosticSink())
        found += [evolve(edit, chapter=chapter) for edit in outright]
    return tuple(found)


@lru_cache(maxsize=64)
def _option_parts(book: s.Book) -> tuple[Edit | _Block, ...]:
    """Those that concern options: they are gone through again and again, until all options are decided."""
    return tuple(
        part
        for part in _parts(book)
        if (part.kind in OF_OPTIONS if isinstance(part, Edit) else _concerns_options(part.block))
    )


def _concerns_options(member: s.Member) -> bool:
    match member:
        case s.Under(body=body):
            return any(map(_concerns_options, body))
        case s.Strike(kind=kind) | s.Amendment(kind=kind) | s.BodyAmendment(kind=kind):
            return KIND_WORDS.get(kind, kind) in OF_OPTIONS
        case s.Replace(clause=clause) | (s.Clause() as clause):
            return clause.kind in OF_OPTIONS
    return isinstance(member, s.Set)


def _edits(
    book: s.Book,
    members: tuple[s.Member, ...],
    conditions: tuple[s.Expr, ...],
    under: bool,
    world: World | None,
    problems: DiagnosticSink,
) -> Iterator[Edit]:
    for m in members:
        match m:
            case s.Under(condition=condition, body=body, binder=binder):
                found = len(problems)
                left = simplify_condition(condition, world, problems) if world else True
                if left is False or len(problems) > found:
                    continue
                more = () if left is True else (left,)
                if binder is None:
                    yield from _edits(book, body, (*conditions, *more), True, world, problems)
                    continue
                for edit in _edits(book, body, (), True, world, problems):
                    said = about(edit, m, more[0] if more else None, problems)
                    yield evolve(said, conditions=(*copied(conditions), *said.conditions))
            case s.Replace(clause=clause):
                yield Edit("replace", clause.kind, clause.name, book, m.span, clause, None, under, copied(conditions))
            case s.Strike(kind=kind, name=name):
                kind = KIND_WORDS.get(kind, kind)
                yield Edit("strike", kind, name, book, m.span, None, None, under, copied(conditions))
            case s.Set(name=name, value=value):
                yield Edit("set", "", name, book, m.span, None, value, under, copied(conditions))
            case s.Amendment(kind=kind, name=name) | s.BodyAmendment(kind=kind, name=name):
                kind = KIND_WORDS.get(kind, kind)
                held = copied(conditions)
                yield Edit("amend", kind, name, book, m.span, under=under, conditions=held, amendment=m)
            case s.ChapterClause(tags=s.Tags(title=None)):
                yield Edit("go on", m.kind, m.name, book, m.span, m)
            case s.Clause():
                yield Edit("add", m.kind, m.name, book, m.span, m, None, under, copied(conditions))
