"""Marks the lines of one seat's history that another seat did not see."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from attrs import evolve

from .values import HistoryLine


def mark_private(lines: Sequence[HistoryLine], seen: Sequence[Collection[str]]) -> tuple[HistoryLine, ...]:
    """Mark the lines that some other seat did not see. A pick is public if the picked thing was shown directly after
    it."""
    marked = [evolve(line, is_private=not all(_is_seen(line, texts) for texts in seen)) for line in lines]
    return tuple(
        evolve(line, is_private=not _shows(line, _following(marked, at))) if line.is_step and line.is_private else line
        for at, line in enumerate(marked)
    )


def _is_seen(line: HistoryLine, texts: Collection[str]) -> bool:
    """Return whether another seat, which saw `texts`, saw at least as much as the line says."""
    if line.is_vague or line.text in texts:
        return True
    return line.is_step and any(text.startswith(f"{line.text}: ") for text in texts)


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
