"""Parts that may stand in any order, but only once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...diagnostics import Diagnostic, Label, RulekitError, Span


def once(at: Span, parts: Iterable[tuple[str, Span, Any]]) -> dict[str, Any]:
    """The parts by what they say.  Raises RulekitError when something is said twice."""
    seen: dict[str, Span] = {}
    out: dict[str, Any] = {}
    for what, span, value in parts:
        if what in seen:
            message = f"`{what}` is said twice"
            raise RulekitError(Diagnostic("E131", message, span, (Label(seen[what], "said first here"),)))
        seen[what] = span
        out[what] = value
    return out
