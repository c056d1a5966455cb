"""Explains why a condition holds or fails: the deciding part, its values, the facts that it depends on.

If a conjunction fails, the explanation is the part that fails; for `all` it is a counterexample, for a fact the
exception or usual value that decided it. Only cells that the viewer sees are shown. If a condition depends on other
cells, it is quoted without explanation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice

from attrs import define, field, frozen

from ..diagnostics import Span
from ..diagnostics.printable import cut
from ..engine.inspection import Evaluation, InspectedState
from ..engine.interface import GameFault, State, Value
from ..engine.observe import Hidden, Sight, observable
from ..engine.reference import ReferenceEngine
from ..engine.reference.context import MachineIndex, Scope
from ..machine import program as m
from ..machine import source_map as src
from ..machine.option_labels import Labels
from ..machine.program import Cell


@frozen(eq=False, slots=False)
class Visibility:
    """What may be shown to one viewer of one state: a value may be shown if the viewer sees every cell read for it. If
    `viewer` is None, everything may be shown. Local variables of procedures are visible to the `decider`, since offers
    depend only on what the decider knows. Players who see every part of a position also know how often it occurred."""

    sight: Sight
    state: State
    viewer: int | None
    decider: int | None
    _known: dict[int, bool] = field(factory=dict, repr=False)

    def see(self, read: frozenset[int]) -> bool:
        """Return whether the viewer sees all these cells, each given by its offset in the flat list of cells."""
        return self.viewer is None or all(map(self._sees, read))

    def counts(self, cell: str, index: tuple[int, ...]) -> bool:
        """Return whether the viewer sees the number of pieces in a place, given by its cell and index."""
        if self.viewer is None:
            return True
        found = self.sight.layout.slots[cell].cell
        at = (*index, 0) if found.heap else index
        seen = self.sight.element(self.state, found, at, self.viewer)
        return not isinstance(seen, Hidden) or seen.size is not None

    def _sees(self, offset: int) -> bool:
        if offset not in self._known:
            cell, index = self.sight.layout.element_at(offset)
            if cell in self._open:
                assert self.viewer is not None
                self._known[offset] = not isinstance(self.sight.element(self.state, cell, index, self.viewer), Hidden)
            elif cell.role == "frame":
                self._known[offset] = self.viewer == self.decider
            else:
                self._known[offset] = cell.name in self._histories
        return self._known[offset]

    @cached_property
    def _open(self) -> frozenset[Cell]:
        return frozenset(observable(self.sight.engine.machine))

    @cached_property
    def _histories(self) -> frozenset[str]:
        """Return the names of the cells that store histories of positions which everybody sees."""
        machine = self.sight.engine.machine
        told = {cell.name for cell in machine.cells if cell.seen is None}
        open_ = [p.name for p in machine.positions if told.issuperset(p.cells)]
        return frozenset(f"history.{name}{end}" for name in open_ for end in ("", ".size"))


MOST_LINES, MOST_VALUES, MOST_MEMBERS, MOST_DEPTH, MOST_TRIED = 14, 8, 12, 10, 20_000
"""The limits of an explanation: lines, values in a line, members of a set, depth of nested conditions, and values of a
loop that are tried."""
WIDEST = 100
"""Characters of the longest condition that is quoted again before its parts are explained."""

ToldPart = tuple[str, str]
"""A part of a condition as written, and its value as text."""


@frozen(eq=False)
class Explainer:
    """Explains conditions in the states of one machine."""

    sources: src.Sources
    index: MachineIndex = field(repr=False)
    labels: Labels = field(repr=False)
    sight: Sight = field(repr=False)
    clauses: dict[str, m.ClauseInfo] = field(repr=False)

    @staticmethod
    def of(sources: src.Sources) -> Explainer:
        machine = sources.machine
        sight = Sight.of(ReferenceEngine(machine))
        return Explainer(
            sources, MachineIndex.of(machine), Labels.of(machine), sight, {c.id: c for c in machine.clauses}
        )

    def truth(self, state: State, function: str, viewer: int | None = None) -> tuple[str, ...]:
        """Return lines that explain why an expectation or invariant holds or fails in a state. `function` names the
        machine's function for the condition. Without its source, return no lines."""
        said = self.sources.truths.get(function)
        if said is None:
            return ()
        account = self.account(state, viewer, None)
        account.condition(said, ScopedState(InspectedState.of(self.index, state), {}), 0)
        return tuple(account.lines)

    def sets(self, state: State, function: str) -> Iterator[tuple[str, frozenset[int]]]:
        """Yield each set that a call of a fact returns in an expectation, as a domain and the members, evaluated in a
        state. `function` names the machine's function for the expectation."""
        at, account = ScopedState(InspectedState.of(self.index, state), {}), self.account(state, None, None)
        waiting = [self.sources.truths[function]]
        while waiting:
            said = waiting.pop()
            waiting += account.parts(said, at)
            found = account.find(said, at) if isinstance(said.form, src.SourceCall) and said.prints.many else None
            if isinstance(found, frozenset):
                yield said.prints.domain, found

    def account(self, state: State, viewer: int | None, decider: int | None) -> Account:
        return Account(self, Visibility(self.sight, state, viewer, decider))

    def text(self, prints: src.Print, value: Value) -> str:
        """Return a value as text for people."""
        if isinstance(value, int):
            return self.labels.value_text(prints.domain, value)
        low = self.labels.low_of(prints.domain)
        names = [self.labels.value_text(prints.domain, member + low) for member in sorted(value)]
        more = [f"… {len(names) - MOST_MEMBERS} more"] if len(names) > MOST_MEMBERS + 1 else []
        return f"{{{', '.join([*names[:MOST_MEMBERS], *more] if more else names)}}}"

    def of_clause(self, id_: str) -> str:
        """Return a clause as text: its title, its citations and its location."""
        found = self.clauses.get(id_)
        title = f' "{found.title}"' if found and found.title else ""
        cites = f" [{'; '.join(found.cites)}]" if found and found.cites else ""
        return f"{id_}{title}{cites}{self.place(self.sources.clauses.get(id_))}"

    @staticmethod
    def place(span: Span | None) -> str:
        return "" if span is None else f" ({span.source.name}, line {span.first.line})"


