"""What each player may know, from a game as the reference engine tells it, and whether options give away more than
that.

A player's information state is the list of what he saw: picks, outcomes and showings whose audience he is in, cells
that he sees as they change, and, at each standing state, what he sees now.  K3 groups every history of a small game; K4
samples: two outcomes that a player did not see are exchanged, and as long as his list stays the same his options must
too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from attrs import define, evolve, field, frozen

from ..engine.events import Audience, Drawn, Event, Picked, Shown, Wrote
from ..engine.interface import NotAnOption, State, Value
from ..engine.reference import ReferenceEngine
from ..engine.state import Layout, index_of, words_of
from ..machine.program import Cell, Chance, Machine
from .offers import Offers

Seen = tuple[object, ...]
Info = tuple[Seen, ...]

ROLES = ("place", "keep", "box")


class TooLarge(Exception):
    """The game has more histories than may be gone through."""


@frozen
class Groups:
    """K3, exhausted: how many histories there are, and for each player how many information states at his decisions;
    `leaks` tells where equal information met different options.
    """

    histories: int
    information_states: tuple[int, ...]
    leaks: tuple[str, ...]


@frozen
class Exchanges:
    """K4, sampled: how many exchanges were tried, how many kept the player's information, and what differed in
    those.
    """

    tried: int
    kept: int
    leaks: tuple[str, ...]

    @property
    def enough(self) -> bool:
        return self.kept >= 1_000

    @property
    def rejected(self) -> float:
        return 1 - self.kept / self.tried if self.tried else 0.0


@define
class Observer:
    """Follows one game on the reference engine and keeps what each player saw."""

    machine: Machine
    engine: ReferenceEngine = field(init=False)
    offers: Offers = field(init=False)
    layout: Layout = field(init=False)
    _heard: list[list[Seen]] = field(init=False)
    _cells: list[int] = field(init=False, factory=list)
    _state: State | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.engine = ReferenceEngine(self.machine, self._watch)
        self.offers = Offers.of(self.engine)
        self.layout = Layout.of(self.machine)
        self._heard = []

    def start(self, seed: int, number: int) -> tuple[State, tuple[Info, ...]]:
        blank = State(self.machine.start, tuple(self.layout.initial()), (), seed, number)
        return self._run(blank, tuple(() for _ in self.machine.seats), lambda: self.engine.start(seed, number))

    def go(self, state: State, infos: tuple[Info, ...], choice: int) -> tuple[State, tuple[Info, ...]]:
        """On with an option or an outcome; each player's list grows by what he sees of it."""
        return self._run(state, infos, lambda: self.offers.go(state, choice))

    def _run(self, before: State, infos: tuple[Info, ...], run: Callable[[], State]) -> tuple[State, tuple[Info, ...]]:
        self._heard = [[] for _ in self.machine.seats]
        self._cells = list(before.cells)
        self._state = before
        state = run()
        grown = []
        for player, info in enumerate(infos):
            seen = (*self._heard[player], ("now", self.observation(state, player)))
            last = next((entry for entry in reversed(info) if entry[0] == "now"), None)
            grown.append((*info, *(seen[:-1] if seen[-1] == last else seen)))
        return state, tuple(grown)

    # --------------------------------------------------------------------------------------------- what is seen

    def observation(self, state: State, player: int) -> Seen:
        """Every element of a cell that the player sees now, and the sizes that he sees."""
        found: list[object] = []
        for slot in self.layout.slots.values():
            if slot.cell.role in ROLES:
                for place in range(slot.count):
                    index = index_of(slot.cell.shape, place)
                    found.append(self._sight(state, slot.cell, index, player))
        return tuple(found)

    def _sight(self, state: State, cell: Cell, index: tuple[int, ...], player: int) -> object:
        """The value, the size, or nothing."""
        value = self.layout.read(state.cells, cell.name, index)
        if self._may(state, cell.seen, index, player):
            return value
        if (cell.kind != "number" or cell.heap) and self._may(state, cell.counted, index, player):
            return ("size", self._size(state, cell, index))
        return None

    def _size(self, state: State, cell: Cell, index: tuple[int, ...]) -> int:
        if cell.heap:
            return sum(
                _number(self.layout.read(state.cells, cell.name, (*index[:-1], at))) for at in range(cell.shape[-1])
            )
        value = self.layout.read(state.cells, cell.name, index)
        return value if isinstance(value, int) else len(value)

    def _may(self, state: State, function: str | None, index: tuple[int, ...], player: int) -> bool:
        if function is None:
            return True
        taken = next(len(f.params) for f in self.machine.functions if f.name == function)
        seers = self.engine.call(state, function, index[:taken])
        return isinstance(seers, frozenset) and player in seers

    # ----------------------------------------------------------------------------------------- what is heard of

    def _watch(self, event: Event) -> None:
        if isinstance(event, Picked):
            audience = None if event.audience is None else event.audience | {event.player}
            self._tell(audience, ("picked", event.node, event.player, event.label, event.args))
        elif isinstance(event, Drawn):
            self._tell(event.audience, ("drawn", event.node, event.value))
        elif isinstance(event, Shown):
            self._tell(event.audience, ("shown", event.what, event.values))
        elif isinstance(event, Wrote):
            self._wrote(event)

    def _tell(self, audience: Audience, seen: Seen) -> None:
        for player, heard in enumerate(self._heard):
            if audience is None or player in audience:
                heard.append(seen)

    def _wrote(self, event: Wrote) -> None:
        assert self._state is not None
        slot = self.layout.slots[event.cell]
        at = slot.at(event.index)
        self._cells[at : at + slot.width] = _flat(event.now, slot.width, slot.cell)
        if slot.cell.role not in ROLES or event.before == event.now:
            return
        now = evolve(self._state, cells=tuple(self._cells))
        for player, heard in enumerate(self._heard):
            sight = self._sight(now, slot.cell, event.index, player)
            if sight is not None:
                heard.append(("cell", event.cell, event.index, sight))


