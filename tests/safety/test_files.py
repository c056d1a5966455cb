"""Impossible file names, files of the wrong type, and places where nothing can be written."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from .inputs import GAME, MEMORY, Input, ended_well, ran

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="devices, pipes, and a bound on memory")

SECRET = "root:x:0:0"
PILE = {"pile.rules": GAME}
PLAY = ("play", "./pile.rules", "--random", "--moves", "1", "--save")

INPUTS = {
    "a home that nobody has": Input(("check", "~nosuchuser/x.rules"), "error[E820]"),
    "no more than a home": Input(("check", "~nosuchuser"), "error[E820]"),
    "a name of 300 letters": Input(("check", "x" * 300), "error[E820]"),
    "a path of 300 letters": Input(("check", f"./{'x' * 300}.rules"), "error[E820]"),
    "a path of 100,000 letters": Input(("simulate", "./" + "x/" * 50_000 + "x.rules"), "error[E820]"),
    "a library name of 100,000 letters": Input(("simulate", "x/" * 50_000), "error[E820]"),
    "a layer of 300 letters": Input(("check", "./pile.rules", "--with", "x" * 300), "error[E820]", files=PILE),
    "a file of the system": Input(("check", "/etc/passwd"), "ends in `.rules`", never=(SECRET,)),
    "a device": Input(("check", "/dev/zero"), "ends in `.rules`"),
    "a rulebook that is a device": Input(("check", "./x.rules"), "E821", files={"x.rules": "->/dev/zero"}),
    "a rulebook that is a pipe": Input(("check", "./x.rules"), "E821", files={"x.rules": "|"}),
    "a rulebook that is a link to itself": Input(("check", "./x.rules"), "E820", files={"x.rules": "->x.rules"}),
    "a save that is a pipe": Input(("play", "--resume", "p"), "p is a pipe, not a file", files={"p": "|"}),
    "a save that is a device": Input(("play", "--resume", "/dev/zero"), "is a device, not a file"),
    "a save that is a folder": Input(("play", "--resume", "f"), "f is a folder", files={"f": "/"}),
    "a save of 100 MB": Input(("play", "--resume", "s"), "larger than 64 MB", files={"s": "0:100000000"}),
    "a save of 300 letters": Input(("play", "--resume", "x" * 300), "error[E830]"),
    "saving to a pipe": Input((*PLAY, "p"), "it is a pipe, not a plain file", files={**PILE, "p": "|"}),
    "saving to a device": Input((*PLAY, "/dev/null"), "it is a device, not a plain file", files=PILE),
    "saving to a link to a pipe": Input((*PLAY, "l"), "it is a pipe", files={**PILE, "p": "|", "l": "->p"}),
    "saving to a link to a device": Input((*PLAY, "l"), "it is a device", files={**PILE, "l": "->/dev/null"}),
    "saving to a folder": Input((*PLAY, "f"), "it is a folder", files={**PILE, "f": "/"}),
    "saving to no folder": Input((*PLAY, "no/such"), "error[E831]", files=PILE),
    "saving to 300 letters": Input((*PLAY, "x" * 300), "error[E831]", files=PILE),
    "saving to a link to itself": Input((*PLAY, "l"), "error[E831]", files={**PILE, "l": "->l"}),
    "saving from the keyboard to a device": Input(
        ("play", "./pile.rules"), "it is a device", 0, files=PILE, typed="save /dev/null\nquit\n"
    ),
    "saving from the keyboard to 300 letters": Input(
        ("play", "./pile.rules"), "error[E831]", 0, files=PILE, typed=f"save {'x' * 300}\nquit\n"
    ),
    "a failing game to a pipe": Input(
        ("test", "./pile.rules", "--record", "p"), "it is a pipe", files={**PILE, "p": "|"}
    ),
    "formatting a pipe": Input(("fmt", "p"), "error[E820]", files={"p": "|"}),
    "an answer of 5,000 digits": Input(
        ("check", "./pile.rules", "--set", f"counters={'9' * 5000}"), "error[E6", files=PILE
    ),
    "a code of 5,000 digits": Input(("explain", "9" * 5000), "error[E803]"),
    "a label of 5,000 digits": Input(
        ("play", "./pile.rules"), "error[E804]", 2, files=PILE, typed=f"take({'9' * 5000})\nquit\n"
    ),
    "a label of 5,000 letters": Input(
        ("play", "./pile.rules"), "error[E804]", 2, files=PILE, typed=f"{'x' * 5000}\nwhy {'x' * 5000}\nquit\n"
    ),
    "a parameter of 5,000 letters": Input(
        ("play", "./pile.rules"), "error[E804]", 2, files=PILE, typed=f"take({'x' * 5000}: 3)\nquit\n"
    ),
    "an option of 5,000 digits": Input(("play", "./pile.rules"), "E804", 2, files=PILE, typed="9" * 5000 + "\nquit\n"),
    "a number of 5,000 digits in an example": Input(
        ("test", "./pile.rules"), "error[E113]", 1, {"pile.rules": f"{GAME}\nexample e:\n  play take({'9' * 5000})\n"}
    ),
    "what is typed is not text": Input(("play", "./pile.rules"), "", 0, PILE, "\udcff\udcfe\nquit\n", diagnostics=0),
}


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    return ran(INPUTS)


@pytest.mark.parametrize("what", INPUTS)
def test_one_clear_message(results: dict[str, Any], what: str) -> None:
    ended_well(INPUTS[what], results["runs"][what])


def test_memory_stays_bounded(results: dict[str, Any]) -> None:
    assert results["most"] < MEMORY
