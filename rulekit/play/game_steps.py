"""The steps of a game by name: what can happen next, found by its label; and chance, drawn with its outcome known.

`machine.option_labels` reads and writes labels; here they meet a state.  Chance comes from the engines' published
streams.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.near import nearest
from ..engine.cell_layout import streams
from ..engine.interface import CHANCES_IN_A_ROW, Engine, State
from ..engine.random import bounded, stream_key, weighted
from ..machine.option_labels import Argument, Labels, label_text
from ..machine.program import Chance, Decision, End, Machine


def draw_outcome(engine: Engine, streams_of: Mapping[str, tuple[int, str]], state: State) -> tuple[int, State]:
    """The outcome that the seed gives at this chance, and the state with the draw counted but not yet applied."""
    outcomes = engine.outcomes(state)
    place, stream = streams_of[state.node]
    key = stream_key(state.seed, stream)
    r, used = bounded(key, state.game, state.uses[place], sum(weight for _, weight in outcomes))
    uses = (*state.uses[:place], used, *state.uses[place + 1 :])
    return weighted(outcomes, r), state._replace(uses=uses)


def chance_streams(machine: Machine) -> dict[str, tuple[int, str]]:
    """For each chance: the place of its stream in `State.uses`, and the stream's name."""
    names = streams(machine)
    return {n.id: (names.index(n.stream), n.stream) for n in machine.nodes if isinstance(n, Chance)}


def resolve_chances(engine: Engine, state: State) -> State:
    """The state after every chance that stands open is drawn: a decision or the end.  Chance without end is a fault."""
    nodes = {node.id: node for node in engine.machine.nodes}
    for _ in range(CHANCES_IN_A_ROW):
        if not isinstance(nodes[state.node], Chance):
            return state
        state = engine.chance(state)
    raise endless(nodes[state.node].clause)


def endless(clause: str) -> RulekitError:
    message = f"{clause}: more than {CHANCES_IN_A_ROW} chances follow one another without a decision"
    return RulekitError(Diagnostic("E705", message))


@frozen(eq=False)
class LabelResolver:
    """The options and outcomes of one engine's states by name."""

    engine: Engine
    labels: Labels

    @staticmethod
    def of(engine: Engine) -> LabelResolver:
        return LabelResolver(engine, Labels.of(engine.machine))

    def decides(self, state: State) -> bool:
        return isinstance(self.labels.nodes[state.node], Decision)

    def chances(self, state: State) -> bool:
        return isinstance(self.labels.nodes[state.node], Chance)

    def ended(self, state: State) -> bool:
        return isinstance(self.labels.nodes[state.node], End)

    def numbers(self, state: State) -> tuple[int, ...]:
        """The options of a decision, the possible outcomes of a chance."""
        if self.chances(state):
            return tuple(value for value, _ in self.engine.outcomes(state))
        return self.engine.options(state)

    def text(self, state: State, number: int) -> str:
        if self.chances(state):
            return self.labels.outcome_text(state.node, number)
        return self.labels.option_text(state.node, number)

    def texts(self, state: State) -> tuple[str, ...]:
        return tuple(self.text(state, number) for number in self.numbers(state))

    def matching(self, state: State, label: str, args: Sequence[Argument]) -> tuple[int, ...]:
        """The numbers of what is on offer and fits; parameters left out fit anything."""
        if self.ended(state):
            return ()
        numbers = self.numbers(state)
        if self.chances(state):
            return self.labels.matching_outcomes(state.node, numbers, label, args)
        return self.labels.matching(state.node, numbers, label, args)

    def named(self, state: State, label: str, args: Sequence[Argument]) -> int | None:
        """The option of a decision that a label can name alone, on offer or not; None where it may be several."""
        return self.labels.named(state.node, label, args) if self.decides(state) else None

    def clause(self, state: State) -> str:
        return self.labels.nodes[state.node].clause

    def hidden(self, state: State) -> bool:
        """Whether what happens here is not for all to see."""
        node = self.labels.nodes[state.node]
        if isinstance(node, Decision) and any(x.seen is not None for a in node.alternatives for x in a.levels):
            return True
        return isinstance(node, Decision | Chance) and node.audience is not None

    def seat(self, state: State) -> str:
        """Who decides, by name."""
        return self.engine.machine.seats[self.engine.who(state)]

    def go(self, state: State, number: int) -> State:
        """On with an option or an outcome."""
        return self.engine.chance(state, number) if self.chances(state) else self.engine.apply(state, number)

    def not_offered(self, state: State, label: str, args: Sequence[Argument]) -> str:
        """Why something cannot be played here, with what can."""
        wanted = cut(label_text(label, args))
        if self.ended(state):
            return f"`{wanted}` cannot be played: the game is over"
        texts = self.texts(state)
        whose = "chance" if self.chances(state) else self.seat(state)
        guess = nearest(wanted, texts)
        hint = f"; did you mean `{guess}`?" if guess and len(texts) > 6 else ""
        return f"`{wanted}` is not on offer ({whose} has: {listing(texts)}){hint}"


def cut(text: str, most: int = 200) -> str:
    """What somebody wrote, for a message, however long it is."""
    return text if len(text) <= most else f"{text[:most]}…"


def listing(texts: Sequence[str], most: int = 16) -> str:
    """Labels for a message, not too many of them."""
    shown = list(texts[:most])
    if len(texts) > most:
        shown.append(f"… and {len(texts) - most} more")
    return "; ".join(shown) or "nothing"
