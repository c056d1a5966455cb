"""Games that tell a player the same as a true one, found from what the recording engine says: all of a small game, or
some of a large one. The chain of a module is tested against them, and must not depend on which of them is true."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from attrs import frozen

from rulekit.engine.interface import GameFault, State
from rulekit.engine.log import UNSEEN
from rulekit.engine.wasm.world_sampler import WatchedPast
from rulekit.play.game import GameState
from rulekit.play.game_steps import LabelResolver
from rulekit.play.information_state import engine_with_notes
from rulekit.play.search_player import choices


def past(state: GameState) -> WatchedPast:
    steps = [] if state.past is None else state.past.steps()
    first = steps[0].raw if steps else state.raw
    assert first is not None
    return WatchedPast(state.player, first, [number for number, _ in choices(state, steps)])


@frozen
class Step:
    """A decision or a chance in a game; `own` is the choice of the player who watches, `hidden` one that they did not
    see wholly. `entry` is its entry in the script of a search."""

    node: str
    choice: int
    own: bool
    hidden: bool
    entry: int | None


class ToldAlike:
    """The games that tell a player the same as the one up to a state."""

    def __init__(self, state: GameState) -> None:
        self.engine = engine_with_notes(state.game.engine)
        self.resolver = LabelResolver.of(self.engine)
        self.past, self.player = past(state), state.player
        self.log: list[object] = []
        at = self.past.first
        for choice in self.past.choices:
            asked = self._asked(at)
            at = self.resolver.go(at, choice)
            self.log += [*asked, *([choice] if asked else []), *self._told()]
        self.log += self._asked(at)

    def all(self, state: State, heard: int = 0, weight: float = 1.0) -> Iterator[tuple[State, float]]:
        """Yield each game with its probability, where every pick of another player counts 1. It is the state in the
        position."""
        asked = self._asked(state)
        if self.log[heard : heard + len(asked)] != asked or self.resolver.is_over(state):
            return
        heard += len(asked)
        if heard == len(self.log):
            yield state, weight
            return
        outcomes = dict(self.engine.outcomes(state))
        for choice in [self.log[heard]] if asked else self.resolver.numbers(state):
            assert isinstance(choice, int)
            share = outcomes[choice] / sum(outcomes.values()) if outcomes else 1.0
            then, told = self.resolver.go(state, choice), self._told()
            after = heard + len(asked)
            if self.log[after : after + len(told)] == told:
                yield from self.all(then, after + len(told), weight * share)

    def another(self, tries: int, draw: random.Random) -> list[Step]:
        """Return a game after so many attempts to change something hidden in it; the true one if all failed."""
        game = self._play([Step("", choice, False, False, None) for choice in self.past.choices], {}, draw, True)
        assert game is not None
        for _ in range(tries):
            hidden = [at for at, step in enumerate(game) if step.hidden]
            if not hidden:
                break
            at = draw.choice(hidden)
            game = self._play(game, {at: draw}, draw) or game
        return game

    def _play(
        self, steps: Sequence[Step], changed: dict[int, random.Random], draw: random.Random, blind: bool = False
    ) -> list[Step] | None:
        """Play the choices of a game with another one at some step; where one is impossible, any that tells the player
        as much. Return None if they were told otherwise. With `blind`, the nodes of the steps are not known."""
        left, made, state, heard = list(steps), list[Step](), self.past.first, 0
        while len(made) < 2 * len(steps) + 50 and not self.resolver.is_over(state):
            asked = self._asked(state)
            if self.log[heard : heard + len(asked)] != asked:
                return None
            heard += len(asked)
            if heard == len(self.log):
                return made
            numbers = self.resolver.numbers(state)
            if asked:
                choice = self.log[heard]
                assert isinstance(choice, int)
                heard += 1
                while left and not left.pop(0).own and not blind:
                    pass
            elif len(made) in changed:
                old, choice = left.pop(0).choice, draw.choice(numbers)
                later = (k for k, step in enumerate(left) if (step.node, step.choice) == (state.node, choice))
                if (k := next(later, None)) is not None and not left[k].own:
                    left[k] = Step(state.node, old, False, left[k].hidden, None)
            else:
                k = next((k for k, step in enumerate(left) if blind or step.node == state.node or step.own), None)
                old = left.pop(k).choice if k is not None and not left[k].own else None
                fits = [] if old in numbers else [n for n in numbers if self._note(state, n) in (None, self.log[heard])]
                if old not in numbers and not fits:
                    return None
                choice = draw.choice(fits) if old is None or old not in numbers else old
            note = self._note(state, choice)
            hidden = not asked and (note is None or UNSEEN in note)
            entry = choice if self.resolver.chances(state) else numbers.index(choice) if len(numbers) > 1 else None
            made.append(Step(state.node, choice, bool(asked), hidden, entry))
            try:
                state = self.resolver.go(state, choice)
            except GameFault:
                return None
            told = self._told()
            if self.log[heard : heard + len(told)] != told:
                return None
            heard += len(told)
        return None

    def _asked(self, state: State) -> list[object]:
        if not self.resolver.decides(state) or self.engine.who(state) != self.player:
            return []
        return [(state.node, self.engine.observe(state, self.player), self.engine.options(state))]

    def _told(self) -> list[object]:
        notes = (record.note_for(self.player) for record in self.engine.records)
        return [note for note in notes if note is not None]

    def _note(self, state: State, choice: int) -> object:
        notes = (record.note_for(self.player) for record in self.engine.choice_records(state, choice))
        return next((note for note in notes if note is not None), None)
