"""Where the checks put their messages.

A message at a place already complained of with the same code is dropped, so that a clause looked at twice speaks once.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostic, Help, Label, Severity, Span


class Report:
    """A growing list of diagnostics."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._said: set[tuple[str, int, int, int]] = set()

    def add(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        labels: Iterable[tuple[Span, str]] = (),
        expected: Iterable[str] = (),
        help: Iterable[Help | str] = (),
        severity: Severity = "error",
    ) -> None:
        if span is not None:
            key = (code, id(span.source), span.start, span.end)
            if key in self._said:
                return
            self._said.add(key)
        self.diagnostics.append(
            Diagnostic(
                code,
                message,
                span,
                tuple(Label(where, text) for where, text in labels),
                tuple(expected),
                tuple(Help(h) if isinstance(h, str) else h for h in help),
                severity,
            )
        )

    def warn(self, code: str, span: Span | None, message: str, *, help: Iterable[Help | str] = ()) -> None:
        self.add(code, span, message, help=help, severity="warning")

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self.diagnostics)


def listed(names: Iterable[str], limit: int = 8) -> str:
    """`a, b and c`, cut short where there are many."""
    all_names = [f"`{n}`" for n in names]
    if len(all_names) > limit:
        return ", ".join(all_names[:limit]) + f" and {len(all_names) - limit} more"
    return " and ".join(part for part in (", ".join(all_names[:-1]), *all_names[-1:]) if part)
