"""The edits of a book: the changes that it makes to the clauses of the books below it, each with its conditions.

This file also expands `under` blocks. If the configuration decides the condition of a block, the block is kept or
dropped. Any other condition is added to each edit in the block and tested during the game. A block `for each p in
Player where holds(p, lantern):` has a subject, p, for all its clauses. In an action, p is `me`. In an answer to an
event, it is the seat or a parameter, in an exception a parameter. In a rule at a step, it is the procedure's parameter
of that name or, if there is none, `me`. A `whenever` rule gets a variable p. `with_subject` writes this into each
clause, so that later stages need not handle blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, TypeVar

from attrs import evolve, frozen

from ..diagnostics import Diagnostic, DiagnosticSink, Help, Label, Span
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import copy_tree, every, part_names, walk
from .partial_evaluation import World, simplify_condition

KIND_WORDS = {"ruling": "option", "always": "invariant", "never": "invariant", "finally": "invariant"}
"""Keywords that differ from the name of the kind of clause that they begin, with this name."""


def clause_word(clause: s.Clause) -> str:
    """Return the keyword with which a clause begins. This is the kind of the clause, except that some options begin
    with `ruling`, and invariants with `always`, `never` or `finally`."""
    match clause:
        case s.OptionClause(ruling=True):
            return "ruling"
        case s.InvariantClause(when=when):
            return when
    return clause.kind


@frozen(eq=False)
class Edit:
    """A change to the clause with this `kind` and `name`.

    `clause` is the clause to add, or the one that replaces the old one. `value` is for `set`; `amendment` changes
    single parts of a clause; `go on` continues a chapter. `conditions` are tested during play; the edit applies while
    all hold. `under`: the edit is inside a block. `chapter`: the last chapter marker before it in its book, None if
    there is none."""

    verb: Literal["add", "replace", "strike", "set", "go on", "amend"]
    kind: str
    name: s.Name
    book: s.Book
    span: Span
    clause: s.Clause | None = None
    value: s.Expr | None = None
    under: bool = False
    conditions: tuple[s.Expr, ...] = ()
    chapter: s.Name | None = None
    amendment: s.Amendment | s.BodyAmendment | None = None

    @property
    def id(self) -> str:
        return f"{self.kind} {self.name.text}"


Part = TypeVar("Part")


def with_subject(edit: Edit, block: s.Under, condition: s.Expr | None, problems: DiagnosticSink) -> Edit:
    """Return an edit with the subject of its `for each` block written into its clause. `condition` is the part of the
    block's condition that must be tested during the game, None if there is none."""
    assert block.binder is not None
    found = _clause_with_subject(edit, block.binder, condition)
    if isinstance(found, Diagnostic):
        problems.add(found)
        return edit
    clause = found.clause
    if clause is not None and block.cites and not clause.tags.cites:
        found = evolve(found, clause=evolve(clause, tags=evolve(clause.tags, cites=block.cites)))
    return found


def _clause_with_subject(edit: Edit, binder: s.Binder, condition: s.Expr | None) -> Edit | Diagnostic:
    tests = _tests(binder, condition)
    name = binder.name.text
    match edit.clause:
        case s.ActionClause(body=body) as clause:
            evolved: s.Clause = evolve(clause, body=_with_subject_named(binder, body))
        case s.RuleClause(trigger=s.AtStep(params=params)) if name in [
            one.text for one in params if isinstance(one, s.Name)
        ]:
            return evolve(edit, conditions=(*edit.conditions, *tests))
        case s.RuleClause(trigger=s.AtStep(where=where) as trigger, body=body) as clause:
            asked = evolve(trigger, where=with_me(where, name))
            evolved = evolve(clause, trigger=asked, body=_with_subject_named(binder, body))
        case s.RuleClause(trigger=s.Whenever(binder=None, condition=when) as trigger) as clause:
            own = s.Binder(binder.name, copy_tree(binder.domain), span=binder.span)
            wanted = evolve(trigger, binder=own, condition=_conjunction((*edit.conditions, *tests, when)))
            return evolve(edit, clause=evolve(clause, trigger=wanted), conditions=())
        case s.RuleClause(trigger=s.When(params=params, seat=seat)) as clause:
            named = [one.text for one in (*params, seat) if isinstance(one, s.Name)]
            if name not in named:
                return _unknown_subject(edit, binder, f"`by {name}`, or `{name}` for a parameter of the event")
            return evolve(edit, conditions=(*edit.conditions, *tests))
        case s.ExceptionClause(params=params):
            if name not in [one.text for one in params if isinstance(one, s.Name)]:
                return _unknown_subject(edit, binder, f"`{name}` for a parameter of the fact")
            return evolve(edit, conditions=(*edit.conditions, *tests))
        case _:
            return _without_subject(edit, binder)
    conditions = tuple(with_me(test, name) for test in (*edit.conditions, *tests))
    return evolve(edit, clause=evolved, conditions=conditions)


def _tests(binder: s.Binder, condition: s.Expr | None) -> tuple[s.Expr, ...]:
    """Return the conditions of a block on its subject: that it is a member of the domain, unless this follows from its
    type, and the block's condition."""
    member = s.Binary("in", s.Ref(binder.name, span=binder.name.span), binder.domain, span=binder.span)
    own: tuple[s.Expr, ...] = () if isinstance(binder.domain, s.Ref) else (member,)
    return copy_tree((*own, *([] if condition is None else [condition])))


def _conjunction(tests: tuple[s.Expr, ...]) -> s.Expr:
    found = tests[-1]
    for test in reversed(tests[:-1]):
        found = s.Binary("and", test, found, span=found.span)
    return found


