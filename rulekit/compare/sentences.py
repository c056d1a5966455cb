"""One change in a sentence, as the first screen says it: what is new or gone with what it says, what is changed with
the words that went and came.

How much of it stands on the screen is `gist.py`'s; the whole clause is shown by `telling.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import evolve

from ..model import changes as ch
from ..model.identifier_words import identifier_words
from ..model.rulebook import Placed
from ..syntax import nodes as s
from ..syntax.format import format_node
from ..syntax.tree_comparison import same
from .names import TitleLookup, clause_kind, clause_title
from .rows import ProseRow, marked_rows, rows_line
from .table_words import counted_by, details
from .voice import Voice, rows_text, written_summary
from .word_difference import DiffLine, DiffSegment, diff_lines, diff_words

LONGEST = 330
"""Letters of a sentence behind the title of what it is about."""
REACH, SPARE = 60, 30
"""Letters that stay beside a change, and how many more make it worth to leave some out."""


def same_line(text: str) -> DiffLine:
    return (DiffSegment("same", text),)


def together(held: Sequence[str]) -> str:
    """Conditions that must all hold."""
    return " and ".join(held)


def quoted(text: str) -> str:
    return f'"{text}"'


def marked_text(said: DiffLine) -> str:
    """A line with its marks as signs."""
    signs = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(signs[part.how].format(part.text) for part in said)


# ------------------------------------------------------------------------------------------------------- new and gone


def one_sided(
    sort: str, placed: Placed, voice: Voice, other: Voice, held: Sequence[str], instead: Sequence[ProseRow]
) -> DiffLine:
    """What is new or gone, in the words of its own side; `instead` is what a step says against what a rule in its place
    says."""
    clause = placed.clause
    names = voice.names
    name, under = clause_title(clause), f", {together(held)}" if held else ""
    new = sort.capitalize()
    match clause:
        case s.RuleClause(trigger=s.AtStep(when="instead of") as at):
            step = quoted(names.step_title(at))
            head = f'{step} is replaced{under} by "{name}": '
            if sort == "gone":
                head = f'{step} holds again; gone is "{name}", which stood in its place{under}: '
            return (*same_line(head), *clipped(shortened(rows_line(instead, only_changed=True) or rows_line(instead))))
        case s.RuleClause(trigger=s.AtStep(when=when) as at):
            return _with(f'{new} rule "{name}", {when} "{names.step_title(at)}"{under}', _said(placed, voice, True))
        case s.RuleClause(trigger=s.When(event=event)):
            asked = "" if written_summary(placed) else f', when "{names.of(event.text)}"'
            return _with(f'{new} rule "{name}"{asked}{under}', _said(placed, voice, False))
        case s.ExceptionClause(fact=fact):
            called = f' "{name}"' if clause.tags.title else ""
            head = f'{new} exception{called} to "{names.of(fact.text)}"{under}: '
            written = written_summary(placed)
            return (*same_line(head), *(same_line(cut(written)) if written else _excepted(sort, placed, voice, other)))
        case s.OptionClause(items=items) if items and sort == "new":
            usual = names.answer(clause.name.text, names.rulebook.options.get(clause.name.text, ""))
            return same_line(f'{new} {clause_kind(clause)} "{name}"{under}; unless chosen: "{usual}"')
        case s.OptionClause() | s.InvariantClause() | s.FigureClause():
            return same_line(f'{new} {clause_kind(clause)} "{name}"{under}')
    body = isinstance(clause, s.ActionClause)
    return _with(f'{new} {clause_kind(clause)} "{name}"{under}', _said(placed, voice, body))


def _with(head: str, about: str) -> DiffLine:
    return same_line(f"{head}: {about}" if about else head)


def _said(placed: Placed, voice: Voice, body: bool) -> str:
    """What a person says of a clause, else what it says itself (`body`: without its head)."""
    written = written_summary(placed)
    if written:
        return cut(written)
    return cut(rows_text((voice.does(placed) if body else ()) or voice.exact(placed)))


def _excepted(sort: str, placed: Placed, voice: Voice, other: Voice) -> DiffLine:
    """What holds in place of what a fact says: value against value, if it is the only exception and always holds; of
    one that is gone the other way round."""
    clause = voice.clause_of(placed)
    assert isinstance(clause, s.ExceptionClause)
    value, usual = voice.plain_value(placed), _usual(clause.fact.text, voice, other)
    if value and usual and value != usual:
        was, now = (usual, value) if sort == "new" else (value, usual)
        return clipped((DiffSegment("old", was), DiffSegment("same", " "), DiffSegment("new", now)))
    said = rows_text(voice.instead(placed))
    if said:
        return same_line(cut(said))
    return same_line(bare_text(clause).partition(" to ")[2])


def _usual(name: str, voice: Voice, other: Voice) -> str:
    """What a fact is on both sides where no exception holds; "" where that differs, or is only a part of what it is."""
    facts = [placed.clause for placed in (voice.fact(name), other.fact(name)) if placed is not None]
    match facts:
        case [s.FactClause(combining=None, value=value), s.FactClause(combining=None, value=there)]:
            if same(value, there) and not other.exceptions(name):
                return voice.value(value)
    return ""


# ------------------------------------------------------------------------------------------------------------ changed


def renamed(change: ch.Replaced) -> DiffLine:
    return same_line(f'"{clause_title(change.before.clause)}" is now called "{clause_title(change.after.clause)}"')


def reworded(change: ch.Replaced, first: TitleLookup, second: TitleLookup, what: Sequence[str]) -> DiffLine:
    told = details(change, first, second)
    how = " and ".join(what) or "worded"
    return same_line(f'"{clause_title(change.after.clause)}" is {how} otherwise' + (f": {told}" if told else ""))


def changed(change: ch.Replaced, first: Voice, second: Voice, held: str) -> DiffLine:
    """The clause by its title, with what changed of what it says; `held`: how its conditions changed."""
    a, b = change.before.clause, change.after.clause
    one, two = clause_title(a), clause_title(b)
    name = diff_words(one, two) if one != two else same_line(two)
    begin = (DiffSegment("same", '"'), *name, DiffSegment("same", '": '))
    piece = counted_by(b, second.names.rulebook)
    told = (
        details(change, first.names, second.names, second.noun(piece, True) if piece else "")
        or _simple(a, b)
        or _trigger(a, b, first.names, second.names)
    )
    if told:
        return (*begin, *same_line(told))
    return (*begin, *(_in_prose(change, first, second) or _as_written(a, b) or same_line(held)))


def _in_prose(change: ch.Replaced, first: Voice, second: Voice) -> DiffLine:
    """The sentences that changed; of a clause that became another altogether, what it says of itself now."""
    found = marked_rows(first.exact(change.before), second.exact(change.after), 0)
    said = rows_line(found, only_changed=True)
    one, two = written_summary(change.before), written_summary(change.after)
    if one and two and one != two and (not said or len(marked_text(said)) > LONGEST):
        said = diff_words(one, two)
    return clipped(shortened(said))


def _as_written(a: s.Clause, b: s.Clause) -> DiffLine:
    """The lines that changed, of a clause that no prose says."""
    found = [one for one in diff_lines(bare_text(a), bare_text(b), 0) if any(part.how != "same" for part in one)]
    parts = [part for one in found for part in (*shortened(one), DiffSegment("same", "; "))]
    return clipped(tuple(parts[:-1]))


def bare_text(clause: s.Clause) -> str:
    """As it is written, without what a person says of it."""
    return format_node(evolve(clause, tags=s.Tags(None, None, (), span=clause.span)))


def _trigger(a: s.Clause, b: s.Clause, first: TitleLookup, second: TitleLookup) -> str:
    """A rule that only answers another event than before."""
    if isinstance(a, s.RuleClause) and isinstance(b, s.RuleClause):
        one, two = a.trigger, b.trigger
        if isinstance(one, s.When) and isinstance(two, s.When) and one.event.text != two.event.text:
            if same(a.body, b.body):
                return f'when "{second.of(two.event.text)}" instead of "{first.of(one.event.text)}"'
    return ""


def _simple(a: s.Clause, b: s.Clause) -> str:
    """A fact that is a plain number or name on both sides, and in all else the same."""
    if isinstance(a, s.FactClause) and isinstance(b, s.FactClause) and same(evolve(a, value=b.value, tags=b.tags), b):
        plain = s.Number | s.Truth | s.Ref
        if isinstance(a.value, plain) and isinstance(b.value, plain):
            return f"{_plain(a.value)} becomes {_plain(b.value)}"
    return ""


def _plain(value: s.Number | s.Truth | s.Ref) -> str:
    return identifier_words(value.name.text) if isinstance(value, s.Ref) else format_node(value)


# ------------------------------------------------------------------------------------------------------------- length


def cut(text: str, longest: int = LONGEST) -> str:
    """As many whole sentences as fit; of a first one that is too long as many words."""
    text = text.strip()
    if len(text) <= longest:
        return text
    kept = text[:longest]
    end = max(kept.rfind(sign) for sign in (". ", "; ", ".) "))
    if end > longest // 3:
        return kept[: end + 1].rstrip(";")
    return kept.rpartition(" ")[0].rstrip(",;:(") + " …"


def clipped(said: DiffLine) -> DiffLine:
    """As much of a marked line as fits, to a word."""
    room, out = LONGEST, []
    for part in said:
        if len(part.text) > room:
            kept = part.text[:room].rpartition(" ")[0]
            out += [*((DiffSegment(part.how, kept),) if kept.strip() else ()), DiffSegment("same", " …")]
            break
        out.append(part)
        room -= len(part.text)
    return tuple(out)


def brief_line(said: DiffLine) -> DiffLine:
    """The first sentence with what stands before it, and as many more as are short."""
    text = "".join(part.text for part in said)
    ends = [found.end() - 1 for found in re.finditer(r"(?<!\d)\. ", text)]
    later = [end for end in ends if end >= SENTENCE]
    room = max([end for end in later if end <= BRIEF] or later[:1] or [len(text)])
    out: list[DiffSegment] = []
    for part in said:
        if room > 0:
            out.append(DiffSegment(part.how, part.text[:room]))
        room -= len(part.text)
    return tuple(out)


SENTENCE, BRIEF = 80, 240
"""Letters that the first sentence has in any case, with the title before it, and that a few of them have at most."""


def shortened(said: DiffLine) -> DiffLine:
    """No more than a few words beside what changed."""
    return tuple(_shortened(said))


def _shortened(said: DiffLine) -> Iterator[DiffSegment]:
    for at, part in enumerate(said):
        text, first, last = part.text, at == 0, at == len(said) - 1
        if part.how == "same" and len(text) > REACH * (1 if first or last else 2) + SPARE:
            head = "" if first else text[:REACH].rpartition(" ")[0]
            tail = "" if last else text[-REACH:].partition(" ")[2]
            text = " … ".join((head, tail)).lstrip() if first else " … ".join((head, tail)).rstrip()
        yield DiffSegment(part.how, text.lstrip() if first else text)
