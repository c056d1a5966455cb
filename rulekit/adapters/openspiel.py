"""Games for OpenSpiel: `load(book)` returns a `pyspiel.Game` that OpenSpiel's algorithms can play.

Importing this file registers the game `rulekit` with the parameters of `load`. Chance nodes have the exact
probabilities. Simultaneous decisions are made one after another, in the order in which the rulebook asks the players;
no information state shows what another player picked meanwhile. An action is the number of an option. The same action
of the rulebook has the same number in every state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache, reduce
from itertools import product
from typing import Any

from attrs import field, frozen

from ..engine.cell_layout import CellLayout
from ..engine.interface import Engine, GameFault
from ..engine.packing import element_count
from ..machine.program import PAYOFF, Chance
from ..model.bounds import MOST_PLAYERS
from ..play import MAX_MOVES
from ..play.game import ConfiguredGame, GameState
from ..play.game_record import Past
from ..play.game_steps import has_secrets
from ..play.loaded_book import load as load_book
from ..play.position_values import longest_game, payoff_range
from ..play.state_space import explore
from . import missing_extra
from .tensors import TensorLayout, action_count

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise missing_extra("openspiel", error) from error

NAME = "rulekit"
KEPT = 1 << 15  # entries in each cache, for all games together; more would take hundreds of megabytes
MOST_POSITIONS = 10_000  # positions explored to find the greatest length of a game: about a second
MOST_NUMBERS = 1 << 20  # numbers in the tensor of an information state; a game that needs more has only strings
PARAMETERS = {"book": "", "layers": "", "players": 0, "options": "", "max_length": 0, "zero_sum": False}


def load(
    book: str,
    players: int | None = None,
    options: Mapping[str, int | str] | None = None,
    layers: Sequence[str] = (),
    max_length: int | None = None,
    zero_sum: bool = False,
) -> Any:
    """Return a game for OpenSpiel.

    A game ends without payoffs after `max_length` decisions and chances. If `max_length` is not given, rulekit explores
    at most MOST_POSITIONS positions to find the greatest length of a game. If this shows it, no game is stopped;
    otherwise a game ends after MAX_MOVES. A game counts as zero-sum if a `finally` invariant says so, or if `zero_sum`
    is true; then the payoffs are checked at each end."""
    told = {
        "layers": ";".join(layers),
        "players": players or 0,
        "options": ";".join(f"{name}:{value}" for name, value in (options or {}).items()),
        "max_length": max_length or 0,
        "zero_sum": zero_sum,
    }
    return pyspiel.load_game(NAME, {"book": book, **{name: value for name, value in told.items() if value}})


def is_stated_zero_sum(engine: Engine) -> bool:
    """Return whether some `finally` invariant states that the payoffs add up to zero. This is tested with all
    combinations of payoffs from -1 to 1: the invariant must hold exactly if their sum is 0."""
    state, slot = engine.start(1), CellLayout.of(engine.machine).slots[PAYOFF]
    before, after = state.cells[: slot.offset], state.cells[slot.end :]
    tries = [
        (state.with_cells((*before, *payoffs, *after)), sum(payoffs) == 0)
        for payoffs in product((-1, 0, 1), repeat=engine.machine.players)
    ]
    for invariant in engine.machine.invariants:
        with suppress(GameFault):
            if invariant.when == "finally" and all(
                engine.call(one, invariant.function, ()) == zero for one, zero in tries
            ):
                return True
    return False


@frozen(eq=False)
class Terms:
    """What all states of a game have in common. If `exact`, no game has more than `longest` steps; otherwise a game is
    stopped after `longest` steps."""

    game: ConfiguredGame = field(repr=False)
    longest: int
    exact: bool
    zero_sum: bool
    observation: TensorLayout
    information: TensorLayout | None
    params: tuple[str | int | bool, ...]

    @staticmethod
    @lru_cache(maxsize=64)
    def of(book: str, layers: str, players: int, options: str, max_length: int, zero_sum: bool) -> Terms:
        """Return the terms of a game with these parameters, as OpenSpiel passes them."""
        pairs = (pair.partition(":") for pair in options.split(";") if pair)
        answers = {name: int(value) if value.lstrip("-").isdigit() else value for name, _, value in pairs}
        game = load_book(book, [layer for layer in layers.split(";") if layer]).configure(players or None, answers)
        longest = None if max_length else longest_game(explore(game.engine, MOST_POSITIONS))
        length = longest or max_length or MAX_MOVES
        layout = TensorLayout.of(game.machine, 1 + length)
        return Terms(
            game=game,
            longest=length,
            exact=longest is not None,
            zero_sum=zero_sum or is_stated_zero_sum(game.engine),
            observation=TensorLayout.of(game.machine),
            information=layout if layout.rows * layout.row_size <= MOST_NUMBERS else None,
            params=(book, layers, players, options, max_length, zero_sum),
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Terms.of, self.params

    def type(self) -> Any:
        machine, kinds = self.game.machine, pyspiel.GameType
        chance = any(isinstance(node, Chance) for node in machine.nodes)
        return kinds(
            short_name=NAME,
            long_name=f"rulekit: {self.game.name}",
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
            information=kinds.Information.IMPERFECT_INFORMATION
            if has_secrets(machine)
            else kinds.Information.PERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM if self.zero_sum else kinds.Utility.GENERAL_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=machine.players,
            min_num_players=machine.players,
            provides_information_state_string=True,
            provides_information_state_tensor=self.information is not None,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=PARAMETERS,
            default_loadable=False,
        )

    def info(self) -> Any:
        machine = self.game.machine
        low, high = payoff_range(machine)
        if self.zero_sum and machine.players == 2:
            low, high = max(low, -high), min(high, -low)
        return pyspiel.GameInfo(
            num_distinct_actions=action_count(machine),
            max_chance_outcomes=max((n.high - n.low + 1 for n in machine.nodes if isinstance(n, Chance)), default=0),
            num_players=machine.players,
            min_utility=float(low),
            max_utility=float(high),
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=self.longest,
        )


@frozen(eq=False, slots=False)
class TreePlace:
    """A node of OpenSpiel's game tree: rulekit's state at a decision, a chance or an end, and the number of steps
    before it."""

    terms: Terms
    state: GameState
    steps: int = 0

    def __deepcopy__(self, _: object) -> TreePlace:
        return self  # a TreePlace is immutable, so it needs no copy

    def __reduce__(self) -> tuple[object, ...]:
        steps = [] if self.state.past is None else self.state.past.steps()
        return _replay, (self.terms, [step.option for step in steps])

    @staticmethod
    @lru_cache(maxsize=64)
    def first(terms: Terms) -> TreePlace:
        return TreePlace(terms, GameState(terms.game, terms.game.engine.start(1), None))

    @cached_property
    def chance(self) -> Chance | None:
        node = self.terms.game.resolver.labels.nodes[self.state.raw.node]
        return node if isinstance(node, Chance) else None

    @cached_property
    def over(self) -> bool:
        return self.state.over or (not self.terms.exact and self.steps >= self.terms.longest)

    @cached_property
    def acts(self) -> int:
        """Return OpenSpiel's number of who acts here: a player, chance, or nobody at the end."""
        if self.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.chance else self.state.player

    @cached_property
    def options(self) -> list[int]:
        return sorted(self.state.legal())

    @lru_cache(maxsize=KEPT)  # noqa: B019 - cached on purpose, for the reason given at `after`
    def seen(self, player: int) -> str:
        """Return a player's information state as text."""
        return self.state.information_state(player).key

    @lru_cache(maxsize=KEPT)  # noqa: B019 - cached on purpose: algorithms play the same games again and again
    def after(self, number: int) -> TreePlace:
        """Return the place that follows after this option or outcome."""
        game, here = self.terms.game, self.state
        past = Past(game.resolver, here.past, here.raw, number)
        return TreePlace(self.terms, GameState(game, game.resolver.go(here.raw, number), past), self.steps + 1)


