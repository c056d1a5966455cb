"""The report that collects the messages of all checks.

A message is dropped if an earlier one has the same code and place, so that a clause that is checked twice is reported
once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from attrs import evolve

from ..diagnostics import Diagnostic, DiagnosticKey, Help, Label, Span, key_of
from ..diagnostics.printable import counted, enumerated
from ..model.coverage import runs_of_numbers

MOST_LABELS = 5
"""Places that a message points at, at most; more would not help."""
MOST_ERRORS = 200
"""Errors after which the check ends: most of the others would follow from the same few mistakes."""


class TooManyErrors(Exception):
    """The error raised to end the check after too many errors."""


class CheckReport:
    """The growing list of diagnostics of a check. `found` counts all that were added, including those that were
    dropped."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.found = 0
        self._said: set[DiagnosticKey] = set()
        self._causes: dict[Hashable, int] = {}
        self._errors = 0

    def has(self, span: Span) -> bool:
        """Return whether an error has been reported within this span."""
        wrong = (d for d in self.diagnostics if d.span is not None and d.severity == "error")
        told = (where for d in wrong for where in (d.span, *(label.span for label in d.labels)))
        return any(w and w.source is span.source and span.start <= w.start < span.end for w in told)

    def add(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        labels: Iterable[tuple[Span, str]] = (),
        expected: Iterable[str] = (),
        help: Iterable[Help | str] = (),
    ) -> None:
        """Add a diagnostic, unless one with the same code and place was added before. Raise TooManyErrors if there are
        too many."""
        found = Diagnostic(
            code,
            message,
            span,
            tuple(Label(where, text) for where, text in labels),
            tuple(expected),
            tuple(Help(h) if isinstance(h, str) else h for h in help),
        )
        self.found += 1
        key = key_of(found)
        if key in self._said:
            return
        self._said.add(key)
        self._errors += found.severity == "error"
        if self._errors > MOST_ERRORS:
            message = f"more than {MOST_ERRORS} errors; mend these first"
            self.diagnostics.append(Diagnostic("E142", message, span))
            raise TooManyErrors
        self.diagnostics.append(found)

    def add_by_cause(
        self,
        cause: Hashable,
        code: str,
        span: Span,
        message: str,
        *,
        labels: Sequence[tuple[Span, str]] = (),
        help: Iterable[Help | str] = (),
    ) -> None:
        """Add a single diagnostic for all mistakes with the same cause: later ones become additional labels of the
        first."""
        known = self._causes.get(cause)
        self.found += 1
        if known is None:
            before = len(self.diagnostics)
            self.add(code, span, message, labels=labels, help=help)
            if len(self.diagnostics) > before:
                self._causes[cause] = before
            return
        told = self.diagnostics[known]
        where, text = labels[-1] if labels else (span, "here, too")
        others = [label for label in told.labels if label.span == where]
        if not others and where != told.span and len(told.labels) < MOST_LABELS:
            self.diagnostics[known] = evolve(told, labels=(*told.labels, Label(where, text)))

    def drop_unknown_names(self) -> None:
        self.diagnostics = [d for d in self.diagnostics if d.code != "E201"]

    @property
    def has_errors(self) -> bool:
        return any(d.severity == "error" for d in self.diagnostics)


SHOWN = 3
"""Times that one message about an unknown name is shown: a misspelt declaration is missed wherever the name is used."""


def repeats_cut(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the messages without repetitions: of many messages with the same text, only the first few remain, and a
    count."""
    found = list(diagnostics)
    times = Counter((d.code, d.message) for d in found)
    told: Counter[tuple[str, str]] = Counter()
    kept = []
    for d in found:
        key = d.code, d.message
        told[key] += 1
        more = times[key] - SHOWN
        if d.code not in ("E201", "E210") or told[key] < SHOWN or more <= 0:
            kept.append(d)
        elif told[key] == SHOWN:
            kept.append(evolve(d, help=(*d.help, Help(f"and in {counted(more, 'more place')}"))))
    return kept


def join_by_section(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the same diagnostics, but with a single W206 for all statements of a section that no clause cites."""
    kept: list[Diagnostic] = []
    runs: dict[Span, list[Diagnostic]] = {}
    for one in found:
        run = runs.setdefault(one.labels[0].span, []) if one.code == "W206" else []
        run.append(one)
        if len(run) == 1:
            kept.append(one)
    told = {id(run[0]): _join_run(section, run) for section, run in runs.items() if len(run) > 1}
    return [told.get(id(one), one) for one in kept]


def _join_run(section: Span, run: list[Diagnostic]) -> Diagnostic:
    numbers = runs_of_numbers([int(one.span.text) for one in run if one.span is not None])
    return evolve(run[0], message=f"nothing says {len(run)} statements of {section.text}: {numbers}")


def enumerate_names(names: Iterable[str], limit: int = 8) -> str:
    """Return names as text, `a, b and c`, shortened after `limit` names."""
    all_names = [f"`{n}`" for n in names]
    if len(all_names) > limit:
        return ", ".join(all_names[:limit]) + f" and {len(all_names) - limit} more"
    return enumerated(all_names)
