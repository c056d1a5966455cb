"""`python -m benchmarks.matches [GAME ...]`: games of rulekit's search against OpenSpiel's in C++, or random players.

Both have the same time for a decision. It is processor time, so that other work on the machine counts little: each gets
as many simulations as it would have made in that time at the speed of its last search in that game. Neither proves wins
(no MCTS-Solver); rulekit keeps the part of its tree that is still of use. The seats change after each game. A draw
counts half. The command fails if rulekit wins less than 65 %, or if the interval reaches below 55 %. With `--random` it
fails if it wins fewer than 99 of 100.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field, frozen

from rulekit.play.game import ConfiguredGame, GameState
from rulekit.play.loaded_book import load
from rulekit.play.search_player import Limit, SearchPlayer
from rulekit.play.simulate import simulate

from .samples import clock
from .search import openspiel_bot

FIRST = 5000
"""Simulations of the first search, before any speed is known."""
WANTED, AT_LEAST, OF_RANDOM = 0.65, 0.55, 0.99
AGAINST_RANDOM = 2000
"""Simulations for each decision against random players."""
Score = tuple[float, int]
"""Points and games."""


@frozen
class Match:
    """A game in both programs; `action` makes OpenSpiel's text of an option from the option's label, for each seat."""

    name: str
    rulebook: str
    openspiel: str
    action: Callable[[str, int], str]


def _column(label: str, seat: int) -> str:
    return f"{'xo'[seat]}{int(label.split(': ')[1][:-1]) - 1}"


def _site(label: str, seat: int) -> str:
    return label.split(": ")[1][:-1] if ": " in label else "pass"


def _step(label: str, seat: int) -> str:
    """Return from where to where a piece goes. In OpenSpiel the first player begins at the other end."""
    found = re.fullmatch(r"advance\(here: (.)(.), way: (.+)\)", label)
    assert found is not None
    column, row, way = found.groups()
    file, rank = ord(column) + ("e" in way) - ("w" in way), int(row) + (1 if seat == 0 else -1)
    return f"{column}{9 - int(row)}{chr(file)}{9 - rank}"


MATCHES = (
    Match("connect four", "classics/connect-four", "connect_four", _column),
    Match("breakthrough", "classics/breakthrough", "breakthrough", _step),
    Match("othello", "classics/othello", "othello", _site),
)
AT_RANDOM = (
    *("classics/connect-four", "classics/breakthrough", "connection/hex", "classics/othello"),
    "classics/nine-mens-morris",
)


@define
class Clock:
    """Turns a time for each decision into a number of simulations, by the speed of the last search in the same game, or
    of the first search of the first game."""

    seconds: float
    rate: float = 0.0
    opening: float = 0.0

    def simulations(self) -> int:
        return max(1, int(self.rate * self.seconds)) if self.rate else FIRST

    def begin(self) -> None:
        self.opening = self.opening or self.rate
        self.rate = self.opening

    def search(self, search: Callable[[int], Any]) -> Any:
        count, began = self.simulations(), clock()
        found = search(count)
        self.rate = count / max(clock() - began, 1e-6)
        return found


@define
class Table:
    """A game between the two programs, in both at once."""

    match: Match
    game: ConfiguredGame
    peer: Any
    mine: Clock
    theirs: Clock
    player: SearchPlayer = field(factory=lambda: SearchPlayer(Limit(FIRST)))

    def warm_up(self) -> None:
        """Search the first position with each program: rulekit once to compile, then both to learn their speed."""
        self.choose(self.game.start(seed=0), 1)
        self.mine.search(lambda count: self.choose(self.game.start(seed=1), count))
        bot = openspiel_bot(self.peer, self.theirs.simulations(), 1)
        self.theirs.search(lambda _: bot.step(self.peer.new_initial_state()))

    def play(self, number: int) -> float:
        """Play a game; return 1 if rulekit wins, 0.5 for a draw, else 0."""
        self.mine.begin()
        self.theirs.begin()
        own, state, other = number % 2, self.game.start(seed=number), self.peer.new_initial_state()
        while not state.over:
            names = self.actions(state, other)
            if len(names) == 1:  # nothing to search, which would look like a very fast search
                (option,) = names
            elif state.player == own:
                option = self.mine.search(lambda count: self.choose(state, count))  # noqa: B023
            else:
                bot = openspiel_bot(self.peer, self.theirs.simulations(), number)
                chosen = self.theirs.search(lambda _: bot.step(other))  # noqa: B023
                option = next(option for option, action in names.items() if action == chosen)
            other.apply_action(names[option])
            state = state.apply(option)
        assert other.is_terminal() and (other.returns()[own] > 0) == (state.payoffs[own] > 0)
        return (1 + (state.payoffs[own] > 0) - (state.payoffs[1 - own] > 0)) / 2

    def choose(self, state: GameState, count: int) -> int:
        self.player.limit = Limit(count)
        return self.player.choose(state)[0]

    def actions(self, state: GameState, other: Any) -> dict[int, int]:
        """Return OpenSpiel's action for each option."""
        seat = other.current_player()
        assert seat == state.player, "the programs disagree on whose turn it is"
        named = {other.action_to_string(seat, a).rstrip("*").lower(): a for a in other.legal_actions()}
        found = {o: self.match.action(state.label(o), seat) for o in state.legal()}
        assert set(found.values()) == set(named), (sorted(found.values()), sorted(named))
        return {option: named[text] for option, text in found.items()}


