"""Plays the games that a page shows: set up for each number of players, and every line of each example.

Each configuration is checked and lowered once, for its set-up and its examples together. The reference engine plays the
few examples of most configurations, so that these need not be compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import Any, Literal

from attrs import field, frozen

from ..check import CheckedModel, readable_model
from ..diagnostics import RulekitError
from ..engine.cell_layout import Slot
from ..engine.choice import EngineName
from ..engine.interface import Engine, State
from ..machine.lower import Lowering
from ..machine.program import ACTIVE
from ..model.change_kinds import Change
from ..model.difference import difference
from ..model.rulebook import Config, Rulebook
from ..model.settings import ExampleSetting
from ..model.symbols import KeepSymbol, PlaceSymbol
from ..model.types import NumberType
from ..pipeline import make_engine, with_examples
from ..play.example_positions import ExamplePositions
from ..play.example_runner import Stage, example_stages
from ..play.game import ConfiguredGame
from ..play.game_steps import LabelResolver
from ..play.loaded_book import LoadedBook
from ..play.whynot import option_refusal
from ..prose import Happening
from ..session.refusals import refusal_of

SEED = 1
EMPTY: Mapping[str, int | str] = MappingProxyType({})
MadeBy = Literal["nothing", "chance", "players", "both"]
GameKey = tuple[int | None, tuple[tuple[str, Any], ...]]


@frozen(eq=False)
class PlayedExample:
    """An example that was played: its game, the state at each line, and what happened there. `closing` is the state
    after its last move and everything that follows from it; None if there is none."""

    game: ConfiguredGame
    stages: tuple[Stage, ...]
    closing: State | None
    _happened: list[Happening | None] = field(factory=list, init=False, repr=False)

    def happenings(self) -> tuple[Happening | None, ...]:
        """Return what happened at each line; None for a line that only describes the position. The result is cached,
        since it is the same in all languages."""
        if not self._happened:
            self._happened.extend(_event_at(self.game, stage) for stage in self.stages)
        return tuple(self._happened)


def _event_at(game: ConfiguredGame, stage: Stage) -> Happening | None:
    state = stage.at
    if state is None:
        return None
    decided = not (game.resolver.chances(state) or game.resolver.is_over(state))
    seat = game.engine.who(state) if decided else None
    if stage.line.verb != "refuse":
        return Happening(seat)
    told = option_refusal(game.explainer, state, stage.line.label, stage.line.args)
    return Happening(seat, refusal_of(game, told, state))


@frozen(eq=False)
class SetUpGame:
    """A game that has been set up. `by` says whether chance, players, both or nothing could have made the set-up
    different."""

    game: ConfiguredGame
    state: State
    by: MadeBy


@frozen(eq=False, slots=False)
class Games:
    """The configurations of a book that a page needs. Each is made when it is first used. If `knowledge` is True, the
    first one is checked for what players may know."""

    book: LoadedBook
    players: int | None = None  # the number of players of the pages; by default the fewest
    options: Mapping[str, int | str] = field(factory=dict)  # the answers to options on the pages
    knowledge: bool = True
    _games: dict[GameKey, ConfiguredGame] = field(factory=dict, repr=False)
    _models: dict[GameKey, CheckedModel] = field(factory=dict, repr=False)
    _set_up: dict[tuple[int | None, int], SetUpGame] = field(factory=dict, repr=False)
    _changes: dict[GameKey, tuple[Change, ...]] = field(factory=dict, repr=False)
    _played: dict[str, PlayedExample | None] = field(factory=dict, repr=False)
    _positions: dict[GameKey, ExamplePositions] = field(factory=dict, repr=False)
    _references: dict[GameKey, Engine] = field(factory=dict, repr=False)

    def game(self, players: int | None = None, options: Mapping[str, int | str] | None = None) -> ConfiguredGame:
        """Return the game in one configuration, with the book's examples if they are valid there. Only the first
        configuration is checked for what players may know; `rulekit check` checks all."""
        key = self._key(players, options)
        if key not in self._games:
            model = self._model(Config(*key_parts(key)), knowledge=self.knowledge and not self._games)
            lowering = Lowering.of(model)  # it is kept, as it explains why moves of examples are refused
            engine = make_engine(lowering.machine, self._engine_for(key), 0)
            self._games[key] = ConfiguredGame(self.book.name, self.book.layers, model, engine, lowering=lowering)
        return self._games[key]

    def _engine_for(self, key: GameKey) -> EngineName:
        """Return the engine that takes less time in total. The first configuration is compiled, since random games of
        it are played for pictures."""
        alike = sum(key == self._key(one.players, one.options) for one in self.settings.values())
        return "reference" if self._games and alike < MANY else "wasm"

    def apply_answers(self, players: int | None, options: Mapping[str, int | str]) -> Rulebook:
        """Return the rulebook in which these answers to options replace the page's own."""
        return self.book.apply_layers(*key_parts(self._key(players, {**self.options, **options})))

    def changes(self, players: int | None, options: Mapping[str, int | str]) -> tuple[Change, ...]:
        """Return the changes from the page's configuration to one in which these answers replace the page's own."""
        key = self._key(players, {**self.options, **options})
        if key not in self._changes:
            self._changes[key] = difference(self.game().model.rulebook, self.apply_answers(players, options))
        return self._changes[key]

    def model(self, players: int | None, options: Mapping[str, int | str]) -> CheckedModel:
        """Return the model of a configuration in which these answers replace the page's own. The model is for words,
        not for play."""
        key = self._key(players, {**self.options, **options})
        if key in self._games:
            return self._games[key].model
        if key not in self._models:
            model = readable_model(with_examples(self.apply_answers(players, options), False))
            if model is None:
                raise RulekitError(*self.book.check(Config(*key_parts(key)), False, False, False)[1])
            self._models[key] = model
        return self._models[key]

    def models(self, options: Mapping[str, int | str] = EMPTY) -> list[CheckedModel]:
        """Return the models for all numbers of players that these answers allow. The models are for words, not for
        play."""
        found = []
        for players in self.counts:
            with suppress(RulekitError):
                found.append(self.model(players, options))
        return found

    def _model(self, config: Config, knowledge: bool) -> CheckedModel:
        model, found = self.book.check(config, True, knowledge, texts=False)
        if model is None:
            model, found = self.book.check(config, False, knowledge, texts=False)
        if model is None:
            raise RulekitError(*self.book.diagnostics, *found)
        return model

    def _key(self, players: int | None, options: Mapping[str, int | str] | None) -> GameKey:
        count = self.counts[0] if players is None else players
        return (count, tuple(sorted((self.options if options is None else options).items())))

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the numbers of players that the pages describe."""
        return self.book.player_counts if self.players is None else (self.players,)

    def set_up(self, players: int | None = None, seed: int = SEED) -> SetUpGame:
        """Return the game after set-up, at the first decision of a turn. If no turn begins within MOST_DECISIONS random
        decisions, return the game at its first decision."""
        if (players, seed) not in self._set_up:
            self._set_up[players, seed] = self._play_set_up(players, seed)
        return self._set_up[players, seed]

    def _play_set_up(self, players: int | None, seed: int) -> SetUpGame:
        game = self.game(players)
        engine = game.engine
        turns = game.machine.turn_starts
        ending = engine.stop_at(turns) if turns else engine
        state, drawn, decided = ending.start(seed), False, 0
        first: SetUpGame | None = None  # at its first decision
        for _ in range(MOST_STEPS):
            if state.node in turns or game.resolver.is_over(state):
                break
            if game.resolver.chances(state):
                state, drawn = ending.chance(state), True
                continue
            first = first or SetUpGame(game, state, _set_up_makers(drawn, 0))
            if not turns or decided == MOST_DECISIONS:
                return first
            option, state = ending.pick(state)
            state, decided = ending.apply(state, option), decided + 1
        return SetUpGame(game, state, _set_up_makers(drawn, decided))

    def amounts(self, name: str, at: int, state: State | None = None) -> list[int]:
        """Return how many things are in each element of a place or kept value, with `counts[at]` players. The default
        state is the start of a game."""
        game = self.game(self.counts[at])
        slot, symbol = game.layout.slots[name], game.model.symbols[name]
        state = state or self.set_up(self.counts[at]).state
        if isinstance(symbol, PlaceSymbol):
            return list(amounts_in(slot, state))
        if isinstance(symbol, KeepSymbol) and isinstance(symbol.type, NumberType):
            return list(state.cells[slot.offset : slot.end])
        read = [slot.read(state.cells, index) for index in product(*map(range, slot.cell.shape))]
        return [len(one) if isinstance(one, frozenset) else 1 for one in read]

    @cached_property
    def middle(self) -> State:
        """Return a position halfway through a random game. Only the first 2 × MIDDLE decisions of it are played."""
        game = self.game()
        engine, resolver = game.engine, game.resolver
        state, decisions = engine.start(SEED), list[State]()
        for _ in range(MOST_STEPS):
            if resolver.is_over(state) or len(decisions) > 2 * MIDDLE:
                break
            if resolver.chances(state):
                state = engine.chance(state)
                continue
            decisions.append(state)
            option, state = engine.pick(state)
            state = engine.apply(state, option)
        return decisions[len(decisions) // 2] if decisions else state

    @cached_property
    def settings(self) -> Mapping[str, ExampleSetting]:
        return {setting.name: setting for setting in self.book.example_settings()}

    def example(self, name: str) -> PlayedExample | None:
        """Return an example as played; None if it is not an example of this book or if it cannot be run."""
        if name not in self._played:
            self._played[name] = self._play(name)
        return self._played[name]

    def _play(self, name: str) -> PlayedExample | None:
        setting = self.settings.get(name)
        if setting is None:
            return None
        game = self.game(setting.players, setting.options)
        key = self._key(setting.players, setting.options)
        positions = self._positions.setdefault(key, ExamplePositions(game.engine))
        stages = example_stages(game.engine, [name], positions).get(name)
        if key not in self._references:  # one engine for all examples of a configuration
            self._references[key] = make_engine(game.machine, "reference", 0)
        return PlayedExample(game, stages, _closing(game, stages, self._references[key])) if stages else None


MANY = 10
"""A configuration with so many examples is compiled: on average, running them without takes as long as compiling."""
MIDDLE = 24
"""After so many decisions, a long game shows a typical position; to play them takes less than a second."""
MOST_STEPS = 10_000
MOST_DECISIONS = 200
"""The greatest number of decisions in a set-up; if there are more, the game is shown at its first decision."""


def _closing(game: ConfiguredGame, stages: Sequence[Stage], reference: Engine) -> State | None:
    """Return the last state of an example without changes that the next turn, round or run of its last move's procedure
    has already made. If the game is over, or if the example expects these changes, return the last state as it is."""
    last = stages[-1].after
    moved = next((n for n in reversed(range(len(stages))) if stages[n].option is not None), None)
    if moved is None or last is None or game.resolver.is_over(last) or stages[moved].after != last:
        return last
    before, option, machine = stages[moved].at, stages[moved].option, game.machine
    assert before is not None and option is not None
    own = f"{game.resolver.labels.nodes[before.node].clause}.enter"
    engine = reference.stop_at({own, *machine.turn_starts, *machine.round_starts})
    done = LabelResolver.of(engine).go(before, option)
    active = game.layout.slots[ACTIVE].offset
    cells = (*done.cells[:active], last.cells[active], *done.cells[active + 1 :])  # the next player has the turn
    done = last.with_cells(cells)
    expected = (stage.line.name for stage in stages[moved + 1 :] if stage.line.verb == "expect")
    return done if all(engine.call(done, name, ()) for name in expected) else last


def amounts_in(slot: Slot, state: State) -> Iterator[int]:
    """Yield the number of pieces in each element of a place."""
    cells, cell = state.cells, slot.cell
    for index in product(*(range(n) for n in (cell.shape[:-1] if cell.heap else cell.shape))):
        inside = slot.whole(cells, index)
        if isinstance(inside, int):
            yield int(bool(inside))
        else:
            yield sum(inside) if cell.heap else len(inside)


def _set_up_makers(drawn: bool, decided: int) -> MadeBy:
    """Return whose choices could have made the set-up different. `drawn` says whether chance had a part, and `decided`
    is the number of decisions by players."""
    return "both" if decided and drawn else "players" if decided else "chance" if drawn else "nothing"


def key_parts(key: GameKey) -> tuple[int | None, dict[str, Any]]:
    return key[0], dict(key[1])
