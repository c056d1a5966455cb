"""What a player saw, in sentences of the rulebook: the steps, and the changes at the table.

`play/information_state.py` determines what a player learns; this file writes its notes as sentences.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache

from attrs import evolve, field, frozen

from ..engine.cell_layout import index_of, row_major
from ..engine.events import Audience
from ..engine.log import COUNTED, DRAWN, PICKED, SAW, SHOWN, UNSEEN, LogNote, RecordFormat
from ..engine.observation import ObservationFormat
from ..engine.observe import Hidden, Seen
from ..play.information_state import LogEntry, NoteWording, content, notes_of
from .changes import ChangeWording, ElementChange
from .movements import TableElement
from .privacy import ValueName, WordedLine
from .words import GameWords

MOST_KEPT = 2_000
"""Log entries whose lines are cached: after each decision, the latest ones of every seat are requested again."""


@frozen(eq=False)
class WordedNotes(NoteWording):
    """Describes what a player saw in words of the rulebook."""

    words: GameWords = field(repr=False)
    teller: ChangeWording = field(repr=False)
    _kept: dict[tuple[bytes | None, LogEntry, str], tuple[tuple[WordedLine, ...], str]] = field(
        factory=dict, init=False, repr=False
    )

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
        """Return a note in words; "" for a note that readers do not need."""
        if note[0] != SHOWN:
            return super().text(note)
        told = self._describe_show(note[1], note[2], note[3:])
        return told and f"{self.words.ui('shown')}: {told}"

    def lines(self, log: Sequence[LogEntry], since: int) -> Iterator[WordedLine]:
        """Yield sentences on what a player saw, from entry `since` of their log on: the steps, and the changes they
        caused. What was on the table at the first decision of the game is not reported as a change."""
        before, step = log[since - 1].packed if since else None, ""
        for entry in log[since:]:
            key = before, entry, step
            found = self._kept.get(key)
            if found is None:
                if len(self._kept) >= MOST_KEPT:
                    self._kept.clear()
                found = self._kept[key] = self._entry(before, entry, step)
            yield from found[0]
            before, step = entry.packed, found[1]

    def _entry(self, before: bytes | None, entry: LogEntry, step: str) -> tuple[tuple[WordedLine, ...], str]:
        """Return the lines of an entry and the text of its last step. `before` is the previous entry, `step` the text
        of the step before."""
        told, packed = list[WordedLine](), entry.packed
        known, changes = dict[TableElement, Seen](), list[ElementChange]()
        for note, who in zip(notes_of(packed), entry.audiences, strict=True):
            if note[0] not in (SAW, COUNTED):
                told += self._lines(changes, step, entry.number)
                if step := self.text(note):
                    told.append(self._step(step, note, who, entry.number))
                changes = []
            elif before is not None:
                at = self._at(self.form.cells[note[1]].name, note[2])
                known.setdefault(at, self._whole(before, at))
                now = self._noted(note, known[at])
                changes.append(ElementChange(at, known[at], now))
                known[at] = now
        if before is not None:
            differ = self.observation.changes(self._sight(before), self._sight(packed))
            for at in dict.fromkeys([*known, *(self._at(name, place) for name, place in differ)]):
                then = known[at] if at in known else self._whole(before, at)
                if then != (now := self._whole(packed, at)):  # the change was not told: who sees the element changed
                    changes.append(ElementChange(at, then, now))
            told += self._lines(changes, step, entry.number)
        return tuple(told), step

    def _step(self, text: str, note: LogNote, who: Audience, number: int) -> WordedLine:
        """Return the line of a step. If it is a pick, each parameter is a fact of its own, since players may see
        different ones."""
        facts: list[Hashable] = [(note, who)]
        names: Iterator[ValueName] = iter(())
        if note[0] in (PICKED, DRAWN):
            start = 3 if note[0] == PICKED else 2
            named, values = self.form.named[note[start - 1]], note[start:]
            seen = [(at, value) for at, value in enumerate(values) if value != UNSEEN]
            names = (self.words.value_name(named.domains[at], value) for at, value in seen)
            facts = [note[:start], *seen] if note[0] == PICKED else facts
        return WordedLine(text, True, frozenset((number, fact) for fact in facts), frozenset(names))

    def _lines(self, changes: Sequence[ElementChange], step: str, number: int) -> Iterator[WordedLine]:
        named = re.split(", |: ", step.casefold().partition(": ")[2])
        for one in self.teller.told(changes, named):
            yield WordedLine(one.text, False, frozenset((number, fact) for fact in one.facts), one.names)

    def _at(self, name: str, place: int) -> TableElement:
        """Return the element to which a place number of a cell belongs; all kinds in a heap are one element."""
        cell = self.words.game.layout.slots[name].cell
        index = index_of(cell.shape, place)
        return name, index[:-1] if cell.heap else index

    def _whole(self, packed: bytes, at: TableElement) -> Seen:
        """Return what a player sees of an element, according to a log entry."""
        name, index = at
        cell, sight = self.words.game.layout.slots[name].cell, self._sight(packed)
        first = row_major(name, cell.shape, (*index, 0) if cell.heap else index)
        seen = self.observation.element(sight, name, first)
        if not cell.heap or isinstance(seen, Hidden):
            return seen
        # mypy does not know that in a heap that is seen, no count is Hidden
        return tuple(self.observation.element(sight, name, first + n) for n in range(cell.shape[-1]))  # type: ignore[misc]

    def _noted(self, note: LogNote, before: Seen) -> Seen:
        """Return what a seat sees of an element after a note changed it. For a heap, a note is about one kind of
        piece."""
        cell = self.form.cells[note[1]]
        if note[0] == COUNTED:
            return Hidden(note[3], note[4:])
        seen, kind = content(cell, note[3:]), index_of(cell.shape, note[2])[-1] if cell.heap else 0
        if not cell.heap or not isinstance(before, tuple):
            return before if cell.heap else seen
        return (*before[:kind], note[3], *before[kind + 1 :])
