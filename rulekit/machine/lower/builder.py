"""The builder collects everything that lowering makes: cells, tables, functions, routines, nodes and faults.

`make_machine` makes the machine from them. A Builder ensures that names are unique; it does not depend on the
constructs of the language. This file also rejects machines that are too large. The check limits what a rulebook
declares (`check/declarations.py`), but lowering adds the tables of boards, the frames of procedures and their stacks.
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
    """A placeholder among the statements of a step. It stands for statements about all frame cells of the clause
    `owner`, which consists of nodes, or of its group of mutually recursive clauses: save, restore or clear these cells,
    or record the depth of the stack. `linking.py` replaces it after all bodies are lowered, when these cells are
    known."""

    what: Literal["save", "restore", "clear group", "clear owner", "note depth"]
    owner: str
    fault: int = 0
    cell: str = ""  # for "note depth": the cell to which the depth is written


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
        # for each step, its pseudo-instructions; each comes before the statement with the given index
        self.pseudo: dict[str, list[tuple[int, PseudoInstruction]]] = {}
        self.faults: list[m.Fault] = []
        self.turn_starts: list[str] = []
        self.round_starts: list[str] = []
        self.step_starts: list[tuple[str, str]] = []
        self._counts: dict[str, int] = {}
        self.frames: dict[str, list[str]] = {}
        self.origins = Origins()
        self.clause_origins: ClauseOrigins | None = None  # made only for a profile
        self.pending_audiences: list[tuple[str, PlaceSymbol | KeepSymbol, s.Expr, tuple[m.Parameter, ...]]] = []

    # ------------------------------------------------------------------------------- new names, faults, printed domains

    def fresh(self, stem: str) -> str:
        """Return a new name: `stem#1`, `stem#2`, and so on. Each stem has a counter of its own, so that a change in one
        clause renames little elsewhere."""
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
        """Return the name of the printed domain for the values of a type, or "" if they print as numbers. The first
        call adds the domain to the machine."""
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
        """Return the name of the printed domain for indexes of this type, or for members of sets of it. Both are
        encoded as the distance from the type's lowest value."""
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

    # ----------------------------------------------------------------------------------------------------- adding nodes

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

    # ----------------------------------------------------------------------------------------------------- adding cells

    def add_cell(self, cell: m.Cell) -> str:
        assert cell.name not in self.cells, cell.name
        self.cells[cell.name] = cell
        return cell.name

    def control(self, name: str, low: int, high: int, shape: tuple[int, ...] = (), domain: str = "") -> str:
        """Return the name of a cell for the state of control, with the range `low`..`high`. The first call makes the
        cell."""
        if name not in self.cells:
            self.cells[name] = m.Cell(name, "number", shape, ("",) * len(shape), low, high, 0, (0,), domain, "control")
        return name

    def frame(self, owner: str, name: str, type_: Type) -> str:
        """Make a frame cell: a variable of `owner`, a clause made of nodes. Return the cell's name. A frame cell is 0
        or empty while it is not used, so its range always includes 0."""
        full = f"{owner}.{name}"
        if full in self.cells:
            full = self.fresh(full)
        nobody = self.nobody()  # players learn about picks from the log of each step, not from these cells
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
        """Return the set of all players, as an expression."""
        return m.SetConst(self.players, (1 << self.players) - 1)

    def nobody(self) -> str:
        name = "seen by nobody"
        if name not in self.functions:
            self.functions[name] = m.Function(name, "", (), self.players, m.SetConst(self.players, 0))
        return name

    def clear(self, cells: Sequence[str]) -> list[m.Stmt]:
        """Return statements that set these cells to 0 or the empty set."""
        return [self.zero(name) for name in cells]

    def zero(self, name: str, index: tuple[m.Expr, ...] = ()) -> m.Stmt:
        cell = self.cells[name]
        value: m.Expr = m.SetConst(cell.high + 1, 0) if cell.kind == "set" else m.Const(0)
        return m.Write(name, index, value)

    # ---------------------------------------------------------------------------------------------------- adding tables

    def table(self, name: str, shape: tuple[int, ...], size: int, values: Sequence[int]) -> str:
        if name not in self.tables:
            self.tables[name] = m.Table(name, shape, size, tuple(values))
        return name


MOST_ENTRIES = 1 << 22
"""The greatest number of entries in a table of a board or of members by their attributes, to limit the time."""
MOST_TABLES = 1 << 24
"""The greatest number of 64-bit words that all tables of a machine may take together (128 MiB). A number takes one
word, a set one for each 64 members."""
MOST_CELLS = 1 << 23
"""The greatest number of words that all cells may take together: twice what the check allows a rulebook to declare."""


def words(members: int) -> int:
    """Return the number of 64-bit words that a value takes: one for a number, otherwise one for each 64 of the set's
    possible members. `members` is the kind of the value."""
    return max(1, -(-members // 64))


def cell_size(cell: m.Cell) -> int:
    """Return the number of words that all elements of a cell take together."""
    each = words(cell.high + 1) if cell.kind == "set" else cell.capacity if cell.kind == "ring" else 1
    return prod(cell.shape) * each


def check_table(owner: str, what: str, entries: int, members: int = m.NUMBER) -> None:
    """Raise RulekitError if a table with this number of entries would be too large. This is called before the table is
    made. `what` describes the table in the message."""
    if entries > MOST_ENTRIES or entries * words(members) > MOST_TABLES:
        raise size_error(f"{owner}: to know {what} takes {entries} entries; at most {MOST_ENTRIES} are allowed")


def check_sizes(machine: m.Machine) -> None:
    """Raise RulekitError if all cells or all tables of a machine take too much memory. The message names the largest of
    them."""
    cells = {cell.name: cell_size(cell) for cell in machine.cells}
    tables = {table.name: len(table.values) * words(table.kind) for table in machine.tables}
    for sizes, most, what in ((cells, MOST_CELLS, "cells"), (tables, MOST_TABLES, "tables")):
        if (total := sum(sizes.values())) > most:
            largest = max(sizes, key=lambda name: sizes[name])
            told = f"`{largest}` alone takes {sizes[largest]}"
            raise size_error(f"the {what} of this game take {total} numbers, and {told}; at most {most} are allowed")


def size_error(message: str, span: Span | None = None) -> RulekitError:
    return RulekitError(Diagnostic("E626", message, span))
