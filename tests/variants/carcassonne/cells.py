"""Reads a position of The Messages, an expansion of Carcassonne, from the packed cells, without unpacking the
landscape.

It also tells the kind of a decision and calls facts of the rulebook. What a position must look like is in `law.py` and
`watch.py`.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import define, field, frozen

from rulekit.engine.interface import Cursor, State
from rulekit.engine.packing import PackedPlaces, element_count, width_of
from rulekit.machine.program import Machine
from rulekit.play.game import ConfiguredGame

LANDS = ("field", "road", "city", "monastery")
FIGURES = ("counter", "messenger")
READ = (
    *(
        "active",
        "laid",
        "bag",
        "box.Tile",
        "supply",
        "follower",
        "score",
        "space",
        "track",
        "moved",
        "due",
        "last_scoring",
        "messages",
        "drawn",
    ),
    *("from_messages", "procedure gain.points", "procedure settle.x", "procedure play_a_tile.t"),
)


@frozen
class Readers:
    """The format and the offset of each cell in the packed cells, by name."""

    by_name: dict[str, tuple[struct.Struct, int]]

    @staticmethod
    def of(machine: Machine) -> Readers:
        places, found = PackedPlaces.of(machine), {}
        for cell in machine.cells:
            if cell.name in READ:
                form = struct.Struct(f"<{element_count(cell.shape) * width_of(cell)}{places.widths[cell.name].letter}")
                found[cell.name] = form, places.offsets[cell.name]
        return Readers(found)

    def read(self, state: State, name: str) -> tuple[int, ...]:
        form, at = self.by_name[name]
        return form.unpack_from(state.packed, at)

    def put(self, state: State, values: Mapping[str, Sequence[int]]) -> State:
        """Return the state with new values for some cells."""
        packed = bytearray(state.packed)
        for name, numbers in values.items():
            form, at = self.by_name[name]
            form.pack_into(packed, at, *numbers)
        return state._replace(packed=bytes(packed))


@define(eq=False, slots=False)
class Position:
    """A state and the values read from it."""

    table: Table
    state: State
    kind: str
    player: int
    """The player who decides, or -1 at the end."""

    def numbers(self, name: str) -> tuple[int, ...]:
        return self.table.readers.read(self.state, name)

    def number(self, name: str) -> int:
        return self.numbers(name)[0]

    @cached_property
    def spaces(self) -> tuple[tuple[int, int], ...]:
        """The spaces of each player's two figures on the scoreboard."""
        flat = self.numbers("space")
        return tuple(zip(flat[::2], flat[1::2], strict=True))

    @property
    def message(self) -> str:
        """The text of the message being carried out."""
        return self.table.game.resolver.labels.value_text("Message?", self.number("drawn"))

    @property
    def active(self) -> int:
        return self.number("active")

    def fact(self, name: str, *args: int | frozenset[int]) -> int:
        found = self.table.game.engine.call(self.state, f"fact {name}", args)
        assert isinstance(found, int)
        return found

    def set_fact(self, name: str, *args: int | frozenset[int]) -> frozenset[int]:
        found = self.table.game.engine.call(self.state, f"fact {name}", args)
        assert isinstance(found, frozenset)
        return found

    def standing(self, player: int, land: str | None = None) -> list[int]:
        """Return the parts on which a player has a follower, optionally only those of one kind of land."""
        parts = [part for part, owner in enumerate(self.numbers("follower")) if owner == player + 1]
        return [part for part in parts if land is None or self.land(part) == land]

    def land(self, part: int) -> str:
        return LANDS[self.fact("land", part)]


@frozen(eq=False)
class Table:
    """A game, and what its positions have in common."""

    game: ConfiguredGame
    readers: Readers
    kinds: dict[str, str] = field(factory=dict)

    @staticmethod
    def of(game: ConfiguredGame) -> Table:
        return Table(game, Readers.of(game.machine))

    def label(self, node: str, option: int) -> str:
        return self.game.resolver.labels.option_text(node, option)

    def part(self, label: str) -> int:
        """Return the part named in a label."""
        found = self.game.resolver.labels.value_of("Part", label.partition(": ")[2].removesuffix(")"))
        assert found is not None
        return found

    def part_of_claim(self, state: State, option: int) -> int:
        """Return the number within its tile of the part on which an option places a follower."""
        segment = self.label(state.node, option).partition(": ")[2].removesuffix(")")
        value = self.game.resolver.labels.value_of("Segment", segment)
        assert value is not None
        found = self.game.engine.call(state, "fact nr_of", (value,))
        assert isinstance(found, int)
        return found

    def heads(self, cursor: Cursor) -> set[str]:
        """Return the labels of the legal options, without their parameters."""
        return {self.label(cursor.node, option).partition("(")[0] for option in cursor.legal()}

    def kind(self, cursor: Cursor) -> str:
        """Return the kind of decision: `lay`, `claim`, `figure_moves`, `message`, `draw_another`, or `over`."""
        if cursor.over:
            return "over"
        node = cursor.node
        if node not in self.kinds:
            head = self.label(node, cursor.legal()[0]).partition("(")[0]
            self.kinds[node] = {"seal": "message", "pass": "claim"}.get(head, head)
        return self.kinds[node]

    def position(self, cursor: Cursor) -> Position:
        return Position(self, cursor.save(), self.kind(cursor), -1 if cursor.over else cursor.player)
