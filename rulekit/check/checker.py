"""The state of one check: the tables that become the CheckedModel, and the operations that all files of the check use.

`symbol_table.py` looks names up. The other files find the types of expressions and statements, and fill the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from attrs import define, field

from ..diagnostics import Help, did_you_mean
from ..model.rulebook import Placed, Rulebook
from ..model.symbols import FactSymbol, LocalSymbol, ProcedureSymbol, Symbol
from ..model.types import Domain, DomainType, NumberType, OptionType, SetType, Type, Value
from ..syntax import nodes as s
from .checked import TextValue
from .evaluation_context import NotConstant, StillUnsaid, Work
from .report import CheckReport
from .site_names import advise_on_sites
from .symbol_table import KNOWN, RESERVED, Me, Scope, SymbolTable
from .type_relations import ERROR, fits, show, within

NAMED_KINDS = frozenset(
    [
        "enum",
        "table",
        "piece",
        "board",
        "place",
        "keep",
        "option",
        "fact",
        "procedure",
        "choice",
        "action",
        "event",
        "position",
    ]
)
MOST_NUMBERS = 2**22
"""Numbers that all places, kept values and positions of a game may take together: it limits the memory of a state."""


@define(eq=False)
class ExampleTables:
    """The examples of this configuration, and the texts by which their labels print values."""

    clauses: list[tuple[Placed, s.ExampleClause]] = field(factory=list)
    printed: dict[s.Expr, str] = field(factory=dict)  # value of a parameter in an example -> its text in the label


@define(eq=False)
class Uses:
    """Uses of declared names in the whole rulebook, collected for later checks. `me` has the place where each clause
    first says `me`; `me_of_steps` says for each step whether a player is `me` (acts) there."""

    symbols: set[Symbol] = field(factory=set)
    calls: list[tuple[s.Call, ProcedureSymbol, Scope]] = field(factory=list)
    lets: list[tuple[s.Name | None, LocalSymbol, Scope]] = field(factory=list)  # None: no warning if unused
    me: dict[Placed | None, s.Node] = field(factory=dict)
    me_of_steps: dict[s.Node, Me] = field(factory=dict)


@define(eq=False)
class DeclarationProgress:
    """The progress of declarations: the bodies whose types are known, the audiences whose types are not known yet, and
    the size of the state so far."""

    typed: set[s.Node] = field(factory=set)
    typing: set[FactSymbol] = field(factory=set)  # facts whose types are being found
    audiences: list[tuple[s.PlaceClause | s.KeepClause, s.Expr, Scope]] = field(factory=list)
    waits: bool = False  # whether something settled before the game needs a fact that is still to be said
    numbers: int = 0  # cells that the places, kept values and positions so far need


@define(eq=False)
class OpenBoards:
    """The names of open boards: `wide` for those that are made large enough for coordinates, `measured` for those whose
    coordinates or distances are used."""

    wide: frozenset[str] = frozenset()
    measured: set[str] = field(factory=set)

    def measure(self, domain: Domain) -> None:
        """Note that the rulebook uses coordinates or distances of an open board, and not only neighbours."""
        if domain.board is not None and domain.board.capacity is not None:
            self.measured.add(domain.name)


class Checker:
    """The state of a running check. It changes during the check, and is used only inside `rulekit.check`."""

    def __init__(
        self,
        book: Rulebook,
        declare: Callable[[Checker, Placed], Symbol | None],
        type_fact: Callable[[Checker, FactSymbol], None],
        wide: frozenset[str] = frozenset(),
    ) -> None:
        self.book = book
        self.report = CheckReport()
        self.players = Domain("Player", "player", book.seats, turning=True)
        self.names = SymbolTable(self.report, partial(declare, self), book.struck)
        self.symbols = self.names.symbols
        self.refs: dict[s.Node, Symbol] = {}
        self.types: dict[s.Node, Type] = {}
        self.binds: dict[object, LocalSymbol] = {}
        self.arguments: dict[s.Call, tuple[s.Expr, ...]] = {}
        self.patterns: dict[s.Clause, tuple[s.Expr, ...]] = {}
        self.late_indices: set[s.Citation] = set()
        self.initial: dict[s.KeepClause, tuple[Value, ...]] = {}
        self.texts: dict[s.Text, tuple[TextValue, ...]] = {}
        self.rows: dict[s.SectionTable, tuple[tuple[TextValue, ...], ...]] = {}
        self.exceptions: dict[str, list[Placed]] = {}  # keyed by the name of their fact
        self.examples = ExampleTables()
        self.uses = Uses()
        self.declaring = DeclarationProgress()
        self.work = Work()
        self.boards = OpenBoards(wide)
        self._type_fact = type_fact
        self.names.add_domain(self.players)

    def symbol_of_kind(self, name: s.Name, kind: type[Symbol], what: str, *kinds: str) -> Symbol | None:
        """Return the symbol that a name refers to, if it is of the right kind; None if an error was reported. The
        message needs `what` (the kind in words) and `kinds`."""
        symbol = self.names.lookup(name.text)
        if isinstance(symbol, kind):
            self.refs[name] = symbol
            self.uses.symbols.add(symbol)
            return symbol
        if symbol is not None:
            message = f"`{name.text}` is {self.names.describe(name.text)}, not {what}"
            advice = did_you_mean(name.text, self.names.of_kinds(*kinds), name.span)
            if isinstance(symbol, ProcedureSymbol) and "choice" in kinds:
                advice = (Help(f"a procedure is called with brackets: `{name.text}(…)`"),)
            self.report.add("E202", name.span, message, help=advice)
        else:
            self.names.unknown(name, what.removeprefix("a ").removeprefix("an "), self.names.of_kinds(*kinds))
        return None

    def ensure_typed(self, fact: FactSymbol) -> bool:
        """Find the types in the value of a fact and its exceptions, unless they are known. (The size of a type may need
        them early.) Return False if this is in progress already, because the fact refers to itself."""
        if fact in self.declaring.typing:
            return False
        self.declaring.typing.add(fact)
        self._type_fact(self, fact)
        self.declaring.typing.remove(fact)
        return True

    # -------------------------------------------------------------------------------------------- entries in the tables

    def bind(self, key: object, name: s.Name, kind: Type, scope: Scope, mutable: bool = False) -> LocalSymbol:
        """Return a new local symbol. It is stored under `key`, and entered into the scope under its name."""
        symbol = LocalSymbol(name.text, kind, mutable)
        self.binds[key] = symbol
        self.enter(name, symbol, scope)
        return symbol

    def enter(self, name: s.Name, symbol: LocalSymbol, scope: Scope) -> None:
        """Enter a local symbol into the scope. Report an error if the name is already visible: a local name cannot hide
        another."""
        if name.text in scope.names:
            message = f"`{name.text}` is already a name here"
            self.report.add("E203", name.span, message, help=["choose another name: a word means one thing"])
        elif name.text in RESERVED or self.names.exists(name.text):
            self._report_used_name(name, scope)
        elif self.names.constant(name.text, symbol.type) is not None:
            message = f"`{name.text}` is a member of {show(symbol.type)}, and here becomes a name of its own"
            self.report.add("W430", name.span, message, help=["choose another name: a word means one thing"])
        scope.names[name.text] = symbol

    def _report_used_name(self, name: s.Name, scope: Scope) -> None:
        """Report a local name that is already used. If a layer above introduced the other name, report the error
        there."""
        brought, layers = self.names.declared.get(name.text), self.book.layers
        if brought is not None and scope.owner is not None and brought.layer in layers and scope.owner.layer in layers:
            if layers.index(brought.layer) > layers.index(scope.owner.layer):
                message = f"`{name.text}` is a name inside `{scope.owner.id}` already, below this layer"
                used = [(name.span, "here")]
                advice = ["choose another name: a word means one thing"]
                where = brought.clause.name.span
                self.report.add_by_cause(("taken", name.text), "E203", where, message, labels=used, help=advice)
                return
        self.report.add("E203", name.span, f"`{name.text}` is already the name of {self.names.describe(name.text)}")

    def not_constant(self, problem: NotConstant, what: str) -> None:
        """Report that `what` is settled before the game, but depends on play. If it only needs a fact that is still to
        be said, note this."""
        if isinstance(problem, StillUnsaid):
            self.declaring.waits = True
            return
        known = [KNOWN] if "only known in play" in problem.why else ()
        message = f"{what} is settled before the game, but this {problem.why}"
        self.report.add("E620", problem.node.span, message, help=known)

    def must_fit(self, node: s.Node, t: Type, wanted: Type, what: str, ranges: bool = True) -> Type:
        """Return type `t` if it fits `wanted`; otherwise report an error and return ErrorType. With `ranges`, warn
        about numbers that can never lie in the range."""
        if not fits(t, wanted):
            message = f"{what} must be {show(wanted)}, but this is {show(t)}"
            self.report.add("E301", node.span, message, expected=[show(wanted)], help=_help(node, t, wanted))
            return ERROR
        for part in self._never_fitting(node, t, wanted) if ranges else []:
            message = f"{what} must be {show(wanted)}, and this is always {show(self.types.get(part, t))}"
            self.report.add("W301", part.span, message)
            break
        return t

    def _never_fitting(self, node: s.Node, t: Type, wanted: Type) -> Iterator[s.Node]:
        """Yield the parts of a value that are always outside the range of `wanted`: the number itself, or members that
        the set always has."""
        if not isinstance(t, SetType):
            if within(t, wanted) is False:
                yield node
        elif isinstance(node, s.SetLiteral):
            for item in node.items:
                yield from self._never_fitting(item, self.types[item], wanted)
        elif isinstance(node, s.Range):
            low, high = self.types[node.low], self.types[node.high]
            if isinstance(low, NumberType) and isinstance(high, NumberType) and low.high <= high.low:  # it is not empty
                yield from (end for end in (node.low, node.high) if within(self.types[end], wanted) is False)


def _help(node: s.Node, t: Type, wanted: Type) -> Sequence[Help | str]:
    """Return advice for a value of a wrong type; empty if there is none."""
    if isinstance(node, s.Ref) and isinstance(wanted, DomainType):
        sites = advise_on_sites(node.name.text, node.span, [wanted.domain])
        if sites:
            return sites
    return bare_help(t, wanted)


def bare_help(t: Type, wanted: Type) -> list[str]:
    """Return advice for a value that may be none where `wanted` does not allow this; empty for other values."""
    if isinstance(t, OptionType) and t.item is not None and fits(t.item, wanted):
        return ["it may be none: name it by `let x in …`, or say `sure(…)` or `if_none(…, other)`"]
    if isinstance(t, OptionType) and t.item is None and isinstance(wanted, NumberType | DomainType):
        return [f"what may be none is declared so: `{show(wanted)} or none`"]
    return []
