"""Where text came from, and every message that rulekit gives. Imports no other package of rulekit."""

from .message import Diagnostic, Help, Label, LineAndColumn, RulekitError, Severity, Source, Span

__all__ = ["Diagnostic", "Help", "Label", "LineAndColumn", "RulekitError", "Severity", "Source", "Span"]
