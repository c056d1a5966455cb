"""Release notes for players: as text, Markdown, an HTML page, and JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from attrs import frozen

from ..diagnostics.printable import capital, counted, enumerated, printable, with_full_stop
from ..diagnostics.renderer import to_json
from .html_page import whole_page
from .release_changes import KINDS, Kind
from .release_notes import ReleasedGame, ReleaseNotes
from .release_words import ReleaseNote
from .screen_style import ScreenStyle

HEADINGS: Final[Mapping[Kind, str]] = {
    "rules": "Rules",
    "answers": "Only if you agreed on another answer",
    "wording": "Wording",
    "examples": "Examples and promises",
    "looks": "Looks",
    "translation": "Translations",
    "none": "Otherwise written, the same rules",
}
"""The heading of each kind of changes."""
COUNTED: Final[Mapping[Kind, str]] = {
    "rules": "of the rules",
    "answers": "under answers that are not in force",
    "wording": "of wording",
    "examples": "of examples",
    "looks": "of looks",
    "translation": "of translations",
    "none": "without meaning",
}
LONGEST: Final = 600
"""Letters of the longest words of one side; the rest is in `rulekit compare --full`."""
SHORT: Final = 60
"""Letters below which the words of both sides are one sentence."""
MOST_TITLES: Final = 4
"""Games that a heading names, at most."""

_MODAL = re.compile(
    r"^(You|They|Each player|Every player|Everybody|Players) (may not|may|must not|must|cannot|can) (.+)$", re.S
)
_NAMED = re.compile(r"^The [^:.]{1,40}: (.+)$", re.S)
"""A generated sentence that begins with the name of a definition."""
_LIST = re.compile(r"^[^:.]{1,40}: ")
"""The beginning of a cell of a table: its row, and a colon."""
_BEFORE: Final = {
    "may": "could",
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


def note_words(note: ReleaseNote) -> str:
    """Return what is so now and what was so before, in sentences; "" if the title says all."""
    before, after = (_shorten(" ".join(side.split())) for side in (note.before, note.after))
    if note.kind == "examples":
        return ""
    if note.kind == "wording" and before and after and note.sort == "changed":
        return with_full_stop(f"Now {_quoted(after)}; before, {_quoted(before)}")
    match note.sort:
        case "same":
            return "Nothing changes in play (proved: both become the same machine)." if note.clauses else ""
        case "moved":
            return f"Was {before}."
        case "renamed":
            return f"`{before}` is now called `{after}`." if before else "Names inside it are different."
    if before and after:
        return _both(before, after)
    if note.sort in ("new", "gone"):
        return after or (f"Before: {before}" if before else "")
    return f"New: {after}" if after else f"No longer: {before}" if before else ""


def _quoted(text: str) -> str:
    return text if text.startswith(("“", "with the source ", "without a source")) else f"“{text}”"


def _both(before: str, after: str) -> str:
    now, was = _MODAL.match(after), _MODAL.match(before)
    if now and now[2] in ("may", "must", "can"):
        after = f"{now[1]} {now[2]} now {now[3]}"
        if was and was[1] == now[1]:
            first, dot, more = was[3].partition(". ")
            before = f"{was[1]} {_BEFORE[was[2]]} {first}{dot}{more}"
        if ". " not in after:
            return f"{after.rstrip('.')}; before, {_continue(before)}"
        return f"{after} Before, {_continue(before)}"
    named = _NAMED.match(before), _NAMED.match(after)
    if named[0] and named[1]:  # the title names it already
        before, after = named[0][1], named[1][1]
    if max(len(after), len(before)) < SHORT and ". " not in after + before and _continues(before, after):
        shared = next((at for at, (one, two) in enumerate(zip(before, after, strict=False)) if one != two), 0)
        start = after.rfind(" ", 0, shared) + 1
        if _LIST.match(after[:start]):
            return f"{capital(after[:start])}now {after[start:].rstrip('.')}; before, {before[start:].rstrip('.')}."
        return f"Now {_continue(after).rstrip('.')}; before, {_continue(before).rstrip('.')}."
    return f"Now: {with_full_stop(after)} Before: {with_full_stop(before)}"


def _continues(*sides: str) -> bool:
    """Return whether words may stand behind a comma: each side begins small, with a sign or number, or with a word that
    may be small, or is too short for a sentence."""
    return all(not s[:1].isupper() or s.partition(" ")[0] in _STARTS or len(s.split()) < 4 for s in sides)


def _continue(sentence: str) -> str:
    first = sentence.partition(" ")[0]
    return sentence[:1].lower() + sentence[1:] if first in _STARTS else sentence


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rpartition(' ')[0]} …"


def note_title(note: ReleaseNote) -> str:
    """Return the title of a note: what changed, and whether it is new or gone."""
    beginning = {"new": "New", "gone": "No longer there", "moved": "Moved", "renamed": "Renamed"}
    if note.sort in beginning:
        if not note.clauses and note.sort in ("new", "gone"):
            return f"{'New game' if note.sort == 'new' else 'Game that is gone'}: {note.title}"
        return f"{beginning[note.sort]}: {note.title}"
    return capital(note.title) if note_words(note) or note.sort == "same" else f"{capital(note.title)}: changed"


def games_heading(games: Sequence[ReleasedGame], notes: ReleaseNotes) -> str:
    """Return the titles of games as a heading."""
    titles = list(dict.fromkeys(game.title for game in games))
    if len(titles) <= MOST_TITLES + 1:
        return enumerated(titles)
    if {*games} >= {game for game in notes.games if game.status not in ("new", "gone")}:
        return f"All {len(games)} games"
    return enumerated([*titles[:MOST_TITLES], f"{len(titles) - MOST_TITLES} more"])


def _names(games: Sequence[ReleasedGame]) -> str:
    return ", ".join(game.name for game in games)


def summary_line(notes: ReleaseNotes) -> str:
    """Return the numbers of changes of each kind."""
    total = len(notes.notes)
    return f"{counted(total, 'change')}: {_counts(notes.notes)}." if total else "Nothing changed."


def _counts(notes: Sequence[ReleaseNote]) -> str:
    counts = [(kind, sum(note.kind == kind for note in notes)) for kind in KINDS]
    return ", ".join(f"{count} {COUNTED[kind]}" for kind, count in counts if count)


def _index(notes: ReleaseNotes) -> list[str]:
    """Return a line for each game with changes, those with most changes of rules first, if several games changed."""
    told = [(game, [note for note in notes.notes if game.name in note.games]) for game in notes.games]
    told = sorted(((game, own) for game, own in told if own), key=lambda one: -sum(n.kind == "rules" for n in one[1]))
    if len(told) < 2:
        return []
    status = {"new": "new", "gone": "no longer there"}
    return [f"{game.title} ({game.name}): {status.get(game.status) or _counts(own)}" for game, own in told]


PLAYED: Final[tuple[Kind, ...]] = ("rules", "answers")
"""The kinds of changes that change play."""
UNPLAYED: Final = "What changes nothing in play"


@frozen
class ReleasePart:
    """A part of release notes: its heading, the names of its games, and lists of notes with a heading each, "" for what
    needs none."""

    heading: str
    names: str
    lists: tuple[tuple[str, tuple[ReleaseNote, ...]], ...]


def release_parts(notes: ReleaseNotes) -> Iterator[ReleasePart]:
    """Yield the parts of the notes: for each group of games what changes play, then all that does not."""
    for games, members in notes.groups():
        lists = tuple(_by_kind(members, PLAYED))
        if lists:
            only = lists[0][0] == HEADINGS["rules"]
            lists = (("", lists[0][1]), *lists[1:]) if only else lists
            yield ReleasePart(games_heading(games, notes), _names(games), lists)
    rest = tuple(_by_kind(notes.notes, [kind for kind in KINDS if kind not in PLAYED]))
    if rest:
        yield ReleasePart(UNPLAYED, "", rest)


def _by_kind(notes: Sequence[ReleaseNote], kinds: Iterable[Kind]) -> Iterator[tuple[str, tuple[ReleaseNote, ...]]]:
    for kind in kinds:
        members = tuple(note for note in notes if note.kind == kind)
        if members:
            yield HEADINGS[kind], members


def _condition(note: ReleaseNote, part: ReleasePart, notes: ReleaseNotes) -> str:
    """Return in brackets under which conditions a change exists, and in which games unless the part says so."""
    games = [game.title for game in notes.games if game.name in note.games] if not part.names else []
    where = [" or ".join(note.under)] if note.under else []
    where += [enumerated(games)] if games and len(games) < len(notes.games) else []
    return f" ({'; '.join(where)})" if where else ""


def _title(notes: ReleaseNotes) -> str:
    return f"Changes from `{notes.first}` to {'now' if notes.second == 'now' else f'`{notes.second}`'}"


# -------------------------------------------------------------------------------------------------------------- text


def release_text(notes: ReleaseNotes, style: ScreenStyle) -> str:
    """Return the notes for a terminal."""
    lines = [*style.wrap(_title(notes)), *style.wrap(summary_line(notes), "  ")]
    lines += [line for one in _index(notes) for line in style.wrap(one, "  - ", "    ")]
    for part in release_parts(notes):
        lines += ["", *style.wrap(part.heading.upper()), *(style.wrap(part.names, "  ") if part.names else ())]
        for heading, told in part.lists:
            lines += [f"  {heading}"] if heading else []
            for note in told:
                lines += style.wrap(f"{note_title(note)}{_condition(note, part, notes)}", "    * ", "      ")
                lines += style.wrap(note_words(note), "      ") if note_words(note) else []
    lines += [line for one in notes.unread for line in ("", *style.wrap(_unread(one.name, one.revision), "", "  "))]
    return "\n".join(lines) + "\n"


def _unread(name: str, revision: str) -> str:
    return f"{name} has mistakes at {revision}, so its changes are not told."


# ---------------------------------------------------------------------------------------------------------- Markdown

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def _markdown(text: str) -> str:
    """Return a text in Markdown, with every sign escaped that would be markup; code marks of ours stay."""
    parts = printable(text).replace("\n", " ").split("`")
    if len(parts) % 2 == 0:
        return _SIGNS.sub(r"\\\1", printable(text).replace("\n", " "))
    return "".join(f"`{part}`" if at % 2 else _SIGNS.sub(r"\\\1", part) for at, part in enumerate(parts))


def release_markdown(notes: ReleaseNotes) -> str:
    """Return the notes as a Markdown page."""
    lines = [f"# {_markdown(_title(notes))}", "", _markdown(summary_line(notes))]
    lines += ["", *(f"- {_markdown(one)}" for one in _index(notes))]
    for part in release_parts(notes):
        lines += ["", f"## {_markdown(part.heading)}", *(("", f"*{_markdown(part.names)}*") if part.names else ())]
        for heading, told in part.lists:
            lines += ["", *((f"### {heading}", "") if heading else ())]
            for note in told:
                said = f"<br>{_markdown(note_words(note))}" if note_words(note) else ""
                lines.append(f"- **{_markdown(note_title(note))}**{_markdown(_condition(note, part, notes))}{said}")
    lines += [line for one in notes.unread for line in ("", f"> {_markdown(_unread(one.name, one.revision))}")]
    return "\n".join(lines) + "\n"


# -------------------------------------------------------------------------------------------------------------- HTML


def release_page(notes: ReleaseNotes) -> str:
    """Return the notes as an HTML page that needs no other file."""
    parts = [f"<h1>{_html(_title(notes))}</h1>", f"<p>{_html(summary_line(notes))}</p>"]
    if _index(notes):
        parts.append(f"<ul>{''.join(f'<li>{_html(one)}</li>' for one in _index(notes))}</ul>")
    for part in release_parts(notes):
        names = f'<p class="note">{_html(part.names)}</p>' if part.names else ""
        parts.append(f"<section><h2>{_html(part.heading)}</h2>{names}")
        for heading, told in part.lists:
            titles = [_html(note_title(note) + _condition(note, part, notes)) for note in told]
            words = [_html(note_words(note)) for note in told]
            items = "".join(f"<dt>{one}</dt><dd>{two}</dd>" for one, two in zip(titles, words, strict=True))
            parts.append(f"{f'<h3>{heading}</h3>' if heading else ''}<dl>{items}</dl>")
        parts.append("</section>")
    parts += [f"<p>{_html(_unread(one.name, one.revision))}</p>" for one in notes.unread]
    return whole_page(_title(notes).replace("`", ""), f'<section class="comparison">{"".join(parts)}</section>')


def _html(text: str) -> str:
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(printable(text)))


# -------------------------------------------------------------------------------------------------------------- JSON


def release_json(notes: ReleaseNotes) -> dict[str, Any]:
    """Return the notes as data."""
    return {
        "first": notes.first,
        "second": notes.second,
        "counts": {kind: notes.count(kind) for kind in KINDS},
        "games": [{"name": g.name, "title": g.title, "status": g.status, "was": g.was} for g in notes.games],
        "changes": [
            {"kind": n.kind, "sort": n.sort, "title": n.title, "before": n.before, "after": n.after,
             "text": note_words(n), "under": list(n.under), "clauses": list(n.clauses), "games": list(n.games)}
            for n in notes.notes
        ],
        "unread": [
            {"name": one.name, "revision": one.revision, "diagnostics": [to_json(d) for d in one.diagnostics]}
            for one in notes.unread
        ],
    }  # fmt: skip
