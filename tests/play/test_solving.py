"""Values of small games as published, or as a second, plainly written solver finds them; and what is wrong in a game,
told with one of the shortest games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulekit.engine.choice import EngineName
from rulekit.play.example_text import example_text
from rulekit.play.loaded_book import load
from rulekit.play.simulate import simulate
from rulekit.play.solving import SolvedGame, Solving, solve
from rulekit.play.testing import ExampleGames

HERE = Path(__file__).parent / "solve"


def solved(name: str, most: int = 1_000_000, engine: EngineName = "wasm", **options: int | str) -> SolvedGame:
    players = options.pop("players", None)
    assert not isinstance(players, str)
    game = load(name).configure(players, options, engine)
    return solve(game, Solving(most, 50, 1, engine))


PUBLISHED = [
    # 5,478 positions, as is well known, and a draw
    ("classics/tic-tac-toe", {}, 5478, 0),
    # a draw, too: the first player takes the middle and answers symmetrically
    ("classics/tic-tac-toe-misere", {}, 5478, 0),
    # rows of 1, 3, 5 and 7: the nim sum is 0, so the second player wins, normally and misère (Bouton 1901)
    ("classics/nim", {"last_match": "wins"}, 752, -1),
    ("classics/nim", {"last_match": "loses"}, 752, -1),
    # the first player wins (strategy stealing: Nash)
    ("connection/hex", {"size": 2}, 32, 1),
    ("connection/hex", {"size": 3}, 5514, 1),
    # one box has four lines, so the second player draws the last one
    ("classics/dots-and-boxes", {"players": 2, "columns": 1, "rows": 1}, 16, -1),
]


@pytest.mark.parametrize(("name", "options", "states", "value"), PUBLISHED)
def test_published_values(name: str, options: dict[str, int], states: int, value: int) -> None:
    found = solved(name, **options)
    assert found.exhausted and found.ok and found.states == states
    assert found.value == (value, value)


@pytest.mark.parametrize(("columns", "rows"), [(2, 1), (3, 1), (2, 2)])
def test_dots_and_boxes_as_a_plain_solver_finds_it(columns: int, rows: int) -> None:
    """Solve the game by the lines that are drawn, and the boxes that the player to move still gains more than loses."""
    across = [((x, y), (x + 1, y)) for y in range(rows + 1) for x in range(columns)]
    upright = [((x, y), (x, y + 1)) for y in range(rows) for x in range(columns + 1)]
    lines = across + upright
    boxes = [
        {((x, y), (x + 1, y)), ((x, y + 1), (x + 1, y + 1)), ((x, y), (x, y + 1)), ((x + 1, y), (x + 1, y + 1))}
        for x in range(columns)
        for y in range(rows)
    ]

    @cache
    def gain(drawn: frozenset[object]) -> int:
        found = []
        for line in lines:
            if line not in drawn:
                after = drawn | {line}
                closed = sum(line in box and box <= after for box in boxes)
                found.append(closed + gain(after) if closed else -gain(after))
        return max(found, default=0)

    value = gain(frozenset())
    found = solved("classics/dots-and-boxes", players=2, columns=columns, rows=rows)
    assert found.exhausted and found.value == ((value > 0) - (value < 0),) * 2


@pytest.mark.soak
def test_connect_four_4_by_4() -> None:
    """161,029 positions and a draw: https://tromp.github.io/c4/c4.html, and Tromp's table of small boards."""
    found = solved(FOUR)
    assert (found.exhausted, found.states, found.value, found.longest) == (True, 161_029, (0, 0), 16)


