"""Records of what players see during a step, the same from both engines. Information states are built from them.

A `ReferenceEngine` made with `recording=True`, and a `RecordingEngine`, keep the `records` of their last step: picks,
draws, shows and writes in order. Each record says who sees the content, and who sees only the size. `visible_notes`
selects one player's notes from the records; `Engine.observe` adds what the player sees afterwards. A note is a tuple of
whole numbers; the first one says what kind of note it is (`PICKED` to `COUNTED`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import field, frozen

from ..machine import program as m
from ..machine.form_table import statements_of
from ..machine.option_labels import Labels, level, parameter_order, values_of
from .events import Audience
from .observe import Content, Open, observable

PICKED, DRAWN, SHOWN, SAW, COUNTED = range(5)
UNSEEN = 1 << 31
"""The number in a note for a parameter that the player does not see. Numbers of a machine are below 2^31."""
LogNote = tuple[int, ...]


@frozen
class LogRecord:
    """What players learn of one event in a step. The players in `who` (None: all) get the note `seen`. Other players in
    `counters` (None: all) get the note `counted`, which has only a size; None if there is no such note."""

    seen: LogNote
    who: Audience
    counted: LogNote | None = None
    counters: Audience = frozenset()

    def note_for(self, player: int) -> LogNote | None:
        """Return the note that this player gets from this record, or None if they get none."""
        if self.who is None or player in self.who:
            return self.seen
        if self.counted is not None and (self.counters is None or player in self.counters):
            return self.counted
        return None


StepRecords = tuple[LogRecord, ...]


def visible_notes(records: Sequence[LogRecord], player: int) -> tuple[LogNote, ...]:
    """Return the notes that this player gets from the records of a step."""
    return tuple(note for record in records if (note := record.note_for(player)) is not None)


@frozen
class NamedChoice:
    """The name of an alternative or a chance, as players know it: its label, and the names and printed domains of its
    parameters. If several nodes offer the same alternative, these objects are equal."""

    label: str
    names: tuple[str, ...]
    domains: tuple[str, ...]


@frozen
class Showable:
    """What a `show` statement shows: an element of the cell named `cell`; or, if that is None, an expression. Its text
    is `what`, split at the numbers of its indices."""

    what: tuple[str, ...]
    dims: tuple[str, ...]
    cell: str | None
    domain: str


@frozen(eq=False)
class RecordFormat:
    """The format of records. Notes refer to cells, shows and named choices by numbers: the positions in `cells`,
    `shows` and `named`. The mappings `…_numbers` lead from each of these to its number."""

    players: int
    cells: tuple[m.Cell, ...]
    shows: tuple[Showable, ...]
    named: tuple[NamedChoice, ...]
    labels: Labels = field(repr=False)
    cell_numbers: Mapping[str, int] = field(repr=False)
    show_numbers: Mapping[Showable, int] = field(repr=False)
    name_numbers: Mapping[NamedChoice, int] = field(repr=False)
    open: Mapping[str, Open] = field(repr=False)

    @staticmethod
    def of(machine: m.Machine) -> RecordFormat:
        cells, labels = observable(machine), Labels.of(machine)
        bodies = [*(r.body for r in machine.routines), *(n.body for n in machine.nodes if isinstance(n, m.StepNode))]
        shows = tuple(
            dict.fromkeys(showable_of(s) for body in bodies for s in statements_of(body) if isinstance(s, m.Reveal))
        )
        named = tuple(dict.fromkeys(_all_choices(machine)))
        cell_numbers = {cell.name: i for i, cell in enumerate(cells)}
        show_numbers = {one: i for i, one in enumerate(shows)}
        name_numbers = {one: i for i, one in enumerate(named)}
        opens = Open.of(machine)
        return RecordFormat(
            machine.players, cells, shows, named, labels, cell_numbers, show_numbers, name_numbers, opens
        )

    def pick_records(
        self, node: m.Decision, option: int, player: int, audience: Audience, parameters: Audiences
    ) -> StepRecords:
        """Return the records of a pick. The players in `audience` see the pick. `parameters` has the audience of each
        parameter that only some of these players see. The picking player sees everything."""
        alternative = self.labels.alternative(node.id, option)
        args = self.labels.arguments(node.id, option)
        alike: dict[frozenset[str], set[int]] = {}
        for one in range(self.players):
            if audience is None or one in audience or one == player:
                hidden = (name for name, who in parameters.items() if who is not None and one not in who)
                alike.setdefault(frozenset(() if one == player else hidden), set()).add(one)
        start = (PICKED, player, self.name_numbers[named_alternative(alternative)])
        return tuple(
            LogRecord(
                (*start, *(UNSEEN if name in hidden else value for name, value, _ in args)),
                None if len(who) == self.players else frozenset(who),
            )
            for hidden, who in alike.items()
        )

    def _players(self, audience: Audience) -> Audience:
        """Return the audience without the numbers that belong to no player: a machine's set may have room for more
        members."""
        return None if audience is None else frozenset(player for player in audience if player < self.players)

    def draw_record(self, node: m.Chance, value: int, audience: Audience) -> LogRecord:
        """Return the record of a chance that came out as `value`."""
        return LogRecord((DRAWN, self.name_numbers[named_chance(node)], value), self._players(audience))

    def show_record(self, show: Showable, index: Sequence[int], content: Content, audience: Audience) -> LogRecord:
        """Return the record of a `show` statement that showed `content` to `audience`."""
        sort = 0 if isinstance(content, int) else 1 if isinstance(content, frozenset) else 2
        return LogRecord(
            (SHOWN, self.show_numbers[show], sort, *index, *content_numbers(content)), self._players(audience)
        )

    def write_records(self, write: ChangedElement, who: Audience, counters: Audience) -> StepRecords:
        """Return the records of a changed element. The players in `who` see it. Those in `counters` see only its size,
        so they get a note only if the size changed."""
        number, who, counters = self.cell_numbers[write.cell], self._players(who), self._players(counters)
        counted = None
        if write.size != write.old_size:
            counted = (COUNTED, number, write.place // write.kinds * write.kinds, write.size or 0, *write.open)
        if who is not None and not who:
            if counted is None or (counters is not None and not counters):
                return ()
            return (LogRecord(counted, counters),)
        return (LogRecord((SAW, number, write.place, *content_numbers(write.now)), who, counted, counters),)


def parameter_audiences(
    alternative: m.Alternative, option: int, players: Callable[[str, Sequence[int]], Audience]
) -> Audiences:
    """Return a mapping from each parameter of an option that has its own audience to this audience. All other
    parameters are visible to everyone who sees the pick. `players` evaluates an audience function of the machine."""
    if all(level.seen is None for level in alternative.levels):
        return {}
    given = values_of(alternative, option)
    values = [given[level.name] for level in alternative.levels]
    return {level.name: players(level.seen, values) for level in alternative.levels if level.seen is not None}


Audiences = Mapping[str, Audience]


@frozen
class ChangedElement:
    """A changed element: its row-major position in the cell (`place`), its content now, and its size before and after
    (None if it has no size). A heap (a place without order) has one size for all its `kinds` of pieces. `open` has the
    visible attributes of its pieces, for players who see only the size."""

    cell: str
    place: int
    now: Content
    old_size: int | None
    size: int | None
    kinds: int = 1
    open: tuple[int, ...] = ()


def content_numbers(content: Content) -> tuple[int, ...]:
    """Return the content of an element as numbers. The members of a set are sorted."""
    if isinstance(content, int):
        return (content,)
    return tuple(sorted(content)) if isinstance(content, frozenset) else content


def showable_of(s: m.Reveal) -> Showable:
    """Return what a `show` statement shows, without the parts that depend on the state."""
    return Showable(s.what, s.dims, s.cell, s.domain)


def _all_choices(machine: m.Machine) -> Iterator[NamedChoice]:
    for node in machine.nodes:
        if isinstance(node, m.Decision):
            yield from map(named_alternative, node.alternatives)
        elif isinstance(node, m.Chance):
            yield named_chance(node)


def named_alternative(alternative: m.Alternative) -> NamedChoice:
    names = parameter_order(alternative)
    return NamedChoice(alternative.label, names, tuple(level(alternative, name).domain for name in names))


def named_chance(chance: m.Chance) -> NamedChoice:
    return NamedChoice(chance.label, (chance.name,), (chance.domain,))
