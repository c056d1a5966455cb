"""A loaded rulebook and its games: the entry point for Python programs and commands.

`load` finds and parses a book with all the books below it. `configure` runs the other stages (`pipeline.py`) for one
number of players and one answer of each option. If the cache has the machine (`cached_games.py`), earlier stages run
only when their results are used. `game.py` plays.

Arguments of a wrong type or form raise TypeError or ValueError, as in `engine.argument_validation`. If a book, option
or number of players does not exist, the stages raise RulekitError.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from attrs import evolve, field, frozen

from ..diagnostics import Diagnostic, Help, RulekitError
from ..engine.argument_validation import short_repr, whole_number
from ..engine.choice import ENGINES, EngineName, make_engine
from ..rulebook_files import find
from .cached_games import KeptTexts, cache_machine, cache_texts, machine_name, read_cached_machine, read_cached_texts
from .game import ConfiguredGame
from .game_record import GameRecord

if TYPE_CHECKING:
    from ..check.checked import CheckedModel
    from ..loader import BookStack
    from ..machine.program import Machine
    from ..model.coverage import CitedSource
    from ..model.rulebook import Config, Rulebook
    from ..model.settings import ExampleSetting
    from ..syntax import nodes as s


def validate_book_name(what: str, value: Any) -> str:
    if isinstance(value, str | PathLike) and isinstance(name := str(value), str):
        return name
    raise TypeError(f"{what}: the name of a rulebook or a path is expected, not {short_repr(value)}")


def book_names(what: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str | PathLike) or not isinstance(value, Sequence):
        raise TypeError(f"{what}: a list of names or paths is expected, not {short_repr(value)}")
    return tuple(validate_book_name(what, name) for name in value)


def player_count(value: Any) -> int | None:
    return None if value is None else whole_number("players", value)


def validate_settings(value: Any) -> dict[str, int | str]:
    """Return a dictionary of options, each with a number or the name of an answer. Raise TypeError for other values."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"options: a dict from names to answers is expected, not {short_repr(value)}")
    found: dict[str, int | str] = {}
    for name, answer in value.items():
        if not isinstance(name, str):
            raise TypeError(f"options: names are expected, not {short_repr(name)}")
        expected = "a number or the name of an answer"
        found[name] = answer if isinstance(answer, str) else whole_number(f"option {name}", answer, expected=expected)
    return found


def engine_name(value: Any) -> None:
    if value not in ENGINES:
        raise ValueError(f"engine: {' or '.join(map(repr, ENGINES))} is expected, not {short_repr(value)}")


def load(name: str | Path, layers: Sequence[str | Path] = ()) -> LoadedBook:
    """Load a rulebook, given by folder and file (`folder/name`) or by path, with more layers on top."""
    book, given = validate_book_name("name", name), book_names("layers", layers)
    paths = [find(one) for one in (book, *given)]
    texts = read_cached_texts(paths)
    if texts is not None:
        return LoadedBook(book, given, tuple(paths), texts)
    stack = _gather(paths)
    loaded = LoadedBook(book, given, tuple(paths), cache_texts(paths, stack))
    loaded.__dict__["_stack"] = stack  # the stack was already read above
    return loaded


def _gather(paths: Sequence[Path], texts: KeptTexts | None = None) -> BookStack:
    from ..loader import gather_stack

    try:
        return gather_stack(paths, None if texts is None else texts.read)
    except RulekitError as error:
        from ..model.rulebook import Config
        from ..pipeline import keep_proven_fixes

        raise RulekitError(*keep_proven_fixes(paths, Config(), error.diagnostics)) from None


def load_record(record: GameRecord, engine: EngineName = "wasm") -> ConfiguredGame:
    """Return the game of a record. Anybody may have written the record and named any file as its book, so messages
    about that book do not quote its lines."""
    try:
        return load(record.game, record.layers).configure(record.players, record.options, engine)
    except RulekitError as error:
        asked = [evolve(d, span=None, labels=(), help=()) for d in error.diagnostics if d.code.startswith("E60")]
        if asked:  # the game does not have the number of players or the options of the record
            raise RulekitError(*asked) from None
        if not any(d.span for d in error.diagnostics):
            raise
        books = " with ".join(f"`{name}`" for name in (record.game, *record.layers))
        words = " ".join([record.game, *(f"--with {name}" for name in record.layers)])
        advice = (Help(f"`rulekit check {words}` tells what, if that is a rulebook of yours"),)
        raise RulekitError(Diagnostic("E835", f"the game of this save, {books}, has mistakes", help=advice)) from None


Key = tuple[int | None, tuple[tuple[str, int | str], ...]]
"""A configuration as a dictionary key: the number of players, and the options with their answers."""
MOST_KEPT = 64
"""The most configurations of a book whose models are kept."""


