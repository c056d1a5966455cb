"""`python -m benchmarks.stepping [GAME ...]`: steps a second from Python, of every game that OpenSpiel has, too.

Each side plays random games by the loop in its documentation, which asks for the legal options and takes one by
`random.choice`. A step is a decision of a player.

- cursor: `load`, then `over`, `legal` and `apply`. It keeps its past for `undo`, and draws chance itself.
- states: `game.start`, then `over`, `legal` and `apply`, which return new states.
- batch: `step` for BATCH games at once, with options picked by numpy.
- OpenSpiel: `new_initial_state`, then `is_terminal`, `legal_actions` and `apply_action`. With chance, also
  `is_chance_node`, `chance_outcomes` and `random.choices`.

The figures are medians of several rounds of processor time. In a round all sides play one after the other, and a ratio
is the median of those of the rounds.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from attrs import field, frozen

from rulekit.play.loaded_book import load

from .games import LOOP
from .games import Game as Played
from .machine import machine
from .pages import PAGE, STEPPING, replaced
from .peers.openspiel import Loop
from .report import number, short, table
from .run import tell
from .samples import Absent, Sample, clock, lengths_of
from .timing import one_processor

BATCH = 256
CURSOR, STATES, TOGETHER = "cursor", "states", f"batch of {BATCH}"
OPTIONS = Mapping[str, int | str]


@frozen
class Row:
    """A game: its rulebook, how it is configured, and OpenSpiel's name for it. `unlike` says how OpenSpiel's rules
    differ."""

    name: str
    rulebook: str
    openspiel: str
    players: int = 2
    options: OPTIONS = field(factory=dict)
    unlike: str = ""


DRAWS = "other rules of draws"
ROWS = (
    Row("tic-tac-toe", "classics/tic-tac-toe", "tic_tac_toe"),
    Row("misère tic-tac-toe", "classics/tic-tac-toe-misere", "misere(game=tic_tac_toe())"),
    Row("nim, 1, 3, 5, 7", "classics/nim", "nim(is_misere=False)"),
    Row("connect four", "classics/connect-four", "connect_four"),
    Row("breakthrough 8x8", "classics/breakthrough", "breakthrough"),
    Row("dots and boxes 3x3", "classics/dots-and-boxes", "dots_and_boxes(num_rows=3,num_cols=3)"),
    Row("hex 11x11", "connection/hex", "hex(board_size=11)"),
    Row("Y, 11", "connection/y", "y(board_size=11)", options={"size": 11}),
    Row("havannah, 8", "connection/havannah", "havannah(board_size=8)", options={"size": 8}),
    Row("othello", "classics/othello", "othello"),
    Row("nine men's morris", "classics/nine-mens-morris", "nine_mens_morris", unlike=DRAWS),
    Row("English draughts", "draughts/english", "checkers", unlike=DRAWS),
    Row("kalah", "mancala/kalah", "mancala"),
    Row("oware", "mancala/oware", "oware"),
    Row(
        "go 9x9", "go/tromp-taylor", "go(board_size=9)", options={"size": 9}, unlike="no suicide, and a limit of moves"
    ),
    Row("chess", "chess/standard", "chess", unlike=DRAWS),
    Row("antichess", "chess/antichess", "antichess", unlike=DRAWS),
    Row("crazyhouse", "chess/crazyhouse", "crazyhouse", unlike=DRAWS),
    Row("xiangqi", "classics/xiangqi", "xiangqi", unlike=DRAWS),
    Row("shogi", "classics/shogi", "shogi", unlike=DRAWS),
    Row("Chinese checkers", "classics/chinese-checkers", "chinese_checkers", unlike="a later limit of moves"),
    Row("Kuhn poker", "classics/kuhn-poker", "kuhn_poker"),
    Row("Leduc poker", "classics/leduc-poker", "leduc_poker"),
    Row(
        "liar's dice, a die each",
        "classics/liars-dice",
        "liars_dice",
        options={"dice_each": 1, "raising": "any_number", "length": "one_round", "wild": "highest"},
    ),
    Row("pig", "classics/pig", "pig(horizon=10000)", unlike="the first roll of a turn is a decision"),
    Row("goofspiel", "designs/goofspiel", "turn_based_simultaneous_game(game=goofspiel(num_cards=13))"),
    Row("cribbage", "classics/cribbage", "cribbage", unlike="the last deal is counted to its end"),
    Row("yacht", "dice/yacht", "yacht", unlike="all dice to throw again are one decision"),
    Row("hearts, one deal", "tricks/hearts", "hearts", 4, {"goal": 1, "passing": "by_chance"}),
    Row("bridge", "tricks/bridge", "bridge(use_double_dummy_result=False)", 4, unlike="players bid"),
    Row("oh hell, ten cards", "tricks/oh-hell", "oh_hell(players=4,num_tricks_fixed=10)", 4, {"length": "one_deal"}),
    Row("skat, one deal", "tricks/skat", "skat", 3, {"deals": 1}),
)


def by_cursor(game: Any, seconds: float) -> Sample:
    """Play random games with a cursor for this time."""
    choice, start = random.choice, game.engine.start(1)
    cursor, begun = game.engine.cursor(start), clock()
    lengths: list[int] = []
    while clock() - begun < seconds:
        for _ in range(8):
            cursor.load(start, len(lengths))
            steps = 0
            while not cursor.over:
                cursor.apply(choice(cursor.legal()))
                steps += 1
            lengths.append(steps)
    return Sample(len(lengths), clock() - begun, lengths_of(lengths))


def by_states(game: Any, seconds: float) -> Sample:
    choice, begun = random.choice, clock()
    lengths: list[int] = []
    while clock() - begun < seconds:
        state, steps = game.start(len(lengths)), 0
        while not state.over:
            state = state.apply(choice(state.legal()))
            steps += 1
        lengths.append(steps)
    return Sample(len(lengths), clock() - begun, lengths_of(lengths))


def by_batch(game: Any, seconds: float) -> Sample:
    """Play random games in batches for this time. Most games of the last steps are not at their end, so all steps count
    as one game."""
    import numpy as np

    from rulekit.adapters.batch import Batch
    from rulekit.engine.wasm.batch_code import FRESH

    batch, rows, source = Batch(game, BATCH), np.arange(BATCH), np.random.default_rng(1)
    steps, begun = 0, clock()
    while clock() - begun < seconds:
        for _ in range(4):
            picked = batch.lists[rows, (source.random(BATCH) * batch.counts).astype(int)]
            steps += int(np.count_nonzero(batch.counts))
            batch.step(np.where(batch.counts > 0, picked, FRESH))
    return Sample(1, clock() - begun, lengths_of([steps]))


def sides(row: Row) -> dict[str, Callable[[float], Sample]]:
    """Return what plays the game for some seconds, by side. What cannot play it is left out."""
    game = load(row.rulebook).configure(players=row.players, options=row.options)
    found: dict[str, Callable[[float], Sample]] = {
        CURSOR: lambda seconds: by_cursor(game, seconds),
        STATES: lambda seconds: by_states(game, seconds),
        TOGETHER: lambda seconds: by_batch(game, seconds),
    }
    try:
        by_batch(game, 0)
    except (ImportError, ValueError) as missing:
        tell(f"{row.name}, {TOGETHER}: {missing}")
        del found[TOGETHER]
    try:
        found[LOOP] = Loop().player(Played(row.name, row.rulebook, "", row.players, row.openspiel)).play
    except Absent as absent:
        tell(f"{LOOP}: {absent}")
    return found


def measured(row: Row, rounds: int, seconds: float) -> dict[str, list[Sample]]:
    """Return the samples of each side, one a round."""
    played = sides(row)
    samples: dict[str, list[Sample]] = {side: [] for side in played}
    for _ in range(rounds):
        for side, play in played.items():
            samples[side].append(play(seconds))
    return samples


def line(row: Row, samples: Mapping[str, Sequence[Sample]]) -> list[str]:
    """Return the cells of the table for a game."""
    speeds = {side: [one.lengths.moves / one.seconds for one in found] for side, found in samples.items()}
    cells = [number(median(speeds[side])) if side in speeds else "–" for side in (CURSOR, STATES, TOGETHER, LOOP)]
    for side in (CURSOR, TOGETHER):
        both = zip(speeds.get(side, ()), speeds.get(LOOP, ()), strict=False)
        ratios = [ours / theirs for ours, theirs in both]
        cells.append(short(median(ratios)) if ratios else "–")
    for side in (CURSOR, LOOP):
        games = sum(one.games for one in samples.get(side, ()))
        cells.append(f"{sum(one.lengths.moves for one in samples[side]) / games:.1f}" if games else "–")
    return [row.name, *cells]


HEAD = (
    "Steps a second", CURSOR, STATES, TOGETHER, "OpenSpiel loop", "cursor, times OpenSpiel", "batch, times OpenSpiel",
    "steps a game", "OpenSpiel's",
)  # fmt: skip


def report(rows: Sequence[Row], rounds: int, seconds: float) -> str:
    about, lines = machine(), []
    for row in rows:
        tell(row.name)
        lines.append(line(row, measured(row, rounds, seconds)))
    head = f"{about['processor']}; {about['system']}; {about['python']}; {about['date']}; {rounds} rounds."
    unlike = "; ".join(f"{row.name}: {row.unlike}" for row in rows if row.unlike)
    return "\n\n".join([head, table(HEAD, lines), f"What is different in OpenSpiel: {unlike}." if unlike else ""])


def main(given: Sequence[str] | None = None) -> int:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stepping", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="parts of names; all games if there is none")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each side in a round (usually 0.3)")
    parser.add_argument("--page", type=Path, help="the page to write, docs/internals/performance.md after a whole run")
    args = parser.parse_args(given)
    rows = [row for row in ROWS if not args.games or any(part in row.name for part in args.games)]
    if not rows:
        parser.error(f"no such game; there are {', '.join(row.name for row in ROWS)}")
    with one_processor():
        text = report(rows, args.rounds, args.seconds)
    print(text)
    page = args.page or (PAGE if rows == list(ROWS) and args.rounds >= 5 else None)
    if page is not None:
        page.write_text(replaced(page.read_text(), STEPPING, text))
        tell(f"written into {page}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
