"""The edits of a book: its changes to the clauses below it, each with its conditions.

`under` blocks are expanded here. A condition that the configuration decides keeps or drops its block; any other
condition stays with each edit and is tested during the game. A block `for each p in Player where holds(p, lantern):`
names the subject of all its clauses. This is `me` in an action, the seat or a parameter in an answer to an event, a
parameter in an exception; at a step it is the procedure's parameter of that name, else `me`; a `whenever` rule gets a
binder. `with_subject` writes it into each clause, so that later stages need not know about it.
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
    """Return the keyword that a clause begins with: `ruling` for some options, `always`, `never` or `finally` for an
    invariant, else its kind."""
    match clause:
        case s.OptionClause(ruling=True):
            return "ruling"
        case s.InvariantClause(when=when):
            return when
    return clause.kind


@frozen(eq=False)
class Edit:
    """A change to the clause with this `kind` and `name`. `clause` is added or replaces another, `value` is set,
    `amendment` changes single parts; `go on` continues a chapter. `conditions` are tested during play. `under`: the
    edit is inside a block. `chapter`: the last chapter marker above it in its book."""

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
    """Return an edit with the subject of its block written into its clause; `condition` is what remains of the block's
    condition to be tested during the game."""
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
    """Return what the block requires of its subject: membership, unless the type implies it, and the condition."""
    member = s.Binary("in", s.Ref(binder.name, span=binder.name.span), binder.domain, span=binder.span)
    own: tuple[s.Expr, ...] = () if isinstance(binder.domain, s.Ref) else (member,)
    return copy_tree((*own, *([] if condition is None else [condition])))


def _conjunction(tests: tuple[s.Expr, ...]) -> s.Expr:
    found = tests[-1]
    for test in reversed(tests[:-1]):
        found = s.Binary("and", test, found, span=found.span)
    return found


def _with_subject_named(binder: s.Binder, body: tuple[s.Stmt, ...]) -> tuple[s.Stmt, ...]:
    """Return a body in which the binder's name stands for the acting player, also where another player decides
    something."""
    used = any(isinstance(part, s.Ref) and part.name.text == binder.name.text for stmt in body for part in walk(stmt))
    me = s.Ref(s.Name("me", span=binder.name.span), span=binder.name.span)
    return (s.Let(binder.name, me, False, span=binder.name.span), *body) if used else body


def with_subject_as_me(body: tuple[s.Stmt, ...]) -> tuple[s.Stmt, ...]:
    """Return a body that begins by naming the acting player, with `me` in place of that name; unchanged if `me` changes
    inside the body."""
    match body:
        case (s.Let(name=name, value=s.Ref(name=s.Name(text="me")), member=False), *rest):
            if not any(does(inner, "acts") for inner in every(tuple(rest))):
                return tuple(with_me(stmt, name.text) for stmt in rest)
    return body


def with_me(part: Part, name: str) -> Part:
    """Return a copy of the tree with `me` in place of the name."""
    if isinstance(part, s.Ref) and part.name.text == name:
        return evolve(part, name=evolve(part.name, text="me"))
    if isinstance(part, s.Node):
        return evolve(part, **{field: with_me(getattr(part, field), name) for field in part_names(type(part))})
    if isinstance(part, tuple):
        return tuple(with_me(item, name) for item in part)  # type: ignore[return-value]
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
                      help=(advice,))  # fmt: skip


OF_OPTIONS = ("option", "")
"""The kinds of edits that may concern options. A `set` has no kind until its target is found, so its kind is ""."""


def edits_of(book: s.Book, world: World | None, problems: DiagnosticSink) -> list[Edit]:
    """Return the edits of `book` in this configuration, each group in written order. Additions come first, with
    catalogs of words inside blocks last among them; then come all others. Without a world (the values of options),
    conditions are ignored and all blocks expanded."""
    return _open_blocks(book, _parts(book), world, problems)


def option_edits(book: s.Book, world: World | None, problems: DiagnosticSink) -> list[Edit]:
    """Return the unconditional edits that add, change or strike options, or set something."""
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
        return -1  # first, because it changes only the examples of the books below
    if edit.verb not in ("add", "go on"):
        return 2
    return int(edit.under and edit.kind == "words")


@frozen(eq=False)
class _Block:
    """A block that the configuration keeps or drops, and its chapter."""

    block: s.Under
    chapter: s.Name | None


@lru_cache(maxsize=64)
def _parts(book: s.Book) -> tuple[Edit | _Block, ...]:
    """Return the parts of a book in written order; edits outside of blocks are the same in every configuration."""
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
    """Return the parts that concern options; they are read repeatedly until all options are decided."""
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
