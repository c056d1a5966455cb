"""Random games of each edition go as in another program, and small boards have their published values."""

from __future__ import annotations

import pytest

from rulekit.play.game import GameState
from rulekit.play.solving import Solving, solve
from tests import shipped
from tests.variants.mancala.plain_program import congkak, toguz_korgool
from tests.variants.other_programs import Peer, openspiel

WIDTH = {"mancala/kalah": 6, "mancala/oware": 6, "mancala/congkak": 7, "mancala/toguz-korgool": 9}

SOLVED = {
    **{(1, seeds): value for seeds, value in enumerate("DLWLWD", 1)},
    **{(2, seeds): value for seeds, value in enumerate("WLLLWW", 1)},
    (3, 1): "D",
    (3, 2): "W",
    (3, 3): "W",
    (3, 4): "W",
    (4, 1): "W",
    (4, 2): "W",
    (5, 1): "D",
    (6, 1): "W",
}
"""The value of kalah for the first player, by the pits on each side and the seeds in each (Irving, Donkers and
Uiterwijk, Solving Kalah, 2000, table 10)."""
QUICK = {(1, 6), (2, 2), (2, 4), (3, 1), (3, 2)}


def pit_of(label: str) -> tuple[int, int]:
    """Return the column and row of the pit in a label, from 0."""
    pit = label.split(": ")[1].rstrip(")")
    return ord(pit[0]) - ord("a"), int(pit[1]) - 1


def rows(state: GameState, width: int) -> tuple[list[int], list[int]]:
    seeds = [state.value("seeds", at) for at in range(2 * width)]
    return seeds[:width], seeds[width:]


def number_of(label: str, state: GameState) -> str:
    """Return the pit as mancala in OpenSpiel names it: South's are 1 to 6, the next one is a store, North's 8 to 13."""
    column, row = pit_of(label)
    return str(13 - column if row else column + 1)


def letter_of(label: str, state: GameState) -> str:
    """Return the pit as oware in OpenSpiel names it: North's from the right."""
    column, row = pit_of(label)
    return "fedcba"[column] if row else "ABCDEF"[column]


def in_sowing_order(label: str, state: GameState) -> str:
    """Return the number of the pit as the plain program counts it."""
    column, row = pit_of(label)
    width = WIDTH[state.game.name]
    clockwise = state.game.name == "mancala/congkak"
    return str(width - 1 - column if bool(row) != clockwise else column)


def both_rows(state: GameState) -> list[int]:
    south, north = rows(state, 6)
    return south + north


def with_stores(state: GameState) -> tuple[list[int], int, int]:
    return both_rows(state), state.value("store", 0), state.value("store", 1)


def mancala_board(text: str) -> tuple[list[int], int, int]:
    north, stores, south = ([int(word) for word in line.split("-") if word] for line in text.splitlines()[:3])
    return south + north, stores[1], stores[0]


def oware_board(text: str) -> tuple[list[int], int, int]:
    lines = text.splitlines()
    north, south = ([int(word) for word in line.split()] for line in lines if line.strip()[:1].isdigit())
    scores = [int(line.split("=")[1].split()[0]) for line in lines if "score" in line]
    return south + north, scores[1], scores[0]


def in_order(state: GameState) -> object:
    """Return the position as the plain program has it."""
    south, north = rows(state, WIDTH[state.game.name])
    pits = (tuple(south), tuple(north[::-1]))
    owned: list[int | None] = [None, None]
    if state.game.name == "mancala/congkak":
        pits = (tuple(south[::-1]), tuple(north))
    else:
        mine, theirs = (state.value("own", player) for player in (0, 1))
        owned = [18 - mine if mine else None, theirs - 1 if theirs else None]  # 0 is none, 1 the first pit
    return pits, (state.value("store", 0), state.value("store", 1)), tuple(owned)


PEERS = (
    Peer("mancala/kalah", openspiel("mancala", mancala_board), number_of, with_stores, few=(5, 10_000)),
    Peer("mancala/oware", openspiel("oware", oware_board), letter_of, with_stores, few=(5, 10_000)),
    Peer("mancala/congkak", congkak, in_sowing_order, in_order, few=(5, 10_000)),
    Peer("mancala/toguz-korgool", toguz_korgool, in_sowing_order, in_order, few=(5, 10_000)),
)


@pytest.mark.parametrize(
    ("pits", "seeds"), [size if size in QUICK else pytest.param(*size, marks=pytest.mark.soak) for size in SOLVED]
)
def test_small_boards_have_their_published_values(pits: int, seeds: int) -> None:
    found = solve(shipped.game("mancala/kalah", pits_each=pits, start=seeds, bare_capture="taken"), Solving())
    assert found.exhausted
    value = {"L": -1, "D": 0, "W": 1}[SOLVED[pits, seeds]]
    assert found.value == (value, value)
