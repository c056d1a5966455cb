"""The analysis manager: computes each analysis of a machine when it is first needed, and stores it. It also makes names
that are not in use.

A pass is called with the `Analyses` of a machine and gets what it needs with `analyses.get(ValueRanges)`.
`analyses.after(result)` returns the analyses of the machine that the pass returns. It keeps those that depend only on
unchanged parts; the others are computed again when they are needed. In LLVM, a pass must declare which analyses it
preserves. Here this is not necessary: machines are frozen, so an unchanged part is the same object.

Passes must add tables, cells and functions through the manager. It gives them names that are not in use, and all
analyses contain them at once. A fresh name of a local occurs nowhere else; it is `x^7` for a local `x`. To add an
analysis, define a subclass of `Analysis` in any file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any, ClassVar, Literal, TypeVar, cast

import attrs

from ...identity_cache import cache_by_identity
from .. import program as m
from ..form_table import form_of, parts_of

Fresh = Callable[[str], str]
"""A function that returns a new name, made from the name that it is given."""


def fresh_names(greatest: int = 0) -> Fresh:
    """Return a function that makes fresh names. They contain numbers from `greatest + 1` on, so a machine whose numbers
    are at most `greatest` contains none of them."""
    numbers = count(greatest + 1)
    return lambda stem: f"{stem.partition('^')[0]}^{next(numbers)}"


class GreatestNumbers:
    """Finds the greatest number in the fresh names of a machine. A part that several machines share is searched only
    once."""

    def __init__(self) -> None:
        self._inside = cache_by_identity(lambda part: max(map(_number, _names_in(part)), default=0))

    def of(self, machine: m.Machine) -> int:
        parts = (*machine.functions, *machine.routines, *machine.nodes)
        return max(map(self._inside, parts), default=0)


def _names_in(whole: object) -> Iterator[str]:
    """Yield all names that a form, or a form inside it, binds."""
    for part in parts_of(whole):
        for field in form_of(type(part)).binds:
            yield getattr(part, field) or ""


def _number(name: str) -> int:
    """Return the number in a fresh name; 0 for a name without one, which comes from a rulebook."""
    number = name.rpartition("^")[2]
    return int(number) if "^" in name and number.isdecimal() else 0


MachinePart = Literal["cells", "tables", "functions", "routines", "nodes", "positions", "invariants"]
"""The parts of a machine on which an analysis may depend."""
PARTS: tuple[MachinePart, ...] = ("cells", "tables", "functions", "routines", "nodes", "positions", "invariants")


class Analysis:
    """The base class of analyses, which compute properties of a machine. The constructor takes the symbol tables and
    other analyses that it needs from the manager, but does not store the manager. An analysis may store its results.
    Tables, cells and functions that a pass adds later appear in the symbol tables; no part analysed before refers to
    them."""

    PARTS: ClassVar[frozenset[MachinePart]] = frozenset()
    """The parts of the machine on which its results depend, including those of the analyses that it uses."""

    def __init__(self, analyses: Analyses) -> None:
        pass


A = TypeVar("A", bound=Analysis)


class Analyses:
    """The analyses of one machine. It also contains the tables, cells and functions that the current pass has added."""

    def __init__(self, machine: m.Machine) -> None:
        self.machine = machine
        self._made: dict[type[Analysis], Analysis] = {}
        self._symbols: dict[MachinePart, dict[str, Any]] = {}
        self._added: dict[MachinePart, list[Any]] = {}
        # the parts that consist of the machine's own items and of those that the current pass added
        self._whole: dict[MachinePart, tuple[Any, ...]] = {}
        self._fresh: Fresh | None = None
        self._numbers = GreatestNumbers()

    # ------------------------------------------------------------------------------------------------- getting analyses

    def get(self, analysis: type[A]) -> A:
        """Return the analysis of this class for the machine. The first call computes it."""
        found = self._made.get(analysis)
        if found is None:
            found = self._made[analysis] = analysis(self)
        return cast(A, found)

    def after(self, machine: m.Machine) -> Analyses:
        """Return the analyses of `machine`, which a pass made of this machine. They include all present analyses that
        depend only on unchanged parts."""
        changed = {part for part in PARTS if getattr(machine, part) is not self._now(part)}
        later = Analyses(machine)
        later._symbols = {part: named for part, named in self._symbols.items() if part not in changed}
        later._numbers = self._numbers
        later._made = {kind: one for kind, one in self._made.items() if not kind.PARTS & changed}
        return later

    # ------------------------------------------------------------------------------------- symbol tables, keyed by name

    @property
    def cells(self) -> Mapping[str, m.Cell]:
        return self._parts_by_name("cells")

    @property
    def tables(self) -> Mapping[str, m.Table]:
        return self._parts_by_name("tables")

    @property
    def functions(self) -> Mapping[str, m.Function]:
        return self._parts_by_name("functions")

    @property
    def routines(self) -> Mapping[str, m.Routine]:
        return self._parts_by_name("routines")

    def _parts_by_name(self, part: MachinePart) -> dict[str, Any]:
        if part not in self._symbols:
            self._symbols[part] = {one.name: one for one in getattr(self.machine, part)}
        return self._symbols[part]

    # --------------------------------------------------------------------------------------- what the current pass adds

    @property
    def fresh(self) -> Fresh:
        """Return a function that makes a new name for a local, given the beginning of the name. The new name occurs
        nowhere in the machine and was not returned before."""
        if self._fresh is None:
            self._fresh = fresh_names(self._numbers.of(self.machine))
        return self._fresh

    def add_table(self, stem: str, kind: int, shape: tuple[int, ...], values: tuple[int, ...]) -> str:
        """Add a table with these values and return its name, which begins with `stem`. If an equal table was added
        before, return the name of that one."""
        for known in self._added.get("tables", ()):
            if (known.kind, known.shape, known.values) == (kind, shape, values):
                return cast(m.Table, known).name
        name = _free(lambda number: f"{stem}#{number}", len(self.tables), self.tables)
        self._add("tables", m.Table(name, shape, kind, values))
        return name

    def add_cell(self, cell: m.Cell) -> m.Cell:
        """Add a cell and return it. If the machine already has a cell of this name, the new one gets a number: `lasting
        1`, `lasting 2`."""
        if cell.name in self.cells:
            stem, _, last = cell.name.rpartition(" ")
            stem, first = (stem, int(last) + 1) if last.isdecimal() else (cell.name, 2)
            cell = attrs.evolve(cell, name=_free(lambda number: f"{stem} {number}", first, self.cells))
        self._add("cells", cell)
        return cell

    def add_function(self, function: m.Function) -> None:
        """Add a function. Its name must not be in use, so callers first check whether the function was added before."""
        assert function.name not in self.functions
        self._add("functions", function)

    def add_routine(self, routine: m.Routine) -> None:
        assert routine.name not in self.routines
        self._add("routines", routine)

    def with_added(self, machine: m.Machine) -> m.Machine:
        """Return `machine`, the result of a pass, plus the tables, cells and functions that the pass added through this
        object."""
        if not self._added:
            return machine
        parts = {part: (*getattr(machine, part), *added) for part, added in self._added.items()}
        for part, whole in parts.items():
            if getattr(machine, part) is getattr(self.machine, part):
                self._whole[part] = whole
        return attrs.evolve(machine, **cast(Any, parts))

    def _add(self, part: MachinePart, one: Any) -> None:
        self._parts_by_name(part)[one.name] = one
        self._added.setdefault(part, []).append(one)

    def _now(self, part: MachinePart) -> object:
        """Return a part of the machine, such as its tables, including what the current pass added. Return None if no
        machine contains the additions yet."""
        if part in self._added:
            return self._whole.get(part)
        return getattr(self.machine, part)


def _free(name: Callable[[int], str], first: int, taken: Mapping[str, object]) -> str:
    return next(one for one in map(name, count(first)) if one not in taken)
