"""An option that a layer strikes while conditions or rulesets below still ask it: told once, at the strike.

Without the option a condition cannot be decided beforehand, and each clause under it would be complained of.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import evolve

from ..diagnostics import Diagnostic, Help, Label, Span
from .rulebook import STRUCK_ADVICE, USED, StruckClause

_SHOWN = 5
"""Places that are shown beside the strike."""


def told_by_cause(found: Sequence[Diagnostic], struck: Mapping[str, StruckClause]) -> list[Diagnostic]:
    """The same diagnostics, those that come of a struck option as one."""
    out: list[Diagnostic] = []
    places: dict[str, int] = {}
    for diagnostic in found:
        use = _use(diagnostic, struck)
        if use is None:
            out.append(diagnostic)
            continue
        name, span = use
        if name not in places:
            places[name] = len(out)
            gone = struck[name]
            out.append(Diagnostic("E201", gone.still_used(name), gone.span, (), (), (Help(STRUCK_ADVICE),)))
        told = out[places[name]]
        if all(label.span != span for label in told.labels) and len(told.labels) < _SHOWN:
            out[places[name]] = evolve(told, labels=(*told.labels, Label(span, USED)))
    return out


def _use(diagnostic: Diagnostic, struck: Mapping[str, StruckClause]) -> tuple[str, Span] | None:
    """The struck name that a diagnostic comes of, and where it is used."""
    spans: list[Span] = []
    if diagnostic.code == "E600" and diagnostic.span:
        spans = [diagnostic.span]
    elif diagnostic.code == "E228":
        spans = [label.span for label in diagnostic.labels]
    for span in spans:
        for word in re.findall(r"\w+", span.text):
            if word in struck:
                return word, span
    return None
