"""Marks the lines of one seat's history that another seat did not see."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from attrs import evolve, frozen

from .values import HistoryLine


@frozen
class SeatKnowledge:
    """What the lines of a seat's history say: their texts, and what its changes say."""

    texts: frozenset[str]
    facts: frozenset[Hashable]

    @staticmethod
    def of(lines: Iterable[HistoryLine]) -> SeatKnowledge:
        kept = tuple(lines)
        facts = frozenset(fact for line in kept for fact in line.facts)
        return SeatKnowledge(frozenset(line.text for line in kept), facts)


def mark_private(lines: Sequence[HistoryLine], seats: Sequence[SeatKnowledge]) -> tuple[HistoryLine, ...]:
    """Mark the lines that some other seat did not see. A pick is public if the picked thing was shown directly after
    it."""
    marked = [evolve(line, is_private=not all(_is_seen(line, seat) for seat in seats)) for line in lines]
    return tuple(
        evolve(line, is_private=not _shows(line, _following(marked, at))) if line.is_step and line.is_private else line
        for at, line in enumerate(marked)
    )


def _is_seen(line: HistoryLine, seat: SeatKnowledge) -> bool:
    """Return whether a seat saw at least as much as the line says."""
    if not line.is_step:
        return line.facts <= seat.facts
    return line.text in seat.texts or any(text.startswith(f"{line.text}: ") for text in seat.texts)


def _following(lines: Sequence[HistoryLine], at: int) -> Iterator[str]:
    """Yield the changes directly after a step that every seat saw."""
    for line in lines[at + 1 :]:
        if line.is_step:
            return
        if not line.is_private:
            yield line.text


def _shows(step: HistoryLine, changes: Iterator[str]) -> bool:
    told = " ".join(changes)
    return bool(told) and all(value in told for value in step.text.rpartition(": ")[2].split(", "))
