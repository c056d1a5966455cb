"""Plays a rulebook and another program of the same game side by side, move by move, in random games.

The two share no code. In every position both must ask the same player, offer the same moves and show the same board;
at the end, they must agree who won.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

import pytest
from attrs import evolve, field, frozen

from rulekit.play.game import GameState
from tests import shipped


class Position(Protocol):
    """A position of the other program. `payoffs` is None as long as the game goes on."""

    @property
    def payoffs(self) -> Sequence[float] | None: ...
    @property
    def player(self) -> int: ...
    @property
    def board(self) -> Any: ...
    @property
    def moves(self) -> Collection[str]: ...

    def make(self, move: str) -> Position: ...


@frozen
class OpenSpiel:
    """A position of OpenSpiel (PyPI `open_spiel`), whose board `read` takes from its text."""

    state: Any
    read: Callable[[str], Any]

    @property
    def payoffs(self) -> Sequence[float] | None:
        return self.state.returns() if self.state.is_terminal() else None

    @property
    def player(self) -> int:
        return self.state.current_player()

    @property
    def board(self) -> Any:
        return self.read(str(self.state))

    @property
    def moves(self) -> Collection[str]:
        return [self.state.action_to_string(action) for action in self.state.legal_actions()]

    def make(self, move: str) -> Position:
        after = self.state.clone()
        after.apply_action(after.string_to_action(move))
        return evolve(self, state=after)


@frozen
class Dealt(OpenSpiel):
    """A position of OpenSpiel in which chance goes as in a game of ours.

    `drawn` is how OpenSpiel writes an outcome of ours, and `forced` a move that only OpenSpiel asks for before chance.
    `used` outcomes have been followed.
    """

    drawn: Callable[[str], str] = str
    forced: str = ""
    used: int = 0

    def follow(self, ours: GameState) -> Dealt:
        outcomes = [self.drawn(entry.label) for entry in ours.history() if entry.seat is None]
        state = self.state.clone()
        for outcome in outcomes[self.used :]:
            if not state.is_chance_node():
                state.apply_action(state.string_to_action(self.forced))
            names = {state.action_to_string(action): action for action in state.legal_actions()}
            state.apply_action(names[outcome])
        return evolve(self, state=state, used=len(outcomes))


def openspiel_dealt(
    name: str, drawn: Callable[[str], str], read: Callable[[str], Any], forced: str = "", **parameters: Any
) -> Callable[[GameState], Dealt]:
    """Return what starts a game of OpenSpiel whose chance goes as in ours."""

    def start(ours: GameState) -> Dealt:
        return Dealt(openspiel(name, **parameters)(ours).state, read, drawn, forced).follow(ours)

    return start


def openspiel(
    name: str, read: Callable[[str], Any] = lambda text: None, **parameters: Any
) -> Callable[[GameState], OpenSpiel]:
    def start(_: GameState) -> OpenSpiel:
        pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
        return OpenSpiel(pyspiel.load_game(name, parameters).new_initial_state(), read)

    return start


@frozen
class Peer:
    """A rulebook, with the options under which another program plays the same game. `start` starts it, given ours.

    `written` is how the other program writes a move of ours, "" if it has no such move; `board` is our position as it
    shows it. Both are compared after the moves of `opening`, which are ours alone. `followed` are the positions of the
    other program up to which they are, and `same_end` tells whether they count alike. `paid` is what the other program
    should pay each player at our end. `follow` gives its position once chance has gone as in ours.
    """

    name: str
    start: Callable[[GameState], Position]
    written: Callable[[str, GameState], str]
    board: Callable[[GameState], Any] = lambda state: None
    options: Mapping[str, str | int] = field(factory=dict)
    opening: tuple[str, ...] = ()
    followed: Callable[[Any], bool] | None = None
    same_end: bool = True
    paid: Callable[[GameState], Sequence[float]] = lambda state: list(state.payoffs)
    follow: Callable[[Any, GameState], Position] = lambda theirs, ours: theirs
    players: int | None = None
    few: tuple[int, int] = (3, 10_000)
    """How many games are played in the suite, and the most positions of each."""
    many: tuple[int, int] = (1000, 10_000)
    """The same in the soak."""

    def __str__(self) -> str:
        return self.name


def play_side_by_side(peer: Peer, games: int, seed: int, most: int = 10_000) -> int:
    """Play random games in both, `most` positions of each, and return the number of positions compared."""
    chance, compared = random.Random(seed), 0
    for _ in range(games):
        ours, made = shipped.game(peer.name, peer.players, **peer.options).start(chance.randrange(1 << 30)), []
        for label in peer.opening:
            ours = ours.apply(label)
        theirs = peer.start(ours)
        while not ours.over and len(made) < most:
            compared += 1
            where = f"after {made}\n{theirs}"
            assert theirs.payoffs is None, where
            assert (peer.board(ours), ours.player) == (theirs.board, theirs.player), where
            moves = {name: label for label in ours.labels() if (name := peer.written(label, ours))}
            assert set(moves) == set(theirs.moves), f"{set(moves) ^ set(theirs.moves)} {where}"
            known = [name for name in sorted(moves) if peer.followed is None or peer.followed(theirs.make(name))]
            if not known:
                break
            move = chance.choice(known)
            theirs, ours = theirs.make(move), ours.apply(moves[move])
            theirs = peer.follow(theirs, ours)
            made.append(move)
        assert not (ours.over and peer.same_end) or theirs.payoffs == peer.paid(ours), f"after {made}\n{theirs}"
    return compared
