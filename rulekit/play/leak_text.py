"""Leaks that an exchange has found, in words: who learns what, by which clause and line, and what was hidden.

The step is repeated on the reference engine, which says which clause did what.  `check/information/writes.py` knows
what a statement writes; the line of a decision or a chance is that of its fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, field

from ..check.information.writes import written_by
from ..engine.cell_layout import index_of
from ..engine.events import Entered, Event, Wrote
from ..engine.events import Shown as ShownEvent
from ..engine.interface import GameFault, State
from ..engine.log import COUNTED, SAW, SHOWN, LogNote, RecordFormat
from ..engine.observe import Hidden, Sight
from ..engine.reference import ReferenceEngine
from ..machine import program as m
from ..model.rulebook import Rulebook
from ..syntax import nodes as s
from ..syntax.traversal import walk
from .exchange import Leak
from .game_steps import LabelResolver
from .information_state import NoteWording

MOST_LINES = 4
LOOPS = {"turn": s.Turns, "round": s.Rounds}
"""What begins the time for which a keep lasts, and gives it its first value again."""


def lines_in(rulebook: Rulebook, clause: str, cell: str | None) -> str:
    """`line 3` or `lines 3, 9`: the statements of a clause that write or show the cell, or else those by which a game
    ends where it is one of the game's own; else where the clause begins; empty for what is no clause of the rulebook.
    """
    placed = next((p.clause for p in rulebook.clauses if clause in (p.id, p.clause.kind)), None)
    if placed is None:
        return ""
    found = {}
    if cell is not None:
        begins = _begins(rulebook, cell)
        found = {p.span.first.line: None for p in walk(placed) if isinstance(p, begins) or _touches(p, cell)}
    lines = list(found) or [placed.span.first.line]
    shown = ", ".join(map(str, lines[:MOST_LINES])) + (", …" if len(lines) > MOST_LINES else "")
    return f"line{'s' * (len(lines) > 1)} {shown}"


def _begins(rulebook: Rulebook, cell: str) -> tuple[type[s.Node], ...]:
    """The loops that write this cell themselves."""
    keeps = (p.clause for p in rulebook.clauses if isinstance(p.clause, s.KeepClause) and p.clause.name.text == cell)
    return tuple(LOOPS[keep.lifetime] for keep in keeps if keep.lifetime in LOOPS)


def _touches(part: s.Node, cell: str) -> bool:
    if cell.startswith("game."):
        return isinstance(part, s.Over)
    match part:
        case s.Show():
            return isinstance(part.value, s.Ref | s.Index) and part.value.name.text == cell
        case s.Turns():
            return cell == "active"
    return isinstance(part, s.Stmt) and any(target.name.text == cell for target in written_by(part))


Lines = Callable[[str, str | None], str]
"""Where a clause writes a cell (None: where it stands), as `line 3` or `lines 3, 9`; empty where nobody knows."""
MOST_OPTIONS, MOST_CELLS = 6, 3


@define
class LeakTeller:
    """Words for the leaks of one machine."""

    machine: m.Machine
    lines: Lines | None
    words: NoteWording = field(init=False)
    form: RecordFormat = field(init=False)
    sight: Sight = field(init=False)
    resolver: LabelResolver = field(init=False)

    def __attrs_post_init__(self) -> None:
        engine = ReferenceEngine(self.machine)
        self.words, self.sight, self.resolver = NoteWording.of(self.machine), Sight.of(engine), LabelResolver.of(engine)
        self.form = self.words.form

    def key(self, leak: Leak) -> tuple[object, ...]:
        """Equal for leaks of the same kind at the same place."""
        note = leak.told.first or leak.told.second if leak.told is not None else None
        return leak.kind, leak.states[0].node, leak.states[1].node, note[:2] if note is not None else None

    def text(self, leak: Leak) -> str:
        seat = self.machine.seats[leak.player]
        return f"{seat} {self._what(leak)}{self._hidden(leak)}"

    def _what(self, leak: Leak) -> str:
        before, after = leak.states
        if leak.kind == "options":
            one, two = leak.options
            only = [text for text in (*one, *two) if (text in one) != (text in two)]
            shown = ", ".join(only[:MOST_OPTIONS]) + (", …" if len(only) > MOST_OPTIONS else "")
            return f"in {self._node(after)}: what is on offer gives away what he has not seen ({shown})"
        if leak.kind == "asked":
            then, now = self._happens(before), self._happens(after)
            return f"learns what he has not seen: {then} in one game, {now} in the other"
        if leak.kind == "fault":
            assert leak.fault is not None
            broke = f"one game breaks off, the other does not ({leak.fault})"
            return f"learns in {self._node(after)} what he has not seen: {broke}"
        assert leak.told is not None
        first, second = leak.told.first, leak.told.second
        then, now = (self.words.text(note) if note is not None else "nothing" for note in (first, second))
        return f"learns in {self._place(leak)} what he has not seen: {then} in one game, {now} in the other"

    def _happens(self, state: State) -> str:
        if self.resolver.ended(state):
            return "the game is over"
        whose = f"{self.resolver.seat(state)} decides" if self.resolver.decides(state) else "chance falls"
        return f"{whose} in {self._node(state)}"

    def _node(self, state: State) -> str:
        """The clause of a decision or a chance and its line, which is that of the fault of having no option."""
        node = self.resolver.labels.nodes[state.node]
        if not isinstance(node, m.Decision | m.Chance):
            return node.clause
        place = self.machine.faults[node.fault].place
        return f"{node.clause} (line {place[1]})" if place is not None else node.clause

    # ---------------------------------------------------------------------------------------------------- which clause

    def _place(self, leak: Leak) -> str:
        """The clause that wrote or showed it, in the game where it did, and the line."""
        assert leak.told is not None
        for note, state in ((leak.told.first, leak.states[0]), (leak.told.second, leak.states[1])):
            if note is None:
                continue
            for clause, event in self._events(state, leak.choice):
                if self._is(event, note):
                    cell = event.cell if isinstance(event, Wrote | ShownEvent) else None
                    line = self.lines(clause, cell) if self.lines is not None else ""
                    return f"{clause} ({line})" if line else clause
        return self._node(leak.states[1])

    def _events(self, state: State, choice: int) -> Iterator[tuple[str, Event]]:
        """What happens in the step, with the clause that it happens in."""
        heard: list[Event] = []
        resolver = LabelResolver.of(ReferenceEngine(self.machine, heard.append))
        try:
            if choice not in resolver.numbers(state):
                choice = resolver.numbers(state)[0]
            resolver.go(state, choice)
        except GameFault:
            pass
        clause = self.resolver.clause(state)
        for event in heard:
            if isinstance(event, Entered):
                clause = event.clause
            yield clause, event

    def _is(self, event: Event, note: LogNote) -> bool:
        if isinstance(event, Wrote) and note[0] in (SAW, COUNTED) and event.cell == self.form.cells[note[1]].name:
            slot = self.sight.layout.slots[event.cell]
            return slot.at(event.index) == slot.offset + note[2] * slot.width or note[0] == COUNTED
        return isinstance(event, ShownEvent) and note[0] == SHOWN and event.what == self.form.shows[note[1]].what

    # ------------------------------------------------------------------------------------------------- what is hidden

    def _hidden(self, leak: Leak) -> str:
        """What is not for the player to see and differs between the two games."""
        found = [*self._differing(leak)]
        more = ", …" if len(found) > MOST_CELLS else ""
        return f"; hidden from him: {', '.join(found[:MOST_CELLS])}{more}" if found else ""

    def _differing(self, leak: Leak) -> Iterator[str]:
        one = leak.states[0]
        for cell in self.form.cells:
            slot = self.sight.layout.slots[cell.name]
            for place in range(slot.count):
                index = index_of(cell.shape, place)
                first, second = (slot.read(state.cells, index) for state in leak.states)
                if first == second or not isinstance(self.sight.element(one, cell, index, leak.player), Hidden):
                    continue
                labels = self.form.labels
                texts = (labels.told_text(cell.domain, value) or "nothing" for value in (first, second))
                yield f"{labels.element_text(cell, index)} ({' or '.join(texts)})"
