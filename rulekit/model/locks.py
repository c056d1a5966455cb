"""What the clauses of a layer stand on: the meaning of each clause of a lower layer that they replace, strike, amend,
insert into or except, or that a section of theirs describes, with the helpers that it calls.

A lock keeps this, so that a later check tells which of our clauses stand on what has changed. Meaning is independent of
wording, layout and order (`meaning_hash.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from ..diagnostics import Diagnostic, Help, Span
from ..diagnostics.printable import cut, enumerated
from ..graphs import reachable
from ..syntax import nodes as s
from ..syntax.format import format_node
from ..syntax.traversal import walk, without_tags
from .edits import KIND_WORDS
from .meaning_hash import MEANINGLESS, tree_digest

DIGITS = 12
"""Hexadecimal digits that identify the meaning of one clause."""
MOST_LINES = 4
"""Lines of each wording of a changed clause that a message shows, at most."""
UNKEPT = (*MEANINGLESS, s.InvariantClause)
"""Kinds of clauses on which no rule stands."""
UNKEPT_WORDS = frozenset(s.KINDS[kind] for kind in UNKEPT)
HELPERS = ("fact", "procedure")
"""Kinds of clauses that others call."""

Conditional = tuple[tuple[s.Expr, ...], s.Member]
"""A clause or an edit of a book, with the conditions of the blocks around it."""


@frozen
class Foundation:
    """What one of our clauses stands on: the clause itself and each helper that it calls, by id with the hash of its
    meaning. `clause` names ours."""

    clause: str
    span: Span
    parts: tuple[str, ...]


@frozen
class Foundations:
    """What all clauses of a book stand on. `wordings` has the text of each part, by its id and hash."""

    found: tuple[Foundation, ...]
    wordings: Mapping[str, str]

    def lines(self) -> dict[str, tuple[str, ...]]:
        """Return what each clause stands on, by its name."""
        return {one.clause: one.parts for one in self.found}


def foundations(books: Sequence[s.Book]) -> Foundations:
    """Return what the clauses of the last book stand on in those below it."""
    below = _index(book for book in books[:-1])
    own = list(_conditional(books[-1].members))
    targets = [(name, [target], member.span) for _, member in own for name, target in _targets(member, below)]
    changed = {id_ for _, ids, _ in targets for id_ in ids}
    described = [(member, _described(member, below) - changed) for _, member in own]
    targets += [(f"section {_clause(member).name.text}", sorted(ids), member.span) for member, ids in described if ids]
    kept: dict[str, Foundation] = {}
    wordings: dict[str, str] = {}
    for name, first, span in targets:
        if name in kept:
            continue
        helpers = reachable(first, lambda id_: _helpers(below[id_], below))
        ids = [*first, *sorted(id_ for id_ in helpers if id_ not in first and id_ not in changed)]
        parts = []
        for id_ in ids:
            part = f"{id_} {_meaning(below[id_])}"
            parts.append(part)
            wordings.setdefault(part, _wording(below[id_]))
        kept[name] = Foundation(name, span, tuple(parts))
    return Foundations(tuple(kept[name] for name in sorted(kept)), wordings)


def changed_foundations(
    now: Foundations, locked: Mapping[str, Sequence[str]], wordings: Mapping[str, str], base: str
) -> list[Diagnostic]:
    """Return a warning (W850) for each clause that stands on what is no longer as it was locked. `wordings` has the old
    texts, `base` is the name of the book below."""
    found = []
    for one in now.found:
        before = {_id(part): part for part in locked.get(one.clause, ())}
        if not before or {*before.values()} == {*one.parts}:
            continue
        after = {_id(part): part for part in one.parts}
        differing = [id_ for id_ in dict.fromkeys((*before, *after)) if before.get(id_) != after.get(id_)]
        called = enumerated([f"`{id_}`" for id_ in differing[:MOST_LINES]])
        own = "this clause" if differing == [one.clause] else f"`{one.clause}`"
        message = f"`{base}` changed {called} since {own} was locked, which stands on it"
        told = [
            text
            for id_ in differing
            for text in _both_wordings(id_, wordings.get(before.get(id_, "")), now.wordings.get(after.get(id_, "")))
        ]
        told.append(f"read `{one.clause}` again, then `rulekit lock --accept '{one.clause}'`")
        found.append(Diagnostic("W850", message, one.span, help=tuple(map(Help, told))))
    return found


def _both_wordings(id_: str, before: str | None, after: str | None) -> Iterator[str]:
    """Yield the lines that differ between both texts of a clause; of a text that is not at hand, none."""
    if before is None and after is None:
        return
    one, two = (text.split("\n") if text else [] for text in (before, after))
    for word, lines, other in (("was", one, two), ("is now", two, one)):
        differing = [line.strip() for line in lines if line not in other and line.strip()]
        more = f" (and {len(differing) - MOST_LINES} lines more)" if len(differing) > MOST_LINES else ""
        if differing:
            yield f"`{id_}` {word}: {cut(' / '.join(differing[:MOST_LINES]), 300)}{more}"
        elif not lines:
            yield f"`{id_}` {'was not there' if word == 'was' else 'is no longer there'}"


def _id(part: str) -> str:
    return part.rpartition(" ")[0]


def _conditional(members: Iterable[s.Member], above: tuple[s.Expr, ...] = ()) -> Iterator[Conditional]:
    for member in members:
        if isinstance(member, s.Under):
            yield from _conditional(member.body, (*above, member.condition))
        else:
            yield above, member


def _index(books: Iterable[s.Book]) -> dict[str, list[Conditional]]:
    """Return what lower layers say about each clause, by its id: the clause and all edits of it. Exceptions belong to
    their facts, rules at a step to their procedures, too."""
    found: dict[str, list[Conditional]] = {}
    for book in books:
        for conditions, member in _conditional(book.members):
            for id_ in _about(member, found):
                found.setdefault(id_, []).append((conditions, member))
    return found


def _about(member: s.Member, known: Mapping[str, object]) -> Iterator[str]:
    """Yield the ids of the clauses that a member of a lower layer says something about."""
    clause = _clause(member)
    match clause:
        case s.Clause():
            if not isinstance(clause, UNKEPT):
                yield f"{clause.kind} {clause.name.text}"
            around = _around(clause)
            if around is not None:
                yield around
        case s.Strike(kind=kind, name=name) | s.Amendment(kind=kind, name=name) | s.BodyAmendment(kind=kind, name=name):
            if KIND_WORDS.get(kind, kind) not in UNKEPT_WORDS:
                yield f"{KIND_WORDS.get(kind, kind)} {name.text}"
        case s.Set(name=name, examples=False):
            yield from (id_ for kind in SETTABLE if (id_ := f"{kind} {name.text}") in known)


SETTABLE = ("option", "keep")
"""Kinds of clauses that `set` changes."""


def _around(clause: s.Clause) -> str | None:
    """Return the id of the clause that an exception excepts, or into which a rule is inserted."""
    match clause:
        case s.ExceptionClause(fact=fact):
            return f"fact {fact.text}"
        case s.RuleClause(trigger=s.AtStep(procedure=procedure)):
            return f"procedure {procedure.text}"
    return None


def _targets(member: s.Member, below: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the name of one of our clauses and the id of the clause that it changes, if it changes one."""
    for id_ in [id_ for id_ in _about(member, below) if id_ in below][:1]:
        own = isinstance(member, s.Clause) and id_ == _around(member)
        yield f"{member.kind} {member.name.text}" if own and isinstance(member, s.Clause) else id_, id_


