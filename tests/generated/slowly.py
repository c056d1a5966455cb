"""A further law: a body means the same whether it is lowered to a routine or to nodes.

A draw from 1..1 in every block of a procedure makes it a sequence of nodes and changes nothing else. So a rulebook with
such draws must play as without them: the same options in the same order, the same values, places and payoffs, the same
faults. The other laws compare both engines on one machine. This one compares two machines, and so tests lowering.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from attrs import evolve

from rulekit.engine.cell_layout import CellLayout
from rulekit.engine.interface import GameFault, State
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.option_labels import Labels

from .laws import FUEL, Broken, machine_of, require
from .strategy import Written

STEPS, DRAWS = 40, 4000
BOUNDED = ("E705",)
"""Faults about limits of steps and nesting, which routines and nodes count differently."""


def hold_slowly(written: Written, fast: m.Machine, tally: Counter[str], games: int = 2) -> None:
    """Assert the law with draws in as many procedures as possible; `fast` is the machine without draws."""
    found, slow = slowed(written, fast)
    if not found:
        return
    tally["procedures slowed"] += found
    pair = evolve(fast, fuel=FUEL), evolve(slow, fuel=FUEL * 10)
    for game in range(games):
        compare(Told(pair[0]), Told(pair[1]), game, tally)


def slowed(written: Written, fast: m.Machine) -> tuple[int, m.Machine]:
    """Return how many procedures got draws, and the machine with all of them. The check refuses draws where a fact
    tries the procedure, or where a draw would reveal a secret.
    """
    count, machine = 0, fast
    names = [
        r.name.removeprefix("procedure ") for r in fast.routines if r.name.startswith("procedure ") and not r.nested
    ]
    for name in names:
        text = "\n".join(with_draws(written.text, name)) + "\n"
        try:
            machine = machine_of(evolve(written, text=text))
        except Broken as broken:
            require("the check accepts it" in str(broken), "a slowed rulebook lowers", name, broken)
            continue
        written, count = evolve(written, text=text), count + 1
    return count, machine


def with_draws(text: str, procedure: str) -> Iterator[str]:
    inside = False
    for n, line in enumerate(text.splitlines()):
        if line and not line.startswith(" "):
            inside = line.startswith((f"procedure {procedure}:", f"procedure {procedure}(", f"procedure {procedure} "))
        yield line
        if inside and line.endswith(":"):
            depth = len(line) - len(line.lstrip()) + 2
            yield f"{' ' * depth}draw slow_{procedure}_{n} in 1..1, seen by nobody"


class Told:
    """A machine on the reference engine. `seen` returns what must be equal in two machines: places, kept values and
    options."""

    def __init__(self, machine: m.Machine) -> None:
        self.machine, self.engine = machine, ReferenceEngine(machine)
        self.labels, self.layout = Labels.of(machine), CellLayout.of(machine)
        self.nodes = {n.id: n for n in machine.nodes}
        own = {c.name for c in machine.cells if c.role in ("place", "keep", "box")}
        self.cells = [*sorted(own), m.ACTIVE, m.PAYOFF, m.ENDED]

    def ask(self, question: str, *args: Any) -> Any:
        """Return the engine's answer, or the code of a fault; the added draws are carried out and skipped."""
        try:
            found = getattr(self.engine, question)(*args)
            for _ in range(DRAWS):
                node = self.nodes[found.node] if isinstance(found, State) else None
                if not (isinstance(node, m.Chance) and node.name.startswith("slow_")):
                    return found
                found = self.engine.chance(found, 1)
        except GameFault as fault:
            return fault.fault.code
        return "E705"

    def seen(self, state: State) -> dict[str, object]:
        node, cells = self.nodes[state.node], state.cells
        found: dict[str, object] = {n: cells[(slot := self.layout.slots[n]).offset : slot.end] for n in self.cells}
        found["kind"] = type(node).__name__
        if isinstance(node, m.Decision):
            found["who"] = self.ask("who", state)
            options = self.ask("options", state)
            if isinstance(options, tuple):
                options = [self.labels.option_text(state.node, o) for o in options]
            found["options"] = options
        return found


def compare(one: Told, two: Told, game: int, tally: Counter[str]) -> None:
    picks = Random(game)
    a, b = one.ask("start", 77, game), two.ask("start", 77, game)
    for _ in range(STEPS):
        if a in BOUNDED or b in BOUNDED:
            return
        if not (isinstance(a, State) and isinstance(b, State)):
            require(a == b, "nodes fault as a routine does", a, b)
            return
        seen, slow = one.seen(a), two.seen(b)
        if seen.get("options") in BOUNDED or slow.get("options") in BOUNDED:
            return
        differ = [f"{what}: {seen[what]} / {slow.get(what)}" for what in seen if seen[what] != slow.get(what)]
        require(not differ, "nodes do what a routine does", a.node, b.node, *differ)
        tally["states compared with slower ones"] += 1
        if seen["kind"] == "End" or isinstance(seen.get("options"), str):
            return
        if seen["kind"] == "Chance":
            a, b = one.ask("chance", a), two.ask("chance", b)
        else:
            at = picks.randrange(len(one.engine.options(a)))
            a, b = (t.ask("apply", s, t.engine.options(s)[at]) for t, s in ((one, a), (two, b)))
