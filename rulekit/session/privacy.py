"""Marks the lines of one seat's history that another seat did not see.

The audiences in the log decide. Texts are never compared: equal texts may tell of different things.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from attrs import frozen

from .values import HistoryLine

ValueName = tuple[str, str]
"""The kind of a value, empty for a number or truth value, and its name there."""


@frozen
class WordedLine:
    """A line of a history. `facts` is what it says, each with the number of its step and, for an outcome or a showing,
    with its audience; a seat that has the same facts was told as much. `names` are the values that it names."""

    text: str
    is_step: bool
    facts: frozenset[Hashable]
    names: frozenset[ValueName]


def mark_private(lines: Iterable[WordedLine], seats: Sequence[AbstractSet[Hashable]]) -> tuple[HistoryLine, ...]:
    """Mark the lines that say something that some seat was not told, given the facts of each seat. A pick is public if
    the picked thing was shown directly after it."""
    kept = tuple(lines)
    private = [not all(line.facts <= seat for seat in seats) for line in kept]
    return tuple(
        HistoryLine(line.text, line.is_step, private[at] and not (line.is_step and _is_shown(kept, private, at)))
        for at, line in enumerate(kept)
    )


def _is_shown(lines: Sequence[WordedLine], private: Sequence[bool], at: int) -> bool:
    """Return whether changes directly after a step that every seat saw name all that it names. An equal number may
    count something else."""
    names = lines[at].names
    return bool(names) and all(kind for kind, _ in names) and names <= frozenset(_named_after(lines, private, at))


def _named_after(lines: Sequence[WordedLine], private: Sequence[bool], at: int) -> Iterator[ValueName]:
    for line, alone in zip(lines[at + 1 :], private[at + 1 :], strict=True):
        if line.is_step:
            return
        if not alone:
            yield from line.names
