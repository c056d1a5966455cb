"""Sentences on single changes, for programs that read the JSON.

A new or removed clause is described by its text; a changed clause by the words removed and added; a list, table or
option by its rows. `told_changes.py` shows the whole clause, `topics.py` the first screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ..model import changes as ch
from ..model.difference import table_cell
from ..model.naming import identifier_words
from ..model.rulebook import Placed, Rulebook
from ..syntax import nodes as s
from ..syntax.format import format_node
from ..syntax.traversal import same, without_tags
from .edition_prose import Voice, rows_text
from .names import TitleLookup, clause_kind, clause_title, item_title
from .text_difference import DiffLine, DiffSegment, ProseRow, diff_lines, diff_words, mark_rows, rows_line

LONGEST = 330
"""Letters of a sentence behind the title of what it is about."""
REACH, SPARE = 60, 30
"""Letters that stay beside a change, and how many more make it worth to leave some out."""


def same_line(text: str) -> DiffLine:
    return (DiffSegment("same", text),)


def join_with_and(held: Sequence[str]) -> str:
    """Return conditions that must all hold as one text, joined with "and"."""
    return " and ".join(held)


def quote(text: str) -> str:
    return f'"{text}"'


def text_with_marks(said: DiffLine) -> str:
    """Return a line with its marks as signs: `[-old-]` and `{+new+}`."""
    signs = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(signs[part.how].format(part.text) for part in said)


# ------------------------------------------------------------------------------------------------------- new and gone


def one_sided_sentence(
    sort: str, placed: Placed, voice: Voice, other: Voice, held: Sequence[str], instead: Sequence[ProseRow]
) -> DiffLine:
    """Return a sentence on a new or removed clause, in its own words. `instead` compares a step with the rule that
    replaces it."""
    clause = placed.clause
    names = voice.names
    name, under = clause_title(clause), f", {join_with_and(held)}" if held else ""
    new = sort.capitalize()
    match clause:
        case s.RuleClause(trigger=s.AtStep(when="instead of") as at):
            step = quote(names.step_title(at))
            head = f'{step} is replaced{under} by "{name}": '
            if sort == "gone":
                head = f'{step} holds again; gone is "{name}", which stood in its place{under}: '
            return (
                *same_line(head),
                *clip_line(shorten_unchanged(rows_line(instead, only_changed=True) or rows_line(instead))),
            )
        case s.RuleClause(trigger=s.AtStep(when=when) as at):
            return _with(
                f'{new} rule "{name}", {when} "{names.step_title(at)}"{under}', _clause_text(placed, voice, True)
            )
        case s.RuleClause(trigger=s.When(event=event)):
            asked = "" if voice.summary(placed) else f', when "{names.of(event.text)}"'
            return _with(f'{new} rule "{name}"{asked}{under}', _clause_text(placed, voice, False))
        case s.ExceptionClause(fact=fact):
            called = f' "{name}"' if clause.tags.title else ""
            head = f'{new} exception{called} to "{names.of(fact.text)}"{under}: '
            written = voice.summary(placed)
            return (
                *same_line(head),
                *(same_line(cut_sentences(written)) if written else _exception_line(sort, placed, voice, other)),
            )
        case s.OptionClause(items=items) if items and sort == "new":
            usual = names.answer(clause.name.text, names.rulebook.options.get(clause.name.text, ""))
            return same_line(f'{new} {clause_kind(clause)} "{name}"{under}; unless chosen: "{usual}"')
        case s.OptionClause() | s.InvariantClause() | s.FigureClause():
            return same_line(f'{new} {clause_kind(clause)} "{name}"{under}')
    body = isinstance(clause, s.ActionClause)
    return _with(f'{new} {clause_kind(clause)} "{name}"{under}', _clause_text(placed, voice, body))


def _with(head: str, about: str) -> DiffLine:
    return same_line(f"{head}: {about}" if about else head)


def _clause_text(placed: Placed, voice: Voice, body: bool) -> str:
    """Return the author's summary of a clause, else its generated text (`body`: without its head)."""
    written = voice.summary(placed)
    if written:
        return cut_sentences(written)
    return cut_sentences(rows_text((voice.body_rows(placed) if body else ()) or voice.exact(placed)))


