"""What changed in a project from one revision to another, game by game.

A change of a base is told once, with all the games that are built on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from attrs import evolve, field, frozen

from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.printable import enumerated
from ..model import change_kinds as ch
from ..model.meaning_hash import tree_digest
from ..model.naming import identifier_words
from ..play.loaded_book import LoadedBook, load
from .release_changes import KINDS, ChangeKey, GameChange, GameDifference, Kind, ReleaseNote, game_difference
from .release_clauses import clause_heading
from .release_words import word_changes

NOW: Final = "now"
"""What the files of the work tree are called."""
MOST_DIFFERENCES: Final = 6
"""Rules of a new variant that are told one by one, at most."""
Status = Literal["same", "changed", "new", "gone", "moved"]


@frozen
class ReleasedGame:
    """A game of the project: its name and title, its `status`, and its former name if it was moved ("" if not)."""

    name: str
    title: str
    status: Status
    was: str = ""


@frozen
class Unread:
    """A rulebook that cannot be compared: its name, the revision in which it has errors, and the errors."""

    name: str
    revision: str
    diagnostics: tuple[Diagnostic, ...]


@frozen
class ReleaseNotes:
    """The changes from revision `first` to `second`, with their `dates`. The notes are sorted by the games that they
    are about; notes for several games come first. For the same games, they are in the order of KINDS, then of
    importance."""

    first: str
    second: str
    dates: tuple[str, str]
    games: tuple[ReleasedGame, ...]
    notes: tuple[ReleaseNote, ...]
    unread: tuple[Unread, ...]

    def count(self, kind: Kind) -> int:
        """Return the number of notes of a kind."""
        return sum(note.kind == kind for note in self.notes)

    def groups(self) -> list[tuple[tuple[ReleasedGame, ...], list[ReleaseNote]]]:
        """Return the notes grouped by the games that they are about."""
        games = {game.name: game for game in self.games}
        found: dict[tuple[str, ...], list[ReleaseNote]] = {}
        for note in self.notes:
            found.setdefault(note.games, []).append(note)
        return [(tuple(games[name] for name in names), notes) for names, notes in found.items()]


@frozen(eq=False)
class _Pair:
    """A game that is in both revisions: its name in the second, its former name, and both books."""

    name: str
    was: str
    first: LoadedBook
    second: LoadedBook

    @property
    def is_same(self) -> bool:
        return _texts(self.first) == _texts(self.second)

    @property
    def is_rewritten(self) -> bool:
        """Return whether the text of the game's own file changed."""
        return self.first.books[-1].span.source.text != self.second.books[-1].span.source.text


@frozen(eq=False)
class _Writer:
    """Finds the changes of games. Rulebooks that turn out to have errors are added to `unread`."""

    labels: tuple[str, str]
    unread: list[Unread] = field(factory=list)

    def load(self, files: Mapping[str, Path], side: int) -> dict[str, LoadedBook]:
        """Return the books of one revision that have no errors, keyed by name."""
        found = {}
        for name, path in files.items():
            try:
                book = load(path)
                book.apply_layers()  # raises RulekitError for layers that do not fit together
                found[name] = book
            except RulekitError as error:
                self.unread.append(Unread(name, self.labels[side], tuple(error.diagnostics)))
        return found

    def differences(self, pairs: Sequence[_Pair]) -> dict[str, GameDifference]:
        """Return what changed in each game, keyed by its name. Games whose texts and bases are unchanged are left
        out."""
        found: dict[str, GameDifference] = {}
        rules: frozenset[ChangeKey] = frozenset()
        for pair in pairs:
            if not pair.is_same:
                try:
                    found[pair.name] = game_difference(pair.first, pair.second, rules)
                except RulekitError as error:
                    self.unread.append(Unread(pair.name, self.labels[1], tuple(error.diagnostics)))
                    continue
                rules |= {one.key for one in found[pair.name].changes if one.kind == "rules"}
        return found


