"""`python -m benchmarks.steps [GAME ...]`: prints the microseconds of each operation of the engine for one step.

Each operation is timed over the states of random games, the fastest of several rounds. The same run also times
wasmtime's own call, and rulekit's faster replacement for it, on the smallest function of the module. So figures of
different computers can be compared as ratios. For a game with long rules, most of an operation's time is spent in the
rules. `run.py` measures reading rulebooks, compiling and whole playouts.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from time import perf_counter

import wasmtime

from rulekit.engine.interface import Engine, State
from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.sandbox import Sandbox
from rulekit.play.game import ConfiguredGame
from rulekit.play.loaded_book import load

Work = Callable[[State, int], object]

GAMES = ("classics/tic-tac-toe", "czar/english", "chess/standard")
STATES = 400
ROUNDS = 15
MOST_DECISIONS = 120
"""The most decisions taken from one random game, so that long games do not crowd out short ones."""


def states_of(engine: Engine, seed: int = 1) -> list[tuple[State, int]]:
    """Return states of random games with an option taken in each; the same for the same seed."""
    source, game = random.Random(seed), 0
    found: list[tuple[State, int]] = []
    while len(found) < STATES:
        cursor = engine.cursor(engine.start(seed, game))
        for _ in range(MOST_DECISIONS):
            if cursor.over or len(found) == STATES:
                break
            option = source.choice(cursor.legal())
            found.append((cursor.save(), option))
            cursor.apply(option)
        game += 1
    return found


def timed(steps: Sequence[tuple[State, int]], work: Work, *before: Work) -> float:
    """Return the mean microseconds of `work` over the states, in the fastest round; the calls `before` it are not
    counted."""
    best = float("inf")
    for _ in range(ROUNDS):
        total = 0.0
        for state, option in steps:
            for one in before:
                one(state, option)
            began = perf_counter()
            work(state, option)
            total += perf_counter() - began
        best = min(best, total)
    return best / len(steps) * 1e6


def nothing(state: State, option: int) -> None:
    """Do nothing; timing this measures the overhead of timing."""


def calls(engine: WasmEngine, steps: Sequence[tuple[State, int]]) -> dict[str, float]:
    """Return the microseconds of wasmtime's own call and of rulekit's call of the same small function, `who`."""
    box = Sandbox(engine.module)
    prepared = box.get_function("who").run
    store = wasmtime.Store(box.compiled.engine)
    own = wasmtime.Instance(store, box.compiled.module, []).exports(store)["who"]
    assert isinstance(own, wasmtime.Func)
    numbers = {node.id: i for i, node in enumerate(engine.machine.nodes)}
    here = numbers[steps[0][0].node]

    return {
        "wasmtime's own call": timed(steps, lambda state, option: own(store, here)),
        "rulekit's call": timed(steps, lambda state, option: prepared(here)),
    }


def cursor_steps(engine: Engine, steps: Sequence[tuple[State, int]]) -> dict[str, float]:
    cursor = engine.cursor(steps[0][0])

    def load(state: State, option: int) -> None:
        cursor.load(state)

    def legal(state: State, option: int) -> None:
        cursor.legal()

    def apply(state: State, option: int) -> None:
        cursor.apply(option)

    return {
        "cursor: legal": timed(steps, legal, load),
        "cursor: apply, after legal": timed(steps, apply, load, legal),
        "cursor: apply": timed(steps, apply, load),
        "cursor: player": timed(steps, lambda state, option: cursor.player, load),
        "cursor: observe": timed(steps, lambda state, option: cursor.observe(0), load),
        "cursor: save": timed(steps, lambda state, option: cursor.save(), load),
        "cursor: load": timed(steps, load),
        "cursor: undo": timed(steps, lambda state, option: cursor.undo(), load, apply),
    }


def engine_steps(engine: Engine, steps: Sequence[tuple[State, int]]) -> dict[str, float]:
    """Return the microseconds of operations on states. Each state is new to the engine's memory, as in a search that
    jumps between states."""

    def legal(state: State, option: int) -> None:
        engine.options(state)

    def apply(state: State, option: int) -> None:
        engine.apply(state, option)

    return {
        "state: legal": timed(steps, legal),
        "state: apply, after legal": timed(steps, apply, legal),
        "state: apply": timed(steps, apply),
        "state: hash": timed(steps, lambda state, option: hash(state)),
    }


def friendly_steps(game: ConfiguredGame) -> dict[str, float]:
    """Return the microseconds for each decision of README's loop: `state.legal()`, `random.choice` and
    `state.apply(option)`."""
    start, best, count = game.start(seed=1), float("inf"), 0
    for _ in range(ROUNDS):
        source, state, count = random.Random(1), start, 0
        began = perf_counter()
        while not state.over and count < MOST_DECISIONS:
            state, count = state.apply(source.choice(state.legal())), count + 1
        best = min(best, perf_counter() - began)
    return {"README's loop": best / count * 1e6}


def measured(name: str) -> dict[str, float]:
    """Return the microseconds by operation, wasmtime's own call first."""
    game = load(name).configure()
    engine = WasmEngine(game.machine)
    steps = states_of(engine)
    rows = calls(engine, steps) | cursor_steps(engine, steps) | engine_steps(engine, steps)
    bare = timed(steps, nothing)
    return {row: value - bare for row, value in rows.items()} | friendly_steps(game)


def report(name: str, rows: dict[str, float]) -> None:
    own = next(iter(rows.values()))
    print(f"\n{name:28}{'microseconds':>14}{'of own call':>14}")
    for row, value in rows.items():
        print(f"  {row:26}{value:14.2f}{value / own:14.3f}")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.steps", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    for name in parser.parse_args(argv).games:
        report(name, measured(name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
