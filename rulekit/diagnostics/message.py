"""One message: its code, where it points, what would mend it.

Every complaint of rulekit, from a misspelt word to a game that breaks its bound, is a `Diagnostic`; `RulekitError`
carries one or more of them upward.  How they are printed is `renderer.py`; what each code means is `codes.py`.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from .source import Span

Severity = Literal["error", "warning", "note"]


@frozen
class Label:
    """A span that belongs to the story, with what to say about it."""

    span: Span
    text: str


@frozen
class Help:
    """A suggestion.  With `span` and `replacement` it is a fix a tool may apply; without, advice."""

    text: str
    span: Span | None = None
    replacement: str | None = None


@frozen
class Diagnostic:
    """One message.

    `code` is a key of `codes.CODES`; `span` is the place of the fault (None when it has none, as for a missing file);
    `expected` lists what would have been accepted; `labels` point at related places.
    """

    code: str
    message: str
    span: Span | None = None
    labels: tuple[Label, ...] = ()
    expected: tuple[str, ...] = ()
    help: tuple[Help, ...] = ()
    severity: Severity = "error"


class RulekitError(Exception):
    """Raised where work cannot go on; carries every diagnostic found so far, in the order of reporting."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(f"{d.code}: {d.message}" for d in diagnostics))
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[type[RulekitError], tuple[object, ...]]:
        return type(self), self.diagnostics  # whole, too, when it comes from another process
