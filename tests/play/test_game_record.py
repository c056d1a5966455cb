"""Records of games can be replayed; a damaged record, or one of other rules, gets one message."""

import json
import stat
import sys

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.diagnostics import RulekitError
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine.identity import rules_identity
from rulekit.model.bounds import MOST_PLAYERS
from rulekit.play import game_record
from rulekit.play.game_record import Entry, GameRecord
from rulekit.play.game_steps import LabelResolver, is_secret
from tests.machine.samples import SAMPLES, line, stack


def random_record(machine, seed, most=40):
    """Play up to `most` steps of a random game; return the engine, the record and the final state."""
    engine = ReferenceEngine(machine)
    resolver = LabelResolver.of(engine)
    state = engine.start(seed)
    entries = []
    while not resolver.is_over(state) and len(entries) < most:
        seat = None if resolver.chances(state) else resolver.seat(state)
        choice, state = resolver.draw(state)
        entries.append(Entry(seat, resolver.text(state, choice)))
        state = resolver.go(state, choice)
    rules = rules_identity(machine)
    made = GameRecord(
        "sample", 2, seed, entries=tuple(entries), uses=state.uses, digest=game_record.digest(state), rules=rules
    )
    return engine, made, state


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["dice", "stack", "line", "guard"]), st.integers(0, 2**64 - 1), st.integers(0, 40))
def test_a_record_read_back_leads_to_the_same_state(name, seed, most):
    engine, made, state = random_record(SAMPLES[name], seed, most)
    again = game_record.parse_record(made.as_text())
    assert again == made
    assert game_record.replay_record(engine, again)[0] == state


def test_saving_is_reading_backwards(tmp_path):
    _, made, _ = random_record(stack(), 3)
    game_record.save_record(made, tmp_path / "game.save")
    assert game_record.read_record(tmp_path / "game.save") == made


def test_what_is_saved_can_be_read(tmp_path):
    """A hundred players, a very long label, and a file name that is not valid text can be written and read."""
    _, made, _ = random_record(stack(), 3)
    step = Entry("p1", "take(what: " + "x" * 50_000 + ")")
    for large in (
        evolve(made, players=MOST_PLAYERS),
        evolve(made, entries=(step,)),
        evolve(made, game="./\udcff.rules", layers=("./\udcfe.rules",)),
    ):
        game_record.save_record(large, tmp_path / "game.save")
        assert game_record.read_record(tmp_path / "game.save") == large


def test_what_could_not_be_read_is_not_saved(tmp_path, monkeypatch):
    """Saving has the same limits as reading, and a refused save keeps the earlier file."""
    _, made, _ = random_record(stack(), 3)
    game_record.save_record(made, tmp_path / "game.save")
    before = (tmp_path / "game.save").read_bytes()
    monkeypatch.setattr(game_record, "LIMIT", 1024 * 1024)
    long = Entry("p1", "take(what: " + "x" * 1024 * 1024 + ")")
    for bad, why in (
        (evolve(made, entries=(long,)), "larger than 1 MB"),
        (evolve(made, players=MOST_PLAYERS + 1), "`players` holds"),
        (evolve(made, game="x" * 20_000), "`game` holds"),
        (evolve(made, options={"much": 10**30}), "has 31 digits"),
        (evolve(made, entries=(Entry("x" * 20_000, "take"),)), "step 1"),
    ):
        with pytest.raises(RulekitError, match=why) as error:
            game_record.save_record(bad, tmp_path / "game.save")
        assert error.value.diagnostics[0].code == "E831"
        assert (tmp_path / "game.save").read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="modes")
def test_a_save_is_for_its_owner_alone(tmp_path):
    _, made, _ = random_record(stack(), 3)
    path = tmp_path / "game.save"
    game_record.save_record(made, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    game_record.save_record(made, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


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
        (lambda text: signed('{"rulekit": "record", "version": 99}\n{}\n'), "version 99"),
        (lambda text: signed('{"rulekit": "record", "version": 2}\n{"uses": null}\n'), "lacks"),
        (lambda text: signed('{"rulekit": "record", "version": 2}\n'), "last step"),
        (lambda text: changed(text, players=True), "`players` holds"),
        (lambda text: changed(text, players=101), "`players` holds"),
        (lambda text: changed(text, players=2.0), "not a whole number"),
        (lambda text: changed(text, seed=float("inf")), "`Infinity` is not a whole number"),
        (lambda text: changed(text, number=float("nan")), "`NaN` is not a whole number"),
        (lambda text: signed(text.replace('"seed": 3', '"seed": ' + "9" * 5000, 1).rsplit("\n", 2)[0] + "\n"), "5000"),
        (lambda text: changed(text, seed=2**64), "`seed` holds"),
        (lambda text: changed(text, game=7), "`game` is not a text"),
        (lambda text: changed(text, game="x" * 20_000), "`game` holds"),
        (lambda text: changed(text, rules=None), "`rules` is not a text"),
        (lambda text: changed(text, **{"with": "abc"}), "`with` is not a list"),
        (lambda text: changed(text, **{"with": [1]}), "`with` holds"),
        (lambda text: changed(text, set=[]), "`set` is not a table"),
        (lambda text: changed(text, set={"a": True}), "option `a`"),
        (lambda text: end_changed(text, uses={}), "`uses` is not a list"),
        (lambda text: end_changed(text, uses=[-1]), "`uses` holds"),
        (lambda text: end_changed(text, uses=[2**32]), "`uses` holds"),
        (lambda text: end_changed(text, digest=3), "`digest` is not a text"),
        (lambda text: step_changed(text, {"seat": 3, "play": "take"}), "step 1"),
        (lambda text: step_changed(text, {"play": "take"}), "step 1 is neither"),
        (lambda text: step_changed(text, []), "step 1 is neither"),
        (lambda text: step_changed(text, {"seat": "x" * 20_000, "play": "take"}), "step 1"),
        (lambda text: step_changed(text, {"chance": 3}), "step 1 has no label"),
    ],
)
def test_a_spoilt_save_is_one_message(tmp_path, spoil, message):
    _, made, _ = random_record(stack(), 3)
    (tmp_path / "spoilt").write_text(spoil(made.as_text()))
    with pytest.raises(RulekitError, match=message) as error:
        game_record.read_record(tmp_path / "spoilt")
    assert error.value.diagnostics[0].code == "E832"


