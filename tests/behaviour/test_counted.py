"""`counted by`: sets, and places for one piece, have a size like heaps; those who may count see it, and no others."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.engine.observation import ObservationFormat
from rulekit.engine.observe import Hidden
from rulekit.pipeline import EngineName
from rulekit.play.game import GameState
from rulekit.play.position_text import position_lines

from .books import ENGINES, book, start


def seen(state: GameState, player: int, cell: str) -> list[object]:
    """Return the values of a cell as a player sees them."""
    return list(ObservationFormat.of(state.game.machine).unpack(state.cursor().observe(player))[cell])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["b_cnt", "b_e813"])
def test_how_much_a_kept_set_holds_is_known(name: str, engine: EngineName) -> None:
    state = start(f"meaning/{name}", engine)
    label, cell = state.labels()[0], next(c.name for c in state.game.machine.cells if c.role == "keep")
    state = state.apply(label)
    assert seen(state, 0, cell) == [frozenset({0}), Hidden(0)]
    assert seen(state, 1, cell) == [Hidden(1), frozenset()]
    assert f"{cell}[p1]: 1 unseen" in position_lines(state.game.engine, state.raw, 1)


@pytest.mark.parametrize("engine", ENGINES)
def test_it_is_as_for_places(engine: EngineName) -> None:
    state = start("meaning/b_cnt2", engine)
    assert seen(state.apply(0), 1, "own")[0] == Hidden(1)


@pytest.mark.parametrize("engine", ENGINES)
def test_whether_a_place_of_one_is_taken_is_known_unless_it_says_by_whom(engine: EngineName) -> None:
    state = start("meaning/one_counted", engine).apply("flow(k: 2)")
    assert seen(state, 1, "told") == [Hidden(1), 0] and seen(state, 0, "told") == [2, Hidden(0)]
    assert seen(state, 1, "quiet") == [Hidden(), 0]
    assert position_lines(state.game.engine, state.raw, 1)[1:] == ["told[p1]: ?", "quiet[p1]: ?"]


def test_an_audience_is_read_wherever_it_stands() -> None:
    with pytest.raises(RulekitError) as raised:
        book("meaning/b_aud").configure()
    assert [(d.code, d.message) for d in raised.value.diagnostics] == [
        ("E201", "there is no `WHO` here, and none in Player")
    ]
