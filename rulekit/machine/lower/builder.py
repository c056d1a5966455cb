"""The builder collects what all parts of lowering make: cells, tables, functions, routines, nodes and faults.

`make_machine` makes the machine of them. A Builder keeps names unique, but knows no construct of the language. It
refuses a machine that is too large: the check limits what a rulebook declares (`check/declarations.py`), and lowering
adds the tables of boards, the frames of procedures and their stacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Literal

from attrs import frozen

from ...check.checked import CheckedModel
from ...diagnostics import Diagnostic, RulekitError, Span
from ...model.naming import value_text
from ...model.symbols import KeepSymbol, PlaceSymbol
from ...model.types import Domain, DomainType, NumberType, OptionType, SetType, TruthType, Type
from ...syntax import nodes as s
from .. import program as m
from ..clause_origins import ClauseOrigins
from .env import Origins
from .value_encoding import bounds, kind

FUEL = 10_000_000


@frozen
class PseudoInstruction:
    """A placeholder for statements over all frame cells of one owner (a clause made of nodes), or of a group of
    mutually recursive ones: save, restore or clear them, or note the depth of the stack. `linking.py` expands it after
    lowering, when all these cells are known."""

    what: Literal["save", "restore", "clear group", "clear owner", "note depth"]
    owner: str
    fault: int = 0
    cell: str = ""  # the cell that stores the depth


class Builder:
    def __init__(self, model: CheckedModel) -> None:
        self.model = model
        self.book = model.rulebook
        self.players = len(model.players)
        self.domains: dict[str, m.PrintedDomain] = {}
        self.tables: dict[str, m.Table] = {}
        self.cells: dict[str, m.Cell] = {}
        self.functions: dict[str, m.Function] = {}
        self.routines: dict[str, m.Routine] = {}
        self.nodes: dict[str, m.Node] = {}
        # by step: each with the index of the statement before which it comes
        self.pseudo: dict[str, list[tuple[int, PseudoInstruction]]] = {}
        self.faults: list[m.Fault] = []
        self.turn_starts: list[str] = []
        self.round_starts: list[str] = []
        self.step_starts: list[tuple[str, str]] = []
        self._counts: dict[str, int] = {}
        self.frames: dict[str, list[str]] = {}
        self.origins = Origins()
        self.clause_origins: ClauseOrigins | None = None  # None unless a profile is wanted
        self.pending_audiences: list[tuple[str, PlaceSymbol | KeepSymbol, s.Expr, tuple[m.Parameter, ...]]] = []

    # --------------------------------------------------------------------------------------------------------- names

    def fresh(self, stem: str) -> str:
        """Return a new name: `stem#1`, `stem#2`, …. Each stem has its own count, so names are stable."""
        self._counts[stem] = self._counts.get(stem, 0) + 1
        return f"{stem}#{self._counts[stem]}"

    def fault(self, code: str, clause: str, message: str, span: Span | None = None) -> int:
        place = None if span is None else (span.source.name, span.first.line)
        fault = m.Fault(code, clause, message, place)
        if fault in self.faults:
            return self.faults.index(fault)
        self.faults.append(fault)
        return len(self.faults) - 1

    def domain(self, type_: Type) -> str:
        """Return the name of the printed domain of a type's values; empty for plain numbers."""
        match type_:
            case NumberType():
                return ""
            case TruthType():
                return self.add_domain(
                    m.PrintedDomain("truth", 0, tuple(value_text(type_, held) for held in (False, True)))
                )
            case DomainType(domain):
                return self.add_domain(m.PrintedDomain(domain.name, 0, domain.labels))
            case SetType(item):
                return self.offsets(item) if item is not None else ""
            case OptionType(NumberType(low, high)):
                texts = tuple(value_text(type_, number) for number in range(low, high + 1))
                return self.add_domain(m.PrintedDomain(f"{low}..{high}?", low, texts, True))
            case OptionType(DomainType(domain)):
                return self.add_domain(m.PrintedDomain(f"{domain.name}?", 0, domain.labels, True))
        return ""

    def offsets(self, type_: Type) -> str:
        """Return the name of the printed domain for members of sets and indexes of type `type_`. For a range they are
        printed as distances from its low end."""
        if isinstance(type_, NumberType) and type_.low != 0:
            return self.add_domain(m.PrintedDomain(f"{type_.low}..{type_.high}", type_.low, ()))
        return self.domain(type_)

    def domain_of(self, domain: Domain) -> str:
        return self.domain(DomainType(domain))

    def optional_of(self, domain: Domain) -> str:
        return self.domain(OptionType(DomainType(domain)))

    def add_domain(self, domain: m.PrintedDomain) -> str:
        self.domains.setdefault(domain.name, domain)
        return domain.name

    # --------------------------------------------------------------------------------------------------------- nodes

    def add(self, node: m.Node) -> None:
        assert node.id not in self.nodes, node.id
        self.nodes[node.id] = node

    def add_step(self, id_: str, clause: str, body: Sequence[m.Stmt | PseudoInstruction], next_: m.Next) -> None:
        real: list[m.Stmt] = []
        for part in body:
            if isinstance(part, PseudoInstruction):
                self.pseudo.setdefault(id_, []).append((len(real), part))
            else:
                real.append(part)
        self.add(m.StepNode(id_, clause, tuple(real), next_))

    # --------------------------------------------------------------------------------------------------------- state

    def add_cell(self, cell: m.Cell) -> str:
        assert cell.name not in self.cells, cell.name
        self.cells[cell.name] = cell
        return cell.name

    def control(self, name: str, low: int, high: int, shape: tuple[int, ...] = (), domain: str = "") -> str:
        """Return the name of a cell for control state, which is made on first use."""
        if name not in self.cells:
            self.cells[name] = m.Cell(name, "number", shape, ("",) * len(shape), low, high, 0, (0,), domain, "control")
        return name

    def frame(self, owner: str, name: str, type_: Type) -> str:
        """Make a frame cell: a local variable of `owner`, a clause made of nodes. Return the cell's name. An unused
        frame cell is 0 or empty, so its range includes that."""
        full = f"{owner}.{name}"
        if full in self.cells:
            full = self.fresh(full)
        nobody = self.nobody()  # the log of the step already tells players what they saw of these picks
        size = kind(type_)
        if size:
            cell = m.Cell(full, "set", (), (), 0, size - 1, 0, (0,), self.domain(type_), "frame", nobody, nobody)
        else:
            low, high = bounds(type_)
            low, high = min(low, 0), max(high, 0)
            cell = m.Cell(full, "number", (), (), low, high, 0, (0,), self.domain(type_), "frame", nobody, nobody)
        self.cells[full] = cell
        self.frames.setdefault(owner, []).append(full)
        return full

    def everybody(self) -> m.SetConst:
        """Return the set of all players."""
        return m.SetConst(self.players, (1 << self.players) - 1)

    def nobody(self) -> str:
        name = "seen by nobody"
        if name not in self.functions:
            self.functions[name] = m.Function(name, "", (), self.players, m.SetConst(self.players, 0))
        return name

    def clear(self, cells: Sequence[str]) -> list[m.Stmt]:
        """Return the statements that reset frame cells to unused."""
        return [self.zero(name) for name in cells]

    def zero(self, name: str, index: tuple[m.Expr, ...] = ()) -> m.Stmt:
        cell = self.cells[name]
        value: m.Expr = m.SetConst(cell.high + 1, 0) if cell.kind == "set" else m.Const(0)
        return m.Write(name, index, value)

    # -------------------------------------------------------------------------------------------------------- tables

    def table(self, name: str, shape: tuple[int, ...], size: int, values: Sequence[int]) -> str:
        if name not in self.tables:
            self.tables[name] = m.Table(name, shape, size, tuple(values))
        return name


