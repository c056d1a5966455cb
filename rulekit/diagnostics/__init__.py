"""Where text came from, and every message rulekit gives.  Imports nothing else of rulekit."""

from .message import Diagnostic, Help, Label, RulekitError, Severity
from .source import Place, Source, Span

__all__ = ["Diagnostic", "Help", "Label", "Place", "RulekitError", "Severity", "Source", "Span"]
