"""Which values of a question a write to one element of a cell concerns.

`tile[next(here)] == 2` asks of each value of `here` about one element.  If tables tell which, then turned round they
tell the few values that a write to an element concerns.
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import program as m
from ..analyses.compile_time import InitialValues
from ..analyses.effects import Effects
from ..analyses.evaluators import KnownNames, NotCompileTime
from ..analyses.free_names import FreeNames, scopes
from ..analyses.manager import Analyses
from ..traversal import child_expressions, parts_of
from .inline import replace_names

CONCERNED = 12
"""Values that one write may concern."""
LOOKED = 1 << 17
"""Forms that are visited to find them."""
Concerned = Mapping[str, tuple[tuple[int, ...], ...]]
"""By cell, the values that each element concerns."""


class NotMaintained(Exception):
    """The elements that a question reads are not known beforehand, or a write concerns too many values."""


def unsteady_cells(analyses: Analyses) -> set[str]:
    """Return the cells that are written by decisions, by chance, or by statements that are only tried out."""
    effects, machine = analyses.get(Effects), analyses.machine
    tried = effects.routines_of_trials((machine.functions, machine.routines, machine.nodes))
    found = {n.cell for n in machine.nodes if isinstance(n, m.Chance)}
    found |= {level.cell for level in parts_of(machine.nodes) if isinstance(level, m.Level)}
    return found.union(*map(effects.writes_of, tried))


def values_of_writes(analyses: Analyses, question: m.Expr, name: str, size: int, unsteady: set[str]) -> Concerned:
    """Return the values of `name` that writes concern.  Raises NotMaintained, NotCompileTime."""
    found = ElementsRead(analyses, unsteady).of(question, name, size)
    if not found:
        raise NotMaintained
    return {cell: _readers_by_element(analyses.cells[cell].shape[0], read) for cell, read in found.items()}


def _readers_by_element(count: int, read: list[set[int]]) -> tuple[tuple[int, ...], ...]:
    """Return for each element the values whose questions read it."""
    found: list[list[int]] = [[] for _ in range(count)]
    for x, elements in enumerate(read):
        for element in elements:
            found[element].append(x)
    if max(map(len, found)) > CONCERNED:
        raise NotMaintained
    return tuple(map(tuple, found))


class ElementsRead:
    """Finds the elements of cells that a question about one value may read."""

    def __init__(self, analyses: Analyses, unsteady: set[str]) -> None:
        self.cells, self.fresh, self.unsteady = analyses.cells, analyses.fresh, unsteady
        self.values = analyses.get(InitialValues).without_state
        self.free = analyses.get(FreeNames)
        self.left = LOOKED
        self.found: dict[str, list[set[int]]] = {}

    def of(self, question: m.Expr, name: str, size: int) -> dict[str, list[set[int]]]:
        """Return the elements read, by cell and value.  Raises NotMaintained, NotCompileTime."""
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
        """Return whether tables and this one name alone decide each index.  Raises NotMaintained."""
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
        """Note the elements that an index reads for each value of the name; a total read at an index outside reads
        nothing.
        """
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
        """Raises NotMaintained of what tells of state in a way that is not looked into."""
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
        """Elements of a cell that may be read.  Raises NotMaintained."""
        cell = self.cells[name]
        if cell.kind != "number" or len(cell.shape) != 1 or name in self.unsteady:
            raise NotMaintained
        return cell.shape[0]


OF_STATE = (m.Load, m.RingAt, m.RingSize, m.After, m.Seen, m.Call)
REFUSED = (*OF_STATE, m.Reach, m.Grow)
