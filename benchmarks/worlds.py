"""`python -m benchmarks.worlds [GAME ...]`: worlds a second that a player cannot tell from the true one, after fifty
decisions at random.

A world is what a search takes for its next simulations: as many proposals of the chain as there are between two of
these. The command also prints how many proposals are kept. It fails below 5,000 worlds a second.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence

from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.tree_search import BETWEEN, BURN_IN
from rulekit.engine.wasm.world_sampler import WatchedPast, WorldSampler
from rulekit.play.loaded_book import load
from rulekit.play.search_player import choices

from .samples import clock
from .timing import one_processor

DECISIONS, WANTED, WORLDS = 50, 5_000, 2_000


def sampler_after(name: str, decisions: int, seed: int) -> WorldSampler | None:
    """Return the sampler for the next player after so many decisions; None if the game ends before."""
    state, draw = load(name).configure().start(seed=seed), random.Random(seed)
    for _ in range(decisions):
        if state.over:
            return None
        state = state.apply(draw.choice(state.legal()))
    if state.over or state.past is None:
        return None
    engine, steps = state.game.engine, state.past.steps()
    assert isinstance(engine, WasmEngine) and steps[0].raw is not None
    sampler = WorldSampler(engine.machine, engine.modules.get("worlds"))
    past = [number for number, _ in choices(state, steps)]
    sampler.learn(WatchedPast(state.player, steps[0].raw, past), seed)
    return sampler


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worlds", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["czar/english"], metavar="GAME", help="usually czar/english")
    parser.add_argument("--rounds", type=int, default=5, help="positions of each game, the worst counts (usually 5)")
    args, missed = parser.parse_args(argv), False
    print("| game | decisions and chances | changeable | proposals kept | worlds a second |\n|---|--:|--:|--:|--:|")
    with one_processor():
        for name in args.games:
            found = (sampler_after(name, DECISIONS, seed) for seed in range(1, 10 * args.rounds))
            rows = []
            for sampler in [one for one in found if one is not None and one.changeable][: args.rounds]:
                sampler.resample(BURN_IN * sampler.changeable)
                tries, before, began = BETWEEN * sampler.changeable, sampler.changed, clock()
                for _ in range(WORLDS):
                    sampler.resample(tries)
                rate, kept = WORLDS / (clock() - began), (sampler.changed - before) / (WORLDS * tries)
                rows.append((rate, f"{sampler.rests} | {sampler.changeable} | {100 * kept:.0f} %"))
            if not rows:
                print(f"| {name} | no game is as long, or nothing is hidden | | | |")
                continue
            rate, row = min(rows)
            print(f"| {name} | {row} | {rate:,.0f} |", flush=True)
            missed = missed or rate < WANTED
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
