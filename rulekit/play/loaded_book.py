"""A rulebook as loaded, and the games that it gives: where Python programs and commands begin.

`load` finds and parses a book with all that it stands on; `configure` takes it through the other stages (`pipeline.py`)
for one number of players and one value of each option.  Playing is `game.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from attrs import evolve, field, frozen

from ..check.checked import CheckedModel
from ..check.requested_example import example_refusal
from ..diagnostics import Diagnostic, Help, RulekitError
from ..loader import gather
from ..machine.lower import lower
from ..machine.program import Machine
from ..model.example_config import ExampleSetting, applies, setting
from ..model.layers import assemble
from ..model.rulebook import Config, Rulebook
from ..model.rulesets import ruleset
from ..pipeline import EngineName, check_layered, make_engine
from ..rulebook_files import find
from ..syntax import nodes as s
from .game import ConfiguredGame
from .record import GameRecord
from .validation import book_names, checked_book_name, checked_settings, engine_name, player_count


def load(name: str | Path, layers: Sequence[str | Path] = ()) -> LoadedBook:
    """A rulebook by folder and file (`folder/name`) or by path, with more layers on top."""
    book, given = checked_book_name("name", name), book_names("layers", layers)
    books, diagnostics = gather([find(one) for one in (book, *given)])
    return LoadedBook(book, given, tuple(books), tuple(diagnostics))


def load_record(record: GameRecord, engine: EngineName = "wasm") -> ConfiguredGame:
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


Key = tuple[int | None, tuple[tuple[str, int | str], ...]]
"""Of a configuration."""
MOST_KEPT = 64
"""Configurations of which the layered rulebook is kept."""


@frozen(eq=False, slots=False)
class LoadedBook:
    """A rulebook and its layers as read."""

    name: str
    layers: tuple[str, ...]
    books: tuple[s.Book, ...] = field(repr=False)  # base first
    diagnostics: tuple[Diagnostic, ...] = field(default=(), repr=False)  # the warnings of reading
    _layered: dict[Key, tuple[Rulebook, list[Diagnostic]]] = field(factory=dict, init=False, repr=False)

    def configure(
        self,
        players: int | None = None,
        options: Mapping[str, int | str] | None = None,
        engine: EngineName = "wasm",
        ruleset_name: str | None = None,
        examples: bool | str = False,
    ) -> ConfiguredGame:
        """The game for so many players (None: the fewest) and these options; the rest are as a ruleset of the book
        says, else they keep their defaults.

        `examples` says whether the machine has those too; a name, that only this one is read.  Raises RulekitError
        where there is no such game, or its rules are wrong.
        """
        engine_name(engine)
        config = self._config(players, options)
        if ruleset_name is not None:
            config = ruleset(self._assembled(config), ruleset_name, config)
        model, diagnostics = self._checked(config, examples)
        return ConfiguredGame(self.name, self.layers, model, make_engine(lower(model), engine), diagnostics)

    def machine(
        self,
        players: int | None = None,
        options: Mapping[str, int | str] | None = None,
        example: str | None = None,
    ) -> Machine:
        """The machine of a configuration, with the examples that are about it, or with no other than this one."""
        return lower(self._checked(self._config(players, options), example or True)[0])

    def _config(self, players: int | None, options: Mapping[str, int | str] | None) -> Config:
        return Config(player_count(players), checked_settings(options))

    def _checked(self, config: Config, examples: bool | str) -> tuple[CheckedModel, tuple[Diagnostic, ...]]:
        """The checked model and every warning.  Raises RulekitError with all that was found on the way."""
        model, found = self.check(config, examples)
        diagnostics = (*self.diagnostics, *found)
        if model is None:
            raise RulekitError(*diagnostics)
        if isinstance(examples, str) and f"example {examples}" not in model.examples:
            raise RulekitError(example_refusal(self._assembled(config), examples))
        return model, diagnostics

    def check(
        self, config: Config, examples: bool | str = True, knowledge: bool = True
    ) -> tuple[CheckedModel | None, list[Diagnostic]]:
        """As `pipeline.check_configuration`, of the layers as they were applied when they were first asked for."""
        rulebook, found = self._applied(config)
        return (None, found) if rulebook is None else check_layered(rulebook, found, examples, knowledge)

    def _assembled(self, config: Config) -> Rulebook:
        rulebook, diagnostics = self._applied(config)
        if rulebook is None:
            raise RulekitError(*self.diagnostics, *diagnostics)
        return rulebook

    def _applied(self, config: Config) -> tuple[Rulebook | None, list[Diagnostic]]:
        key = (config.players, tuple(sorted(config.options.items())))
        if key in self._layered:
            return self._layered[key]
        rulebook, diagnostics = assemble(self.books, config)
        if rulebook is not None:
            if len(self._layered) >= MOST_KEPT:
                self._layered.clear()
            self._layered[key] = rulebook, diagnostics
        return rulebook, diagnostics

    @cached_property
    def rulebook(self) -> Rulebook:
        """The layered rulebook with every default."""
        return self.layered()

    def layered(self, players: int | None = None, options: Mapping[str, int | str] | None = None) -> Rulebook:
        """The rulebook with its layers applied for a configuration, not yet checked and perhaps not whole."""
        return self._assembled(self._config(players, options))

    @property
    def player_counts(self) -> tuple[int, ...]:
        """Every number of players that the rulebook allows."""
        return self.rulebook.header.player_counts or (self.rulebook.players,)

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