def _replay(terms: Terms, numbers: Sequence[int]) -> TreePlace:
    return reduce(TreePlace.after, numbers, TreePlace.first(terms))


class RulebookGame(pyspiel.Game):
    """A configured rulebook (with a number of players and options) as a game of OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        told = {**PARAMETERS, **(params or {})}
        self.terms = Terms.of(*(told[name] for name in PARAMETERS))
        super().__init__(self.terms.type(), self.terms.info(), dict(params or {}))

    def new_initial_state(self) -> RulebookState:
        return RulebookState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer | None:
        """Return an observer for everything that a player sees. Return None if the caller asks for only a part of this,
        such as public information."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.terms, kind.perfect_recall, params) if whole else None


class RulebookState(pyspiel.State):
    """A state of a game at a decision, a chance or an end; `place.state` is rulekit's state."""

    def __init__(self, game: RulebookGame) -> None:
        super().__init__(game)
        self.place = TreePlace.first(game.terms)

    def is_terminal(self) -> bool:
        return self.place.over

    def current_player(self) -> int:
        return self.place.acts

    def _legal_actions(self, player: int) -> list[int]:
        return self.place.options

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.place.terms.game.engine.outcomes(self.place.state.raw)
        total = sum(weight for _, weight in outcomes)
        return [(value - self._least(), weight / total) for value, weight in outcomes]

    def _least(self) -> int:
        """Return the number of the option or outcome that is OpenSpiel's action 0."""
        return self.place.chance.low if self.place.chance else 0

    def _apply_action(self, action: int) -> None:
        self.place = self.place.after(action + self._least())

    def _action_to_string(self, player: int, action: int) -> str:
        return self.place.terms.game.resolver.text(self.place.state.raw, action + self._least())

    def returns(self) -> list[float]:
        payoffs = list(map(float, self.place.state.payoffs))
        if not self.place.state.over:
            return [0.0] * len(payoffs)
        if self.place.terms.zero_sum and sum(payoffs) != 0:
            raise ValueError(f"the game was said to be zero-sum, and its payoffs are {payoffs}")
        return payoffs

    def __str__(self) -> str:
        return "; ".join(map(str, self.place.state.history())) or "the start"


