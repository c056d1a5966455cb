"""What changed in a project from one revision to another, game by game.

A change of a base is told once, with all the games that stand on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from attrs import evolve, field, frozen

from ..diagnostics import Diagnostic, RulekitError
from ..model.meaning_hash import tree_digest
from ..play.loaded_book import LoadedBook, load
from .names import clause_kind, clause_title
from .release_changes import KINDS, ChangeKey, GameChange, GameDifference, Kind, game_difference
from .release_words import ReleaseNote, word_changes

Status = Literal["same", "changed", "new", "gone", "moved"]


@frozen
class ReleasedGame:
    """A game of the project: its name and its title, what became of it, and its former name if it was moved."""

    name: str
    title: str
    status: Status
    was: str = ""


@frozen
class Unread:
    """A rulebook that cannot be compared, in the first or the second revision, and why."""

    name: str
    revision: str
    diagnostics: tuple[Diagnostic, ...]


@frozen
class ReleaseNotes:
    """The changes from `first` to `second`, both names of revisions. The notes are in the order of the games that they
    are about, those of several games first; within these in the order of KINDS."""

    first: str
    second: str
    games: tuple[ReleasedGame, ...]
    notes: tuple[ReleaseNote, ...]
    unread: tuple[Unread, ...]

    def count(self, kind: Kind) -> int:
        """Return the number of notes of a kind."""
        return sum(note.kind == kind for note in self.notes)

    def groups(self) -> list[tuple[tuple[ReleasedGame, ...], list[ReleaseNote]]]:
        """Return the notes by the games that they are about."""
        games = {game.name: game for game in self.games}
        found: dict[tuple[str, ...], list[ReleaseNote]] = {}
        for note in self.notes:
            found.setdefault(note.games, []).append(note)
        return [(tuple(games[name] for name in names), notes) for names, notes in found.items()]


@frozen(eq=False)
class _Pair:
    """A game in both revisions, under its name in the second."""

    name: str
    was: str
    first: LoadedBook
    second: LoadedBook

    @property
    def is_same(self) -> bool:
        return _texts(self.first) == _texts(self.second)

    @property
    def is_rewritten(self) -> bool:
        """Return whether the text of the game's own file differs."""
        return self.first.books[-1].span.source.text != self.second.books[-1].span.source.text


@frozen(eq=False)
class _Writer:
    """Collects the notes; `unread` grows as rulebooks turn out to be wrong."""

    labels: tuple[str, str]
    unread: list[Unread] = field(factory=list)

    def load(self, files: Mapping[str, Path], side: int) -> dict[str, LoadedBook]:
        """Return the books that can be read, by name."""
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
        """Return what changed in each game whose text, or that of a base, changed."""
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
    first: Mapping[str, Path], second: Mapping[str, Path], labels: tuple[str, str] = ("before", "now")
) -> ReleaseNotes:
    """Return what changed from the rulebooks of one revision to those of another, both by name; the second has the
    order of the games. `labels` are the names of the revisions."""
    writer = _Writer(labels)
    old, new = writer.load(first, 0), writer.load(second, 1)
    pairs = _pair_games(old, new, {one.name for one in writer.unread})
    found = writer.differences(pairs)
    notes = [*_shared_notes(pairs, found), *_rewritten(pairs, found)]
    paired = {pair.name for pair in pairs}
    games = []
    for pair in pairs:
        moved = pair.name != pair.was
        if moved:
            notes.append(ReleaseNote("none", "moved", pair.name, pair.was, pair.name, (), (), (pair.name,)))
        changed = any(pair.name in note.games for note in notes)
        status: Status = "moved" if moved else "changed" if changed else "same"
        games.append(ReleasedGame(pair.name, _title(pair.second), status, pair.was if moved else ""))
    for books, status, others in ((new, "new", old), (old, "gone", new)):
        was = {pair.was for pair in pairs}
        for name, book in books.items():
            if name not in paired and name not in was and name not in {one.name for one in writer.unread}:
                assert name not in others
                games.append(ReleasedGame(name, _title(book), "new" if status == "new" else "gone"))
                notes.append(_book_note(name, book, status))
    order = {name: at for at, name in enumerate([*second, *first])}
    games.sort(key=lambda game: order[game.name])
    notes.sort(key=lambda note: (-len(note.games), [order[name] for name in note.games], KINDS.index(note.kind)))
    return ReleaseNotes(*labels, tuple(games), tuple(notes), tuple(writer.unread))


def _title(book: LoadedBook) -> str:
    return book.rulebook.title


def _texts(book: LoadedBook) -> list[tuple[str, str]]:
    return [(one.header.name.text, one.span.source.text) for one in book.books]


def _pair_games(old: Mapping[str, LoadedBook], new: Mapping[str, LoadedBook], unread: set[str]) -> list[_Pair]:
    """Return the games of both revisions: by name, or moved to another name."""
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
    """Return the notes on all changes, each worded once for all the games that have it."""
    games: dict[tuple[ChangeKey, Kind, tuple[str, ...]], list[str]] = {}
    first: dict[tuple[ChangeKey, Kind, tuple[str, ...]], GameChange] = {}
    renamed: dict[tuple[str, str, str], list[str]] = {}
    for pair in pairs:
        difference = found.get(pair.name)
        if difference is None:
            continue
        for one in difference.changes:
            key = (one.key, one.kind, one.under)
            games.setdefault(key, []).append(pair.name)
            first.setdefault(key, one)
        for was, now in difference.renamed:
            title = f"{clause_kind(now.clause)} “{clause_title(now.clause)}”"
            renamed.setdefault((was.id, now.id, title), []).append(pair.name)
    layers = {pair.name: len(pair.second.files) for pair in pairs}
    for names in (*games.values(), *renamed.values()):
        names.sort(key=lambda name: layers[name])  # bases before their variants
    buckets: dict[tuple[str, ...], list[GameChange]] = {}
    for key, names in games.items():
        buckets.setdefault(tuple(names), []).append(first[key])
    folded: dict[str, set[str]] = {}
    shared_first = sorted(buckets.items(), key=lambda bucket: -len(bucket[0]))
    notes = [note for names, members in shared_first for note in word_changes(members, names, folded)]
    for (was_id, now_id, title), names in renamed.items():
        sides = ("", "") if was_id == now_id else (was_id.partition(" ")[2], now_id.partition(" ")[2])
        notes.append(ReleaseNote("none", "renamed", title, *sides, (), (now_id,), tuple(names)))
    return notes


def _rewritten(pairs: Sequence[_Pair], found: Mapping[str, GameDifference]) -> list[ReleaseNote]:
    """Return a note for each file whose text changed without any other change of its own."""
    files = {pair.second.files[-1]: pair.name for pair in pairs}
    notes = []
    for pair in pairs:
        difference = found.get(pair.name)
        if difference is None or not pair.is_rewritten or difference.renamed:
            continue
        below = [files[file] for file in pair.second.files[:-1] if file in files]
        known = {one.key for name in below if name in found for one in found[name].changes}
        if all(one.key in known for one in difference.changes):
            notes.append(ReleaseNote("none", "same", "layout, comments and order", "", "", (), (), (pair.name,)))
    return notes


def _book_note(name: str, book: LoadedBook, status: str) -> ReleaseNote:
    summary = book.rulebook.header.summary
    said = summary.value if summary is not None and "{" not in summary.value else ""
    note = ReleaseNote("rules", "new", _title(book), "", said, (), (), (name,))
    return note if status == "new" else evolve(note, sort="gone", before=said, after="")
