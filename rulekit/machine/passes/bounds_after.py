"""Bounds after a routine: conditions and sets that limit what an expression may be after a routine has run, computed
before it runs and from only some of its arguments.

For example, let a routine move a piece from site a to another site, which is not known yet. After the move, the set of
empty sites is at most the present one plus a. So if no line to another piece is open even with a empty, that piece is
safe after every move from a. Exceptions are possible: it is the piece that moves, or the move takes a piece elsewhere.
The conditions that exclude such exceptions are the *provisos* of a bound; they depend on all arguments.
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import program as m
from ..analyses.effects import Effects
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope
from ..form_table import parts_of
from ..operator_intervals import Interval
from . import rewriter
from .boards import is_sets_of_board
from .inline import inline_body
from .known_facts import Facts
from .set_expressions import empty_set, full_set, join_conditions
from .symbolic_run import CannotFollow, RoutineOutcome, SymbolicStore, same_element

CALLS = 100
"""The greatest number of calls that are inlined in one condition."""
WIDEST = 64
"""The greatest number of values of an index whose excluded ones become a set."""


class Bounds(rewriter.WithAnalyses):
    """Computes bounds for expressions after a routine has run. `outcome` is what the routine does; `known` names the
    arguments that may occur in bounds."""

    def __init__(self, analyses: Analyses, outcome: RoutineOutcome, known: frozenset[str]) -> None:
        super().__init__(analyses)
        self.effects = analyses.get(Effects)
        self.cells = analyses.cells
        self.outcome, self.known = outcome, known
        self.facts = outcome.facts(Facts(self.fresh, self.ranges, outcome.scope))
        self.calls = 0
        self.bounded = self.given_up = 0
        """How many elements have bounds, and how many parts have none but the trivial ones."""
        # from the guard and index of a store to the elements to which the store must not write
        self._spared: dict[tuple[m.Expr | None, m.Expr], set[int]] = {}
        self._same: dict[m.Expr, None] = {}

    def provisos(self) -> list[m.Expr]:
        """Return the conditions that must hold so that all bounds computed so far are valid. The routine must not fault
        either."""
        found = list(self._same)
        for (guard, index), values in self._spared.items():
            low, high = self.range(index)
            if 0 <= low <= high < WIDEST:
                spared = m.SetConst(high + 1, sum(1 << v for v in values if v <= high))
                one: m.Expr = (
                    m.Const(0) if values >= set(range(low, high + 1)) else m.Op("not", (m.Has(spared, index),))
                )
            else:
                one = join_conditions(m.Op("ne", (index, m.Const(v))) for v in sorted(values)) or m.Const(1)
            found.append(unless(guard, one))
        simplified = dict.fromkeys(self.facts.simplified(one) for one in found)
        return [one for one in simplified if one != m.Const(1)]

    # --------------------------------------------------------------------------------------------- bounds of conditions

    def condition(self, expr: m.Expr, upper: bool, scope: Scope) -> m.Expr:
        """Return a bound for a condition after the routine. If `upper`, the bound is true in each case in which the
        condition may be true. Otherwise, the bound is true only in cases in which the condition must be true."""
        if not self.changes(expr):
            return expr
        match expr:
            case m.Op("not", (inner,)):
                return m.Op("not", (self.condition(inner, not upper, scope),))
            case m.Op("and" | "or" as op, _):
                return m.Op(op, tuple(self.condition(*part) for part in self.parts(expr, upper, scope)))
            case m.Op("eq" | "ne" | "lt" | "le" | "gt" | "ge" as op, (m.SizeOf(of), m.Const(value))):
                return self.size(op, of, value, upper, scope)
            case m.Call():
                return self.condition(self.inlined(expr), upper, scope)
            case m.Bind():
                return self.bind(expr, upper, scope)
            case m.IfElse(condition) if not self.changes(condition):
                _, then, otherwise = self.parts(expr, upper, scope)
                return m.IfElse(condition, self.condition(*then), self.condition(*otherwise))
            case m.Fold("some" | "all" as kind, name, m.LoopDomain(None, None, within), where, body) if (
                within is not None
            ):
                more = upper if kind == "some" else not upper
                looped = {**scope, name: self.ranges.over(expr.over, scope)}
                domain = m.LoopDomain(within=self.set(within, more, scope))
                asked = None if where is None else self.condition(where, more, looped)
                return m.Fold(kind, name, domain, asked, None if body is None else self.condition(body, upper, looped))
            case m.Has(found, member) if not self.changes(member):
                return m.Has(self.set(found, upper, scope), member)
            case m.Compare("within", left, right):
                return m.Compare("within", self.set(left, not upper, scope), self.set(right, upper, scope))
        return self.unknown(expr, m.Const(int(upper)), scope)

    def bind(self, expr: m.Bind, upper: bool, scope: Scope) -> m.Expr:
        """Return a bound for a condition with a bound name. The value of the name must not change in the routine,
        except if provisos are violated."""
        name, value, body = expr.name, expr.value, expr.body
        if not self.unchanged(value):
            return self.unknown(expr, m.Const(int(upper)), scope)
        match value:
            case m.Fold("only", among, m.LoopDomain(None, None, within) as over, None) if within is not None:
                # `only` faults unless the set has one member; in that case the bound must hold trivially
                value = m.Fold("first", among, over, otherwise=m.Const(0))
                bound = m.Bind(name, value, self.condition(body, upper, self.ranges.bind(name, value, scope)))
                one = m.Op("eq", (m.SizeOf(within), m.Const(1)))
                return m.Op("or", (m.Op("not", (one,)), bound)) if upper else m.Op("and", (one, bound))
        return m.Bind(name, value, self.condition(body, upper, self.ranges.bind(name, value, scope)))

    def parts(self, expr: m.Expr, upper: bool, scope: Scope) -> list[tuple[m.Expr, bool, Scope]]:
        return [(part, upper, inner) for part, inner in self.ranges.inside(expr, scope)]

    def size(self, op: str, of: m.Expr, value: int, upper: bool, scope: Scope) -> m.Expr:
        """Return a bound for a comparison, by the operator `op`, of the size of the set `of` with the constant
        `value`."""

        def compare(by: m.NumberOp, more: bool) -> m.Expr:
            return m.Op(by, (m.SizeOf(self.set(of, more, scope)), m.Const(value)))

        match op:
            case "ne":
                return m.Op("not", (self.size("eq", of, value, not upper, scope),))
            case "lt" | "le":
                return compare(op, not upper)
            case "gt" | "ge":
                return compare(op, upper)
        if value == 0:
            return compare("eq", not upper)
        return m.Op("and", (compare("le" if upper else "eq", False), compare("ge" if upper else "eq", True)))

    def inlined(self, call: m.Call) -> m.Expr:
        function = self.functions[call.function]
        self.calls += 1
        if function.nested or function.remembered or self.calls > CALLS:
            raise CannotFollow
        return inline_body(function, call.args, self.fresh)

    def changes(self, expr: m.Expr) -> bool:
        """Return whether an expression may have another value after the routine."""
        return not self.effects.reads(expr).isdisjoint(self.outcome.stores)

    def unknown(self, expr: m.Expr, bound: m.Expr, scope: Scope) -> m.Expr:
        """Return the trivial bound `bound`, for an expression about which nothing else can be said. Raise CannotFollow
        if the expression may fault."""
        if not self.speculation.total(expr, scope):
            raise CannotFollow
        self.given_up += 1
        return bound

    # --------------------------------------------------------------------------------------------------- bounds of sets

    def set(self, expr: m.Expr, upper: bool, scope: Scope) -> m.Expr:
        """Return a bound for a set after the routine. If `upper`, the bound contains each member that the set may have.
        Otherwise, it contains only members that the set must have."""
        if not self.changes(expr):
            return expr
        match expr:
            case m.Load(_, index) if not any(map(self.changes, index)) and self.speculation.total(expr, scope):
                found = self.element(expr, upper)
                self.bounded += found is not None
                return found or self.unknown(expr, self.any_set(expr, upper), scope)
            case m.SetOp(op, left, right):
                other = upper if op != "minus" else not upper
                return m.SetOp(op, self.set(left, upper, scope), self.set(right, other, scope))
            case m.IfElse(condition) if not self.changes(condition):
                _, then, otherwise = self.parts(expr, upper, scope)
                return m.IfElse(condition, self.set(*then), self.set(*otherwise))
            case m.Shift(size, of, by):
                return m.Shift(size, self.set(of, upper, scope), by)
        return self.unknown(expr, self.any_set(expr, upper), scope)

    def any_set(self, expr: m.Expr, upper: bool) -> m.Expr:
        size = self.ranges.size(expr)
        if size is None:
            raise CannotFollow
        return full_set(size) if upper else empty_set(size)

    def element(self, load: m.Load, upper: bool) -> m.Expr | None:
        """Return a bound for one element of a cell of sets; None if only the trivial one is possible."""
        stores = self.outcome.stores[load.cell]
        result: m.Expr = load
        size = self.cells[load.cell].high + 1
        for at, stored in enumerate(stores):
            here = same_element(load.index, stored.index, self.range)
            if here is None or stored.kind == ("drop" if upper else "add"):
                continue
            if stored.kind == "write":
                return None
            if not upper and is_sets_of_board(load.cell, self.cells):
                here = []  # the sets are disjoint, so the site may be removed from any of them
            condition = join_conditions((stored.guard, *here))
            if self.are_known((stored.value,) if condition is None else (stored.value, condition)):
                one: m.Expr = m.SetOf(size, (stored.value,))
                if condition is not None:
                    one = m.IfElse(condition, one, empty_set(size))
                result = m.SetOp("union" if upper else "minus", result, one)
            elif not upper or not (self.spare(load, stored, here) or self.leaves(load, stored, stores[at + 1 :])):
                return None
        return result

    def are_known(self, exprs: Iterable[m.Expr]) -> bool:
        return all(self.free.of(expr) <= self.known for expr in exprs)

    def spare(self, load: m.Load, stored: SymbolicStore, here: list[m.Expr]) -> bool:
        """Add the proviso that a store writes to another element than `load` reads. Return False, and add nothing, if
        this cannot be expressed."""
        if not here or len(load.index) != 1 or not isinstance(load.index[0], m.Const):
            return False
        self._spared.setdefault((stored.guard, stored.index[0]), set()).add(load.index[0].value)
        return True

    def leaves(self, load: m.Load, stored: SymbolicStore, later: tuple[SymbolicStore, ...]) -> bool:
        """Add the proviso that one of the `later` stores removes the member that `stored` adds. Return False, and add
        nothing, if none of them can."""
        for other in reversed(later):
            sure = is_sets_of_board(load.cell, self.cells) or same_element(load.index, other.index, self.range) == []
            if other.kind == "drop" and other.guard in (None, stored.guard) and sure:
                self._same[unless(stored.guard, m.Op("eq", (stored.value, other.value)))] = None
                return True
        return False

    def unchanged(self, expr: m.Expr) -> bool:
        """Add provisos that ensure that an expression has the same value after the routine. Return False if no provisos
        can ensure this."""
        for part in parts_of(expr):
            if isinstance(part, m.Call | m.After | m.Seen | m.RingAt | m.RingSize) and self.changes(part):
                return False
            if isinstance(part, m.Load) and part.cell in self.outcome.stores:
                for stored in self.outcome.stores[part.cell]:
                    here = same_element(part.index, stored.index, self.range)
                    if here is not None and not self.spare(part, stored, here):
                        return False
        return True

    def range(self, expr: m.Expr) -> Interval:
        return self.ranges.of(expr, self.outcome.scope)


def unless(guard: m.Expr | None, condition: m.Expr) -> m.Expr:
    """Return the condition `guard implies condition`."""
    return condition if guard is None else m.Op("or", (m.Op("not", (guard,)), condition))
