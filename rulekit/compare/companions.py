"""A change of the rules together with the definitions and open questions that came only for its sake, in one sentence.

Which changes come together is `separate_changes.py`'s.  Each keeps its own place in the chapters; only the first screen
tells them together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ..model.changes import Added, Change, Struck
from ..syntax import nodes as s
from .names import TitleLookup
from .sentences import quoted, same_line
from .telling import ToldChange
from .word_difference import DiffLine


def told_together(
    told: Sequence[ToldChange], groups: Sequence[Sequence[Change]], first: TitleLookup, second: TitleLookup
) -> tuple[ToldChange, ...]:
    """As `told`; where a group has one change that is no definition and no question, it names the others of its sort
    (new or gone) in its own sentence."""
    of = {id(t.change): t for t in told}
    lead: dict[int, tuple[ToldChange, ...]] = {}
    for group in groups:
        members = [of[id(c)] for c in group if id(c) in of]
        leads = [t for t in members if not _serves(t)]
        if len(leads) == 1:
            lead[id(leads[0])] = tuple(t for t in members if t is not leads[0] and t.sort == leads[0].sort)
    silent = {id(t) for members in lead.values() for t in members}
    return tuple(
        evolve(t, gist=(*_ended(t.gist), *_with(lead[id(t)], second if t.sort == "new" else first)))
        if lead.get(id(t))
        else t
        for t in told
        if id(t) not in silent
    )


def _serves(one: ToldChange) -> bool:
    """Whether it does nothing by itself: what it says is asked for by others."""
    return isinstance(one.change, Added | Struck) and isinstance(one.clause, s.FactClause | s.OptionClause)


def _ended(line: DiffLine) -> DiffLine:
    """With a point at its end."""
    text = "".join(part.text for part in line)
    return line if text.endswith((".", "…", "?", "!")) else (*line, *same_line("."))


def _with(members: Sequence[ToldChange], names: TitleLookup) -> DiffLine:
    """Those that come with it, each sort by its name."""
    return same_line("".join(f" {one}" for one in _sorts(members, names)))


def _sorts(members: Sequence[ToldChange], names: TitleLookup) -> Iterator[str]:
    questions = [t.clause for t in members if isinstance(t.clause, s.OptionClause)]
    facts = [t for t in members if isinstance(t.clause, s.FactClause)]
    if questions:
        yield f"It asks: {'; '.join(_question(clause, names) for clause in questions)}."
    if facts:
        yield f"It defines: {', '.join(quoted(t.name) for t in facts)}."


def _question(clause: s.OptionClause, names: TitleLookup) -> str:
    name = clause.name.text
    usual = names.answer(name, names.rulebook.options.get(name, ""))
    return f"{quoted(names.of(name))} (unless chosen: {quoted(usual)})"
