"""Reports mistakes that a layer makes in the books below it at the line of the layer, where they can be fixed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import evolve

from ..diagnostics import Diagnostic, Help, Label, Source
from ..model.rulebook import Rulebook
from ..syntax import nodes as s
from .report import MOST_LABELS

ADVICE = "fit the clause to how the books below use it, or strike or replace also what uses it"
_WORD = re.compile(r"\w+")


def at_layers(book: Rulebook, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics, with the errors in lower books about a clause that a layer replaced told once, at its
    replacement. Such an error is about the clause if its place names it."""
    order = {source: at for at, source in enumerate(book.files)}
    replaced = {changes[-1][1].name.text: changes[-1] for changes in book.changes_of.values() if changes}
    kept: dict[s.Clause | int, Diagnostic] = {}
    for at, one in enumerate(found):
        change = _replacement(one, order, replaced)
        if change is None or one.span is None:
            kept[at] = one
            continue
        (_, clause, source), place = change, one.span
        if (told := kept.get(clause)) is not None:
            if len(told.labels) < MOST_LABELS:
                kept[clause] = evolve(told, labels=(*told.labels, Label(place, "and here")))
            continue
        layer = book.layers[order[source]]
        message = f"`{layer}` replaces {clause.kind} `{clause.name.text}`, and then this is wrong: {one.message}"
        kept[clause] = Diagnostic(one.code, message, clause.name.span, (Label(place, "here"),), help=(Help(ADVICE),))
    return list(kept.values())


def _replacement(
    one: Diagnostic, order: Mapping[Source, int], replaced: Mapping[str, tuple[s.Clause, s.Clause, Source]]
) -> tuple[s.Clause, s.Clause, Source] | None:
    """Return the change of a clause that an error names, if a layer above the place of the error made it."""
    if one.severity != "error" or one.span is None or "\n" in one.span.text:
        return None
    changes = (replaced[word] for word in _WORD.findall(one.span.text) if word in replaced)
    here = order.get(one.span.source, len(order))
    return next((change for change in changes if order.get(change[2], -1) > here), None)
