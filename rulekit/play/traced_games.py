"""Traced games: games with the data that a profile measures. These are the kinds of options on offer at each choice,
each player's chance of winning before it, and what each player has when the first turn begins. Also plays games again
without a rule.

The measures (`compare/profile_measures.py`) are functions of a list of traced games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import frozen

from ..engine.interface import Engine, GameFault, State
from ..engine.wasm.playout_runner import PlayoutTrapped
from ..machine.option_labels import sort_name
from ..machine.program import Cell
from . import MAX_MOVES
from .agents import Agent, agents_of
from .content_conditions import elements
from .game import ConfiguredGame, GameState, game_of_engine
from .game_progress import AgentJob, Choosing, Decided, reporting
from .game_steps import resolve_chances
from .search_player import Limit, SearchPlayer

Winners = tuple[int, ...] | None
"""The seats that are paid more than nothing; None if the game was not finished."""
DecisionTaken = tuple[str, str]
"""The node of a decision, and the label of what was chosen there."""


@frozen
class TracedChoice:
    """A choice between several options: the seat that decides, how many options of each kind were on offer, the kind
    that was taken, and each player's estimated chance of winning before the choice (empty if it was not estimated)."""

    seat: int
    offered: Mapping[str, int]
    taken: str
    chances: tuple[float, ...] = ()

    @property
    def options(self) -> int:
        return sum(self.offered.values())


@frozen
class TracedGame:
    """A finished or stopped game: who won, the number of moves, all decisions, and the choices between several options.
    `held` maps the name of a place or kept value to what each player has there when the first turn begins."""

    winners: Winners
    moves: int
    decisions: tuple[DecisionTaken, ...]
    choices: tuple[TracedChoice, ...]
    held: Mapping[str, tuple[str, ...]]


class Onlooker(SearchPlayer):
    """Estimates each player's chance of winning. It sees everything, so it cannot be used for games with secrets."""

    informed = False

    def chances(self, state: GameState) -> tuple[float, ...]:
        """Return for each player the share of simulations from this state that the player wins."""
        engine, search = self._search_of(state)
        games = self.limit.simulations or 1
        try:
            search.go_to(self._game_told(state).script)
            return tuple(won / games for won in search.wins(games, MAX_MOVES))
        except PlayoutTrapped as stopped:
            raise engine.fault_of_game(stopped, state.raw) from None


@frozen
class TracedGames(AgentJob):
    """A job for workers: play games and return them as traced games. `simulations` is the number of simulated games
    before each choice, by which the chances are estimated (0: no estimate)."""

    seed: int
    max_moves: int
    agents: str
    simulations: int = 0

    def __call__(self, engines: Sequence[Engine], numbers: range) -> list[TracedGame]:
        game = game_of_engine(engines[0])
        players = agents_of(self.agents, game.players)
        onlooker = Onlooker(Limit(simulations=self.simulations)) if self.simulations else None
        tracer = _Tracer(game, players, onlooker, self.decided)
        return [tracer.play(self.seed, number, self.max_moves) for number in numbers]


@frozen
class LadderGames(AgentJob):
    """A job for workers: play games in which one player is `strong` and the others are `weak`. The same deal is played
    once with the strong player on each seat. The result is the strong player's share of each win: 1 if they win
    alone."""

    seed: int
    max_moves: int
    strong: str
    weak: str

    def __call__(self, engines: Sequence[Engine], numbers: range) -> list[float]:
        game = game_of_engine(engines[0])
        strong, *weak = agents_of(",".join([self.strong, *[self.weak] * (game.players - 1)]), game.players)
        found = []
        for number in numbers:
            deal, seat = divmod(number, game.players)
            players = [*weak[:seat], strong, *weak[seat:]]
            choose = reporting(_choosing(players), self.decided)
            end = _play(game.start(self.seed, deal), self.max_moves, choose)
            winners = _winners(end) or range(game.players)
            found.append((seat in winners) / len(winners))
        return found


@frozen
class GamesWithoutRule(AgentJob):
    """A job for workers: play games again under rules that lack one rule. The choices and outcomes of each of `games`
    are repeated as long as they are on offer, then the agents decide. The result has the winners of each game, or None
    if the game faults."""

    seed: int
    max_moves: int
    agents: str
    games: tuple[tuple[DecisionTaken, ...], ...]

    def __call__(self, engines: Sequence[Engine], numbers: range) -> list[Winners]:
        game = game_of_engine(engines[0])
        players = agents_of(self.agents, game.players)
        return [self._again(game, number, players) for number in numbers]

    def _again(self, game: ConfiguredGame, number: int, players: Sequence[Agent]) -> Winners:
        repeating = _Repeating.of(game, self.games[number], players)
        try:
            choose = reporting(repeating.choose, self.decided)
            return _winners(_play(game.start(self.seed, number), self.max_moves, choose))
        except GameFault:
            return None


