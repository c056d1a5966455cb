"""The sorts of options of a machine, by name: what is counted as offered and as taken.

A sort is a label of a clause: `action travel`, `rule wave: pass`.  An option is counted where a move begins, or where
there are several sorts to choose from; a later decision of a move that only asks for parameters offers nothing by name.
Asked of the machine as lowered, so that a pass which copies nodes or leaves out what is never offered changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from .program import Alternative, Decision, Machine

COPY = "@"
"""Stands between the name of a node and the number of a copy of it (`passes/constant_propagation.py`)."""


@frozen
class Sorts:
    """The names in the order of the machine, and for each node that is counted the place of each of its labels."""

    names: tuple[str, ...]
    places: Mapping[str, Mapping[tuple[str, str], int]]

    @staticmethod
    def of(machine: Machine) -> Sorts:
        known: dict[str, int] = {}
        places = {}
        for node in machine.nodes:
            if isinstance(node, Decision):
                sorts = dict.fromkeys((a.clause, a.label) for a in node.alternatives)
                if node.move or len(sorts) > 1:
                    places[node.id] = {sort: known.setdefault(name(*sort), len(known)) for sort in sorts}
        return Sorts(tuple(known), places)

    def place(self, node: Decision, alternative: Alternative) -> int | None:
        """Where the alternative of a node, or of a copy of it, is counted."""
        found = self.places.get(node.id.partition(COPY)[0], {})
        return found.get((alternative.clause, alternative.label))


def name(clause: str, label: str) -> str:
    return clause if clause.partition(" ")[2] == label or clause == label else f"{clause}: {label}"
