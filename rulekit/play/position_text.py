"""States as text: a whole position, boards as grids, and the differences between two states.

If a player is given, a position shows what that player sees. Otherwise it shows everything, and marks what some players
do not see. `engine/observe.py` determines who sees what, and `machine.option_labels` names the values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from attrs import frozen

from ..check.board_topology import HEXAGONAL, SQUARE, TRIANGULAR, column_number
from ..engine.cell_layout import CellLayout, Slot, index_of
from ..engine.interface import Engine, State
from ..engine.observe import Hidden, Seen, Sight
from ..machine.option_labels import Labels
from ..machine.program import ACTIVE, Cell, Machine
from ..scene.text_picture import PlacedText, board_rows, legend_line, signs_of

NOTHING = ("", "none", "no", "{}")
_SITE = re.compile(r"([a-z]+)(\d+)$")
_SHIFTED = {tuple(SQUARE): 0.0, tuple(HEXAGONAL): 0.5, tuple(TRIANGULAR): 0.0}
"""How far each row is shifted to the right of the row below it, in cells, by the directions of the board."""


@frozen
class LabelledGrid:
    """The labels of a board with rows and columns, or of a part of it, in order; row 1 is at the bottom.

    `places` has the column and the row of each label, from 0. `shift` is how far each row is shifted to the right of
    the row below it, in cells."""

    labels: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    shift: float

    @staticmethod
    def of(labels: Labels, domain: str) -> LabelledGrid | None:
        """Return the grid of a domain, or None if its labels do not form one.

        Labels that fill only part of a rectangle form a grid if the domain has a board's directions."""
        found = labels.domains.get(domain)
        sites = [_SITE.match(label) for label in found.labels] if found and not found.optional else []
        named = [(column_number(site[1]), int(site[2])) for site in sites if site]
        if found is None or not named or len(named) < len(sites):
            return None
        columns, rows = sorted({column for column, _ in named}), sorted({row for _, row in named})
        ways = labels.domains.get(f"{domain}Direction")
        shift = _SHIFTED.get(ways.labels) if ways is not None else None
        places = tuple((column - columns[0], row - rows[0]) for column, row in named)
        whole = len(named) == columns[-1] * rows[-1]
        if len(columns) < 2 or len(rows) < 2 or not (whole or shift is not None):
            return None
        if list(places) != sorted(places, key=lambda place: (place[1], place[0])):
            return None
        return LabelledGrid(found.labels, places, shift or 0)

    def lines(self, texts: Sequence[str]) -> Iterator[str]:
        """Yield the lines of the board with the names of its columns and rows, and with a legend for texts that were
        shortened."""
        signs = signs_of(text for text in texts if text not in NOTHING)
        start = min(column + self.shift * row for column, row in self.places)
        spots = [
            PlacedText(column + self.shift * row - start, -row, signs.get(text, ""))
            for (column, row), text in zip(self.places, texts, strict=True)
        ]
        columns, rows = {}, {}
        for (column, row), label in zip(self.places, self.labels, strict=True):
            match = _SITE.match(label)
            assert match is not None
            columns[column], rows[row] = match[1], match[2]
        beside = [PlacedText(0, -row, name) for row, name in rows.items()]
        begun = {column for column, row in self.places if row == 0}
        if not self.shift or begun == columns.keys():
            below = [PlacedText(column - start, 0, name) for column, name in columns.items()]
            yield from board_rows(spots, (), below, beside)
        else:
            ends = dict(self.places)  # the row of each column's last site
            over = [
                PlacedText(column - start + self.shift * (ends[column] + 1), -ends[column] - 1, name)
                for column, name in columns.items()
            ]
            yield from board_rows(spots, (), (), beside, over)
        yield from legend_line((sign, text) for text, sign in signs.items())


UNSEEN = "?"
EMPTY = ("", "none", "{}")
FEW = 8
"""The most elements of a kept value that are listed one by one if each of them holds something."""


