"""Effect analysis (mod/ref): which cells a part of a machine may write or read, and its callees: the functions,
routines and tables that it uses.

Passes need it before they move or remove anything; the emitter, before it stores a cell in a local or saves it.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from attrs import field, frozen

from ...graphs import reachable
from ...identity_cache import cache_by_identity
from .. import program as m
from ..form_table import parts_of
from .manager import Analyses, Analysis

CHANGES = (m.Insert, m.Push, m.Pull)
"""Statements that change part of an element, so they read it as well as write it."""
WRITES = (m.Write, *CHANGES)
READS = (m.Load, m.RingSize, m.RingAt)
Callee = tuple[str, str]  # the sort ("function", "routine" or "table") and the name


@frozen(eq=False)
class _Own:
    """The effects of a part itself, without its callees: cells that its statements write, cells in which picks and
    outcomes of chance are stored (`picks`), cells read, functions and routines called, routines run or tried (by
    `after`), and tables used."""

    writes: set[str] = field(factory=set)
    picks: set[str] = field(factory=set)
    reads: set[str] = field(factory=set)
    calls: set[Callee] = field(factory=set)
    runs: set[str] = field(factory=set)
    tries: set[str] = field(factory=set)
    tables: set[Callee] = field(factory=set)


class Effects(Analysis):
    """Computes which cells a part reads or writes, directly or through calls. Each part is traversed once."""

    PARTS = frozenset({"functions", "routines", "positions"})

    def __init__(self, analyses: Analyses) -> None:
        self.functions, self.routines = analyses.functions, analyses.routines
        self.positions = {p.name: frozenset(p.cells) for p in analyses.machine.positions}
        self._own = cache_by_identity(self._note_all)
        self._reads: dict[Callee, frozenset[str]] = {}
        self._writes: dict[str, frozenset[str]] = {}

    # ------------------------------------------------------------------------------------------- cells written and read

    def writes_of(self, routine: str) -> frozenset[str]:
        """Return the cells that a routine, or another one that it runs, may write."""
        if routine not in self._writes:
            ran = reachable([routine], lambda name: self._body(("routine", name)).runs)
            self._writes[routine] = frozenset().union(*(self._body(("routine", name)).writes for name in ran))
        return self._writes[routine]

    def writes(self, part: object) -> AbstractSet[str]:
        """Return the cells that a part, or a routine that it runs, may write. (`after` restores all cells.)"""
        own = self._own(part)
        return own.writes.union(*map(self.writes_of, own.runs)) if own.runs else own.writes

    def picks(self, part: object) -> AbstractSet[str]:
        """Return the cells in which the decisions of a part store picks, and its chances outcomes."""
        return self._own(part).picks

    def routines_of_trials(self, part: object) -> set[str]:
        """Return the names of the routines that may run inside the `after` expressions of a part."""
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
        """Return the functions, routines and tables that these parts use, directly or through calls."""
        seed = set[Callee]().union(*map(self.callees, roots))
        return reachable(seed, lambda callee: set() if callee[0] == "table" else self.callees(self._part(callee)))

    def callees_first(self) -> list[m.Function]:
        """Return all functions, each after those that it calls. If functions call each other, their order is
        arbitrary."""
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

    def _note_all(self, part: object) -> _Own:
        own = _Own()
        for inside in parts_of(part):
            if type(inside) in TELLING:
                self._note(own, inside)
        return own

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
