"""Finds options and outcomes of a state by their labels, writes these labels, and draws the outcomes of chance events.

`machine.option_labels` reads and writes labels; this file applies them to states. Random numbers come from the engines'
documented streams.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.near import nearest
from ..diagnostics.printable import cut
from ..engine.cell_layout import streams
from ..engine.interface import CHANCES_IN_A_ROW, Engine, State
from ..engine.random import choose_weighted, random_below, stream_key
from ..machine.option_labels import Argument, Labels, label_text
from ..machine.program import Chance, Decision, End, Machine, Node


@frozen(eq=False)
class LabelResolver:
    """Writes the labels of the options and outcomes in one engine's states, finds options by label, and draws
    outcomes."""

    engine: Engine
    labels: Labels
    _places: Mapping[str, int] = field(repr=False)
    """The index of each random stream in `State.uses`."""

    @staticmethod
    def of(engine: Engine) -> LabelResolver:
        places = {name: place for place, name in enumerate(streams(engine.machine))}
        return LabelResolver(engine, Labels.of(engine.machine), places)

    def decides(self, state: State) -> bool:
        return isinstance(self.labels.nodes[state.node], Decision)

    def chances(self, state: State) -> bool:
        return isinstance(self.labels.nodes[state.node], Chance)

    def is_over(self, state: State) -> bool:
        return isinstance(self.labels.nodes[state.node], End)

    def numbers(self, state: State) -> tuple[int, ...]:
        """Return the numbers of the options of a decision, or of the possible outcomes of a chance event."""
        if self.chances(state):
            return tuple(value for value, _ in self.engine.outcomes(state))
        return self.engine.options(state)

    def text(self, state: State, number: int) -> str:
        """Return the label of an option or outcome."""
        if self.chances(state):
            return self.labels.outcome_text(state.node, number)
        return self.labels.option_text(state.node, number)

    def texts(self, state: State) -> tuple[str, ...]:
        return tuple(self.text(state, number) for number in self.numbers(state))

    def moves_that_fit(self, state: State, label: str, args: Sequence[Argument]) -> tuple[int, ...]:
        """Return the options or outcomes on offer that fit a label. A parameter that the label omits may have any
        value."""
        if self.is_over(state):
            return ()
        numbers = self.numbers(state)
        if self.chances(state):
            return self.labels.outcomes_that_fit(state.node, numbers, label, args)
        return self.labels.options_that_fit(state.node, numbers, label, args)

    def only_option(self, state: State, label: str, args: Sequence[Argument]) -> int | None:
        """Return the only option that a label can name, whether it is on offer or not. Return None if there may be
        several."""
        return self.labels.option_named(state.node, label, args) if self.decides(state) else None

    def clause(self, state: State) -> str:
        return self.labels.nodes[state.node].clause

    def seat(self, state: State) -> str:
        """Return the name of the player who decides."""
        return self.engine.machine.seats[self.engine.who(state)]

    def decider(self, state: State) -> str:
        """Return the name of the player who decides, or `chance`."""
        return "chance" if self.chances(state) else self.seat(state)

    def go(self, state: State, number: int) -> State:
        """Return the state after taking an option or outcome."""
        return self.engine.chance(state, number) if self.chances(state) else self.engine.apply(state, number)

    def draw(self, state: State) -> tuple[int, State]:
        """Draw the next step: the outcome of a chance event by the seed, or the option of a random player.

        Return its number, and the state before the step, in which the random number is counted as used."""
        node = self.labels.nodes[state.node]
        if not isinstance(node, Chance):
            return self.engine.pick(state)
        outcomes, place = self.engine.outcomes(state), self._places[node.stream]
        total = sum(weight for _, weight in outcomes)
        drawn, used = random_below(stream_key(state.seed, node.stream), state.game, state.uses[place], total)
        uses = (*state.uses[:place], used, *state.uses[place + 1 :])
        return choose_weighted(outcomes, drawn), state._replace(uses=uses)

    def not_offered(self, state: State, label: str, args: Sequence[Argument]) -> str:
        """Return a message that the option of a label is not on offer in this state, with the options that are."""
        wanted = cut(label_text(label, args))
        if self.is_over(state):
            return f"`{wanted}` cannot be played: the game is over"
        texts = self.texts(state)
        guess = nearest(wanted, texts)
        hint = f"; did you mean `{guess}`?" if guess and len(texts) > 6 else ""
        return f"`{wanted}` is not on offer ({self.decider(state)} has: {listing(texts)}){hint}"


def is_secret(node: Node) -> bool:
    """Return whether some player does not see all that is picked or drawn at a node."""
    if isinstance(node, Decision) and any(level.seen is not None for a in node.alternatives for level in a.levels):
        return True
    return isinstance(node, Decision | Chance) and node.audience is not None


def has_secrets(machine: Machine) -> bool:
    """Return whether some player does not see everything."""
    seen = any(cell.seen is not None for cell in machine.cells if cell.role in ("place", "keep"))
    return seen or any(map(is_secret, machine.nodes))


def resolve_chances(engine: Engine, state: State) -> State:
    """Return the state after drawing each open chance event, up to a decision or the end. Raise RulekitError (E705) if
    chance events follow one another without end."""
    nodes = {node.id: node for node in engine.machine.nodes}
    for _ in range(CHANCES_IN_A_ROW):
        if not isinstance(nodes[state.node], Chance):
            return state
        state = engine.chance(state)
    raise endless(nodes[state.node].clause)


def endless(clause: str) -> RulekitError:
    """Return the error for chance events that follow one another without end."""
    message = f"{clause}: more than {CHANCES_IN_A_ROW} chances follow one another without a decision"
    return RulekitError(Diagnostic("E705", message))


def listing(texts: Sequence[str], most: int = 16) -> str:
    """Return labels joined for a message: the first `most` of them, and how many more there are."""
    shown = list(texts[:most])
    if len(texts) > most:
        shown.append(f"… and {len(texts) - most} more")
    return "; ".join(shown) or "nothing"
