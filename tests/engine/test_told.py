"""What players learn from a step: both engines give the same records, also if a step has too many for the module's
memory."""

from __future__ import annotations

from random import Random

import pytest

import rulekit
from rulekit.engine.interface import ARITHMETIC, GameFault, State
from rulekit.engine.log import COUNTED, PICKED, SAW, SHOWN, RecordFormat, StepRecords, visible_notes
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine, memory_layout
from rulekit.engine.wasm.recording_engine import RecordingEngine
from rulekit.machine import program as m
from tests.engine.machines import make
from tests.machine import build as b
from tests.machine.samples import SAMPLES
from tests.shipped import every

Telling = ReferenceEngine | RecordingEngine


def moved(engine: Telling, state: State, choice: int | None) -> tuple[State | None, StepRecords, int | None]:
    """Apply a choice (None: draw by chance). Return the new state, the records of the step, and the number of a
    fault."""
    try:
        after = engine.chance(state, choice) if engine.outcomes(state) else engine.apply(state, choice or 0)
        return after, engine.records, None
    except GameFault as fault:
        return None, engine.records, fault.index


def same(machine: m.Machine, seed: int, steps: int) -> list[StepRecords]:
    """Play a random game on both engines and assert that they agree; return the records of each step."""
    one, two = ReferenceEngine(machine, recording=True), RecordingEngine(machine)
    source, found = Random(seed), []
    try:
        state = one.start(seed)
    except GameFault:
        return []
    assert two.start(seed) == state
    assert one.records == two.records
    found.append(one.records)
    for _ in range(steps):
        try:
            options = one.options(state)
            if not options and not one.outcomes(state):
                break
        except GameFault:
            break
        choice = source.choice(options) if options else None
        slow, fast = moved(one, state, choice), moved(two, state, choice)
        assert slow[0] == fast[0] and slow[2] == fast[2]
        assert slow[1] == fast[1]
        found.append(slow[1])
        if slow[0] is None:
            break
        state = slow[0]
        for player in range(machine.players):
            assert one.observe(state, player) == two.observe(state, player)
    return found


@pytest.mark.parametrize("name", SAMPLES)
def test_both_engines_tell_the_same_of_samples(name: str) -> None:
    assert any(same(SAMPLES[name], 1, 60))


@pytest.mark.parametrize("game", ["tricks/whist", "classics/leduc-poker", "czar/english"])
def test_both_engines_tell_the_same_of_shipped_games(game: str) -> None:
    told = [record.seen[0] for step in same(rulekit.load(game).machine(), 2, 80) for record in step]
    assert {SAW, COUNTED} <= set(told)


@pytest.mark.parametrize("seed", every(3, range(40)))
def test_both_engines_tell_the_same_of_random_machines(seed: int) -> None:
    same(make(Random(seed)), seed, 12)


def test_a_show_tells_where_and_what_to_its_audience_and_nothing_is_told_of_what_is_only_tried() -> None:
    show = m.Reveal(("hand",), (b.e(1),), ("",), "hand", None, "", b.bits(0, size=2))
    words = m.Reveal(("twice ", ""), (b.at("n"),), ("",), None, b.bits(1, 2, size=3), "", b.bits(1, size=2))
    tried = b.put("n", (), m.After("spoil", (), b.at("n")))
    machine = b.machine(
        [b.step("go", m.Push("hand", (b.e(1),), "top", b.e(7), b.BOUND), tried, show, words, to="end"), b.end()],
        (b.number("n", 9, initial=(4,), role="keep"), b.ring("hand", 9, 3, 2, seen="owner", role="place")),
        functions=(b.function("owner", ("p",), m.SetOf(2, (b.L("p"),)), kind=2),),
        routines=(b.routine("spoil", (), b.put("n", (), 8)),),
    )
    form = RecordFormat.of(machine)
    hand, n = form.cell_numbers["hand"], form.cell_numbers["n"]
    for engine in (ReferenceEngine(machine, recording=True), RecordingEngine(machine)):
        engine.start(1)
        assert visible_notes(engine.records, 0) == ((COUNTED, hand, 1, 1), (SAW, n, 0, 8), (SHOWN, 0, 2, 1, 7))
        assert visible_notes(engine.records, 1) == ((SAW, hand, 1, 7), (SAW, n, 0, 8), (SHOWN, 1, 1, 8, 1, 2))


@pytest.mark.parametrize(("size", "members"), [(5, (0, 4)), (64, (63,)), (200, (1, 64, 199)), (70, ())])
def test_a_show_of_a_set_that_stands_in_a_cell_tells_all_its_members(size: int, members: tuple[int, ...]) -> None:
    """The step shows the second element of a cell; the first has other members."""
    sets = sum(1 << member for member in members)
    bags = b.set_cell("bag", size, 2, initial=(1 << 2, sets), role="place")
    show = m.Reveal(("bag ", ""), (b.e(1),), ("",), "bag", None, "", b.bits(1, size=2))
    machine = b.machine([b.step("go", show, to="end"), b.end()], (bags,))
    for engine in (ReferenceEngine(machine, recording=True), RecordingEngine(machine)):
        engine.start(1)
        assert visible_notes(engine.records, 0) == ()
        assert visible_notes(engine.records, 1) == ((SHOWN, 0, memory_layout.SET_SORT, 1, *members),)


RISKY = b.op("div", 1, b.at("n"))
"""An expression that faults, since n is 0."""


@pytest.mark.parametrize(
    "show",
    [
        m.Reveal(("", ""), (RISKY,), ("",), None, b.e(3), "", b.bits(0, size=2)),
        m.Reveal(("",), (), (), None, RISKY, "", b.bits(0, size=2)),
        m.Reveal(("",), (), (), None, b.e(3), "", m.SetOf(2, (RISKY,))),
    ],
    ids=["index", "value", "audience"],
)
def test_a_show_that_cannot_be_worked_out_is_a_fault_whoever_listens(show: m.Reveal) -> None:
    made = b.machine([b.step("go", show, to="end"), b.end()], (b.number("n", 9),))
    for engine in (
        ReferenceEngine(made),
        WasmEngine(made),
        ReferenceEngine(made, recording=True),
        RecordingEngine(made),
    ):
        with pytest.raises(GameFault) as caught:
            engine.start(1)
        assert caught.value.index == ARITHMETIC


def test_a_hidden_pick_is_told_to_whoever_picks_alone() -> None:
    secret = b.decision("ask", b.option("lay", 0, "end"), audience=b.bits(size=2))
    machine = b.machine([secret, b.end()])
    for engine in (ReferenceEngine(machine, recording=True), RecordingEngine(machine)):
        state = engine.start(1)
        assert [(record.seen[0], record.who) for record in engine.choice_records(state, 0)] == [
            (PICKED, frozenset({0}))
        ]
        engine.apply(state, 0)
        assert visible_notes(engine.records, 1) == ()


def test_what_does_not_fit_into_memory_is_told_by_the_reference_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_layout, "RECORD_BYTES", 64)
    monkeypatch.setenv("RULEKIT_CACHE", "")
    assert any(same(SAMPLES["stack"], 1, 30))