@frozen(eq=False)
class _View:
    """Writes one state as text, as a player sees it, or with everything if `player` is None."""

    sight: Sight
    labels: Labels
    state: State
    player: int | None

    def lines(self) -> Iterator[str]:
        machine = self.sight.engine.machine
        if machine.turn_starts:
            active = self.sight.layout.read(self.state.cells, ACTIVE, ())
            yield f"active: {machine.seats[active] if isinstance(active, int) else active}"
        for cell in machine.cells:
            if cell.role in ("place", "keep"):
                grid = LabelledGrid.of(self.labels, cell.dims[-1]) if cell.dims and not cell.heap else None
                sets = LabelledGrid.of(self.labels, cell.domain) if cell.kind == "set" and len(cell.dims) == 1 else None
                if sets is not None:
                    yield from self._sets(cell, sets)
                else:
                    yield from self._board(cell, grid) if grid is not None else self._list_elements(cell)

    # -------------------------------------------------------------------------------------- the contents of one element

    def _content_text(self, cell: Cell, index: tuple[int, ...]) -> Seen:
        if self.player is None:
            return self.sight.layout.read(self.state.cells, cell.name, index)
        return self.sight.element(self.state, cell, index, self.player)

    def _text(self, cell: Cell, index: tuple[int, ...]) -> str:
        """Return the contents of an element as text; empty if it contains nothing."""
        seen = self._content_text(cell, index)
        if isinstance(seen, Hidden):
            if seen.size and cell.kind == "number":
                return f"{UNSEEN}{self.labels.open_text(cell, seen.open)}"
            return self._unseen(cell, seen)
        return self.labels.text_of_value(cell.domain, seen)

    def _unseen(self, cell: Cell, seen: Hidden) -> str:
        """Return the text for a hidden element; empty if everybody knows that it contains nothing."""
        if seen.size is None:
            return UNSEEN
        shown = self.labels.open_text(cell, seen.open)
        return f"{seen.size} unseen{shown and f' ({shown})'}" if seen.size else ""

    def _mark(self, cell: Cell, index: tuple[int, ...]) -> str:
        """Return a remark on who sees an element. It is empty if everybody does, or if the text is for one player."""
        seers = self.sight.seers(self.state, cell, index)
        if self.player is not None or seers is None or len(seers) == len(self.sight.engine.machine.seats):
            return ""
        names = [self.sight.engine.machine.seats[p] for p in sorted(seers)]
        return f"  (seen by {', '.join(names)})" if names else "  (hidden)"

    # ------------------------------------------------------------------------ elements of a cell as lines or as a board

    def _list_elements(self, cell: Cell) -> Iterator[str]:
        """Yield a line for each element that is not empty. The common contents of all other elements are written
        once."""
        indices = list(product(*(range(n) for n in (cell.shape[:-1] if cell.heap else cell.shape))))
        lines = [self._line(cell, index) for index in indices]
        usual = "" if cell.role == "place" else self._usual(lines)
        told = [at for at, line in enumerate(lines) if line != usual and (cell.role == "keep" or line not in EMPTY)]
        yield from (f"{self.labels.element_text(cell, indices[at])}: {lines[at]}" for at in told)
        if cell.role == "place" and not told:
            yield f"{cell.name}: empty"
        elif usual and len(told) < len(lines):
            yield f"{cell.name}{' elsewhere' if told else ''}: {usual}"

    def _line(self, cell: Cell, index: tuple[int, ...]) -> str:
        text = self._heap(cell, index) if cell.heap else self._text(cell, index)
        return text if text in EMPTY else f"{text}{self._mark(cell, (*index, 0) if cell.heap else index)}"

    @staticmethod
    def _usual(lines: list[str]) -> str:
        """Return the text of those elements of a kept value that are not listed: of many elements the most frequent
        one, otherwise the text of an empty one."""
        common, times = Counter(lines).most_common(1)[0]
        nothing = next((line for line in lines if line in EMPTY), "")
        return common if len(lines) > FEW and 2 * times > len(lines) else nothing if len(lines) > 1 else ""

    def _heap(self, cell: Cell, index: tuple[int, ...]) -> str:
        told = []
        for kind in range(cell.shape[-1]):
            seen = self._content_text(cell, (*index, kind))
            if isinstance(seen, Hidden):
                return self._unseen(cell, seen)
            if seen:
                told.append(f"{seen} x {self.labels.value_text(cell.dims[-1], kind)}")
        return ", ".join(told)

    def _board(self, cell: Cell, grid: LabelledGrid) -> Iterator[str]:
        """Yield the lines of a board whose sites are the last index, once for each value of the other indexes."""
        for outer in product(*(range(n) for n in cell.shape[:-1])):
            sites = [(*outer, site) for site in range(cell.shape[-1])]
            yield f"{self.labels.element_text(cell, outer)}:"
            yield from ("  " + line for line in grid.lines([self._text(cell, at) for at in sites]))
            marks = {mark: None for at in sites if (mark := self._mark(cell, at))}
            if len(marks) == 1 and all(self._mark(cell, at) for at in sites):
                yield f"  {next(iter(marks)).strip()}"
            else:
                for mark in marks:
                    where = ", ".join(grid.labels[at[-1]] for at in sites if self._mark(cell, at) == mark)
                    yield f"  {where}: {mark.strip(' ()')}"

    def _sets(self, cell: Cell, grid: LabelledGrid) -> Iterator[str]:
        """Yield the lines of one board that shows several sets of sites: each site has the names of the sets that
        contain it."""
        texts = [""] * len(grid.labels)
        hidden = []
        for at in range(cell.shape[0]):
            name = self.labels.value_text(cell.dims[0], at + self.labels.low_of(cell.dims[0]))
            seen, mark = self._content_text(cell, (at,)), self._mark(cell, (at,))
            if not isinstance(seen, frozenset):
                hidden.append(f"  {name}: {self._text(cell, (at,)) or 'nothing'}")
                continue
            for site in seen:
                texts[site] = f"{texts[site]} and {name}" if texts[site] else name
            hidden += [f"  {name}: {mark.strip(' ()')}"] if mark else []
        yield f"{cell.name}:"
        yield from ("  " + line for line in grid.lines(texts))
        yield from hidden


