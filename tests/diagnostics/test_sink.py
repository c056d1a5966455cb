"""A `DiagnosticSink` keeps diagnostics in order, without duplicates, and knows whether one is an error."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, DiagnosticSink


def test_a_warning_is_no_failure_and_the_same_is_told_once() -> None:
    sink = DiagnosticSink()
    warning, error = Diagnostic("W203", "never used"), Diagnostic("E601", "no such answer")
    sink.add(warning)
    assert not sink.has_errors and len(sink) == 1
    sink.add(error, warning)
    assert sink.has_errors and len(sink) == 3 and sink.diagnostics == [warning, error]
