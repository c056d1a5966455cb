"""Geometry on an open board (without edges) agrees with an independent model of the plane, on both engines."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

import rulekit
from rulekit.model.types import BoardInfo, Domain
from rulekit.pipeline import EngineName
from rulekit.play.game import ConfiguredGame

from .books import ENGINES

ROOM = 4
WAYS = {"n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1), "s": (0, -1), "sw": (-1, -1), "w": (-1, 0)}
WAYS |= {"nw": (-1, 1)}
NEAR = [WAYS[way] for way in "nesw"]
LOCAL = """rulebook plane:
  players 2
board Cell: open for 4
fact beside(a Cell) = adjacent(a)
fact round(a Cell) = around(a)
fact one_on(a Cell, d CellDirection) = next(a, d)
fact some_on(a Cell, d CellDirection, n 0..12) = steps(a, d, n)
flow:
  by p1:
    choose n in 1..2
  game over, drawn
"""
MEASURED = """
fact line(a Cell, b Cell) = between(a, b)
fact way(a Cell, b Cell) = direction(a, b)
fact far(a Cell, b Cell) = distance(a, b)
fact sight(a Cell, d CellDirection) = ray(a, d)
fact column_of(a Cell) = a.column
fact row_of(a Cell) = a.row
"""
Point = tuple[int, int]


class Asked:
    """A game at its start, whose facts can be evaluated by name with points of the plane as sites."""

    def __init__(self, folder: Path, text: str, engine: EngineName) -> None:
        (folder / "plane.rules").write_text(text)
        self.game: ConfiguredGame = rulekit.load(str(folder / "plane.rules")).configure(engine=engine)
        self.state = self.game.start().raw
        domain: Domain = self.game.model.symbols["Cell"].domain  # type: ignore[attr-defined]
        self.side = round(len(domain) ** 0.5)
        assert isinstance(domain.board, BoardInfo)
        self.ways = domain.board.directions.labels

    def site(self, point: Point) -> int:
        x, y = (number % self.side for number in point)
        return y * self.side + x

    def sites(self, points: list[Point]) -> frozenset[int]:
        return frozenset(self.site(point) for point in points)

    def ask(self, name: str, *args: int) -> int | frozenset[int]:
        return self.game.engine.call(self.state, f"fact {name}", args)

    def way(self, name: str) -> int:
        return self.ways.index(name)


def stepped(here: Point, way: Point, count: int) -> Point:
    return here[0] + way[0] * count, here[1] + way[1] * count


def straight(dx: int, dy: int) -> tuple[str, int] | None:
    """Return the direction of a point at this offset and the number of steps, or None if it is in no straight line."""
    count = max(abs(dx), abs(dy))
    found = (name for name, way in WAYS.items() if count and (way[0] * count, way[1] * count) == (dx, dy))
    return next(((name, count) for name in found), None)


STARTS = [(0, 0), (1, 2), (-3, 1), (4, -4), (-5, 5)]


@pytest.fixture(params=ENGINES)
def board(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], Asked]:
    return lambda text: Asked(tmp_path, text, request.param)


def test_what_lies_between_two_sites_which_way_and_how_far(board: Callable[[str], Asked]) -> None:
    asked = board(LOCAL + MEASURED)
    reach = range(-ROOM - 1, ROOM + 2)  # the largest offset between sites that are beside connected things
    for here, dx, dy in product(STARTS, reach, reach):
        there = (here[0] + dx, here[1] + dy)
        pair = (asked.site(here), asked.site(there))
        way = straight(dx, dy)
        assert asked.ask("way", *pair) == (0 if way is None else 1 + asked.way(way[0])), (here, there)
        passed = [stepped(here, WAYS[way[0]], n) for n in range(1, way[1])] if way is not None else []
        assert asked.ask("line", *pair) == asked.sites(passed), (here, there)
        assert asked.ask("far", *pair) == abs(dx) + abs(dy), (here, there)


def test_where_sites_lie_and_what_can_be_seen(board: Callable[[str], Asked]) -> None:
    asked = board(LOCAL + MEASURED)
    for x, y in product(range(-ROOM - 1, ROOM + 2), repeat=2):
        site = asked.site((x, y))
        assert (asked.ask("column_of", site), asked.ask("row_of", site)) == (x, y)
    for here, (name, way) in product(STARTS, WAYS.items()):
        ahead = [stepped(here, way, n) for n in range(1, ROOM + 2)]
        assert asked.ask("sight", asked.site(here), asked.way(name)) == asked.sites(ahead)


@pytest.mark.parametrize("text", [LOCAL, LOCAL + MEASURED], ids=["local", "measured"])
def test_steps_and_neighbours(text: str, board: Callable[[str], Asked]) -> None:
    asked = board(text)
    # only measuring expressions, such as `distance`, need a larger array
    assert asked.side == (2 * ROOM + 3 if text != LOCAL else ROOM + 2)
    for here in STARTS:
        site = asked.site(here)
        assert asked.ask("beside", site) == asked.sites([stepped(here, way, 1) for way in NEAR])
        assert asked.ask("round", site) == asked.sites([stepped(here, way, 1) for way in WAYS.values()])
        for name, way in WAYS.items():
            assert asked.ask("one_on", site, asked.way(name)) == 1 + asked.site(stepped(here, way, 1))
            for count in range(13):
                on = 0 if count > ROOM + 1 else 1 + asked.site(stepped(here, way, count))
                assert asked.ask("some_on", site, asked.way(name), count) == on, (here, name, count)


def test_a_board_that_is_too_wide_to_measure_on_says_why(tmp_path: Path) -> None:
    text = LOCAL.replace("open for 4", "open for 72")
    (tmp_path / "plane.rules").write_text(text)
    assert not rulekit.load(str(tmp_path / "plane.rules")).configure().diagnostics
    (tmp_path / "plane.rules").write_text(text + MEASURED)
    with pytest.raises(rulekit.RulekitError) as raised:
        rulekit.load(str(tmp_path / "plane.rules")).configure()
    (found,) = raised.value.diagnostics
    assert found.code == "E623" and "need a wider board" in found.help[0].text
