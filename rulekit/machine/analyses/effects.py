"""Effect analysis (mod/ref): which cells a part of a machine may write or read, and which functions, routines and
tables it uses (its callees).

Passes ask it before they move or drop anything. The emitter asks it before it keeps a cell in a local or saves it.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from attrs import field, frozen

from ...graphs import reachable
from .. import program as m
from ..form_table import parts_of
from .manager import Analyses, Analysis

CHANGES = (m.Insert, m.Push, m.Pull)
"""Statements that change part of an element, so they read it as well as write it."""
WRITES = (m.Write, *CHANGES)
READS = (m.Load, m.RingSize, m.RingAt)
Callee = tuple[str, str]  # ("function" | "routine" | "table", name)


@frozen(eq=False)
class _Own:
    """What a part of a machine does directly, not through calls: the cells that its statements write, those that its
    decisions and chances write (`picks`) and those that it reads, the functions and routines it `calls`, the routines
    it runs or tries (`after`), and the tables it looks up."""

    part: object  # keeps it alive, so that its id stays unique
    writes: set[str] = field(factory=set)
    picks: set[str] = field(factory=set)
    reads: set[str] = field(factory=set)
    calls: set[Callee] = field(factory=set)
    runs: set[str] = field(factory=set)
    tries: set[str] = field(factory=set)
    tables: set[Callee] = field(factory=set)


class Effects(Analysis):
    """Finds the cells that each part reads or writes, directly or through calls; each part is walked once."""

    PARTS = frozenset({"functions", "routines", "positions"})

    def __init__(self, analyses: Analyses) -> None:
        self.functions, self.routines = analyses.functions, analyses.routines
        self.positions = {p.name: frozenset(p.cells) for p in analyses.machine.positions}
        self._known: dict[int, _Own] = {}
        self._reads: dict[Callee, frozenset[str]] = {}
        self._writes: dict[str, frozenset[str]] = {}

    # ------------------------------------------------------------------------------------------------------------ cells

    def writes_of(self, routine: str) -> frozenset[str]:
        """Return the cells that a routine, or any routine that it runs, may write."""
        if routine not in self._writes:
            ran = reachable([routine], lambda name: self._body(("routine", name)).runs)
            self._writes[routine] = frozenset().union(*(self._body(("routine", name)).writes for name in ran))
        return self._writes[routine]

    def writes(self, part: object) -> AbstractSet[str]:
        """Return the cells that a part, or a routine that it runs, may write. An `after` expression counts as writing
        nothing, because it restores all cells."""
        own = self._own(part)
        return own.writes.union(*map(self.writes_of, own.runs)) if own.runs else own.writes

    def picks(self, part: object) -> AbstractSet[str]:
        """Return the cells in which the decisions of a part store picks, and its chances outcomes."""
        return self._own(part).picks

    def routines_of_trials(self, part: object) -> set[str]:
        """Return the routines that may run inside the `after` expressions of a part."""
        return reachable(self._own(part).tries, lambda name: self._body(("routine", name)).runs)

    def reads(self, part: object) -> AbstractSet[str]:
        own = self._own(part)
        return own.reads.union(*map(self._read, own.calls)) if own.calls else own.reads

    # ------------------------------------------------------------------------------------------------------- call graph

    def callees(self, part: object) -> set[Callee]:
        """Return the functions, routines and tables that a part uses directly."""
        own = self._own(part)
        return own.calls | own.tables

    def callees_from(self, roots: Iterable[object]) -> set[Callee]:
        """Return the functions, routines and tables that these parts need, directly or through calls."""
        seed = set[Callee]().union(*map(self.callees, roots))
        return reachable(seed, lambda callee: set() if callee[0] == "table" else self.callees(self._part(callee)))

    def callees_first(self) -> list[m.Function]:
        """Return all functions, callees before callers; recursive functions in any order."""
        found: dict[str, m.Function] = {}
        busy: set[str] = set()

        def visit(function: m.Function) -> None:
            if function.name in found or function.name in busy:
                return
            busy.add(function.name)
            for part in parts_of(function.body):
                if isinstance(part, m.Call):
                    visit(self.functions[part.function])
            found[function.name] = function

        for function in list(self.functions.values()):
            visit(function)
        return list(found.values())

    # ------------------------------------------------------------------------------------------ the effects of one part

    def _read(self, callee: Callee) -> frozenset[str]:
        if callee not in self._reads:
            called = reachable([callee], lambda key: self._body(key).calls)
            self._reads[callee] = frozenset().union(*(self._body(key).reads for key in called))
        return self._reads[callee]

    def _part(self, callee: Callee) -> object:
        sort, name = callee
        return self.functions[name].body if sort == "function" else self.routines[name].body

    def _body(self, callee: Callee) -> _Own:
        return self._own(self._part(callee))

    def _own(self, part: object) -> _Own:
        known = self._known.get(id(part))
        if known is None:
            known = self._known[id(part)] = _Own(part)
            for inside in parts_of(part):
                if type(inside) in TELLING:
                    self._note(known, inside)
        return known

    def _note(self, own: _Own, part: object) -> None:
        match part:
            case m.Load() | m.RingSize() | m.RingAt():
                own.reads.add(part.cell)
            case m.Write():
                own.writes.add(part.cell)
            case m.Level() | m.Chance():
                own.picks.add(part.cell)
            case m.Insert() | m.Push() | m.Pull():
                own.reads.add(part.cell)
                own.writes.add(part.cell)
            case m.Reveal():
                if part.cell is not None:
                    own.reads.add(part.cell)
            case m.Note(position) | m.Seen(position):
                history = {f"history.{position}", f"history.{position}.size"}
                own.reads.update(self.positions[position], history)
                if isinstance(part, m.Note):
                    own.writes.update(history)
            case m.Call(name):
                own.calls.add(("function", name))
            case m.Run(name):
                own.calls.add(("routine", name))
                own.runs.add(name)
            case m.After(name):
                own.calls.add(("routine", name))
                own.tries.add(name)
            case m.Lookup(name):
                own.tables.add(("table", name))


TELLING: frozenset[type] = frozenset(
    {*WRITES, *READS, m.Level, m.Chance, m.Reveal, m.Note, m.Seen, m.Call, m.Run, m.After, m.Lookup}
)
"""The forms that read, write, show or call anything; the analysis skips all others."""
