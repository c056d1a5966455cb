"""The friendly way in from Python: load a rulebook, configure it, start a game, play.

Chance is resolved by the seed, so a state is always at a decision or over.  States are values: `apply` gives a new one and
remembers how it came about, for records and saves.  The engines below are bare numbers; this adds the names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, field, frozen

from .. import pipeline
from ..diagnostics import Diagnostic, RulekitError
from ..engine.interface import Engine, State
from ..engine.reference import ReferenceEngine
from ..engine.state import Layout
from ..engine.wasm import WasmEngine
from ..machine.labels import parse_label
from ..machine.program import Machine
from ..model.rulebook import Config
from .chance import chance_streams, draw
from .offers import Offers
from .record import Entry, Record, digest, replay
from .record import read as read_record
from .record import save as save_record

EngineName = Literal["wasm", "reference"]


def make_engine(machine: Machine, name: EngineName = "wasm") -> Engine:
    """An engine for a machine: `wasm` is fast, `reference` is the meaning."""
    return WasmEngine(machine) if name == "wasm" else ReferenceEngine(machine)


def load(name: str | Path, layers: Sequence[str | Path] = ()) -> LoadedBook:
    """A rulebook by folder and file (`folder/name`) or by path, with more layers on top."""
    given = tuple(str(layer) for layer in layers)
    return LoadedBook(str(name), given, pipeline.load(str(name), given))


@frozen(eq=False)
class LoadedBook:
    """A rulebook and its layers as read."""

    name: str
    layers: tuple[str, ...]
    stack: Any = field(repr=False)

    def configure(
        self,
        players: int | None = None,
        options: Mapping[str, int | str] | None = None,
        engine: EngineName = "wasm",
    ) -> ConfiguredGame:
        """The game for so many players (None: the fewest) and these options; the rest keep their defaults."""
        game = pipeline.configure(self.stack, Config(players, dict(options or {})))
        running = make_engine(game.machine, engine)
        return ConfiguredGame(self, game, running, Offers.of(running))


@frozen(eq=False)
class ConfiguredGame:
    """A game ready to play: its machine and an engine."""

    book: LoadedBook = field(repr=False)
    game: Any = field(repr=False)
    engine: Engine = field(repr=False)
    offers: Offers = field(repr=False)

    @property
    def machine(self) -> Machine:
        return self.engine.machine

    @property
    def players(self) -> int:
        return self.machine.players

    def start(self, seed: int = 1, number: int = 0) -> GameState:
        """A new game; seed and number say what chance will give."""
        return self._settled(self.engine.start(seed, number), None)

    def resume(self, path: str | Path) -> GameState:
        """A saved game, where it was left."""
        return self.replay(read_record(Path(path)))

    def replay(self, record: Record) -> GameState:
        """The game of a record, at its end; every step is checked against the rules."""
        end = replay(self.engine, record)
        past: Past | None = None
        for entry in record.entries:
            past = Past(past, entry)
        return self._settled(end, past)

    def _settled(self, raw: State, past: Past | None) -> GameState:
        keys = chance_streams(self.machine)
        while self.offers.chances(raw):
            value, drawn = draw(self.engine, keys, raw)
            past = Past(past, Entry(None, self.offers.text(raw, value)))
            raw = self.engine.chance(drawn, value)
        return GameState(self, raw, past)


@frozen(eq=False)
class Past:
    """What happened, last first: states share it, so that a long game costs no more than its steps."""

    before: Past | None
    entry: Entry


@frozen(eq=False)
class GameState:
    """One moment of a game: a decision, or the end."""

    game: ConfiguredGame = field(repr=False)
    raw: State
    past: Past | None = field(repr=False)

    @property
    def over(self) -> bool:
        return self.game.offers.ended(self.raw)

    @property
    def player(self) -> int:
        """Who decides, from 0."""
        return self.game.engine.who(self.raw)

    @property
    def seat(self) -> str:
        """Who decides, by name."""
        return self.game.offers.seat(self.raw)

    @property
    def payoffs(self) -> tuple[int, ...]:
        return self._per_player("payoff")

    @property
    def scores(self) -> tuple[int, ...]:
        return self._per_player("score")

    def _per_player(self, cell: str) -> tuple[int, ...]:
        slot = Layout.of(self.game.machine).slots[cell]
        return self.raw.cells[slot.offset : slot.end]

    def legal(self) -> tuple[int, ...]:
        """The numbers of the options; empty when the game is over."""
        return self.game.engine.options(self.raw)

    def label(self, option: int) -> str:
        return self.game.offers.text(self.raw, option)

    def labels(self) -> tuple[str, ...]:
        """What can be done, by name."""
        return () if self.over else self.game.offers.texts(self.raw)

    def find(self, text: str) -> int:
        """The option that a label names; parameters may be left out as long as only one option fits."""
        try:
            label, args = parse_label(text)
        except ValueError as error:
            raise RulekitError(Diagnostic("E804", str(error))) from error
        found = self.game.offers.matching(self.raw, label, args)
        if len(found) > 1:
            raise RulekitError(Diagnostic("E804", f"`{text}` fits {len(found)} options: say more of its parameters"))
        if not found:
            raise RulekitError(Diagnostic("E804", self.game.offers.not_offered(self.raw, label, args)))
        return found[0]

    def apply(self, option: int | str) -> GameState:
        """The game after an option, by number or label, and after whatever chance follows."""
        number = self.find(option) if isinstance(option, str) else option
        if not self.over and number not in self.legal():
            raise RulekitError(Diagnostic("E804", f"there is no option {number} here"))
        if self.over:
            raise RulekitError(Diagnostic("E804", "the game is over"))
        past = Past(self.past, Entry(self.seat, self.label(number)))
        return self.game._settled(self.game.engine.apply(self.raw, number), past)

    def random(self) -> tuple[int, GameState]:
        """What a random player does here, and this state with that draw counted."""
        option, raw = self.game.engine.pick(self.raw)
        return option, evolve(self, raw=raw)

    def value(self, cell: str, *index: int) -> Any:
        """What a cell of the machine holds: a number, a set, or a row from the bottom."""
        return Layout.of(self.game.machine).read(self.raw.cells, cell, index)

    def history(self) -> tuple[Entry, ...]:
        """Every step since the start."""
        entries: list[Entry] = []
        past = self.past
        while past is not None:
            entries.append(past.entry)
            past = past.before
        return tuple(reversed(entries))

    def record(self) -> Record:
        book, game = self.game.book, self.game.game
        return Record(
            game=book.name,
            players=self.game.players,
            seed=self.raw.seed,
            number=self.raw.game,
            layers=book.layers,
            options=dict(game.rulebook.options),
            entries=self.history(),
            uses=self.raw.uses,
            digest=digest(self.raw),
        )

    def save(self, path: str | Path) -> None:
        """Writes the game to a file, whole or not at all; `resume` goes on with it."""
        save_record(self.record(), Path(path))
