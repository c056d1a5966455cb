"""Amendments of named parts of a clause: a layer adds, changes or strikes rows, items, answers or sites, or the clauses
and pictures of a section.

`with_amendment` returns the changed clause or reports errors; `line_amendments.py` changes lines of bodies.
`clause_table.py` decides which layers may change a clause, and how two changes of the same part combine. An amendment
may add a clause to a section that already names it. In this way, a layer confirms that the section's text is still
right after the clause has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import evolve

from ..diagnostics import Diagnostic, DiagnosticSink, Help, Label, did_you_mean
from ..diagnostics.printable import with_article
from ..syntax import nodes as s
from ..syntax.traversal import same

PART_WORDS: Final[Mapping[str, str]] = {
    "enum": "item", "table": "row", "board": "site", "option": "answer", "ruling": "answer"
}  # fmt: skip  # two short lines
"""From each kind of clause with named parts to the word for one of its parts."""

NamedPart = s.Row | s.Item


def names_of_parts(amendment: s.Amendment) -> tuple[str, ...]:
    """Return the names of the parts that an amendment adds, changes or strikes."""
    named = [part for part in amendment.parts if isinstance(part, NamedPart)]
    return (*(item_of_part(part).name.text for part in named), *names_in_section(amendment), *names_struck(amendment))


def names_struck(amendment: s.Amendment) -> tuple[str, ...]:
    """Return the names of the parts that an amendment strikes, as written."""
    return tuple(name.text if isinstance(name, s.Name) else name.head_text for name in amendment.struck)


def item_of_part(part: NamedPart) -> s.Item:
    return part.item if isinstance(part, s.Row) else part


def with_amendment(old: s.Clause, amendment: s.Amendment, problems: DiagnosticSink) -> s.Clause | None:
    """Return the clause with the amendment applied. Report errors in `problems`; return None if there is one."""
    if isinstance(old, s.SectionClause):
        return with_told_parts(old, amendment, problems)
    parts = _parts(old)
    if parts is None:
        problems.add(_without_parts(old, amendment))
        return None
    found = len(problems)
    change = {"add": _add_parts, "replace": _replace_parts, "strike": _strike_parts}[amendment.verb]
    new = change(parts, amendment, problems)
    if len(problems) > found:
        return None
    if not new:
        word = PART_WORDS[amendment.kind]
        advice = Help(f"write `strike {amendment.kind} {amendment.name.text}` if the whole of it shall go")
        message = f"no {word} would be left of `{amendment.name.text}`"
        problems.add(Diagnostic("E244", message, amendment.span, (Label(old.name.span, "from here"),), help=(advice,)))
        return None
    return _with_parts(old, new)


def _with_parts(old: s.Clause, new: Sequence[NamedPart]) -> s.Clause:
    rows = tuple(part for part in new if isinstance(part, s.Row))
    items = tuple(part for part in new if isinstance(part, s.Item))
    if isinstance(old, s.TableClause | s.BoardClause):
        return evolve(old, rows=rows)
    assert isinstance(old, s.EnumClause | s.OptionClause)
    return evolve(old, items=items)


def _parts(clause: s.Clause) -> Sequence[NamedPart] | None:
    """Return the named parts of a clause. Return None if it has none, such as a table that is made from
    combinations."""
    match clause:
        case s.EnumClause(items=items):
            return items
        case s.OptionClause(range=None, items=items):
            return items
        case s.TableClause(said=True, binders=(), rows=rows):
            return rows
        case s.BoardClause(shape="graph", rows=rows):
            return rows
    return None


def _without_parts(old: s.Clause, amendment: s.Amendment) -> Diagnostic:
    name = amendment.name.text
    match old:
        case s.TableClause(said=False):
            message, advice = f"the rows of `{name}` are still to be said", f"write `table {name}` with all of them"
        case s.TableClause():
            message, advice = f"`{name}` has a row for each member of other things", "change these, or its `where`"
        case s.OptionClause():
            message, advice = f"the answers of `{name}` are numbers", f"write `replace {old.kind} {name}`"
        case _:
            message, advice = f"the sites of `{name}` follow from its size", f"write `replace board {name}`"
    word = PART_WORDS[amendment.kind]
    label = Label(old.name.span, f"no {word} is written here by name")
    return Diagnostic("E202", message, amendment.name.span, (label,), help=(Help(advice),))


def _add_parts(parts: Sequence[NamedPart], amendment: s.Amendment, problems: DiagnosticSink) -> list[NamedPart]:
    new = [part for part in amendment.parts if isinstance(part, NamedPart)]
    here = {item_of_part(part).name.text: part for part in parts}
    for part in new:
        name = item_of_part(part).name
        if name.text in here:
            word = PART_WORDS[amendment.kind]
            message = f"`{amendment.name.text}` has {with_article(word)} `{name.text}` already"
            advice = Help(f"write `replace in {amendment.kind} {amendment.name.text}`")
            label = Label(here[name.text].span, "written here")
            problems.add(Diagnostic("E222", message, name.span, (label,), help=(advice,)))
    at = len(parts)
    if amendment.beside is not None:
        if amendment.beside.text not in here:
            problems.add(_missing("E201", amendment.beside, parts, amendment))
            return []
        at = list(here).index(amendment.beside.text) + (amendment.side == "after")
    return [*parts[:at], *new, *parts[at:]]


def _replace_parts(parts: Sequence[NamedPart], amendment: s.Amendment, problems: DiagnosticSink) -> list[NamedPart]:
    new = {item_of_part(part).name.text: part for part in amendment.parts if isinstance(part, NamedPart)}
    here = {item_of_part(part).name.text: part for part in parts}
    for name, part in new.items():
        if name not in here:
            problems.add(_missing("E220", item_of_part(part).name, parts, amendment))
        elif same(here[name], part):
            message = f"`{name}` of `{amendment.name.text}` is replaced by what it says already"
            label = Label(here[name].span, "it says so here")
            problems.add(Diagnostic("W221", message, part.span, (label,)))
    return [new.get(name, part) for name, part in here.items()]


def _strike_parts(parts: Sequence[NamedPart], amendment: s.Amendment, problems: DiagnosticSink) -> list[NamedPart]:
    here = {item_of_part(part).name.text for part in parts}
    for name in amendment.struck:
        if isinstance(name, s.Name) and name.text not in here:
            problems.add(_missing("E221", name, parts, amendment))
    gone = set(names_struck(amendment))
    return [part for part in parts if item_of_part(part).name.text not in gone]


def _missing(code: str, name: s.Name, parts: Sequence[NamedPart], amendment: s.Amendment) -> Diagnostic:
    message = f"`{amendment.name.text}` has no {PART_WORDS[amendment.kind]} `{name.text}`"
    advice = did_you_mean(name.text, [item_of_part(part).name.text for part in parts], name.span)
    return Diagnostic(code, message, name.span, help=advice)


def names_in_section(amendment: s.Amendment) -> tuple[str, ...]:
    """Return the names of the clauses that an amendment of a section adds to what the section says and shows, as
    written."""
    told = (part for part in amendment.parts if isinstance(part, s.Named | s.ShowsLine))
    return tuple(f"shows {part.head_text}" if isinstance(part, s.ShowsLine) else part.head_text for part in told)


def in_place_of(new: s.SectionClause, old: s.SectionClause) -> s.SectionClause:
    """Return the section `new`, which replaces `old`. If it gives no position, it gets the position of the old one."""
    if new.parent is not None or new.beside is not None:
        return new
    return evolve(new, parent=old.parent, side=old.side, beside=old.beside)


def with_told_parts(old: s.SectionClause, amendment: s.Amendment, problems: DiagnosticSink) -> s.SectionClause | None:
    """Return the section with the amendment applied. Report errors in `problems`; return None if there is one."""
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
