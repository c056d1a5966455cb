"""Identities of machines: hashes that are equal in every process. One covers everything in a machine, the other only
the rules of play.

Hashes of pickles would differ if equal parts are one object in one machine and two in another. `repr` leaves out long
tables. Caches of compiled modules and workers use `machine_identity`. Saves and records use `rules_identity`, so that
games can be continued after a change that does not affect play.
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
    """Return the SHA-256, in hexadecimal, of everything in a machine. It is computed once for each machine."""
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
    """Return the hash of everything in a machine that decides how a game continues. Machines with equal hashes allow
    the same options at every step, draw the same outcomes, and show the same to the same players. Titles, citations,
    examples, invariants, figures and line numbers do not count."""
    return _recall(_rules, machine, lambda: _hash(_forms(_bare_rules(machine), machine.faults)))


def has_same_rules(one: Machine, two: Machine) -> bool:
    """Return whether two machines have the same `rules_identity`. The comparison stops at the first difference, so it
    usually takes a fraction of the time of hashing both."""
    sizes = [(len(machine.nodes), [(cell.name, cell.shape) for cell in machine.cells]) for machine in (one, two)]
    if sizes[0] != sizes[1]:
        return False
    sides = (_forms(_bare_rules(machine), machine.faults) for machine in (one, two))
    return all(starmap(eq, zip_longest(*sides)))


def _bare_rules(machine: Machine) -> Machine:
    """Return a copy of a machine without the parts that do not affect how a game continues."""
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
    """Return a call of each function that computes who sees a cell or a parameter of a decision, and a lookup in each
    table of open (visible) attributes. `_bare_rules` keeps what these name."""
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
    """Yield a text for each form and value of a machine, outermost first.

    The text of a form is its class, that of a tuple its length, so that different machines give different texts. If
    `faults` is given, the number of a fault is written as its code and clause, because the numbers depend on lines of
    the rulebook; and figures are left out. Raise TypeError if a machine contains a value that cannot be written in one
    fixed way, such as a set."""
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