def _with_subject_named(binder: s.Binder, body: tuple[s.Stmt, ...]) -> tuple[s.Stmt, ...]:
    """Return a body in which the name of the block's subject is bound to the acting player. It stays bound to that
    player where another player decides something."""
    used = any(isinstance(part, s.Ref) and part.name.text == binder.name.text for stmt in body for part in walk(stmt))
    me = s.Ref(s.Name("me", span=binder.name.span), span=binder.name.span)
    return (s.Let(binder.name, me, False, span=binder.name.span), *body) if used else body


def with_subject_as_me(body: tuple[s.Stmt, ...]) -> tuple[s.Stmt, ...]:
    """If a body begins with a `let` that names the acting player, return the rest of the body with `me` instead of that
    name. Return the body as it is if another player may act inside it, because `me` would change."""
    match body:
        case (s.Let(name=name, value=s.Ref(name=s.Name(text="me")), member=False), *rest):
            if not any(does(inner, "acts") for inner in every(tuple(rest))):
                return tuple(with_me(stmt, name.text) for stmt in rest)
    return body


def with_me(part: Part, name: str) -> Part:
    """Return a copy of a syntax tree in which `me` replaces all references to `name`."""
    if isinstance(part, s.Ref) and part.name.text == name:
        return evolve(part, name=evolve(part.name, text="me"))
    if isinstance(part, s.Node):
        return evolve(part, **{field: with_me(getattr(part, field), name) for field in part_names(type(part))})
    if isinstance(part, tuple):
        return tuple(with_me(item, name) for item in part)  # type: ignore[return-value]  # `Part` is a tuple here
    return part


def _unknown_subject(edit: Edit, binder: s.Binder, how: str) -> Diagnostic:
    message = f"`{edit.id}` does not say who `{binder.name.text}` is"
    labels = (Label(binder.span, "it is about each of these"),)
    return Diagnostic("E245", message, edit.name.span, labels, help=(Help(f"write {how}"),))


def _without_subject(edit: Edit, binder: s.Binder) -> Diagnostic:
    labels = (Label(binder.span, "it would be about each of these"),)
    why = "only actions, rules and exceptions are about somebody"
    if edit.amendment is not None:
        why = "single parts of a clause are changed for everybody"
    advice = Help(f"{why}; write it outside of the block")
    return Diagnostic("E245", f"`{edit.id}` cannot be about each `{binder.name.text}`", edit.name.span, labels,
                      help=(advice,))  # fmt: skip  # one line of arguments more would be no clearer


OF_OPTIONS = ("option", "")
"""The kinds of edits that may concern options. A `set` has no kind until its target is found, so its kind is ""."""


def edits_of(book: s.Book, world: World | None, problems: DiagnosticSink) -> list[Edit]:
    """Return the edits of `book` in this configuration. First come additions, among them last the catalogs of words
    inside blocks; then come all other edits. Each group is in written order. `world` has the values of options; if it
    is None, conditions are ignored and all blocks are kept."""
    return _open_blocks(book, _parts(book), world, problems)


def option_edits(book: s.Book, world: World | None, problems: DiagnosticSink) -> list[Edit]:
    """Return the edits of `book` without conditions of play that add, change or strike options, or set a value."""
    found = _open_blocks(book, _option_parts(book), world, problems)
    return [edit for edit in found if edit.kind in OF_OPTIONS and not edit.conditions]


def _open_blocks(
    book: s.Book, parts: Sequence[Edit | _Block], world: World | None, problems: DiagnosticSink
) -> list[Edit]:
    found: list[Edit] = []
    for part in parts:
        if isinstance(part, Edit):
            found.append(part)
        else:
            opened = _edits(book, (part.block,), (), False, world, problems)
            found += [evolve(edit, chapter=part.chapter) for edit in opened]
    return sorted(found, key=_order_key)


def _order_key(edit: Edit) -> int:
    if (edit.verb, edit.kind) == ("set", "example"):
        return -1  # before all others, so that it changes only examples of the books below
    if edit.verb not in ("add", "go on"):
        return 2
    return int(edit.under and edit.kind == "words")


@frozen(eq=False)
class _Block:
    """An `under` block, which the configuration keeps or drops, with the last chapter marker before it."""

    block: s.Under
    chapter: s.Name | None


@lru_cache(maxsize=64)
def _parts(book: s.Book) -> tuple[Edit | _Block, ...]:
    """Return the parts of a book in written order: blocks, and the edits outside of blocks. The latter are the same in
    every configuration."""
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
    """Return those parts of a book that concern options. They are read several times, until all options are decided."""
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
                    said = with_subject(edit, m, more[0] if more else None, problems)
                    yield evolve(said, conditions=(*copy_tree(conditions), *said.conditions))
            case s.Replace(clause=clause):
                yield Edit(
                    "replace", clause.kind, clause.name, book, m.span, clause, None, under, copy_tree(conditions)
                )
            case s.Strike(kind=kind, name=name):
                kind = KIND_WORDS.get(kind, kind)
                yield Edit("strike", kind, name, book, m.span, None, None, under, copy_tree(conditions))
            case s.Set(name=name, value=value, examples=examples):
                kind = "example" if examples else ""
                yield Edit("set", kind, name, book, m.span, None, value, under, copy_tree(conditions))
            case s.Amendment(kind=kind, name=name) | s.BodyAmendment(kind=kind, name=name):
                kind = KIND_WORDS.get(kind, kind)
                held = copy_tree(conditions)
                yield Edit("amend", kind, name, book, m.span, under=under, conditions=held, amendment=m)
            case s.ChapterClause(tags=s.Tags(title=None)):
                yield Edit("go on", m.kind, m.name, book, m.span, m)
            case s.Clause():
                yield Edit("add", m.kind, m.name, book, m.span, m, None, under, copy_tree(conditions))