def _exception_line(sort: str, placed: Placed, voice: Voice, other: Voice) -> DiffLine:
    """Return a sentence on an exception: old and new value if it is the only exception of its fact and always holds."""
    clause = voice.clause_of(placed)
    assert isinstance(clause, s.ExceptionClause)
    value, usual = voice.plain_value(placed), _usual_value(clause.fact.text, voice, other)
    if value and usual and value != usual:
        was, now = (usual, value) if sort == "new" else (value, usual)
        return clip_line((DiffSegment("old", was), DiffSegment("same", " "), DiffSegment("new", now)))
    said = rows_text(voice.exception_rows(placed))
    if said:
        return same_line(cut_sentences(said))
    return same_line(bare_text(clause).partition(" to ")[2])


def _usual_value(name: str, voice: Voice, other: Voice) -> str:
    """Return the value of a fact without exceptions if it is the same on both sides; else ""."""
    facts = [placed.clause for placed in (voice.fact(name), other.fact(name)) if placed is not None]
    match facts:
        case [s.FactClause(combining=None, value=value), s.FactClause(combining=None, value=there)]:
            if same(value, there) and not other.count_exceptions(name):
                return voice.value(value)
    return ""


# ------------------------------------------------------------------------------------------------------------ changed


def renaming_sentence(change: ch.Replaced) -> DiffLine:
    return same_line(f'"{clause_title(change.before.clause)}" is now called "{clause_title(change.after.clause)}"')


def rewording_sentence(change: ch.Replaced, first: TitleLookup, second: TitleLookup, what: Sequence[str]) -> DiffLine:
    told = detail_sentence(change, first, second)
    how = " and ".join(what) or "worded"
    return same_line(f'"{clause_title(change.after.clause)}" is {how} otherwise' + (f": {told}" if told else ""))


def change_sentence(change: ch.Replaced, first: Voice, second: Voice, held: str) -> DiffLine:
    """Return a clause's title followed by the change in its text; `held` says how its conditions changed."""
    a, b = change.before.clause, change.after.clause
    one, two = clause_title(a), clause_title(b)
    name = diff_words(one, two) if one != two else same_line(two)
    begin = (DiffSegment("same", '"'), *name, DiffSegment("same", '": '))
    piece = population_kind(b, second.names.rulebook)
    told = (
        detail_sentence(change, first.names, second.names, second.noun(piece, True) if piece else "")
        or _plain_values(a, b)
        or _trigger(a, b, first.names, second.names)
    )
    if told:
        return (*begin, *same_line(told))
    return (*begin, *(_in_prose(change, first, second) or _as_written(a, b) or same_line(held)))


def _in_prose(change: ch.Replaced, first: Voice, second: Voice) -> DiffLine:
    """Return the sentences that changed; if the clause changed as a whole, the change of its summary."""
    found = mark_rows(first.exact(change.before), second.exact(change.after), 0)
    said = rows_line(found, only_changed=True)
    one, two = first.summary(change.before), second.summary(change.after)
    if one and two and one != two and (not said or len(text_with_marks(said)) > LONGEST):
        said = diff_words(one, two)
    return clip_line(shorten_unchanged(said))


def _as_written(a: s.Clause, b: s.Clause) -> DiffLine:
    """Return the lines that changed, for a clause that has no prose."""
    found = [one for one in diff_lines(bare_text(a), bare_text(b), 0) if any(part.how != "same" for part in one)]
    parts = [part for one in found for part in (*shorten_unchanged(one), DiffSegment("same", "; "))]
    return clip_line(tuple(parts[:-1]))


def bare_text(clause: s.Clause) -> str:
    """Return a clause as it is written, without titles, summaries and citations."""
    return format_node(without_tags(clause))


def _trigger(a: s.Clause, b: s.Clause, first: TitleLookup, second: TitleLookup) -> str:
    """Return a sentence if the only change of a rule is the event that it answers; else ""."""
    if isinstance(a, s.RuleClause) and isinstance(b, s.RuleClause):
        one, two = a.trigger, b.trigger
        if isinstance(one, s.When) and isinstance(two, s.When) and one.event.text != two.event.text:
            if same(a.body, b.body):
                return f'when "{second.of(two.event.text)}" instead of "{first.of(one.event.text)}"'
    return ""


