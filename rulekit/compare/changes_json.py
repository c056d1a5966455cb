"""The changes between two rulebooks as data for programs, with the texts of both sides."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import change_kinds as ch
from ..model.rulebook import Placed
from ..model.word_catalogs import sort_catalog
from ..syntax import nodes as s
from ..syntax.format import format_node

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


def changes_json(changes: Sequence[ch.Change]) -> list[Json]:
    """Return one object for each change, with the texts of both sides."""
    return [{**change_data(c), "wording": c.wording} for c in changes]


def clause_source(placed: Placed) -> str:
    """Return the source text of a clause as the formatter writes it, after comments with its conditions."""
    clause = placed.clause
    # The words are sorted, because one of two compared catalogs may be sorted: merging catalogs sorts their words.
    lines = format_node(sort_catalog(clause) if isinstance(clause, s.WordsClause) else clause).rstrip("\n").split("\n")
    notes = [f"# while {_plain(c)}" for c in placed.conditions] + [f"# unless {_plain(c)}" for c in placed.unless]
    return "\n".join([*notes, *lines])


def _plain(expr: s.Expr) -> str:
    return " ".join(expr.span.text.split())


def _item(node: s.Item | s.Row | None) -> str:
    if isinstance(node, s.Row):
        cells = "".join(f" | {_plain(c)}" for c in node.cells)
        return f"{_item(node.item)}{cells}"
    if node is None:
        return "nothing"
    title = f' "{node.title.value}"' if node.title else ""
    cites = ", ".join(f"{c.source.text}{f' {c.detail.value}' if c.detail else ''}" for c in node.cites)
    return f"{node.name.text}{title}{f' [{cites}]' if cites else ''}"


def change_data(change: ch.Change) -> dict[str, Json]:
    match change:
        case ch.Added(after=after):
            return {"change": "added", "id": after.id, "layer": after.layer, "after": clause_source(after)}
        case ch.Struck(before=before):
            return {"change": "struck", "id": before.id, "layer": before.layer, "before": clause_source(before)}
        case ch.Replaced(before=before, after=after, parts=parts, details=details):
            return {
                "change": "replaced",
                "id": after.id,
                "layer": after.layer,
                "parts": list(parts),
                "before": clause_source(before),
                "after": clause_source(after),
                "details": [_detail(d) for d in details],
            }
        case ch.HeaderChanged(part=part, before=one, after=two):
            return {"change": "header", "part": part, "before": one, "after": two}
        case ch.Reordered(slot=slot, before=order, after=new):
            return {"change": "order", "slot": slot, "before": list(order), "after": list(new)}


def _detail(detail: ch.Detail) -> Json:
    match detail:
        case ch.ItemChange(how=how, before=before, after=after):
            sides = {k: _item(v) for k, v in (("before", before), ("after", after)) if v}
            return {"change": how, "name": detail.name, **sides}
        case ch.CellChange(row=row, column=column, before=before, after=after):
            cells = {k: _plain(v) if v else None for k, v in (("before", before), ("after", after))}
            return {"change": "cell", "row": row, "column": column, **cells}
        case ch.OrderChange(before=before, after=after):
            return {"change": "order", "before": list(before), "after": list(after)}
        case ch.DefaultChange(before=before, after=after):
            return {"change": "default", "before": before, "after": after}
    words: dict[str, Json] = {
        k: w.title.value if w and w.title else None for k, w in (("before", detail.before), ("after", detail.after))
    }
    for key, word in (("forms_before", detail.before), ("forms_after", detail.after)):
        if word and word.forms:
            words[key] = {form.key.text: form.value.value for form in word.forms}
    return {"change": "word", "name": detail.name, **words}
