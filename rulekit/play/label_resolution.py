"""What can happen next, by name, and finding one of those things from what a person wrote.

Labels themselves are `machine.option_labels`'; here they meet a state.  Whether an option is wise is nobody's business.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ..diagnostics.near import near
from ..engine.interface import Engine, State
from ..machine.option_labels import Argument, Labels, label_text
from ..machine.program import Chance, Decision, End


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
        guess = near(wanted, texts)
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
