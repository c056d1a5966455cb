"""Tests whether a player can find out what was hidden from them, and reports leaks.

In random games a hidden choice or outcome is replaced by another one. `exchange.py` makes these exchanges, and
`exchanged_game.py` plays the changed games. To name the clause that leaks, the step with the leak is repeated on the
reference engine. The lines of the clause are those whose statements write or show the cell. For a decision or chance
event, it is the line that its fault names.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from attrs import field, frozen

from ..engine.cell_layout import index_of
from ..engine.events import Entered, Event, Wrote
from ..engine.events import Shown as ShownEvent
from ..engine.interface import GameFault, State
from ..engine.log import COUNTED, SAW, SHOWN, LogNote
from ..engine.observe import Hidden, Sight
from ..engine.reference import ReferenceEngine
from ..engine.wasm.recording_engine import RecordingEngine
from ..machine import program as m
from ..model.rulebook import Rulebook
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import walk, write_targets
from .exchange import Exchanger, Leak
from .exchanged_game import Following
from .game_steps import LabelResolver, is_secret
from .information_state import NoteWording

if TYPE_CHECKING:
    from .information_state import Telling


MOST_LINES, MOST_OPTIONS, MOST_CELLS = 4, 6, 3
"""No message names more lines, options or hidden cells."""


def lines_in(rulebook: Rulebook, clause: str, cell: str | None) -> str:
    """Return the lines in which a clause writes or shows a cell, as `line 3` or `lines 3, 9`. Without a cell, return
    the line at which the clause begins. For a cell of the game itself, the lines are those that end the game. The text
    is empty if the rulebook has no such clause."""
    placed = next((p.clause for p in rulebook.clauses if clause in (p.id, p.clause.kind)), None)
    if placed is None:
        return ""
    found = {}
    if cell is not None:
        keeps = (p.clause for p in rulebook.clauses if isinstance(p.clause, s.KeepClause))
        # the loop that is a kept value's lifetime resets the value, too
        resets = tuple(k.lifetime for k in keeps if k.name.text == cell)
        found = {p.span.first.line: None for p in walk(placed) if does(p, *resets) or _touches(p, cell)}
    lines = list(found) or [placed.span.first.line]
    shown = ", ".join(map(str, lines[:MOST_LINES])) + (", …" if len(lines) > MOST_LINES else "")
    return f"line{'s' * (len(lines) > 1)} {shown}"


def _touches(part: s.Node, cell: str) -> bool:
    """Return whether a node writes or shows a cell."""
    if cell.startswith("game."):
        return does(part, "ends")
    if does(part, "shows"):
        shown = getattr(part, "value", None)
        return isinstance(shown, s.Ref | s.Index) and shown.name.text == cell
    if does(part, "turn"):
        return cell == "active"
    return any(target.name.text == cell for target in write_targets(part))


@frozen
class LeakWording:
    """Describes the leaks of one machine in words. If the rulebook is given, the text has its lines."""

    machine: m.Machine
    rulebook: Rulebook | None
    words: NoteWording = field(repr=False)
    sight: Sight = field(repr=False)
    resolver: LabelResolver = field(repr=False)

    @staticmethod
    def of(machine: m.Machine, rulebook: Rulebook | None) -> LeakWording:
        engine = ReferenceEngine(machine)
        return LeakWording(machine, rulebook, NoteWording.of(machine), Sight.of(engine), LabelResolver.of(engine))

    def key(self, leak: Leak) -> tuple[object, ...]:
        """Return a key that is equal for leaks of the same kind at the same place."""
        note = leak.told.first or leak.told.second if leak.told is not None else None
        return leak.kind, leak.states[0].node, leak.states[1].node, note[:2] if note is not None else None

    def text(self, leak: Leak) -> str:
        seat = self.machine.seats[leak.player]
        found = list(self._differences(leak))
        more = ", …" if len(found) > MOST_CELLS else ""
        hidden = f"; hidden from {seat}: {', '.join(found[:MOST_CELLS])}{more}" if found else ""
        return f"{seat} {self._what(leak)}{hidden}"

    def _what(self, leak: Leak) -> str:
        before, after = leak.states
        if leak.kind == "options":
            return f"in {self._node(after)}: {offer_difference(*leak.options)}"
        if leak.kind == "asked":
            return f"learns something hidden: {self._happens(before)} in one game, {self._happens(after)} in the other"
        if leak.kind == "fault":
            why = f"one game breaks off, the other does not ({leak.fault})"
            return f"learns something hidden in {self._node(after)}: {why}"
        assert leak.told is not None
        notes = (leak.told.first, leak.told.second)
        then, now = (self.words.text(note) if note is not None else "nothing" for note in notes)
        return f"learns something hidden in {self._place(leak)}: {then} in one game, {now} in the other"

    def _happens(self, state: State) -> str:
        if self.resolver.is_over(state):
            return "the game is over"
        whose = f"{self.resolver.seat(state)} decides" if self.resolver.decides(state) else "chance falls"
        return f"{whose} in {self._node(state)}"

    def _node(self, state: State) -> str:
        """Return the clause of a decision or chance event, with its line. The line is that of the node's fault for
        having no option left."""
        node = self.resolver.labels.nodes[state.node]
        if not isinstance(node, m.Decision | m.Chance):
            return node.clause
        place = self.machine.faults[node.fault].place
        return f"{node.clause} (line {place[1]})" if place is not None else node.clause

    # ----------------------------------------------------------------------------------------------- which clause leaks

    def _place(self, leak: Leak) -> str:
        """Return the clause that wrote or showed the difference, with its lines. It is searched in the game in which
        the player was told something."""
        assert leak.told is not None
        for note, state in ((leak.told.first, leak.states[0]), (leak.told.second, leak.states[1])):
            if note is None:
                continue
            for clause, event in self._events(state, leak.choice):
                if self._is_noted(event, note):
                    cell = event.cell if isinstance(event, Wrote | ShownEvent) else None
                    line = lines_in(self.rulebook, clause, cell) if self.rulebook is not None else ""
                    return f"{clause} ({line})" if line else clause
        return self._node(leak.states[1])

    def _events(self, state: State, choice: int) -> Iterator[tuple[str, Event]]:
        """Yield each event of the step that `choice` makes, with the clause in which the event happens."""
        heard: list[Event] = []
        resolver = LabelResolver.of(ReferenceEngine(self.machine, heard.append))
        with suppress(GameFault):
            numbers = resolver.numbers(state)
            resolver.go(state, choice if choice in numbers else numbers[0])
        clause = self.resolver.clause(state)
        for event in heard:
            if isinstance(event, Entered):
                clause = event.clause
            yield clause, event

    def _is_noted(self, event: Event, note: LogNote) -> bool:
        form = self.words.form
        if isinstance(event, Wrote) and note[0] in (SAW, COUNTED) and event.cell == form.cells[note[1]].name:
            slot = self.sight.layout.slots[event.cell]
            return slot.at(event.index) == slot.offset + note[2] * slot.width or note[0] == COUNTED
        return isinstance(event, ShownEvent) and note[0] == SHOWN and event.what == form.shows[note[1]].what

    # ---------------------------------------------------------------------------------------- which elements are hidden

    def _differences(self, leak: Leak) -> Iterator[str]:
        """Yield a text for each element that the player does not see and that differs between the two games."""
        labels = self.words.form.labels
        for cell in self.words.form.cells:
            slot = self.sight.layout.slots[cell.name]
            for place in range(slot.count):
                index = index_of(cell.shape, place)
                first, second = (slot.read(state.cells, index) for state in leak.states)
                if first != second and isinstance(self.sight.element(leak.states[0], cell, index, leak.player), Hidden):
                    texts = (labels.text_of_value(cell.domain, value) or "nothing" for value in (first, second))
                    yield f"{labels.element_text(cell, index)} ({' or '.join(texts)})"


def offer_difference(one: Sequence[str], two: Sequence[str]) -> str:
    """Return a text on the options that are on offer in only one of the two games."""
    only = [text for text in (*one, *two) if (text in one) != (text in two)]
    more = ", …" if len(only) > MOST_OPTIONS else ""
    return f"the options on offer give away something hidden ({', '.join(only[:MOST_OPTIONS])}{more})"


PLANS = 8
"""Exchanges tried in a game for each player."""
ENOUGH = 1_000
"""Exchanges that stayed hidden from which on the result is reliable."""


@frozen
class Exchanges:
    """The results of exchanges: how many pairs of games were tried, how many stayed hidden, and the leaks. `faults`
    describes games in which the rules faulted. `secret` is False if no choice or chance is hidden; then nothing was
    exchanged."""

    tried: int
    kept: int
    leaks: tuple[str, ...]
    faults: tuple[str, ...] = ()
    games: int = 0
    seed: int = 0
    secret: bool = True

    @property
    def ok(self) -> bool:
        return not self.leaks and not self.faults

    @property
    def enough(self) -> bool:
        return self.kept >= ENOUGH


def exchange_outcomes(
    machine: m.Machine,
    games: int,
    seed: int,
    rulebook: Rulebook | None = None,
    engine: Telling | None = None,
    progress: Callable[[int, int], None] = lambda done, games: None,
) -> Exchanges:
    """Play random games, exchange what each player did not see, and return whether players can notice it. With a
    rulebook, leaks are described with its lines. `progress` is called with the games done and all games."""
    if not any(map(is_secret, machine.nodes)):
        return Exchanges(0, 0, (), games=0, seed=seed, secret=False)
    exchanger = Exchanger(engine or RecordingEngine(machine), random.Random(seed))
    wording = LeakWording.of(machine, rulebook)
    tried = kept = 0
    leaks: dict[tuple[object, ...], str] = {}
    faults: dict[str, str] = {}

    def note_fault(fault: GameFault, where: str) -> None:
        faults.setdefault(str(fault), f"{fault} ({where})")

    for number in range(games):
        progress(number, games)
        where = f"game {number}, seed {seed}"
        moments, fault = exchanger.game(seed, number)
        if fault is not None:
            note_fault(fault, where)
        for player in range(machine.players):
            sights = exchanger.sights(moments, player)
            for plan in exchanger.plans(moments, player, PLANS):
                pair = Following(exchanger, sights, plan, player, plan.at).run()
                tried, kept = tried + 1, kept + bool(pair.compared)
                exchanger.learn(moments[plan.at].state.node, bool(pair.compared))
                if pair.leak is not None:
                    key = wording.key(pair.leak)
                    if key not in leaks:
                        leaks[key] = f"{wording.text(pair.leak)} ({where})"
                    if pair.leak.fault is not None:
                        note_fault(pair.leak.fault, f"{where}, after an exchange")
    return Exchanges(tried, kept, tuple(leaks.values()), tuple(faults.values()), games, seed)
