"""Analysis of conditions whose results are stored in the state: which results a write affects, and all results as one
set.

`tile[next(here)] == 2` reads one element for each value of `here`. If tables determine which element that is,
`values_of_writes` computes the inverse: for each element, the few values of `here` whose results change if the element
is written.

`AnswerSets` converts a condition on names with few values into an expression for the set of the values for which it
holds. The values of several names are combined into one number in mixed radix, the first most significant. A part that
does not contain the names holds for all values or for none. Conjunctions and disjunctions become operations on sets. A
part that depends on the names and on the state becomes a lookup in a table of sets, made at compile time. The index of
the table is what the part reads of the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod

from attrs import frozen

from .. import program as m
from ..analyses.compile_time import ConstantCalls, InitialValues
from ..analyses.effects import Effects
from ..analyses.evaluators import KnownNames, NotCompileTime
from ..analyses.free_names import scopes
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope, refine, refute
from ..clause_origins import keep_origin
from ..form_table import child_expressions, map_children, parts_of
from ..operator_intervals import Interval, bits_of
from .constant_folding import Folder
from .inline import expression_size, replace_names
from .rewriter import WithAnalyses

CONCERNED = 12
"""The greatest number of values that one write may affect."""
LOOKED = 1 << 17
"""The greatest number of expression nodes visited to find the values that writes affect."""
Concerned = Mapping[str, tuple[tuple[int, ...], ...]]
"""Cell -> for each of its elements, the values that a write to the element affects."""


class NotMaintained(Exception):
    """Raised if the elements that a condition reads cannot be determined, or if one write affects too many values."""


def unsteady_cells(analyses: Analyses) -> set[str]:
    """Return the cells that decisions, chance, or routines inside `after` write. Results that depend on these cells
    cannot be updated with each write."""
    effects, machine = analyses.get(Effects), analyses.machine
    tried = effects.routines_of_trials((machine.functions, machine.routines, machine.nodes))
    return set(effects.picks(machine.nodes)).union(*map(effects.writes_of, tried))


def values_of_writes(analyses: Analyses, question: m.Expr, name: str, size: int, unsteady: set[str]) -> Concerned:
    """Return, for each cell that the condition `question` reads and each element of the cell, the values of `name`
    whose results a write to the element may change. Raise NotMaintained or NotCompileTime if they cannot be
    determined."""
    found = ElementsRead(analyses, unsteady).of(question, name, size)
    if not found:
        raise NotMaintained
    return {cell: _readers_by_element(analyses.cells[cell].shape[0], read) for cell, read in found.items()}


def _readers_by_element(count: int, read: list[set[int]]) -> tuple[tuple[int, ...], ...]:
    """Return, for each element of a cell, the values whose conditions read it. `read` has, for each value, the elements
    read."""
    found: list[list[int]] = [[] for _ in range(count)]
    for x, elements in enumerate(read):
        for element in elements:
            found[element].append(x)
    if max(map(len, found)) > CONCERNED:
        raise NotMaintained
    return tuple(map(tuple, found))


class ElementsRead(WithAnalyses):
    """Computes which elements of cells a condition may read for each value of one name."""

    def __init__(self, analyses: Analyses, unsteady: set[str]) -> None:
        super().__init__(analyses)
        self.cells, self.unsteady = analyses.cells, unsteady
        self.values = analyses.get(InitialValues).without_state
        self.left = LOOKED
        self.found: dict[str, list[set[int]]] = {}

    def of(self, question: m.Expr, name: str, size: int) -> dict[str, list[set[int]]]:
        """Return, for each cell that the condition `question` reads, a list with the elements read for each value of
        `name`. Raise NotMaintained or NotCompileTime if they cannot be determined."""
        self.values.begin()
        told: dict[tuple[str, m.Expr], None] = {}
        if self.plainly(question, name, {}, told):
            for cell, index in told:
                self.elements(cell, index, name, size)
            return self.found
        for x in range(size):
            for elements in self.found.values():
                elements.append(set())
            self.look(question, {name: x}, x)
        return self.found

    def plainly(self, expr: m.Expr, name: str, named: dict[str, m.Expr], told: dict[tuple[str, m.Expr], None]) -> bool:
        """Return whether every index in the expression depends only on tables and on `name`. Each read is added to
        `told`. `named` has the values of other names. Raise NotMaintained if the state is read in another way."""
        match expr:
            case m.Load(cell, (index,)):
                closed = replace_names(index, named, self.fresh)
                told[cell, closed] = None
                return self.free.of(closed) <= {name} and not any(isinstance(p, OF_STATE) for p in parts_of(closed))
            case m.Bind(bound, value, body):
                inner = {**named, bound: replace_names(value, named, self.fresh)}
                return self.plainly(value, name, named, told) and self.plainly(body, name, inner, told)
        self.refuse(expr)
        if any(names for _, names in scopes(expr)):
            return False
        return all(self.plainly(child, name, named, told) for child in child_expressions(expr))

    def elements(self, cell: str, index: m.Expr, name: str, size: int) -> None:
        """Record which elements of the cell the index selects, for each value of `name`. An index outside the cell
        selects none."""
        known = self.values.evaluator(index)
        for x in range(size):
            try:
                at = known({name: x})
            except NotCompileTime:
                continue
            if 0 <= at < self.count(cell):
                self.note(cell, size)[x].add(at)

    def note(self, cell: str, size: int) -> list[set[int]]:
        if cell not in self.found:
            self.found[cell] = [set() for _ in range(size)]
        return self.found[cell]

    def refuse(self, expr: m.Expr) -> None:
        """Raise NotMaintained if the expression reads the state in a way that this analysis does not support."""
        if isinstance(expr, REFUSED):
            raise NotMaintained

    def look(self, expr: m.Expr, names: KnownNames, x: int) -> None:
        self.left -= 1
        if self.left < 0:
            raise NotMaintained
        match expr:
            case m.Const() | m.Local() | m.SetConst():
                return
            case m.Load(cell, (index,)):
                at = self.values.value(index, names)
                if not 0 <= at < self.count(cell):
                    raise NotMaintained
                self.note(cell, x + 1)[x].add(at)
            case m.Op("and" | "or" as op, args):
                for arg in args:
                    self.look(arg, names, x)
                    value = self.constant_value(arg, names)
                    if value is not None and bool(value) == (op == "or"):
                        return
            case m.IfElse(condition, then, otherwise):
                value = self.constant_value(condition, names)
                for part in (condition, then, otherwise) if value is None else (then,) if value else (otherwise,):
                    self.look(part, names, x)
            case m.Bind(name, value_of, body):
                self.look(value_of, names, x)
                value = self.constant_value(value_of, names)
                inner = {k: v for k, v in names.items() if k != name}
                self.look(body, inner if value is None else {**inner, name: value}, x)
            case m.Fold(name=name, over=over) | m.SetBuild(name=name, over=over):
                rest = [part for part in child_expressions(expr) if part not in child_expressions(over)]
                for value in self.values.values_of(over, names):
                    for part in rest:
                        self.look(part, {**names, name: value}, x)
            case _:
                self.refuse(expr)
                for part in child_expressions(expr):
                    self.look(part, names, x)

    def constant_value(self, expr: m.Expr, names: KnownNames) -> int | None:
        try:
            return self.values.value(expr, names)
        except NotCompileTime:
            return None

    def count(self, name: str) -> int:
        """Return the number of elements of a cell. Raise NotMaintained if results that depend on the cell cannot be
        updated with each write."""
        cell = self.cells[name]
        if cell.kind != "number" or len(cell.shape) != 1 or name in self.unsteady:
            raise NotMaintained
        return cell.shape[0]


OF_STATE = (m.Load, m.RingAt, m.RingSize, m.After, m.Seen, m.Call)
REFUSED = (*OF_STATE, m.Reach, m.Grow)


ENTRIES = 1 << 9
"""The greatest number of sets in a table."""
ANSWERS = 1 << 15
"""The greatest number of results in a table: the bits of all its sets."""
PASSES = 8
"""The greatest number of values of a loop that is written out."""
FORMS = 1 << 10
"""The greatest number of expression nodes in a condition after the named values are substituted."""


class NoAnswerSet(Exception):
    """Raised if the set of values for which a condition holds cannot be computed at compile time, if it is too large,
    or if the condition might fault."""


@frozen
class Few:
    """A name with few values, `low` to `high`. In a condition, it replaces the expression `asked`."""

    name: str
    asked: m.Expr
    low: int
    high: int


class AnswerSets(WithAnalyses):
    def __init__(self, analyses: Analyses, few: tuple[Few, ...]) -> None:
        super().__init__(analyses)
        self.few = few
        self.names = frozenset(one.name for one in few)
        self.size = prod(one.high - one.low + 1 for one in few)
        self.values = analyses.get(ConstantCalls)
        self.folder = Folder(self.fresh)
        self.all, self.none = m.SetConst(self.size, (1 << self.size) - 1), m.SetConst(self.size, 0)

    def of(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the expression for the set of values for which a condition holds. The condition must be total in this
        scope: unable to fault. Raise NoAnswerSet if there is no such expression."""
        return keep_origin(self.by_form(expr, scope), expr)

    def by_form(self, expr: m.Expr, scope: Scope) -> m.Expr:
        if isinstance(expr, m.Const):
            return self.all if expr.value else self.none
        if self.same_for_all(expr):
            return m.IfElse(expr, self.all, self.none)
        match expr:
            case m.Op("and" | "or", args):
                return self.conditions_before(expr.op == "and", args, scope)
            case m.Op("not", (inner,)):
                return m.SetOp("minus", self.all, self.of(inner, scope))
            case m.IfElse(condition, then, otherwise) if self.same_for_all(condition):
                ways = self.of(then, refine(condition, scope)), self.of(otherwise, refute(condition, scope))
                return m.IfElse(condition, *ways)
            case m.IfElse(condition, then, otherwise):
                self.require_total((then, otherwise), scope)
                holds, one, other = (self.of(part, scope) for part in (condition, then, otherwise))
                return m.SetOp("union", m.SetOp("common", holds, one), m.SetOp("minus", other, holds))
            case m.Bind(name, value, body):
                if not self.same_for_all(value):
                    return self.of(replace_names(body, {name: value}, self.analyses.fresh), scope)
                return m.Bind(name, value, self.of(body, self.ranges.bind(name, value, scope)))
            case m.Fold("some" | "all"):
                return self.loop_as_condition(expr, scope)
        return self.table(expr, scope)

    def same_for_all(self, expr: m.Expr) -> bool:
        return not self.free.of(expr) & self.names

    def conditions_before(self, all_: bool, args: tuple[m.Expr, ...], scope: Scope) -> m.Expr:
        """Return the set of values for which a conjunction (if `all_`) or disjunction of `args` holds. The args are
        evaluated in order: a later one may fault if it should not be evaluated after the earlier ones. So an arg before
        one that may fault must have the same value for all values of the names; otherwise raise NoAnswerSet."""
        first, rest = args[0], args[1:]
        if not rest:
            return self.of(first, scope)
        inner = refine(first, scope) if all_ else refute(first, scope)
        if self.same_for_all(first):
            others = self.conditions_before(all_, rest, inner)
            return m.IfElse(first, others, self.none) if all_ else m.IfElse(first, self.all, others)
        self.require_total(rest, scope)
        return m.SetOp("common" if all_ else "union", self.of(first, scope), self.conditions_before(all_, rest, scope))

    def require_total(self, parts: tuple[m.Expr, ...], scope: Scope) -> None:
        if not all(self.speculation.total(part, scope) for part in parts):
            raise NoAnswerSet

    def loop_as_condition(self, fold: m.Fold, scope: Scope) -> m.Expr:
        """Return the set of values for which a `some` or `all` over a few constants holds: the union or intersection of
        the sets for the single constants."""
        match fold.over:
            case m.LoopDomain(m.Const(low), m.Const(high), None):
                values = list(range(low, high + 1))
            case m.LoopDomain(None, None, m.SetConst(bits=bits)):
                values = bits_of(bits)
            case _:
                raise NoAnswerSet
        if not 0 < len(values) <= PASSES:
            raise NoAnswerSet
        ways = [self.of(condition, scope) for condition in self.folder.unfold_fold(fold, values)]
        found = ways[0]
        for way in ways[1:]:
            found = m.SetOp("common" if fold.kind == "all" else "union", found, way)
        return found

    # --------------------------------------------------------------------------------------------------- tables of sets

    def table(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return a lookup of the set of values for which a condition holds. Its index is what the condition reads of
        the state. Raise NoAnswerSet if the table would be too large or cannot be computed."""
        parts: dict[m.Expr, tuple[str, Interval]] = {}
        told = self.name_parts(expr, scope, parts)
        spans = [range(low, high + 1) for _, (low, high) in parts.values()]
        count = prod(map(len, spans))
        if count > ENTRIES or count * self.size > ANSWERS:
            raise NoAnswerSet
        self.values.begin()
        known = self.values.evaluator(told)
        few = [range(one.low, one.high + 1) for one in self.few]
        found = []
        try:
            for state in product(*spans):
                names = dict(zip((name for name, _ in parts.values()), state, strict=True))
                answers = [known({**names, **dict(zip(self.names_of_few, way, strict=True))}) for way in product(*few)]
                found.append(sum(1 << i for i, answer in enumerate(answers) if answer))
        except NotCompileTime:
            raise NoAnswerSet from None
        if not parts:
            return m.SetConst(self.size, found[0])
        index = tuple(m.Op("sub", (part, m.Const(low))) if low else part for part, (_, (low, _)) in parts.items())
        return m.Lookup(self.analyses.add_table("answers", self.size, tuple(map(len, spans)), tuple(found)), index)

    @property
    def names_of_few(self) -> list[str]:
        return [one.name for one in self.few]

    def name_parts(self, expr: m.Expr, scope: Scope, parts: dict[m.Expr, tuple[str, Interval]]) -> m.Expr:
        """Return the expression with locals instead of its largest parts that are the same for all values of the names
        in `few`. These parts are added to `parts`."""
        if isinstance(expr, m.Const | m.SetConst):
            return expr
        if self.same_for_all(expr):
            if self.ranges.size(expr) is not None:
                raise NoAnswerSet
            low, high = self.ranges.of(expr, scope)
            if high - low >= ENTRIES:
                raise NoAnswerSet
            return m.Local(parts.setdefault(expr, (f"#{len(parts)}", (low, high)))[0])
        if isinstance(expr, m.Bind):  # replace the name by its value, which is total and so may be evaluated anywhere
            written = replace_names(expr.body, {expr.name: expr.value}, self.analyses.fresh)
            if expression_size(written) > FORMS:
                raise NoAnswerSet
            return self.name_parts(written, scope, parts)
        if any(names for _, names in scopes(expr)):
            raise NoAnswerSet  # an index of the table is evaluated outside, where a name bound here is unknown
        found: m.Expr = map_children(expr, lambda child: self.name_parts(child, scope, parts))
        return found