def release_notes(
    first: Mapping[str, Path],
    second: Mapping[str, Path],
    labels: tuple[str, str] = ("before", "now"),
    dates: tuple[str, str] = ("", ""),
) -> ReleaseNotes:
    """Return the notes on what changed between the rulebooks of two revisions, each a mapping from names to files.
    Games have the order of the second. `labels` are the names of the revisions, `dates` their days (YYYY-MM-DD, "" if
    unknown)."""
    writer = _Writer(labels)
    old, new = writer.load(first, 0), writer.load(second, 1)
    pairs = _pair_games(old, new, {one.name for one in writer.unread})
    found = writer.differences(pairs)
    notes = [*merge_defaults(_shared_notes(pairs, found)), *_rewritten(pairs, found)]
    paired = {pair.name for pair in pairs}
    games = []
    for pair in pairs:
        moved = pair.name != pair.was
        if moved:
            notes.append(ReleaseNote("none", "moved", _title(pair.second), pair.was, pair.name, (), (), (pair.name,)))
        changed = any(pair.name in note.games for note in notes)
        status: Status = "moved" if moved else "changed" if changed else "same"
        games.append(ReleasedGame(pair.name, _title(pair.second), status, pair.was if moved else ""))
    was = {pair.was for pair in pairs} | paired | {one.name for one in writer.unread}
    for books, sort in ((new, "new"), (old, "gone")):
        for name, book in books.items():
            if name not in was:
                games.append(ReleasedGame(name, _title(book), "new" if sort == "new" else "gone"))
                notes.append(_book_note(name, sort, books))
    order = {name: at for at, name in enumerate([*second, *first])}
    games.sort(key=lambda game: order[game.name])
    places = {note.title: at for at, note in reversed(list(enumerate(notes)))}

    def place(note: ReleaseNote) -> tuple[Any, ...]:
        kind = KINDS.index(note.kind)
        return _rank(note), [order[name] for name in note.games], kind, note.weight, places[note.title]

    notes = _definitions_after_users(sorted(notes, key=place))
    return ReleaseNotes(*labels, dates, tuple(games), tuple(notes), tuple(writer.unread))


def _definitions_after_users(notes: Sequence[ReleaseNote]) -> list[ReleaseNote]:
    """Return the notes in an order in which a note on a definition follows the first note that uses it, among notes of
    the same kind and the same games."""
    found = list(notes)
    for note in notes:
        for user in found:
            if user is not note and (user.kind, user.games) == (note.kind, note.games) and user.uses & {*note.clauses}:
                if found.index(user) < found.index(note):
                    found.remove(note)
                    found.insert(found.index(user) + 1, note)
                break
    return found


def _rank(note: ReleaseNote) -> tuple[int, int]:
    """Return the sort key of a note: changes come first, those of most games before others; then new games, then
    removed ones."""
    whole = ("new", "gone").index(note.sort) + 1 if is_about_a_game(note) else 0
    return whole, -len(note.games)


def is_about_a_game(note: ReleaseNote) -> bool:
    """Return whether a note is about a whole game that is new or removed."""
    return not note.clauses and note.sort in ("new", "gone")


def _title(book: LoadedBook) -> str:
    return book.rulebook.title


def _texts(book: LoadedBook) -> list[tuple[str, str]]:
    return [(one.header.name.text, one.span.source.text) for one in book.books]


def _pair_games(old: Mapping[str, LoadedBook], new: Mapping[str, LoadedBook], unread: set[str]) -> list[_Pair]:
    """Return the pairs of games in both revisions. Games correspond if their names are equal, or if a game seems to
    have moved to a new name."""
    pairs = [_Pair(name, name, old[name], book) for name, book in new.items() if name in old]
    gone = {name: book for name, book in old.items() if name not in new and name not in unread}
    for name, book in new.items():
        if name in old or name in unread:
            continue
        for is_alike in (_has_same_text, _has_same_name, _has_same_meaning):
            alike = [was for was, other in gone.items() if is_alike(other, book)]
            if len(alike) == 1:
                pairs.append(_Pair(name, alike[0], gone.pop(alike[0]), book))
                break
    order = list(new)
    return sorted(pairs, key=lambda pair: order.index(pair.name))


def _has_same_text(one: LoadedBook, two: LoadedBook) -> bool:
    return one.books[-1].span.source.text == two.books[-1].span.source.text


def _has_same_name(one: LoadedBook, two: LoadedBook) -> bool:
    return one.headers[-1] == two.headers[-1]


def _has_same_meaning(one: LoadedBook, two: LoadedBook) -> bool:
    return tree_digest(one.books[-1].members) == tree_digest(two.books[-1].members)


def _shared_notes(pairs: Sequence[_Pair], found: Mapping[str, GameDifference]) -> list[ReleaseNote]:
    """Return the notes on all changes. A change that several games have gets one note."""
    games: dict[tuple[ChangeKey, Kind, tuple[str, ...]], list[str]] = {}
    first: dict[tuple[ChangeKey, Kind, tuple[str, ...]], GameChange] = {}
    renamed: dict[tuple[str, str, str], list[str]] = {}
    for pair in sorted(pairs, key=lambda pair: len(pair.second.files)):  # bases before their variants
        difference = found.get(pair.name)
        if difference is None:
            continue
        for one in difference.changes:
            key = (one.key, one.kind, one.under)
            games.setdefault(key, []).append(pair.name)
            first.setdefault(key, one)
        for was, now in difference.renamed:
            renamed.setdefault((was.id, now.id, clause_heading(now.clause)), []).append(pair.name)
    buckets: dict[tuple[str, ...], list[GameChange]] = {}
    for key, names in games.items():
        buckets.setdefault(tuple(names), []).append(first[key])
    folded: dict[str, set[str]] = {}
    shared_first = sorted(buckets.items(), key=lambda bucket: -len(bucket[0]))
    notes: list[ReleaseNote] = []
    for about, members in shared_first:
        own = {
            identifier_words(_name(was)): identifier_words(_name(now))
            for (was, now, _), named in renamed.items()
            if was != now and {*about} & {*named}
        }
        notes += word_changes(members, about, folded, own)
    for (was_id, now_id, title), named in renamed.items():
        sides = ("", "") if was_id == now_id else (_name(was_id), _name(now_id))
        notes.append(ReleaseNote("none", "renamed", title, *sides, (), (now_id,), tuple(named)))
    return notes