def _described(member: s.Member, below: Mapping[str, object]) -> set[str]:
    """Return the ids of the clauses of lower layers that one of our sections describes."""
    clause = _clause(member)
    named = clause.says if isinstance(clause, s.SectionClause) else ()
    return {id_ for one in named for id_ in below if _is_named(one, id_)}


def _is_named(named: s.Named, id_: str) -> bool:
    kind, _, name = id_.rpartition(" ")
    return name == named.name.text and (named.kind is None or KIND_WORDS.get(named.kind.text, named.kind.text) == kind)


def _clause(member: s.Member) -> Any:
    return member.clause if isinstance(member, s.Replace) else member


def _helpers(said: Sequence[Conditional], below: Mapping[str, object]) -> set[str]:
    """Return the ids of the facts and procedures that a clause calls."""
    roots = [root for conditions, member in said for root in (*conditions, member)]
    names = {node.text for root in roots for node in walk(root) if isinstance(node, s.Name)}
    return {id_ for kind in HELPERS for name in names if (id_ := f"{kind} {name}") in below}


def _meaning(said: Sequence[Conditional]) -> str:
    """Return the hash of what lower layers say about a clause. The order of its exceptions does not count."""
    main = [one for one in said if not _is_beside(one[1])]
    beside = sorted(tree_digest(one) for one in said if _is_beside(one[1]))
    return tree_digest([tuple(main), tuple(beside)])[:DIGITS]


def _is_beside(member: s.Member) -> bool:
    return isinstance(member, s.Clause) and _around(member) is not None


def _wording(said: Sequence[Conditional]) -> str:
    """Return what lower layers say about a clause, as the formatter writes it, without titles and summaries."""
    texts = []
    for conditions, member in said:
        texts += [f"under {' '.join(format_node(one).split())}:" for one in conditions]
        clause = _clause(member)
        plain = format_node(without_tags(clause)) if isinstance(clause, s.Clause) else member.span.text
        texts.append(plain.rstrip("\n"))
    return "\n".join(texts)
