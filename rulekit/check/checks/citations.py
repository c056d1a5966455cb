"""E212: what is cited is a declared source, or `assumed`; W205: by one of its sections, where it declares any."""

from __future__ import annotations

from functools import lru_cache

from ...diagnostics.near import did_you_mean, near
from ...model.sections import cited_sections
from ...syntax import nodes as s
from ...syntax.traversal import inside, walk
from ..checked import CheckedModel
from ..checker import Checker


def citations(c: Checker, model: CheckedModel) -> None:
    known = [*c.book.sources, "assumed"]
    declared = {source: _declared(c, source) for source in c.book.sources}
    cited = [node for node in walk(c.book.header) if isinstance(node, s.Citation)]
    for found in (cited, *(inside(placed.clause, s.Citation) for placed in c.book.clauses)):
        for node in found:
            if node.source.text in known:
                _section(c, node, declared.get(node.source.text, ()))
            else:
                c.report.add(
                    "E212",
                    node.source.span,
                    f"no source is called `{node.source.text}`",
                    expected=known,
                    help=did_you_mean(node.source.text, known, node.source.span)
                    or [f'declare it in the header: `source {node.source.text} "…"`'],
                )


def _declared(c: Checker, source: str) -> tuple[str, ...]:
    """The sections of a source."""
    return tuple(x.value for d in c.book.header.sources if d.name.text == source for x in d.sections)


@lru_cache(maxsize=4096)
def _named(detail: str, sections: tuple[str, ...]) -> tuple[tuple[str, str | None], ...]:
    return tuple(cited_sections(detail, sections))


def _section(c: Checker, node: s.Citation, declared: tuple[str, ...]) -> None:
    if node.detail is None or not declared:
        return
    for part, section in _named(node.detail.value, declared):
        if section is None:
            closest = near(part.split(",")[0], declared)
            known = ", ".join(f'"{one}"' for one in declared[:8]) + (", …" if len(declared) > 8 else "")
            advice = f'did you mean "{closest}"?' if closest else f"its sections are {known}"
            message = f'the source `{node.source.text}` declares no section "{part}"'
            c.report.warn("W205", node.detail.span, message, help=[advice])
