"""The target of a move and the range of a loop are computed once, before anything changes. This holds for bodies
lowered to statements and for those with draws, which become nodes, on both engines.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.pipeline import EngineName
from rulekit.play.testing import book_examples
from tests.shipped import every

PLAIN, DRAWING = "nothing", "draw z in 0..0"

BOOK = """rulebook once:
  players 3

enum Kind: low, high
piece Man(kind Kind): any number
piece Card(number 1..6): one each

place heap[1..3]: heap of Man, at most 9
place hand[1..3]: heap of Card
place line[1..3]: row of Card, at most 6
keep site: 1..3 = 1
keep friends: set of Player = {p1, p2}
keep met: set of Player = {}
keep counted: 0..30 = 0

flow:
  BODY
  turns from p1, once each:
    choose x in 1..2
  game over, drawn

example first_of_all:
  EXPECTED
"""

CASES = {
    "copies put": (
        ["put 3 of Man(kind: low) on heap[greater(1, lesser(3, size(heap[1]) + 1))]", "FILLER"],
        "size(heap[1]) == 3 and empty(heap[2]) and empty(heap[3])",
    ),
    "all moved": (
        [
            "put 2 of Man(kind: low) on heap[1]",
            "put Man(kind: high) on heap[1]",
            "move all of heap[1] to heap[lesser(3, size(heap[1]))]",
            "FILLER",
        ],
        "empty(heap[1]) and empty(heap[2]) and size(heap[3]) == 3",
    ),
    "one moved": (
        [
            "put Card(number: 1) on line[1]",
            "put Card(number: 2) on line[1]",
            "move bottom of line[1] to line[size(line[1])]",
            "FILLER",
        ],
        "size(line[1]) == 1 and size(line[2]) == 1",
    ),
    "all removed": (
        [
            "put 2 of Man(kind: low) on heap[2]",
            "put 2 of Man(kind: low) on heap[1]",
            "remove all of heap[size(heap[2])]",
            "FILLER",
        ],
        "empty(heap[2]) and size(heap[1]) == 2",
    ),
    "a row": (
        [
            "put Card(number: 1) on line[1]",
            "put Card(number: 2) on line[1]",
            "for each c in line[site]:",
            "  FILLER",
            "  site = 3",
            "  counted += c.number",
        ],
        "counted == 3",
    ),
    "a heap of pieces that are one each": (
        [
            "put Card(number: 1) in hand[1]",
            "put Card(number: 3) in hand[1]",
            "for each c in hand[site]:",
            "  FILLER",
            "  site = 2",
            "  counted += c.number",
            "  if Card(number: 3) in hand[1]:",
            "    move Card(number: 3) from hand[1] to hand[3]",
            "    put Card(number: 5) in hand[1]",
        ],
        "counted == 4",
    ),
    "a heap with copies": (
        [
            "put 2 of Man(kind: low) on heap[1]",
            "for each c in heap[site]:",
            "  FILLER",
            "  site = 2",
            "  counted += 1",
            "  put Man(kind: high) on heap[1]",
        ],
        "counted == 2",
    ),
    "copies taken before their turn": (
        [
            "put 2 of Man(kind: low) on heap[1]",
            "put 3 of Man(kind: high) on heap[1]",
            "for each c in heap[1]:",
            "  FILLER",
            "  counted += 1",
            "  if amount(heap[1], Man(kind: high)) > 1:",
            "    remove Man(kind: high) from heap[1]",
        ],
        "counted == 3",
    ),
    "a set of players": (
        ["for each p in friends:", "  FILLER", "  met += {p}", "  friends = {p3}"],
        "met == {p1, p2}",
    ),
    "players from one on": (
        ["for each p in friends from p2:", "  FILLER", "  met += {p}", "  friends = {p3}"],
        "met == {p1, p2}",
    ),
    "players the other way": (
        ["for each p in friends from p3 anticlockwise:", "  FILLER", "  met += {p}", "  friends = {p3}"],
        "met == {p1, p2}",
    ),
    "a number of times": (
        ["site = 3", "repeat at most site times:", "  FILLER", "  counted += 1", "  site = 1"],
        "counted == 3",
    ),
    "a range": (
        ["site = 3", "for each n in 1..site:", "  FILLER", "  counted += n", "  site = 1"],
        "counted == 6",
    ),
}


@pytest.mark.parametrize("engine", every(2, ["wasm", "reference"]))
@pytest.mark.parametrize("filler", [PLAIN, DRAWING], ids=["effects", "flow"])
@pytest.mark.parametrize("case", CASES)
def test_is_worked_out_before_anything_changes(case: str, filler: str, engine: EngineName, tmp_path: Path) -> None:
    lines, expected = CASES[case]
    body = "\n  ".join(lines).replace("FILLER", filler)
    text = BOOK.replace("BODY", body)
    drawn = "play flow(z: 0)"
    path = tmp_path / "once.rules"
    for times in range(12):
        path.write_text(text.replace("EXPECTED", "\n  ".join([*[drawn] * times, f"expect {expected}"])), "utf-8")
        (outcome,) = book_examples(rulekit.load(str(path)), engine)
        if outcome.failure is None or filler == PLAIN:
            break
    assert outcome.failure is None, outcome.failure