def table(match: Match, seconds: float) -> Table:
    import pyspiel

    game = load(match.rulebook).configure()
    return Table(match, game, pyspiel.load_game(match.openspiel), Clock(seconds), Clock(seconds))


def interval(points: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share."""
    z, share = 1.959964, points / games
    middle, reach = share + z * z / 2 / games, z * math.sqrt(share * (1 - share) / games + z * z / 4 / games**2)
    return (middle - reach) / (1 + z * z / games), (middle + reach) / (1 + z * z / games)


def against_openspiel(match: Match, games: int, seconds: float) -> bool:
    """Play and print; return whether rulekit won often enough."""
    found, points = table(match, seconds), 0.0
    found.warm_up()
    for number in range(games):
        points += found.play(number)
        if not sys.stderr.isatty() and (number + 1) % 20 == 0:
            print(f"{match.name}: {points:g} of {number + 1}", file=sys.stderr, flush=True)
    low, high = interval(points, games)
    print(
        f"| {match.name} | {games} | {100 * points / games:.1f} % | {100 * low:.1f} to {100 * high:.1f} | "
        f"{found.mine.opening * seconds:,.0f} | {found.theirs.opening * seconds:,.0f} |",
        flush=True,
    )
    return points / games >= WANTED and low >= AT_LEAST


def against_random(name: str, games: int) -> bool:
    """Play and print; return whether rulekit won often enough."""
    game, won = load(name).configure(), 0
    for seat, agents in enumerate((f"uct:{AGAINST_RANDOM},random", f"random,uct:{AGAINST_RANDOM}")):
        won += simulate(game, (games + seat) // 2, 1, agents=agents).wins[seat]
    print(f"| {name} | {games} | {won} |", flush=True)
    return won >= OF_RANDOM * games


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.matches", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="a part of a game's name; all if none is named")
    parser.add_argument("--number", type=int, help="games of each (usually 400; against random players 100)")
    parser.add_argument("--milliseconds", type=float, default=50, help="for each decision (usually 50)")
    parser.add_argument("--random", action="store_true", help=f"against random players, with uct:{AGAINST_RANDOM}")
    args = parser.parse_args(argv)

    def chosen(name: str) -> bool:
        return not args.games or any(part in name for part in args.games)

    if args.random:
        print("| game | games | won |\n|---|--:|--:|")
        return sum(not against_random(name, args.number or 100) for name in AT_RANDOM if chosen(name))
    print("| game | games | won | 95 % | simulations, first choice | OpenSpiel's |\n|---|--:|--:|--:|--:|--:|")
    seconds, number = args.milliseconds / 1000, args.number or 400
    return sum(not against_openspiel(one, number, seconds) for one in MATCHES if chosen(one.name))


if __name__ == "__main__":
    sys.exit(main())
