"""A WebAssembly engine that records what players see of its last step, as `engine/log.py` describes it.

Its module (`recording_code.py`) writes records of what is shown or changes; this engine decodes them. The audiences of
picks and outcomes are evaluated before the step. If the records do not fit into memory, the reference engine repeats
and records the step.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

from ...machine import program as m
from ..cell_layout import members_of
from ..events import Audience
from ..interface import NotAnOption, State, Value
from ..log import Audiences, ChangedElement, LogRecord, RecordFormat, StepRecords, parameter_audiences
from ..observe import Content, has_size
from ..random import MASK64, choose_weighted
from ..reference import ReferenceEngine
from .code_generation import word_count
from .compilation import Modules
from .memory_layout import ROW_SORT, SET_SORT, SORTS, WROTE, Region
from .runner import WasmEngine

MOST_DECODED = 50_000
"""The most decoded records in the cache: a game that is replayed with one change repeats most of its records."""


class RecordingEngine(WasmEngine):
    """A WebAssembly engine that also has `records`: what players see of the last `start`, `at`, `apply`, `chance` or
    `run`."""

    purpose = "recording"
    lists_ahead = False  # if listing the next options faulted, the step would be repeated and recorded twice

    def __init__(self, machine: m.Machine, modules: Modules | None = None) -> None:
        super().__init__(machine, modules=modules)
        self.form = RecordFormat.of(machine)
        self._everybody = frozenset(range(machine.players))
        self._mask = 8 * word_count(machine.players)
        self._first: StepRecords = ()
        self._again: Callable[[ReferenceEngine], object] = lambda engine: None
        self._kept: StepRecords | None = ()
        self._region: Region | None = None
        self._decoded: dict[bytes, StepRecords] = {}
        self._picks: dict[tuple[str, int, int, Audience], StepRecords] = {}
        self._weighed: tuple[bytes, str, tuple[tuple[int, int], ...]] = (b"", "", ())

    def at(self, state: State, node: str) -> State:
        self._begin_recording(state, (), lambda engine: engine.at(state, node))
        return super().at(state, node)

    def apply(self, state: State, option: int) -> State:
        if option not in self.options(state):
            raise NotAnOption(f"{state.node} does not offer option {option} now")
        self._begin_recording(state, self.choice_records(state, option), lambda engine: engine.apply(state, option))
        return super().apply(state, option)

    def outcomes(self, state: State) -> tuple[tuple[int, int], ...]:
        packed, name, weighed = self._weighed
        # cached, because first the caller and then `chance` need the outcomes of the same state
        if packed is not state.packed or name != state.node:
            weighed = super().outcomes(state)
            self._weighed = state.packed, state.node, weighed
        return weighed

    def chance(self, state: State, value: int | None = None) -> State:
        outcomes, node = self.outcomes(state), self._node(state)
        if not isinstance(node, m.Chance):
            raise NotAnOption(f"{state.node} is not a chance")
        if value is None:
            r, state = self._draw(state, node.stream, sum(weight for _, weight in outcomes))
            value = choose_weighted(outcomes, r)
        elif not any(value == one for one, _ in outcomes):
            raise NotAnOption(f"{state.node} cannot come out as {value}")
        given = value
        self._begin_recording(state, self.choice_records(state, given), lambda engine: engine.chance(state, given))
        self._run(state, "apply_outcome", self._numbers[state.node], given)
        return self._rest_state(state)

    def run(self, state: State, routine: str, args: Sequence[Value]) -> State:
        self._begin_recording(state, (), lambda engine: engine.run(state, routine, args))
        return super().run(state, routine, args)

    def choice_records(self, state: State, choice: int) -> StepRecords:
        """Return the records of the pick or the outcome itself (option or value `choice`), without those of later
        effects."""
        node = self._node(state)
        if isinstance(node, m.Chance):
            return (self.form.draw_record(node, choice, self._audience(state, choice)),)
        assert isinstance(node, m.Decision)
        audience, parameters, player = (
            self._audience(state, choice),
            self._parameter_audiences(state, choice),
            self.who(state),
        )
        if parameters:
            return self.form.pick_records(node, choice, player, audience, parameters)
        key = node.id, choice, player, audience
        if key not in self._picks:
            self._picks[key] = self.form.pick_records(node, choice, player, audience, {})
        return self._picks[key]

    @property
    def records(self) -> StepRecords:
        """Return the records of the last step."""
        if self._kept is None:
            self._kept = self._read_records()
        return self._kept

    # --------------------------------------------------------------------------------------- preparing to record a step

    def _begin_recording(self, state: State, first: StepRecords, again: Callable[[ReferenceEngine], object]) -> None:
        """Start recording a step from this state. The records in `first` precede all others. `again` repeats the step
        on a reference engine."""
        self._here(state)
        self._instance.sandbox.call("begin_recording")
        self._first, self._again, self._kept = first, again, None

    def _here(self, state: State) -> None:
        """Load a state into the module's memory, unless it is there already."""
        if self._present is not state.packed:
            self._load(state)
        if self._region is None:
            self._region = Region.of(self._instance.memory)
            self._instance.sandbox.share(self._region.base, self._region.copy)

    def _audience(self, state: State, choice: int) -> Audience:
        """Return the players who see this pick or outcome at the state's node; None means all."""
        node = self._node(state)
        assert isinstance(node, m.Decision | m.Chance)
        if node.audience is None:
            return None
        self._here(state)
        self._instance.sandbox.call("reset")
        self._call(state, f"audience {self._numbers[state.node]}", choice)
        assert self._region is not None
        at = self._region.players.base
        return self._members(bytes(self._instance.bytes[at : at + self._mask]))

    def _parameter_audiences(self, state: State, option: int) -> Audiences:
        """Return a mapping from each parameter of an option that has its own audience to this audience. All other
        parameters are visible to everyone who sees the pick."""
        alternative = self.form.labels.alternative(state.node, option)

        def players(function: str, values: Sequence[int]) -> Audience:
            found = self.call(state, function, values)
            return found if isinstance(found, frozenset) else frozenset()

        return parameter_audiences(alternative, option, players)

    # ------------------------------------------------------------------------------------ reading the records of a step

    def _read_records(self) -> StepRecords:
        """Return the records of the last step from memory. If they did not fit, return those of the reference
        engine."""
        assert self._region is not None
        region = self._region
        if self._instance.bytes[region.base : region.records].cast("i")[0]:
            reference = ReferenceEngine(self.machine, recording=True)
            self._again(reference)
            return reference.records
        return (*self._first, *self._decode_records(region.records))

    def _decode_records(self, at: int) -> list[LogRecord]:
        """Return the records in memory from this address on; a function of the module returns where they end."""
        end = self._instance.sandbox.call("records_end")
        data = bytes(self._instance.bytes[at:end])
        found: list[LogRecord] = []
        at = 0
        while at < len(data):
            length, sort = struct.unpack_from("<2i", data, at)
            record = data[at : at + 4 * length]
            told = self._decoded.get(record)
            if told is None:
                told = self._decode_write(record) if sort == WROTE else (self._decode_show(record),)
                if len(self._decoded) > MOST_DECODED:
                    self._decoded.clear()
                self._decoded[record] = told
            found.extend(told)
            at += 4 * length
        return found

    def _decode_write(self, record: bytes) -> StepRecords:
        _, _, number, place, old, new = struct.unpack_from("<6i", record)
        cell, mask = self.form.cells[number], self._mask
        who = None if cell.seen is None else self._members(record[24 : 24 + mask])
        counters = None if cell.counted is None else self._members(record[24 + mask : 24 + 2 * mask])
        counts, content, opens = has_size(cell), record[24 + 2 * mask :], self.form.open.get(cell.name)
        whole = now = self._content(SORTS[cell.kind], content[:4] if cell.heap else content)
        if cell.heap and opens is not None:
            whole = self._content(ROW_SORT, content[4:])
        kinds, open_ = cell.shape[-1] if cell.heap else 1, opens.values_in(whole) if opens is not None else ()
        written = ChangedElement(cell.name, place, now, old if counts else None, new if counts else None, kinds, open_)
        return self.form.write_records(written, who, counters)

    def _decode_show(self, record: bytes) -> LogRecord:
        number, sort = struct.unpack_from("<2i", record, 8)
        show, at = self.form.shows[number], 16 + self._mask
        audience = self._members(record[16:at])
        index = struct.unpack_from(f"<{len(show.dims)}i", record, at)
        return self.form.show_record(show, index, self._content(sort, record[at + 4 * len(index) :]), audience)

    def _content(self, sort: int, data: bytes) -> Content:
        if sort == SET_SORT:
            return members_of(struct.unpack(f"<{len(data) // 8}Q", data))
        numbers = struct.unpack(f"<{len(data) // 4}i", data)
        return numbers if sort == ROW_SORT or not numbers else numbers[0]

    def _members(self, mask: bytes) -> frozenset[int]:
        return members_of([word & MASK64 for word in struct.unpack(f"<{self._mask // 8}Q", mask)]) & self._everybody
