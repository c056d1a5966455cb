"""W209 to W212: what the sections of a book leave out, and what they say that no longer holds.

W209: an action, a rule, an exception, the flow or an option that no section says.  W210: a section that says a clause
which a later layer changed or struck, while nobody read its words again.  W211: it says a clause that is only there
under another answer.  W212: a ruling that no section says.  A book without sections needs none of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.edits import clause_word
from ...model.meaning_hash import meaning_key
from ...model.outline import outline
from ...model.rulebook import Placed
from ...model.sections import NamedClauses
from ...syntax import nodes as s
from ...syntax.traversal import inside
from ..checked import CheckedModel
from ..checker import Checker
from .section_names import clauses_elsewhere


def told_sections(c: Checker, model: CheckedModel) -> None:
    sections = [p.clause for p in c.book.clauses if isinstance(p.clause, s.SectionClause)]
    if not sections or c.book.changed or (c.book.part and len(c.book.layers) > 1):
        return
    known = NamedClauses(c.book)
    said: set[str] = set()
    for clause in sections:
        for named in clause.says:
            found = known.clauses_meant(named)
            said.update(placed.id for placed in found)
            if found:
                _stale(c, clause, named, found[0])
            elif clauses_elsewhere(c, named):
                _not_in_force(c, clause, named)
    for placed in _needed(c):
        if placed.id not in said:
            _unsaid(c, placed)


def _stale(c: Checker, section: s.SectionClause, named: s.Named, placed: Placed) -> None:
    order = {source: at for at, source in enumerate(c.book.files)}
    read = order.get(named.span.source, 0)
    for old, new, source in c.book.changes_of.get(placed.id, ()):
        if order.get(source, 0) > read and _meaning(old, named) != _meaning(new, named):
            layer = c.book.layers[order[source]]
            name = section.name.text
            message = f"section `{name}` says `{placed.id}`, which `{layer}` changed, and its words stayed"
            again = f"`add to section {name}: says {named.head_text}` in `{layer}` if they still hold"
            c.report.warn("W210", named.span, message, help=[f"write `replace section {name}`, or {again}"])
            return


def _meaning(clause: s.Clause, named: s.Named) -> object:
    """Return the meaning of a clause, or of the part that a section names."""
    if named.step is None:
        return meaning_key(clause, words=False)
    parts = (node for node in inside(clause, s.Step, s.Branch, s.Item) if node.name.text == named.step.text)  # type: ignore[attr-defined]
    return tuple(meaning_key(part, words=False) for part in parts)


def _not_in_force(c: Checker, section: s.SectionClause, named: s.Named) -> None:
    name, gone = section.name.text, c.book.struck.get(named.name.text)
    if gone is not None and gone.inside is None:
        message = f"section `{name}` says `{named.head_text}`, which `{gone.layer}` strikes"
        advice = f"write `replace section {name}` or `strike from section {name}: {named.head_text}` in `{gone.layer}`"
        c.report.warn("W210", named.span, message, help=[advice])
        return
    message = f"section `{name}` says `{named.head_text}`, which is there only under another answer"
    c.report.warn("W211", named.span, message, help=["write the section in the `under` block of the clause"])


def _needed(c: Checker) -> Iterator[Placed]:
    """Yield the clauses that players need to know of."""
    chapters = outline(c.book).chapters
    aside = {placed.id for chapter in chapters if chapter.reference for placed in chapter.clauses}
    for chapter in chapters:
        for placed in chapter.clauses:
            match placed.clause:
                case s.OptionClause():
                    yield placed
                case s.ExceptionClause(fact=fact) if f"fact {fact.text}" in aside:
                    continue  # it keeps a book's accounts, as its fact does
                case s.ActionClause() | s.RuleClause() | s.ExceptionClause() | s.FlowClause() if not chapter.reference:
                    yield placed


def _unsaid(c: Checker, placed: Placed) -> None:
    clause = placed.clause
    word = clause_word(clause)
    what = word if word == "flow" else f"{word} {clause.name.text}"
    code = "W212" if isinstance(clause, s.OptionClause) and clause.ruling else "W209"
    advice = f"write `says {what}` in the section that tells it"
    c.report.warn(code, clause.name.span, f"no section says `{what}`", help=[advice])
