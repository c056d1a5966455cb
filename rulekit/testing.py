"""Hypothesis strategies for tests of a rulebook in Python: games, moves that are offered, positions, lines of play, and
a state machine that plays.

    @given(positions("./mine.rules"))
    def test_nobody_owes(state):
        assert all(state.value("purse", player) >= 0 for player in range(state.game.players))

A failing example is shrunk to few moves and low option numbers. Needs Hypothesis (`pip install hypothesis`).
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import ClassVar, Final

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from .diagnostics import RulekitError
from .diagnostics.renderer import render
from .engine.figures import find_broken_invariant
from .pipeline import configurations
from .play import MAX_MOVES
from .play.failure_report import invariant_diagnostic, why_broken
from .play.game import ConfiguredGame, GameState
from .play.loaded_book import LoadedBook, load
from .play.position_text import position_lines

__all__ = ["Playable", "RulebookMachine", "assert_promises", "games", "lines", "moves", "positions"]

MOST: Final = 60
"""By default, the greatest number of decisions in a line of play; a longer line is slow to shrink."""
SEEDS: Final = st.integers(0, 2**64 - 1)

Playable = str | PathLike[str] | LoadedBook | ConfiguredGame
"""The name or the file of a rulebook, a loaded one, or a game."""


def games(
    book: str | PathLike[str] | LoadedBook,
    players: int | None = None,
    options: Mapping[str, int | str] | None = None,
) -> st.SearchStrategy[ConfiguredGame]:
    """Return a strategy for the games of a rulebook, as `rulekit test` plays them. There is one for each number of
    players with all default answers, and one for each other answer alone. `players` or `options` restrict the games to
    this number of players or these answers. All are compiled at once, which takes long for a large rulebook."""
    loaded = _book(book)
    counts = loaded.player_counts if players is None else (players,)
    other = [] if options else [(c.players or counts[0], dict(c.options)) for c in configurations(loaded.books)]
    chosen = [*((n, dict(options or {})) for n in counts), *(one for one in other if one[1] and one[0] in counts)]
    return st.sampled_from([_ready(loaded.configure(*one)) for one in chosen])


def _ready(game: ConfiguredGame) -> ConfiguredGame:
    """Compile all of a game by starting it and taking one move, and return it. Otherwise Hypothesis would call a
    strategy slow because it compiles during a draw."""
    state = game.start(0)
    if not state.over:
        state.apply(state.legal()[0])
    return game


def _book(book: str | PathLike[str] | LoadedBook) -> LoadedBook:
    return book if isinstance(book, LoadedBook) else load(Path(book) if isinstance(book, PathLike) else book)


def _game_of(game: Playable) -> ConfiguredGame:
    return game if isinstance(game, ConfiguredGame) else _book(game).configure()


def moves(state: GameState) -> st.SearchStrategy[int]:
    """Return a strategy for the numbers of the options that a state offers. At the end of a game it offers none."""
    return st.sampled_from(state.legal())


def lines(game: Playable, most: int = MOST, whole: bool = False) -> st.SearchStrategy[tuple[GameState, ...]]:
    """Return a strategy for lines of play. A line is the state at the start and the state after each decision, up to
    `most` decisions or to the end.

    Hypothesis also draws the seed of all chance. If `whole` is True, random players then play on to the end, but at
    most `MAX_MOVES` moves."""
    return _lines(_ready(_game_of(game)), most, whole)


@st.composite
def _lines(draw: st.DrawFn, game: ConfiguredGame, most: int, whole: bool) -> tuple[GameState, ...]:
    """Return a line of play that Hypothesis draws."""
    state = game.start(draw(SEEDS))
    found = [state]
    wanted = draw(st.integers(0, most))
    while not state.over and len(found) <= wanted:
        state = state.apply(draw(moves(state)))
        found.append(state)
    return (*found, *state.random_moves(MAX_MOVES)) if whole else tuple(found)


def positions(game: Playable, most: int = MOST) -> st.SearchStrategy[GameState]:
    """Return a strategy for positions after at most `most` decisions. In some of them the game may be over."""
    return lines(game, most).map(lambda line: line[-1])


def assert_promises(state: GameState) -> None:
    """Raise AssertionError if a promise of the rulebook (`always`, `never`, and `finally` at the end) is broken."""
    broken = find_broken_invariant(state.game.engine, state.raw, state.over)
    if broken is None:
        return
    told = render(invariant_diagnostic(broken.name, f"{broken.when} {broken.name}: broken", state.game.rulebook))
    why = why_broken(state.game.explainer, broken.name, state.raw)
    raise AssertionError("\n".join([told, *why, *position_lines(state.game.engine, state.raw)]))


class RulebookMachine(RuleBasedStateMachine):
    """A state machine that plays a game and checks its promises after each decision. In a subclass, set `game`, and add
    invariants in Python; `self.state` is the present state.

        class Mine(RulebookMachine):
            game = "./mine.rules"

        TestMine = Mine.TestCase
    """

    game: ClassVar[Playable]

    def __init__(self) -> None:
        super().__init__()
        self.state: GameState | None = None

    @initialize(seed=SEEDS)
    def begin(self, seed: int) -> None:
        """Start a game with this seed."""
        kind = type(self)
        kind.game = _game_of(kind.game)
        self.state = kind.game.start(seed)

    @precondition(lambda self: self.state is not None and self.state.over)
    @rule(seed=SEEDS)
    def begin_again(self, seed: int) -> None:
        """Start another game after the end of one."""
        self.begin(seed)

    @precondition(lambda self: self.state is not None and not self.state.over)
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        """Take an option that Hypothesis draws from those offered."""
        assert self.state is not None
        try:
            option = data.draw(moves(self.state), label="option")
            note(f"{self.state.seat}: {self.state.label(option)}")
            self.state = self.state.apply(option)
        except RulekitError as error:
            raise AssertionError("\n".join(map(render, error.diagnostics))) from error

    @invariant()
    def promises_hold(self) -> None:
        """Raise AssertionError if the present state breaks a promise of the rulebook."""
        if self.state is not None:
            assert_promises(self.state)