def position_lines(engine: Engine, state: State, player: int | None = None) -> list[str]:
    """Return lines for the places and kept values of a state, as `player` sees them or, by default, with everything."""
    return list(_View(Sight.of(engine), Labels.of(engine.machine), state, player).lines())


MOST = 24
"""Differences that are listed before the rest is only counted."""


def changes(machine: Machine, before: State, after: State) -> list[str]:
    """Return a line for each element that changed: `coins: 5 -> 3`. Hidden elements are included."""
    found = list(_changes(machine, before, after))
    return found if len(found) <= MOST else [*found[:MOST], f"and {len(found) - MOST} more"]


def _changes(machine: Machine, before: State, after: State) -> Iterator[str]:
    labels = Labels.of(machine)
    if before.packed == after.packed:
        return
    was, now = before.cells, after.cells
    for slot in CellLayout.of(machine).slots.values():
        cell = slot.cell
        if was[slot.offset : slot.end] == now[slot.offset : slot.end]:
            continue
        if cell.name == ACTIVE:
            yield f"{ACTIVE}: {machine.seats[was[slot.offset]]} -> {machine.seats[now[slot.offset]]}"
        elif cell.role in ("place", "keep"):
            for index in _elements(slot):
                one, other = slot.whole(was, index), slot.whole(now, index)
                if one != other:
                    texts = [labels.contents_text(cell, content) for content in (one, other)]
                    yield f"{labels.element_text(cell, index)}: {' -> '.join(texts)}"


def _elements(slot: Slot) -> Iterator[tuple[int, ...]]:
    """Yield the index of each element; in a heap, the counts of all kinds together are one element."""
    shape = slot.cell.shape[:-1] if slot.cell.heap else slot.cell.shape
    count = slot.count // slot.cell.shape[-1] if slot.cell.heap else slot.count
    for at in range(count):
        yield index_of(shape, at)
