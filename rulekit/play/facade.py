"""The facade, the friendly way in from Python: load a rulebook, configure it, start a game, play.

Chance is resolved by the seed, so a state is always at a decision or over.  States are values: `apply` gives a new one
and remembers how it came about, for records and saves.  The engines below are bare numbers; this adds the names.
Long, since it has a small method for each thing that people ask of a book, a game or a state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from attrs import define, evolve, field, frozen

from .. import pipeline
from ..diagnostics import Diagnostic, Help, RulekitError
from ..engine.argument_validation import seed_of, shown, whole
from ..engine.interface import CHANCES_IN_A_ROW, Cursor, Engine, NotAnOption, State
from ..engine.log import Told
from ..engine.state import Layout
from ..machine.identity import rules_identity
from ..machine.labels import parse_label
from ..machine.program import PAYOFF, SCORE, Machine
from ..model.example_config import ExampleSetting, applies, setting
from ..model.layers import assemble
from ..model.rulebook import Config, Rulebook
from ..pipeline import EngineName
from ..syntax import nodes as s
from .condition_explanation import Explainer
from .label_resolution import Offers, cut
from .learnt import InformationState, Recall, View
from .position import position
from .random_play import chance_streams, draw, endless
from .record import Entry, Record, digest, replayed
from .record import read as read_record
from .record import save as save_record
from .validation import book_name, book_names, engine_name, player_count, settings
from .whynot import WhyNot, why_not


def load(name: str | Path, layers: Sequence[str | Path] = ()) -> LoadedBook:
    """A rulebook by folder and file (`folder/name`) or by path, with more layers on top."""
    book, given = book_name("name", name), book_names("layers", layers)
    return LoadedBook(book, given, pipeline.load(book, given))


def load_record(record: Record, engine: EngineName = "wasm") -> ConfiguredGame:
    """The game that a record is of.

    A record names its game, and anybody may have written it: what is wrong with that rulebook is told without a line of
    it, for it may be any file.
    """
    try:
        return load(record.game, record.layers).configure(record.players, record.options, engine)
    except RulekitError as error:
        asked = [evolve(d, span=None, labels=(), help=()) for d in error.diagnostics if d.code.startswith("E60")]
        if asked:  # for players or options that the game does not have
            raise RulekitError(*asked) from None
        if not any(d.span for d in error.diagnostics):
            raise
        books = " with ".join(f"`{name}`" for name in (record.game, *record.layers))
        words = " ".join([record.game, *(f"--with {name}" for name in record.layers)])
        advice = (Help(f"`rulekit check {words}` tells what, if that is a rulebook of yours"),)
        raise RulekitError(Diagnostic("E835", f"the game of this save, {books}, has mistakes", help=advice)) from None


@frozen(eq=False, slots=False)
class LoadedBook:
    """A rulebook and its layers as read."""

    name: str
    layers: tuple[str, ...]
    stack: pipeline.Loaded = field(repr=False)

    def configure(
        self,
        players: int | None = None,
        options: Mapping[str, int | str] | None = None,
        engine: EngineName = "wasm",
    ) -> ConfiguredGame:
        """The game for so many players (None: the fewest) and these options; the rest keep their defaults."""
        engine_name(engine)
        game = self.stack.configure(player_count(players), settings(options), examples=False)
        return ConfiguredGame(self, game, game.engine(engine))

    def machine(
        self,
        players: int | None = None,
        options: Mapping[str, int | str] | None = None,
        example: str | None = None,
    ) -> Machine:
        """The machine of a configuration, with the examples that are about it, or with no other than this one."""
        return self.stack.configure(player_count(players), settings(options), examples=example or True).machine

    @cached_property
    def rulebook(self) -> Rulebook:
        """The layered rulebook with every default."""
        return self.layered()

    def layered(self, players: int | None = None, options: Mapping[str, int | str] | None = None) -> Rulebook:
        """The rulebook with its layers applied for a configuration, not yet checked and perhaps not whole."""
        rulebook, diagnostics = assemble(self.stack.books, Config(player_count(players), settings(options)))
        if rulebook is None:
            raise RulekitError(*self.stack.diagnostics, *diagnostics)
        return rulebook

    @property
    def player_counts(self) -> tuple[int, ...]:
        """Every number of players that the rulebook allows."""
        header, players = self.rulebook.header, self.rulebook.players
        return tuple(range(header.players_low or players, (header.players_high or header.players_low or players) + 1))

    def example_settings(self) -> list[ExampleSetting]:
        """The examples in the order of the rulebook, without those of a layer below that are for other players."""
        return [setting(self.rulebook, clause) for clause in self._examples(True)]

    @property
    def left_out(self) -> tuple[str, ...]:
        """The examples for numbers of players that the layers over theirs have ruled out."""
        return tuple(clause.name.text for clause in self._examples(False))

    def _examples(self, apply: bool) -> Iterator[s.ExampleClause]:
        for placed in self.rulebook.clauses:
            if isinstance(placed.clause, s.ExampleClause) and applies(self.rulebook, placed) is apply:
                yield placed.clause


@frozen(eq=False, slots=False)
class ConfiguredGame:
    """A game ready to play: its machine and an engine."""

    book: LoadedBook = field(repr=False)
    game: pipeline.Game = field(repr=False)
    engine: Engine = field(repr=False)

    @cached_property
    def offers(self) -> Offers:
        return Offers.of(self.engine)

    @cached_property
    def layout(self) -> Layout:
        return Layout.of(self.machine)

    @cached_property
    def _streams(self) -> dict[str, tuple[int, str]]:
        return chance_streams(self.machine)

    @cached_property
    def rules(self) -> str:
        """The name of the rules of play, however they are worded: what a save may be gone on with by."""
        return rules_identity(self.machine)

    @cached_property
    def explainer(self) -> Explainer:
        return Explainer.of(self.game.sources)

    @cached_property
    def recall(self) -> Recall:
        return Recall(self.engine)

    @property
    def machine(self) -> Machine:
        return self.engine.machine

    @property
    def players(self) -> int:
        return self.machine.players

    def start(self, seed: int = 1, number: int = 0) -> GameState:
        """A new game; seed (0 to 2^64 - 1) and number (below 2^32) say what chance will give."""
        return self._settled(self.engine.start(seed, number), None)

    def resume(self, path: str | Path) -> GameState:
        """A saved game, where it was left."""
        return self.replay(read_record(Path(path)))

    def replay(self, record: Record) -> GameState:
        """The game of a record, at its end; every step is checked against the rules."""
        if not isinstance(record, Record):
            raise TypeError(f"record: a Record is expected, as `state.record()` gives it, not {shown(record)}")
        end, entries = replayed(self.engine, record)
        past: Past | None = None
        for raw, choice, entry in entries:
            past = Past(self, past, raw, choice, entry)
        return self._settled(end, past)

    def _settled(self, raw: State, past: Past | None) -> GameState:
        for _ in range(CHANCES_IN_A_ROW):
            if raw.node not in self._streams:
                return GameState(self, raw, past)
            begun = past is not None and past.option is None and past.words is None
            past = Past(self, past, None if begun else raw, None)
            raw = self.engine.chance(raw)
        raise endless(self.offers.clause(raw))


@define(eq=False)
class Past:
    """What happened, last first: states share it, so that a long game costs no more than its steps.

    It is the state in which an option was taken (None: in which chance had its say), and is put into words only when
    somebody asks; then it keeps them, and what was seen.  Of chances in a row the first alone keeps its state, from
    which the others follow: a shuffle of thousands would keep as many.
    """

    game: ConfiguredGame
    before: Past | None
    raw: State | None
    option: int | None
    words: Entry | None = None
    seen: dict[int, tuple[Told, bytes]] = field(factory=dict)

    @property
    def entry(self) -> Entry:
        if self.words is None:
            if self.option is None:
                self._tell_chances()
            else:
                self.words = self._taken(self.option)
        assert self.words is not None
        return self.words

    def _taken(self, option: int) -> Entry:
        offers, raw = self.game.offers, self.raw
        assert raw is not None
        return Entry(offers.seat(raw), offers.text(raw, option), offers.hidden(raw))

    def _tell_chances(self) -> None:
        """Words for this chance and for those before it, as far back as a state was kept."""
        run = [self]
        while run[-1].raw is None:
            before = run[-1].before
            assert before is not None
            run.append(before)
        engine, offers, state = self.game.engine, self.game.offers, run[-1].raw
        for past in reversed(run):
            assert state is not None
            value, _ = draw(engine, self.game._streams, state)
            past.words = Entry(None, offers.text(state, value), offers.hidden(state))
            state = engine.chance(state)


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
        return self._per_player(PAYOFF)

    @property
    def scores(self) -> tuple[int, ...]:
        return self._per_player(SCORE)

    def _per_player(self, cell: str) -> tuple[int, ...]:
        slot = self.game.layout.slots[cell]
        return self.raw.cells[slot.offset : slot.end]

    def legal(self) -> tuple[int, ...]:
        """The numbers of the options; empty when the game is over."""
        return self.game.engine.options(self.raw)

    def label(self, option: int) -> str:
        """An option of this decision by name."""
        number = whole("option", option)
        try:
            return self.game.offers.text(self.raw, number)
        except KeyError:
            raise self._no_option(number) from None

    def labels(self) -> tuple[str, ...]:
        """What can be done, by name."""
        return () if self.over else self.game.offers.texts(self.raw)

    def find(self, text: str) -> int:
        """The option that a label names; parameters may be left out as long as only one option fits."""
        if not isinstance(text, str):
            raise TypeError(f"text: the label of an option is expected, not {shown(text)}")
        try:
            label, args = parse_label(text)
        except ValueError as error:
            raise RulekitError(Diagnostic("E804", str(error))) from error
        found = self.game.offers.matching(self.raw, label, args)
        if len(found) > 1:
            raise RulekitError(
                Diagnostic("E804", f"`{cut(text)}` fits {len(found)} options: say more of its parameters")
            )
        if not found:
            raise RulekitError(Diagnostic("E804", self.game.offers.not_offered(self.raw, label, args)))
        return found[0]

    def why_not(self, text: str, viewer: int | None = None) -> WhyNot:
        """Why what a label names cannot be played here: the requirement that fails, with its values, its clause and
        its citation.  With a viewer (a player, from 0) only what he sees is told.  Every label has an answer."""
        return why_not(self.game.explainer, self.raw, text, viewer)

    def apply(self, option: int | str) -> GameState:
        """The game after an option, by number or label, and after whatever chance follows."""
        number = (
            self.find(option) if isinstance(option, str) else whole("option", option, expected="a number or a label")
        )
        try:
            raw = self.game.engine.apply(self.raw, number)
        except NotAnOption:
            raise self._no_option(number) from None
        return self.game._settled(raw, Past(self.game, self.past, self.raw, number))

    def _no_option(self, number: int) -> RulekitError:
        return RulekitError(
            Diagnostic("E804", "the game is over" if self.over else f"there is no option {number} here")
        )

    def with_seed(self, seed: int) -> GameState:
        """This state with another future: what chance gives from here on is that of this seed.  Without it, whoever
        tries something out sees what the game itself will bring."""
        return evolve(self, raw=self.raw.with_seed(seed_of(seed)))

    def cursor(self, seed: int | None = None) -> Cursor:
        """A cursor that stands here: the same game as numbers only, moved instead of copied, for programs that go
        through states by the million.  Chance is drawn as it comes: as in this game, or as `seed` says."""
        return self.game.engine.cursor(self.raw if seed is None else self.with_seed(seed).raw)

    def random(self) -> tuple[int, GameState]:
        """What a random player does here, and this state with that draw counted."""
        option, raw = self.game.engine.pick(self.raw)
        return option, evolve(self, raw=raw)

    def value(self, cell: str, *index: int) -> Any:
        """What a cell of the machine holds: a number, a set, or a row from the bottom."""
        if cell not in self.game.layout.slots:
            raise ValueError(f"cell: the name of a cell of the machine is expected, not {shown(cell)}")
        try:
            return self.game.layout.read(self.raw.cells, cell, [whole("index", at) for at in index])
        except IndexError:
            shape = list(self.game.layout.slots[cell].cell.shape)
            raise ValueError(f"index: numbers below {shape} are expected for {cell}, not {list(index)}") from None

    def history(self) -> tuple[Entry, ...]:
        """Every step since the start."""
        entries: list[Entry] = []
        past = self.past
        while past is not None:
            entries.append(past.entry)
            past = past.before
        return tuple(reversed(entries))

    def view(self, player: int) -> View:
        """What a player sees now, as a value that prints for people."""
        packed = self.game.engine.observe(self.raw, player)
        return View(player, packed, tuple(position(self.game.engine, self.raw, player)))

    def information_state(self, player: int) -> InformationState:
        """All that a player has seen so far (perfect recall), as a value that prints for people."""
        return self.game.recall.information_state(self.past, self.raw, player)

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
            rules=self.game.rules,
        )

    def save(self, path: str | Path) -> None:
        """Writes the game to a file, whole or not at all; `resume` goes on with it."""
        save_record(self.record(), Path(path))
