"""Arrays of numbers for what a player has seen: the present observation, or the information state.

A tensor is computed only from the bytes that the engine gives a player, so a player who cannot tell two games apart
gets equal tensors. It consists of named slices, in the order of the cells of the observation:

The first slice, `player`, is one-hot: who observes. Then each cell has a slice with its name, for the contents of its
elements. A number of at most MOST_HOT possible values is one-hot, any other is one number. A set has a 1 for each
member. A row has its places from the bottom, each as a number, 0 if it is empty. Contents that the player does not see
are 0. If not all players see the cell, slices with its name and one more word follow: “seen” (1 if the contents are
seen), “size” (1 + the number of pieces, 0 if unknown), and, if hidden pieces have open attributes, “open” (the numbers
of the observation).

An information state has `rows` rows, one for each observation; the latest is last, and unused rows before the first are
zeros. Each row has the slices of the observation and the slice `notes`: up to NOTES picks, draws and shows, each as 1
plus its numbers in the information state (`engine/log.py`). If there are more observations, the latest ones are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from attrs import field, frozen

from ..engine.log import DRAWN, PICKED, SHOWN
from ..engine.observation import SEEN, ObservationFormat, ObservedCell
from ..engine.packing import cell_bounds, element_count
from ..machine.option_labels import option_count
from ..machine.program import Decision, Machine
from ..play.information_state import InformationState, notes_of
from . import missing_extra

try:
    import numpy as np
except ImportError as error:
    raise missing_extra("gymnasium", error) from error
Array = Any

MOST_HOT = 64  # possible values; otherwise one-hot slices of numbers with more values would fill most of the tensor
NOTES = 6  # notes of one step; in shipped games hardly any step has more
NOTE_NUMBERS = 12  # numbers of one note, including its kind; a longer note is cut
TOLD = (PICKED, DRAWN, SHOWN)
"""The notes in a row; the others tell changes, which the observation has."""


@frozen
class Slice:
    """A named part of a tensor: an array of this `shape`, from position `at` on."""

    name: str
    shape: tuple[int, ...]
    at: int

    @property
    def size(self) -> int:
        return element_count(self.shape)


Encode = Callable[[Array], Array]
"""Computes the numbers of a slice from a batch of observations: rows of bytes to rows of numbers."""


@frozen(eq=False)
class TensorLayout:
    """The slices of a machine's tensors: of an observation if `rows` is 0, otherwise of an information state with this
    number of rows. `inner` are the slices of an observation or of one row."""

    players: int
    rows: int
    inner: tuple[Slice, ...]
    form: ObservationFormat = field(repr=False)
    _encoders: tuple[Encode, ...] = field(repr=False)

    @staticmethod
    def of(machine: Machine, rows: int = 0) -> TensorLayout:
        form = ObservationFormat.of(machine)
        found, encoders, at = [Slice("player", (machine.players,), 0)], list[Encode](), machine.players
        for name, shape, encode in _parts(machine, form):
            found.append(Slice(name, shape, at))
            encoders.append(encode)
            at = found[-1].at + found[-1].size
        if rows:
            found.append(Slice("notes", (NOTES, NOTE_NUMBERS), at))
        return TensorLayout(machine.players, rows, tuple(found), form, tuple(encoders))

    @property
    def row_size(self) -> int:
        return self.inner[-1].at + self.inner[-1].size

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.rows, self.row_size) if self.rows else (self.row_size,)

    @property
    def slices(self) -> tuple[Slice, ...]:
        """Return the slices of one row, or of the whole observation."""
        return self.inner

    def observations(self, packed: Sequence[bytes], players: Sequence[int]) -> Array:
        """Return a row of numbers for each of these packed observations; `players` has the observing player of each."""
        return self.tensors(np.frombuffer(b"".join(packed), np.uint8).reshape(-1, self.form.size), players)

    def tensors(self, packed: Array, players: Sequence[int]) -> Array:
        """Return a row of numbers for each packed observation, a row of bytes; `players` has the observing player of
        each."""
        many = len(packed)
        found = np.zeros((many, self.row_size), np.float32)
        found[np.arange(many), players] = 1
        for one, encode in zip(self.inner[1:], self._encoders, strict=False):
            found[:, one.at : one.at + one.size] = encode(packed).reshape(many, -1)
        return found

    def information(self, state: InformationState) -> Array:
        """Return the tensor of an information state."""
        found = np.zeros(self.shape, np.float32)
        log = state.entries[-self.rows :]
        sights = [entry[len(entry) - self.form.size :] for entry in log]
        found[self.rows - len(log) :] = self.observations(sights, [state.player] * len(log))
        notes = self.inner[-1]
        for row, entry in enumerate(log, self.rows - len(log)):
            for place, note in enumerate([note for note in notes_of(entry) if note[0] in TOLD][:NOTES]):
                at, numbers = notes.at + place * NOTE_NUMBERS, [1 + number for number in note[:NOTE_NUMBERS]]
                found[row, at : at + len(numbers)] = numbers
        return found


def _parts(machine: Machine, form: ObservationFormat) -> Iterator[tuple[str, tuple[int, ...], Encode]]:
    """Yield the name, the shape and the encoder of each slice of an observation, except the first slice (`player`)."""
    bounds = cell_bounds(machine)
    for part in form.parts:
        name, shape = part.cell.name, part.cell.shape
        inner, encode = _contents(part, bounds[name])
        if part.known is None:
            yield name, (*shape, *inner), encode
            continue
        yield name, (*shape, *inner), _where_seen(part, encode)
        yield f"{name} seen", shape, partial(_seen, part)
        yield f"{name} size", shape, partial(_sizes, part)
        if part.shows:
            shown = part.count // part.kinds, part.shows
            yield f"{name} open", shown, partial(_read, at=part.open, letter="i", count=element_count(shown))


def _read(rows: Array, at: int, letter: str, count: int) -> Array:
    size = np.dtype(letter).itemsize
    return np.ascontiguousarray(rows[:, at : at + count * size]).view(f"<{letter}")


def _known(part: ObservedCell, rows: Array) -> Array:
    assert part.known is not None
    return _read(rows, part.known, "i", part.count)


def _seen(part: ObservedCell, rows: Array) -> Array:
    return _known(part, rows) == SEEN


def _sizes(part: ObservedCell, rows: Array) -> Array:
    return _known(part, rows).clip(0)


def _where_seen(part: ObservedCell, encode: Encode) -> Encode:
    def where_seen(rows: Array) -> Array:
        seen = _seen(part, rows)
        return encode(rows).reshape(len(rows), part.count, -1) * seen[:, :, None]

    return where_seen


def _contents(part: ObservedCell, bounds: tuple[int, int]) -> tuple[tuple[int, ...], Encode]:
    """Return the shape of the contents of one element, and an encoder for the contents of all elements."""
    many = part.count * part.integers
    if part.cell.kind == "set":
        members = part.cell.high + 1

        def bits(rows: Array) -> Array:
            words = rows[:, part.at : part.at + 8 * many].reshape(len(rows), part.count, -1)
            return np.unpackbits(words, axis=2, count=members, bitorder="little")

        return (members,), bits
    low, high = bounds
    places = (part.integers,) if part.cell.kind == "ring" else ()
    letter = part.width.letter
    if high - low >= MOST_HOT:
        return places, lambda rows: _read(rows, part.at, letter, many)
    values = np.arange(low, high + 1)
    return (*places, len(values)), lambda rows: _read(rows, part.at, letter, many)[:, :, None] == values


def action_count(machine: Machine) -> int:
    """Return the number of distinct actions: 1 + the greatest number of any option. The same action has the same number
    in every state."""
    alternatives = (a for node in machine.nodes if isinstance(node, Decision) for a in node.alternatives)
    return max((a.base + option_count(a) for a in alternatives), default=0)
