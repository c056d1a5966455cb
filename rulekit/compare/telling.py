"""One change of a rulebook as an editor reads it: a sentence for the gist, and the clause with changed words marked.

What changed is found by `model/difference.py`.  Titles come from `names.py`, what changed in rows and items from
`table_words.py`, the marks from `word_difference.py`; how all this is put on a page is for the pages (`terminal.py`,
`html_page.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from ..model import changes as ch
from ..model.identifier_words import identifier_words
from ..model.meaning_hash import is_meaningless
from ..model.rulebook import Placed, Rulebook
from ..syntax import nodes as s
from ..syntax.format import format_node
from ..syntax.tree_comparison import same
from .names import TitleLookup, Where, clause_kind, clause_location, clause_title
from .table_words import details
from .word_difference import LEFT_OUT, DiffLine, DiffSegment, How, diff_lines, diff_words, one_sided_lines


@frozen
class ToldChange:
    """A change: `sort` is new, gone, changed, renamed, reworded or order; `name` the short title of what it is about.

    `gist` is a sentence with marks; `lines` the clause, or what is new and old of it, with marks; `notes` say under
    which condition it holds, what it takes the place of, and where it comes from.
    """

    change: ch.Change
    sort: str
    name: str
    gist: DiffLine
    heading: DiffLine
    notes: tuple[str, ...]
    lines: tuple[DiffLine, ...]
    chapter: str

    @property
    def wording(self) -> bool:
        return self.change.wording

    @property
    def clause(self) -> s.Clause | None:
        match self.change:
            case ch.Added(after=placed) | ch.Struck(before=placed) | ch.Replaced(after=placed):
                return placed.clause
        return None


@frozen
class ChangeTeller:
    """Tells changes from one rulebook to another; `under` has the conditions that a clause was written under."""

    first: TitleLookup
    second: TitleLookup
    under: Mapping[Where, tuple[s.Expr, ...]]
    chapters: Mapping[str, str]

    @staticmethod
    def of(
        first: Rulebook, second: Rulebook, under: Mapping[Where, tuple[s.Expr, ...]], chapters: Mapping[str, str]
    ) -> ChangeTeller:
        return ChangeTeller(TitleLookup(first), TitleLookup(second), under, chapters)

    def told(self, change: ch.Change) -> ToldChange:
        match change:
            case ch.Added(after=placed):
                return self._one(change, "new", placed, self.second)
            case ch.Struck(before=placed):
                return self._one(change, "gone", placed, self.first)
            case ch.Replaced():
                return self._changed(change)
            case ch.HeaderChanged():
                return self._header(change)
            case ch.Reordered():
                return self._order(change)

    def _one(self, change: ch.Added | ch.Struck, sort: str, placed: Placed, names: TitleLookup) -> ToldChange:
        clause = placed.clause
        how: How = "new" if sort == "new" else "old"
        name = clause_title(clause)
        heading = f"{sort.capitalize()}: {clause_kind(clause)} {_quoted(name)}"
        text = format_node(evolve(clause, tags=s.Tags(None, None, (), span=clause.span)))
        about = tuple(one_sided_lines("same", clause.tags.summary.value)) if clause.tags.summary else ()
        return ToldChange(
            change,
            sort,
            name,
            _said(self._sentence(sort, placed, names)),
            _said(heading),
            (*self._held(placed, names), *_displaced(clause, names), *_cited(clause, names)),
            (*about, *_displaced_lines(clause, names, sort), *one_sided_lines(how, text)),
            self.chapters.get(placed.id, ""),
        )

    def _sentence(self, sort: str, placed: Placed, names: TitleLookup) -> str:
        clause = placed.clause
        name, held = clause_title(clause), "".join(f", {w}" for w in self._conditions(placed, names))
        about = f" {_short(clause.tags.summary.value)}" if clause.tags.summary and sort == "new" else ""
        new = sort.capitalize()
        match clause:
            case s.RuleClause(trigger=s.AtStep(when="instead of") as at):
                place, now = f'"{names.step_title(at)}"{_explained(names.step(at))}', f'"{name}"{_explained(clause)}'
                gone = f"{place} holds again; gone is {now}, which stood in its place"
                return f"{place} is replaced{held} by {now}" if sort == "new" else gone
            case s.RuleClause(trigger=s.AtStep(when=when) as at):
                return f'{new} rule {when} "{names.step_title(at)}"{held}: "{name}"{about}'
            case s.RuleClause(trigger=s.When(event=event)):
                return f'{new} rule when "{names.of(event.text)}"{held}: "{name}"{about}'
            case s.ExceptionClause(fact=fact, value=value, where=condition):
                only = f" where {format_node(condition)}" if condition else ""
                said = f'"{names.of(fact.text)}": {format_node(value)}{only}{held}'
                return f'{new} exception "{name}" to {said}'
            case s.ActionClause():
                return f'{new} action{held}: "{name}"{about}'
            case s.OptionClause(items=items) if items and sort == "new":
                usual = names.answer(clause.name.text, names.rulebook.options.get(clause.name.text, ""))
                return f'{new} {clause_kind(clause)}{held}: "{name}"; unless chosen: "{usual}"'
        return f'{new} {clause_kind(clause)}{held}: "{name}"{about}'

    def _changed(self, change: ch.Replaced) -> ToldChange:
        a, b = change.before.clause, change.after.clause
        one, two = clause_title(a), clause_title(b)
        name = diff_words(one, two) if one != two else (DiffSegment("same", two),)
        sort = "changed"
        if set(change.parts) <= {"tags"} or (change.wording and not is_meaningless(b)):
            sort = "renamed" if one != two else "reworded"
        heading = (*_said(f'{_begin(sort)}: {clause_kind(b)} "'), *name, DiffSegment("same", '"'))
        old, new = (format_node(c) for c in (a, b))
        notes = (*self._held(change.after, self.second), *self._conditions_changed(change), *_displaced(b, self.second))
        return ToldChange(
            change,
            sort,
            two,
            self._gist(change, name, sort),
            heading,
            notes,
            diff_lines(old, new) if old != new else (),
            self.chapters.get(change.after.id, ""),
        )

    def _gist(self, change: ch.Replaced, name: DiffLine, sort: str) -> DiffLine:
        a, b = change.before.clause, change.after.clause
        if sort == "renamed":
            return _said(f'"{clause_title(a)}" is now called "{clause_title(b)}"')
        if sort == "reworded":
            what = [w for p, w in (("summary", "explained"), ("cites", "sourced"))
                    if ch_tag(a, p) != ch_tag(b, p)]  # fmt: skip
            told = details(change, self.first, self.second)
            return _said(
                f'"{clause_title(b)}" is {" and ".join(what) or "worded"} otherwise' + (f": {told}" if told else "")
            )
        begin = (DiffSegment("same", '"'), *name, DiffSegment("same", '": '))
        told = details(change, self.first, self.second)
        if told:
            return (*begin, DiffSegment("same", told))
        simple = _simple(a, b) or self._trigger(a, b)
        if simple:
            return (*begin, DiffSegment("same", simple))
        bare = [format_node(evolve(c, tags=s.Tags(None, None, (), span=c.span))) for c in (a, b)]
        changed = [line for line in diff_lines(bare[0], bare[1], 0) if any(p.how != "same" for p in line)]
        changed = [tuple(DiffSegment(p.how, self._called(p.text)) for p in line) for line in changed]
        if changed and sum(len(p.text) for line in changed for p in line) <= 150:
            parts = [part for line in changed for part in (*_trimmed(line), DiffSegment("same", "; "))]
            return (*begin, *parts[:-1])
        if changed:
            return (
                *begin,
                DiffSegment("same", f"{len(changed)} of its {bare[1].count(chr(10)) + 1} lines are different"),
            )
        held = ", ".join(self._conditions_changed(change))
        return (*begin, DiffSegment("same", held or "holds under other conditions"))

    def _trigger(self, a: s.Clause, b: s.Clause) -> str:
        """A rule that only answers another event than before."""
        if isinstance(a, s.RuleClause) and isinstance(b, s.RuleClause):
            one, two = a.trigger, b.trigger
            if isinstance(one, s.When) and isinstance(two, s.When) and one.event.text != two.event.text:
                if same(a.body, b.body):
                    return f'when "{self.second.of(two.event.text)}" instead of "{self.first.of(one.event.text)}"'
        return ""

    def _called(self, text: str) -> str:
        """A line that only calls a part of the game, by the title of that part."""
        name, call, _ = text.strip().partition("(")
        titled = self.second.titled(name) or self.first.titled(name) if call and text.endswith(")") else ""
        return f'"{titled}"' if titled else text

    def _held(self, placed: Placed, names: TitleLookup) -> Iterator[str]:
        yield from (f"holds {c}" for c in self._conditions(placed, names))

    def _conditions(self, placed: Placed, names: TitleLookup) -> Iterator[str]:
        """Under what a clause stands, in words: what its `under` blocks say, and when a later layer puts it aside."""
        yield from (names.condition(c) for c in self.under.get(clause_location(placed.clause), placed.conditions))
        yield from (f"not {names.condition(c)}" for c in placed.unless)

    def _conditions_changed(self, change: ch.Replaced) -> Iterator[str]:
        if "conditions" in change.parts or "unless" in change.parts:
            was = ", ".join(self._conditions(change.before, self.first)) or "always"
            now = ", ".join(self._conditions(change.after, self.second)) or "always"
            yield f"held {was}; now {now}"

    def _header(self, change: ch.HeaderChanged) -> ToldChange:
        part, one, two = change.part, change.before, change.after
        if part.startswith("source "):
            said = f'Source "{two or one}" is {"new" if not one else "no longer named" if not two else "changed"}'
        elif part in ("title", "summary"):
            said = f"The {part} of the game is different"
        else:
            said = f"{part.capitalize()}: {one or 'none'} become {two or 'none'}"
        marked = diff_words(one, two)
        return ToldChange(change, "changed", part, _said(said), _said(f"Changed: {part}"), (), (marked,), HEADER)

    def _order(self, change: ch.Reordered) -> ToldChange:
        before, after = ([self.second.of(i.partition(" ")[2]) for i in ids] for ids in (change.before, change.after))
        slot = " ".join(identifier_words(w) for w in change.slot.split())
        said = f"Another order of {slot}: {', '.join(_quoted(n) for n in after)}"
        was = (DiffSegment("same", f"was: {', '.join(_quoted(n) for n in before)}"),)
        chapter = self.chapters.get(change.after[0], "") if change.after else ""
        return ToldChange(change, "order", slot, _said(said), _said(said), (), (was,), chapter)


HEADER = "The game as a whole"


def ch_tag(clause: s.Clause, part: str) -> object:
    value = getattr(clause.tags, part)
    if part == "cites":
        return [(c.source.text, c.detail.value if c.detail else "") for c in value]
    return value.value if value is not None else None


def _said(text: str) -> DiffLine:
    return (DiffSegment("same", text),)


def _quoted(text: str) -> str:
    return f'"{text}"'


def _begin(sort: str) -> str:
    return {"changed": "Changed", "renamed": "Renamed only", "reworded": "Worded otherwise only"}[sort]


def _short(text: str) -> str:
    """The first sentence."""
    end = text.find(". ")
    return f"({(text if end < 0 else text[:end]).rstrip('.')})"


def _explained(part: s.Step | s.RuleClause | None) -> str:
    """What a step or a rule says of itself below its title, or else what it does, if that is one short line."""
    if part is None:
        return ""
    if part.tags.summary is not None:
        return f" {_short(part.tags.summary.value)}"
    said = format_node(part.body[0]) if len(part.body) == 1 else ""
    return f" ({said})" if said and "\n" not in said and len(said) <= REACH else ""


def _simple(a: s.Clause, b: s.Clause) -> str:
    """A fact that is a plain number or name on both sides."""
    if isinstance(a, s.FactClause) and isinstance(b, s.FactClause):
        plain = s.Number | s.Truth | s.Ref
        if isinstance(a.value, plain) and isinstance(b.value, plain):
            return f"{_plain(a.value)} becomes {_plain(b.value)}"
    return ""


def _plain(value: s.Number | s.Truth | s.Ref) -> str:
    return identifier_words(value.name.text) if isinstance(value, s.Ref) else format_node(value)


def _trimmed(line: DiffLine) -> Iterator[DiffSegment]:
    """A changed line without its indent, and no more than a few words beside what changed."""
    for at, part in enumerate(line):
        text = part.text
        if part.how == "same" and len(text) > REACH:
            cut = text.lstrip()
            if at == 0 and " " in cut[-REACH:]:
                text = "… " + cut[-REACH:].partition(" ")[2]
            elif at == len(line) - 1:
                text = text[:REACH].rpartition(" ")[0] + " …"
        yield DiffSegment(part.how, text.lstrip() if at == 0 else text)


REACH = 60


def _displaced(clause: s.Clause, names: TitleLookup) -> Iterator[str]:
    if isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.AtStep):
        at = clause.trigger
        of = names.of(at.procedure.text)
        place = {"instead of": "takes the place of", "before": "comes before", "after": "comes after"}[at.when]
        yield f'{place} the step "{names.step_title(at)}" of "{of}"'


def _displaced_lines(clause: s.Clause, names: TitleLookup, sort: str) -> Iterator[DiffLine]:
    """What the step says in whose place a rule comes: that no longer holds, or holds again."""
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


def _cited(clause: s.Clause, names: TitleLookup) -> Iterator[str]:
    for cite in clause.tags.cites:
        detail = f": {cite.detail.value}" if cite.detail else ""
        source = names.rulebook.sources.get(cite.source.text, cite.source.text)
        yield f"{source}{detail}"


def sorted_by_weight(told: Sequence[ToldChange]) -> list[ToldChange]:
    """What a reader should see first: the things of the game, choices, actions and rules, then what serves them."""
    return sorted(told, key=_weight)


def _weight(one: ToldChange) -> int:
    if isinstance(one.change, ch.HeaderChanged):
        return 90 if one.wording else 0
    if isinstance(one.change, ch.Reordered):
        return 9
    clause = one.clause
    base = next((at for at, kinds in enumerate(ORDER) if isinstance(clause, kinds)), len(ORDER))
    return base + 100 * one.wording


ORDER: tuple[tuple[type[s.Clause], ...], ...] = (
    (s.ActionClause,),
    (s.TableClause, s.EnumClause, s.PieceClause, s.BoardClause),
    (s.RuleClause,),
    (s.ProcedureClause, s.FlowClause),
    (s.ExceptionClause,),
    (s.OptionClause,),
    (s.FactClause,),
    (s.EventClause, s.ChoiceClause),
    (s.PlaceClause, s.KeepClause, s.PositionClause),
    (s.RulesetClause, s.InvariantClause),
)

__all__ = ["HEADER", "LEFT_OUT", "ChangeTeller", "ToldChange", "sorted_by_weight"]
