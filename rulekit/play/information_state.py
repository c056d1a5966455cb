"""What a player has learnt: the present view, and the information state, which is everything they saw in every step.

Both are values. Two are equal exactly if the player has seen the same, and both print as text. The engines determine
what is seen (`engine/log.py`, `engine/observe.py`); this file stores it and describes it in words.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from functools import cached_property
from threading import local
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ..engine.cell_layout import index_of
from ..engine.events import Audience
from ..engine.interface import Engine, State
from ..engine.log import COUNTED, DRAWN, PICKED, SAW, SHOWN, UNSEEN, LogNote, RecordFormat, StepRecords, visible_notes
from ..engine.observation import ObservationFormat
from ..engine.observe import Content, Hidden, Seen
from ..engine.reference import ReferenceEngine
from ..machine import program as m
from ..machine.option_labels import label_text

if TYPE_CHECKING:
    from ..engine.wasm.recording_engine import RecordingEngine
    from .game_record import Past

    Telling = ReferenceEngine | RecordingEngine


OTHER_NAMES = {m.PAYOFF: "payoff", m.SCORE: "score", m.ACTIVE: "to move"}
"""The names in texts for cells that no rulebook declares."""


def engine_with_notes(engine: Engine) -> Telling:
    """Return an engine of the same kind that records what players see of its last step."""
    if not isinstance(engine, ReferenceEngine):
        from ..engine.wasm import WasmEngine
        from ..engine.wasm.recording_engine import RecordingEngine

        if isinstance(engine, WasmEngine):
            return RecordingEngine(engine.machine, engine.modules if engine.has_module("recording") else None)
    return ReferenceEngine(engine.machine, recording=True)


# -------------------------------------------------------------------------------------------- entries of a player's log


def pack_entry(notes: Sequence[LogNote], sight: bytes) -> bytes:
    """Pack what a player sees of a step: the notes, then the observation at the next decision, chance event or end."""
    flat = [len(notes)]
    for note in notes:
        flat += [len(note), *note]
    return struct.pack(f"<{len(flat)}q", *flat) + sight


def extend_log(log: tuple[bytes, ...], told: StepRecords, player: int, sight: bytes) -> tuple[bytes, ...]:
    """Return a player's log with one more step; return it unchanged if they see nothing of the step."""
    notes = visible_notes(told, player)
    return log if log and not notes and log[-1].endswith(sight) else (*log, pack_entry(notes, sight))


def notes_of(packed: bytes) -> tuple[LogNote, ...]:
    """Unpack the notes of an entry."""
    (count,) = struct.unpack_from("<q", packed)
    at, notes = 8, []
    for _ in range(count):
        (length,) = struct.unpack_from("<q", packed, at)
        notes.append(struct.unpack_from(f"<{length}q", packed, at + 8))
        at += 8 * (1 + length)
    return tuple(notes)


@frozen
class View:
    """What a player sees in a state; `observation.ObservationFormat` decodes `packed`. `lines` is the same as text."""

    player: int
    packed: bytes
    lines: tuple[str, ...] = field(eq=False, repr=False)

    def __str__(self) -> str:
        return "\n".join(self.lines)


@frozen(eq=False, slots=False)
class InformationState:
    """Everything that a player has seen of a game: an entry for each step of which they saw something. Two are equal if
    the player saw the same in the same order. A step whose beginning they do not see is joined to the entry before it,
    so the number of steps in which others decided or chance events happened is not visible."""

    player: int
    log: tuple[bytes, ...]
    words: NoteWording = field(eq=False, repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InformationState):
            return NotImplemented
        return self.player == other.player and self.entries == other.entries

    def __hash__(self) -> int:
        return hash((self.player, self.entries))

    @cached_property
    def entries(self) -> tuple[bytes, ...]:
        return self.words.merge_entries(self.log)

    @property
    def key(self) -> str:
        """Return a text that is equal for equal information states and different for others: the lines, then a hash of
        the entries."""
        whole = b"".join(b"%d:%b" % (len(entry), entry) for entry in self.entries)
        return f"{self}\n#{self.player} {hashlib.blake2b(whole, digest_size=12).hexdigest()}"

    def lines(self, since: int = 0) -> list[str]:
        """Return lines of text on what the player saw, from entry `since` on: each pick, outcome and `show`, and the
        changes between them."""
        return [line.text for line in self.words.describe(self.log, since)]

    def __str__(self) -> str:
        return "\n".join(self.lines())


