"""What the deciding player can foresee about an option: the changes at the table up to the next unknown.

An unknown is chance, another player's decision, or something hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice

from attrs import evolve, field, frozen

from ..engine.interface import GameFault, State
from ..engine.observe import ALWAYS, Content, Hidden, Seen
from ..engine.reference.foresight import Foreseen
from ..machine.program import Cell, Chance, Decision, End
from ..play.game import GameState
from ..play.game_steps import has_secrets
from ..scene.viewpoint import Viewpoint
from .changes import ChangeWording, ElementChange, elements_of, sight_of
from .movements import TableElement
from .values import SessionOffer
from .words import GameWords

MOST_TOGETHER = 9
"""The most ways to do one action that are offered together with the answers to the questions that follow."""
KeysOf = Callable[[Sequence[tuple[str, str, int]]], Iterable[str]]
OptionPath = tuple[int, ...]
"""An option, and the options taken at the questions that follow."""
MOST_FORESEEN = 12
"""The most combinations of later answers that are tried; only what all of them have in common is foreseen."""


@frozen(eq=False, slots=False)
class Forecaster:
    """Foresees the results of the options of one decision, for the deciding player."""

    state: GameState
    words: GameWords
    _reached: dict[OptionPath, State | None] = field(factory=dict, init=False, repr=False)
    _seen: dict[OptionPath, Foreseen] = field(factory=dict, init=False, repr=False)
    _sentences: dict[OptionPath, tuple[str, ...]] = field(factory=dict, init=False, repr=False)
    _offered: dict[OptionPath, frozenset[int]] = field(factory=dict, init=False, repr=False)

    @cached_property
    def veiled(self) -> frozenset[int]:
        """Return the offsets of the cells whose values the player may not know."""
        return _veiled(self.state, self.words)

    def forecasts(self, offers: Sequence[SessionOffer]) -> dict[int, tuple[str, ...]]:
        """Return for each offer of an action the sentences about it that do not hold for all of them, keyed by the
        offer's number."""
        told = {offer.number: self._told(offer) for offer in offers}
        if len(offers) < 2:
            return told
        forms = {offer.number: [_without_values(each, offer.values) for each in told[offer.number]] for offer in offers}
        common = set[str].intersection(*map(set, forms.values()))
        return {
            number: tuple(text for text, form in zip(each, forms[number], strict=True) if form not in common)
            for number, each in told.items()
        }

    # ------------------------------------------ joining an option with the answers to the questions that follow at once

    def joined(self, offers: Sequence[SessionOffer], keys: KeysOf) -> tuple[SessionOffer, ...]:
        """Return the offers of an action. If they are few, each includes answers to the questions that follow it, and
        offers with equal results are merged. `keys` returns the keys of the things in the picture that arguments
        name."""
        if len(offers) > MOST_TOGETHER:
            return tuple(offers)
        each = chain.from_iterable(self._ways(offer, MOST_TOGETHER, keys) for offer in offers)
        ways = tuple(islice(each, MOST_TOGETHER + 1))
        if len(ways) > MOST_TOGETHER:
            return tuple(offers)
        ends = [self._end(way) for way in ways]
        found: dict[Hashable, SessionOffer] = {}
        for way, end in zip(ways, ends, strict=True):
            is_same = end is not None and ends.count(end) > 1 and self._foresee(_path(way)).node is not None
            found.setdefault(end if is_same else way.values, way)
        return tuple(found.values())

    def _ways(self, offer: SessionOffer, most: int, keys: KeysOf = lambda _: ()) -> Iterator[SessionOffer]:
        """Yield the offer with each combination of answers to the questions that follow at once; the offer itself if
        there are more than `most`. The only possible answer to a question is named if it has values, since an option
        names its values, too."""
        before, options = self._question(_path(offer), most)
        if not options:
            yield offer
            return
        for option in options:
            label, args = self.words.arguments(before, option)
            told = self.words.values(label, args) or ((self.words.speaker.option(label),) if len(options) > 1 else ())
            told = (self.words.ui("then-value", what=told[0]), *told[1:]) if told else ()
            values, named = (*offer.values, *told), (*offer.keys, *keys(args))
            longer = evolve(offer, values=values, keys=named, then=(*offer.then, option))
            yield from self._ways(longer, most // len(options), keys)

    def _question(self, path: OptionPath, most: int) -> tuple[str, Sequence[int]]:
        """Return the node and the options of the question that follows directly after a path. Return no options if
        there is no such question, if it has more than `most` options, or if the player cannot foresee it."""
        engine, after = self.state.game.engine, self._after(path)
        node = None if after is None else self.state.game.resolver.labels.nodes[after.node]
        if after is None or not isinstance(node, Decision) or node.move or engine.who(after) != self.state.player:
            return "", ()
        options = engine.options(after)
        return (after.node, options) if len(options) <= most and self._foresee(path).node is not None else ("", ())

    def _after(self, path: OptionPath) -> State | None:
        """Return the state after a path, even if the player cannot foresee it; None if the rules fault on the way."""
        if path not in self._reached:
            before = self.state.raw if len(path) == 1 else self._after(path[:-1])
            try:
                self._reached[path] = before and self.state.game.engine.apply(before, path[-1])
            except GameFault:
                self._reached[path] = None
        return self._reached[path]

    def _foresee(self, path: OptionPath) -> Foreseen:
        """Return what the player foresees about an option and the answers to the questions that follow it."""
        if path not in self._seen:
            foresight = self.words.foresight
            if len(path) == 1:
                self._seen[path] = foresight.foresee(self.state.raw, path[0], self.veiled)
            else:
                before = self._foresee(path[:-1])
                after = foresight.foresee(before.state, path[-1], before.veiled - self._read(path[:-1]))
                written, writes = after.written | before.written, before.writes + after.writes
                begun = after.begun | before.begun
                self._seen[path] = evolve(after, written=written, writes=writes, begun=begun)
        return self._seen[path]

    def _read(self, path: OptionPath) -> frozenset[int]:
        """Return the offsets of the cells that determine which options are offered after a path."""
        if path not in self._offered:
            self._offered[path] = self.words.foresight.read_for_offer(self._foresee(path).state)
        return self._offered[path]

    def _end(self, way: SessionOffer) -> Hashable:
        """Return a key of the situation in which an offer ends the move: the node and all values that still matter.
        Offers with equal keys have equal results. Return None if the offer does not end the move."""
        after, game = self._after(_path(way)), self.state.game
        node = None if after is None else game.resolver.labels.nodes[after.node]
        if after is None or not (isinstance(node, End) or (isinstance(node, Decision) and node.move)):
            return None
        own, cells = f"action {way.label.partition('(')[0]}.", after.cells
        kept = (s for name, s in game.layout.slots.items() if not name.startswith(own))
        return after.node, tuple(cells[s.offset : s.end] for s in kept)

    # ------------------------------------------------------------------------------------- what changes after an option

    def _told(self, offer: SessionOffer) -> tuple[str, ...]:
        """Return the sentences about an offer; they are computed once and cached."""
        if _path(offer) not in self._sentences:
            self._sentences[_path(offer)] = tuple(self.sentences(offer))
        return self._sentences[_path(offer)]

    def sentences(self, offer: SessionOffer) -> Iterator[str]:
        """Yield sentences on what changes with every answer to the questions that follow, and on what comes next if it
        is the same for all."""
        ways = [self._foresee(_path(way)) for way in self._ways(offer, MOST_FORESEEN)]
        changes = [list(self._changes(seen)) for seen in ways]
        ends = [{one.at: one.now for one in each} for each in changes]
        same = {at for at in ends[0] if all(at in end and end[at] == ends[0][at] for end in ends)}
        told = ChangeWording(self.words).told(changes[0], only=None if len(ways) == 1 else same)
        yield from (one.text for one in told)
        coming = {self._coming(seen) for seen in ways}
        if len(coming) == 1 and (title := coming.pop()) not in ("", offer.title):
            yield self.words.ui("then", what=title)

    def _changes(self, seen: Foreseen) -> Iterator[ElementChange]:
        """Yield the changes that the player sees, in their order. If the player may not know the element before, the
        change shows no contents."""
        slots, now, ends = self.state.game.layout.slots, dict[TableElement, Seen](), dict[TableElement, Seen]()
        before, after = (
            Viewpoint(self.words.artist.sight, state, self.state.player) for state in (self.state.raw, seen.state)
        )
        for name, index, value in seen.writes:
            cell = slots[name].cell
            if cell.role not in ("place", "keep"):
                continue
            at = name, index[:-1] if cell.heap else index
            if at not in now:
                is_known = seen.veiled.isdisjoint(_offsets(self.state, *at))
                now[at] = before.content(*at) if is_known else Hidden()
                ends[at] = after.content(*at) if is_known else Hidden()
            then = _written(cell, index, value, now[at], ends[at])
            yield ElementChange(at, now[at], then)
            now[at] = then

    def _coming(self, seen: Foreseen) -> str:
        """Return the title of the draw that comes next, or of the clause that begins but cannot be foreseen further; ""
        if there is neither."""
        node = self.state.game.resolver.labels.nodes.get(seen.node or "")
        if isinstance(node, Chance):
            return self.words.speaker.option(node.label)
        if node is not None or seen.clause not in seen.begun:
            return ""
        return self.words.speaker.option(seen.clause.partition(" ")[2])


def _path(offer: SessionOffer) -> OptionPath:
    return offer.option, *offer.then


def _without_values(text: str, values: Sequence[str]) -> str:
    """Return a sentence in small letters, with the values that the option names replaced by dots."""
    text = text.casefold()
    for value in values:
        text = text.replace(value.casefold(), "...")
    return text


def _veiled(state: GameState, words: GameWords) -> frozenset[int]:
    """Return the offsets of the cells whose values the deciding player may not know. Of local variables and control
    cells, the player knows those that determine who decides and what is offered. They also know those that follow from
    their own last decision, if it had few options."""
    cells, slots, player = state.game.machine.cells, state.game.layout.slots, state.player
    elements = elements_of(cell for cell in cells if cell.seen is not None)
    seen = sight_of(words, state, player, [(cell.name, index) for cell, index in elements])
    veiled = {offset for at, one in seen.items() if isinstance(one, Hidden) for offset in _offsets(state, *at)}
    if not has_secrets(state.game.machine):
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
    """Return the offsets of an element's cells."""
    slot = state.game.layout.slots[name]
    first = slot.at((*index, 0) if slot.cell.heap else index)
    return range(first, first + (slot.cell.shape[-1] if slot.cell.heap else slot.width))


def _written(cell: Cell, index: Sequence[int], value: Content, before: Seen, after: Seen) -> Seen:
    """Return what the player sees of an element after a value is written to it. `before` is what they saw before, and
    `after` what they see after the last write. If one of these is hidden, the result is `after`."""
    if isinstance(before, Hidden) or isinstance(after, Hidden):
        return after
    if not cell.heap:
        return value
    assert isinstance(before, tuple) and isinstance(value, int)
    return (*before[: index[-1]], value, *before[index[-1] + 1 :])
