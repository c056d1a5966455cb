"""Option algebra: set algebra for the parameters of a decision, whose tests also use the values of earlier parameters.

For `there` with `here` known, `size(between[here, there] minus empty) == 0` becomes: all sites but those that lie
behind an occupied site, a table row for each occupied site on a line from `here`. A part that does not use the
parameter is tested once, before the sets behind it are computed.
"""

from __future__ import annotations

from functools import reduce
from math import prod
from operator import or_

import attrs
from attrs import frozen

from .. import program as m
from ..analyses.effects import READS
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope, refine, refute
from ..form_table import map_children, parts_of
from ..operator_intervals import bits_of, interval_inside
from .algebra import Algebra
from .bitboards import BoardAsker
from .boards import boards_with_sets
from .inline import replace_names
from .set_expressions import common, empty_set, full_set, join_conditions, plain, set_union, without

COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
NOT_IN_TABLES = (*READS, m.Call, m.After, m.Seen, m.Check)
"""The forms of expression whose value tables cannot give."""
ENTRIES = 1 << 15
"""The most entries of a table that is made for a relation."""


@frozen
class Hits:
    """A table of sets turned round, for the question at which entries a set is met: `row` has, for the other indexes
    and a member, the entries whose set contains this member; `reach` the members that any entry contains. `of` is the
    table, `at` the dimension of its entries. `lines`: the members of each set come one behind the other, as between
    two sites."""

    of: str
    at: int
    row: str
    reach: str
    lines: bool