MOST_ENTRIES = 1 << 22
"""The most entries in one table of a board, or in a table whose rows are looked up: bounds the time to compute it."""
MOST_TABLES = 1 << 24
"""The most 64-bit words that all tables of a machine may take together (128 MiB): one for each number, and one for each
64 members of a set."""
MOST_CELLS = 1 << 23
"""The most words that all cells may take together: twice what the check allows a rulebook to declare."""


def words(members: int) -> int:
    """Return how many 64-bit words a value takes: one for a number (kind NUMBER), else one for each 64 members."""
    return max(1, -(-members // 64))


def cell_size(cell: m.Cell) -> int:
    """Return how many words all elements of a cell take."""
    each = words(cell.high + 1) if cell.kind == "set" else cell.capacity if cell.kind == "ring" else 1
    return prod(cell.shape) * each


def check_table(owner: str, what: str, entries: int, members: int = m.NUMBER) -> None:
    """Raise RulekitError if a table would be too large; called before the table is made. `what` describes it in the
    message."""
    if entries > MOST_ENTRIES or entries * words(members) > MOST_TABLES:
        raise size_error(f"{owner}: to know {what} takes {entries} entries; at most {MOST_ENTRIES} are allowed")


def check_sizes(machine: m.Machine) -> None:
    """Raise RulekitError if the cells or the tables take too much memory; the message names the largest."""
    cells = {cell.name: cell_size(cell) for cell in machine.cells}
    tables = {table.name: len(table.values) * words(table.kind) for table in machine.tables}
    for sizes, most, what in ((cells, MOST_CELLS, "cells"), (tables, MOST_TABLES, "tables")):
        if (total := sum(sizes.values())) > most:
            largest = max(sizes, key=lambda name: sizes[name])
            told = f"`{largest}` alone takes {sizes[largest]}"
            raise size_error(f"the {what} of this game take {total} numbers, and {told}; at most {most} are allowed")


def size_error(message: str, span: Span | None = None) -> RulekitError:
    return RulekitError(Diagnostic("E626", message, span))
