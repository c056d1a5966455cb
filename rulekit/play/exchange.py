"""Exchanges values that a player did not see, in random games, to test whether the player can notice it.

At a pick or outcome that the player did not see, another one is substituted (in a shuffle, two pieces are swapped), and
the game is played on from there. Other players make the same choices as in the original game, if the player can see
these choices, and chance has the same outcomes. Until a difference is shown to the player, both games must tell and
offer the player the same. A pair of games ends when the exchange is revealed, by a `show` or by a piece that moves into
view. `exchanged_game.py` plays the changed game; `knowledge.py` chooses the games and describes the findings.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from attrs import define, field, frozen

from ..engine.cell_layout import CellLayout, Slot, ring_size
from ..engine.interface import GameFault, State
from ..engine.log import (
    COUNTED,
    DRAWN,
    PICKED,
    SAW,
    SHOWN,
    UNSEEN,
    LogNote,
    RecordFormat,
    Showable,
    StepRecords,
    showable_of,
    visible_notes,
)
from ..machine import program as m
from ..machine.analyses.effects import Effects
from ..machine.analyses.manager import Analyses
from ..machine.form_table import child_expressions, statements_of
from ..machine.shuffles import is_shuffle, shuffled_place
from .game_steps import LabelResolver, is_secret

if TYPE_CHECKING:
    from .information_state import Telling

MOST_MOMENTS = 2_000
"""Steps of a random game that are recorded."""


@frozen
class PlayedMoment:
    """A pick or an outcome in a played game: the state before it and the state `after` it, the player who picked
    (`who`; None: chance), the number chosen, and what players were told."""

    state: State
    who: int | None
    choice: int
    told: StepRecords
    after: State


@frozen
class Plan:
    """A plan for an exchange: the index of the moment at which the changed game begins, its state there, and the
    choices that replace the original ones, keyed by the index of their moment."""

    at: int
    state: State
    choices: Mapping[int, int]


Notes = tuple[LogNote, ...]


@frozen
class SeenMoment:
    """A moment as one player saw it: what they were told, and whether the pick was their `own`."""

    moment: PlayedMoment
    own: bool
    notes: Notes


@frozen
class Difference:
    """The first difference between what a player was told in two games (None: nothing was told); `revealed` if the
    rules show it on purpose."""

    first: LogNote | None
    second: LogNote | None
    revealed: bool


@frozen
class Leak:
    """A leak: something by which the player can tell the two games apart. It is different `options`, something `told`,
    another player `asked` next, or a `fault`. `states` are those of the two games before the step in which they differ;
    the first game continued with `choice`."""

    kind: Literal["options", "told", "asked", "fault"]
    player: int
    states: tuple[State, State]
    choice: int
    options: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    told: Difference | None = None
    fault: GameFault | None = None


@frozen
class ExchangedPair:
    """The result of a pair of games. `compared` counts how often, after the exchange, the player saw or was offered the
    same in both. `leak` is None if the player could not tell the games apart."""

    compared: int
    leak: Leak | None = None


@define
class Exchanger:
    """Plays games of one machine and makes exchanges in them. Exchanges at some nodes are revealed at once, others stay
    hidden for long. `fates` counts for each node the exchanges made and those that stayed hidden; the more stayed
    hidden, the more often the node is chosen. `source` is the random source for choosing; the games have their own
    random streams."""

    engine: Telling
    source: random.Random
    resolver: LabelResolver = field(init=False)
    form: RecordFormat = field(init=False)
    layout: CellLayout = field(init=False)
    secret: frozenset[str] = field(init=False)
    moving: bool = field(init=False)
    plain: frozenset[Showable] = field(init=False)
    fates: dict[str, tuple[int, int]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        machine = self.engine.machine
        self.resolver = LabelResolver.of(self.engine)
        self.form, self.layout = RecordFormat.of(machine), CellLayout.of(machine)
        self.secret = frozenset(node.id for node in machine.nodes if is_secret(node))
        effects, functions = Analyses(machine).get(Effects), {f.name: f for f in machine.functions}
        audiences = {name for cell in self.form.cells for name in (cell.seen, cell.counted) if name is not None}
        self.plain = plain_shows(machine)
        self.moving = any(effects.reads(functions[name].body) for name in audiences)

    # -------------------------------------------------------------------------------------------- playing a random game

    def game(self, seed: int, number: int) -> tuple[list[PlayedMoment], GameFault | None]:
        """Play a random game to its end; return its moments and the fault that ended it, if any."""
        moments: list[PlayedMoment] = []
        try:
            state = self.engine.start(seed, number)
            while not self.resolver.is_over(state) and len(moments) < MOST_MOMENTS:
                who = self.engine.who(state) if self.resolver.decides(state) else None
                choice, state = self.resolver.draw(state)
                after = self.resolver.go(state, choice)
                moments.append(PlayedMoment(state, who, choice, self.engine.records, after))
                state = after
        except GameFault as fault:
            return moments, fault
        return moments, None

    # ------------------------------------------------------------------------------ choosing exchanges in a played game

    def plans(self, moments: Sequence[PlayedMoment], player: int, most: int) -> Iterator[Plan]:
        """Yield up to `most` plans for exchanges of what the player did not see."""
        shuffles = self._shuffles(moments)
        inside = {at for group in shuffles for at in group}
        single = (at for at, moment in enumerate(moments) if at not in inside and self._is_unseen(moment, player))
        waiting: list[Sequence[int]] = [*shuffles, *([at] for at in single)]
        kinds = [moments[group[0]].state.node for group in waiting]
        many = Counter(kinds)
        for _ in range(most if waiting else 0):
            shares = [self._promise(kind) / many[kind] for kind in kinds]
            group = self.source.choices(waiting, shares)[0]
            shuffled = len(group) > 1
            plan = self._reshuffle(moments, group) if shuffled else self._replace(moments, group[0], player)
            if plan is not None:
                yield plan

    def _promise(self, node: str) -> float:
        """Estimate the probability that an exchange at a node stays hidden, from the exchanges made there so far; never
        0."""
        tried, kept = self.fates.get(node, (0, 0))
        return (kept + 1) / (tried + 2)

    def learn(self, node: str, kept: bool) -> None:
        """Count an exchange made at a node; `kept` says whether it stayed hidden."""
        tried, before = self.fates.get(node, (0, 0))
        self.fates[node] = tried + 1, before + kept

    def _is_unseen(self, moment: PlayedMoment, player: int) -> bool:
        """Return whether a pick or an outcome was hidden from the player, wholly or in part."""
        if moment.state.node not in self.secret or moment.who == player:
            return False
        note = next((note for note in visible_notes(moment.told[:1], player) if note[0] in (PICKED, DRAWN)), None)
        return note is None or UNSEEN in note

    def _shuffles(self, moments: Sequence[PlayedMoment]) -> list[range]:
        """Return, for each shuffle, the indices of the moments in which its pieces were drawn. An exchange swaps pieces
        within one shuffle."""
        found: list[range] = []
        before = "", 0
        for at, moment in enumerate(moments):
            node = self.resolver.labels.nodes[moment.state.node]
            if not is_shuffle(node):
                continue
            left = len(self.engine.outcomes(moment.state))
            if found and found[-1].stop == at and before == (node.id, left + 1):
                found[-1] = range(found[-1].start, at + 1)
            else:
                found.append(range(at, at + 1))
            before = node.id, left
        return [group for group in found if len(group) > 1]

    def _reshuffle(self, moments: Sequence[PlayedMoment], group: Sequence[int]) -> Plan | None:
        """Return a plan that swaps two pieces of a shuffle before its last pick, as if they had been shuffled into
        another order. Return None if that is impossible or the pieces are equal."""
        last = moments[group[-1]]
        pull = shuffled_place(self.resolver.labels.nodes[last.state.node], self.engine.machine.nodes)
        if pull is None:
            return None
        slots, cells = self.layout.slots, list(last.state.cells)
        index = [_steady(i, slots, cells) for i in pull.index]
        if None in index:
            return None
        at = slots[pull.cell].at([i for i in index if i is not None])
        size = ring_size(cells[at : at + slots[pull.cell].width])
        one, two = (at + place for place in self.source.sample(range(size), 2))
        if cells[one] == cells[two]:
            return None
        cells[one], cells[two] = cells[two], cells[one]
        return Plan(group[-1], last.state.with_cells(cells), {})

    def _replace(self, moments: Sequence[PlayedMoment], at: int, player: int) -> Plan | None:
        """Return a plan that replaces a choice by another that looks the same to the player; None if there is no such
        choice. If chance drew the other outcome later, that one is replaced by the original, so that the two are
        swapped."""
        moment = moments[at]
        note = self.note(moment.state, moment.choice, player)
        others = [o for o in self.resolver.numbers(moment.state) if o != moment.choice]
        new = self.one_of(others, lambda o: self.note(moment.state, o, player) == note)
        if new is None:
            return None
        here = moment.state.node
        later = (k for k in range(at + 1, len(moments)) if moments[k].choice == new and moments[k].state.node == here)
        again = next((k for k in later if self._is_unseen(moments[k], player)), None) if moment.who is None else None
        return Plan(at, moment.state, {at: new, **({again: moment.choice} if again is not None else {})})

    def one_of(self, numbers: Sequence[int], fits: Callable[[int], bool]) -> int | None:
        """Return one of the numbers that passes the test `fits`, at random, or None if there is none."""
        order = list(numbers)
        self.source.shuffle(order)
        return next(filter(fits, order), None)

    def note(self, state: State, choice: int, player: int) -> LogNote | None:
        """Return what the player would be told about a choice; None if they would be told nothing."""
        return next(
            (r.note_for(player) for r in self.engine.choice_records(state, choice) if r.note_for(player) is not None),
            None,
        )

    # ------------------------------------------------------------------ comparing what the player is told in both games

    def sights(self, moments: Sequence[PlayedMoment], player: int) -> list[SeenMoment]:
        """Return what the player saw of each moment."""
        return [SeenMoment(moment, moment.who == player, visible_notes(moment.told, player)) for moment in moments]

    def differ(self, was: Notes, now: Notes) -> Difference | None:
        """Return the first difference between what the player was told in the original and in the changed game, with
        whether it reveals what was hidden. Return None if both are equal."""
        for one, two in zip_longest(was, now):
            if one != two:
                return Difference(one, two, self.shows(one) or self.shows(two) or self._is_same_move(one, two))
        return None

    def shows(self, note: LogNote | None) -> bool:
        """Return whether a note is about a `show` of something that is not visible to everybody already."""
        return note is not None and note[0] == SHOWN and self.form.shows[note[1]] not in self.plain

    def _is_same_move(self, one: LogNote | None, two: LogNote | None) -> bool:
        """Return whether both notes say that pieces came to or left the same place, so that only the pieces differ."""
        if one is None or two is None or one[:2] != two[:2] or one[0] not in (SAW, COUNTED):
            return False
        if one[0] == COUNTED:  # only a count: the open attributes of the pieces must be equal, too
            return one[:4] == two[:4]
        cell = self.form.cells[one[1]]
        if cell.role != "place":
            return False
        if cell.heap:
            return one[2] // cell.shape[-1] == two[2] // cell.shape[-1]
        if one[2] != two[2] or len(one) != len(two):
            return False
        return cell.kind != "number" or (one[3] == 0) == (two[3] == 0)


def plain_shows(machine: m.Machine) -> frozenset[Showable]:
    """Return the `show`s of values that everybody can see anyway: visible cells, whose indexes are visible or are names
    of loops over visible members."""
    closed = {cell.name for cell in machine.cells if cell.seen is not None or cell.role == "frame"}
    effects = Analyses(machine).get(Effects)
    plain: set[Showable] = set()
    other: set[Showable] = set()
    bodies = [*(r.body for r in machine.routines), *(n.body for n in machine.nodes if isinstance(n, m.StepNode))]
    for body in bodies:
        loops = _open_loops(body, lambda part: not closed.isdisjoint(effects.reads(part)))

        def openly(index: m.Expr, loops: set[str] = loops) -> bool:
            if isinstance(index, m.Load):
                return index.cell not in closed and all(map(openly, index.index))
            return isinstance(index, m.Const) or (isinstance(index, m.Local) and index.name in loops)

        for s in statements_of(body):
            if isinstance(s, m.Reveal):
                open_cell = s.cell is not None and s.cell not in closed and all(map(openly, s.index))
                name = isinstance(s.value, m.Local) and s.value.name in loops
                (plain if open_cell or name else other).add(showable_of(s))
    return frozenset(plain - other)


def _open_loops(body: Sequence[m.Stmt], reads_closed: Callable[[object], bool]) -> set[str]:
    """Return the names of loops whose members depend on nothing hidden, directly or through a local name. A hidden
    `where` of the loop does not count: a player who is told about a member learns only that the condition holds for
    it."""
    names = [s for s in statements_of(body) if isinstance(s, m.Each | m.Define)]
    # what a routine returns counts as hidden, since the routine may have read something hidden
    hidden = {s.into for s in statements_of(body) if isinstance(s, m.Run) and s.into}
    while True:
        found = {s.name for s in names if any(_rests_on(part, hidden, reads_closed) for part in _settles(s))}
        if found <= hidden:
            return {s.name for s in names if isinstance(s, m.Each)} - hidden
        hidden |= found


def _settles(stmt: m.Each | m.Define) -> Sequence[m.Expr]:
    """Return the expressions that determine the value of a loop's name or of a local name."""
    return [stmt.value] if isinstance(stmt, m.Define) else child_expressions(stmt.over)


def _rests_on(part: m.Expr, hidden: set[str], reads_closed: Callable[[object], bool]) -> bool:
    inside = [part]
    while inside:
        one = inside.pop()
        if isinstance(one, m.Local) and one.name in hidden:
            return True
        inside += child_expressions(one)
    return reads_closed(part)


def _steady(part: m.Expr, slots: Mapping[str, Slot], cells: Sequence[int]) -> int | None:
    """Return the value of an index that does not change while a place is shuffled; None if it may change."""
    if isinstance(part, m.Load) and not part.index:
        return cells[slots[part.cell].offset]
    return part.value if isinstance(part, m.Const) else None
