"""W217: a text refers to a section that does not exist.

A reference is `(see TITLE` or a sentence that begins with `See TITLE`, with the title as it is printed; the pages turn
it into a link.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from ...diagnostics import did_you_mean
from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker
from .printed_texts import printed_texts

SEE: Final = {"en": "see", "de": "siehe", "nl": "zie"}
"""The word before the title of a section, in each language."""


class Reference(NamedTuple):
    """A reference to a section: where its title begins in the text, and the title (empty if no section has it)."""

    at: int
    title: str


def references(text: str, language: str, titles: Collection[str]) -> Iterator[Reference]:
    """Yield the references in a text: to one of these titles, or to other words that begin with a capital."""
    word = SEE.get(language)
    if word is None:
        return
    for found in re.finditer(rf"(?:\({word}|(?:^|(?<=[.!?:] )){word.capitalize()}) (?=[^\W\d_a-zà-ÿ])", text):
        rest = text[found.end() :]
        fitting = [one for one in titles if re.match(rf"{re.escape(one)}(?!\w)", rest)]
        yield Reference(found.end(), max(fitting, key=len, default=""))


def section_references(c: Checker, model: CheckedModel) -> None:
    texts = list(printed_texts(c.book))
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
                c.report.warn("W217", one.text.span, message, help=did_you_mean(named, known))
