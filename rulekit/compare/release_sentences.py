"""The sentences of release notes: what the rules say now, and what they said before."""

from __future__ import annotations

import re
from typing import Final

from ..diagnostics.printable import capital, counted, enumerated, with_full_stop
from .release_changes import ReleaseNote
from .release_exact import in_digits

LONGEST: Final = 600
"""Letters of the longest words of one side; the rest is in `rulekit compare --full`."""
SHORT: Final = 60
"""Letters below which the words of both sides are one sentence."""

_MODAL = re.compile(
    r"^(You|They|Each player|Every player|Everybody|Players) (may not|may|must not|must|cannot|can) (.+)$", re.S
)
_NAMED = re.compile(r"^The [^:.]{1,40}: (.+)$", re.S)
"""A generated sentence that begins with the name of a definition."""
_LIST = re.compile(r"^[^:.]{1,40}: ")
"""The beginning of a cell of a table: its row, and a colon."""
_COLOUR = re.compile(r'"(#[0-9a-fA-F]{3,8})"')
"""A colour as a rulebook writes it."""
_BEFORE: Final = {
    "may": "were allowed to",
    "may not": "could not",
    "must": "had to",
    "must not": "were not allowed to",
    "can": "could",
    "cannot": "could not",
}
"""What was so before, for each modal verb."""
_CONTINUING = (
    "A After All An As At Before Each Every Everybody For If In It No Nobody On Only Players The They This When Who "
    "Whoever You Your Add Choose Decide Discard Draw Look Move Pay Place Play Put Remove Repeat Reveal Set Show "
    "Shuffle Swap Take Turn"
)
_STARTS: Final = frozenset(_CONTINUING.split())
"""First words that continue a sentence after a comma with a small letter: none of them begins a name."""


_OPENING = re.compile(r"^(Now|It is always so that) ")
"""The beginning of a generated sentence that the title of a note says."""
_NOTED = re.compile(r"(?<=\d) \([^()]*\)")
"""What a number is, in brackets after it."""
_ALWAYS = re.compile(r"^It is always so that ")
_DIGIT = re.compile(r"\d")


def note_words(note: ReleaseNote) -> str:
    """Return sentences on what the rules say now and said before; "" if the title says everything."""
    return " ".join(filter(None, (_words(note), *(_exact_words(*one) for one in note.exact))))


def note_items(note: ReleaseNote) -> list[str]:
    """Return a line for each rule in which a new or removed game differs from its base; none for other notes."""
    if note.clauses:
        return []
    more = [f"{counted(note.more, 'other rule')}: see the rules of the game"] if note.more else []
    return [*(_difference(note, *part) for part in note.parts), *more]


def whole_text(note: ReleaseNote) -> str:
    """Return the words and the items of a note as one text."""
    return " ".join((note_words(note), *(f"{item}." for item in note_items(note)))).strip()


def _exact_words(before: str, after: str) -> str:
    """Return a sentence with the generated sentences of both revisions, for changes that the author's words do not
    mention."""
    if not after:
        return f"What it does: no longer {_no_stop(_continue(_shorten(before)))}."
    said = f"What it does: {_no_stop(_continue(_shorten(after)))}"
    return f"{said}; before, {_no_stop(_continue(_shorten(before)))}." if before else f"{said}."


def _words(note: ReleaseNote) -> str:
    before, after = _with_digits(*(_shorten(" ".join(side.split())) for side in (note.before, note.after)))
    match note.sort:
        case "same":
            named = _NAMED.match(after)
            said = f"Its value is {named[1]} " if named else f"{with_full_stop(after)} " if after else ""
            return f"{said}The game plays exactly as before." if note.clauses else ""
        case "moved":
            return f"`{after}`; before, `{before}`."
        case "renamed":
            said = f"`{after}`; before, `{before}`. A variant of yours that names it must use the new name."
            return said if before else "Names inside it changed."
        case "cited":
            if after and before:
                return f"Now from {after}; before, from {before}."
            return f"Now names its source: {after}." if after else f"No longer names its source: {before}."
    if not note.clauses:
        return _game_words(note)
    if note.parts:
        return _list_words(note)
    if note.kind == "looks":
        before, after = (_COLOUR.sub(r"\1", side) for side in (before, after))
    if note.kind == "examples":
        before, after = (capital(_OPENING.sub("", side)) for side in (before, after))
    if note.kind in ("wording", "examples") and before and after:
        if note.title.endswith(after):
            return f"A new title; before, {_quoted(before)}."
        if len(before) + len(after) < 2 * SHORT:
            return f"It now says {_quoted(_no_stop(after))}; before, {_quoted(_no_stop(before))}."
        return f"Now: {_quoted(after)} Before: {_quoted(before)}"
    if note.usual:
        return f"Now {_no_stop(after)}; before, {_no_stop(before)}. You may still choose otherwise."
    if before and after:
        return _both(before, after)
    if note.sort in ("new", "gone"):
        if after or note.sort == "new":
            always = "It tests that at all times " if _ALWAYS.match(note.after) else ""
            return f"{always}{with_full_stop(after[:1].lower() + after[1:] if always else after)}" if after else ""
        if not note.acts:
            return f"It said: {_quoted(before)}" if before else ""
        quoted = f" ({_quoted(before)})" if before else ""
        left = f"; what is left is {enumerated([f'“{one}”' for one in note.left], 'or')}" if note.left else ""
        return f"You can no longer choose “{note.title}”{quoted}{left}."
    return f"New: {after}" if after else f"No longer: {before}" if before else ""