def signed(body):
    return body + json.dumps({"checksum": game_record.checksum(body)}) + "\n"


def changed(text, **parts):
    head, *rest = text.splitlines()[:-1]
    return signed("\n".join([json.dumps(json.loads(head) | parts), *rest]) + "\n")


def end_changed(text, **parts):
    *rest, end = text.splitlines()[:-1]
    return signed("\n".join([*rest, json.dumps(json.loads(end) | parts)]) + "\n")


def step_changed(text, step):
    head, _, *rest = text.splitlines()[:-1]
    return signed("\n".join([head, json.dumps(step), *rest]) + "\n")


def test_a_save_of_before_rules_were_noted_says_what_to_do(tmp_path):
    _, made, _ = random_record(stack(), 3)
    (tmp_path / "old").write_text(changed(made.as_text(), version=1))
    with pytest.raises(RulekitError, match="saved without its rules") as error:
        game_record.read_record(tmp_path / "old")
    (found,) = error.value.diagnostics
    assert found.code == "E834" and "start the game again and play the steps" in found.help[0].text


def test_a_record_knows_which_steps_were_hidden():
    _, made, _ = random_record(stack(), 3)
    engine = ReferenceEngine(stack())
    state, entries = game_record.replay_record(engine, game_record.parse_record(made.as_text()))
    resolver, states = LabelResolver.of(engine), [engine.start(3)]
    for number, (_, _, entry) in enumerate(entries, 1):
        assert entry.hidden == is_secret(resolver.labels.nodes[states[-1].node])
        states.append(resolver.go(states[-1], game_record.entry_choice(resolver, states[-1], entry, number)))
    assert states[-1].cells == state.cells and any(entry.hidden for _, _, entry in entries)


@pytest.mark.parametrize("engine", [ReferenceEngine, WasmEngine])
def test_no_stream_was_used_oftener_than_can_be_counted(engine):
    """These records are made by a program. In a file, the numbers would be refused when it is read."""
    _, made, state = random_record(stack(), 3)
    for uses in ((2**32,) * len(state.uses), (2**40,) * len(state.uses), (-1,) * len(state.uses)):
        with pytest.raises(ValueError, match="uses: 0 to 4294967295 is expected"):
            game_record.replay_record(engine(stack()), evolve(made, uses=uses))
    most = (2**32 - 1,) * len(state.uses)
    assert game_record.replay_record(engine(stack()), evolve(made, uses=most))[0].uses == most


def test_other_rules_are_noticed():
    engine, made, _ = random_record(line(), 2)
    with pytest.raises(RulekitError, match="E833: the record was made with other rules"):
        game_record.replay_record(ReferenceEngine(evolve(engine.machine, fuel=7)), made)
    wrong = evolve(made, entries=(made.entries[0], made.entries[0], *made.entries[2:]))
    with pytest.raises(RulekitError, match=r"step 2 of the record: `mark\(s: .*` is not on offer"):
        game_record.replay_record(engine, wrong)
    with pytest.raises(RulekitError, match="lead somewhere else"):
        game_record.replay_record(engine, evolve(made, digest="0" * 32))
    with pytest.raises(RulekitError, match=r"not (black|white)'s"):
        other = evolve(made.entries[0], seat="black")
        game_record.replay_record(engine, evolve(made, entries=(other,)))
    with pytest.raises(RulekitError, match="the game is over"):
        game_record.replay_record(engine, evolve(made, entries=(*made.entries, made.entries[0])))
    with pytest.raises(RulekitError, match="not of the form"):
        game_record.replay_record(engine, evolve(made, entries=(Entry("white", "mark(("),)))
