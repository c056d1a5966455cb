"""Marks the lines of one seat's history that another seat did not see.

This follows from the audiences in the log. Texts are not compared, since equal texts may be about different things.
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
    """A line of a history. `facts` are what it says, each with the number of its step and, for an outcome or something
    shown, with its audience. A seat that was told the same facts has seen the line. `names` are the values that it
    names."""

    text: str
    is_step: bool
    facts: frozenset[Hashable]
    names: frozenset[ValueName]


def mark_private(lines: Iterable[WordedLine], seats: Sequence[AbstractSet[Hashable]]) -> tuple[HistoryLine, ...]:
    """Return the lines; those are marked as private that say something which some seat was not told. `seats` has the
    facts of each seat. A pick is public if the picked thing was shown directly after it."""
    kept = tuple(lines)
    private = [not all(line.facts <= seat for seat in seats) for line in kept]
    return tuple(
        HistoryLine(line.text, line.is_step, private[at] and not (line.is_step and _is_shown(kept, private, at)))
        for at, line in enumerate(kept)
    )


def _is_shown(lines: Sequence[WordedLine], private: Sequence[bool], at: int) -> bool:
    """Return whether public changes directly after a step name all values that the step names. Numbers do not count,
    since an equal number may be about something else."""
    names = lines[at].names
    return bool(names) and all(kind for kind, _ in names) and names <= frozenset(_named_after(lines, private, at))


def _named_after(lines: Sequence[WordedLine], private: Sequence[bool], at: int) -> Iterator[ValueName]:
    for line, alone in zip(lines[at + 1 :], private[at + 1 :], strict=True):
        if line.is_step:
            return
        if not alone:
            yield from line.names
