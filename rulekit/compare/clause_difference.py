"""The clause-level difference of two rulebooks, as text for people and as data for programs.

What changed is found by `rulekit.model.difference`; this only says it.  Changes of the rules come first, then wording.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model import changes as ch
from ..model.rulebook import Placed
from ..syntax import nodes as s
from ..syntax.format import format_node

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


def as_text(changes: Sequence[ch.Change], wording: bool = True) -> str:
    """A report: changes of the rules, then (unless not wanted) those of wording alone; ends with a count."""
    rules = [c for c in changes if not c.wording]
    words = [c for c in changes if c.wording] if wording else []
    lines: list[str] = []
    for title, part in (("rules", rules), ("wording and examples", words)):
        if part:
            lines += [title, ""]
            for change in part:
                lines += [*("  " + line if line else "" for line in _told(change)), ""]
    others = _many(len(changes) - len(rules), "change")
    lines.append(f"{_many(len(rules), 'change')} of the rules, {others} of wording and examples")
    return "\n".join(lines) + "\n"


def as_data(changes: Sequence[ch.Change]) -> list[Json]:
    """One object for each change, with both texts where both exist."""
    return [{**_data(c), "wording": c.wording} for c in changes]


def written(placed: Placed) -> str:
    """A clause as the formatter writes it, under its conditions."""
    lines = format_node(placed.clause).rstrip("\n").split("\n")
    notes = [f"# while {_plain(c)}" for c in placed.conditions] + [f"# unless {_plain(c)}" for c in placed.unless]
    return "\n".join([*notes, *lines])


def _plain(expr: s.Expr) -> str:
    return " ".join(expr.span.text.split())


def _told(change: ch.Change) -> Iterator[str]:
    match change:
        case ch.Added(after=after):
            yield f"added {after.id}"
            yield from _marked("+", written(after))
        case ch.Struck(before=before):
            yield f"struck {before.id}"
            yield from _marked("-", written(before))
        case ch.Replaced(before=before, after=after, parts=parts, details=details):
            yield f"changed {after.id} ({', '.join(parts)})"
            if details:
                for detail in details:
                    yield f"  {_detail(detail)}"
            if not details or _more_than(details, parts):
                yield from _marked("-", written(before))
                yield from _marked("+", written(after))
        case ch.HeaderChanged(part=part, before=one, after=two):
            yield f"{part}: {one or 'none'} -> {two or 'none'}"
        case ch.Reordered(slot=slot, before=order, after=new):
            yield f"another order of {slot}"
            yield f"  {', '.join(order)}"
            yield f"  -> {', '.join(new)}"


def _more_than(details: Sequence[ch.Detail], parts: Sequence[str]) -> bool:
    """Whether a clause changed in parts that its details do not tell."""
    told = {"items", "rows", "default", "entries", "range"}
    if any(isinstance(d, ch.CellChange) and None in (d.before, d.after) for d in details):
        told |= {"fields"}
    return any(p not in told for p in parts)


def _marked(mark: str, text: str) -> Iterator[str]:
    yield from (f"  {mark} {line}".rstrip() for line in text.split("\n"))


def _detail(detail: ch.Detail) -> str:
    match detail:
        case ch.ItemChange(how="reworded", before=before, after=after) if before and after:
            return f"{detail.name}: {_item(before)} -> {_item(after)}"
        case ch.ItemChange(how=how, before=before, after=after):
            return f"{how} {_item(after or before)}"
        case ch.CellChange(row=row, column=column, before=before, after=after):
            return f"{row}, {column}: {_expr(before)} -> {_expr(after)}"
        case ch.OrderChange(before=before, after=after):
            return f"order: {', '.join(before)} -> {', '.join(after)}"
        case ch.DefaultChange(before=before, after=after):
            return f"unless chosen: {before} -> {after}"
    one, two = (_word(w) or "nothing" for w in (detail.before, detail.after))
    return f"{detail.name}: {one} -> {two}"


def _word(word: s.Word | None) -> str | None:
    """What a line of a catalog says of its name."""
    return format_node(word).partition(": ")[2] if word else None


def _item(node: s.Item | s.Row | None) -> str:
    if isinstance(node, s.Row):
        cells = "".join(f" | {_plain(c)}" for c in node.cells)
        return f"{_item(node.item)}{cells}"
    if node is None:
        return "nothing"
    title = f' "{node.title.value}"' if node.title else ""
    cites = ", ".join(f"{c.source.text}{f' {c.detail.value}' if c.detail else ''}" for c in node.cites)
    return f"{node.name.text}{title}{f' [{cites}]' if cites else ''}"


def _expr(expr: s.Expr | None) -> str:
    return "no such column" if expr is None else _plain(expr)


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _data(change: ch.Change) -> dict[str, Json]:
    match change:
        case ch.Added(after=after):
            return {"change": "added", "id": after.id, "layer": after.layer, "after": written(after)}
        case ch.Struck(before=before):
            return {"change": "struck", "id": before.id, "layer": before.layer, "before": written(before)}
        case ch.Replaced(before=before, after=after, parts=parts, details=details):
            return {
                "change": "replaced",
                "id": after.id,
                "layer": after.layer,
                "parts": list(parts),
                "before": written(before),
                "after": written(after),
                "details": [_detail_data(d) for d in details],
            }
        case ch.HeaderChanged(part=part, before=one, after=two):
            return {"change": "header", "part": part, "before": one, "after": two}
        case ch.Reordered(slot=slot, before=order, after=new):
            return {"change": "order", "slot": slot, "before": list(order), "after": list(new)}


def _detail_data(detail: ch.Detail) -> Json:
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
