"""One complaint for one fault: when two diagnostics count as the same, and what is left of many.

Two are the same that have one code at one place (or, where they have none, one wording), so that a clause looked at
twice, by two stages or in two configurations, speaks once.  Whoever collects what several stages or configurations
found asks here; lists that can share nothing (what the parser found, what reading the files found) are joined as
they are.
"""

from __future__ import annotations

from collections.abc import Iterable

from .message import Diagnostic
from .source import Span

DiagnosticKey = tuple[str, Span | str]


def key_of(diagnostic: Diagnostic) -> DiagnosticKey:
    """What two diagnostics share that say the same."""
    return diagnostic.code, diagnostic.span or diagnostic.message


def deduplicated(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The first of those that are the same, in the order given."""
    found: dict[DiagnosticKey, Diagnostic] = {}
    for diagnostic in diagnostics:
        found.setdefault(key_of(diagnostic), diagnostic)
    return list(found.values())