@frozen
class LogEntry:
    """An entry of a player's log, the number of its step, and the audience of each of its notes (None: all players)."""

    packed: bytes
    number: int
    audiences: tuple[Audience, ...]


class Recall:
    """Computes what players saw in games that an engine played, by replaying them on a recording engine. Each thread
    has its own recording engine."""

    def __init__(self, engine: Engine, begins: State | None = None) -> None:
        self.engine, self.begins = engine, begins
        self.words = NoteWording.of(engine.machine)
        self._here = local()

    @property
    def telling(self) -> Telling:
        found: Telling | None = getattr(self._here, "engine", None)
        if found is None:
            found = self._here.engine = engine_with_notes(self.engine)
        return found

    def information_state(self, last: Past | None, now: State, player: int) -> InformationState:
        """Return a player's information state in the state `now`; `last` is the step that led there.

        Raises ValueError if it is unknown how the state was reached."""
        log: tuple[bytes, ...] = ()
        for told, sight in self.steps(last, now, player):
            log = extend_log(log, told, player, sight)
        return InformationState(player, log, self.words)

    def entries(self, last: Past | None, now: State, player: int) -> tuple[LogEntry, ...]:
        """Return a player's log with two things that the player need not know: the number of each entry's step, and who
        else was told."""
        entries, log = list[LogEntry](), tuple[bytes, ...]()
        for number, (records, sight) in enumerate(self.steps(last, now, player)):
            longer = extend_log(log, records, player, sight)
            if len(longer) > len(log):
                told = tuple(record.who for record in records if record.note_for(player) is not None)
                entries.append(LogEntry(longer[-1], number, told))
            log = longer[-1:]
        return tuple(entries)

    def steps(self, last: Past | None, now: State, player: int) -> Iterator[tuple[StepRecords, bytes]]:
        """Yield what was recorded of the start and of each step, each with the player's observation after it.

        Raises ValueError if it is unknown how the state `now` was reached."""
        engine, steps = self.telling, [] if last is None else last.steps()
        first = (steps[0].raw if steps else None) or now
        if self.begins is not None:  # the game began at a given position, and no player saw how it was reached
            yield (), engine.observe(first, player)
        else:
            state = engine.start(now.seed, now.game)
            if (state.node, state.packed) != (first.node, first.packed):
                raise ValueError("how this state came about is not known, and so not what was seen on the way")
            yield engine.records, engine.observe(state, player)
        after: State | None = None
        for at, step in enumerate(steps):
            if player not in step.seen:
                after = self._see(engine, step, step.raw or after or self._before(engine, steps, at))
            else:
                after = None
            yield step.seen[player]

    def _see(self, engine: Telling, step: Past, state: State) -> State:
        """Return the state after a step; store in the step what each player saw of it."""
        chance = engine.outcomes(state)
        after = engine.chance(state, step.option) if chance else engine.apply(state, step.option or 0)
        told = engine.records
        for player in range(engine.machine.players):
            step.seen[player] = told, engine.observe(after, player)
        return after

    def _before(self, engine: Telling, steps: Sequence[Past], at: int) -> State:
        """Return the state before a step that does not store it. It is found by drawing the chance events again, from
        the last step that stores its state."""
        kept = next(i for i in range(at, -1, -1) if steps[i].raw is not None)
        state = steps[kept].raw
        assert state is not None
        for _ in range(kept, at):
            state = engine.chance(state)
        return state


