"""What a player saw, in sentences of the rulebook: steps, and what changed at the table by them.

`play/information_state.py` decides what a player is told; here its notes are said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from attrs import evolve, field, frozen

from ..engine.log import COUNTED, SAW, SHOWN, LogNote, RecordFormat
from ..engine.observation import ObservationFormat
from ..engine.observe import Hidden, Seen
from ..play.information_state import MOST_READ, NoteWording, content, notes_of
from .changes import ChangeWording, TableElement, TableSight, whole_index
from .values import HistoryLine
from .words import GameWords


@frozen(eq=False)
class WordedNotes(NoteWording):
    """Says what a player saw in words of the rulebook."""

    words: GameWords = field(repr=False)
    teller: ChangeWording = field(repr=False)
    _sights: dict[bytes, TableSight] = field(factory=dict, init=False, repr=False)

    @staticmethod
    @lru_cache(maxsize=8)
    def of_words(words: GameWords) -> WordedNotes:
        machine = words.game.machine
        form = evolve(RecordFormat.of(machine), labels=words.labels)
        return WordedNotes(form, words.seats, ObservationFormat.of(machine), words, ChangeWording(words))

    def _word(self, word: str) -> str:
        return self.words.ui(word)

    def _label(self, number: int, values: Sequence[int]) -> str:
        named = self.form.named[number]
        return self.words.option(named.label, list(zip(named.names, named.domains, values, strict=True)))

    def _describe_show(self, number: int, sort: int, numbers: Sequence[int]) -> str:
        shown = self.form.shows[number]
        if shown.cell is not None:
            return super()._describe_show(number, sort, numbers)
        index, rest = numbers[: len(shown.dims)], numbers[len(shown.dims) :]
        value = rest[0] if sort == 0 else frozenset(rest) if sort == 1 else tuple(rest)
        holds = bool(value) if shown.domain == "truth" else None
        return self.words.shown(shown.what, index, self.form.labels.text_of_value(shown.domain, value), holds)

    def text(self, note: LogNote) -> str:
        """Return a note as people read it; empty for what need not be said."""
        if note[0] != SHOWN:
            return super().text(note)
        told = self._describe_show(note[1], note[2], note[3:])
        return told and f"{self.words.ui('shown')}: {told}"

    def lines(self, log: Sequence[bytes], since: int) -> Iterator[HistoryLine]:
        """Yield in sentences what a player saw from entry `since` of their log on: steps, and what changed by them.

        What lay on the table when the game first came to rest is no news.
        """
        known: dict[TableElement, Seen] = {}
        step = ""
        for at, packed in enumerate(log):
            changed: dict[TableElement, Seen] = {}
            is_news = at > 0 and at >= since
            for note in notes_of(packed):
                if note[0] in (SAW, COUNTED):
                    if is_news and self._comes_back(note, known, changed):
                        moving, left = changed.popitem()  # what left there has not arrived yet
                        yield from self._changes(known, changed, step)
                        known.update(changed)
                        changed = {moving: left}
                    self._enter(note, known, changed)
                elif at >= since:
                    yield from self._changes(known, changed, step) if is_news else ()
                    if step := self.text(note):
                        yield HistoryLine(step, True)
                    known.update(changed)
                    changed = {}
            now = self._sight(packed)
            yield from self._changes(known, now, step) if is_news else ()
            known = dict(now)

    def _changes(self, known: TableSight, changed: TableSight, step: str) -> Iterator[HistoryLine]:
        named = step.rpartition(": ")[2].split(", ")
        return (HistoryLine(text, False) for text in self.teller.sentences(known, changed, named=named))

    def _comes_back(self, note: LogNote, known: TableSight, changed: TableSight) -> bool:
        """Tell whether a place is by a note again as it was, so that what happened meanwhile must be told before."""
        cell = self.form.cells[note[1]]
        at, before = (cell.name, whole_index(cell, note[2])[0]), dict(changed)
        if cell.role != "place" or at not in changed:
            return False
        self._enter(note, known, before)
        return before[at] == known.get(at) != changed[at]

    def _enter(self, note: LogNote, known: TableSight, changed: dict[TableElement, Seen]) -> None:
        """Enter what a note says of an element."""
        cell = self.form.cells[note[1]]
        index, kind = whole_index(cell, note[2])
        seen: Seen = Hidden(note[3], note[4:]) if note[0] == COUNTED else content(cell, note[3:])
        if kind is not None and not isinstance(seen, Hidden):
            whole = changed.get((cell.name, index), known.get((cell.name, index)))
            if not isinstance(whole, tuple):
                return
            assert isinstance(seen, int)
            seen = (*whole[:kind], seen, *whole[kind + 1 :])
        changed.pop((cell.name, index), None)
        changed[cell.name, index] = seen  # last

    def _sight(self, packed: bytes) -> TableSight:
        """Return what a player sees in an observation; the last ones read are kept."""
        sight = packed[len(packed) - self.observation.size :]
        found = self._sights.get(sight)
        if found is None:
            found, view = {}, self.observation.unpack(sight)
            for cell in self.form.cells:
                elements, kinds = view[cell.name], cell.shape[-1] if cell.heap else 1
                for place in range(0, len(elements), kinds):
                    whole = tuple(elements[place : place + kinds])
                    hidden = isinstance(whole[0], Hidden)
                    found[cell.name, whole_index(cell, place)[0]] = whole if cell.heap and not hidden else whole[0]  # type: ignore[assignment]
            if len(self._sights) == MOST_READ:
                self._sights.clear()
            self._sights[sight] = found
        return found