@frozen
class _Repeating:
    """Makes the choices of another game, as long as they are on offer; then the agents `others` choose. Choices at
    decisions that this game lacks are skipped."""

    left: list[str]
    others: Sequence[Agent]

    @staticmethod
    def of(game: ConfiguredGame, taken: Sequence[DecisionTaken], others: Sequence[Agent]) -> _Repeating:
        known = game.resolver.labels.nodes
        return _Repeating([label for node, label in reversed(taken) if node in known], others)

    def choose(self, state: GameState) -> tuple[int, GameState]:
        labels = dict(zip(state.labels(), state.legal(), strict=True))
        if self.left and self.left[-1] in labels:
            return labels[self.left.pop()], state
        if len(labels) > 1:
            self.left.clear()
        return self.others[state.player].choose(state)


def _play(state: GameState, max_moves: int, choose: Choosing) -> GameState:
    """Play a game and return its last state."""
    *_, end = (state, *state.random_moves(max_moves, choose))
    return end


def _choosing(players: Sequence[Agent]) -> Choosing:
    return lambda at: players[at.player].choose(at)


def _winners(end: GameState) -> Winners:
    return tuple(seat for seat, paid in enumerate(end.payoffs) if paid > 0) if end.over else None


# ------------------------------------------------------------------------------------------------------- tracing a game


class _Tracer:
    """Plays games and records their choices, and what the players have when the first turn begins."""

    def __init__(
        self, game: ConfiguredGame, players: Sequence[Agent], onlooker: Onlooker | None, decided: Decided | None
    ) -> None:
        self.game, self.players, self.onlooker, self.decided = game, players, onlooker, decided
        self.cells = _held_cells(game)
        turns = game.machine.turn_starts
        self.before_turns = game.engine.stop_at(turns) if turns and self.cells else game.engine

    def play(self, seed: int, number: int, max_moves: int) -> TracedGame:
        self.choices, self.decisions, self.moves = list[TracedChoice](), list[DecisionTaken](), 0
        self.held: dict[str, tuple[str, ...]] = {}
        self._look(self.before_turns.start(seed, number))
        end = _play(self.game.start(seed, number), max_moves, reporting(self._choose, self.decided))
        return TracedGame(_winners(end), self.moves, tuple(self.decisions), tuple(self.choices), self.held)

    def _choose(self, state: GameState) -> tuple[int, GameState]:
        self.moves += state.begins_move
        option, counted = self.players[state.player].choose(state)
        self.decisions.append((state.raw.node, state.label(option)))
        options = state.legal()
        if len(options) > 1:
            chances = self.onlooker.chances(state) if self.onlooker is not None else ()
            offered = Counter(self._kind(state.raw, one) for one in options)
            self.choices.append(TracedChoice(state.player, offered, self._kind(state.raw, option), chances))
        if self.cells and not self.held:
            self._look(self.before_turns.apply(counted.raw, option))
        return option, counted

    def _kind(self, raw: State, option: int) -> str:
        """Return the kind of an option: its label and clause."""
        alternative = self.game.resolver.labels.alternative(raw.node, option)
        return sort_name(alternative.clause, alternative.label)

    def _look(self, raw: State) -> None:
        """Record what the players have, if a turn begins before the next decision."""
        raw = resolve_chances(self.before_turns, raw)
        if raw.node not in self.game.machine.turn_starts and self.game.machine.turn_starts:
            return
        for cell in self.cells:
            found = [content.text for content in elements(self.game, raw, cell.name).values()]
            if NOTHING.isdisjoint(found):
                self.held[cell.name] = tuple(found)


NOTHING = frozenset({"nothing", "none"})


def _held_cells(game: ConfiguredGame) -> list[Cell]:
    """Return the places for one piece and the kept values with named answers of which each player has one."""
    named, players = game.resolver.labels.domains, game.players
    cells = (c for c in game.machine.cells if c.role in ("place", "keep") and c.kind == "number" and not c.heap)
    return [c for c in cells if c.dims == ("Player",) and c.domain in named and c.domain != "truth" and players > 1]
