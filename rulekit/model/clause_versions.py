"""Clauses that a layer changes while a condition of play holds. The rulebook then contains the old and the new version.

Actions, rules and exceptions have conditions (`Placed.conditions`, `Placed.unless`). For clauses of other kinds, the
condition is written into the clause itself, so that later stages need not handle it: a fact gets an exception, a
procedure a branch, an invariant a premise. Changes of single lines are made in each version (`LineVersions`) by
`line_amendments.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import Literal

from attrs import define, evolve, field

from ..diagnostics import Diagnostic, DiagnosticSink, Help, Label, Span
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import blocks, copy_tree, names_declared_by, same, walk
from .edits import Edit
from .header import book_name
from .line_amendments import TouchedLines, amend_lines, join_touches
from .rulebook import Placed


def change_during_play(
    edit: Edit, versions: Sequence[Placed], taken: Collection[str], problems: DiagnosticSink
) -> list[Placed]:
    """Return the versions of a clause after an edit that applies while its conditions hold. `versions` are those before
    it; the list is empty if the edit adds the clause. `taken` has all ids in use, so that a derived name is new. If the
    clause cannot change during play, report an error and return the versions as they are."""
    condition = join_expressions("and", edit.conditions)
    old = versions[0].clause if versions else None
    result: list[Placed] | None = None
    match edit.kind, old, edit.clause:
        case (("action" | "rule" | "exception"), _, new):
            kept = [evolve(v, unless=(*v.unless, copy_tree(condition))) for v in versions]
            result = kept
            if new is not None:
                named = evolve(edit, clause=name_apart(edit, new, versions, taken))
                result.append(in_their_place(named, versions, problems))
        case "invariant", (s.InvariantClause() | None), (s.InvariantClause() | None):
            result = _invariant_versions(edit, old, edit.clause, condition)
        case "fact", s.FactClause(), s.FactClause() as new if _has_same_head(edit, old, new, problems):
            result = _fact_versions(edit, old, new, versions, taken, problems)
        case "procedure", s.ProcedureClause(), s.ProcedureClause() as new if _has_same_head(edit, old, new, problems):
            body = (s.If(condition, False, new.body or (), old.body or (), span=edit.span),)
            result = [Placed(evolve(old, body=body), book_name(edit.book))]
        case "procedure", s.ProcedureClause(result=None, body=body), None if body is not None:
            kept_if = (s.If(negate_condition(condition), False, body, (), span=edit.span),)
            result = [Placed(evolve(old, body=kept_if), book_name(edit.book))]
        case (("fact" | "procedure"), (s.FactClause() | s.ProcedureClause()), (s.FactClause() | s.ProcedureClause())):
            return list(versions)  # the headings differ; `_has_same_head` has reported this
    if result is None:
        problems.add(not_during(edit))
        return list(versions)
    return result


def in_their_place(edit: Edit, versions: Sequence[Placed], problems: DiagnosticSink) -> Placed:
    """Return the new clause of `edit`. A replacement applies where the replaced clause applied, so it has the
    conditions that all `versions` share, and those of the edit. Report an error if a condition uses a parameter that
    the new clause does not have (E245)."""
    assert edit.clause is not None
    conditions, unless = (_common_tests([v.conditions for v in versions]), _common_tests([v.unless for v in versions]))
    lost = _parameters(versions[0].clause) - _parameters(edit.clause) if versions else set()
    for test in (*conditions, *unless):
        for part in walk(test):
            if isinstance(part, s.Ref) and part.name.text in lost:
                problems.add(_without_parameter(edit, test, part.name.text))
                return Placed(edit.clause, book_name(edit.book), edit.conditions)
    own = [test for test in edit.conditions if not _among(test, conditions)]
    return Placed(edit.clause, book_name(edit.book), (*copy_tree(conditions), *own), copy_tree(unless))


def _common_tests(conditions: Sequence[tuple[s.Expr, ...]]) -> tuple[s.Expr, ...]:
    """Return the conditions that occur in each of these lists."""
    first, *others = conditions or ((),)
    return tuple(test for test in first if all(_among(test, other) for other in others))


def _among(test: s.Expr, tests: Iterable[s.Expr]) -> bool:
    return any(same(test, one) for one in tests)


def _parameters(clause: s.Clause) -> set[str]:
    """Return the names of the parameters in the heading of a rule or exception; empty for other clauses."""
    match clause:
        case s.ExceptionClause(params=params) | s.RuleClause(trigger=s.AtStep(params=params)):
            named: Sequence[object] = params
        case s.RuleClause(trigger=s.When(params=params, seat=seat)):
            named = (*params, seat)
        case _:
            return set()
    return {one.text for one in named if isinstance(one, s.Name)}


def _without_parameter(edit: Edit, test: s.Expr, name: str) -> Diagnostic:
    message = f"`{edit.id}` does not say who `{name}` is"
    label = Label(test.span, "what it replaces applies only while this holds")
    advice = Help(f"name `{name}` in its heading, or strike the clause and write another one")
    return Diagnostic("E245", message, edit.name.span, (label,), help=(advice,))


def join_expressions(op: Literal["and", "or"], conditions: Sequence[s.Expr]) -> s.Expr:
    return reduce(lambda a, b: s.Binary(op, a, b, span=b.span), conditions)


def negate_condition(condition: s.Expr) -> s.Expr:
    if isinstance(condition, s.Unary) and condition.op == "not":
        return condition.item
    return s.Unary("not", condition, span=condition.span)


def name_apart(edit: Edit, new: s.Clause, versions: Sequence[Placed], taken: Collection[str]) -> s.Clause:
    """Return the new clause. If there are old versions, which keep the name, it gets a name made from this name and the
    name of its layer."""
    if not versions:
        return new
    stem = f"{new.name.text}_under_{book_name(edit.book)}"
    name, count = stem, 1
    while f"{new.kind} {name}" in taken:
        count += 1
        name = f"{stem}_{count}"
    return evolve(new, name=evolve(new.name, text=name))


def _invariant_versions(
    edit: Edit,
    old: s.InvariantClause | None,
    new: s.InvariantClause | None,
    condition: s.Expr,
) -> list[Placed] | None:
    """Return one invariant that makes both demands: that of the new clause while `condition` holds, and that of the old
    clause while it does not. Return None if one is `always` and the other `never`."""
    if old and new and old.when != new.when:
        return None
    some = new or old
    if some is None:
        return None
    parts = []
    for clause, holds in ((old, negate_condition(copy_tree(condition))), (new, copy_tree(condition))):
        if clause is None:
            continue
        if clause.when == "never":
            parts.append(s.Binary("and", holds, clause.condition, span=clause.condition.span))
        else:
            parts.append(s.Binary("or", negate_condition(holds), clause.condition, span=clause.condition.span))
    whole = join_expressions("or" if some.when == "never" else "and", parts)
    return [Placed(evolve(some, condition=whole), book_name(edit.book))]


def _fact_versions(
    edit: Edit,
    old: s.FactClause,
    new: s.FactClause,
    versions: Sequence[Placed],
    taken: Collection[str],
    problems: DiagnosticSink,
) -> list[Placed] | None:
    if old.combining or new.value is None:
        why = "combines its exceptions" if old.combining else "would have no value"
        advice = Help("write an `exception` to it under this condition")
        problems.add(
            Diagnostic("E229", f"`{edit.id}` {why}: it cannot be replaced during the game", edit.span, help=(advice,))
        )
        return list(versions)
    exception = s.ExceptionClause(
        fact=new.name,
        params=copy_tree(new.params),
        where=join_expressions("and", edit.conditions),
        rank=None,
        over=tuple(copy_tree(v.clause.name) for v in versions[1:]),
        never_both=False,
        value=new.value,
        name=new.name,
        tags=new.tags,
        span=edit.span,
    )
    return [*versions, Placed(name_apart(edit, exception, versions, taken), book_name(edit.book))]


def _has_same_head(
    edit: Edit, old: s.FactClause | s.ProcedureClause, new: s.FactClause | s.ProcedureClause, problems: DiagnosticSink
) -> bool:
    """Return whether both clauses have the same parameters and result. This is necessary if one replaces the other
    during the game; report an error if not."""
    if same(old.params, new.params) and same(old.result, new.result):
        return True
    label = Label(old.name.span, "the heading it has now")
    message = f"`{edit.id}` is replaced during the game, so its parameters and result must stay as they are"
    problems.add(Diagnostic("E229", message, edit.name.span, (label,)))
    return False


def not_during(edit: Edit) -> Diagnostic:
    does = {"add": "come", "replace": "change", "strike": "go", "set": "be set", "go on": "go on", "amend": "change"}[
        edit.verb
    ]
    what = f"`{edit.id}`" if edit.kind not in ("", "flow") else f"`{edit.name.text}`"
    return Diagnostic(
        "E228",
        f"{what} cannot {does} during the game",
        edit.span,
        (Label(edit.conditions[0].span, "this is known only during the game"),),
        help=(Help("only actions, rules, exceptions, facts, procedures and invariants may change then; "
                   "move it out of the block, or let the condition speak of options, rulings and `players` only"),),
    )  # fmt: skip  # the help text is easier to read in one piece


Body = tuple[s.Stmt, ...]


@define(eq=False)
class LineVersions:
    """Changes of single lines in all versions of a clause. `_touched` has the lines that each edit touches. `_forks`
    has the places where a procedure tests which of two bodies applies."""

    _touched: dict[Edit, TouchedLines] = field(factory=dict)
    _forks: set[Span] = field(factory=set)

    def touch(self, edit: Edit, versions: Sequence[Placed]) -> None:
        """Determine which lines an edit would change. This comes before other tests of the edit, which need the
        result."""
        found: list[TouchedLines] = []
        for version in versions:
            self._amend_clause(version.clause, edit, lambda made: found.append(made[1]))
        self._touched[edit] = join_touches(found)

    def apart(self, one: Edit, other: Edit) -> bool:
        """Return whether two edits do not conflict, because they touch different lines. A layer may also refer to a
        line that it changes itself."""
        mine, before = self._touched[one], self._touched[other]
        return not (mine.follows(before) if one.book is other.book else mine.meets(before))

    def note_fork(self, edit: Edit) -> None:
        """Record that the procedure changed by this edit begins with a test which of two bodies applies."""
        self._forks.add(edit.span)

    def names_struck(self) -> Iterator[tuple[str, str, Edit]]:
        """Yield the names that removed lines declared, each with the id of its clause and the edit that removed the
        line."""
        for edit, touched in self._touched.items():
            for line in touched.gone:
                for node in line.nodes:
                    yield from ((edit.id, name.text, edit) for name in _names_from_line(node))

    def change_lines(
        self, edit: Edit, versions: Sequence[Placed], taken: Collection[str], problems: DiagnosticSink
    ) -> list[Placed] | None:
        """Return the versions of a clause with the lines changed in each version that has them. Return None after an
        error."""
        if edit.conditions and edit.kind not in ("action", "rule", "procedure"):
            problems.add(not_during(edit))
            return None
        told: list[Diagnostic] = []
        new = [self._amend_clause(version.clause, edit, lambda made: told.extend(made[2])) for version in versions]
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
        """Return the versions of a clause after a change that applies while the edit's conditions hold. The old
        versions apply while the conditions do not hold, the new versions while they hold."""
        condition, layer = join_expressions("and", edit.conditions), book_name(edit.book)
        kept: list[Placed] = []
        added: list[Placed] = []
        for version, made in pairs:
            if made is None:
                kept.append(version)
            elif isinstance(made, s.ProcedureClause) and isinstance(version.clause, s.ProcedureClause):
                self.note_fork(edit)
                fork = s.If(condition, False, copy_tree(made.body or ()), version.clause.body or (), span=edit.span)
                kept.append(evolve(version, clause=evolve(made, body=(fork,)), layer=layer))
            else:
                kept.append(evolve(version, unless=(*version.unless, copy_tree(condition))))
                names = {*taken, *(one.id for one in added)}
                clause = name_apart(edit, copy_tree(made), [version], names)
                holds = (*copy_tree(version.conditions), *copy_tree(edit.conditions))
                added.append(Placed(clause, layer, holds, copy_tree(version.unless)))
        return kept + added

    def _amend_clause(
        self,
        clause: s.Clause,
        edit: Edit,
        tell: Callable[[tuple[s.Clause | None, TouchedLines, list[Diagnostic]]], None],
    ) -> s.Clause | None:
        """Return the clause with its lines changed, or None after an error. If a procedure has two bodies, the lines
        are changed in each body that has them. `tell` is called with the result for each body."""
        assert isinstance(edit.amendment, s.BodyAmendment)
        match clause:
            case s.ProcedureClause(body=(s.If(span=span) as fork,)) if span in self._forks:
                sides = [
                    self._amend_clause(evolve(clause, body=side), edit, tell) for side in (fork.then, fork.otherwise)
                ]
                if sides == [None, None]:
                    return None
                then, otherwise = (
                    old if side is None else _body(side)
                    for side, old in zip(sides, (fork.then, fork.otherwise), strict=True)
                )
                tags = next(side.tags for side in sides if side is not None)
                return evolve(clause, tags=tags, body=(evolve(fork, then=then, otherwise=otherwise),))
        made = amend_lines(clause, edit.amendment)
        tell(made)
        return made[0]


def _names_from_line(node: s.Node) -> Iterator[s.Name]:
    """Yield the names that a line declares for the lines after it."""
    if not blocks(type(node)) and not does(node, "ends"):
        binder = getattr(node, "binder", None)
        yield from names_declared_by((node,) if binder is None else (node, binder))


def _body(clause: s.Clause) -> Body:
    assert isinstance(clause, s.ProcedureClause)
    return clause.body or ()
