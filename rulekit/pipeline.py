"""From text to a game that plays: every stage, in order, on this one page.

    parse -> assemble -> check_rulebook -> lower -> an engine

`load` finds and parses a stack of books; `configure` takes it through the other stages for one number of players and
one value of each option; `check_all` goes as far as the check in every configuration that a reader would want
checked.  How files are found is `library.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Literal, get_args

from attrs import evolve, field, frozen

from .check import check_rulebook
from .check.checked import CheckedModel
from .check.requested_example import refusal
from .diagnostics import Diagnostic, Help, RulekitError
from .diagnostics.duplicates import Key, deduplicated, key_of
from .engine.interface import Engine
from .library import find
from .loader import gather
from .machine.lower import lower, sources
from .machine.program import Machine
from .machine.source_map import Sources
from .model.layers import assemble
from .model.rulebook import Config, Rulebook
from .model.rulesets import ruleset
from .model.settings import other_answers
from .syntax import nodes as s

MOST_CHECKED = 40_000
"""Clauses that are checked in all configurations of a rulebook together."""

EVERYWHERE = frozenset({"W203", "W204"})
"""What is true of a rulebook only if it is true in every configuration: something that is never used."""


EngineName = Literal["wasm", "reference"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)


def make_engine(machine: Machine, name: EngineName = "wasm") -> Engine:
    """An engine for a machine: `wasm` is the speed and `reference` the meaning; both give the same game."""
    # each is imported when asked for: checking and formatting need neither
    if name == "reference":
        from .engine.reference import ReferenceEngine

        return ReferenceEngine(machine)
    from .engine.wasm import WasmEngine

    return WasmEngine(machine)


def load(name: str, layers: Iterable[str] = ()) -> Loaded:
    """The books of a game, by the library's name for it or a path, with any layers added.  Raises RulekitError."""
    books, diagnostics = gather([find(name), *(find(layer) for layer in layers)])
    return Loaded(name, tuple(books), tuple(diagnostics))


@frozen(eq=False)
class Loaded:
    """A stack of books, parsed: base first.  `diagnostics` are the warnings given so far."""

    name: str
    books: tuple[s.Book, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    def configure(
        self,
        players: int | None = None,
        options: Mapping[str, int | str] | None = None,
        examples: bool | str = True,
        ruleset_name: str | None = None,
        knowledge: bool = True,
    ) -> Game:
        """One game of it.  Raises RulekitError where there is no such game, or its rules are wrong.

        `examples` says whether those are read too; a name, that only this one is.  Without `knowledge` nobody looks who
        knows what: for tests of what playing finds by itself.
        """
        config = Config(players, dict(options or {}))
        if ruleset_name is not None:
            rulebook, found = assemble(self.books, config)
            if rulebook is None:
                raise RulekitError(*self.diagnostics, *found)
            config = ruleset(rulebook, ruleset_name, config)
        return configure(self, config, examples, knowledge)

    def check(
        self, config: Config, examples: bool | str = True, knowledge: bool = True
    ) -> tuple[CheckedModel | None, list[Diagnostic]]:
        """Layers applied and the result checked, in one configuration."""
        rulebook, found = assemble(self.books, config)
        if rulebook is None:
            return None, found
        if examples is not True:
            kept = (p for p in rulebook.clauses if p.clause.kind != "example" or p.clause.name.text == examples)
            rulebook = evolve(rulebook, clauses=tuple(kept))
        model, more = check_rulebook(rulebook, knowledge)
        if examples is not True:  # what only the others use is no longer seen to be used
            more = [d for d in more if d.code not in EVERYWHERE]
        return model, deduplicated([*found, *more])


def configure(loaded: Loaded, config: Config, examples: bool | str = True, knowledge: bool = True) -> Game:
    """Through every stage for one configuration.  Raises RulekitError with all that was found on the way."""
    model, found = loaded.check(config, examples, knowledge)
    diagnostics = (*loaded.diagnostics, *found)
    if model is None:
        raise RulekitError(*diagnostics)
    if isinstance(examples, str) and f"example {examples}" not in model.examples:
        raise RulekitError(refusal(assemble(loaded.books, config)[0] or model.rulebook, examples))
    return Game(loaded, config, model, lower(model), diagnostics)


@frozen(eq=False, slots=False)
class Game:
    """A configured game: the rulebook as layered, the checked model, the machine, and both engines when asked for."""

    loaded: Loaded
    config: Config
    model: CheckedModel
    machine: Machine
    diagnostics: tuple[Diagnostic, ...] = ()
    _engines: dict[str, Engine] = field(factory=dict, init=False, repr=False)

    @cached_property
    def rulebook(self) -> Rulebook:
        return self.model.rulebook

    @cached_property
    def sources(self) -> Sources:
        """Where the parts of the machine come from, for those who explain what happens."""
        return sources(self.model)

    def engine(self, kind: EngineName = "wasm") -> Engine:
        """The engine of this kind, made when first asked for."""
        if kind not in self._engines:
            self._engines[kind] = make_engine(self.machine, kind)
        return self._engines[kind]


def check_all(loaded: Loaded) -> tuple[list[Config], list[Diagnostic]]:
    """Check each number of players with the defaults, and each other answer of each option by itself.

    Gives the configurations tried and every diagnostic once; one that needs a special configuration says which.
    """
    tried: list[Config] = []
    found: dict[Key, Diagnostic] = {}
    silent: set[Key] = set()  # complaints that some configuration does not make
    configs = list(islice(configurations(loaded.books), 1 + MOST_CHECKED // max(1, size(loaded.books))))
    if len(configs) * size(loaded.books) > MOST_CHECKED:
        return configs[:1], [*loaded.diagnostics, *loaded.check(configs[0])[1], too_many(loaded, len(configs))]
    for config in configs:
        _, diagnostics = loaded.check(config)
        now = {key_of(d): d for d in diagnostics}
        if not any(d.severity == "error" for d in diagnostics):
            silent |= {key for key in found if key not in now}
        for key, d in now.items():
            if key not in found and tried:
                d = evolve(d, help=(*d.help, Help(f"found with {describe(config)}")))
                silent |= {key}
            found.setdefault(key, d)
        tried.append(config)
    kept = (d for key, d in found.items() if d.code not in EVERYWHERE or key not in silent)
    return tried, [*loaded.diagnostics, *kept]


def size(books: Sequence[s.Book]) -> int:
    return sum(len(book.members) for book in books)


def too_many(loaded: Loaded, least: int) -> Diagnostic:
    message = f"{size(loaded.books)} clauses, each in {least} configurations or more, are too many to check them all"
    advice = Help("check them one by one, with `--players N` and `--set OPTION=ANSWER`; this was the first")
    return Diagnostic("E872", message, loaded.books[0].header.span, help=(advice,))


def configurations(books: Sequence[s.Book]) -> Iterator[Config]:
    """The default first; then the other numbers of players; each other answer where it is first offered."""
    seen: set[tuple[str, int | str]] = set()
    first, _ = assemble(books, Config())
    if first is None:
        yield Config()
        return
    low, high = first.header.players_low or first.players, first.header.players_high or first.players
    counts = range(low, high + 1)
    yield from (Config(n) for n in counts)
    for players in counts:
        for name, value in other_answers(books, Config(players)):
            if (name, value) not in seen:
                seen.add((name, value))
                yield Config(players, {name: value})


def describe(config: Config) -> str:
    """`3 players, robbing = never`."""
    options = [f"{name} = {value}" for name, value in config.options.items()]
    return ", ".join([*([f"{config.players} players"] if config.players else []), *options])