def _game_words(note: ReleaseNote) -> str:
    """Return what a new or removed game is: its summary, and its base if it is a variant."""
    new, summary = note.sort == "new", with_full_stop(note.before or note.after) if note.before or note.after else ""
    if not note.base:
        return summary
    said = f"{'A' if new else 'It was a'} variant of {note.base}"
    said = f"{said}; its summary: {_quoted(summary)}" if summary else f"{said}."
    count = counted(len(note.parts) + note.more, "rule")
    return f"{said} It {'differs' if new else 'differed'} in {count}:" if note.parts else said


def _difference(note: ReleaseNote, title: str, before: str, after: str) -> str:
    """Return a line on a rule in which a variant differs from its base."""
    title = quoted_titles(title)
    if before and after:
        if max(len(before), len(after)) < SHORT and ". " not in before + after:
            there = note.base if note.sort == "new" else f"{note.base} at that time"
            return f"{title}: {_no_stop(after)}; in {there}, {_continue(_no_stop(before))}"
        return f"{title}: {after} In {note.base}: {_no_stop(before)}"
    return f"{title}: {_no_stop(after)}" if after else f"{title}: not in this game"


_STRAIGHT = re.compile(r'"([^"]*)"')


def quoted_titles(text: str) -> str:
    """Return a text in which straight double quotation marks are replaced by curly ones."""
    return _STRAIGHT.sub(r"“\1”", text)


def _with_digits(before: str, after: str) -> tuple[str, str]:
    """Return both texts with numbers written alike: in digits if one of them has digits."""
    if not (_DIGIT.search(before) or _DIGIT.search(after)):
        return before, after
    return in_digits(before), in_digits(after)


def _no_stop(text: str) -> str:
    return text.rstrip(".")


def _list_words(note: ReleaseNote) -> str:
    """Return the words of a note that lists parts, each part with its title."""
    if not note.parts[0][0]:
        _, before, after = note.parts[0]
        return f"Now {after}; before, {before or 'none'}." if after else f"Before, {before}."
    return "; ".join(_part_words(*part) for part in note.parts) + "."


def _part_words(title: str, before: str, after: str) -> str:
    if before and after:
        return f"{title}: now {after}, before {before}"
    return f"{title}: {after} (new)" if after else f"{title}: {before} (removed)" if before else title


def _quoted(text: str) -> str:
    return text if text.startswith("“") else f"“{text}”"


def _both(before: str, after: str) -> str:
    now, was = _MODAL.match(after), _MODAL.match(before)
    if now and now[2] in ("may", "must", "can"):
        after = f"{now[1]} {now[2]} now {now[3]}"
        if was and was[1] == now[1]:
            first, dot, more = was[3].partition(". ")
            verb = _BEFORE[was[2]]
            verb = verb.replace("were", "was") if was[1].startswith("E") else verb
            before = f"{was[1]} {verb} {first}{dot}{more}"
        if ". " not in after:
            return f"{after.rstrip('.')}; before, {_continue(before)}"
        return f"{after} Before, {_continue(before)}"
    named = _NAMED.match(before), _NAMED.match(after)
    if named[0] and named[1]:  # both begin with the name, which the title says already
        before, after = named[0][1], named[1][1]
    if max(len(after), len(before)) < SHORT and ". " not in after + before and _continues(before, after):
        shared = next((at for at, (one, two) in enumerate(zip(before, after, strict=False)) if one != two), 0)
        start = after.rfind(" ", 0, shared) + 1
        if _LIST.match(after[:start]):
            return f"{capital(_no_stop(after))}; before, {_no_stop(before[start:])}."
        return f"Now {_no_stop(_continue(after))}; before, {_no_stop(_continue(before))}."
    return f"Now: {with_full_stop(after)} Before: {with_full_stop(before)}"


def _continues(*sides: str) -> bool:
    """Return whether these texts may follow a comma. Each must be short, and must begin with a small letter, a sign, a
    number, or a word that may be written small."""
    return all(len(_LIST.sub("", _NOTED.sub("", s)).split()) < 5 for s in sides) and all(
        not s[:1].isupper() or s.partition(" ")[0] in _STARTS or len(s.split()) < 4 for s in sides
    )


def _continue(sentence: str) -> str:
    first = sentence.partition(" ")[0]
    return sentence[:1].lower() + sentence[1:] if first in _STARTS else sentence


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rpartition(' ')[0]} …"


def note_title(note: ReleaseNote) -> str:
    """Return the title of a note, with a word if the subject is new, removed or renamed."""
    if not note.clauses and note.sort in ("new", "gone"):
        return note.title
    if beginning := {"new": "New", "gone": "Removed", "moved": "File renamed"}.get(note.sort):
        return f"{beginning}: {note.title}"
    if note.sort == "renamed":
        return f"New internal name for “{note.title}”"
    return note.title if note_words(note) or note.sort == "same" else f"{note.title}: changed"
