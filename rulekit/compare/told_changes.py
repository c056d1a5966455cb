"""One change of a rulebook, described for an editor: a heading, and the clause with changed words marked.

`model/difference.py` finds the changes, `edition_prose.py` writes the clause in words, and `text_difference.py` marks
the words. `comparison_text.py` and `html_page.py` do the layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ..model import change_kinds as ch
from ..model.meaning_hash import is_meaningless
from ..model.naming import identifier_words
from ..model.rulebook import Placed
from ..model.word_catalogs import sort_catalog
from ..syntax import nodes as s
from ..syntax.format import format_node
from ..syntax.traversal import without_tags
from .edition_prose import Voice
from .names import ClauseLocation, TitleLookup, clause_kind, clause_location, clause_title, item_title
from .text_difference import (
    DASH,
    DiffLine,
    How,
    ProseRow,
    diff_lines,
    diff_words,
    mark_rows,
    one_sided_lines,
    same_line,
    sentence_row,
    text_with_marks,
)


@frozen
class ToldChange:
    """A change as it is shown to a reader. `sort` is new, gone, changed, renamed, reworded or order; `name` is a short
    title; `heading` names the clause, with marks; `notes` are its conditions, its location and its sources. `rows` are
    the clause in words, with marks; `law` is its source text with marks, which is shown alone if there are no words.
    `chapter` is the title of its chapter."""

    change: ch.Change
    sort: str
    name: str
    heading: DiffLine
    notes: tuple[str, ...]
    rows: tuple[ProseRow, ...]
    law: tuple[DiffLine, ...]
    chapter: str

    @property
    def text(self) -> str:
        """Return the change as text: its heading, its notes and its rows, each on a line, with marks as characters."""
        rows = [f"{row.sign} {' | '.join(map(text_with_marks, row.cells))}".lstrip() for row in self.rows]
        lines = [text_with_marks(self.heading), *(f"({note})" for note in self.notes)]
        return "\n".join([*lines, *(rows or map(text_with_marks, self.law))])

    @property
    def wording(self) -> bool:
        return self.change.wording

    @property
    def kind(self) -> str:
        """Return the kind of the changed clause, or `helper` if only examples use it; "" if the change is not about a
        clause."""
        match self.change:
            case ch.Added(helper=True) | ch.Struck(helper=True) | ch.Replaced(helper=True):
                return "helper"
        return self.clause.kind if self.clause is not None else ""

    @property
    def clause(self) -> s.Clause | None:
        match self.change:
            case ch.Added(after=placed) | ch.Struck(before=placed) | ch.Replaced(after=placed):
                return placed.clause
        return None


@frozen
class ChangeTeller:
    """Describes the changes from the `first` rulebook to the `second`. `under` maps the location of each clause to the
    conditions of the `under` blocks around it, and `chapters` its id to the title of its chapter."""

    first: Voice
    second: Voice
    under: Mapping[ClauseLocation, tuple[s.Expr, ...]]
    chapters: Mapping[str, str]

    def tell(self, change: ch.Change) -> ToldChange:
        """Return the description of a change for a reader."""
        match change:
            case ch.Added(after=placed):
                return self._one(change, "new", placed, self.second)
            case ch.Struck(before=placed):
                return self._one(change, "gone", placed, self.first)
            case ch.Replaced():
                return self._tell_change(change)
            case ch.HeaderChanged():
                return self._header(change)
            case ch.Reordered():
                return self._order(change)

    # ---------------------------------------------------------------------------------------- added and removed clauses

    def _one(self, change: ch.Added | ch.Struck, sort: str, placed: Placed, voice: Voice) -> ToldChange:
        clause, names = placed.clause, voice.names
        how: How = "new" if sort == "new" else "old"
        name = clause_title(clause)
        instead = tuple(_rows_of_replaced_step(sort, placed, voice))
        text = format_node(without_tags(clause))
        rows = voice.rows(placed)
        # show only the summary: the first generated sentence would only name the replaced step, and a note does that
        if instead and rows:
            rows = (*(sentence_row(w) for w in (voice.summary(placed),) if w), *instead)
        settled, running = self._conditions(placed, names), list(voice.conditions(placed))
        held = _condition_note(settled if rows else [*settled, *running])
        return ToldChange(
            change,
            sort,
            name,
            same_line(f'{sort.capitalize()}: {clause_kind(clause, change.helper)} "{name}"'),
            (
                *held,
                *_place_note(clause, names),
                *_rule_without_exception(placed, voice),
                *_source_notes(clause, names),
            ),
            rows,
            (*_lines_of_replaced_step(clause, names, sort), *one_sided_lines(how, text)),
            self.chapters.get(placed.id, ""),
        )

    def _conditions(self, placed: Placed, names: TitleLookup) -> list[str]:
        """Return in words for which answers and numbers of players a clause holds."""
        return [h for c in self.under.get(clause_location(placed.clause), ()) for h in names.settled_conditions(c)]

    # -------------------------------------------------------------------------------------------------- changed clauses

    def _tell_change(self, change: ch.Replaced) -> ToldChange:
        a, b = change.before.clause, change.after.clause
        one, two = clause_title(a), clause_title(b)
        name = diff_words(one, two) if one != two else same_line(two)
        sort = "changed"
        if set(change.parts) <= {"tags"} or (change.wording and not change.helper and not is_meaningless(b)):
            sort = "renamed" if one != two else "reworded"
        rows = mark_rows(self.first.rows(change.before), self.second.rows(change.after))
        called = item_renamings(change)
        if sort == "reworded" and len(called) > 1:  # show several renamings as a list without the clause around them
            rows = tuple(ProseRow(1, DASH, (diff_words(*titles),)) for titles in called)
        old, new = (format_node(sort_catalog(c) if isinstance(c, s.WordsClause) else c) for c in (a, b))
        now = self._conditions_changed(change)
        held = (*_condition_note(self._conditions(change.after, self.second.names)), *now)
        return ToldChange(
            change,
            sort,
            two,
            (*same_line(f'{_begin(sort)}: {clause_kind(b, change.helper)} "'), *name, *same_line('"')),
            (*held, *_place_note(b, self.second.names), *_rule_without_exception(change.after, self.second)),
            rows if any(row.changed for row in rows) else (),
            diff_lines(old, new) if old != new else (),
            self.chapters.get(change.after.id, ""),
        )

    def _conditions_changed(self, change: ch.Replaced) -> list[str]:
        if "conditions" not in change.parts and "unless" not in change.parts:
            return []
        was = ", ".join(self.first.conditions(change.before)) or "always"
        now = ", ".join(self.second.conditions(change.after)) or "always"
        return [f"held {was}; now {now}"]

    # ------------------------------------------------------------------- changes of headers and of the order of clauses

    def _header(self, change: ch.HeaderChanged) -> ToldChange:
        part, one, two = change.part, change.before, change.after
        if part == "summary":
            one, two = (v.finish(v.names.rulebook.header.summary) for v in (self.first, self.second))
        old, new = ([sentence_row(text)] if text else [] for text in (one, two))
        rows = mark_rows(old, new)
        return ToldChange(change, "changed", part, same_line(f"Changed: {part}"), (), rows, (), HEADER)

    def _order(self, change: ch.Reordered) -> ToldChange:
        names = self.second.names
        before, after = ([names.of(i.partition(" ")[2]) for i in ids] for ids in (change.before, change.after))
        slot = " ".join(identifier_words(w) for w in change.slot.split())
        one, two = (", ".join(f'"{name}"' for name in side) for side in (before, after))
        said, was = f"Another order of {slot}: {two}", sentence_row(f"was: {one}")
        chapter = self.chapters.get(change.after[0], "") if change.after else ""
        return ToldChange(change, "order", slot, same_line(said), (), (was,), (), chapter)


HEADER = "The game as a whole"


def item_renamings(change: ch.Replaced) -> list[tuple[str, str]]:
    """Return the old and the new title of each item whose title changed."""
    items = (d for d in change.details if isinstance(d, ch.ItemChange) and d.how == "reworded")
    titles = ((item_title(d.before), item_title(d.after)) for d in items)
    return [(one, two) for one, two in titles if one != two]


def _condition_note(conditions: Sequence[str]) -> Iterator[str]:
    if conditions:
        yield "holds " + " and ".join(conditions)


def _begin(sort: str) -> str:
    return {"changed": "Changed", "renamed": "Renamed only", "reworded": "Worded otherwise only"}[sort]


def _rows_of_replaced_step(sort: str, placed: Placed, voice: Voice) -> Iterator[ProseRow]:
    """Yield rows that compare a step with the rule that replaces it, in words or, without these, as source text; none
    for other clauses."""
    clause = placed.clause
    if not isinstance(clause, s.RuleClause) or not isinstance(clause.trigger, s.AtStep):
        return
    if clause.trigger.when != "instead of":
        return
    step, rule = voice.step(clause.trigger), voice.body_rows(placed)
    if not rule:
        node = voice.names.step(clause.trigger)
        step = tuple(_source_rows(node.body)) if node is not None else ()
        rule = tuple(_source_rows(clause.body))
    yield from mark_rows(step, rule) if sort == "new" else mark_rows(rule, step)


def _source_rows(body: Sequence[s.Stmt]) -> Iterator[ProseRow]:
    for stmt in body:
        yield from (sentence_row(one) for one in format_node(stmt).split("\n"))


def _place_note(clause: s.Clause, names: TitleLookup) -> Iterator[str]:
    if isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.AtStep):
        at = clause.trigger
        of = names.of(at.procedure.text)
        place = {"instead of": "takes the place of", "before": "comes before", "after": "comes after"}[at.when]
        yield f'{place} the step "{names.step_title(at)}" of "{of}"'


def _rule_without_exception(placed: Placed, voice: Voice) -> Iterator[str]:
    """Yield a note on what holds without this exception: the generated sentences of its fact."""
    clause = placed.clause
    if isinstance(clause, s.ExceptionClause):
        fact = voice.fact(clause.fact.text)
        said = " ".join(row.text for row in voice.exact(fact)) if fact is not None else ""
        if said:
            yield f"without this exception: {said}"


def _lines_of_replaced_step(clause: s.Clause, names: TitleLookup, sort: str) -> Iterator[DiffLine]:
    """Yield the source lines of the step that a rule replaces. They are marked as removed if the rule is new, as added
    if the rule is gone."""
    if (
        isinstance(clause, s.RuleClause)
        and isinstance(clause.trigger, s.AtStep)
        and clause.trigger.when == "instead of"
    ):
        step = names.step(clause.trigger)
        if step is not None:
            how: How = "old" if sort == "new" else "new"
            for stmt in step.body:
                yield from one_sided_lines(how, "\n".join("  " + line for line in format_node(stmt).split("\n")))


def _source_notes(clause: s.Clause, names: TitleLookup) -> Iterator[str]:
    for cite in clause.tags.cites:
        detail = f": {cite.detail.value}" if cite.detail else ""
        source = names.rulebook.sources.get(cite.source.text, cite.source.text)
        yield f"{source}{detail}"