# a comparison of all editions of a game needs each edition with each other answer, several times
@lru_cache(maxsize=512)
def _apply_layers(books: tuple[s.Book, ...], key: Key) -> tuple[Rulebook | None, tuple[Diagnostic, ...]]:
    """Apply the layers of books for a configuration; return the rulebook (None after an error) and the messages. Equal
    calls return the cached result."""
    from ..model.assembly import assemble
    from ..model.rulebook import Config

    rulebook, diagnostics = assemble(books, Config(key[0], dict(key[1])))
    return rulebook, tuple(diagnostics)


@frozen(eq=False, slots=False)
class LoadedBook:
    """A rulebook with its layers, as loaded from files."""

    name: str
    layers: tuple[str, ...]
    _paths: tuple[Path, ...] = field(repr=False)
    _texts: KeptTexts | None = field(default=None, repr=False)  # None if the cache cannot have machines for these texts
    _models: dict[tuple[Key, bool], CheckedModel | None] = field(factory=dict, init=False, repr=False)

    @cached_property
    def _stack(self) -> BookStack:
        return _gather(self._paths, self._texts)

    @property
    def books(self) -> tuple[s.Book, ...]:
        """Return the parsed books, base first."""
        return self._stack.books

    @property
    def headers(self) -> tuple[str, ...]:
        """Return the names in the headers of the books, base first."""
        return tuple(book.header.name.text for book in self.books)

    @property
    def files(self) -> tuple[str, ...]:
        """Return the real path of each book's file, in the same order as the books."""
        return tuple(self._stack.files)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return the warnings that reading the books gave."""
        return self._stack.diagnostics

    def configure(
        self,
        players: int | None = None,
        options: Mapping[str, int | str] | None = None,
        engine: EngineName = "wasm",
        ruleset_name: str | None = None,
        examples: bool | str = False,
        games: int | None = None,
    ) -> ConfiguredGame:
        """Return the game for a number of players (None: the smallest) and these options.

        Other options have the answers of the ruleset, or their defaults. `examples` may be True for all examples or the
        name of one. `games` is how many games will be played on the engine (`make_engine`). Raises RulekitError if
        there is no such game or its rules have errors."""
        engine_name(engine)
        if not isinstance(ruleset_name, str | None):
            raise TypeError(f"ruleset_name: the name of a ruleset is expected, not {short_repr(ruleset_name)}")
        count, settings = player_count(players), validate_settings(options)
        games = None if games is None else whole_number("games", games)

        def check_once() -> tuple[CheckedModel, tuple[Diagnostic, ...]]:
            return self._check_configuration(self._add_ruleset(self._config(count, settings), ruleset_name), examples)

        name, machine = None, None
        if self._texts is not None:
            name = machine_name(self._texts, count, sorted(settings.items()), ruleset_name, examples)
            machine = read_cached_machine(name)
        if machine is not None:
            return ConfiguredGame(self.name, self.layers, lambda: check_once()[0], make_engine(machine, engine, games))
        model, diagnostics = check_once()
        machine = machine_of(model)
        if name is not None and not diagnostics:
            cache_machine(name, machine)
        return ConfiguredGame(self.name, self.layers, model, make_engine(machine, engine, games), diagnostics)

    def _add_ruleset(self, config: Config, ruleset_name: str | None) -> Config:
        from ..model.settings import with_ruleset

        return config if ruleset_name is None else with_ruleset(self._assemble(config), ruleset_name, config)

    def machine(
        self,
        players: int | None = None,
        options: Mapping[str, int | str] | None = None,
        example: str | None = None,
    ) -> Machine:
        """Return the machine of a configuration, with all examples for this configuration, or only the one with this
        name."""
        return machine_of(self._check_configuration(self._config(players, options), example or True)[0])

    def _config(self, players: int | None, options: Mapping[str, int | str] | None) -> Config:
        from ..model.rulebook import Config

        return Config(player_count(players), validate_settings(options))

    def _check_configuration(self, config: Config, examples: bool | str) -> tuple[CheckedModel, tuple[Diagnostic, ...]]:
        """Return the checked model and every warning. Raise RulekitError with all diagnostics if there is an error."""
        model, found = self.check(config, examples)
        diagnostics = (*self.diagnostics, *found)
        if model is None:
            from ..pipeline import keep_proven_fixes

            raise RulekitError(*keep_proven_fixes(self._paths, config, diagnostics))
        if isinstance(examples, str) and f"example {examples}" not in model.examples:
            from ..check.run import example_refusal

            raise RulekitError(example_refusal(self._assemble(config), examples))
        return model, diagnostics

    def check(
        self, config: Config, examples: bool | str = True, knowledge: bool = True, texts: bool = True
    ) -> tuple[CheckedModel | None, list[Diagnostic]]:
        """Check a configuration like `pipeline.check_configuration`, but use the cached result of applying the layers.
        Return the model (None after an error) and all diagnostics."""
        from ..pipeline import check_layered

        rulebook, found = self._stack_layers(config)
        return (None, found) if rulebook is None else check_layered(rulebook, found, examples, knowledge, texts)

    def model(self, config: Config, whole: bool = True) -> CheckedModel | None:
        """Return the model of a configuration, without examples and without the check of who can know what; None if
        there is an error. The result is cached. With `whole=False`, only names, types and words must be correct, and
        examples are included: this is enough to write sentences."""
        key = (_key(config), whole)
        if key not in self._models:
            if len(self._models) >= MOST_KEPT:
                self._models.clear()
            self._models[key] = self.check(config, False, False, False)[0] if whole else self._readable(config)
        return self._models[key]

    def playable_model(self, config: Config) -> CheckedModel:
        """Return the model of a configuration from which a machine can be made. Raise RulekitError if it has errors."""
        model = self.model(config)
        if model is None:
            raise RulekitError(*self.diagnostics, *self.check(config, False, False, False)[1])
        return model

    def _readable(self, config: Config) -> CheckedModel | None:
        from ..check import readable_model

        rulebook, _ = self._stack_layers(config)
        return None if rulebook is None else readable_model(rulebook)

    def _assemble(self, config: Config) -> Rulebook:
        rulebook, diagnostics = self._stack_layers(config)
        if rulebook is None:
            raise RulekitError(*self.diagnostics, *diagnostics)
        return rulebook

    def _stack_layers(self, config: Config) -> tuple[Rulebook | None, list[Diagnostic]]:
        rulebook, diagnostics = _apply_layers(self.books, _key(config))
        return rulebook, list(diagnostics)

    @cached_property
    def rulebook(self) -> Rulebook:
        """Return the rulebook with its layers applied, with the default of every option."""
        return self.apply_layers()

    def apply_layers(self, players: int | None = None, options: Mapping[str, int | str] | None = None) -> Rulebook:
        """Return the rulebook with its layers applied for a configuration. It is not checked and may be incomplete."""
        return self._assemble(self._config(players, options))

    @cached_property
    def cited_sources(self) -> Mapping[str, CitedSource]:
        """Return the sources that are cited in any configuration, keyed by their names."""
        from ..pipeline import sources_everywhere

        return sources_everywhere(self.books, lambda config: self._stack_layers(config)[0])

    @property
    def player_counts(self) -> tuple[int, ...]:
        """Return every number of players that the rulebook allows."""
        return self.rulebook.header.player_counts or (self.rulebook.players,)

    @property
    def is_whole(self) -> bool:
        """Return whether the book is a whole game; False if its editions must supply some of its clauses."""
        from ..model.clause_table import is_unsaid

        return not any(is_unsaid(placed.clause) for placed in self.rulebook.clauses)

    def example_settings(self, own: bool = False) -> list[ExampleSetting]:
        """Return the settings of the examples, in the order of the rulebook. Examples for numbers of players that the
        layers exclude are left out.

        With `own`, only examples that the last layer adds or changes are included."""
        from ..model.settings import example_setting

        clauses = (clause for clause in self._examples(True) if not own or self._is_last(clause))
        return [example_setting(self.rulebook, clause) for clause in clauses]

    def _is_last(self, example: s.ExampleClause) -> bool:
        """Return whether the last layer adds or changes an example."""
        from ..syntax import nodes as s
        from ..syntax.traversal import inside

        last = self.books[-1]
        if any(p.layer == last.header.name.text for p in self.rulebook.clauses if p.clause is example):
            return True
        edits = (m for m in last.members if not isinstance(m, s.Clause | s.Strike))
        return any(name.text == example.name.text for m in edits for name in inside(m, s.Name))

    @property
    def examples_left_out(self) -> tuple[str, ...]:
        """Return the names of the examples for numbers of players that higher layers exclude."""
        return tuple(clause.name.text for clause in self._examples(False))

    def _examples(self, apply: bool) -> Iterator[s.ExampleClause]:
        from ..model.settings import example_applies
        from ..syntax import nodes as s

        for placed in self.rulebook.clauses:
            if isinstance(placed.clause, s.ExampleClause) and example_applies(self.rulebook, placed) is apply:
                yield placed.clause


def _key(config: Config) -> Key:
    return config.players, tuple(sorted(config.options.items()))


_MACHINES: WeakKeyDictionary[CheckedModel, Machine] = WeakKeyDictionary()
"""What was made of a model, for those who compare one book with several."""


def machine_of(model: CheckedModel) -> Machine:
    """Return the machine of a model; it is lowered at the first call and then cached."""
    from ..machine.lower import lower

    if model not in _MACHINES:
        _MACHINES[model] = lower(model)
    return _MACHINES[model]
