"""Remarks on titles that may be false in a variant: of a clause that it changes in part, and its own if it is that of
the base.

Only the playground makes them: an edition changes many clauses whose titles still fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..diagnostics import Diagnostic, Help
from ..editor.replace_advice import BODIES
from ..model.meaning_hash import WORDING
from ..model.rulebook import Rulebook
from ..syntax import nodes as s
from ..syntax.traversal import same

STAYED: Final = "W210"
REPEATED: Final = "W221"
TELLING: Final = (*BODIES, s.FactClause, s.ExceptionClause)
"""Clauses whose titles say what they do."""
LEAST_WORDS: Final = 4
"""The fewest words of a title that says what a rule does, instead of only naming it."""


def stayed_titles(rulebook: Rulebook, books: Sequence[s.Book]) -> Iterator[Diagnostic]:
    """Yield a remark for each title of a lower layer on a clause that the last layer changes, and for a title of the
    last layer that a lower one has."""
    last = books[-1]
    own = last.header.title
    for below in books[:-1]:
        if own is not None and below.header.title is not None and below.header.title.value == own.value:
            message = f"this title is that of `{below.header.name.text}`: nobody can tell the two games apart"
            yield Diagnostic(REPEATED, message, own.span, help=(Help("give your variant a title of its own"),))
    for id_, changes in rulebook.changes_of.items():
        for old, new, source in changes:
            title = new.tags.title
            if source is not last.span.source or title is None or title.span.source is source:
                continue
            says = isinstance(new, TELLING) and len(title.value.split()) >= LEAST_WORDS
            if says and not same(old, new, WORDING):
                message = f"`{last.header.name.text}` changes `{id_}`, whose title stayed: “{title.value}”"
                advice = f'if it no longer holds, write a new one: `replace in {id_} "…":`'
                yield Diagnostic(STAYED, message, title.span, help=(Help(advice),))
