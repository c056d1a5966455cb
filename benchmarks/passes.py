"""`python -m benchmarks.passes`: measures what each pass of the optimiser gains, by leaving it out.

For each game, it measures random games a second with all passes, without each pass, and without any, in rounds, so that
a change of load affects all equally. The passes are read from `rulekit.machine.optimise`, so a new pass needs no change
here. It also checks that all variants play the same games.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from attrs import define

from .machine import machine
from .pages import PAGE, PASSES, replaced
from .report import number, table
from .run import SECONDS, SHORT_SECONDS, tell
from .samples import Lengths, Player, Sample, clock
from .timing import Timed, measure, one_processor

RULEBOOKS = (
    ("classics/tic-tac-toe", 2),
    ("classics/connect-four", 2),
    ("classics/breakthrough", 2),
    ("connection/hex", 2),
    ("classics/othello", 2),
    ("classics/kuhn-poker", 2),
    ("chess/standard", 2),
    ("classics/nine-mens-morris", 2),
    ("czar/english", 4),
)
ALL, NONE = "all passes", "no pass"
CHECKED = 64
"""The number of games that are compared between all variants."""


@define
class Variant:
    """Plays games with a module that was made without some passes. `at_once` games are played in each call.

    `prepared` are the seconds of preparation. `played` is the number of games so far, and the number of the next
    game."""

    player: object
    at_once: int = 16
    played: int = 0
    prepared: float = 0.0
    note: str = ""

    def games(self, first: int, count: int) -> dict[int, int]:
        """Play `count` games from number `first` on, and return the number of games by length."""
        found = self.player.play(range(first, first + count), 1, None, False, count, None)  # type: ignore[attr-defined]
        return dict(found.lengths)

    def play(self, seconds: float) -> Sample:
        begun = last = clock()
        first = self.played
        while last - begun < seconds:
            self.games(self.played, self.at_once)
            self.played += self.at_once
            now = clock()
            if now - last < 0.1:
                self.at_once *= 2
            last = now
        return Sample(self.played - first, last - begun, Lengths())


def passes() -> tuple[str, ...]:
    from rulekit.machine.optimise import PLAYOUT_PASSES

    return tuple(PLAYOUT_PASSES)


def variants(rulebook: str, players: int) -> dict[str, Player]:
    """Return a player by name for all passes, without each one, and without any. Raise AssertionError if their games
    differ."""
    import rulekit
    from rulekit.engine.wasm.compilation import compile_module
    from rulekit.engine.wasm.playout_runner import PlayoutRunner as Module
    from rulekit.machine.optimise import for_playouts

    lowered = rulekit.load(rulebook).configure(players=players).machine
    wanted = {ALL: passes(), **{name: tuple(p for p in passes() if p != name) for name in passes()}, NONE: ()}
    made = {}
    for name, only in wanted.items():
        program, _ = for_playouts(lowered, only)
        made[name] = Variant(Module(program, compile_module(program, optimise=False, purpose="playouts")))
    expected = made[NONE].games(0, CHECKED)
    for name, variant in made.items():
        assert variant.games(0, CHECKED) == expected, f"{rulebook}: other games without {name}"
    return dict(made)


def report(timed: dict[tuple[str, str], Timed], seconds: float, rounds: int) -> str:
    about = machine()
    rulebooks = list(dict.fromkeys(name for name, _ in timed))
    rows = [[ALL, *(number(timed[rulebook, ALL].rate) for rulebook in rulebooks)]]
    for name in (*passes(), NONE):
        left = [f"{timed[rulebook, name].rate / timed[rulebook, ALL].rate:.2f}" for rulebook in rulebooks]
        rows.append([name if name == NONE else f"without {name}", *left])
    return "\n\n".join(
        [
            f"{about['processor']}; {about['system']}; {about['date']}; {seconds:g} seconds each, best of {rounds}.",
            "Games a second with all passes; then the share of that speed which is left without each, and without any.",
            table(["Passes", *rulebooks], rows),
        ]
    )


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.passes", description="What each pass is worth.")
    parser.add_argument("rulebooks", nargs="*", metavar="RULEBOOK", help="as connection/hex; a list if none is named")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="each timing lasts at least so long")
    parser.add_argument("--rounds", type=int, default=3, help="timings of each variant, the best counts")
    parser.add_argument("--short", action="store_true", help=f"one round of {SHORT_SECONDS:g} seconds, nothing written")
    parser.add_argument("--page", type=Path, help="the page to write, docs/internals/performance.md after a whole run")
    args = parser.parse_args(given)
    seconds, rounds = (SHORT_SECONDS, 1) if args.short else (args.seconds, args.rounds)
    known = dict(RULEBOOKS)
    os.environ["RULEKIT_CACHE"] = ""  # there are too many variants to cache all modules
    players: dict[tuple[str, str], Player] = {}
    for rulebook in args.rulebooks or known:
        tell(rulebook)
        made = variants(rulebook, known.get(rulebook, 2))
        players.update({(rulebook, name): player for name, player in made.items()})
    with one_processor():
        timed = measure(players, seconds, rounds, tell)
    text = report(timed, seconds, rounds)
    print(text)
    whole = not args.rulebooks and seconds >= SECONDS and rounds >= 3
    page = args.page or (PAGE if whole else None)
    if page is not None:
        page.write_text(replaced(page.read_text(), PASSES, text))
        tell(f"written into {page}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
