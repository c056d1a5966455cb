"""What happened in a game, step by step: kept as states, and put into words only when somebody asks.

What a record makes of the words is `record.py`'s; what a player saw of a step is worked out by `learnt.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field, frozen

from ..engine.interface import State
from ..engine.log import StepRecords
from .label_resolution import LabelResolver
from .random_play import chance_streams, draw_outcome
from .record import Entry


@frozen(eq=False)
class StepTexts:
    """Puts the steps of an engine's games into words."""

    resolver: LabelResolver
    streams: Mapping[str, tuple[int, str]]

    @staticmethod
    def of(resolver: LabelResolver) -> StepTexts:
        return StepTexts(resolver, chance_streams(resolver.engine.machine))

    def picked(self, state: State, option: int) -> Entry:
        """An option that was taken in this state."""
        resolver = self.resolver
        return Entry(resolver.seat(state), resolver.text(state, option), resolver.hidden(state))

    def drawn(self, state: State) -> tuple[Entry, State]:
        """What chance gave in this state, and the state after it."""
        engine = self.resolver.engine
        value, _ = draw_outcome(engine, self.streams, state)
        return Entry(None, self.resolver.text(state, value), self.resolver.hidden(state)), engine.chance(state)


@define(eq=False)
class Past:
    """What happened, last first: states share it, so that a long game costs no more than its steps.

    `option` is the one that was taken, `raw` the engine's state in which that was, put into words only when somebody
    asks; then it keeps them, and what was seen.  Where chance had its say by the seed, `option` is None, and of chances
    in a row the first alone keeps its state (the others: None), from which the others follow: a shuffle of thousands
    would keep as many.  A game that was replayed from a record keeps for each chance what a decision does: the state,
    the outcome as `option`, and its words, since no seed need give them.
    """

    texts: StepTexts
    before: Past | None
    raw: State | None
    option: int | None
    words: Entry | None = None
    seen: dict[int, tuple[StepRecords, bytes]] = field(factory=dict)

    @property
    def entry(self) -> Entry:
        if self.words is None:
            if self.option is None:
                self._tell_chances()
            else:
                assert self.raw is not None
                self.words = self.texts.picked(self.raw, self.option)
        assert self.words is not None
        return self.words

    def _tell_chances(self) -> None:
        """Words for this chance and for those before it, as far back as a state was kept."""
        run = [self]
        while run[-1].raw is None:
            before = run[-1].before
            assert before is not None
            run.append(before)
        state = run[-1].raw
        for past in reversed(run):
            assert state is not None
            past.words, state = self.texts.drawn(state)
