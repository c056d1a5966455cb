"""W209 to W212: clauses that the sections of a book omit, and statements of sections that are out of date.

W209: no section describes an action, a rule, an exception, the flow, an option, a step of the set-up or an ending.
W210: a section describes a clause that a later layer changed or struck, and was not revised. W211: it describes a
clause that exists only under another answer of an option. W212: no section describes a ruling. A book without sections
is exempt, and a part without an edition (an expansion, a character) need only describe what it adds.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.clause_table import is_unsaid
from ...model.edits import clause_word
from ...model.meaning_hash import WORDING
from ...model.outline import outline
from ...model.rulebook import Placed
from ...model.sections import NamedClauses
from ...syntax import nodes as s
from ...syntax.traversal import inside, may_end_game, parts_with_titles, same, steps_in
from ..checked import CheckedModel
from ..checker import Checker
from ..clause_call_graph import call_edges
from .section_names import clauses_elsewhere


def told_sections(c: Checker, model: CheckedModel) -> None:
    sections = [p for p in c.book.clauses if isinstance(p.clause, s.SectionClause)]
    if not sections:
        return
    known = NamedClauses(c.book)
    said: dict[str, set[str | None]] = {}
    for section in sections:
        assert isinstance(section.clause, s.SectionClause)
        for named in section.clause.says:
            found = known.clauses_meant(named)
            for placed in found if has_words(section.clause) else ():
                said.setdefault(placed.id, set()).add(named.step.text if named.step else None)
            if c.book.changed or not _answers_for(c, section):
                continue
            if found:
                _stale(c, section.clause, named, found[0])
            elif not c.book.left_out.isdisjoint(ids := clauses_elsewhere(c, named)):
                continue
            elif ids:
                _not_in_force(c, section.clause, named)
    if any(is_unsaid(placed.clause) for placed in c.book.clauses):
        return  # the edition that supplies the missing clauses may supply rules and sections, too
    for placed in _needs_telling(c):
        parts = said.get(placed.id)
        if not _answers_for(c, placed):
            continue
        if isinstance(placed.clause, s.ProcedureClause) and parts is not None and None not in parts:
            for step in steps_in(placed.clause):
                if step.name.text not in parts:
                    _unsaid(c, step.name, f"procedure {placed.clause.name.text}.{step.name.text}", "W209")
        elif parts is None:
            word, name = clause_word(placed.clause), placed.clause.name
            ruling = isinstance(placed.clause, s.OptionClause) and placed.clause.ruling
            _unsaid(c, name, word if word == "flow" else f"{word} {name.text}", "W212" if ruling else "W209")


def has_words(section: s.SectionClause) -> bool:
    """Return whether a section has visible content of its own."""
    return bool(section.tags.title or section.tags.summary or section.table or section.shows)


def _answers_for(c: Checker, placed: Placed) -> bool:
    """Return whether the layers of this rulebook must describe a clause in a section. Parts without an edition
    (expansions) need only describe what they add to their base."""
    return not c.book.part or len(c.book.layers) == 1 or placed.layer != c.book.layers[0]


def _stale(c: Checker, section: s.SectionClause, named: s.Named, placed: Placed) -> None:
    order = {source: at for at, source in enumerate(c.book.files)}
    read = order.get(named.span.source, 0)
    for old, new, source in c.book.changes_of.get(placed.id, ()):
        if order.get(source, 0) > read and not same(_part(old, named), _part(new, named), WORDING):
            layer = c.book.layers[order[source]]
            name = section.name.text
            message = f"section `{name}` says `{placed.id}`, which `{layer}` changed, and its words stayed"
            again = f"`add to section {name}: says {named.head_text}` in `{layer}` if they still hold"
            c.report.add("W210", named.span, message, help=[f"write `replace section {name}`, or {again}"])
            return


def _part(clause: s.Clause, named: s.Named) -> object:
    """Return a clause, or the part of it that a section names."""
    if named.step is None:
        return clause
    parts = (*parts_with_titles(clause), *inside(clause, s.Item))
    return tuple(part for part in parts if part.name.text == named.step.text)


def _not_in_force(c: Checker, section: s.SectionClause, named: s.Named) -> None:
    name, gone = section.name.text, c.book.struck.get(named.name.text)
    if gone is not None and gone.inside is None:
        message = f"section `{name}` says `{named.head_text}`, which `{gone.layer}` strikes"
        advice = f"write `replace section {name}` or `strike from section {name}: {named.head_text}` in `{gone.layer}`"
        c.report.add("W210", named.span, message, help=[advice])
        return
    message = f"section `{name}` says `{named.head_text}`, which is there only under another answer"
    c.report.add("W211", named.span, message, help=["write the section in the `under` block of the clause"])


def _needs_telling(c: Checker) -> Iterator[Placed]:
    """Yield the clauses about which players must be told."""
    chapters = outline(c.book).chapters
    aside = {placed.id for chapter in chapters if chapter.reference for placed in chapter.clauses}
    outside = {edge.target for edge in call_edges(c.book.clauses) if edge.source == "flow flow"}
    for chapter in chapters:
        for placed in chapter.clauses:
            match placed.clause:
                case s.OptionClause():
                    yield placed
                case s.ExceptionClause(fact=fact) if f"fact {fact.text}" in aside:
                    continue  # like its fact, it is in a reference chapter, which sections need not describe
                case s.ActionClause() | s.RuleClause() | s.ExceptionClause() | s.FlowClause() if not chapter.reference:
                    yield placed
                case s.ProcedureClause(body=body) if not chapter.reference and body:
                    if placed.id in outside or may_end_game(body):
                        yield placed


def _unsaid(c: Checker, name: s.Name, what: str, code: str) -> None:
    c.report.add(
        code, name.span, f"no section says `{what}`", help=[f"write `says {what}` in the section that tells it"]
    )
