"""A configured game and its states: the interface for Python programs, after `loaded_book.py`.

Chance follows from the seed, so a state is always at a decision or the end of the game. States are immutable values:
`apply` returns a new one that remembers its past (`game_record.py`). Engines work with bare numbers; this file adds the
names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from attrs import evolve, field, frozen

from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.printable import cut
from ..engine.argument_validation import player_number, refuse_pickle, seed_of, short_repr, whole_number
from ..engine.cell_layout import CellLayout
from ..engine.interface import CHANCES_IN_A_ROW, DECISIONS_PER_MOVE, Cursor, Engine, NotAnOption, State
from ..machine.identity import rules_identity
from ..machine.option_labels import parse_label
from ..machine.program import PAYOFF, SCORE, Decision, Machine
from .game_record import Entry, GameRecord, Past, digest, read_record, replay_record, save_record
from .game_steps import LabelResolver, endless

if TYPE_CHECKING:  # loaded on first use: programs that play by option numbers do without explanations and pictures
    from ..check.checked import CheckedModel
    from ..machine.lower import Lowering
    from ..machine.source_map import Sources
    from ..model.rulebook import Rulebook
    from ..scene import Artist, Scene
    from .condition_explanation import Explainer
    from .information_state import InformationState, LogEntry, Recall, View
    from .whynot import WhyNot


@frozen(eq=False, slots=False)
class ConfiguredGame:
    """A game ready to play: the checked model of the book `name` with `layers`, and an engine for its machine.

    `_model` may be a function that makes the model when it is first used. `diagnostics` are the warnings of loading and
    checking."""

    name: str
    layers: tuple[str, ...]
    _model: CheckedModel | Callable[[], CheckedModel] = field(repr=False)
    engine: Engine = field(repr=False)
    diagnostics: tuple[Diagnostic, ...] = field(default=(), repr=False)
    _lowering: Lowering | None = field(default=None, repr=False)
    begins: State | None = field(default=None, repr=False)
    """The state in which its games begin; None means that they begin with the set-up."""

    @cached_property
    def model(self) -> CheckedModel:
        return self._model() if callable(self._model) else self._model

    @cached_property
    def resolver(self) -> LabelResolver:
        return LabelResolver.of(self.engine)

    @cached_property
    def layout(self) -> CellLayout:
        return CellLayout.of(self.machine)

    @cached_property
    def rules(self) -> str:
        """Return the hash of the rules of play, which does not depend on titles or texts; saves contain it."""
        return rules_identity(self.machine)

    @cached_property
    def sources(self) -> Sources:
        """Return the source map, from which explanations find the text behind each part of the machine."""
        from ..machine.lower import lower_sources

        return lower_sources(self.model) if self._lowering is None else self._lowering.sources

    @cached_property
    def explainer(self) -> Explainer:
        from .condition_explanation import Explainer

        return Explainer.of(self.sources)

    @cached_property
    def artist(self) -> Artist:
        """Return the artist that draws this game's positions."""
        from ..scene import Artist

        return Artist.of(self.model, self.engine)

    @cached_property
    def recall(self) -> Recall:
        from .information_state import Recall

        return Recall(self.engine, self.begins)

    @property
    def rulebook(self) -> Rulebook:
        return self.model.rulebook

    @property
    def machine(self) -> Machine:
        return self.engine.machine

    @property
    def players(self) -> int:
        return self.machine.players

    def __copy__(self) -> ConfiguredGame:
        return self  # a game is immutable

    def __deepcopy__(self, _: object) -> ConfiguredGame:
        return self

    def __reduce__(self) -> NoReturn:
        refuse_pickle("a game", "its name, from which `load` and `configure` make it again,")

    def _repr_pretty_(self, printer: Any, _: bool) -> None:
        """Print the name, the number of players and the options, in notebooks and in failing examples of Hypothesis."""
        options = "".join(f", {name} = {value}" for name, value in self.rulebook.options.items())
        printer.text(f"<game {self.name}, {self.players} players{options}>")

    def start(self, seed: int = 1, number: int = 0) -> GameState:
        """Start a new game and return its first state. The seed (0 to 2^64 - 1) and the number of the game (below 2^32)
        determine all chance."""
        return self._draw_chances(self.begun(seed, number), None)

    def begun(self, seed: int, number: int = 0) -> State:
        """Return the state with which a game begins, before any chance event."""
        begun = self.engine.start(seed, number)
        if self.begins is None:
            return begun
        return self.engine.at(begun.with_cells(self.begins.cells), self.begins.node)

    def beginning_at(self, state: State) -> ConfiguredGame:
        """Return the same game, but beginning with `state`. No player knows how that position was reached.

        Its games cannot be saved, because a save is replayed from the set-up."""
        return evolve(self, begins=state)

    def resume(self, path: str | Path) -> GameState:
        """Return the last state of a saved game, from which it can be continued."""
        return self.replay(read_record(Path(path)))

    def replay(self, record: GameRecord) -> GameState:
        """Return the last state of a recorded game, after checking every step against the rules."""
        if not isinstance(record, GameRecord):
            raise TypeError(f"record: a GameRecord is expected, as `state.record()` gives it, not {short_repr(record)}")
        end, entries = replay_record(self.engine, record)
        past: Past | None = None
        for raw, choice, entry in entries:
            past = Past(self.resolver, past, raw, choice, entry)
        return self._draw_chances(end, past)

    def _draw_chances(self, raw: State, past: Past | None) -> GameState:
        """Return the state after drawing each open chance event, up to the next decision or the end."""
        for _ in range(CHANCES_IN_A_ROW):
            if not self.resolver.chances(raw):
                return GameState(self, raw, past)
            past = Past.of_chance(self.resolver, past, raw)
            raw = self.engine.chance(raw)
        raise endless(self.resolver.clause(raw))


