"""Timing by clause: the games do not change, counts match the text, and shares match the time."""

import pytest

import rulekit
from rulekit.engine.wasm import WasmEngine, clause_timing
from rulekit.engine.wasm.clause_probe import ClauseProbe, ClauseWork, ProfileCounter
from rulekit.engine.wasm.clause_timing import ProbedModule
from rulekit.machine.clause_origins import note_origins
from rulekit.machine.lower import lower_with_origins
from rulekit.machine.optimise import for_playouts
from rulekit.model.rulebook import Config


def timed(name, players=2, monkeypatch=None, seconds=0.3):
    model, _ = rulekit.load(str(name)).check(Config(players))
    machine, origins = lower_with_origins(model)
    if monkeypatch is not None:
        monkeypatch.setattr(clause_timing, "TIMED", seconds)
        monkeypatch.setattr(clause_timing, "COUNTED", min(0.05, seconds))
    return clause_timing.clause_timing(machine, origins)


@pytest.mark.parametrize("counting", [False, True])
@pytest.mark.parametrize(
    "name,players",
    [
        # take seconds, and have no form that the other games lack
        pytest.param("chess/standard", 2, marks=pytest.mark.soak),
        pytest.param("czar/dutch", 4, marks=pytest.mark.soak),
        ("classics/nine-mens-morris", 2),
    ],
)
def test_a_probe_changes_no_game(name, players, counting):
    model, _ = rulekit.load(name).check(Config(players))
    machine, origins = lower_with_origins(model)
    with note_origins(origins):
        program, _ = for_playouts(machine)
    probed = ProbedModule.of(machine, program, ClauseProbe(origins, counting))
    found = probed.runner.play(range(40), 1, None, True, 40, None)
    plain = WasmEngine(machine).playouts(40, 1, each=True)
    assert found.lengths == plain.lengths and found.payoff_sum == plain.payoff_sum


COUNTED = """rulebook counted "Each of its clauses is asked a known number of times":
  players 2
table Card for each n in 1..40
place hand[Player]: heap of Piece
piece Piece(card Card): 1 each
keep worth[Card]: 0..9 = 1
keep turns_left: 0..10 = 10
fact sum_of = sum(c in Card: worth[c] * light(c))
fact light(c Card) = if worth[c] > 3 then 2 else 1
rule never before flow.pause where sum_of > 700:
  turns_left = 0
flow:
  turns from p1 where turns_left > 0:
    step pause:
      turns_left -= 1
    choose n in 1..3
    worth[Card(n: 1)] = n + sum_of mod 2
  game over, drawn
"""


def test_what_is_counted_is_what_the_text_asks(tmp_path, monkeypatch):
    (tmp_path / "counted.rules").write_text(COUNTED)
    found = timed(tmp_path / "counted.rules", 2, monkeypatch)
    assert found.fault is None and found.games > 0 and abs(found.decisions - 10 * found.games) <= 10
    fact = ClauseWork("fact sum_of")
    # once by the rule before each step, once by the statement after the choice
    asked = found.counts[ProfileCounter(fact, "asked")] / found.decisions
    assert 1.9 <= asked <= 2.1
    assert found.counts[ProfileCounter(fact, "loop", "c")] / found.decisions == pytest.approx(40 * asked, rel=0.05)
    assert found.counts[ProfileCounter(ClauseWork("fact light"), "asked")] / found.decisions == pytest.approx(
        40 * asked, rel=0.05
    )
    assert found.counts[ProfileCounter(ClauseWork("rule never"), "asked")] / found.decisions == pytest.approx(
        1, rel=0.05
    )


SHARED = """rulebook shared "One clause does three times what the other does":
  players 2
keep worth[0..599]: 0..9 = 1
keep turns_left: 0..100 = 100
fact long = count(x in 0..599 where worth[x] * x mod 7 == turns_left mod 7)
fact short = count(x in 0..199 where worth[x] * x mod 7 == turns_left mod 7)
flow:
  turns from p1 where turns_left > 0:
    turns_left -= 1
    choose n in 1..3
    worth[long] = n
    worth[short] = n
  game over, drawn
"""


@pytest.mark.soak
def test_shares_are_those_of_the_time(tmp_path, monkeypatch):
    (tmp_path / "shared.rules").write_text(SHARED)
    seconds = timed(tmp_path / "shared.rules", 2, monkeypatch, 1.2).seconds
    whole = sum(seconds.values())
    assert 0.65 <= seconds[ClauseWork("fact long")] / whole <= 0.8
    assert 0.15 <= seconds[ClauseWork("fact short")] / whole <= 0.3


FAULTY = """rulebook faulty "It breaks off":
  players 2
keep left: 0..3 = 3
flow:
  turns from p1:
    choose n in 1..2
    left -= n
"""


def test_a_game_that_breaks_off_is_told_and_what_was_before_is_timed(tmp_path, monkeypatch):
    (tmp_path / "faulty.rules").write_text(FAULTY)
    found = timed(tmp_path / "faulty.rules", 2, monkeypatch)
    assert found.games == 0 and found.fault is not None and found.fault[0] == 0
    assert ClauseWork("flow") in found.seconds and found.decisions > 0


ENDLESS = """rulebook endless "It never ends":
  players 2
keep left: 0..3 = 3
flow:
  turns from p1:
    choose n in 0..3
    left = n
"""


def test_a_game_without_end_is_timed_all_the_same(tmp_path, monkeypatch):
    (tmp_path / "endless.rules").write_text(ENDLESS)
    found = timed(tmp_path / "endless.rules", 2, monkeypatch)
    assert found.games == 0 and found.fault is None and found.decisions > 1000


def test_stalls_of_the_player_do_not_count():
    """Sleeping takes no processor time of the thread, on systems that report it."""
    import threading
    import time

    clock = clause_timing.clock_of(threading.get_ident())
    if clock is time.perf_counter:
        pytest.skip("this system does not tell it")
    before = clock()
    time.sleep(0.2)
    assert clock() - before < 0.1