class OptionAlgebra(Algebra):
    """Converts conditions on one name, in a scope with names of known range."""

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.joins = True
        self.asker = BoardAsker(analyses, boards_with_sets(analyses))
        self.hits: dict[str, Hits] = {}  # by the name of the table `reach`
        self.may_test = False
        """Whether an arm of a conditional may become a set by testing its values one by one."""
        self.loops_of_tests: set[str] = set()
        self.may_join = False
        """Whether a question about some value of another name may become the union of a set for each of them."""
        self._known: dict[tuple[object, ...], tuple[m.Expr, m.Expr | None]] = {}

    def where(self, condition: m.Expr, name: str, size: int, scope: Scope) -> m.Expr | None:
        ranges = tuple((other, scope.get(other)) for other in sorted(self.free.of(condition)) if other != name)
        key = id(condition), name, size, ranges, self.may_test, self.may_join
        if key not in self._known:  # with the condition, so that no other one gets its id
            self._known[key] = condition, self.new_where(condition, name, size, scope)
        return self._known[key][1]

    def new_where(self, condition: m.Expr, name: str, size: int, scope: Scope) -> m.Expr | None:
        if name in self.free.of(condition):
            found = self.tables.rows(condition, name, size, scope) if self.from_tables(condition) else None
            if found is not None:
                return found
            asked = self.asker.ask_board(condition, name, {**scope, name: (0, size - 1)}, {})
            condition = condition if asked is None else asked
        return super().where(condition, name, size, scope)

    def by_form(self, condition: m.Expr, name: str, size: int, scope: Scope) -> m.Expr | None:
        if name not in self.free.of(condition) or self.column(condition, name, size) is not None:
            return super().by_form(condition, name, size, scope)
        match condition:
            case m.Op("and" | "or" as op, args):
                return self.in_order(op, args, name, size, scope)
            case m.Bind(bound, value, body) if name not in self.free.of(value) and not plain(value):
                return self.behind_name(bound, value, body, name, size, scope)
            case m.IfElse():
                return self.of_arms(condition, name, size, scope)
            case m.Op(op, (m.IfElse() | m.Bind(), _) | (_, m.IfElse() | m.Bind())) if op in COMPARISONS:
                return self.where(self.moved_in(condition), name, size, scope)
            case m.Op(op, (m.SizeOf(of), m.Const(value))) if op in COMPARISONS:
                found = self.by_size(op, of, value, name, size, scope)
                if found is not None:
                    return found
        found = super().by_form(condition, name, size, scope)
        if found is None and self.may_join and isinstance(condition, m.Fold) and condition.kind == "some":
            return self.joined(condition, name, size, scope)
        return found

    # ------------------------------------------------------------------------------------------- conditions with parts

    def in_order(self, op: str, args: tuple[m.Expr, ...], name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the set for a conjunction or disjunction. A part that does not use the name decides whether the sets
        of the parts behind it are computed."""
        found: list[m.Expr] = []
        for i, arg in enumerate(args):
            if name not in self.free.of(arg):
                if not self.speculation.total(arg, scope):
                    return None
                rest: m.Expr | None = full_set(size) if op == "and" else empty_set(size)
                if args[i + 1 :]:
                    inner = refine(arg, scope) if op == "and" else refute(arg, scope)
                    rest = self.in_order(op, args[i + 1 :], name, size, inner)
                if rest is None:
                    return None
                found.append(m.IfElse(arg, *((rest, empty_set(size)) if op == "and" else (full_set(size), rest))))
                break
            one = self.where(arg, name, size, scope)
            if one is None:
                return None
            found.append(one)
        return common(*self.tables.together(found)) if op == "and" else set_union(size, found)

    def behind_name(self, bound: str, value: m.Expr, body: m.Expr, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the set for a condition in which `bound` is a value that does not use `name`."""
        if not self.speculation.total(value, scope):
            return None
        if self.from_tables(value):
            return self.where(replace_names(body, {bound: value}, self.fresh), name, size, scope)
        own = self.fresh(bound)
        body = replace_names(body, {bound: m.Local(own)}, self.fresh)
        found = self.where(body, name, size, self.ranges.bind(own, value, scope))
        return m.Bind(own, value, found) if found is not None and own in self.free.of(found) else found

    def from_tables(self, value: m.Expr) -> bool:
        """Return whether a value depends on names and tables alone, so that it may be part of a table's condition."""
        return not any(isinstance(part, NOT_IN_TABLES) for part in parts_of(value))

    def of_arms(self, choice: m.IfElse, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the set for a conditional expression. What its condition requires without the name is tested first:
        only one arm is computed where that fails."""
        test, then, otherwise = choice.condition, choice.then, choice.otherwise
        if name not in self.free.of(test):
            if not self.speculation.total(test, scope):
                return None
            arms = (then, refine(test, scope)), (otherwise, refute(test, scope))
            ways = [self.where(arm, name, size, inner) for arm, inner in arms]
            if ways == [None, None]:
                return None
            one, other = (
                way or self.tested(arm, name, size, inner) for way, (arm, inner) in zip(ways, arms, strict=True)
            )
            return None if one is None or other is None else m.IfElse(test, one, other)
        if isinstance(test, m.Op) and test.op == "and" and name not in self.free.of(test.args[0]):
            rest = test.args[1:]
            inner = m.IfElse(rest[0] if len(rest) == 1 else m.Op("and", rest), then, otherwise)
            return self.of_arms(m.IfElse(test.args[0], inner, otherwise), name, size, scope)
        return self.by_parts(choice, name, size, scope)

    def moved_in(self, comparison: m.Op) -> m.Expr:
        """Return the comparison of a conditional, or of an expression that binds a name, with the comparison moved into
        its arms or body."""
        left, right = comparison.args
        first = isinstance(left, m.IfElse | m.Bind)

        def compared(part: m.Expr) -> m.Expr:
            return self.folder.one(m.Op(comparison.op, (part, right) if first else (left, part)))

        match left if first else right:
            case m.Bind(bound, value, body):
                own = self.fresh(bound)
                return m.Bind(own, value, compared(replace_names(body, {bound: m.Local(own)}, self.fresh)))
            case m.IfElse(test, then, otherwise):
                return m.IfElse(test, compared(then), compared(otherwise))
        return comparison

    def tested(self, condition: m.Expr, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the set of the values that pass a condition, tested one by one (`narrowed` leaves out values); None
        if the condition may fault."""
        if not self.may_test or not self.speculation.total(condition, {**scope, name: (0, size - 1)}):
            return None
        value = self.fresh(name)
        condition = replace_names(condition, {name: m.Local(value)}, self.fresh)
        self.loops_of_tests.add(value)
        return m.SetBuild(size, value, m.LoopDomain(m.Const(0), m.Const(size - 1)), condition)

    def joined(self, some: m.Fold, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the values for which some value of another name passes, as the union of a set for each of those."""
        asked, over = join_conditions((some.where, some.body)), some.over
        if over.within is None or asked is None or name in self.free.of(over.within):
            return None
        count = self.ranges.size(over.within)
        if count is None or not self.speculation.total(over.within, scope):
            return None
        other = self.fresh(some.name)
        condition = replace_names(asked, {some.name: m.Local(other)}, self.fresh)
        found = self.where(condition, name, size, {**scope, other: (0, count - 1)})
        return None if found is None else m.SetBuild(size, other, m.LoopDomain(within=over.within), None, found)

    # ------------------------------------------------------------------------------------------------- counted members

    def by_size(self, op: str, of: m.Expr, value: int, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the values of `name` for which the size of a set, which depends on it, compares with a value."""
        least = value + (op in ("gt", "le"))
        one = self.at_least(of, least, name, size, scope) if 1 <= least <= 2 else full_set(size) if least == 0 else None
        if op in ("eq", "ne") and one is not None:
            more = self.at_least(of, least + 1, name, size, scope) if least <= 1 else None
            one = None if more is None else common(one, without(size, more))
        if one is None:
            return None
        return without(size, one) if op in ("lt", "le", "ne") else one

    def at_least(self, of: m.Expr, count: int, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the values x of `name` for which a set has at least `count` members, 1 or 2: a table row at x joined
        with a set, or a set without x; None for other sets."""
        match of:
            case m.SetOp("minus" | "common", m.Lookup(), other) if name not in self.free.of(other):
                return self.meeting(of, count, name, size, scope)
            case m.SetOp("minus", left, m.SetOp("union", right, m.SetOf(_, (m.Local(item),)))) if item == name:
                return self.but_one(m.SetOp("minus", left, right), count, name, size, scope)
            case m.SetOp("minus", left, m.SetOf(_, (m.Local(item),))) if item == name:
                return self.but_one(left, count, name, size, scope)
            case m.SetOp("common") if count == 1:
                return self.met_in_common(factors(of), name, size, scope)
        return None

    def but_one(self, of: m.Expr, count: int, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the values x of `name` for which the set `of` has at least `count` members other than x."""
        if self.size_of_fixed_set(of, name, scope) != size:
            return None
        left = self.fresh("left")
        many = m.SizeOf(m.Local(left))
        others = m.IfElse(m.Op("eq", (many, m.Const(count))), without(size, m.Local(left)), full_set(size))
        return m.Bind(left, of, m.IfElse(m.Op("lt", (many, m.Const(count))), empty_set(size), others))

    def met_in_common(self, sets: list[m.Expr], name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the values x of `name` for which sets have a member in common, if only one of them uses the name: a
        set and x, or a set that tables give for x."""
        own = [one for one in sets if name in self.free.of(one)]
        others = [one for one in sets if name not in self.free.of(one)]
        rest = common(*others) if others else full_set(size)
        if len(own) != 1 or not others or self.size_of_fixed_set(rest, name, scope) is None:
            return None
        match own[0]:
            case m.SetOp("union", fixed, m.SetOf(_, (m.Local(item),))) if item == name:
                if not self.size_of_fixed_set(fixed, name, scope) == self.ranges.size(rest) == size:
                    return None
                kept = self.fresh("left")
                met = m.Op("ne", (m.SizeOf(m.SetOp("common", m.Local(kept), fixed)), m.Const(0)))
                return m.Bind(kept, rest, m.IfElse(met, full_set(size), m.Local(kept)))
        return self.values_that_meet(own[0], rest, name, size, scope)

    # ------------------------------------------------------------------------------------------------ sets that are met

    def meeting(self, of: m.SetOp, count: int, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the values of `name` for which a set has at least `count` members: the members of a table row, with
        `name` as an index, in another set or outside of it. They are the union of a row for each such member. For a
        count of 2, the sets of the table must be lines: then the union is over those members behind another."""
        looked, other = of.left, of.right
        assert isinstance(looked, m.Lookup)
        at = [i for i, index in enumerate(looked.index) if index == m.Local(name)]
        rest = tuple(index for index in looked.index if name not in self.free.of(index))
        table = self.analyses.tables[looked.table]
        if len(at) != 1 or len(rest) != len(looked.index) - 1 or not rest or table.shape[at[0]] != size:
            return None
        shape = tuple(length for i, length in enumerate(table.shape) if i != at[0])
        if self.size_of_fixed_set(other, name, scope) != table.kind or prod(shape) * max(table.kind, size) > ENTRIES:
            return None
        for index, length in zip(rest, shape, strict=True):
            low, high = self.ranges.of(index, scope)
            if not interval_inside((low, high), 0, length - 1) or not self.speculation.total(index, scope):
                return None
        hits = self.turned(looked.table, at[0], shape)
        if count == 2 and not hits.lines:
            return None
        reached: m.Expr = m.Lookup(hits.reach, rest)
        met: m.Expr = m.SetOp(of.op, reached, other)
        if count == 1:
            return self.rows_at(hits, rest, met, size)
        members = self.fresh("met")
        behind = self.rows_at(hits, rest, m.Local(members), size)
        return m.Bind(members, met, self.rows_at(hits, rest, m.SetOp("common", m.Local(members), behind), size))

    def rows_at(self, hits: Hits, rest: tuple[m.Expr, ...], members: m.Expr, size: int) -> m.Expr:
        """Return the union of the table rows at these members."""
        one = self.fresh("met")
        row = m.Lookup(hits.row, (*rest, m.Local(one)))
        return m.SetBuild(size, one, m.LoopDomain(within=members), None, row)

    def turned(self, name: str, at: int, shape: tuple[int, ...]) -> Hits:
        """Return the tables that tell, for the other indexes of a table of sets, in which entries each member lies."""
        for known in self.hits.values():
            if (known.of, known.at) == (name, at):
                return known
        table = self.analyses.tables[name]
        inner = prod(table.shape[at + 1 :])
        rows, reach, lines = [], [], table.kind == table.shape[at]
        for place in range(prod(shape)):
            before, after = divmod(place, inner)
            sets = [table.values[(before * table.shape[at] + x) * inner + after] for x in range(table.shape[at])]
            reach.append(reduce(or_, sets, 0))
            rows += [sum(1 << x for x, one in enumerate(sets) if one >> y & 1) for y in range(table.kind)]
            lines = lines and are_lines(sets)
        row = self.analyses.add_table("meets", table.shape[at], (*shape, table.kind), tuple(rows))
        reached = self.analyses.add_table("reach", table.kind, shape, tuple(reach))
        return self.hits.setdefault(reached, Hits(name, at, row, reached, lines))

    def narrowed(self, of: m.Expr, to: m.Expr) -> m.Expr:
        """Return a set with the same members in `to`, a row of a table, if that needs fewer members to be looked at:
        only those that an entry in `to` contains."""
        if not isinstance(to, m.Lookup):
            return of
        if isinstance(of, m.Lookup) and of.table in self.hits and all(index in to.index for index in of.index):
            return self.reach_within(of, to)
        if isinstance(of, m.SetBuild) and of.name in self.loops_of_tests:
            return attrs.evolve(of, over=m.LoopDomain(within=to))
        result: m.Expr = map_children(of, lambda part: self.narrowed(part, to))
        return result

    def reach_within(self, reached: m.Lookup, to: m.Lookup) -> m.Expr:
        hits, allowed = self.hits[reached.table], self.analyses.tables[to.table]
        table = self.analyses.tables[hits.of]
        if prod(allowed.shape) > ENTRIES or allowed.kind != table.shape[hits.at]:
            return reached
        own = [to.index.index(index) for index in reached.index]
        found = []
        for place, entries in enumerate(allowed.values):
            index = _index_of(place, allowed.shape)
            given = [index[i] for i in own]
            given[hits.at : hits.at] = [0]
            bits = 0
            for x in bits_of(entries):
                given[hits.at] = x
                bits |= table.values[_place_of(given, table.shape)]
            found.append(bits)
        return m.Lookup(self.analyses.add_table("reach", table.kind, allowed.shape, tuple(found)), to.index)


def are_lines(sets: list[int]) -> bool:
    """Return whether the sets, which contain numbers of sets, are lines: of two members, one lies in the set of the
    other; and the set of a member is a part of the set."""
    for members in sets:
        line = bits_of(members)
        if any(sets[x] & ~members or sets[x] >> x & 1 for x in line):
            return False
        if any((sets[x] >> y & 1) == (sets[y] >> x & 1) for i, x in enumerate(line) for y in line[:i]):
            return False
    return True


def factors(of: m.Expr) -> list[m.Expr]:
    """Return the sets of which an intersection is made."""
    if isinstance(of, m.SetOp) and of.op == "common":
        return [*factors(of.left), *factors(of.right)]
    return [of]


def _index_of(place: int, shape: tuple[int, ...]) -> list[int]:
    """Return the index of the element at a place of an array in row-major order."""
    index = []
    for count in reversed(shape):
        place, at = divmod(place, count)
        index.append(at)
    return index[::-1]


def _place_of(index: list[int], shape: tuple[int, ...]) -> int:
    place = 0
    for at, count in zip(index, shape, strict=True):
        place = place * count + at
    return place