def _plain_values(a: s.Clause, b: s.Clause) -> str:
    """Return a sentence if the only change of a fact is from one number or name to another; else ""."""
    if isinstance(a, s.FactClause) and isinstance(b, s.FactClause) and same(evolve(a, value=b.value, tags=b.tags), b):
        plain = s.Number | s.Truth | s.Ref
        if isinstance(a.value, plain) and isinstance(b.value, plain):
            return f"{_plain(a.value)} becomes {_plain(b.value)}"
    return ""


# ------------------------------------------------------------------------------------------------------------- length


def cut_sentences(text: str, longest: int = LONGEST) -> str:
    """Return as many whole sentences as fit; if the first is too long, as many words."""
    text = text.strip()
    if len(text) <= longest:
        return text
    kept = text[:longest]
    end = max(kept.rfind(sign) for sign in (". ", "; ", ".) "))
    if end > longest // 3:
        return kept[: end + 1].rstrip(";")
    return kept.rpartition(" ")[0].rstrip(",;:(") + " …"


def clip_line(said: DiffLine) -> DiffLine:
    """Return as much of a marked line as fits, in whole words."""
    room, out = LONGEST, []
    for part in said:
        if len(part.text) > room:
            kept = part.text[:room].rpartition(" ")[0]
            out += [*((DiffSegment(part.how, kept),) if kept.strip() else ()), DiffSegment("same", " …")]
            break
        out.append(part)
        room -= len(part.text)
    return tuple(out)


def shorten_unchanged(said: DiffLine) -> DiffLine:
    """Return a marked line with only a few words beside each change."""
    return tuple(_shorten(said))


def _shorten(said: DiffLine) -> Iterator[DiffSegment]:
    for at, part in enumerate(said):
        text, first, last = part.text, at == 0, at == len(said) - 1
        if part.how == "same" and len(text) > REACH * (1 if first or last else 2) + SPARE:
            head = "" if first else text[:REACH].rpartition(" ")[0]
            tail = "" if last else text[-REACH:].partition(" ")[2]
            text = " … ".join((head, tail)).lstrip() if first else " … ".join((head, tail)).rstrip()
        yield DiffSegment(part.how, text.lstrip() if first else text)


NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
MOST = 5
"""Rows or cells that are named one by one."""


