"""E212: a citation names an undeclared source.

W205: a citation names no section, although the source has sections. E249: it names a statement that the source does not
have, where statements are listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...diagnostics import Help, Span, did_you_mean
from ...model.coverage import CitedPart, SectionStatements, parts_of_citation, runs_of_numbers, sections_of
from ...syntax import nodes as s
from ...syntax.traversal import inside, walk
from ..checked import CheckedModel
from ..checker import Checker


def citations(c: Checker, model: CheckedModel) -> None:
    known = [*c.book.sources, "assumed"]
    sections = sections_of(c.book)
    cited = [node for node in walk(c.book.header) if isinstance(node, s.Citation)]
    for found in (cited, *(inside(placed.clause, s.Citation) for placed in c.book.clauses)):
        for node in found:
            if node.source.text in known:
                _check_citation(c, node, sections.get(node.source.text, {}))
            elif node not in c.late_indices:
                unknown_source(c, node.source, known)


def unknown_source(c: Checker, name: s.Name, known: Sequence[str]) -> None:
    """Report that no header declares a source of this name, with similar names as advice."""
    advice = did_you_mean(name.text, known, name.span) or [f'declare it in the header: `source {name.text} "…"`']
    c.report.add("E212", name.span, f"no source is called `{name.text}`", expected=known, help=advice)


def _check_citation(c: Checker, node: s.Citation, sections: Mapping[str, SectionStatements]) -> None:
    if node.detail is None or not sections:
        return
    listed = any(sections.values())
    for part in parts_of_citation(node.detail.value, tuple(sections)):
        sentences = sections.get(part.section or "", ())
        if part.numbers and (sentences if part.section else listed):
            _statements(c, node, node.detail, part, sections)
        elif part.section is None and not part.numbers:
            message = f'the source `{node.source.text}` declares no section "{part.text}"'
            c.report.warn("W205", _span_of_part(node.detail, part), message, help=_advice(node.detail, part, sections))


def _statements(
    c: Checker, node: s.Citation, detail: s.Text, part: CitedPart, sections: Mapping[str, SectionStatements]
) -> None:
    """Report wrong statement numbers in a citation, if the source lists its statements."""
    if part.section is None or part.text != part.section:
        message = f'the source `{node.source.text}` has no section "{part.text}", so no statements of it'
        c.report.add("E249", _span_of_part(detail, part), message, help=_advice(detail, part, sections))
        return
    there = [sentence.number.value for sentence in sections[part.section]]
    lacking = dict.fromkeys(end for pair in part.numbers for end in pair if end not in there or pair[0] > pair[1])
    if lacking:
        said = ", ".join(map(str, lacking))
        message = f'"{part.section}" of the source `{node.source.text}` has no statement {said}'
        c.report.add("E249", _span_of_part(detail, part), message, help=[f"it has {runs_of_numbers(there)}"])


def _span_of_part(detail: s.Text, part: CitedPart) -> Span:
    """Return the span of a part of a citation; that of the whole text if it contains escapes."""
    start = detail.span.start + 1
    return Span(detail.span.source, start + part.start, start + part.end) if _plain(detail, part) else detail.span


def _plain(detail: s.Text, part: CitedPart) -> bool:
    return part.end > part.start and detail.span.text == f'"{detail.value}"'


def _advice(detail: s.Text, part: CitedPart, sections: Mapping[str, SectionStatements]) -> Sequence[Help | str]:
    plain = _plain(detail, part)
    section, comma, rest = (part.text, "", "") if part.numbers else part.text.partition(",")
    span = Span(
        detail.span.source, _span_of_part(detail, part).start, _span_of_part(detail, part).end - len(comma + rest)
    )
    near = did_you_mean(
        section, [one for one in sections if '"' not in one and "\\" not in one], span if plain else None
    )
    several = [*sections]
    known = ", ".join(f'"{one}"' for one in several[:8]) + (", …" if len(several) > 8 else "")
    return near or [f"its sections are {known}"]
