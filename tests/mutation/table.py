"""The table of results: how many mutants of each operator were found, and by what."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from attrs import define, field

from . import asking, operators  # noqa: F401  (each enters its operators)
from .bases import Base
from .mutants import OPERATORS, Mutant, mutants
from .verdicts import Kind, Verdict, judge

TOLD: tuple[Kind, ...] = ("check", "test", "same", "nothing", "exhausted", "exchanged", "missed")
HEADS = (
    "planted",
    "found by check",
    "found by test",
    "same machine",
    "nothing hidden",
    "exhausted",
    "exchanged",
    "missed",
)


@define
class Table:
    """The verdict on each mutant that is a correct rulebook apart from leaks."""

    judged: list[tuple[Mutant, Verdict]] = field(factory=list)

    @property
    def missed(self) -> list[tuple[Mutant, Verdict]]:
        return [(mutant, verdict) for mutant, verdict in self.judged if verdict.kind == "missed"]

    def counts(self, operator: str | None = None) -> Counter[Kind]:
        return Counter(v.kind for m, v in self.judged if operator in (None, m.operator))

    def lines(self) -> list[str]:
        """Return the table as lines of Markdown."""
        rows = [f"| operator | {' | '.join(HEADS)} |", f"|---|{'---:|' * len(HEADS)}"]
        for name in OPERATORS:
            counts = self.counts(name)
            if counts:
                rows.append(_row(f"`{name}`", counts))
        return [*rows, _row("all", self.counts())]


def _row(head: str, counts: Counter[Kind]) -> str:
    return f"| {head} | {' | '.join(str(n) for n in (counts.total(), *(counts[kind] for kind in TOLD)))} |"


def order(bases: Iterable[Base], seed: str) -> list[Mutant]:
    """Return all mutants of all bases, in an order whose beginning already has every operator and base."""
    source = random.Random(seed)
    heaps: list[list[Mutant]] = []
    for name in OPERATORS:
        of_base: list[list[Mutant]] = []
        for base in bases:
            made = mutants(base, name, seed)
            source.shuffle(made)
            if made:
                of_base.append(made)
        source.shuffle(of_base)
        heaps.append(_dealt(of_base))
    return _dealt(heaps)


def _dealt(heaps: Sequence[list[Mutant]]) -> list[Mutant]:
    """Return the mutants, taking one from each heap in turn."""
    longest = max(map(len, heaps), default=0)
    return [heap[at] for at in range(longest) for heap in heaps if at < len(heap)]


def table(
    bases: Iterable[Base],
    count: int,
    seed: str,
    told: Callable[[Mutant, Verdict], object] = lambda mutant, verdict: None,
    by: Callable[[Mutant], Verdict] = judge,
) -> Table:
    """Judge mutants until `count` of them were correct rulebooks; `told` is called with each verdict."""
    made = Table()
    for mutant in order(bases, seed):
        if len(made.judged) == count:
            break
        verdict = by(mutant)
        if verdict.kind != "unfit":
            made.judged.append((mutant, verdict))
        told(mutant, verdict)
    return made
