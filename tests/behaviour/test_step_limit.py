"""Too many steps: the message names the loop that never ends, or for a long game the places that take most steps."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from rulekit.engine.interface import Engine, GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.play.failure_report import FailingGame
from rulekit.play.fault_causes import EngineCall, steps_taken
from rulekit.play.game_record import Entry, record_text
from rulekit.play.loaded_book import LoadedBook, load
from rulekit.play.testing import BookTestSettings, ExampleGames, check_book

ENDLESS = """rulebook endless "Endless":
  players 2
keep n: 0..3 = 3
procedure take "Take":
  choose k in 1..1
  n -= k
flow:
  turns from p1:
    if n > 0:
      take()
"""
LONG = """rulebook long "Only long":
  players 2
board Square: 19 by 19
keep stone[Square]: Player or none = none
fact group(p Square) = reach from {p}, x to y in adjacent(x) where stone[y] == stone[p]
fact dead_beside(p Square) = {q in adjacent(p) where all x in group(q): all y in adjacent(x): stone[y] != none}
fact useful(p Square) = some q in Square: some r in dead_beside(q): some z in dead_beside(r): z == p
flow:
  turns from p1:
    choose s in Square where stone[s] == none and not useful(s)
    stone[s] = me
example first_stone:
  allow flow(s: a1)
"""


def laid(text: str, folder: Path) -> LoadedBook:
    path = folder / f"{text.split()[1]}.rules"
    path.write_text(text, "utf-8")
    return load(str(path))


def failing(book: LoadedBook) -> FailingGame:
    (sample,) = check_book(book, BookTestSettings(games=20)).samples
    assert sample.failing is not None
    return sample.failing


def test_the_loop_is_named_and_not_the_last_decision(tmp_path: Path) -> None:
    told = failing(laid(ENDLESS, tmp_path)).diagnostic
    assert told.code == "E705" and told.span is not None and told.span.first.line == 8
    assert told.message.startswith("flow: ") and told.message.endswith("the same position comes back: play never ends")


@pytest.mark.soak
def test_a_long_decision_is_not_called_endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.play.fault_causes.STEPS", 100_000)
    book = laid(LONG, tmp_path)
    told = failing(book).diagnostic
    assert told.code == "E705" and told.span is not None and told.span.first.line == 10
    assert told.message.endswith("looking for what can be chosen, mostly in fact group")
    assert told.help[0].text.startswith("this ends, and is only long")
    (example,) = ExampleGames(book, "wasm", few=True).outcomes()
    assert example.diagnostic is not None and "mostly in fact group" in example.diagnostic.message
    assert example.diagnostic.code == "E840" and example.diagnostic.help[0].text == told.help[0].text


@pytest.mark.parametrize("kind", [ReferenceEngine, WasmEngine])
def test_both_engines_blame_one_clause(kind: type[Engine], tmp_path: Path) -> None:
    machine = evolve(laid(ENDLESS, tmp_path).configure().machine, fuel=5_000)
    engine = kind(machine)  # type: ignore[call-arg]
    state = engine.start(1)
    with pytest.raises(GameFault) as caught:
        for _ in range(4):
            before, option = state, engine.options(state)[0]
            state = engine.apply(state, option)
    assert caught.value.fault.clause == "flow"
    taken = steps_taken(machine, EngineCall("apply", (before, option)))
    assert taken is not None and taken.circle == ("flow",) and taken.turns


def test_what_ends_takes_no_blame(tmp_path: Path) -> None:
    machine = laid(ENDLESS, tmp_path).configure().machine
    assert steps_taken(machine, EngineCall("start", (1, 0))) is None


def test_a_shuffle_is_one_line_of_a_report() -> None:
    cards = [Entry(None, f"deal(position: {n})") for n in range(1, 32)]
    lines = record_text([Entry("p1", "bid(n: 2)"), *cards, Entry("p2", "pass()"), *cards[:2]]).splitlines()
    assert lines == [
        "   1  p1: bid(n: 2)",
        "   2  chance: deal(position: 1), … deal(position: 31) (31 outcomes, to step 32)",
        "  33  p2: pass()",
        "  34  chance: deal(position: 1)",
        "  35  chance: deal(position: 2)",
    ]
