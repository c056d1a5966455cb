"""What the player who decides can foresee of an option: what changes at the table until something unknown decides."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import reduce

from attrs import evolve, frozen

from ..engine.observe import ALWAYS, Hidden
from ..engine.reference.foresight import Foreseen
from ..machine.program import Chance, Decision, End, Node
from ..play.game import GameState
from .changes import ChangeWording, TableSight, elements_of, sight_of
from .undo import has_secrets
from .values import SessionOffer
from .words import GameWords

MOST_TOGETHER = 9
"""Ways to do one action that are asked together with the questions that follow."""
MOST_FORESEEN = 12
"""Ways to answer the questions that follow, of which only what is common to all is foreseen."""


@frozen(eq=False)
class Forecaster:
    """Foresees the options of one decision, for the player who decides."""

    state: GameState
    words: GameWords
    veiled: frozenset[int]
    """Cells that the player may not know."""

    @staticmethod
    def of(state: GameState, words: GameWords) -> Forecaster:
        return Forecaster(state, words, _veiled(state, words))

    def forecasts(self, offers: Sequence[SessionOffer]) -> dict[int, tuple[str, ...]]:
        """Return for each of the offers of one action, by their numbers, what sets it apart from the others."""
        told = {offer.number: list(self.sentences(offer)) for offer in offers}
        if len(offers) < 2:
            return {number: tuple(each) for number, each in told.items()}
        forms = {offer.number: [_form(each, offer.values) for each in told[offer.number]] for offer in offers}
        common = set[str].intersection(*map(set, forms.values()))
        return {
            number: tuple(text for text, form in zip(each, forms[number], strict=True) if form not in common)
            for number, each in told.items()
        }

    # ---------------------------------------------------------------------------------- questions that follow at once

    def ways(self, offer: SessionOffer) -> Iterator[tuple[SessionOffer, Hashable]]:
        """Yield the ways to answer an offer and the questions that follow at once, and what each comes to.

        None if that is not known.
        """
        for way, seen in self._ways(offer, self._foresee(offer), MOST_TOGETHER):
            yield way, self._end(way, seen)

    def _ways(self, offer: SessionOffer, seen: Foreseen, most: int) -> Iterator[tuple[SessionOffer, Foreseen]]:
        node, engine = self._node(seen), self.state.game.engine
        same_move = isinstance(node, Decision) and not node.move and engine.who(seen.state) == self.state.player
        options = engine.options(seen.state) if same_move else ()
        if not 0 < len(options) <= most:
            yield offer, seen
            return
        for option in options:
            label, args = self.words.arguments(seen.state.node, option)
            told = self.words.values(label, args) or (self.words.speaker.option(label),)
            told = (self.words.ui("then-value", what=told[0]), *told[1:]) if len(options) > 1 else ()
            longer = evolve(offer, values=(*offer.values, *told), then=(*offer.then, option))
            yield from self._ways(longer, self._on(seen, option), most // len(options))

    def _on(self, seen: Foreseen, option: int) -> Foreseen:
        """Foresee what follows a further option."""
        foresight = self.words.foresight
        after = foresight.foresee(seen.state, option, seen.veiled - foresight.read_for_offer(seen.state))
        return evolve(after, written=after.written | seen.written)

    def _foresee(self, offer: SessionOffer) -> Foreseen:
        """Foresee an offer with its answers to the questions that follow."""
        return reduce(self._on, offer.then, self.words.foresight.foresee(self.state.raw, offer.option, self.veiled))

    def _node(self, seen: Foreseen) -> Node | None:
        return self.state.game.resolver.labels.nodes.get(seen.node or "")

    def _end(self, offer: SessionOffer, seen: Foreseen) -> Hashable:
        """Return what a way comes to, if it ends the move: where the game stands, and all that still counts."""
        node, slots = self._node(seen), self.state.game.layout.slots
        if not (isinstance(node, End) or (isinstance(node, Decision) and node.move)):
            return None
        own = f"action {offer.label.partition('(')[0]}."
        cells = seen.state.cells
        return seen.node, tuple(cells[s.offset : s.end] for name, s in slots.items() if not name.startswith(own))

    # ------------------------------------------------------------------------------------------------ what is foreseen

    def sentences(self, offer: SessionOffer) -> Iterator[str]:
        """Yield what changes whatever is answered to questions that follow, and what comes then."""
        ways = [seen for _, seen in self._ways(offer, self._foresee(offer), MOST_FORESEEN)]
        views = [self._sights(seen) for seen in ways]
        same = [at for at in views[0][1] if all(at in now and now[at] == views[0][1][at] for _, now in views)]
        before, after = ({at: sight[at] for at in same} for sight in views[0])
        yield from ChangeWording(self.words).sentences(before, after, is_whole=len(ways) == 1)
        coming = {self._coming(seen) for seen in ways}
        if len(coming) == 1 and (title := coming.pop()) not in ("", offer.title):
            yield self.words.ui("then", what=title)

    def _sights(self, seen: Foreseen) -> tuple[TableSight, TableSight]:
        """Return what the player sees, before and after the option, of the elements that it changes."""
        written = map(self.state.game.layout.element_at, sorted(seen.written))
        on_table = ((cell, index) for cell, index in written if cell.role in ("place", "keep"))
        elements = dict.fromkeys((cell.name, index[:-1] if cell.heap else index) for cell, index in on_table)
        known = [at for at in elements if seen.veiled.isdisjoint(_offsets(self.state, *at))]
        states = (self.state, GameState(self.state.game, seen.state, None))
        before, after = (sight_of(self.words, state, self.state.player, known) for state in states)
        return before, after

    def _coming(self, seen: Foreseen) -> str:
        """Return the title of what chance or something unknown decides next; empty for what was going on before."""
        node, layout = self._node(seen), self.state.game.layout
        if isinstance(node, Chance):
            return self.words.speaker.option(node.label)
        if node is not None or all(
            not layout.element_at(at)[0].name.startswith(f"{seen.clause}.") for at in seen.written
        ):
            return ""
        return self.words.speaker.option(seen.clause.partition(" ")[2])


def _form(text: str, values: Sequence[str]) -> str:
    """Return a sentence without what the option itself names."""
    text = text.casefold()
    for value in values:
        text = text.replace(value.casefold(), "...")
    return text


def _veiled(state: GameState, words: GameWords) -> frozenset[int]:
    """Return the cells that the player who decides may not know.

    Of locals and cells of control, they know those that say who decides and what is offered, and what follows from
    their own decisions just before, if these had few answers.
    """
    cells, slots, player = state.game.machine.cells, state.game.layout.slots, state.player
    elements = elements_of(cell for cell in cells if cell.seen is not None)
    seen = sight_of(words, state, player, [(cell.name, index) for cell, index in elements])
    veiled = {offset for at, one in seen.items() if isinstance(one, Hidden) for offset in _offsets(state, *at)}
    if not has_secrets(state):
        return frozenset(veiled)
    inner = (slots[c.name] for c in cells if c.role in ("frame", "control") and c.name not in ALWAYS)
    inside = {offset for slot in inner for offset in range(slot.offset, slot.end)}
    inside -= words.foresight.read_for_offer(state.raw)
    past = state.past
    if past is not None and past.raw is not None and past.option is not None:
        before = GameState(state.game, past.raw, past.before)
        few = not state.game.resolver.chances(past.raw) and len(before.legal()) <= MOST_TOGETHER
        if few and before.player == player:
            led = words.foresight.foresee(past.raw, past.option, _veiled(before, words))
            if (led.node, led.state.packed) == (state.raw.node, state.raw.packed):
                inside &= led.veiled
    return frozenset(veiled | inside)


def _offsets(state: GameState, name: str, index: tuple[int, ...]) -> range:
    """Return the offsets of the cells of an element."""
    slot = state.game.layout.slots[name]
    first = slot.at((*index, 0) if slot.cell.heap else index)
    return range(first, first + (slot.cell.shape[-1] if slot.cell.heap else slot.width))