def _name(id_: str) -> str:
    return id_.partition(" ")[2]


def _rewritten(pairs: Sequence[_Pair], found: Mapping[str, GameDifference]) -> list[ReleaseNote]:
    """Return a note for each file whose text changed, if the game has no changes except those of its base."""
    files = {pair.second.files[-1]: pair.name for pair in pairs}
    notes = []
    for pair in pairs:
        difference = found.get(pair.name)
        if difference is None or not pair.is_rewritten or difference.renamed:
            continue
        below = [files[file] for file in pair.second.files[:-1] if file in files]
        known = {one.key for name in below if name in found for one in found[name].changes}
        if all(one.key in known for one in difference.changes):
            notes.append(ReleaseNote("none", "same", "Layout, comments and order", "", "", (), (), (pair.name,)))
    return notes


def _book_note(name: str, sort: str, books: Mapping[str, LoadedBook]) -> ReleaseNote:
    """Return the note on a new or removed game: its summary and, if it is a variant, how it differs from its base."""
    book = books[name]
    summary = book.rulebook.header.summary
    said = summary.value if summary is not None and "{" not in summary.value else ""
    base = next((one for one in books.values() if one.files == book.files[:-1]), None)
    if base is None:
        counts = book.player_counts
        span = f"{counts[0]} to {counts[-1]}" if len(counts) == counts[-1] - counts[0] + 1 > 1 else None
        said = f"A game for {span or enumerated([*map(str, counts)], 'or')} players. {said}".strip()
    sides = ("", said) if sort == "new" else (said, "")
    differences = [] if base is None else _differences(base, book)
    return ReleaseNote(
        "rules",
        sort,
        _title(book),
        *sides,
        (),
        (),
        (name,),
        parts=tuple(differences[:MOST_DIFFERENCES]),
        more=max(0, len(differences) - MOST_DIFFERENCES),
        base="" if base is None else _title(base),
    )


def merge_defaults(notes: Iterable[ReleaseNote]) -> list[ReleaseNote]:
    """Return the notes, in which those on one option's default are merged: the note also tells the defaults for other
    numbers of players."""
    found = list(notes)
    for note in found[:]:
        if note.usual and note.kind == "rules" and not note.under:
            others = [o for o in found if o.usual and o.under and (o.kind, o.title, o.games) == _subject(note)]
            found = [o for o in found if o not in others]
            before, after = (
                _with_others(said, [(" or ".join(o.under), side) for o, side in zip(others, sides, strict=True)])
                for said, sides in (
                    (note.before, [o.before for o in others]),
                    (note.after, [o.after for o in others]),
                )
            )
            found[found.index(note)] = evolve(note, before=before, after=after)
    return found


def _subject(note: ReleaseNote) -> tuple[str, str, tuple[str, ...]]:
    return note.kind, note.title, note.games


def _with_others(said: str, others: Sequence[tuple[str, str]]) -> str:
    """Return an answer, followed by the different answers under other conditions."""
    told = [f"{under}: {other.rstrip('.')}" for under, other in others if other.rstrip(".") != said.rstrip(".")]
    return f"{said.rstrip('.')} ({', '.join(told)})" if told else said


def titled(note: ReleaseNote) -> str:
    """Return the title of a note, with the conditions under which the change exists."""
    return f"{note.title} ({' or '.join(note.under)})" if note.under else note.title


def _differences(base: LoadedBook, book: LoadedBook) -> list[tuple[str, str, str]]:
    """Return how the rules of a variant differ from those of its base: titles with the words of both. Return none if
    they cannot be compared."""
    try:
        changes = game_difference(base, book, frozenset()).changes
    except RulekitError:  # `rulekit check` reports these errors
        return []
    rules = [o for o in changes if o.kind in ("rules", "answers") and not isinstance(o.change, ch.HeaderChanged)]
    notes = merge_defaults(word_changes(rules, (book.name,), {}))
    told = sorted(notes, key=lambda note: (bool(note.under), note.weight))
    return [
        (
            titled(note),
            note.before,
            f"{note.after.rstrip('.')}, unless you choose otherwise" if note.usual else note.after,
        )
        for note in told
    ]
