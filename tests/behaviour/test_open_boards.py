"""An open board (without fixed edges) holds as many things as declared; one more is a fault and does not wrap
around."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.engine.interface import GameFault
from rulekit.pipeline import EngineName, check_all
from rulekit.play.loaded_book import load
from rulekit.play.testing import BookTestSettings, check_book

from .books import ENGINES, start


@pytest.mark.parametrize("engine", ENGINES)
def test_six_steps_do_not_come_round(engine: EngineName) -> None:
    with pytest.raises(
        GameFault, match="Spot is open for 3, and the set taken_ would have more sites in it, empty ones too"
    ):
        start("meaning/wrap", engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("branch", ["tiled", "heaped", "marked"])
def test_a_third_site_is_one_too_many(branch: str, engine: EngineName) -> None:
    state = start("meaning/crowd", engine)
    for site in ("origin", "e1"):
        state = state.apply(f"flow(s: {site})").apply(branch)
    again = state.apply("flow(s: e1)")
    if branch != "tiled":  # a heap or mark on an occupied site needs no more room
        again.apply(branch)
    with pytest.raises(GameFault) as raised:
        state.apply("flow(s: e2)").apply(branch)
    assert raised.value.fault.code == "E703"
    if branch == "marked":
        state.apply("flow(s: e1)").apply("unmarked").apply("flow(s: e2)").apply("marked")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_set_made_too_large_is_a_fault(engine: EngineName) -> None:
    state = start("meaning/crowd", engine).apply("flow(s: e1)").apply("widened")
    with pytest.raises(GameFault, match="open for 2"):
        state.apply("flow(s: e2)").apply("widened")


KEPT = """rulebook beside "Sites beside tiles":
  players 2
piece Tile(): 12 each
board Spot: open for 12
place land[Spot]: one Tile
{free}
flow:
  put Tile() on land[origin]
  {begin}
  repeat at most 11 times:
    by p1:
      choose s in free
      put Tile() on land[s]
      {more}
  game over, drawn
"""
SET = (
    "keep free: set of Spot = {}",
    "free = adjacent(origin)",
    "free = (free + adjacent(s)) - {t in Spot where t == s}",
)
FACT = (
    "fact free = {s in Spot where land[s] == none and some t in adjacent(s): land[t] != none}",
    "nothing",
    "nothing",
)


@pytest.mark.parametrize(("parts", "failing"), [(SET, True), (FACT, False)])
def test_a_fact_gives_the_sites_beside_things_where_a_kept_set_has_no_room(
    parts: tuple[str, str, str], failing: bool, tmp_path: Path
) -> None:
    path = tmp_path / "beside.rules"
    path.write_text(KEPT.format(free=parts[0], begin=parts[1], more=parts[2]))
    (sample,) = check_book(load(str(path)), BookTestSettings(games=20)).samples
    assert (sample.failing is not None) == failing
    if sample.failing is not None:
        told = "flow: Spot is open for 12, and the set free would have more sites in it, empty ones too"
        assert (sample.failing.diagnostic.code, sample.failing.diagnostic.message) == ("E703", told)


def test_how_far_a_board_can_be_open_is_told(tmp_path: Path) -> None:
    path = tmp_path / "beside.rules"
    text = KEPT.format(free=FACT[0], begin=FACT[1], more=FACT[2])
    path.write_text(text.replace("open for 12", "open for 2 * 60 + 2"))
    (wrong,) = check_all(load(str(path)).books)[1]
    most, beside = (h.text for h in wrong.help)
    assert wrong.code == "E623" and "a kept set of Spot" in beside
    path.write_text(text.replace("open for 12", re.findall(r"`(open for \d+)` at most", most)[0]))
    assert not check_all(load(str(path)).books)[1]
