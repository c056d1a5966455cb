"""Release notes for players: as text, Markdown, an HTML page, and JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date as Date
from html import escape
from typing import Any, Final

from attrs import frozen
from babel.dates import format_date

from ..diagnostics.printable import counted, enumerated, printable
from ..diagnostics.renderer import to_json
from .html_page import whole_page
from .release_changes import KINDS, Kind, ReleaseNote
from .release_notes import NOW, ReleasedGame, ReleaseNotes, is_about_a_game
from .release_sentences import note_items, note_title, note_words, quoted_titles, whole_text
from .screen_style import ScreenStyle
from .topic_weight import ENDING

HEADINGS: Final[Mapping[Kind, str]] = {
    "rules": "Rules",
    "answers": "Only if you play with an option",
    "wording": "Wording and sources",
    "examples": "Examples and checks",
    "looks": "Looks",
    "translation": "Translations",
    "none": "How the rulebooks are written",
}
"""The heading of each kind of changes."""
MOST_TITLES: Final = 6
"""Games or changes that a sentence names, at most."""
MANY: Final = 2
"""Changes about the same games above which these are named once."""
MOST_LETTERS: Final = 200
"""Letters of the words in the summary, at most."""
PLAYED: Final[tuple[Kind, ...]] = ("rules", "answers")
"""The kinds of changes that change play."""
UNPLAYED: Final = "No change in play"


def games_heading(games: Sequence[ReleasedGame], notes: ReleaseNotes) -> str:
    """Return a heading that lists the titles of games, or says how many more there are."""
    titles = list(dict.fromkeys(game.title for game in games))
    if len(titles) <= MOST_TITLES + 1:
        return enumerated(titles)
    if {*games} >= {game for game in notes.games if game.status not in ("new", "gone")}:
        return f"All {len(games)} games"
    return enumerated([*titles[:MOST_TITLES], f"{len(titles) - MOST_TITLES} more"])


def summary_lines(notes: ReleaseNotes) -> list[str]:
    """Return a few lines on what changed: in which games the rules did, which games are new or removed, which play as
    before, and how many changes do not affect play."""
    found: list[str] = []
    for part in release_parts(notes):
        if part.games:
            told = [note for _, members in part.lists for note in members]
            first = _first_words(part, told[0]) if not found else []
            found += [*first, f"{part.heading}: {_what_changed(told)}{', this one included' if first else ''}."]
    for sort, word in (("new", "New"), ("gone", "Removed")):
        whole = [note.title for note in notes.notes if is_about_a_game(note) and note.sort == sort]
        found += [f"{word}: {_some(whole)}."] if whole else []
    played = {name for note in notes.notes if note.kind in PLAYED for name in note.games}
    unchanged = [game.title for game in notes.games if game.name not in played]
    found += _advice_for_authors(notes)
    rest = sum(note.kind not in PLAYED for note in notes.notes)
    if found and unchanged:
        found.append(f"{_some(unchanged)} {'plays' if len(unchanged) == 1 else 'play'} as before.")
    if rest:
        does, more = "does" if rest == 1 else "do", "more change" if found else "change"
        found.append(f"{counted(rest, more)} {does} not affect play.")
    return found or ["Nothing changed."]


def _advice_for_authors(notes: ReleaseNotes) -> list[str]:
    """Return advice for authors of variants on what to change in them because of new names, removed games and removed
    clauses; none if there is nothing to change."""
    titles = {game.name: game.title for game in notes.games}
    advice = []
    for note in notes.notes:
        if note.sort == "renamed" and note.before:
            advice.append(f"replace `{note.before}` with `{note.after}`")
        elif note.sort == "gone" and is_about_a_game(note):
            advice.append(f"a variant of {note.title} needs another base")
        elif note.sort == "gone" and note.kind in PLAYED:
            names = ", ".join(f"`{id_.partition(' ')[2]}`" for id_ in note.clauses)
            verb = "has" if len(note.games) == 1 else "have"
            advice.append(f"{enumerated([titles[name] for name in note.games])} no longer {verb} {names}")
    return [f"If you have written variants: {'; '.join(advice[:MOST_TITLES])}."] if advice else []


def _first_words(part: ReleasePart, note: ReleaseNote) -> list[str]:
    """Return the words of a note, if it is about the end of a game and short; otherwise none."""
    words = note_words(note).removeprefix("Now: ")
    if note.weight != ENDING or not 0 < len(words) <= MOST_LETTERS:
        return []
    where = f" ({_under(note)})" if note.under else ""
    return [f"The most important change, in {part.heading}{where}: {words}"]


def _what_changed(told: Sequence[ReleaseNote]) -> str:
    """Return text on how many rules changed, and which are new or gone."""
    changed = sum(note.sort == "changed" for note in told)
    said = [counted(changed, "rule change")] if changed else []
    for sort, verbs in (("new", ("is new", "are new")), ("gone", ("is gone", "are gone"))):
        titles = dict.fromkeys(f"“{note.title}”" for note in told if note.sort == sort)
        said += [f"{_some(titles)} {verbs[len(titles) > 1]}"] if titles else []
    return enumerated(said)


def _some(titles: Collection[str]) -> str:
    """Return the first titles as a list, and the number of the others."""
    kept, more = list(titles)[:MOST_TITLES], len(titles) - MOST_TITLES
    return enumerated([*kept, f"{more} more"] if more > 0 else kept)


@frozen
class ReleasePart:
    """A part of release notes: its heading, and lists of notes, each with a heading ("" if it needs none). `games` has
    the names of the games that all its notes are about; it is empty if each note names its own."""

    heading: str
    games: tuple[str, ...]
    lists: tuple[tuple[str, tuple[ReleaseNote, ...]], ...]


def release_parts(notes: ReleaseNotes) -> Iterator[ReleasePart]:
    """Yield the parts of the notes: first, for each group of games, the changes that affect play; then new and removed
    games; then all changes that do not affect play."""
    told: set[str] = set()
    for games, members in notes.groups():
        lists = tuple(_by_kind([note for note in members if not is_about_a_game(note)], PLAYED))
        if lists:
            if lists[0][0] == HEADINGS["rules"]:
                lists = (("", lists[0][1]), *lists[1:])
            lists = tuple((_heading_of_condition(heading, members), members) for heading, members in lists)
            names = tuple(game.name for game in games)
            yield ReleasePart(f"{games_heading(games, notes)}{' only' * ({*names} <= told)}", names, lists)
            told.update(names)
    for sort, word in (("new", "New"), ("gone", "Removed")):
        whole = tuple(note for note in notes.notes if is_about_a_game(note) and note.sort == sort)
        if whole:
            yield ReleasePart(f"{word} {'game' if len(whole) == 1 else 'games'}", (), (("", whole),))
    rest = tuple(_by_kind(notes.notes, ["none", *(kind for kind in KINDS if kind not in (*PLAYED, "none"))]))
    if rest:
        yield ReleasePart(UNPLAYED, (), rest)


def _by_kind(notes: Sequence[ReleaseNote], kinds: Iterable[Kind]) -> Iterator[tuple[str, tuple[ReleaseNote, ...]]]:
    for kind in kinds:
        members = tuple(note for note in notes if note.kind == kind)
        if members:
            yield HEADINGS[kind], members


def _heading_of_condition(heading: str, members: Sequence[ReleaseNote]) -> str:
    """Return the heading of a list of notes. For changes under other answers, it is the condition if all have the
    same."""
    conditions = {note.under for note in members}
    if heading != HEADINGS["answers"] or len(conditions) > 1:
        return heading
    return f"Only {_under(members[0])}"


def _under(note: ReleaseNote) -> str:
    return quoted_titles(" or ".join(note.under))


def _usual_games(notes: ReleaseNotes) -> tuple[str, ...]:
    """Return the names of the games that most changes without effect on play are about; empty if there are few such
    changes."""
    found = Counter(note.games for note in notes.notes if note.kind not in PLAYED)
    (most, count), *_ = [*found.most_common(1), ((), 0)]
    return most if count > MANY and len(most) < len(notes.games) else ()


def _preface(part: ReleasePart, notes: ReleaseNotes) -> str:
    """Return a sentence for the start of the changes without effect on play: to which games entries belong that name
    none. Return "" for other parts."""
    usual = _usual_games(notes) if part.heading == UNPLAYED else ()
    titles = {game.name: game.title for game in notes.games}
    games = enumerated([titles[name] for name in usual])
    return f"An entry that names no game is about {games}." if usual else ""


def _condition(note: ReleaseNote, part: ReleasePart, notes: ReleaseNotes) -> str:
    """Return in brackets under which conditions a change exists, and in which games if the part does not say so; "" if
    there is nothing to say."""
    untold = not part.games and not is_about_a_game(note) and note.sort != "moved"
    titles = {game.name: game.title for game in notes.games}
    games = [titles[name] for name in note.games] if untold and note.games != _usual_games(notes) else []
    where = [_under(note)] if note.under and f"Only {_under(note)}" not in dict(part.lists) else []
    named = len(games) == 1 and games[0] in note.title
    where += [enumerated(games)] if games and len(games) < len(notes.games) and not named else []
    return f" ({'; '.join(where)})" if where else ""


def _title(notes: ReleaseNotes) -> str:
    sides = [_revision(*side) for side in zip((notes.first, notes.second), notes.dates, strict=True)]
    known = {game.name: game.title for game in notes.games}
    titles = list(dict.fromkeys(known[name] for note in notes.notes for name in note.games))
    more = f" and {counted(len(titles) - 1, 'more game')}" if len(titles) > 1 else ""
    about = f"{titles[0]}{more}: changes" if titles else "Changes"
    return f"{about} from {sides[0]} to {sides[1]}"


def _revision(name: str, date: str) -> str:
    """Return the name of a revision with its day, as text."""
    said = name if name == NOW else f"`{name}`"
    return f"{format_date(Date.fromisoformat(date), 'd MMMM y', 'en')} ({said})" if date else said


# ---------------------------------------------------------------------------------------------------- the notes as text


def release_text(notes: ReleaseNotes, style: ScreenStyle) -> str:
    """Return the notes for a terminal."""
    lines = list(style.wrap(_title(notes)))
    lines += [line for one in summary_lines(notes) for line in style.wrap(one, "  - ", "    ")]
    for part in release_parts(notes):
        lines += ["", *style.wrap(part.heading.upper())]
        lines += style.wrap(_preface(part, notes), "  ") if _preface(part, notes) else []
        for heading, told in part.lists:
            lines += [f"  {heading}"] if heading else []
            for note in told:
                lines += style.wrap(f"{note_title(note)}{_condition(note, part, notes)}", "    * ", "      ")
                lines += style.wrap(note_words(note), "      ") if note_words(note) else []
                lines += [line for item in note_items(note) for line in style.wrap(item, "      - ", "        ")]
    lines += [line for one in notes.unread for line in ("", *style.wrap(_unread(one.name, one.revision), "", "  "))]
    return "\n".join(lines) + "\n"


def _unread(name: str, revision: str) -> str:
    return f"{name} has mistakes at {revision}, so its changes are not told."


# ------------------------------------------------------------------------------------------------ the notes as Markdown

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def _markdown(text: str) -> str:
    """Return a text in Markdown, with characters escaped that would be markup, except in code marks."""
    parts = printable(text).replace("\n", " ").split("`")
    if len(parts) % 2 == 0:
        return _SIGNS.sub(r"\\\1", printable(text).replace("\n", " "))
    return "".join(f"`{part}`" if at % 2 else _SIGNS.sub(r"\\\1", part) for at, part in enumerate(parts))


def release_markdown(notes: ReleaseNotes) -> str:
    """Return the notes as a Markdown page."""
    lines = [f"# {_markdown(_title(notes))}", "", *(f"- {_markdown(one)}" for one in summary_lines(notes))]
    for part in release_parts(notes):
        lines += ["", f"## {_markdown(part.heading)}"]
        lines += ["", _markdown(_preface(part, notes))] if _preface(part, notes) else []
        for heading, told in part.lists:
            lines += ["", *((f"### {_markdown(heading)}", "") if heading else ())]
            for note in told:
                said = f"<br>{_markdown(note_words(note))}" if note_words(note) else ""
                lines.append(f"- **{_markdown(note_title(note))}**{_markdown(_condition(note, part, notes))}{said}")
                lines += [f"    - {_markdown(item)}" for item in note_items(note)]
    lines += [line for one in notes.unread for line in ("", f"> {_markdown(_unread(one.name, one.revision))}")]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------------------------- the notes as HTML


def release_page(notes: ReleaseNotes) -> str:
    """Return the notes as an HTML page that loads no other file."""
    parts = [f"<h1>{_html(_title(notes))}</h1>", _html_list(summary_lines(notes))]
    for part in release_parts(notes):
        preface = f"<p>{_html(_preface(part, notes))}</p>" if _preface(part, notes) else ""
        parts.append(f"<section><h2>{_html(part.heading)}</h2>{preface}")
        for heading, told in part.lists:
            titles = [_html(note_title(note) + _condition(note, part, notes)) for note in told]
            words = [_html(note_words(note)) + _html_list(note_items(note)) for note in told]
            items = "".join(f"<dt>{one}</dt><dd>{two}</dd>" for one, two in zip(titles, words, strict=True))
            parts.append(f"{f'<h3>{_html(heading)}</h3>' if heading else ''}<dl>{items}</dl>")
        parts.append("</section>")
    parts += [f"<p>{_html(_unread(one.name, one.revision))}</p>" for one in notes.unread]
    return whole_page(_title(notes).replace("`", ""), f'<section class="comparison">{"".join(parts)}</section>')


def _html_list(items: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{_html(one)}</li>' for one in items)}</ul>" if items else ""


def _html(text: str) -> str:
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(printable(text)))


# ---------------------------------------------------------------------------------------------------- the notes as JSON


def release_json(notes: ReleaseNotes) -> dict[str, Any]:
    """Return the notes as data."""
    return {
        "first": notes.first,
        "second": notes.second,
        "dates": list(notes.dates),
        "counts": {kind: notes.count(kind) for kind in KINDS},
        "games": [{"name": g.name, "title": g.title, "status": g.status, "was": g.was} for g in notes.games],
        "changes": [
            {"kind": n.kind, "sort": n.sort, "title": n.title, "before": n.before, "after": n.after,
             "text": whole_text(n), "under": list(n.under), "clauses": list(n.clauses), "games": list(n.games)}
            for n in notes.notes
        ],
        "unread": [
            {"name": one.name, "revision": one.revision, "diagnostics": [to_json(d) for d in one.diagnostics]}
            for one in notes.unread
        ],
    }  # fmt: skip  # one key in a line
