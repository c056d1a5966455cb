"""Cells as bytes and states as values: unpacking restores them, and equal states are equal on both engines."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.engine.interface import State
from rulekit.engine.packing import WIDTHS, WORD, Packing, Width, pack_words, packing, widths
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.memory_layout import Memory
from rulekit.machine import program as m
from tests.machine.build import chance, decision, end, level, machine, number, option, ring, set_cell
from tests.machine.samples import SAMPLES

LIMITS = [(0, 255), (-128, 127), (0, 65535), (-32768, 32767), (-(1 << 31), (1 << 31) - 1), (-(1 << 63), (1 << 63) - 1)]


@pytest.mark.parametrize(("low", "high"), LIMITS)
def test_numbers_are_kept_as_narrow_as_their_range_allows(low, high):
    """For each width, the whole range fits; one more at either end needs a wider type, or is an error for 64 bits."""
    width = Width.of(low, high)
    assert high - low == (1 << 8 * width.bytes) - 1
    for wider in ((low - 1, high), (low, high + 1)):
        if width.bytes == 8:
            with pytest.raises(ValueError):
                Width.of(*wider)
        else:
            assert Width.of(*wider).bytes > width.bytes


@pytest.mark.parametrize("name", SAMPLES)
def test_memory_lies_as_cells_are_packed(name):
    made = SAMPLES[name]
    assert Packing.of(made).format == Memory.of(made, 0).cells_format


def test_what_options_and_chances_put_into_a_cell_has_room_there():
    cells = number("small", 1), number("far", 1), set_cell("s", 65), ring("r", 300, 2, 3)
    picks = decision("a", option("x", 0, "b", level("v", -5, 700, "small")))
    made = machine([picks, chance("b", "v", 0, 70000, 1, "far", "end"), end()], cells)
    found = Packing.of(made)
    plain = [0] * len(found.unpack(bytes(found.size)))
    at = {c.name: i for i, c in enumerate(made.cells)}
    assert Memory.of(made, 0).cells_format == found.format
    for name, fits, not_ in (("small", (-5, 700), (-32769, 32768)), ("far", (0, 70000), (1 << 31,))):
        here = sum(sizes(c) for c in made.cells[: at[name]])
        for value in fits:
            cells_ = [*plain[:here], value, *plain[here + 1 :]]
            assert list(found.unpack(found.pack(cells_))) == cells_
        for value in not_:
            with pytest.raises(ValueError):
                found.pack([*plain[:here], value, *plain[here + 1 :]])
    for wrong in (plain[1:], [*plain, 0]):
        with pytest.raises(ValueError):
            found.pack(wrong)


def sizes(cell: m.Cell) -> int:
    count = 1
    for size in cell.shape:
        count *= size
    return count * {"number": 1, "ring": cell.capacity, "set": cell.high // 64 + 1}[cell.kind]


FORMS = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 4), st.sampled_from("BbHhiqQ")), min_size=1, max_size=6)


@given(FORMS, st.data())
def test_what_is_packed_comes_back(parts, data):
    """Sampled, with formats of every `struct` letter."""
    found = packing("<" + "".join(f"{'x' * gap}{count}{letter}" for gap, count, letter in parts))
    cells = []
    for _, count, letter in parts:
        bits = {"b": 8, "h": 16, "i": 32, "q": 64}[letter.lower()]
        span = (0, (1 << bits) - 1) if letter.isupper() else (-(1 << bits - 1), (1 << bits - 1) - 1)
        cells += data.draw(st.lists(st.integers(*span), min_size=count, max_size=count))
    packed = found.pack(cells)
    assert len(packed) == found.size
    assert found.unpack(packed) == found.unpack(bytes(bytearray(packed))) == tuple(cells)


def test_how_each_cell_is_kept():
    """The width depends on a cell's range, its initial values, and the values that options and chance write. Sets use
    whole words."""
    made = machine(
        [
            decision("a", option("x", 0, "b", level("v", 0, 700, "picked"))),
            chance("b", "v", -1, 1, 1, "drawn", "end"),
            end(),
        ],
        (
            number("one", 255, 3),
            number("signed", 127, low=-128),
            number("two", 256),
            number("below", 128, low=-1),
            number("four", 65536, 2),
            number("eight", (1 << 63) - 1, low=-(1 << 63)),
            number("picked", 9),
            number("drawn", 9),
            set_cell("few", 3),
            ring("row", 300, 2),
        ),
    )
    expected = {"one": "B", "signed": "b", "two": "H", "below": "h", "four": "i", "eight": "q"}
    expected |= {"picked": "H", "drawn": "b", "few": "Q", "row": "H"}
    assert {name: width.letter for name, width in widths(made).items() if name in expected} == expected


PACKED: dict[str, tuple[str, list[int], list[int]]] = {
    "eight numbers of a byte to a word": ("B", [1, 2, 3, 4, 5, 6, 7, 255], [0xFF07060504030201]),
    "and the last one filled up": ("B", [1, 2, 3, 4, 5, 6, 7, 8, 9], [0x0807060504030201, 9]),
    "numbers below 0": ("b", [-1, -128, 1], [0x0180FF]),
    "four of two bytes": ("H", [1, 65535, 0, 2, 3], [0x00020000FFFF0001, 3]),
    "four of two bytes below 0": ("h", [-1, -2, 1, -32768], [0x80000001FFFEFFFF]),
    "two of four bytes": ("i", [-1, 5, -(1 << 31)], [0x00000005FFFFFFFF, 0x80000000]),
    "one of eight bytes": ("q", [-1, 1 << 62, -(1 << 63)], [(1 << 64) - 1, 1 << 62, 1 << 63]),
    "words of sets": ("Q", [(1 << 64) - 1, 0, 5], [(1 << 64) - 1, 0, 5]),
    "nothing": ("B", [], []),
    "a word of 0 counts": ("i", [0, 0, 0], [0, 0]),
}
BY_LETTER = {width.letter: width for width in (*(width for width, _, _ in WIDTHS), WORD)}


@pytest.mark.parametrize("case", PACKED)
def test_numbers_as_words(case):
    letter, values, words = PACKED[case]
    assert list(pack_words(values, BY_LETTER[letter])) == words


@given(st.sampled_from("BbHhiqQ"), st.lists(st.integers(0, (1 << 64) - 1), max_size=20))
def test_words_are_the_bytes_of_the_packing(letter, raw):
    """Sampled: the words are the bytes in memory, padded to whole words."""
    width = BY_LETTER[letter]
    bits = 8 * width.bytes
    values = [value % (1 << bits) for value in raw]
    if letter.islower():
        values = [value - (1 << bits) if value >> (bits - 1) else value for value in values]
    packed = packing(f"<{len(values)}{letter}").pack(values)
    packed += bytes(-len(packed) % 8)
    expected = [int.from_bytes(packed[at : at + 8], "little") for at in range(0, len(packed), 8)]
    assert list(pack_words(values, width)) == expected


# --------------------------------------------------------------------------------------------------------------- states


@pytest.mark.parametrize("name", SAMPLES)
def test_states_of_both_engines_are_the_same_values(name):
    one, two = ReferenceEngine(SAMPLES[name]), WasmEngine(SAMPLES[name])
    a, b, c = one.start(3), two.start(3), two.start(4)
    assert a == b and hash(a) == hash(b) and a.packing is b.packing
    assert c != a and c.cells == a.cells
    assert {a: "found"}[b] == "found" and c not in {a}


@pytest.mark.parametrize("kind", [ReferenceEngine, WasmEngine])
def test_a_state_is_a_value_for_ever(kind):
    """Later use of the engine never changes a state, whether or not its cells were read before."""
    engine = kind(SAMPLES["stack"])
    state = engine.start(3)
    states, cells = [], []
    while engine.options(state) or engine.outcomes(state):
        states.append(state)
        cells.append(tuple(state.cells) if len(states) % 2 else None)
        state = engine.chance(state) if engine.outcomes(state) else engine.apply(state, engine.options(state)[-1])
    kept = [(s.node, s.packed, s.uses) for s in states]
    engine.playouts(20, 9)
    again = kind(SAMPLES["stack"]).start(3)
    for at, old in enumerate(states):
        assert (old.node, old.packed, old.uses) == kept[at] and old == again
        assert cells[at] in (None, old.cells) and old.cells == again.cells
        again = engine.chance(again) if engine.outcomes(again) else engine.apply(again, engine.options(again)[-1])


@pytest.mark.parametrize("kind", [ReferenceEngine, WasmEngine])
def test_states_are_pickled_and_copied(kind):
    engine = kind(SAMPLES["spread"])
    state = engine.start(2)
    for other in (pickle.loads(pickle.dumps(state)), copy(state), deepcopy(state)):
        assert other == state and hash(other) == hash(state) and other.packing is state.packing
        assert engine.options(other) == engine.options(state)
    many = pickle.loads(pickle.dumps([state] * 3 + [engine.start(3)]))
    assert len(set(many)) == 2


def test_states_differ_in_any_of_their_parts():
    state = ReferenceEngine(SAMPLES["dice"]).start(1)
    cells = list(state.cells)
    cells[0] += 1
    changes = ({"node": "end"}, {"uses": (9, *state.uses[1:])}, {"seed": 2}, {"game": 1})
    others = [state.with_cells(cells), *(state._replace(**change) for change in changes)]
    assert len({state, *others}) == len(others) + 1
    assert state.with_cells(state.cells) == state
    with pytest.raises(AttributeError):
        state.node = "end"


def test_a_state_of_another_form_is_taken_by_its_integers():
    """An engine accepts a state with other widths of numbers, such as one from an earlier version of the machine."""
    engine = WasmEngine(SAMPLES["heap"])
    state = engine.start(1)
    wide = packing(f"<{len(state.cells)}q")
    other = State(state.node, wide.pack(state.cells), state.uses, state.seed, state.game, wide)
    assert engine.apply(other, 0) == engine.apply(state, 0)
    cursor = engine.cursor(other)
    assert cursor.save() == state
