"""Random games of go have the moves and the ends of OpenSpiel, and small boards have the published numbers of
positions."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from attrs import evolve, frozen

from rulekit.engine.interface import State
from rulekit.play.game import GameState
from rulekit.play.perft import MoveWalk, NodeFacts
from tests import shipped
from tests.variants.other_programs import OpenSpiel, Peer, openspiel

SIZE = 5
LEGAL = {1: 1, 2: 57, 3: 12_675}
"""The number of arrangements in which each chain has an empty point beside it, by the size of the board (OEIS
A094777, Tromp and Farnebäck)."""


def written(label: str, state: GameState) -> str:
    """Return a move as OpenSpiel writes it. It has none that takes stones of the player's own."""
    colour = "BW"[state.player]
    if label.startswith("sit_out"):
        return f"{colour} PASS"
    before, after = (len(one.value("stones", state.player)) for one in (state, state.apply(label)))
    return f"{colour} {label[11:-1]}" if after > before else ""


def board(state: GameState) -> str:
    black, white = (state.value("stones", player) for player in (0, 1))
    points = [row * SIZE + column for row in reversed(range(SIZE)) for column in range(SIZE)]
    return "".join("X" if at in black else "O" if at in white else "+" for at in points)


def read(text: str) -> str:
    rows = [line.split()[-1] for line in text.splitlines() if line.strip()[:1].isdigit()]
    return "".join(rows)


def repeats(position: OpenSpiel) -> bool:
    """Return whether OpenSpiel ends the game because the stones lie as they did before."""
    history = position.state.history()
    return position.state.is_terminal() and history[-2:] != [SIZE * SIZE] * 2


@frozen
class WithoutRepeats(OpenSpiel):
    """OpenSpiel, where a move that repeats an arrangement is forbidden instead of the end."""

    @property
    def moves(self) -> Collection[str]:
        return [move for move in super().moves if not repeats(evolve(self, state=self.state.child(self.action(move))))]

    def action(self, move: str) -> int:
        return self.state.string_to_action(move)


START = openspiel("go", read, board_size=SIZE, komi=0.0, max_game_length=10_000)
PEERS = (
    Peer(
        "go/tromp-taylor",
        lambda ours: WithoutRepeats(START(ours).state, read),
        written,
        board,
        {"size": SIZE},
        few=(2, 10_000),
        many=(200, 10_000),
    ),
    Peer(
        "go/japanese",
        START,
        written,
        board,
        {"size": SIZE},
        followed=lambda position: not repeats(position),
        same_end=False,
        few=(2, 10_000),
        many=(200, 10_000),
    ),
)


@pytest.mark.parametrize("size", [1, 2, pytest.param(3, marks=pytest.mark.soak)])
def test_the_arrangements_of_small_boards(size: int) -> None:
    """All arrangements that moves lead to, if what lay there before is forgotten before each move."""
    game = shipped.game("go/tromp-taylor", size=size)
    start, slots = game.engine.start(1), game.layout.slots
    walk = MoveWalk(game.engine, False, False, NodeFacts(game.machine))
    kept = [slots[cell] for cell in ("stones", "active")]

    def forgotten(state: State) -> State:
        cells = list(start.cells)
        for slot in kept:
            cells[slot.offset : slot.end] = state.cells[slot.offset : slot.end]
        return start.with_cells(cells)

    found, waiting = {start.cells}, [start]
    while waiting:
        for after in map(forgotten, walk.results_of_move(waiting.pop())):
            if after.cells not in found:
                found.add(after.cells)
                waiting.append(after)
    stones = slots["stones"]
    assert len({cells[stones.offset : stones.end] for cells in found}) == LEGAL[size]