def game_of_engine(engine: Engine) -> ConfiguredGame:
    """Return the game that an engine plays, without a checked model: enough to play, but not to explain or draw."""

    def no_model() -> NoReturn:
        raise AttributeError("a game that is made from an engine has no checked model")

    return ConfiguredGame(engine.machine.name, (), no_model, engine)


@frozen(eq=False)
class GameState:
    """One state of a game, at a decision or the end, with its past."""

    game: ConfiguredGame = field(repr=False)
    raw: State
    past: Past | None = field(repr=False)

    def __copy__(self) -> GameState:
        return self  # a state is immutable

    def __deepcopy__(self, _: object) -> GameState:
        return self

    def __reduce__(self) -> NoReturn:
        refuse_pickle("a state with its game", "`state.raw`, or `state.record()` for `game.replay`,")

    def _repr_pretty_(self, printer: Any, _: bool) -> None:
        """Print the steps that lead to this state, in notebooks and in failing examples of Hypothesis."""
        steps = "; ".join(entry.label for entry in self.history())
        printer.text(f"<state of {self.game.name}, seed {self.raw.seed}, after: {steps or 'the start'}>")

    @property
    def over(self) -> bool:
        return self.game.resolver.is_over(self.raw)

    @property
    def player(self) -> int:
        """Return the number of the player who decides, from 0."""
        return self.game.engine.who(self.raw)

    @property
    def seat(self) -> str:
        """Return the name of the player who decides."""
        return self.game.resolver.seat(self.raw)

    @property
    def payoffs(self) -> tuple[int, ...]:
        return self._per_player(PAYOFF)

    @property
    def scores(self) -> tuple[int, ...]:
        return self._per_player(SCORE)

    def _per_player(self, cell: str) -> tuple[int, ...]:
        slot = self.game.layout.slots[cell]
        return self.raw.cells[slot.offset : slot.end]

    @property
    def begins_move(self) -> bool:
        """Return whether a move begins with this decision; if not, the decision is a later part of a move."""
        node = self.game.resolver.labels.nodes[self.raw.node]
        return isinstance(node, Decision) and node.move

    def legal(self) -> tuple[int, ...]:
        """Return the numbers of the options; none when the game is over."""
        return self.game.engine.options(self.raw)

    def label(self, option: int) -> str:
        """Return the label of an option of this decision."""
        number = whole_number("option", option)
        try:
            return self.game.resolver.text(self.raw, number)
        except KeyError:
            raise self._no_option(number) from None

    def labels(self) -> tuple[str, ...]:
        """Return the labels of all options."""
        return () if self.over else self.game.resolver.texts(self.raw)

    def find(self, text: str) -> int:
        """Return the number of the option that a label names. The label may omit parameters if only one option fits.
        Raise RulekitError (E804) if none or several fit."""
        try:
            label, args = parse_label(label_text(text))
        except ValueError as error:
            raise RulekitError(Diagnostic("E804", str(error))) from error
        found = self.game.resolver.moves_that_fit(self.raw, label, args)
        if len(found) > 1:
            raise RulekitError(
                Diagnostic("E804", f"`{cut(text)}` fits {len(found)} options: say more of its parameters")
            )
        if not found:
            raise RulekitError(Diagnostic("E804", self.game.resolver.not_offered(self.raw, label, args)))
        return found[0]

    def why_not(self, text: str, viewer: int | None = None) -> WhyNot:
        """Explain why the option of a label cannot be played here: the failing requirement, its values, clause and
        citation.

        With a viewer (a player, from 0), the explanation uses only what this player sees. Every label gets an
        answer."""
        from .whynot import why_not

        return why_not(self.game.explainer, self.raw, label_text(text), self._viewer(viewer))

    def _viewer(self, viewer: int | None) -> int | None:
        return None if viewer is None else player_number(self.game.machine, viewer)

    def apply(self, option: int | str) -> GameState:
        """Return the state after an option, given by number or label, and after the chance events that follow it."""
        number = (
            self.find(option)
            if isinstance(option, str)
            else whole_number("option", option, expected="a number or a label")
        )
        try:
            raw = self.game.engine.apply(self.raw, number)
        except NotAnOption:
            raise self._no_option(number) from None
        return self.game._draw_chances(raw, Past(self.game.resolver, self.past, self.raw, number))

    def _no_option(self, number: int) -> RulekitError:
        return RulekitError(
            Diagnostic("E804", "the game is over" if self.over else f"there is no option {number} here")
        )

    def with_seed(self, seed: int) -> GameState:
        """Return this state with another seed for all later chance.

        A program that tries moves should use it: with the game's own seed it would see future outcomes."""
        return evolve(self, raw=self.raw.with_seed(seed_of(seed)))

    def cursor(self, seed: int | None = None) -> Cursor:
        """Return a cursor at this state: the same game as plain numbers, changed in place instead of copied, for fast
        searches.

        Chance follows the seed of this game, or `seed` if it is given."""
        return self.game.engine.cursor(self.raw if seed is None else self.with_seed(seed).raw)

    def random(self) -> tuple[int, GameState]:
        """Return the option that a random player takes here, and this state after counting the random number used."""
        option, raw = self.game.engine.pick(self.raw)
        return option, evolve(self, raw=raw)

    def random_moves(
        self, most: int, choose: Callable[[GameState], tuple[int, GameState]] | None = None
    ) -> Iterator[GameState]:
        """Yield the states after each decision of random players, for at most `most` moves or up to the end. If
        `choose` is given, it decides instead: it returns an option, and the state after counting the random numbers
        used.

        The last move is completed, unless it has so many decisions that it may never end, as in `Engine.playouts`."""
        state, moves, decisions, most = self, 0, 0, whole_number("most", most)
        while not state.over:
            moves, decisions = moves + state.begins_move, decisions + 1
            if moves > most or decisions > most * DECISIONS_PER_MOVE:
                return
            option, counted = state.random() if choose is None else choose(state)
            state = counted.apply(option)
            yield state

    def value(self, cell: str, *index: int) -> Any:
        """Return the contents of a machine's cell: a number, a set, or a row with the bottom item first.

        To evaluate a fact, use `game.engine.call(state.raw, "fact NAME", arguments)`."""
        if not isinstance(cell, str) or cell not in self.game.layout.slots:
            raise ValueError(f"cell: the name of a cell of the machine is expected, not {short_repr(cell)}")
        try:
            return self.game.layout.read(self.raw.cells, cell, [whole_number("index", at) for at in index])
        except IndexError:
            shape = list(self.game.layout.slots[cell].cell.shape)
            raise ValueError(f"index: numbers below {shape} are expected for {cell}, not {list(index)}") from None

    def history(self) -> tuple[Entry, ...]:
        """Return every step since the start, the first one first."""
        steps = [] if self.past is None else self.past.steps()
        # backwards: the last of several chance events in a row finds the labels of all
        backwards = [step.entry for step in reversed(steps)]
        return tuple(backwards[::-1])

    def view(self, player: int) -> View:
        """Return what a player sees in this state, as a value that prints as text."""
        from .information_state import View
        from .position_text import position_lines

        player = player_number(self.game.machine, player)
        packed = self.game.engine.observe(self.raw, player)
        return View(player, packed, tuple(position_lines(self.game.engine, self.raw, player)))

    def picture(self, viewer: int | None = None) -> Scene:
        """Draw the table as a player sees it or, without a viewer, with everything visible. `scene.svg` writes it as
        SVG."""
        from ..scene import ONLOOKER

        return self.game.artist.state(self.raw, viewer if viewer == ONLOOKER else self._viewer(viewer))

    def information_state(self, player: int) -> InformationState:
        """Return everything that a player has seen so far (perfect recall), as a value that prints as text."""
        return self.game.recall.information_state(self.past, self.raw, player_number(self.game.machine, player))

    def log_entries(self, player: int) -> tuple[LogEntry, ...]:
        """Return the entries of a player's log, each with the players who were told the same."""
        return self.game.recall.entries(self.past, self.raw, player_number(self.game.machine, player))

    def record(self) -> GameRecord:
        game = self.game
        if game.begins is not None:
            raise RulekitError(Diagnostic("E804", "a game that begins at a position cannot be saved"))
        return GameRecord(
            game=game.name,
            players=game.players,
            seed=self.raw.seed,
            number=self.raw.game,
            layers=game.layers,
            options=dict(game.rulebook.options),
            entries=self.history(),
            uses=self.raw.uses,
            digest=digest(self.raw),
            rules=game.rules,
        )

    def save(self, path: str | Path) -> None:
        """Write the game to a file, completely or not at all; `resume` continues it."""
        save_record(self.record(), Path(path))


def label_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise TypeError(f"text: the label of an option is expected, not {short_repr(value)}")
