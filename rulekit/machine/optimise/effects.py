"""Which cells a part of a machine may write or read, with what it calls: what passes must know before they move or drop
anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .. import program as m
from ..walk import parts_of

WRITES = (m.Assign, m.Insert, m.Push, m.Pull)
READS = (m.Load, m.RingSize, m.RingAt)


class Effects:
    """Answers about one machine; functions and routines are looked into once."""

    def __init__(self, program: m.Machine) -> None:
        self.positions = {p.name: frozenset(p.cells) for p in program.positions}
        bodies: dict[tuple[str, str], object] = {("function", f.name): f.body for f in program.functions}
        bodies |= {("routine", r.name): r.body for r in program.routines}
        calls = {key: self._calls(body) for key, body in bodies.items()}
        own_writes = {key: self._writes(body) for key, body in bodies.items()}
        own_reads = {key: self._reads(body) for key, body in bodies.items()}
        self._closure = {key: closure([key], calls) for key in bodies}
        self._written = {key: frozenset().union(*(own_writes[k] for k in self._closure[key])) for key in bodies}
        self._read = {key: frozenset().union(*(own_reads[k] for k in self._closure[key])) for key in bodies}

    def writes(self, part: object) -> frozenset[str]:
        """The cells that it, or a routine that it runs, may write; what `after` tries out is written back."""
        found = set(self._writes(part))
        for name in (p.routine for p in parts_of(part) if isinstance(p, m.Run)):
            found |= self._written["routine", name]
        return frozenset(found)

    def tried(self, part: m.After) -> frozenset[str]:
        """The cells that may differ while the body of an `after` is evaluated."""
        return self._written["routine", part.routine]

    def reads(self, part: object) -> frozenset[str]:
        found = set(self._reads(part))
        for key in self._calls(part):
            found |= self._read[key]
        return frozenset(found)

    @staticmethod
    def _calls(part: object) -> set[tuple[str, str]]:
        found: set[tuple[str, str]] = set()
        for p in parts_of(part):
            if isinstance(p, m.Call):
                found.add(("function", p.function))
            elif isinstance(p, m.Run | m.After):
                found.add(("routine", p.routine))
        return found

    @staticmethod
    def _writes(part: object) -> set[str]:
        found = {p.cell for p in parts_of(part) if isinstance(p, WRITES)}
        for note in (p for p in parts_of(part) if isinstance(p, m.Note)):
            found |= {f"history.{note.position}", f"history.{note.position}.size"}
        return found

    def _reads(self, part: object) -> set[str]:
        """`Insert`, `Push` and `Pull` change an element as it is, and so read it."""
        found = {p.cell for p in parts_of(part) if isinstance(p, (*READS, m.Insert, m.Push, m.Pull))}
        for p in parts_of(part):
            if isinstance(p, m.Note | m.Seen):
                found |= self.positions[p.position] | {f"history.{p.position}", f"history.{p.position}.size"}
        return found


Key = tuple[str, str]


def closure(seed: Iterable[Key], more: Mapping[Key, set[Key]]) -> set[Key]:
    """All that is reached from the seed."""
    found, waiting = set(seed), list(seed)
    while waiting:
        for one in more[waiting.pop()] - found:
            found.add(one)
            waiting.append(one)
    return found
