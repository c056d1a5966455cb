"""The titles and summaries that a rulebook's clauses have, by their keys in the lexicon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ..model.header import FRONT_LINES
from ..model.naming import BRANCH, FRONT, LAYER, word_name
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import parts_with_titles
from .tree import LexiconKey

Tagged = tuple[LexiconKey, s.Text | None, s.Text | None]
"""A name with its title and its summary."""


def titles_and_summaries(header: s.Header, clauses: Iterable[s.Clause]) -> Iterator[Tagged]:
    """Yield the titles and summaries of clauses, their items, rows, answers, branches and steps, and of seats."""
    yield LexiconKey(word_name(LAYER, header.name.text)), header.title, header.summary
    for line in FRONT_LINES:
        said: s.FrontLine | None = getattr(header, line)
        if said is not None:
            yield LexiconKey(word_name(FRONT, line)), said.text, None
    for seat in header.seats:
        yield LexiconKey(seat.name.text), seat.title, None
    for clause in clauses:
        yield from _titles_of_clause(clause)


@lru_cache(maxsize=4096)  # all configurations of a rulebook have nearly the same clauses
def _titles_of_clause(clause: s.Clause) -> tuple[Tagged, ...]:
    name = word_name(clause.kind, clause.name.text)
    found: list[Tagged] = [(LexiconKey(name), clause.tags.title, clause.tags.summary)]
    match clause:
        case s.EnumClause(items=items) | s.OptionClause(items=items):
            found += [(LexiconKey(name, item.name.text), item.title, None) for item in items]
        case s.TableClause(rows=rows) | s.BoardClause(rows=rows):
            found += [(LexiconKey(name, row.item.name.text), row.item.title, None) for row in rows]
        case s.ProcedureClause() | s.FlowClause() | s.ActionClause() | s.RuleClause():
            for node in parts_with_titles(clause):
                step = does(node, "woven")
                key = LexiconKey(name, node.name.text) if step else LexiconKey(word_name(BRANCH, node.name.text))
                found.append((key, node.tags.title, node.tags.summary))
        case s.SectionClause(shows=shows):
            for shown in shows:
                item = shown.named.name.text if shown.named else shown.what
                found.append((LexiconKey(name, item), shown.caption, None))
    return tuple(found)
