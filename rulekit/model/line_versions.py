"""Lines changed in every version of a clause that lives on, outright or while a condition of play holds.

Under a condition of play it means what `replace` with the whole of the changed clause means there: an action and a rule
have another version then, a procedure begins by asking.  How one version is changed is `line_amendments.py`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from attrs import define, evolve, field

from ..diagnostics import Diagnostic, Span
from ..diagnostics.sink import DiagnosticSink
from ..syntax import nodes as s
from ..syntax.traversal import copied
from . import runtime_edits
from .edit import Edit
from .header import book_name
from .line_amendments import TouchedLines, amended_lines, joined_touches
from .rulebook import Placed

Body = tuple[s.Stmt, ...]


@define(eq=False)
class LineVersions:
    """Mutable while the layers are applied: which lines each edit touched, and where a procedure asks which of its two
    bodies holds.
    """

    _touched: dict[Edit, TouchedLines] = field(factory=dict)
    _forks: set[Span] = field(factory=set)

    def touch(self, edit: Edit, versions: Sequence[Placed]) -> None:
        """Find out what an edit would touch, before anything else is asked of it."""
        found: list[TouchedLines] = []
        for version in versions:
            self._made(version.clause, edit, lambda made: found.append(made[1]))
        self._touched[edit] = joined_touches(found)

    def apart(self, one: Edit, other: Edit) -> bool:
        """Whether they have to do with different lines; a layer may lean on a line that it changes itself."""
        mine, before = self._touched[one], self._touched[other]
        return not (mine.follows(before) if one.book is other.book else mine.meets(before))

    def note_fork(self, edit: Edit) -> None:
        """An edit after which a procedure asks which of its bodies holds."""
        self._forks.add(edit.span)

    def struck_names(self) -> Iterator[tuple[str, str, Edit]]:
        """The names that lines brought which are gone, with the clause and what took them."""
        for edit, touched in self._touched.items():
            for line in touched.gone:
                for node in line.nodes:
                    yield from ((edit.id, name.text, edit) for name in _brought(node))

    def changed(
        self, edit: Edit, versions: Sequence[Placed], taken: Collection[str], problems: DiagnosticSink
    ) -> list[Placed] | None:
        """The versions once the lines are changed in those that have them; None beside errors."""
        if edit.conditions and edit.kind not in ("action", "rule", "procedure"):
            problems.add(runtime_edits.not_during(edit))
            return None
        told: list[Diagnostic] = []
        new = [self._made(version.clause, edit, lambda made: told.extend(made[2])) for version in versions]
        lost, rest = ([d for d in told if (d.code == "E246") == is_lost] for is_lost in (True, False))
        problems.add(*rest, *(lost if all(one is None for one in new) else ()))
        if any(d.severity == "error" for d in rest) or all(one is None for one in new):
            return None
        pairs = list(zip(versions, new, strict=True))
        if not edit.conditions:
            layer = book_name(edit.book)
            return [version if made is None else evolve(version, clause=made, layer=layer) for version, made in pairs]
        return self._during(edit, pairs, taken)

    def _during(
        self, edit: Edit, pairs: Sequence[tuple[Placed, s.Clause | None]], taken: Collection[str]
    ) -> list[Placed]:
        """Both live on: the old ones unless the condition holds, the new ones while it does."""
        condition, layer = runtime_edits.joined("and", edit.conditions), book_name(edit.book)
        kept: list[Placed] = []
        added: list[Placed] = []
        for version, made in pairs:
            if made is None:
                kept.append(version)
            elif isinstance(made, s.ProcedureClause) and isinstance(version.clause, s.ProcedureClause):
                self.note_fork(edit)
                fork = s.If(condition, False, copied(made.body or ()), version.clause.body or (), span=edit.span)
                kept.append(evolve(version, clause=evolve(made, body=(fork,)), layer=layer))
            else:
                kept.append(evolve(version, unless=(*version.unless, copied(condition))))
                names = {*taken, *(one.id for one in added)}
                clause = runtime_edits.named_apart(edit, copied(made), [version], names)
                holds = (*copied(version.conditions), *copied(edit.conditions))
                added.append(Placed(clause, layer, holds, copied(version.unless)))
        return kept + added

    def _made(
        self,
        clause: s.Clause,
        edit: Edit,
        tell: Callable[[tuple[s.Clause | None, TouchedLines, list[Diagnostic]]], None],
    ) -> s.Clause | None:
        """The clause with its lines changed; a procedure that asks which of its bodies holds, in those that have them.

        `tell` is given what comes of each body.
        """
        assert isinstance(edit.amendment, s.BodyAmendment)
        match clause:
            case s.ProcedureClause(body=(s.If(span=span) as fork,)) if span in self._forks:
                sides = [self._made(evolve(clause, body=side), edit, tell) for side in (fork.then, fork.otherwise)]
                if sides == [None, None]:
                    return None
                then, otherwise = (
                    old if side is None else _body(side)
                    for side, old in zip(sides, (fork.then, fork.otherwise), strict=True)
                )
                tags = next(side.tags for side in sides if side is not None)
                return evolve(clause, tags=tags, body=(evolve(fork, then=then, otherwise=otherwise),))
        made = amended_lines(clause, edit.amendment)
        tell(made)
        return made[0]


def _brought(node: s.Node) -> Iterator[s.Name]:
    """The names that a line brings for the lines behind it."""
    match node:
        case s.Let(name=name) | s.KeepHere(name=name):
            yield name
        case s.Choose(binder=binder) | s.Draw(binder=binder):
            yield binder.name


def _body(clause: s.Clause) -> Body:
    assert isinstance(clause, s.ProcedureClause)
    return clause.body or ()