def _number(value: Value | tuple[int, ...]) -> int:
    assert isinstance(value, int)
    return value


def _flat(value: Value | tuple[int, ...], width: int, cell: Cell) -> list[int]:
    if isinstance(value, tuple):
        return [*value, *[0] * (width - len(value))]
    return [value] if isinstance(value, int) else words_of(value, cell.high + 1)


# ------------------------------------------------------------------------------------------------------- K3, exhausted


def group_histories(machine: Machine, most: int = 100_000) -> Groups:
    """Every history of a small game, chance included, grouped by what the decider knows."""
    observer = Observer(machine)
    options: dict[tuple[int, Info], tuple[str, ...]] = {}
    leaks: list[str] = []
    histories = 0
    waiting = [observer.start(1, 0)]
    while waiting:
        state, infos = waiting.pop()
        histories += 1
        if histories > most:
            raise TooLarge
        if observer.offers.ended(state):
            continue
        numbers = observer.offers.numbers(state)
        if observer.offers.decides(state):
            player = observer.engine.who(state)
            texts = observer.offers.texts(state)
            first = options.setdefault((player, infos[player]), texts)
            if first != texts:
                leaks.append(_leak(machine, player, observer.offers.clause(state), first, texts))
        waiting.extend(observer.go(state, infos, number) for number in numbers)
    counts = tuple(sum(player == at for at, _ in options) for player in range(machine.players))
    return Groups(histories, counts, tuple(dict.fromkeys(leaks)))


def _leak(machine: Machine, player: int, clause: str, first: Sequence[str], second: Sequence[str]) -> str:
    only = [text for text in (*first, *second) if (text in first) != (text in second)]
    return (
        f"{machine.seats[player]} in {clause}: what is on offer gives away what he has not seen ({', '.join(only[:6])})"
    )


# --------------------------------------------------------------------------------------------------------- K4, sampled


@frozen
class _Moment:
    """A choice that was made, the state before it, and what each knew then."""

    state: State
    infos: tuple[Info, ...]
    choice: int


def exchange_outcomes(machine: Machine, games: int, seed: int, most_moments: int = 200) -> Exchanges:
    """Plays random games; for each player exchanges outcomes that he did not see, and looks at his options."""
    observer = Observer(machine)
    source = random.Random(seed)
    tried = kept = 0
    leaks: list[str] = []
    for number in range(games):
        moments = list(_random_game(observer, source, seed, number, most_moments))
        for player in range(machine.players):
            for changed in _exchanges(observer, moments, player, source):
                tried += 1
                found = _compare(observer, moments, changed, player)
                if found is None:
                    continue
                kept += 1
                leaks.extend(found)
    return Exchanges(tried, kept, tuple(dict.fromkeys(leaks)))


def _random_game(observer: Observer, source: random.Random, seed: int, number: int, most: int) -> Iterator[_Moment]:
    state, infos = observer.start(seed, number)
    while not observer.offers.ended(state) and most:
        choice = source.choice(observer.offers.numbers(state))
        yield _Moment(state, infos, choice)
        state, infos = observer.go(state, infos, choice)
        most -= 1


def _exchanges(
    observer: Observer, moments: list[_Moment], player: int, source: random.Random
) -> Iterator[dict[int, int]]:
    """For some chances that the player did not see: another outcome there, and the old one where the new one came."""
    unseen = [at for at, moment in enumerate(moments) if _unseen(observer, moments, at, player)]
    for at in source.sample(unseen, min(len(unseen), 4)):
        moment = moments[at]
        others = [n for n in observer.offers.numbers(moment.state) if n != moment.choice]
        if not others:
            continue
        new = source.choice(others)
        later = [
            k for k in unseen if k > at and moments[k].choice == new and moments[k].state.node == moment.state.node
        ]
        yield {at: new, **({later[0]: moment.choice} if later else {})}


def _unseen(observer: Observer, moments: list[_Moment], at: int, player: int) -> bool:
    """Whether a chance came out without the player being told."""
    moment = moments[at]
    node = observer.offers.labels.nodes[moment.state.node]
    if not isinstance(node, Chance) or node.audience is None or at + 1 >= len(moments):
        return False
    news = moments[at + 1].infos[player][len(moment.infos[player]) :]
    return not any(entry[0] == "drawn" and entry[1] == node.id for entry in news)


def _compare(observer: Observer, moments: list[_Moment], changed: dict[int, int], player: int) -> list[str] | None:
    """None where the changed game cannot be played or the player would see it; else what differs in his options."""
    first = min(changed)
    state, infos = moments[first].state, moments[first].infos
    found: list[str] = []
    asked = 0
    for at in range(first, len(moments)):
        old = moments[at]
        if state.node != old.state.node or infos[player] != old.infos[player]:
            break
        if observer.offers.decides(state) and observer.engine.who(state) == player:
            asked += 1
            before, now = observer.offers.texts(old.state), observer.offers.texts(state)
            if before != now:
                found.append(_leak(observer.machine, player, observer.offers.clause(state), before, now))
                break
        try:
            state, infos = observer.go(state, infos, changed.get(at, old.choice))
        except NotAnOption:
            break
    return found if asked else None