def in_letters(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def population_kind(clause: s.Clause, rulebook: Rulebook) -> str:
    """Return the kind of piece that a table counts; "" if it counts none."""
    return _population(clause, rulebook)[0]


def population_column(table: s.TableClause, rulebook: Rulebook) -> str:
    """Return the column that says how many pieces there are of each row; "" if none does."""
    return _population(table, rulebook)[1]


def detail_sentence(change: ch.Replaced, first: TitleLookup, second: TitleLookup, what: str = "") -> str:
    """Return a sentence on how a list, table, board or option changed; `what` names the pieces that its rows count, if
    any."""
    a, b = change.before.clause, change.after.clause
    said: list[str] = []
    counted = _population(a, first.rulebook)[1], _population(b, second.rulebook)[1]
    if isinstance(a, s.TableClause) and isinstance(b, s.TableClause) and len(a.rows) + len(b.rows):
        said += _size(a, b, counted, what)
    items = [d for d in change.details if isinstance(d, ch.ItemChange)]
    for how, word in (("added", "new"), ("removed", "gone")):
        told = [_row(d.after or d.before, counted[how == "added"], b if how == "added" else a) for d in items
                if d.how == how]  # fmt: skip
        if told:
            said.append(f"{word}: {_list_some(told)}")
    said += _cells([d for d in change.details if isinstance(d, ch.CellChange)], counted, first, b)
    called = item_renamings(change)
    said += [f'"{one}" is called "{two}"' for one, two in called[:MOST]]
    if len(called) > MOST:
        said.append(f"{len(called) - MOST} more names")
    for detail in change.details:
        match detail:
            case ch.OrderChange(after=after):
                said.append(f"another order: {_list_some([identifier_words(n) for n in after])}")
            case ch.DefaultChange(before=one, after=two):
                name = change.after.clause.name.text
                said.append(f'unless chosen: "{second.answer(name, two)}" instead of "{first.answer(name, one)}"')
    return "; ".join(said)


def item_renamings(change: ch.Replaced) -> list[tuple[str, str]]:
    """Return the old and new titles of renamed items."""
    items = (d for d in change.details if isinstance(d, ch.ItemChange) and d.how == "reworded")
    titles = ((item_title(d.before), item_title(d.after)) for d in items)
    return [(one, two) for one, two in titles if one != two]


def _size(a: s.TableClause, b: s.TableClause, counted: tuple[str, str], what: str) -> Iterator[str]:
    one, two = _total(a, counted[0]), _total(b, counted[1])
    if one is not None and two is not None:
        kinds = f" of {in_letters(len(a.rows))} kinds", f" of {in_letters(len(b.rows))}"
        if len(a.rows) == len(b.rows):
            kinds = "", ""
        called = f" {what}" if what else ""
        if one != two or len(a.rows) != len(b.rows):
            yield f"{one}{called}{kinds[0]} become {two}{kinds[1]}"
        else:
            yield f"still {one}{called}"
    elif len(a.rows) != len(b.rows):
        yield f"{in_letters(len(a.rows))} rows become {in_letters(len(b.rows))}"


def _population(clause: s.Clause, rulebook: Rulebook) -> tuple[str, str]:
    """Return the kind of piece that a table counts, and the column with the counts; "" if there is none."""
    for placed in rulebook.clauses:
        piece = placed.clause
        if isinstance(piece, s.PieceClause) and isinstance(piece.population, s.Attribute):
            of = {f.name.text: f.type.name.text for f in piece.fields if isinstance(f.type, s.NamedType)}
            base = piece.population.base
            if isinstance(base, s.Ref) and len(of) == 1 and of.get(base.name.text) == clause.name.text:
                return piece.name.text, piece.population.name.text
    return "", ""


def _total(table: s.TableClause, column: str) -> int | None:
    """Return the sum of a column of plain numbers."""
    cells = [table_cell(table, row, column) for row in table.rows]
    return sum(c.value for c in cells if isinstance(c, s.Number)) if _all_numbers(cells) else None


def _all_numbers(cells: Sequence[s.Expr | None]) -> bool:
    return bool(cells) and all(isinstance(c, s.Number) for c in cells)


def _row(node: s.Item | s.Row | None, column: str, clause: s.Clause) -> str:
    """Return a row by its title, with its count."""
    if isinstance(node, s.Row) and isinstance(clause, s.TableClause):
        count = table_cell(clause, node, column)
        if isinstance(count, s.Number):
            return f'"{item_title(node)}" ({count.value})'
    return f'"{item_title(node)}"'


def _cells(
    cells: Sequence[ch.CellChange], counted: tuple[str, str], names: TitleLookup, table: s.Clause
) -> Iterator[str]:
    titles = {r.item.name.text: item_title(r) for r in table.rows} if isinstance(table, s.TableClause) else {}
    gone = {c.column for c in cells if c.after is None}
    came = {c.column for c in cells if c.before is None}
    if came:
        yield f"new column: {_list_some([identifier_words(c) for c in sorted(came)])}"
    if gone:
        yield f"column gone: {_list_some([identifier_words(c) for c in sorted(gone)])}"
    told = [c for c in cells if c.before is not None and c.after is not None]
    for one in told[:MOST]:
        column = "" if counted[1] == one.column else f", {identifier_words(one.column)}"
        row = titles.get(one.row, identifier_words(one.row))
        yield f'"{row}"{column}: {_plain(one.before)} becomes {_plain(one.after)}'
    if len(told) > MOST:
        yield f"{len(told) - MOST} more cells"


def _plain(expr: s.Expr | None) -> str:
    return identifier_words(expr.name.text) if isinstance(expr, s.Ref) else format_node(expr) if expr else "nothing"


def _list_some(told: Sequence[str]) -> str:
    more = f" and {len(told) - MOST} more" if len(told) > MOST else ""
    return ", ".join(told[:MOST]) + more
