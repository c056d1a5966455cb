"""Records replay; what is not a whole record, or not of these rules, is one message."""

import json

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.diagnostics import RulekitError
from rulekit.engine.reference import ReferenceEngine
from rulekit.play import record
from rulekit.play.chance import chance_streams, draw
from rulekit.play.offers import Offers
from rulekit.play.record import Entry, Record
from tests.machine.samples import SAMPLES, dice, line, stack


def random_record(machine, seed, most=40):
    """A random game as far as `most` steps: its record, and the state in which it ends."""
    engine = ReferenceEngine(machine)
    offers, streams = Offers.of(engine), chance_streams(machine)
    state = engine.start(seed)
    entries = []
    while not offers.ended(state) and len(entries) < most:
        if offers.chances(state):
            choice, state = draw(engine, streams, state)
            seat = None
        else:
            choice, state = engine.pick(state)
            seat = offers.seat(state)
        entries.append(Entry(seat, offers.text(state, choice)))
        state = offers.go(state, choice)
    made = Record("sample", 2, seed, entries=tuple(entries), uses=state.uses, digest=record.digest(state))
    return engine, made, state


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["dice", "stack", "line", "guard"]), st.integers(0, 2**64 - 1), st.integers(0, 40))
def test_a_record_read_back_leads_to_the_same_state(name, seed, most):
    engine, made, state = random_record(SAMPLES[name], seed, most)
    again = record.parse(made.as_text())
    assert again == made
    assert record.replay(engine, again) == state


def test_drawing_with_the_outcome_told_is_the_engines_own_drawing():
    engine = ReferenceEngine(dice())
    offers, streams = Offers.of(engine), chance_streams(engine.machine)
    state = engine.apply(engine.start(9), 0)
    assert offers.chances(state)
    value, counted = draw(engine, streams, state)
    assert engine.chance(counted, value) == engine.chance(state)


def test_saving_is_reading_backwards(tmp_path):
    _, made, _ = random_record(stack(), 3)
    record.save(made, tmp_path / "game.save")
    assert record.read(tmp_path / "game.save") == made


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda text: "", "last line is missing"),
        (lambda text: text[: len(text) // 2], "not a whole record"),
        (lambda text: text.replace("take", "tuke", 1), "checksum does not fit"),
        (lambda text: "\n".join(text.splitlines()[:-1]), "last line is missing"),
        (lambda text: "[" * 100_000, "not a whole record"),
        (lambda text: "null\nnull\n", "last line is missing"),
        (lambda text: signed("{}\n[]\n"), "not a whole record"),
        (lambda text: signed('{"rulekit": "record", "version": 99}\n{}\n'), "version 1"),
        (lambda text: signed('{"rulekit": "record", "version": 1}\n{}\n'), "lacks"),
    ],
)
def test_a_spoilt_save_is_one_message(tmp_path, spoil, message):
    _, made, _ = random_record(stack(), 3)
    (tmp_path / "spoilt").write_text(spoil(made.as_text()))
    with pytest.raises(RulekitError, match=message) as error:
        record.read(tmp_path / "spoilt")
    assert error.value.diagnostics[0].code == "E832"


def signed(body):
    return body + json.dumps({"checksum": record.checksum(body)}) + "\n"


def test_other_rules_are_noticed():
    engine, made, _ = random_record(line(), 2)
    wrong = evolve(made, entries=(made.entries[0], made.entries[0], *made.entries[2:]))
    with pytest.raises(RulekitError, match=r"step 2 of the record: `mark\(s: .*` is not on offer"):
        record.replay(engine, wrong)
    with pytest.raises(RulekitError, match="lead somewhere else"):
        record.replay(engine, evolve(made, digest="0" * 32))
    with pytest.raises(RulekitError, match=r"not (black|white)'s"):
        other = evolve(made.entries[0], seat="black")
        record.replay(engine, evolve(made, entries=(other,)))
    with pytest.raises(RulekitError, match="the game is over"):
        record.replay(engine, evolve(made, entries=(*made.entries, made.entries[0])))
    with pytest.raises(RulekitError, match="not of the form"):
        record.replay(engine, evolve(made, entries=(Entry("white", "mark(("),)))
