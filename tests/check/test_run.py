"""The messages of a check are in the order of the text, and errors come first at the same place."""

from __future__ import annotations

from rulekit.check.run import sort_diagnostics
from rulekit.diagnostics import Diagnostic, Source, Span

TEXT = Source("a.rules", "keep coins: 0..9\nkeep debts: 0..9\n")


def test_by_place_and_at_one_place_errors_first() -> None:
    early, late = Span(TEXT, 5, 10), Span(TEXT, 22, 27)
    warning = Diagnostic("W203", "never used", early)
    error = Diagnostic("E306", "no number", early)
    behind = Diagnostic("E201", "unknown", late)
    assert sort_diagnostics([behind, warning, error]) == [error, warning, behind]
