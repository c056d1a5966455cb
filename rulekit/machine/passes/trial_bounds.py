"""Bounds of questions after a trial: the least and the greatest value that a question may have after a routine's
writes, whatever those arguments are that are not known yet.

After a man has left square a, wherever it goes, the squares without a man are at most the present ones and a. So if no
line to the king is open even with a empty, the king is safe after every move from a, unless the man itself is the king
or takes a man elsewhere. The latter are the *provisos* of the bound: conditions on all arguments.
"""

from __future__ import annotations

from .. import program as m
from ..analyses.effects import Effects
from ..analyses.manager import Analyses
from ..form_table import parts_of
from . import rewriter
from .bitboards import PLANES
from .inline import inline_body
from .known_facts import Facts
from .set_expressions import empty_set, full_set, join_conditions
from .symbolic_run import CannotFollow, Outcome, Stored, same_element

SIZES: dict[str, tuple[m.NumberOp, bool]] = {"lt": ("lt", False), "le": ("le", False), "gt": ("gt", True), "ge": ("ge", True)}
"""By comparison of a size with a constant: whether it holds rather for a greater size."""


class Bounds(rewriter.WithAnalyses):
    """Bounds the values of expressions after a routine; `known` names the arguments that are known."""

    def __init__(self, analyses: Analyses, outcome: Outcome, known: frozenset[str]) -> None:
        super().__init__(analyses)
        self.effects = analyses.get(Effects)
        self.outcome, self.known = outcome, known
        self.cells = analyses.cells
        self.left = 2000
        self.facts = outcome.facts(Facts(self.fresh, self.range))
        # (guard, index) -> the elements that must not be this one
        self._others: dict[tuple[m.Expr | None, m.Expr], set[int]] = {}
        self._cancelled: list[m.Expr] = []

    @property
    def provisos(self) -> list[m.Expr]:
        """Return the conditions under which the bounds hold."""
        found = list(dict.fromkeys(self._cancelled))
        for (guard, index), values in self._others.items():
            low, high = self.ranges.of(index, self.outcome.scope)
            if 0 <= low <= high < 64:
                mask = sum(1 << v for v in values if v <= high)
                one: m.Expr = m.Op("not", (m.Has(m.SetConst(high + 1, mask), index),))
            else:
                one = join_conditions(m.Op("ne", (index, m.Const(v))) for v in sorted(values)) or m.Const(1)
            found.append(one if guard is None else m.Op("or", (m.Op("not", (guard,)), one)))
        simplified = [self.facts.simplified(one) for one in found]
        return [one for one in simplified if one != m.Const(1)]

    # ------------------------------------------------------------------------------------------------------ conditions

    def condition(self, expr: m.Expr, upper: bool) -> m.Expr:
        """Return a condition that holds whenever the expression may hold afterwards (`upper`), or only if it does."""
        if not self.changes(expr):
            return expr
        match expr:
            case m.Op("not", (inner,)):
                return m.Op("not", (self.condition(inner, not upper),))
            case m.Op("and" | "or" as op, args):
                return m.Op(op, tuple(self.condition(arg, upper) for arg in args))
            case m.Op("eq" | "ne" | "lt" | "le" | "gt" | "ge" as op, (m.SizeOf(of), m.Const(value))):
                return self.size(op, of, value, upper)
            case m.Call():
                return self.condition(self.inlined(expr), upper)
            case m.Bind(name, m.Fold("only", among, m.LoopDomain(None, None, within), None), body) if within is not None:
                if not self.unchanged(within):
                    return m.Const(int(upper))
                # it would fault without exactly one: then nothing is known
                first = m.Fold("first", among, m.LoopDomain(within=within), otherwise=m.Const(0))
                inner = m.Bind(name, first, self.condition(body, upper))
                one = m.Op("eq", (m.SizeOf(within), m.Const(1)))
                return m.Op("or", (m.Op("not", (one,)), inner)) if upper else m.Op("and", (one, inner))
            case m.Bind(name, value, body) if not self.changes(value) or self.unchanged(value):
                return m.Bind(name, value, self.condition(body, upper))
            case m.IfElse(condition, then, otherwise) if not self.changes(condition):
                return m.IfElse(condition, self.condition(then, upper), self.condition(otherwise, upper))
            case m.Fold("some" | "all" as kind, name, m.LoopDomain(None, None, within), where, body) if within is not None:
                more = upper if kind == "some" else not upper
                domain = m.LoopDomain(within=self.set(within, more))
                asked = None if where is None else self.condition(where, more)
                return m.Fold(kind, name, domain, asked, None if body is None else self.condition(body, upper))
            case m.Has(found, member) if not self.changes(member):
                return m.Has(self.set(found, upper), member)
            case m.Compare("within", left, right):
                return m.Compare("within", self.set(left, not upper), self.set(right, upper))
        return m.Const(int(upper))

    def size(self, op: str, of: m.Expr, value: int, upper: bool) -> m.Expr:
        """Return the bound of a comparison of a set's size with a constant."""
        if op == "ne":
            return m.Op("not", (self.size("eq", of, value, not upper),))
        if op in SIZES:
            name, greater = SIZES[op]
            return m.Op(name, (m.SizeOf(self.set(of, upper == greater)), m.Const(value)))
        if value == 0:
            return m.Op("eq", (m.SizeOf(self.set(of, not upper)), m.Const(0)))
        least, most = m.SizeOf(self.set(of, False)), m.SizeOf(self.set(of, True))
        if upper:
            return m.Op("and", (m.Op("le", (least, m.Const(value))), m.Op("ge", (most, m.Const(value)))))
        return m.Op("and", (m.Op("eq", (least, m.Const(value))), m.Op("eq", (most, m.Const(value)))))

    def inlined(self, call: m.Call) -> m.Expr:
        function = self.functions[call.function]
        self.left -= 1
        if function.nested or function.remembered or self.left < 0 or any(map(self.changes, call.args)):
            raise CannotFollow
        return inline_body(function, call.args, self.fresh)

    def changes(self, expr: m.Expr) -> bool:
        """Return whether an expression may have another value afterwards."""
        return bool(self.effects.reads(expr) & self.outcome.stores.keys())

    # ------------------------------------------------------------------------------------------------------------ sets

    def set(self, expr: m.Expr, upper: bool) -> m.Expr:
        """Return a set that has all members that the set may have afterwards, or only members that it has."""
        if not self.changes(expr):
            return expr
        match expr:
            case m.Load(_, index) if not any(map(self.changes, index)):
                return self.element(expr, upper)
            case m.SetOp("minus", left, right):
                return m.SetOp("minus", self.set(left, upper), self.set(right, not upper))
            case m.SetOp(op, left, right):
                return m.SetOp(op, self.set(left, upper), self.set(right, upper))
            case m.IfElse(condition, then, otherwise) if not self.changes(condition):
                return m.IfElse(condition, self.set(then, upper), self.set(otherwise, upper))
            case m.Bind(name, value, body) if not self.changes(value):
                return m.Bind(name, value, self.set(body, upper))
            case m.Shift(size, of, by):
                return m.Shift(size, self.set(of, upper), by)
        return self.unknown(expr, upper)

    def unknown(self, expr: m.Expr, upper: bool) -> m.Expr:
        size = self.ranges.size(expr)
        if size is None:
            raise CannotFollow
        return full_set(size) if upper else empty_set(size)

    def element(self, load: m.Load, upper: bool) -> m.Expr:
        """Return the bound of an element of a cell of sets."""
        stores = self.outcome.stores[load.cell]
        result: m.Expr = load
        size = self.cells[load.cell].high + 1
        for at, stored in enumerate(stores):
            here = same_element(load.index, stored.index, self.range)
            if here is None or stored.kind == ("drop" if upper else "add"):
                continue
            if stored.kind == "write":
                return self.unknown(load, upper)
            plane = stored.kind == "drop" and load.cell.endswith(PLANES)  # the site lies in one set at most
            condition = join_conditions((stored.guard, *(() if plane else here)))
            if self.free.of(stored.value) <= self.known and (condition is None or self.free.of(condition) <= self.known):
                one: m.Expr = m.SetOf(size, (stored.value,))
                if condition is not None:
                    one = m.IfElse(condition, one, empty_set(size))
                result = m.SetOp("union" if upper else "minus", result, one)
            elif not upper:
                return self.unknown(load, upper)
            elif not self.excluded(load, stored, here):
                later = self.cancelling(stores[at + 1 :], load)
                if later is None:
                    return self.unknown(load, upper)
                same = m.Op("eq", (stored.value, later.value))
                self._cancelled.append(same if stored.guard is None else m.Op("or", (m.Op("not", (stored.guard,)), same)))
        return result

    def excluded(self, load: m.Load, stored: Stored, here: list[m.Expr]) -> bool:
        """Return whether a proviso may exclude that a store concerns the element, and add that proviso."""
        if len(load.index) != 1 or not here:
            return False
        (wanted,), (index,) = load.index, stored.index
        if not isinstance(wanted, m.Const):
            return False
        self._others.setdefault((stored.guard, index), set()).add(wanted.value)
        return True

    def cancelling(self, later: tuple[Stored, ...], load: m.Load) -> Stored | None:
        """Return the last store that certainly takes a member out of the element; None if there is none."""
        plane = load.cell.endswith(PLANES)
        for stored in reversed(later):
            if stored.kind == "drop" and stored.guard is None:
                if plane or same_element(load.index, stored.index, self.range) == []:
                    return stored
        return None

    def unchanged(self, expr: m.Expr) -> bool:
        """Return whether provisos may say that an expression has the same value afterwards, and add them."""
        for part in parts_of(expr):
            if isinstance(part, m.Call | m.After | m.Seen | m.RingAt | m.RingSize) and self.changes(part):
                return False
            if isinstance(part, m.Load) and part.cell in self.outcome.stores:
                for stored in self.outcome.stores[part.cell]:
                    here = same_element(part.index, stored.index, self.range)
                    if here is not None and not self.excluded(part, stored, here):
                        return False
        return True

    def range(self, expr: m.Expr) -> tuple[int, int]:
        return self.ranges.of(expr, self.outcome.scope)


def surely(bounds: Bounds, asked: m.Expr) -> tuple[m.Expr, int]:
    """Return a condition under which a question surely has a value afterwards, and that value."""
    if isinstance(asked, m.Op) and asked.op == "not":
        return bounds.condition(asked, False), 1
    return m.Op("not", (bounds.condition(asked, True),)), 0
