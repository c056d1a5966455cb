"""The programs in C play the same games as the rulebooks: game lengths, winners, and in one game how often each clause
applies.

All of it is marked `soak`: compiling and playing tens of thousands of games takes long, and only benchmarks use the
programs.
"""

import math
from functools import cache

import pytest

import rulekit
from benchmarks.games import GAMES, named
from benchmarks.peers.c import SOURCES, compile_program, compiler, run_program
from benchmarks.samples import AGREE, Absent, Lengths, apart
from rulekit.engine.wasm import WasmEngine

GAMES_IN_C = 20_000
GAMES_OF_RULEKIT = {"Message to the Czar": 3_000, "Carcassonne": 3_000, "othello": 1_500, "hex 11x11": 3_000}
pytestmark = pytest.mark.soak
PROGRAMS = sorted(path.stem for path in SOURCES.glob("*.c"))


@pytest.fixture(scope="module", autouse=True)
def _needs_a_compiler():
    try:
        compiler()
    except Absent as absent:
        pytest.skip(str(absent))


def game_of(stem):
    return next(game for game in GAMES if stem.startswith(f"{game.c}_"))


@cache
def of_rulekit(name):
    game = named(name)
    machine = rulekit.load(game.rulebook).configure(players=game.players).machine
    return WasmEngine(machine).playouts(GAMES_OF_RULEKIT.get(name, 10_000), seed=20)


def of_c(stem, tmp_path, *more):
    # unlike in the benchmarks, compiler warnings are errors here
    program = compile_program(stem, ("-O1", "-Wall", "-Wextra", "-Werror", *more), tmp_path)
    return run_program(program, "games", GAMES_IN_C, 7)


def shares_agree(a, n, b, m):
    """Return whether the shares a of n and b of m are equal up to chance."""
    p = (a + b) / (n + m)
    return abs(a / n - b / m) <= AGREE * math.sqrt(p * (1 - p) * (1 / n + 1 / m)) + 1e-12


@pytest.mark.parametrize("stem", PROGRAMS)
def test_a_program_plays_the_rulebook(stem, tmp_path):
    game = game_of(stem)
    mine, its = of_rulekit(game.name), of_c(stem, tmp_path)
    assert its["games"] == GAMES_IN_C == its["draws"] + its["shared"] + sum(its["wins"])
    lengths = Lengths(
        mine.games, sum(n * k for n, k in mine.lengths.items()), sum(n * n * k for n, k in mine.lengths.items())
    )
    assert apart(lengths, Lengths(its["games"], its["moves"], its["squares"])) <= AGREE
    assert len(its["wins"]) == game.players
    for seat, wins in enumerate(mine.wins):
        assert shares_agree(wins, mine.games, its["wins"][seat] + its["shared"], its["games"])
    assert shares_agree(mine.draws, mine.games, its["draws"], its["games"])


def test_the_other_game_differs(tmp_path):
    """The same comparison rejects two different games, so it can fail."""
    mine, its = of_rulekit("tic-tac-toe"), of_c("connect_four_bits", tmp_path)
    lengths = Lengths(mine.games, sum(n * k for n, k in mine.lengths.items()), mine.games * 60)
    assert apart(lengths, Lengths(its["games"], its["moves"], its["squares"])) > AGREE
    assert not shares_agree(mine.wins[1], mine.games, its["wins"][1], its["games"])


def test_one_seed_is_one_sequence_of_games(tmp_path):
    program = compile_program("hex_bytes", ("-O1",), tmp_path)
    without_time = [
        {key: value for key, value in run_program(program, "games", 200, seed).items() if key != "seconds"}
        for seed in (3, 3, 4)
    ]
    assert without_time[0] == without_time[1] != without_time[2]


def test_the_clauses_of_the_czar_apply_as_often(tmp_path):
    mine = of_rulekit("Message to the Czar")
    its = of_c("message_to_the_czar_bytes", tmp_path, "-DCOUNT_CLAUSES")
    seen = {name: count for name, count in its["clauses"].items() if count}
    rare = {name for name, count in its["clauses"].items() if count < its["games"] / 100}
    assert set(mine.marks) - rare == set(seen) - rare
    assert len(seen) > 20
    # A clause is counted at most about a hundred times in a game. The variance of a game's count is at most its mean,
    # plus a part for the game's length, whose standard deviation is about a quarter of the mean.
    for name in set(seen) - rare:
        a, b = mine.marks[name] / mine.games, its["clauses"][name] / its["games"]
        spread = math.hypot(math.sqrt(max(a, b)), 0.5 * max(a, b))
        error = spread * math.sqrt(1 / mine.games + 1 / its["games"])
        assert abs(a - b) <= AGREE * error, name
