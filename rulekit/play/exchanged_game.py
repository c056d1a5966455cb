"""The changed game of an exchange, played beside the original until the player could tell them apart.

Other players make the same choices as in the original game, if the player can see these choices, and chance has the
same outcomes. The player must be asked at the same times, offered the same and told the same, until something is shown
or a piece comes into view. The numbers of steps may differ: one unseen step of one game may correspond to two of the
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from attrs import define

from ..engine.interface import GameFault, State
from ..engine.log import DRAWN, PICKED, LogNote, visible_notes
from .exchange import ExchangedPair, Exchanger, Leak, Notes, Plan, SeenMoment


@define
class Following:
    """A changed game that is played beside the original. `at` is the index of the next moment of the original. `owed`
    are the notes that the player got at moment `owing` of the original and must still get in the changed game."""

    by: Exchanger
    sights: Sequence[SeenMoment]
    plan: Plan
    player: int
    at: int
    compared: int = 0
    owed: Notes = ()
    owing: int = 0

    def run(self) -> ExchangedPair:
        state = self.plan.state
        try:
            for _ in range(2 * len(self.sights) + 100):
                following = self._on(state)
                if isinstance(following, ExchangedPair):
                    return following
                state = following
        except GameFault as fault:
            return self._leak("fault", state, self.at, fault=fault)
        return ExchangedPair(self.compared)

    def _on(self, state: State) -> State | ExchangedPair:
        if self.by.resolver.is_over(state):
            if self.owed:
                return self._end_missing(state)
            here = self._next()
            return ExchangedPair(self.compared + 1) if here == len(self.sights) else self._end_asked(state, here)
        chosen = self._own_choice(state) if self._own(state) else self._other_choice(state)
        return chosen if isinstance(chosen, ExchangedPair) else self._step(state, *chosen)

    # ------------------------------------------------------------------------------------- choosing in the changed game

    def _own(self, state: State) -> bool:
        return self.by.resolver.decides(state) and self.by.engine.who(state) == self.player

    def _next(self) -> int:
        """Return the index of the next moment of the original that the player sees or decides, or else the number of
        moments."""
        for at in range(self.at, len(self.sights)):
            sight = self.sights[at]
            if sight.own or sight.notes:
                return at
        return len(self.sights)

    def _own_choice(self, state: State) -> tuple[int, bool] | ExchangedPair:
        """Return the player's own choice in the original, and True, after checking that the player is asked in both
        games and offered the same. If not, return the pair as it ends here."""
        if self.owed:
            return self._end_missing(state)
        here = self._next()
        if here == len(self.sights):
            return ExchangedPair(self.compared)  # the original game was not recorded any further
        moment = self.sights[here].moment
        if not self.sights[here].own:
            return self._end_asked(state, here)
        self.at = here
        resolver = self.by.resolver
        before, now = resolver.texts(moment.state), resolver.texts(state)
        if before != now:
            return self._leak("options", state, here, options=(before, now))
        self.compared += 1
        if state.node == moment.state.node:
            return moment.choice, True
        text = resolver.text(moment.state, moment.choice)
        return next(o for o in self.by.engine.options(state) if resolver.text(state, o) == text), True

    def _other_choice(self, state: State) -> tuple[int, bool] | ExchangedPair:
        """Return the choice of another player or chance, the same as in the original if possible, and whether it was
        their turn there. If no choice is possible, return the pair as it ends here."""
        by, here, numbers = self.by, self._next(), self.by.resolver.numbers(state)
        for at in dict.fromkeys((self.at, here)):
            if at < len(self.sights) and self.sights[at].moment.state.node == state.node:
                wanted = self.plan.choices.get(at, self.sights[at].moment.choice)
                if wanted in numbers and not (self._is_untold(at) and by.note(state, wanted, self.player) is not None):
                    self.at = at
                    return wanted, True
        notes: dict[int, LogNote | None] = {}

        def note(number: int) -> LogNote | None:
            if number not in notes:
                notes[number] = by.note(state, number, self.player)
            return notes[number]

        unseen = by.one_of(numbers, lambda number: note(number) is None)
        if unseen is not None:
            return unseen, here < len(self.sights) and self._same_node(state)
        if self.owed:
            return self._end_missing(state)
        if here == len(self.sights):
            return ExchangedPair(self.compared)
        wish = next((note for note in self.sights[here].notes if note[0] in (PICKED, DRAWN)), None)
        alike = by.one_of(numbers, lambda number: note(number) == wish)
        if alike is not None:
            self.at = here
            return alike, True
        if wish is not None and any(one is not None and one[:2] == wish[:2] for one in notes.values()):
            return ExchangedPair(
                self.compared
            )  # they cannot make the same choice, and the player may see which one they make
        return self._end_asked(state, here)

    def _is_untold(self, at: int) -> bool:
        """Return whether the player was told nothing about the choice at a moment. Then another player may make the
        corresponding choice at the same node (in a loop over players), and it need not be the same choice."""
        return at not in self.plan.choices and not any(n[0] in (PICKED, DRAWN) for n in self.sights[at].notes)

    def _same_node(self, state: State) -> bool:
        return self.at < len(self.sights) and self.sights[self.at].moment.state.node == state.node

    # -------------------------------------------------------------------------------- making a step in the changed game

    def _step(self, state: State, choice: int, aligned: bool) -> State | ExchangedPair:
        """Make a choice, and compare what the player is told about it in both games. Return the new state, or the pair
        if it ends here. `aligned` says whether the step corresponds to the next step of the original."""
        by, fault, here = self.by, None, self.at
        try:
            after = by.resolver.go(state, choice)
        except GameFault as stopped:
            after, fault = state, stopped
        told = visible_notes(by.engine.records, self.player)
        if told or fault is not None:
            here = self._next()
            ended = self._hear(state, told)
            if ended is not None:
                return ended
            if fault is not None:
                gone = here == len(self.sights)
                return ExchangedPair(self.compared) if gone else self._leak("fault", state, here, fault=fault)
            here = self.owing
            self.compared += here != self.plan.at
        elif not aligned or self.owed or here == len(self.sights) or self.sights[here].notes:
            return after  # the player sees nothing of this step, and the original has no corresponding step
        else:
            self.at = here + 1
        if self.owed:
            return after
        then = self.sights[here].moment.after
        if after.packed == then.packed and after.node == then.node:
            return ExchangedPair(self.compared)  # the exchanged value was overwritten, and the player has not learnt it
        return self._look(after, here)

    def _hear(self, state: State, told: Notes) -> ExchangedPair | None:
        """Compare what the player is told about a step with what they were told in the original game. Return None if
        both are equal, otherwise the pair as it ends here."""
        starts = bool(told) and told[0][0] in (PICKED, DRAWN)
        if starts and self.owed:
            return self._end_missing(state)
        first = True
        while told:
            if not self.owed:
                here = self._next()
                if here == len(self.sights):
                    over = self.by.resolver.is_over(self.sights[-1].moment.after)
                    return self._end_if_different(state, (), told) if over else ExchangedPair(self.compared)
                self.owed, self.owing, self.at = self.sights[here].notes, here, here + 1
                if not first and self.owed[0][0] in (PICKED, DRAWN):
                    return self._end_if_different(state, (), told)
            many, first = min(len(self.owed), len(told)), False
            ended = self._end_if_different(state, self.owed[:many], told[:many])
            if ended is not None:
                return ended
            self.owed, told = self.owed[many:], told[many:]
        return None

    def _end_missing(self, state: State) -> ExchangedPair:
        """Return the pair as it ends here: the player was told something in the original that they are not told in the
        changed game."""
        ended = self._end_if_different(state, self.owed, ())
        assert ended is not None
        return ended

    def _end_if_different(self, state: State, was: Notes, told: Notes) -> ExchangedPair | None:
        found = self.by.differ(was, told)
        if found is None:
            return None
        return ExchangedPair(self.compared) if found.revealed else self._leak("told", state, self.owing, told=found)

    def _look(self, after: State, here: int) -> State | ExchangedPair:
        """Return the pair as it ends if the rules changed who sees what, so that the player now sees different things
        in the two games. Otherwise return the state."""
        if not self.by.moving:
            return after
        engine = self.by.engine
        then = engine.observe(self.sights[here].moment.after, self.player)
        return after if engine.observe(after, self.player) == then else ExchangedPair(self.compared)

    def _end_asked(self, state: State, here: int) -> ExchangedPair:
        """Return the pair as it ends, because the player who is asked here is not the one who is asked in the original.
        This is a leak, except if something shown next explains it."""
        notes = self.sights[here].notes
        if notes and self.by.shows(notes[0]):
            return ExchangedPair(self.compared)
        return self._leak("asked", state, here)

    def _leak(
        self, kind: Literal["options", "told", "asked", "fault"], state: State, here: int, **what: Any
    ) -> ExchangedPair:
        moment = self.sights[min(here, len(self.sights) - 1)].moment
        return ExchangedPair(self.compared, Leak(kind, self.player, (moment.state, state), moment.choice, **what))