FOUR = str(HERE / "four_by_four.rules")
BUDGETS = [
    ("classics/tic-tac-toe", {}, 0, 2_000, 6),
    ("connection/hex", {"size": 3}, 1, 1_000, 6),
    ("classics/dots-and-boxes", {"players": 2, "columns": 1, "rows": 1}, -1, 1_000, 6),
    (FOUR, {}, 0, 5_000, 6),
    pytest.param("classics/tic-tac-toe-misere", {}, 0, 100_000, 6, marks=pytest.mark.soak),
    # each move of the first player loses, to few answers only; a tree without a table of positions is too large
    ("classics/nim", {"last_match": "wins"}, -1, 50_000, 6),
    pytest.param("classics/nim", {"last_match": "loses"}, -1, 50_000, 6, marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("name", "options", "value", "simulations", "least"), BUDGETS)
def test_uct_finds_the_value(name: str, options: dict[str, int], value: int, simulations: int, least: int) -> None:
    """Sampled: in at least this many of 6 games, two searches with so many simulations a decision end with the value
    under best play."""
    game = load(name).configure(options.get("players"), {k: v for k, v in options.items() if k != "players"})
    games = [simulate(game, 1, seed, agents=f"uct:{simulations}") for seed in range(1, 7)]
    found = [(one.payoff_mean[0] - one.payoff_mean[1]) / 2 for one in games]
    assert found.count(value) >= least


@pytest.mark.soak
def test_pig_has_the_value_of_its_equations() -> None:
    """Solve the equations of Neller and Presser (2004) for Pig by plain iteration, and compare."""
    goal = 20
    states = [(me, other, turn) for me in range(goal) for other in range(goal) for turn in range(goal - me)]
    wins = dict.fromkeys(states, 0.5)

    def win(me: int, other: int, turn: int) -> float:
        return 1.0 if me + turn >= goal else wins[me, other, turn]

    for _ in range(60):
        for me, other, turn in reversed(states):
            roll = (1 - win(other, me, 0) + sum(win(me, other, turn + face) for face in range(2, 7))) / 6
            hold = 1 - win(other, me + turn, 0) if turn else 0.0
            wins[me, other, turn] = max(roll, hold)
    found = solved("classics/pig", players=2, goal=goal)
    assert found.value is not None
    low, high = found.value
    assert high - low < 1e-9
    assert low == pytest.approx(2 * wins[0, 0, 0] - 1, abs=1e-6)


def test_play_that_may_circle() -> None:
    found = solved(str(HERE / "circle.rules"))
    assert found.exhausted and found.ok and found.longest is None
    assert found.value == (circle_value(), circle_value())


def circle_value() -> int:
    """Return the value of the circle by plain iteration over horizons: what can be forced within 50 steps."""

    @cache
    def value(place: int, player: int, left: int) -> int:
        if not left:
            return 0
        ends = {2: (1,), 4: (-1,)}.get(place, ())
        after = [value((place + step) % 6, 1 - player, left - 1) for step in (1, 5)]
        return (min if player else max)((*ends, *after))

    return value(0, 0, 50)


@pytest.mark.parametrize("engine", ["wasm", "reference"])
def test_both_engines_find_the_same(engine: EngineName) -> None:
    found = solved("tests/cli/games/broken.rules", engine=engine, players=2)
    assert (found.exhausted, found.states, found.steps) == (True, 14, 28)
    (wrong,) = found.found
    assert wrong.diagnostic.code == "E841" and wrong.steps == 2
    assert wrong.example.splitlines()[-1] == "  play take(n: 3) 2 times"
    assert found.never_applied == ()


@pytest.mark.parametrize("name", ["classics/nim", "classics/kuhn-poker"])
def test_both_engines_see_the_same_positions(name: str) -> None:
    one, two = (solved(name, engine=engine) for engine in ("wasm", "reference"))
    assert (one.states, one.steps, one.value, one.results) == (two.states, two.steps, two.value, two.results)
    assert one.first_steps == two.first_steps and one.never_applied == two.never_applied


def test_nothing_is_claimed_of_what_was_not_seen() -> None:
    found = solved("classics/connect-four", most=5000)
    assert not found.exhausted and found.longest is None and found.sampled is not None
    assert found.value == (-1, 1)
    assert found.sampled.games == 50 and found.sampled.failing is None


def test_secrets_and_more_players_have_no_value() -> None:
    assert "see everything" in solved("classics/kuhn-poker", players=2).no_value
    three = solved("classics/dots-and-boxes", players=3, columns=1, rows=1)
    assert three.exhausted and three.value is None and "more than two" in three.no_value


def test_which_of_several_endings_no_game_reaches() -> None:
    found = solved("classics/nim", last_match="loses")
    assert [ending.span.text for ending in found.never_ended if ending.span] == ["game over, won by me"]
    assert len(found.endings) == 2


PASTED = ["classics/kuhn-poker", "classics/shogi", "classics/slantwise", "classics/pig", "czar/english"]


@pytest.mark.parametrize("name", PASTED)
def test_a_game_is_an_example_of_its_rulebook(name: str, tmp_path: Path) -> None:
    """Any line of play, written as an example, holds in the rulebook: also pieces, tables and the opening."""
    game = load(name).configure()
    state, steps = game.engine.start(5), []
    while not game.resolver.is_over(state) and len(steps) < 90:
        number, state = game.resolver.draw(state)
        steps.append((state, number))
        state = game.resolver.go(state, number)
    pasted = tmp_path / "pasted.rules"
    head = f'variant pasted of {name.replace("-", "_")} "Pasted":\n  summary "An example."\n\n'
    pasted.write_text(head + example_text("a_game", game, steps) + "\n")
    (outcome,) = ExampleGames(load(pasted), "wasm", few=True, own=True).outcomes()
    assert outcome.failure is None
    assert len(steps) > 1
