"""`rulekit machine`: the program as text, and the effect of the passes on it."""

import re

import pytest

from rulekit import load
from rulekit.cli.commands import STAGES
from rulekit.cli.machine import STAGES as WRITERS
from rulekit.diagnostics import Diagnostic, RulekitError
from rulekit.engine.wasm import clause_timing
from rulekit.engine.wasm.module import emit
from rulekit.machine.optimise import PASSES, PLAYOUT_PASSES, for_playouts, optimise_for_hosts
from rulekit.machine.text import machine_text

from . import PILE, run


@pytest.fixture(autouse=True)
def _timed_briefly(monkeypatch):
    monkeypatch.setattr(clause_timing, "TIMED", 0.2)
    monkeypatch.setattr(clause_timing, "COUNTED", 0.05)


def test_the_program_is_the_one_that_both_engines_run(capsys):
    machine = load(PILE).machine()
    told = run(capsys, "machine", PILE)
    assert told.code == 0 and told.out.rstrip("\n") == machine_text(machine).rstrip("\n")
    data = run(capsys, "machine", PILE, "--json").data
    assert data["nodes"] == len(machine.nodes) and data["cells"] == len(machine.cells)


def test_why_tells_of_every_pass_of_both_modules(capsys):
    machine = load(PILE).machine()
    told = run(capsys, "machine", PILE, "--why").out.splitlines()
    told = told[told.index("to go step by step:") :]
    at = told.index("to play whole games at random:")
    assert told[0] == "to go step by step:"
    assert told[1:at] == [f"  {line}" for line in optimise_for_hosts(machine)[1]]
    assert told[at + 1 :] == [f"  {line}" for line in for_playouts(machine)[1]]
    for lines, passes in ((told[1:at], PASSES), (told[at + 1 :], PLAYOUT_PASSES)):
        assert list(dict.fromkeys(line.split(":")[0].strip() for line in lines)) == list(passes)


def test_why_as_data(capsys):
    data = run(capsys, "machine", PILE, "--why", "--json").data
    machine = load(PILE).machine()
    assert data["why"] == optimise_for_hosts(machine)[1]
    assert data["why_playouts"] == for_playouts(machine)[1]
    profile = data["profile"]
    shares = [cost["share"] for cost in profile["clauses"]]
    assert abs(sum(shares) + profile["engine"] - 1) < 1e-6 and shares == sorted(shares, reverse=True)
    assert all(cost["line"] > 0 and cost["source"].endswith(".rules") for cost in profile["clauses"])


def test_why_names_the_clauses_that_cost_with_their_lines(capsys, monkeypatch):
    monkeypatch.setattr("rulekit.cli.machine.LEAST", -1.0)  # looking for these options takes about a hundredth
    told = run(capsys, "machine", PILE, "--why").out.splitlines()
    assert re.fullmatch(
        rf"where the time of {re.escape(PILE)} goes \([\d,]+ random games, [\d,]+ decisions\):", told[0]
    )
    for clause in ("action take", "action take, looking for its options"):
        assert any(re.search(rf" %  +\S+  {clause} \(.*pile\.rules:10\)$", line) for line in told)
    assert any(line.endswith("the engine itself: picking an option, laying out a game, counting") for line in told)


FAULTY = """rulebook faulty "It breaks off":
  players 2
keep left: 0..3 = 3
flow:
  turns from p1:
    choose n in 1..2
    left -= n
"""


def test_why_of_a_game_that_breaks_off_tells_where(capsys, tmp_path):
    (tmp_path / "faulty.rules").write_text(FAULTY)
    told = run(capsys, "machine", str(tmp_path / "faulty.rules"), "--why").out
    assert re.search(r"Game number 0 under seed 1 broke off: E702, .*faulty\.rules:7\)\.", told)
    assert re.search(r" flow \(.*faulty\.rules:4\)", told)


def test_why_of_what_the_fast_engine_cannot_take_says_so(capsys, monkeypatch):
    def refuse(*_, **__):
        raise RulekitError(Diagnostic("E626", "pile: too large for it"))

    monkeypatch.setattr("rulekit.cli.machine.clause_profile", refuse)
    told = run(capsys, "machine", PILE, "--why")
    assert told.out.splitlines()[0] == f"where the time of {PILE} goes is not known: pile: too large for it"
    assert "to go step by step:" in told.out
    assert run(capsys, "machine", PILE, "--why", "--json").data["profile"] is None


def test_every_stage_is_written(capsys):
    assert tuple(WRITERS) == STAGES
    machine = load(PILE).machine()
    texts = {stage: run(capsys, "machine", PILE, "--stage", stage).out for stage in STAGES}
    assert texts["optimised"].rstrip() == machine_text(optimise_for_hosts(machine)[0]).rstrip()
    assert texts["playouts"].rstrip() == machine_text(for_playouts(machine)[0]).rstrip()
    assert run(capsys, "machine", PILE, "--stage", "nosuch").code == 2


def test_the_module_is_written_and_replaces_nothing_else(tmp_path, capsys):
    file = tmp_path / "pile.wasm"
    for _ in range(2):
        assert run(capsys, "machine", PILE, "--wasm", str(file)).out.startswith(f"{file}: ")
        assert file.read_bytes() == emit(optimise_for_hosts(load(PILE).machine())[0]).bytes
    file.write_text("mine")
    assert run(capsys, "machine", PILE, "--wasm", str(file)).code != 0 and file.read_text() == "mine"
