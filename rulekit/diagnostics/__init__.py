"""Where text came from, and every message rulekit gives.  Imports nothing else of rulekit."""

from .message import Diagnostic, Help, Label, RulekitError, Severity
from .source import LineAndColumn, Source, Span

__all__ = ["Diagnostic", "Help", "Label", "LineAndColumn", "RulekitError", "Severity", "Source", "Span"]
