"""Source texts, places in them, and diagnostics: the messages that rulekit gives about a text. This package imports no
other package of rulekit."""

from .message import (
    Diagnostic,
    DiagnosticKey,
    DiagnosticSink,
    Help,
    Label,
    LineAndColumn,
    RulekitError,
    Severity,
    Source,
    Span,
    deduplicate,
    key_of,
)
from .near import did_you_mean

__all__ = [
    "Diagnostic",
    "DiagnosticKey",
    "DiagnosticSink",
    "Help",
    "Label",
    "LineAndColumn",
    "RulekitError",
    "Severity",
    "Source",
    "Span",
    "deduplicate",
    "did_you_mean",
    "key_of",
]
