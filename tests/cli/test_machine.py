"""`rulekit machine`: the program as text, and what the passes made of it."""

import wasmtime

from rulekit import load
from rulekit.cli.commands import STAGES
from rulekit.cli.machine import STAGES as WRITERS
from rulekit.engine.wasm.module import emit
from rulekit.machine.optimise import PASSES, PLAYOUT_PASSES, for_playouts, optimised
from rulekit.machine.text import machine_text

from . import PILE, run


def test_the_program_is_the_one_that_both_engines_run(capsys):
    machine = load(PILE).machine()
    told = run(capsys, "machine", PILE)
    assert told.code == 0 and told.out.rstrip("\n") == machine_text(machine).rstrip("\n")
    data = run(capsys, "machine", PILE, "--json").data
    assert data["nodes"] == len(machine.nodes) and data["cells"] == len(machine.cells)


def test_why_tells_of_every_pass_of_both_modules(capsys):
    machine = load(PILE).machine()
    told = run(capsys, "machine", PILE, "--why").out.splitlines()
    at = told.index("to play whole games at random:")
    assert told[0] == "to go step by step:"
    assert told[1:at] == [f"  {line}" for line in optimised(machine)[1]]
    assert told[at + 1 :] == [f"  {line}" for line in for_playouts(machine)[1]]
    for lines, passes in ((told[1:at], PASSES), (told[at + 1 :], PLAYOUT_PASSES)):
        assert list(dict.fromkeys(line.split(":")[0].strip() for line in lines)) == list(passes)


def test_why_as_data(capsys):
    data = run(capsys, "machine", PILE, "--why", "--json").data
    machine = load(PILE).machine()
    assert data["why"] == optimised(machine)[1]
    assert data["why_playouts"] == for_playouts(machine)[1]


def test_every_stage_is_written(capsys):
    assert tuple(WRITERS) == STAGES
    machine = load(PILE).machine()
    texts = {stage: run(capsys, "machine", PILE, "--stage", stage).out for stage in STAGES}
    assert texts["optimised"].rstrip() == machine_text(optimised(machine)[0]).rstrip()
    assert texts["playouts"].rstrip() == machine_text(for_playouts(machine)[0]).rstrip()
    assert bytes(wasmtime.wat2wasm(texts["module"])) == emit(optimised(machine)[0]).bytes
    assert run(capsys, "machine", PILE, "--stage", "nosuch").code == 2
