"""Parts of sections that do not map to one field: their lines, and what they say and show.

Each `Pair` reads parsed parts into fields and returns the parts when a tree is written; rows in `forms.py` name it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from attrs import evolve

from ..diagnostics import Diagnostic, Help, RulekitError, Span
from . import nodes as s
from .form_parts import Pair, Production, Property, index_unique


def _read_named(at: Span, said: dict[str, Any], *names: s.Name | None) -> dict[str, Any]:
    return dict(zip(("kind", "name", "step"), names if len(names) == 3 else (None, *names), strict=True))


def _write_named(node: s.Named) -> tuple[s.Name | None, ...]:
    return (*(() if node.kind is None else (node.kind,)), node.name, node.step)


def _read_section_tags(at: Span, said: dict[str, Any], tags: s.Tags) -> dict[str, Any]:
    if tags.summary is not None:
        message = "the text of a section stands in a line of its own under its heading"
        advice = Help("write `:` at the end of the heading and the text in a line under it")
        raise RulekitError(Diagnostic("E104", message, tags.summary.span, help=(advice,)))
    return {"tags": tags}


def _section_text(at: Span, *texts: s.Text) -> Property:
    """Return the one text that several strings are, with a blank between them."""
    return Property("text", at, {"text": s.Text(" ".join(one.value for one in texts), span=at)})


SectionLine = Property | s.ShowsLine | s.SectionTable


def _read_section_lines(at: Span, said: dict[str, Any], *lines: SectionLine) -> dict[str, Any]:
    """Return what the lines of a section say: its text once, its table once, and all that it says and shows."""
    texts = [("text", one.span, one.fields["text"]) for one in lines if isinstance(one, Property) and one.once]
    tables = [("table", one.span, one) for one in lines if isinstance(one, s.SectionTable)]
    told = section_lines(at, *(one for one in lines if not isinstance(one, s.SectionTable)))
    tags, text = said["tags"], index_unique(at, texts).get("text")
    return {
        "tags": tags if text is None else evolve(tags, summary=text, span=tags.span.to(text.span)),
        "says": tuple(one for one in told if isinstance(one, s.Named)),
        "shows": tuple(one for one in told if isinstance(one, s.ShowsLine)),
        "table": index_unique(at, tables).get("table"),
    }


def section_lines(at: Span, *lines: Property | s.ShowsLine) -> tuple[s.Named | s.ShowsLine, ...]:
    """Return what a section says and shows; raise RulekitError if something occurs twice."""
    told: list[s.Named | s.ShowsLine] = []
    for line in lines:
        if isinstance(line, Property):
            told += line.fields.get("says", ())
        else:
            told.append(line)
    index_unique(at, [(one.head_text, one.span, one) for one in told if isinstance(one, s.Named)])
    index_unique(at, [(f"shows {one.head_text}", one.span, one) for one in told if isinstance(one, s.ShowsLine)])
    return tuple(told)


def _write_section_lines(node: s.SectionClause) -> tuple[Any, ...]:
    text = (Production("section_text", (node.tags.summary,)),) if node.tags.summary else ()
    table = () if node.table is None else (node.table,)
    return (*text, *_write_told((*node.says, *node.shows)), *table)


def _write_told(told: Iterable[Any]) -> tuple[Any, ...]:
    named = tuple(one for one in told if isinstance(one, s.Named))
    says = (Production("section_says", named),) if named else ()
    return (*says, *(one for one in told if isinstance(one, s.ShowsLine)))


PAIRS: Final = {
    "named": Pair(("kind", "name", "step"), _read_named, _write_named),
    "section_tags": Pair(("tags",), _read_section_tags, lambda node: evolve(node.tags, summary=None)),
    "section_lines": Pair(("says", "shows", "table"), _read_section_lines, _write_section_lines),
    "told_lines": Pair(
        ("parts",),
        lambda at, said, *lines: {"parts": section_lines(at, *lines)},
        lambda node: _write_told(node.parts),
    ),
}

MADE: Final[dict[str, Callable[..., object]]] = {
    "section_text": lambda at, *texts: Property(
        "text", at, {"text": s.Text(" ".join(one.value for one in texts), span=at)}
    ),
    "section_says": lambda at, *named: Property("", at, {"says": named}),
}
"""The builders of productions that have no row."""
