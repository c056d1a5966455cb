"""Identities of machines: hashes of all their contents, or of the rules of play alone; equal in every process.

A pickle would depend on whether equal parts are one object or two; `repr` leaves out long tables. Caches of compiled
modules and workers use `machine_identity`; saves and records use `rules_identity`, so that games can be continued.
"""

from __future__ import annotations

import hashlib
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import starmap, zip_longest
from operator import eq

from attrs import evolve, fields, has

from .analyses.effects import Effects
from .analyses.manager import Analyses
from .expressions import Call, Lookup
from .program import Decision, Fault, Machine


def machine_identity(machine: Machine) -> str:
    """Return the SHA-256 of every form and value of a machine, in hexadecimal; it is computed once for each machine."""
    return _recall(_names, machine, lambda: _hash(_forms(machine, None)))


_names: dict[int, str] = {}
"""Known identities, by `id` of the machine, until it is collected. Looking a machine up by value would take as long as
hashing it."""
_rules: dict[int, str] = {}


def _recall(known: dict[int, str], machine: Machine, make: Callable[[], str]) -> str:
    found = known.get(id(machine))
    if found is None:
        found = known[id(machine)] = make()
        weakref.finalize(machine, known.pop, id(machine), None).atexit = False
    return found


def rules_identity(machine: Machine) -> str:
    """Return the hash of what decides how a game continues. Machines with equal hashes allow the same options at every
    step, draw the same outcomes, and show the same to the same players. Titles, citations, examples, invariants,
    figures and line numbers do not count."""
    return _recall(_rules, machine, lambda: _hash(_forms(_bare_rules(machine), machine.faults)))


def has_same_rules(one: Machine, two: Machine) -> bool:
    """Return whether the rules identities are equal. Forms are compared until the first difference, which takes a
    fraction of the time of hashing both."""
    sizes = [(len(machine.nodes), [(cell.name, cell.shape) for cell in machine.cells]) for machine in (one, two)]
    if sizes[0] != sizes[1]:
        return False
    sides = (_forms(_bare_rules(machine), machine.faults) for machine in (one, two))
    return all(starmap(eq, zip_longest(*sides)))


def _bare_rules(machine: Machine) -> Machine:
    """Return a machine with only what decides how a game continues."""
    needed = Analyses(machine).get(Effects).callees_from((machine.nodes, *_visibility_functions(machine)))
    return evolve(
        machine,
        name="",
        functions=tuple(f for f in machine.functions if ("function", f.name) in needed),
        routines=tuple(r for r in machine.routines if ("routine", r.name) in needed),
        tables=tuple(t for t in machine.tables if ("table", t.name) in needed),
        faults=(),
        clauses=(),
        invariants=(),
        examples=(),
        step_starts=(),
    )


def _visibility_functions(machine: Machine) -> tuple[Call | Lookup, ...]:
    """Return calls of the functions that give the audiences of cells and decisions, and lookups of the tables of open
    (visible) attributes."""
    audiences = [name for cell in machine.cells for name in (cell.seen, cell.counted)]
    decisions = (node for node in machine.nodes if isinstance(node, Decision))
    audiences += [level.seen for node in decisions for a in node.alternatives for level in a.levels]
    named = dict.fromkeys(name for name in audiences if name is not None)
    tables = dict.fromkeys(cell.open for cell in machine.cells if cell.open is not None)
    return (*(Call(name, ()) for name in named), *(Lookup(name, ()) for name in tables))


MEASURING = "figures"
"""The field of a machine that `rules_identity` leaves out. It does not affect play, and hashes of machines without it
stay the same as before the field existed."""
FAULT_FIELDS = ("fault", "fuel_fault")
"""The fields of forms that hold the number of a fault."""

PLAIN = frozenset((str, int, bool, type(None)))
"""Classes of values that are hashed by their `repr`."""


def _hash(forms: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(forms).encode()).hexdigest()


def _forms(machine: Machine, faults: Sequence[Fault] | None) -> Iterator[str]:
    """Yield the forms of a machine as text.

    Each form is written with its class and each tuple with its length, so that different machines are written
    differently. With `faults`, a fault is written by its code and clause instead of its number, because numbers depend
    on lines. Raise TypeError if a machine contains a value without a fixed written form, such as a set."""
    names: dict[type, tuple[str, ...]] = {}
    waiting: list[object] = [machine]
    while waiting:  # a work list instead of recursion: rules may be nested deeper than Python's stack
        part = waiting.pop()
        kind = type(part)
        if kind is tuple:
            assert isinstance(part, tuple)
            yield f"({len(part)}"
            if PLAIN.issuperset(map(type, part)):  # the fast path for long tables of numbers
                yield from map(repr, part)
            else:
                waiting.extend(reversed(part))
        elif kind in PLAIN:
            yield repr(part)
        else:
            if kind not in names:
                if not has(kind):
                    raise TypeError(f"a machine cannot hold {kind.__name__}")
                told_of = (one.name for one in reversed(fields(kind)))
                names[kind] = tuple(name for name in told_of if faults is None or name != MEASURING)
            yield kind.__name__
            waiting.extend([_value(part, name, faults) for name in names[kind]])


def _value(part: object, name: str, faults: Sequence[Fault] | None) -> object:
    value = getattr(part, name)
    if faults is None or name not in FAULT_FIELDS or not isinstance(value, int) or not 0 <= value < len(faults):
        return value
    return faults[value].code, faults[value].clause