class Observer:
    """Observes what one player sees, as text and as a tensor. With perfect recall, this is the information state;
    otherwise only what the player sees now."""

    def __init__(self, terms: Terms, recall: bool, params: Mapping[str, Any] | None = None) -> None:
        if params:
            raise ValueError(f"an observation has no parameters, and these are given: {params}")
        self.recall = recall
        self.layout = terms.information if self.recall else terms.observation
        self.tensor, self.dict = None, dict[str, Any]()
        if self.layout is not None:
            before, at = self.layout.shape[:-1], 0
            self.tensor = np.zeros(element_count(self.layout.shape), np.float32)
            for one in self.layout.slices:
                end = at + element_count(before) * one.size
                self.dict[one.name], at = self.tensor[at:end].reshape((*before, *one.shape)), end

    def set_from(self, state: RulebookState, player: int) -> None:
        if self.layout is None:
            return
        position = state.place.state
        if self.recall:
            found = self.layout.information(position.information_state(player))
        else:
            found = self.layout.observations([position.game.engine.observe(position.raw, player)], [player])[0]
        for one in self.layout.slices:
            self.dict[one.name][...] = found[..., one.at : one.at + one.size].reshape(self.dict[one.name].shape)

    def string_from(self, state: RulebookState, player: int) -> str:
        return state.place.seen(player) if self.recall else str(state.place.state.view(player))


pyspiel.register_game(
    pyspiel.GameType(
        short_name=NAME,
        long_name="A rulebook of rulekit",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        default_loadable=False,
    ),
    RulebookGame,
)
