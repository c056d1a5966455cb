"""E201, E202, E251: a section refers to clauses by unknown or ambiguous names, or its `only` names a place that its
picture or box does not show. W217: a text refers to a section that does not exist.

A clause that exists in some layer, but not in this configuration, is accepted here. A text refers to a section by
`see TITLE` in parentheses, or by a sentence that begins with `See TITLE`, with the title as it is printed; the pages
turn it into a link.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ...diagnostics import did_you_mean
from ...diagnostics.printable import enumerated, with_article
from ...model.edits import KIND_WORDS, clause_word
from ...model.rulebook import Placed
from ...model.sections import SHOWABLE, UNSAID, NamedClauses, inner_parts
from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker
from .printed_texts import printed_texts

BOXED: Final = (s.BoardClause, s.EnumClause, s.KeepClause, s.PieceClause, s.TableClause)
"""The clauses of what may lie in the box."""


def section_names(c: Checker, model: CheckedModel) -> None:
    sections = [p.clause for p in c.book.clauses if isinstance(p.clause, s.SectionClause)]
    if not sections:
        return
    known = NamedClauses(c.book)
    holders = {p.clause.name.text for p in c.book.clauses if isinstance(p.clause, s.PlaceClause | s.KeepClause)}
    drawn = {*c.names.constants, *holders}
    boxed = {p.clause.name.text for p in c.book.clauses if isinstance(p.clause, BOXED)}
    for clause in sections:
        for named in clause.says:
            _check_name(c, known, named, False)
        for shown in clause.shows:
            if shown.named is not None:
                _check_name(c, known, shown.named, True)
            known_names, where = drawn, "a picture"
            if shown.what == "box":
                known_names, where = c.names.constants.keys() | boxed, "the box"
            for place in shown.only:
                if place.text not in known_names:
                    message = f"nothing in {where} is called `{place.text}`"
                    help_ = did_you_mean(place.text, known_names, place.span)
                    c.report.add("E201", place.span, message, help=help_)


def clauses_elsewhere(c: Checker, named: s.Named) -> list[str]:
    """Return the ids of clauses with this name that some layer contains, even if this configuration does not have
    them."""
    kind = named.kind and KIND_WORDS.get(named.kind.text, named.kind.text)
    return sorted(
        id_
        for id_ in c.book.written
        if id_.partition(" ")[2] == named.name.text
        and id_.partition(" ")[0] not in UNSAID
        and (kind is None or id_.partition(" ")[0] == kind)
    )


def _check_name(c: Checker, known: NamedClauses, named: s.Named, shown: bool) -> None:
    found = known.clauses_meant(named, shown)
    if not found:
        if not clauses_elsewhere(c, named):
            _unknown(c, known, named)
        elif known.clauses_meant(named):
            _not_shown(c, known.clauses_meant(named), named)
    elif len({placed.id for placed in found}) > 1:
        ways = [f"`{clause_word(placed.clause)} {named.name.text}`" for placed in found]
        message = f"`{named.name.text}` is the name of several clauses here"
        c.report.add("E251", named.span, message, help=[f"write {' or '.join(ways)}"])
    elif named.step is not None and named.step.text not in (parts := _parts(found)):
        message = f"{with_article(clause_word(found[0].clause))} `{named.name.text}` has no part `{named.step.text}`"
        help_ = did_you_mean(named.step.text, parts, named.step.span) or ["steps, branches, items and rows are parts"]
        c.report.add("E201", named.step.span, message, help=help_)


def _parts(found: Iterable[Placed]) -> set[str]:
    return set[str]().union(*(inner_parts(placed.clause) for placed in found))


def _unknown(c: Checker, known: NamedClauses, named: s.Named) -> None:
    name = named.name
    others = known.by_name.get(name.text)
    if others and named.kind is not None:
        there = clause_word(others[0].clause)
        message = f"there is no {named.kind.text} `{name.text}`"
        c.report.add("E201", named.span, message, help=[f"there is `{there} {name.text}`"])
        return
    message = f"no clause is called `{name.text}`"
    c.report.add("E201", name.span, message, help=did_you_mean(name.text, known.by_name, name.span))


def _not_shown(c: Checker, found: list[Placed], named: s.Named) -> None:
    kind = clause_word(found[0].clause)
    message = f"`{named.name.text}` is {with_article(kind)}, of which there is no picture"
    advice = f"a section shows the box, the start, and {enumerated(SHOWABLE, 'or')} clauses"
    c.report.add("E202", named.span, message, help=[advice])


SEE: Final = {"en": "see", "de": "siehe", "nl": "zie"}
"""The word before the title of a section, in each language."""


class Reference(NamedTuple):
    """A reference to a section: where its title begins in the text, and the title (empty if no section has it)."""

    at: int
    title: str


def references(text: str, language: str, titles: Collection[str]) -> Iterator[Reference]:
    """Yield the references in a text, each with the title that follows if it is one of these."""
    for at in reference_places(text, language):
        rest = text[at:]
        fitting = [one for one in titles if re.match(rf"{re.escape(one)}(?!\w)", rest)]
        yield Reference(at, max(fitting, key=len, default=""))


@lru_cache(maxsize=16384)  # the same texts occur in every configuration
def reference_places(text: str, language: str) -> tuple[int, ...]:
    """Return the offsets in a text at which the titles of references begin."""
    word = SEE.get(language)
    if word is None:
        return ()
    form = rf"(?:\((?:[^()]* )?{word}|(?:^|(?<=[.!?:] )){word.capitalize()}) (?=[^\W\d_a-zà-ÿ])"
    return tuple(found.end() for found in re.finditer(form, text))


def section_references(c: Checker, model: CheckedModel) -> None:
    texts = printed_texts(c.book)
    titles: dict[str, list[str]] = {}
    for one in texts:
        if one.role == "title" and isinstance(one.placed.clause, s.SectionClause):
            titles.setdefault(one.language, []).append(one.text.value.rstrip(".:"))
    for one in texts:
        known = titles.get(one.language, [])
        for at, title in references(one.text.value, one.language, known):
            if not title:
                named = re.split(r"[).;,]", one.text.value[at:])[0]
                message = f"no section has the title “{named}”"
                c.report.add("W217", one.text.span, message, help=did_you_mean(named, known))
