"""Amendments of sections: clauses and pictures that a layer adds to a section or strikes from it.

If a lower layer changes a clause, a later layer can confirm the section's text: it adds the clause again.
"""

from __future__ import annotations

from attrs import evolve

from ..diagnostics import Diagnostic, DiagnosticSink, Help, Label, did_you_mean
from ..syntax import nodes as s


def names_in_section(amendment: s.Amendment) -> tuple[str, ...]:
    """Return the names of what an amendment of a section says and shows, as written."""
    told = (part for part in amendment.parts if isinstance(part, s.Named | s.ShowsLine))
    return tuple(f"shows {part.head_text}" if isinstance(part, s.ShowsLine) else part.head_text for part in told)


def in_place_of(new: s.SectionClause, old: s.SectionClause) -> s.SectionClause:
    """Return the replacement of a section, at the old position unless it gives another."""
    if new.parent is not None or new.beside is not None:
        return new
    return evolve(new, parent=old.parent, side=old.side, beside=old.beside)


def with_told_parts(old: s.SectionClause, amendment: s.Amendment, problems: DiagnosticSink) -> s.SectionClause | None:
    """Return the section with the amendment applied; None if there is an error."""
    if amendment.verb == "strike":
        return _strike(old, amendment, problems)
    says = {one.head_text: one for one in old.says}
    says |= {one.head_text: one for one in amendment.parts if isinstance(one, s.Named)}
    shows = {one.head_text: one for one in old.shows}
    for one in amendment.parts:
        if isinstance(one, s.ShowsLine) and one.head_text in shows:
            message = f"section `{old.name.text}` shows `{one.head_text}` already"
            label = Label(shows[one.head_text].span, "here")
            advice = Help(f"write `replace section {old.name.text}` for another caption or other places")
            problems.add(Diagnostic("E222", message, one.span, (label,), help=(advice,)))
            return None
        if isinstance(one, s.ShowsLine):
            shows[one.head_text] = one
    return evolve(old, says=tuple(says.values()), shows=tuple(shows.values()))


def _strike(old: s.SectionClause, amendment: s.Amendment, problems: DiagnosticSink) -> s.SectionClause | None:
    here = [*(one.head_text for one in old.says), *(one.head_text for one in old.shows)]
    gone = {one.head_text: one for one in amendment.struck if isinstance(one, s.Named)}
    for name, one in gone.items():
        if name not in here:
            message = f"section `{old.name.text}` neither says nor shows `{name}`"
            problems.add(Diagnostic("E221", message, one.span, help=did_you_mean(name, here, one.span)))
    if not gone.keys() <= {*here}:
        return None
    return evolve(
        old,
        says=tuple(one for one in old.says if one.head_text not in gone),
        shows=tuple(one for one in old.shows if one.head_text not in gone),
    )