@frozen(eq=False)
class ScopedState:
    """A state in which expressions are evaluated, with the values of their local names."""

    state: InspectedState
    scope: Scope

    def value(self, expr: m.Expr) -> Evaluation:
        return self.state.value(expr, self.scope)

    def values(self, exprs: Sequence[m.Expr]) -> list[Value]:
        return [self.value(expr).value for expr in exprs]

    def within(self, scope: Scope) -> ScopedState:
        return ScopedState(self.state, scope)


@define
class Account:
    """An explanation, written line by line. In the methods, `said` is an expression of the rulebook, and `at` the state
    in which it is evaluated."""

    explainer: Explainer
    visibility: Visibility
    lines: list[str] = field(factory=list)
    facts: set[str] = field(factory=set)

    # ------------------------------------------------------------------------------------------------------- conditions

    def condition(self, said: src.SourceExpression, at: ScopedState, depth: int) -> None:
        """Add lines that explain why a condition holds or fails."""
        found = self.find(said, at)
        if found is None and isinstance(said.form, src.SourceJunction):
            first = self.find(said.form.left, at)
            if first is not None and bool(first) == (said.form.op == "or"):  # the left side alone decides
                self.condition(said.form.left, at, depth)
                return
        if found is None or depth > MOST_DEPTH:
            self.say(depth, self.quote(said, at))
            return
        match said.form:
            case src.SourceJunction() as form:
                self.explain_junction(said, form, at, depth)
            case src.SourceNegation(item):
                self.condition(item, at, depth)
            case src.SourceQuantifier() as form:
                self.runs(said, form, at, depth)
            case src.SourceConditional(chosen, then, otherwise):
                way = self.find(chosen, at)
                if way is None:
                    self.leaf(said, at, depth)
                    return
                self.say(depth, self.quote(chosen, at, yes(way)))
                self.condition(then if way else otherwise, at, depth)
            case src.SourceSupposition() as form:
                self.say(depth, self.quote(said, at, yes(found)))
                with suppress(GameFault):
                    after = at.state.after(form.routine, at.values(form.args))
                    self.condition(form.body, ScopedState(after, at.scope), depth + 1)
            case _:
                self.leaf(said, at, depth)

    def explain_junction(
        self, said: src.SourceExpression, form: src.SourceJunction, at: ScopedState, depth: int
    ) -> None:
        """Explain a conjunction or disjunction by its deciding part. For `and`, it is the part that fails, or both if
        the whole holds; for `or`, the part that holds, or both if the whole fails."""
        decisive = form.op == "or"
        first = self.find(form.left, at)
        if first is not None and bool(first) == decisive:
            self.condition(form.left, at, depth)
            return
        second = None if first is None else self.find(form.right, at)
        if second is None:
            self.leaf(said, at, depth)
            return
        if bool(second) != decisive:
            self.condition(form.left, at, depth)
        self.condition(form.right, at, depth)

    def runs(self, said: src.SourceExpression, form: src.SourceQuantifier, at: ScopedState, depth: int) -> None:
        """Explain a quantifier: by a counterexample of `all` or an example of `some`. If there is neither, say that
        nothing fits."""
        holds, wanted = bool(self.find(said, at)), form.kind == "some"
        tried = list(islice(self.passes_let_through(form, at), MOST_TRIED))
        if len(tried) == 1 or holds == wanted:
            for inner in tried:
                found = self.find(form.body, inner)
                if found is not None and bool(found) == holds:
                    member = self.value(form.member, inner)
                    name = "?" if member is None else self.explainer.text(form.prints, member)
                    self.say(depth, f"for {form.binder} = {name}:")
                    self.condition(form.body, inner, depth + 1)
                    return
        self.say(depth, self.quote(said, at, yes(holds)))
        if not tried:
            where = "there is" if form.where is None else f"`where {cut(form.where.text, WIDEST)}` lets through"
            self.say(depth + 1, f"{where} no `{form.binder}` at all")

    @staticmethod
    def passes_let_through(form: src.SourceQuantifier, at: ScopedState) -> Iterator[ScopedState]:
        """Yield the scoped state of each pass of a quantifier's loop that meets its `where`."""
        with suppress(GameFault):
            if form.prelude is not None:
                name, before = form.prelude
                at = at.within({**at.scope, name: at.value(before).value})
            values, _ = at.state.over(form.over, at.scope)
            for value in values:
                inner = at.within({**at.scope, form.name: value})
                if form.present is not None and not inner.value(form.present).value:
                    continue
                if form.where is None or inner.value(form.where.value).value:
                    yield inner

    def leaf(self, said: src.SourceExpression, at: ScopedState, depth: int) -> None:
        """Explain a condition that is not split into parts: by its values, then by the facts in it."""
        if not isinstance(said.form, src.SourceCall) or not self.fact(said, said.form, at, depth):
            value = self.find(said, at)
            self.say(depth, self.quote(said, at, None if value is None else yes(value)))
        self.explain_parts(said, at, depth + 1)

    # --------------------------------------------------------------------------------------- how facts got their values

    def explain_parts(self, said: src.SourceExpression, at: ScopedState, depth: int) -> None:
        """Explain how each fact in an expression got its value."""
        if isinstance(said.form, src.SourceCall):
            self.fact(said, said.form, at, depth)
        for part in self.parts(said, at):
            if self.find(part, at) is not None:
                self.explain_parts(part, at, depth)

    def fact(self, said: src.SourceExpression, form: src.SourceCall, at: ScopedState, depth: int) -> bool:
        """Explain the value of a fact. Return False if it cannot be explained or was explained already."""
        source = self.explainer.sources.facts.get(form.function)
        value = self.find(said, at)
        if source is None or value is None or said.text in self.facts or depth > MOST_DEPTH:
            return False
        try:
            inner = at.within(dict(zip((name for name, _ in source.params), at.values(form.args), strict=True)))
            holding = [arm for arm in source.arms if inner.value(arm.guard).value]
        except GameFault:
            return False
        self.facts.add(said.text)
        told = self.quote(said, at, self.explainer.text(said.prints, value))
        for arm in holding if source.combining else holding[:1]:
            self.say(depth, f"{told}; {self.explainer.of_clause(arm.clause)}")
            for condition in arm.when:
                self.condition(condition, inner, depth + 1)
            self.within(arm.value, inner, depth)
        if source.combining or not holding:
            self.say(depth, f"{told}; {self.explainer.of_clause(source.clause)}")
            self.within(source.usual, inner, depth)
        return True

    def within(self, said: src.SourceExpression, at: ScopedState, depth: int) -> None:
        """Explain the expression that gave a fact its value, with the values that the expression depends on."""
        if said.prints.domain == "truth" and not said.prints.many:
            self.condition(said, at, depth + 1)
        elif said.told:
            self.say(depth + 1, self.quote(said, at))
            self.explain_parts(said, at, depth + 1)

    # --------------------------------------------------------------------------------- values, and parts of expressions

    def find(self, said: src.SourceExpression, at: ScopedState) -> Value | None:
        """Return the value of an expression of the rulebook; None if it faults or the viewer may not know it."""
        if self.visibility.viewer is not None and said.remembered:
            return None
        with suppress(GameFault):
            if said.counts is not None:
                cell, index = said.counts
                places = [at.value(part) for part in index]
                where = tuple(part.value for part in places if isinstance(part.value, int))
                if all(self.visibility.see(part.read) for part in places) and self.visibility.counts(cell, where):
                    return at.value(said.value).value
            return self.value(said.value, at)
        return None

    def value(self, expr: m.Expr, at: ScopedState) -> Value | None:
        """Return the value of a machine expression; None if it faults or the viewer may not know it."""
        with suppress(GameFault):
            found = at.value(expr)
            return found.value if self.visibility.see(found.read) else None
        return None

    def values(self, said: src.SourceExpression, at: ScopedState) -> list[ToldPart]:
        """Return the parts of an expression, as written, each with its value as text. Parts that read like their value
        are left out."""
        found = ((part.text, self.explainer.text(part.prints, value)) for part, value in self.leaves(said, at))
        return [(text, value) for text, value in found if text != value]

    def decisive(self, said: src.SourceExpression, holds: bool, at: ScopedState) -> src.SourceExpression:
        """Return the part that decides a condition. If an `and` fails, it is the first part that fails. If an `or`
        holds, it is the first part that holds. Otherwise it is the whole condition."""
        while isinstance(said.form, src.SourceJunction) and said.form.op == ("or" if holds else "and"):
            left = self.find(said.form.left, at)
            if left is None:
                break
            said = said.form.left if bool(left) == holds else said.form.right
        return said

    def leaves(self, said: src.SourceExpression, at: ScopedState) -> list[tuple[src.SourceExpression, Value]]:
        """Return the parts of an expression whose values may be shown, with these values. Larger parts come first, and
        equal texts once."""
        told: dict[str, tuple[src.SourceExpression, Value]] = {}
        waiting = self.parts(said, at)
        while waiting and len(told) < MOST_VALUES:
            part = waiting.pop(0)
            waiting += self.parts(part, at)
            if not part.told or part.text in told or len(part.text) > WIDEST:
                continue
            found = self.find(part, at)
            if found is not None:
                told[part.text] = (part, found)
        return list(told.values())

    def parts(self, said: src.SourceExpression, at: ScopedState) -> list[src.SourceExpression]:
        """Return the direct parts of an expression that can be evaluated separately. Of a conditional, the branch that
        was not taken is left out."""
        match said.form:
            case src.SourceJunction(_, left, right):
                return [left, right]
            case src.SourceNegation(item):
                return [item]
            case src.SourceConditional(condition, then, otherwise):
                way = self.find(condition, at)
                return [condition] if way is None else [condition, then if way else otherwise]
            case src.SourceCall() | src.SourceComposite() | src.SourceSupposition():
                return list(said.form.parts)
        return []

    def quote(self, said: src.SourceExpression, at: ScopedState, value: str | None = None) -> str:
        """Quote an expression with the values of its parts and, if given, its own value: `a > b` is no: a = 1, b =
        2."""
        told = ", ".join(f"{text} = {part}" for text, part in self.values(said, at))
        return f"`{cut(said.text, WIDEST)}`{'' if value is None else f' is {value}'}{told and f': {told}'}"

    def say(self, depth: int, text: str) -> None:
        line = "  " * depth + text
        if len(self.lines) < MOST_LINES and line not in self.lines:
            self.lines.append(line)


def yes(value: Value) -> str:
    return "yes" if value else "no"
