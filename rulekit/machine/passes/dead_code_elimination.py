"""Global dead-code elimination: functions, routines and tables that no node needs go.

Examples go with them, and invariants, unless the playouts look at those.

Only for playouts: a host may ask for any function by its name.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from .. import program as m
from ..traversal import parts_of


def reached(program: m.Machine, roots: Sequence[object] | None = None) -> set[tuple[str, str]]:
    """The functions, routines and tables that nodes and invariants (or these parts) need: what each is, its name."""
    functions = {f.name: f for f in program.functions}
    routines = {r.name: r for r in program.routines}
    found: set[tuple[str, str]] = set()
    asked = [m.Call(i.function, ()) for i in program.invariants]
    waiting: list[object] = [program.nodes, *asked] if roots is None else list(roots)
    while waiting:
        for part in parts_of(waiting.pop()):
            match part:
                case m.Call(name, _) if ("function", name) not in found:
                    found.add(("function", name))
                    waiting.append(functions[name].body)
                case m.Run(name) | m.After(name) if ("routine", name) not in found:
                    found.add(("routine", name))
                    waiting.append(routines[name].body)
                case m.Lookup(name, _):
                    found.add(("table", name))
    return found


def unseen(node: m.Node) -> m.Node:
    """Without the functions that say who sees what is picked: nobody looks on."""
    if not isinstance(node, m.Decision) or all(x.seen is None for a in node.alternatives for x in a.levels):
        return node
    alternatives = (
        attrs.evolve(a, levels=tuple(attrs.evolve(x, seen=None) for x in a.levels)) for a in node.alternatives
    )
    return attrs.evolve(node, alternatives=tuple(alternatives))


def dead_code_elimination(program: m.Machine, why: list[str]) -> m.Machine:
    return keeping_invariants(attrs.evolve(program, invariants=()), why)


def keeping_invariants(program: m.Machine, why: list[str]) -> m.Machine:
    found = reached(program)
    kept = attrs.evolve(
        program,
        functions=tuple(f for f in program.functions if ("function", f.name) in found),
        routines=tuple(r for r in program.routines if ("routine", r.name) in found),
        tables=tuple(t for t in program.tables if ("table", t.name) in found),
        cells=tuple(attrs.evolve(c, seen=None, counted=None, open=None) for c in program.cells),
        nodes=tuple(unseen(n) for n in program.nodes),
        examples=(),
        step_starts=(),
    )
    gone = len(program.functions) + len(program.routines) - len(kept.functions) - len(kept.routines)
    why.append(f"dead_code_elimination: {gone} functions and routines that playouts do not need are left out")
    return kept