# ------------------------------------------------------------------------------------------------- log entries in words

CellElement = tuple[int, int]


@frozen
class SeenLine:
    """Something that a player saw, as text: a pick, an outcome or a `show`, or the change of an element of `cell`."""

    text: str
    cell: str | None = None


@frozen(eq=False)
class NoteWording:
    """Describes notes in words."""

    form: RecordFormat
    seats: tuple[str, ...]
    observation: ObservationFormat = field(repr=False)
    _names: dict[tuple[str, int], str] = field(factory=dict, init=False, repr=False)

    @staticmethod
    def of(machine: m.Machine) -> NoteWording:
        return NoteWording(RecordFormat.of(machine), machine.seats, ObservationFormat.of(machine))

    def merge_entries(self, log: Sequence[bytes]) -> tuple[bytes, ...]:
        """Return the entries of a log; steps that the player cannot distinguish become one entry."""
        found: tuple[bytes, ...] = ()
        for packed in log:
            found = self.with_next(found, packed)
        return found

    def with_next(self, found: tuple[bytes, ...], packed: bytes) -> tuple[bytes, ...]:
        """Return the entries with one more. If the player does not see that a step began, and saw nothing in between
        except what they were told, the new entry is joined to the last one."""
        notes = notes_of(packed)
        if len(found) < 2 or not notes or notes[0][0] in (PICKED, DRAWN) or not self._explain(*found[-2:]):
            return (*found, packed)
        return (*found[:-1], pack_entry((*notes_of(found[-1]), *notes), packed[-self.observation.size :]))

    def _explain(self, before: bytes, packed: bytes) -> bool:
        """Return whether what the player was told explains all changes between two observations. `before` and `packed`
        are consecutive entries."""
        written = {self._element(note): self.text(note) for note in notes_of(packed) if note[0] in (SAW, COUNTED)}
        then, now = self._sight(before), self._sight(packed)
        seen = {*self._changes(then, now), *written}
        return all(self._seen(now, one) == written.get(one, self._seen(then, one)) for one in seen)

    def describe(self, log: Sequence[bytes], since: int) -> Iterator[SeenLine]:
        """Yield a line for each thing that the player saw, from entry `since` on."""
        known, changed = _Known(self, self._sight(log[since - 1]) if since else None), dict[CellElement, str]()
        for packed in log[since:]:
            for note in notes_of(packed):
                if note[0] in (SAW, COUNTED):
                    changed[self._element(note)] = self.text(note)
                    continue
                yield from self._news(known, changed)
                yield SeenLine(self.text(note))
                known.told |= changed
                changed = {}
            changed |= known.look(self._sight(packed))
        yield from self._news(known, changed)

    def _news(self, known: _Known, changed: dict[CellElement, str]) -> Iterator[SeenLine]:
        for element, text in changed.items():
            if text and known.text(element) != text:
                yield SeenLine(text, self.form.cells[element[0]].name)

    def _sight(self, packed: bytes) -> bytes:
        """Return the observation in an entry."""
        return packed[len(packed) - self.observation.size :]

    def _changes(self, before: bytes, after: bytes) -> Iterator[CellElement]:
        """Yield the elements that two observations show differently."""
        numbers = self.form.cell_numbers
        return ((numbers[name], place) for name, place in self.observation.changes(before, after))

    def _seen(self, sight: bytes, element: CellElement) -> str:
        """Return the contents of an element in words, as an observation shows it."""
        cell = self.form.cells[element[0]]
        return self._describe_content(cell, element[1], self.observation.element(sight, cell.name, element[1]))

    def _word(self, word: str) -> str:
        """Return the first word of a note about something that no player decided, such as `chance`."""
        return word

    def text(self, note: LogNote) -> str:
        """Return a note as text."""
        sort, numbers = note[0], note[1:]
        if sort == PICKED:
            return f"{self.seats[numbers[0]]}: {self._label(numbers[1], numbers[2:])}"
        if sort == DRAWN:
            return f"{self._word('chance')}: {self._label(numbers[0], numbers[1:])}"
        if sort == SHOWN:
            return f"{self._word('shown')}: {self._describe_show(numbers[0], numbers[1], numbers[2:])}"
        cell, place = self.form.cells[numbers[0]], numbers[1]
        if sort == COUNTED:
            return self._describe_content(cell, place, Hidden(numbers[2], numbers[3:]))
        return self._describe_content(cell, place, content(cell, numbers[2:]))

    def _element(self, note: LogNote) -> CellElement:
        return note[1], note[2]

    def _label(self, number: int, values: Sequence[int]) -> str:
        named, labels = self.form.named[number], self.form.labels
        told = [
            (name, "?" if value == UNSEEN else labels.value_text(domain, value))
            for name, domain, value in zip(named.names, named.domains, values, strict=True)
        ]
        return label_text(named.label, told)

    def _describe_show(self, number: int, sort: int, numbers: Sequence[int]) -> str:
        shown, labels = self.form.shows[number], self.form.labels
        index, rest = numbers[: len(shown.dims)], numbers[len(shown.dims) :]
        value: Content = rest[0] if sort == 0 else frozenset(rest) if sort == 1 else tuple(rest)
        if shown.cell is not None:
            cell = self.form.cells[self.form.cell_numbers[shown.cell]]
            return f"{labels.element_text(cell, index)}: {labels.contents_text(cell, value)}"
        return f"{labels.words_text(shown.what, shown.dims, index)}: {labels.text_of_value(shown.domain, value)}"

    def _describe_content(self, cell: m.Cell, place: int, seen: Seen) -> str:
        if isinstance(seen, Hidden) and seen.size is None:
            return ""
        if cell.name == m.ENDED:
            return "the game is over" if seen else ""
        labels, name = self.form.labels, self._name(cell, place)
        if isinstance(seen, Hidden):
            shown = labels.open_text(cell, seen.open)
            return f"{name}: {seen.size} unseen{shown and f' ({shown})'}"
        if cell.heap:
            return f"{name}: {seen} x {labels.value_text(cell.dims[-1], index_of(cell.shape, place)[-1])}"
        return f"{name}: {labels.text_of_value(cell.domain, seen) or 'nothing'}"

    def _name(self, cell: m.Cell, place: int) -> str:
        """Return the name of an element, as texts show it."""
        found = self._names.get((cell.name, place))
        if found is None:
            index = index_of(cell.shape, place)
            found = self.form.labels.element_text(cell, index[:-1] if cell.heap else index)
            found = found.replace(cell.name, OTHER_NAMES.get(cell.name, cell.name), 1)
            self._names[cell.name, place] = found
        return found


@define
class _Known:
    """What a player knows: the last observation, and the text of each element that a note told otherwise."""

    words: NoteWording
    sight: bytes | None
    told: dict[CellElement, str] = field(factory=dict)

    def text(self, element: CellElement) -> str | None:
        if element in self.told or self.sight is None:
            return self.told.get(element)
        return self.words._seen(self.sight, element)

    def look(self, sight: bytes) -> dict[CellElement, str]:
        """Update the knowledge with a new observation. Return the text of each element that the player now sees
        otherwise than they knew it."""
        seen = {*self.told, *(() if self.sight is None else self.words._changes(self.sight, sight))}
        then = {element: self.text(element) for element in sorted(seen)}
        now = {element: self.words._seen(sight, element) for element in then}
        self.told = {element: text for element, text in then.items() if text is not None and text != now[element]}
        self.sight = sight
        return {element: now[element] for element in self.told}


def content(cell: m.Cell, numbers: Sequence[int]) -> Content:
    """Return the contents of an element from the numbers of a note."""
    if cell.kind == "number":
        return numbers[0]
    return frozenset(numbers) if cell.kind == "set" else tuple(numbers)
