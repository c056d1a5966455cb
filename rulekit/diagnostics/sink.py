"""Where a stage puts what it complains of while it goes on.

The check has its own (`check/report.py`), which stops after many errors.
"""

from __future__ import annotations

from .duplicates import deduplicated
from .message import Diagnostic


class DiagnosticSink:
    """Diagnostics in the order in which they were given; `len` tells whether something was complained of since."""

    def __init__(self) -> None:
        self._given: list[Diagnostic] = []

    def add(self, *diagnostics: Diagnostic) -> None:
        self._given += diagnostics

    def __len__(self) -> int:
        return len(self._given)

    @property
    def failed(self) -> bool:
        """Whether there is an error among them."""
        return any(d.severity == "error" for d in self._given)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Each once."""
        return deduplicated(self._given)
