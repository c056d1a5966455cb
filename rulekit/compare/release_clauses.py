"""What release notes say about single clauses: their titles, sources, numbers and words in other languages."""

from __future__ import annotations

from collections.abc import Iterator

from babel import Locale, UnknownLocaleError

from ..diagnostics.printable import capital
from ..model import change_kinds as ch
from ..model.difference import table_cell
from ..model.rulebook import Rulebook
from ..syntax import nodes as s
from ..syntax.traversal import inside
from .edition_prose import Voice
from .names import clause_kind, clause_title


def language_name(code: str) -> str:
    """Return the English name of a language."""
    try:
        return Locale.parse(code).get_display_name("en") or code
    except (UnknownLocaleError, ValueError):
        return f"“{code}”"


def cited_sources(clause: s.Clause, voice: Voice) -> str:
    """Return the titles of the sources that a clause cites, as text."""
    known = voice.names.rulebook.sources
    details = ((known.get(c.source.text, c.source.text), c.detail) for c in clause.tags.cites)
    return "; ".join(f"{title}, “{detail.value}”" if detail else title for title, detail in details)


def number_of_fact(clause: s.Clause, rulebook: Rulebook) -> int | None:
    """Return the number that a fact always has: a plain number, or a number in a table. Return None for other facts."""
    match clause:
        case s.FactClause(params=(), value=s.Number(value=number)):
            return number
        case s.FactClause(params=(), value=s.Attribute(base=s.Ref(name=row), name=column)):
            for table in (p.clause for p in rulebook.clauses if isinstance(p.clause, s.TableClause)):
                for one in table.rows:
                    if one.item.name.text == row.text:
                        cell = table_cell(table, one, column.text)
                        return cell.value if isinstance(cell, s.Number) else None
    return None


def clause_heading(clause: s.Clause) -> str:
    """Return the title of a clause. For a clause without a title, return its kind and its name."""
    title = clause_title(clause)
    return title if clause.tags.title is not None else capital(f"{clause_kind(clause)} “{title}”")


def facts_named(change: ch.Change) -> Iterator[str]:
    """Yield the ids of the facts that a changed clause may name."""
    clause = changed_clause(change)
    for node in inside(clause, s.Ref, s.Call) if clause is not None else ():
        yield f"fact {node.name.text}"  # type: ignore[attr-defined]  # Ref and Call have names


def has_values(change: ch.Change) -> bool:
    """Return whether the summary of a changed clause has computed values in braces."""
    clause = changed_clause(change)
    return clause is not None and clause.tags.summary is not None and "{" in clause.tags.summary.value


def changed_clause(change: ch.Change) -> s.Clause | None:
    placed = ch.subject_of(change)
    return placed.clause if placed is not None else None


def texts_of_word(word: s.Word | None, other: s.Word | None) -> str:
    """Return the texts of a catalog's word that the same word in the other revision does not have; "" without a
    word."""
    known = set() if other is None else {text.value for text in (other.title, other.summary) if text is not None}
    forms = set() if other is None else {(form.key.text, form.value.value) for form in other.forms}
    if word is None:
        return ""
    said = [f"“{text.value}”" for text in (word.title, word.summary) if text is not None and text.value not in known]
    told = [(form.key.text, form.value.value) for form in word.forms]
    return ", ".join([*said, *(f"{key} “{value}”" for key, value in told if (key, value) not in forms)])
