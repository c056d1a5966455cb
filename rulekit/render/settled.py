"""Tells what players may settle before a game: each option and ruling, and what is played though no source says it.

In a book with sections these points have small numbers, at the sentences that rest on them and in the list at the end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import field, frozen

from ..model.difference import default_of
from ..model.rulebook import Placed
from ..model.sections import BookSection, all_sections
from ..syntax import nodes as s
from . import page_blocks as d
from .anchors import anchor
from .footnotes import ASSUMED
from .inventory import capital
from .subject import Subject, line_text


@frozen
class SettledPoint:
    """An option, by its id, or what is assumed, by the reason: one reason is one point.  `placed` is the option, or the
    first clause or section that is assumed for the reason.
    """

    key: str
    placed: Placed = field(eq=False)

    @property
    def where(self) -> str:
        """Return the anchor of its paragraph in the list."""
        clause = self.placed.clause
        return f"settled-{anchor(self.placed.id) if isinstance(clause, s.SectionClause) else clause.name.text}"


def section_points(subject: Subject, one: BookSection) -> Iterator[SettledPoint]:
    """Return the points that a section rests on: the options that it says, and what it says that no source does."""
    said = [subject.shown[told.id] for told in one.says if told.id in subject.shown]
    options = [placed for placed in said if isinstance(placed.clause, s.OptionClause)]
    yield from (SettledPoint(placed.id, placed) for placed in options)
    if not any(is_assumed(placed.clause) for placed in options):  # the option tells of what is assumed with it
        others = (placed for placed in said if placed not in options and is_assumed(placed.clause))
        yield from (SettledPoint(why_assumed(placed.clause), placed) for placed in others)
    if any(cite.source.text == ASSUMED for cite in one.cites):
        yield SettledPoint(why_assumed(one.clause), one.placed)


def is_assumed(clause: s.Clause) -> bool:
    """Return whether a clause rests on an assumption alone; an example assumes nothing that is played."""
    cites = clause.tags.cites
    only = bool(cites) and all(cite.source.text == ASSUMED for cite in cites)
    return only and not isinstance(clause, s.ExampleClause)


def why_assumed(clause: s.Clause) -> str:
    """Return the reasons why a clause is assumed, as its author wrote them."""
    cites = (cite for cite in clause.tags.cites if cite.source.text == ASSUMED)
    return "; ".join(cite.detail.value for cite in cites if cite.detail)


def settled_points(subject: Subject, roots: Sequence[BookSection]) -> Mapping[SettledPoint, int]:
    """Return the points that the sections of a page rest on, with their numbers in reading order."""
    told = [one for one in all_sections(roots) if subject.is_told(one.placed)]
    kept = dict.fromkeys(point for one in told for point in section_points(subject, one))
    return {point: n for n, point in enumerate(kept, 1)}


def settled_list(
    subject: Subject, numbers: Mapping[SettledPoint, int], there: Collection[str]
) -> Iterator[d.PageBlock]:
    """Return a paragraph for each numbered point, then for each other option; `there` are the anchors of the page."""
    lines = [(f"{n}. ", point) for point, n in numbers.items()]
    for placed in subject.placed():
        clause, point = placed.clause, SettledPoint(placed.id, placed)
        if isinstance(clause, s.OptionClause) and point not in numbers and not (numbers and clause.ruling):
            lines.append(("", point))
    if lines:
        parts = (d.PageParagraph(tuple(_point_text(subject, point, begin, there))) for begin, point in lines)
        yield d.Box("rk-items rk-settled", tuple(d.Box("rk-numbered", (part,)) for part in parts))


def _point_text(subject: Subject, point: SettledPoint, begin: str, there: Collection[str]) -> Iterator[d.InlinePiece]:
    """Yield what is settled, with its number if it has one."""
    clause = point.placed.clause
    if begin:
        yield d.Target(point.where)
    if isinstance(clause, s.OptionClause):
        if anchor(point.placed.id) not in there:
            yield d.Target(anchor(point.placed.id))
        yield from _option(subject, point.placed, clause, begin)
    else:
        yield d.Strong(f"{begin}{subject.ui('page-assumed')}.")
        reason = why_assumed(clause)
        said = subject.speaker.written_reason(point.placed) if subject.foreign else None
        yield from (" ", capital(said) if said else subject.foreign_text(capital(reason)), ".")


def _option(subject: Subject, placed: Placed, clause: s.OptionClause, begin: str) -> Iterator[d.InlinePiece]:
    """Yield the question, what its summary says of the sources, the answer of these rules, and the others."""
    prose = subject.prose(placed)
    yield d.Strong(begin + _sentence(line_text(prose.title)))
    if prose.summary:
        yield from (" ", *prose.summary)
    own, *others = _answers(subject, clause)
    for key, answer in (("page-these-rules", own), *(("page-or", one) for one in others)):
        yield from (" ", d.Emphasis(f"{subject.ui(key)}:"), f" {_sentence(answer)}")


def _sentence(text: str) -> str:
    """Return a text with a full stop, if it has none."""
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


def _answers(subject: Subject, clause: s.OptionClause) -> list[str]:
    """Return the answer of these rules, then the others."""
    name = clause.name.text
    if clause.range is not None:
        low, high = clause.range.low.span.text, clause.range.high.span.text
        usual = subject.rulebook.options.get(name, default_of(clause))
        return [str(usual), subject.ui("page-any-from-to", low=low, high=high)]
    chosen = sorted(clause.items, key=lambda item: not is_in_force(subject, clause, item))
    return [subject.title(name, item.name.text) for item in chosen]


def is_in_force(subject: Subject, clause: s.OptionClause, item: s.Item) -> bool:
    """Return whether the page is told with this answer."""
    return item.name.text == subject.rulebook.options.get(clause.name.text, default_of(clause))
