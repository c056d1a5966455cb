"""Both engines through so many steps of a shipped game: `python -m tests.variants.steps STEPS GAME[:PLAYERS]…`.

Games of random players, one after the other, each step taken on both engines: the same options or outcomes, and the
same state after one of them, cell for cell, fault for fault.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from random import Random
from time import process_time

from attrs import frozen

from rulekit.diagnostics import RulekitError
from rulekit.engine.interface import State
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.library import names
from rulekit.machine import program as m
from rulekit.pipeline import load
from tests.engine.differential import Pair

MOST_PLAYERS = 8


@frozen
class Walked:
    steps: int
    games: int
    faults: int


def shipped() -> list[tuple[str, int]]:
    """Every game that can be played, with each number of players."""
    found = []
    for name in names():
        book = load(name)
        for players in range(1, MOST_PLAYERS + 1):
            with suppress(RulekitError):  # a layer that is no game by itself, or another number of players
                book.configure(players)
                found.append((name, players))
    return found


def walk(name: str, players: int | None, steps: int, seed: int = 1) -> Walked:
    """At least so many steps, in whole games; AssertionError where the engines differ."""
    machine = load(name).configure(players).machine
    pair, picks = Pair(ReferenceEngine(machine), WasmEngine(machine)), Random(seed)
    nodes = {n.id: n for n in machine.nodes}
    done = games = faults = 0
    while done < steps:
        state = pair.same("start", seed, games)
        while isinstance(state, State) and not isinstance(nodes[state.node], m.End):
            if isinstance(nodes[state.node], m.Chance):
                pair.same("outcomes", state)
                state = pair.same("chance", state)
            else:
                options = pair.same("options", state)
                state = pair.same("apply", state, picks.choice(options)) if isinstance(options, tuple) else options
            done += 1
        games += 1
        faults += not isinstance(state, State)
    return Walked(done, games, faults)


if __name__ == "__main__":
    for said in sys.argv[2:]:
        game, _, seats = said.partition(":")
        began = process_time()
        found = walk(game, int(seats) if seats else None, int(sys.argv[1]))
        print(
            f"{said}: {found.steps:,} steps, {found.games:,} games, {found.faults} faults: equal "
            f"({process_time() - began:.0f} s)",
            flush=True,
        )
