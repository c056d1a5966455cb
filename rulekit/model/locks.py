"""Foundations of a layer: the parts of lower layers on which its clauses depend. A clause depends on the clauses that
it replaces, strikes, amends, inserts something into, excepts or (if it is a section) describes, and on the facts and
procedures that these call.

A lock stores hashes of the meaning of these parts. A later check compares them and reports which of the layer's clauses
depend on a part that has changed. Meaning does not depend on wording, layout and order (`meaning_hash.py`).
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
from ..syntax.forms import clause_kinds
from ..syntax.traversal import walk, without_tags
from .edits import KIND_WORDS
from .meaning_hash import tree_digest

DIGITS = 12
"""Hexadecimal digits that identify the meaning of one clause."""
MOST_LINES = 4
"""Lines of each wording of a changed clause that a message shows, at most."""
UNKEPT = clause_kinds("about_book", "checks")
"""Kinds of clauses on which no rule depends."""
HELPERS = ("fact", "procedure")
"""Kinds of clauses that others call."""

Conditional = tuple[tuple[s.Expr, ...], s.Member]
"""A clause or an edit of a book, with the conditions of the blocks around it."""


@frozen
class Foundation:
    """The parts of lower layers on which one clause of a layer depends. `clause` is the name of that clause. Each of
    `parts` is the id of a clause of a lower layer, followed by the hash of its meaning."""

    clause: str
    span: Span
    parts: tuple[str, ...]


@frozen
class Foundations:
    """The foundations of all clauses of a book. `wordings` maps each part (id and hash) to its text."""

    found: tuple[Foundation, ...]
    wordings: Mapping[str, str]

    def lines(self) -> dict[str, tuple[str, ...]]:
        """Return, for the name of each clause, the parts on which it depends."""
        return {one.clause: one.parts for one in self.found}


def foundations(books: Sequence[s.Book]) -> Foundations:
    """Return the parts of the lower books on which the clauses of the last book depend."""
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
    """Return a warning (W850) for each clause that depends on parts which have changed since it was locked. `locked`
    has the parts at that time, keyed by clause, and `wordings` their texts. `base` is the name of the book below."""
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
    """Yield lines of help that show how the text of a clause changed. If one of the texts is unknown, yield only the
    other one; if both are, yield nothing."""
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
    """Return, for the id of each clause, the clause and all edits of it in these books. Exceptions also count as edits
    of their facts, and rules at a step as edits of their procedures."""
    found: dict[str, list[Conditional]] = {}
    for book in books:
        for conditions, member in _conditional(book.members):
            for id_ in _about(member, found):
                found.setdefault(id_, []).append((conditions, member))
    return found


def _about(member: s.Member, known: Mapping[str, object]) -> Iterator[str]:
    """Yield the ids of the clauses that a member of a book defines, changes or inserts something into. `known` has the
    ids found so far."""
    clause = _clause(member)
    match clause:
        case s.Clause():
            if clause.kind not in UNKEPT:
                yield f"{clause.kind} {clause.name.text}"
            around = _around(clause)
            if around is not None:
                yield around
        case s.Strike(kind=kind, name=name) | s.Amendment(kind=kind, name=name) | s.BodyAmendment(kind=kind, name=name):
            if KIND_WORDS.get(kind, kind) not in UNKEPT:
                yield f"{KIND_WORDS.get(kind, kind)} {name.text}"
        case s.Set(name=name, examples=False):
            yield from (id_ for kind in SETTABLE if (id_ := f"{kind} {name.text}") in known)


SETTABLE = ("option", "keep")
"""Kinds of clauses that `set` changes."""


def _around(clause: s.Clause) -> str | None:
    """Return the id of the fact to which an exception belongs, or of the procedure into which a rule is inserted.
    Return None for other clauses."""
    match clause:
        case s.ExceptionClause(fact=fact):
            return f"fact {fact.text}"
        case s.RuleClause(trigger=s.AtStep(procedure=procedure)):
            return f"procedure {procedure.text}"
    return None


def _targets(member: s.Member, below: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """If a member of our book changes a clause of a lower layer, yield the name of our clause and the id of that
    clause."""
    for id_ in [id_ for id_ in _about(member, below) if id_ in below][:1]:
        own = isinstance(member, s.Clause) and id_ == _around(member)
        yield f"{member.kind} {member.name.text}" if own and isinstance(member, s.Clause) else id_, id_


def _described(member: s.Member, below: Mapping[str, object]) -> set[str]:
    """Return the ids of the clauses of lower layers that a section of our book describes. The result is empty for other
    members."""
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
    """Return the hash of the meaning of a clause and all its edits. The order of its exceptions and inserted rules does
    not count."""
    main = [one for one in said if not _is_beside(one[1])]
    beside = sorted(tree_digest(one) for one in said if _is_beside(one[1]))
    return tree_digest([tuple(main), tuple(beside)])[:DIGITS]


def _is_beside(member: s.Member) -> bool:
    return isinstance(member, s.Clause) and _around(member) is not None


def _wording(said: Sequence[Conditional]) -> str:
    """Return the text of a clause and all its edits, as the formatter writes them, without titles and summaries."""
    texts = []
    for conditions, member in said:
        texts += [f"under {' '.join(format_node(one).split())}:" for one in conditions]
        clause = _clause(member)
        plain = format_node(without_tags(clause)) if isinstance(clause, s.Clause) else member.span.text
        texts.append(plain.rstrip("\n"))
    return "\n".join(texts)
