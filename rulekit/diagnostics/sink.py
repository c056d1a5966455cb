"""Collects diagnostics and removes duplicates.

Two diagnostics are duplicates if they share code and span, or code and message if they have no span. So a clause that
two stages or two configurations check gets one message. `rulekit.check` has its own sink, `check/report.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from .message import Diagnostic, Span

DiagnosticKey = tuple[str, Span | str]


def key_of(diagnostic: Diagnostic) -> DiagnosticKey:
    """Return the key of a diagnostic; diagnostics with equal keys are duplicates."""
    return diagnostic.code, diagnostic.span or diagnostic.message


def deduplicate(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics in order, of each set of duplicates only the first."""
    found: dict[DiagnosticKey, Diagnostic] = {}
    for diagnostic in diagnostics:
        found.setdefault(key_of(diagnostic), diagnostic)
    return list(found.values())


class DiagnosticSink:
    """Diagnostics in the order given; `len` shows whether any were added since."""

    def __init__(self) -> None:
        self._given: list[Diagnostic] = []

    def add(self, *diagnostics: Diagnostic) -> None:
        self._given += diagnostics

    def __len__(self) -> int:
        return len(self._given)

    @property
    def has_errors(self) -> bool:
        """Return whether any of the diagnostics is an error."""
        return any(d.severity == "error" for d in self._given)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Return the diagnostics without duplicates."""
        return deduplicate(self._given)
