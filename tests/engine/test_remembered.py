"""Recorded positions: the limit of their number, and equal results on both engines, also after undo."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from rulekit.engine.interface import Engine, GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.play.loaded_book import load

BOOK = """rulebook turning:
  players 2
keep spot: 0..7 = 0
keep counted: 0..5000 = 0
place bag: row of Token, at most 5
piece Token(): any number
position here: spot, active{most}
procedure turn_it:
  choose n in 0..7
  if n == 7:
    forget here
    remove all of bag
  else if n == 6:
    repeat:
      record here
  else:
    spot = n
    if size(bag) < 5:
      put Token() in bag
  record here
  counted = times seen here
  let after_it = after lay(spot): times seen here
  counted += after_it
procedure lay(s 0..7):
  spot = (s + 1) mod 7
flow:
  turns from p1:
    turn_it()
"""


def engines(tmp_path: Path, most: str) -> tuple[Engine, Engine]:
    (tmp_path / "turning.rules").write_text(BOOK.format(most=most))
    machine = load(str(tmp_path / "turning.rules")).configure().machine
    return ReferenceEngine(machine), WasmEngine(machine)


@pytest.mark.parametrize("most", ["", " at most 50"])
def test_both_engines_carry_what_was_recorded_and_no_more(tmp_path: Path, most: str) -> None:
    reference, wasm = engines(tmp_path, most)
    one, other = reference.start(3), wasm.start(3)
    begun = len(one.packed)
    recorded = 0
    for option in (3, 3, 3, 2, 3, 7, 3, 3, 5, 7, 7, 1):
        one, other = reference.apply(one, option), wasm.apply(other, option)
        recorded = 1 if option == 7 else recorded + 1
        assert one == other and hash(one) == hash(other) and one.cells == other.cells
        assert len(one.packed) == begun + 8 * recorded
        assert pickle.loads(pickle.dumps(one)) == other
        assert one == other == one.with_cells(other.cells)


def test_a_step_back_remembers_what_was_remembered(tmp_path: Path) -> None:
    _, wasm = engines(tmp_path, "")
    cursor = wasm.cursor(wasm.start(3))
    met = [cursor.save()]
    for option in (1, 2, 7, 2, 2, 3):
        cursor.legal()
        cursor.apply(option)
        met.append(cursor.save())
    for state in reversed(met[:-1]):
        cursor.undo()
        assert cursor.save() == state
    assert wasm.apply(met[2], 7) == met[3] and wasm.apply(met[1], 2) == met[2]


def test_more_than_can_be_remembered_is_a_fault_on_both(tmp_path: Path) -> None:
    for engine in engines(tmp_path, ""):
        state = engine.apply(engine.start(3), 1)
        with pytest.raises(GameFault, match="more than 4096 positions were recorded"):
            engine.apply(state, 6)


def test_games_after_one_another_begin_with_nothing_remembered(tmp_path: Path) -> None:
    """Later games start with empty histories, also if no game fills them."""
    text = BOOK.replace("n == 6", "n == 9 - 1").replace("choose n in 0..7", "choose n in 0..8 where n != 8")
    (tmp_path / "turning.rules").write_text(text.format(most=""))
    machine = load(str(tmp_path / "turning.rules")).configure().machine
    one, other = (engine(machine).playouts(6, 5, max_moves=9) for engine in (ReferenceEngine, WasmEngine))
    assert one == other
