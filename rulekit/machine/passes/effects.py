"""Effect analysis: which cells a part of a machine may write or read, with what it calls (mod/ref, elsewhere).

Passes must know it before they move or drop anything, the emitter before it keeps a cell elsewhere or sets it aside.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from attrs import field, frozen

from .. import program as m
from ..traversal import closure, parts_of

CHANGES = (m.Insert, m.Push, m.Pull)
"""These change an element as it is, and so read it."""
WRITES = (m.Assign, *CHANGES)
READS = (m.Load, m.RingSize, m.RingAt)
Key = tuple[str, str]


@frozen(eq=False)
class _Own:
    """What one part does itself: cells, what it asks for values, routines that it runs, those that it tries out."""

    part: object  # kept, so that nothing else can have its id
    writes: set[str] = field(factory=set)
    reads: set[str] = field(factory=set)
    calls: set[Key] = field(factory=set)
    runs: set[str] = field(factory=set)
    tries: set[str] = field(factory=set)


class Effects:
    """Answers about one machine; each part that is asked about is looked through once."""

    def __init__(self, program: m.Machine) -> None:
        self.positions = {p.name: frozenset(p.cells) for p in program.positions}
        self._known: dict[int, _Own] = {}
        bodies: dict[Key, _Own] = {("function", f.name): self._own(f.body) for f in program.functions}
        bodies |= {("routine", r.name): self._own(r.body) for r in program.routines}
        calls = {key: own.calls for key, own in bodies.items()}
        runs = {r.name: bodies["routine", r.name].runs for r in program.routines}
        self._runs = runs
        self._read = {key: frozenset().union(*(bodies[k].reads for k in closure([key], calls))) for key in bodies}
        self.written: dict[str, frozenset[str]] = {
            name: frozenset().union(*(bodies["routine", n].writes for n in closure([name], runs))) for name in runs
        }
        """For each routine the cells that it, or one that it runs, may write."""

    def writes(self, part: object) -> AbstractSet[str]:
        """The cells that it, or a routine that it runs, may write; what `after` tries out is written back."""
        own = self._own(part)
        return own.writes.union(*(self.written[name] for name in own.runs)) if own.runs else own.writes

    def tried(self, part: m.After) -> frozenset[str]:
        """The cells that may differ while the body of an `after` is evaluated."""
        return self.written[part.routine]

    def trying(self, part: object) -> set[str]:
        """The routines that may run inside an `after` that stands in it."""
        return closure(self._own(part).tries, self._runs)

    def reads(self, part: object) -> AbstractSet[str]:
        own = self._own(part)
        return own.reads.union(*(self._read[key] for key in own.calls)) if own.calls else own.reads

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
            case m.Assign():
                own.writes.add(part.cell)
            case m.Insert() | m.Push() | m.Pull():
                own.reads.add(part.cell)
                own.writes.add(part.cell)
            case m.Show():
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


TELLING: frozenset[type] = frozenset({*WRITES, *READS, m.Show, m.Note, m.Seen, m.Call, m.Run, m.After})
"""The forms that say something of effects."""
