"""Save files that anyone may have written are refused with a reason that tells nothing about the files they name."""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from rulekit.play.loaded_book import load

from .inputs import GAME, MEMORY, Input, ended_well, ran

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a bound on memory")

SECRET = "the secret of this computer"
RESUME = ("play", "--resume", "s", "--random")


def signed(body: str) -> str:
    return body + json.dumps({"checksum": hashlib.sha256(body.encode()).hexdigest()}) + "\n"


def rules_of_the_pile() -> str:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pile.rules").write_text(GAME)
        return load(f"{folder}/pile.rules").configure().rules


RULES = rules_of_the_pile()
HEAD = {"rulekit": "record", "version": 2, "game": "./pile.rules", "rules": RULES, "with": [], "set": {}}
STEP = {"seat": "p1", "play": "take(n: 2)"}


def save(*steps: Any, uses: Any = None, **head: Any) -> str:
    lines = ({**HEAD, "players": 2, "seed": 1, "number": 0, **head}, *steps, {"uses": uses, "digest": None})
    return signed("".join(json.dumps(line) + "\n" for line in lines))


def saved(text: str, told: str, *never: str, **files: str) -> Input:
    books = {f"{name}.rules": book for name, book in files.items()}
    return Input(RESUME, told, files={"pile.rules": GAME, **books, "s": text}, never=(SECRET, *never))


def digits(count: int) -> str:
    return signed(save().splitlines()[0].replace('"seed": 1', '"seed": ' + "9" * count) + '\n{"uses": null}\n')


INPUTS = {
    "a seed without end": saved(save(seed=float("inf")), "`Infinity` is not a whole number"),
    "a number that is none": saved(save(number=float("nan")), "`NaN` is not a whole number"),
    "half a player": saved(save(players=2.5), "`2.5` is not a whole number"),
    "a seed of 5,000 digits": saved(digits(5000), "has 5000 digits"),
    "yes for a number": saved(save(players=True), "`players` holds"),
    "no players": saved(save(players=0), "E6"),
    "other players": saved(save(players=3), "E602"),
    "a game of 300 letters": saved(save(game="x" * 300), "E820"),
    "a game of a million letters": saved(save(game="x" * 1_000_000), "E832"),
    "a game of nobody's home": saved(save(game="~nosuch/x.rules"), "E820"),
    "a game with a zero in it": saved(save(game="./pile\0.rules"), "E820"),
    "a game with escapes": saved(save(game="\x1b[2J\u202e.rules"), "E820"),
    "a system file as the game": saved(save(game="/etc/passwd"), "ends in `.rules`", "root:"),
    "a device as the game": saved(save(game="/dev/zero"), "ends in `.rules`"),
    "a secret as the game": saved(save(game="./mine.rules"), "E835", mine=f"{SECRET}\n"),
    "a secret as a layer": saved(save(**{"with": ["./mine.rules"]}), "E835", mine=f"{SECRET}\n"),
    "a link to a secret": saved(save(game="./link.rules"), "E835", "root:", link="->/etc/passwd"),
    "a layer that is no name": saved(save(**{"with": [7]}), "`with` holds"),
    "100,000 layers": saved(save(**{"with": ["./none.rules"] * 100_000}), "E820"),
    "an option that is not there": saved(save(set={"x": 1}), "E600"),
    "an option that is a list": saved(save(set={"counters": [1]}), "option `counters`"),
    "brackets without end": saved("[" * 1_000_000, "E832"),
    "a signed heap of brackets": saved(signed("[" * 100_000 + "\n"), "E832"),
    "100,000 steps too many": saved(save(*[STEP] * 100_000), "E833"),
    "a step with escapes": saved(save({"seat": "p1", "play": "\x1b]0;owned\x07\u202e"}), "E833"),
    "a step of 5,000 digits": saved(save({"seat": "p1", "play": f"take({'9' * 5000})"}), "E833"),
    "a seat with escapes": saved(save({"seat": "\x1b[31m", "play": "take(n: 2)"}), "E833"),
    "chance where nobody draws": saved(save({"chance": "take(n: 2)"}), "E833"),
    "more draws than there are": saved(save(STEP, uses=[1] * 1000), "E833"),
    "other rules": saved(save(STEP, rules="0" * 64), "the record was made with other rules"),
    "rules that changed": saved(save(game="./new.rules"), "E833", new=GAME.replace("by me", "by {p1}")),
    "a save of before": saved(save(version=1), "E834"),
    "a save of some day": saved(save(version=3), "it is of version 3, and this rulekit reads version 2"),
    "a save that was changed": saved(save(STEP).replace("n: 2", "n: 3"), "its checksum does not fit"),
    "a save cut short": saved(save(STEP)[:-90], "E832"),
    "bytes": saved("\udcff\udcfe\0" * 100, "is not a text file"),
    "nothing": saved("", "its last line is missing"),
}


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    return ran(INPUTS)


@pytest.mark.parametrize("what", INPUTS)
def test_one_clear_message(results: dict[str, Any], what: str) -> None:
    ended_well(INPUTS[what], results["runs"][what])


def test_memory_stays_bounded(results: dict[str, Any]) -> None:
    assert results["most"] < MEMORY


def test_these_saves_are_refused_for_what_is_wrong_with_them() -> None:
    whole = {"whole": Input(RESUME, "over: p1", 0, {"pile.rules": GAME, "s": save(STEP)}, diagnostics=0)}
    ended_well(whole["whole"], ran(whole)["runs"]["whole"])
