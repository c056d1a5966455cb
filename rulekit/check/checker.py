"""The state of one check: the tables that become the CheckedModel, and the look-up of names.

Names are declared when first asked for (`declarations.py`), so that clauses may stand in any order; a name needed to
say what it is itself is an error.  How expressions and statements fill the tables is their own files' work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..diagnostics.near import did_you_mean
from ..model.rulebook import Placed, Rulebook
from ..model.symbols import ConstantSymbol, DomainSymbol, FactSymbol, LocalSymbol, ProcedureSymbol, Symbol
from ..model.types import Domain, DomainType, SetType, Type, Value
from ..syntax import nodes as s
from .evaluation_context import Work
from .report import Report
from .scope import Me, Scope
from .type_relations import ERROR, domain_of, fits, show, within

NAMED_KINDS = frozenset(
    [
        "enum",
        "table",
        "piece",
        "board",
        "place",
        "keep",
        "option",
        "ruling",
        "fact",
        "procedure",
        "choice",
        "action",
        "event",
        "position",
    ]
)
MOST_KEPT = 2**22
"""Numbers that all places, kept values and positions of a game may take together."""
RESERVED = frozenset({"Player", "truth", "me", "active", "players", "ended", "winners"})


Parameter = tuple[str, Type]


class Offer(NamedTuple):
    """What a label may carry: the parameters of one decision or chance."""

    params: tuple[Parameter, ...]


class Checker:
    """Mutable while the check runs; nothing outside this room sees it."""

    def __init__(
        self,
        book: Rulebook,
        declare: Callable[[Checker, Placed], Symbol | None],
        type_fact: Callable[[Checker, FactSymbol], None],
    ) -> None:
        self.book = book
        self.report = Report()
        self.players = Domain("Player", "player", book.seats, turning=True)
        self.symbols: dict[str, Symbol] = {}
        self.refs: dict[s.Node, Symbol] = {}
        self.types: dict[s.Node, Type] = {}
        self.binds: dict[object, LocalSymbol] = {}
        self.arguments: dict[s.Call, tuple[s.Expr, ...]] = {}
        self.patterns: dict[s.Clause, tuple[s.Expr, ...]] = {}
        self.initial: dict[s.KeepClause, tuple[Value, ...]] = {}
        self.examples: list[tuple[Placed, s.ExampleClause]] = []
        self.labels: dict[str, list[Offer]] | None = None
        self.said: dict[s.Expr, str] = {}  # what a label of an example carries -> how it prints
        self.constants: dict[str, list[tuple[Domain, int]]] = {}
        self.declared: dict[str, Placed] = {}
        self.exceptions: dict[str, list[Placed]] = {}
        self.done: set[s.Node] = set()
        self.seen: set[Symbol] = set()
        self.calls: list[tuple[s.Call, ProcedureSymbol, Scope]] = []
        self.audiences: list[tuple[s.PlaceClause | s.KeepClause, s.Expr, Scope]] = []
        self.step_me: dict[s.Step, Me] = {}
        self.uses_me: dict[Placed | None, s.Node] = {}
        self.lets: list[tuple[s.Let, LocalSymbol, Scope]] = []
        self.work = Work()
        self.kept = 0  # numbers that the places, kept values and positions met so far take
        self._declare = declare
        self._type_fact = type_fact
        self._busy: list[str] = []
        self._failed: set[str] = set()
        self.add_domain(self.players)

    def add_domain(self, domain: Domain) -> DomainSymbol:
        symbol = DomainSymbol(domain.name, domain)
        self.symbols[domain.name] = symbol
        self.constants_of(domain)
        return symbol

    def constants_of(self, domain: Domain, drop: bool = False) -> None:
        """Makes a domain's members known by name, or forgets them."""
        for index, label in enumerate(domain.labels):
            if drop:
                self.constants[label].remove((domain, index))
            else:
                self.constants.setdefault(label, []).append((domain, index))

    # ------------------------------------------------------------------------------------------------------- look-up

    def lookup(self, name: str, span: object = None) -> Symbol | None:
        """The global symbol of that name, declared now if need be; None where there is none (or it could not be
        made).
        """
        symbol = self.symbols.get(name)
        if symbol is not None:
            return symbol
        placed = self.declared.get(name)
        if placed is None:
            if name.endswith("Direction") and self.lookup(name.removesuffix("Direction")):
                return self.symbols.get(name)
            return None
        if name in self._failed:
            return None
        if name in self._busy:
            self._failed.update(self._busy[self._busy.index(name) :])
            self.circular(placed, self._busy[self._busy.index(name) :])
            return None
        self._busy.append(name)
        symbol = self._declare(self, placed)
        self._busy.pop()
        if symbol is None:
            self._failed.add(name)
            return None
        self.symbols[name] = symbol
        return symbol

    def typed(self, fact: FactSymbol) -> None:
        """Makes sure that what a fact says, and its exceptions, have names and types: a size may ask for it early."""
        self._type_fact(self, fact)

    def circular(self, placed: Placed, names: list[str]) -> None:
        kind = placed.clause.kind
        if kind == "fact":
            self.report.add(
                "E309",
                placed.clause.name.span,
                f"the type of fact `{placed.clause.name.text}` cannot be found, for it uses itself",
                help=["say it: `fact NAME(…) gives TYPE nested at most N = …`"],
            )
        else:
            self.report.add(
                "E209",
                placed.clause.name.span,
                f"{kind} `{names[0]}` is described by means of itself ({' -> '.join([*names, names[0]])})",
            )

    def constant(self, name: str, want: Type | None) -> ConstantSymbol | None:
        """The constant of the type wanted that has this name."""
        domain = domain_of(want)
        if domain is None:
            return None
        for candidate, index in self.constants.get(name, ()):
            if candidate is domain:
                return ConstantSymbol(name, domain, index)
        if name == domain.name and domain.sort == "piece" and len(domain) == 1:
            return ConstantSymbol(name, domain, 0)
        return None

    def exists(self, name: str) -> bool:
        """Is the name declared, if perhaps faultily?"""
        return name in self.symbols or name in self.declared

    def all_names(self, *kinds: str) -> list[str]:
        """The declared names of those kinds (all: every name), for suggestions."""
        return [n for n, p in self.declared.items() if not kinds or p.clause.kind in kinds]

    def unknown(self, name: s.Name, what: str, candidates: list[str], code: str = "E201") -> None:
        if name.text in self._failed:
            return
        self.report.add(
            code, name.span, f"there is no {what} `{name.text}`", help=did_you_mean(name.text, candidates, name.span)
        )

    def named(self, name: s.Name, kind: type[Symbol], what: str, *kinds: str) -> Symbol | None:
        """The symbol a clause names, which must be of that kind."""
        symbol = self.lookup(name.text)
        if isinstance(symbol, kind):
            self.refs[name] = symbol
            self.seen.add(symbol)
            return symbol
        if symbol is not None:
            self.report.add(
                "E202",
                name.span,
                f"`{name.text}` is {describe(self, name.text)}, not {what}",
                help=did_you_mean(name.text, self.all_names(*kinds), name.span),
            )
        else:
            self.unknown(name, what.removeprefix("a ").removeprefix("an "), self.all_names(*kinds))
        return None

    # --------------------------------------------------------------------------------------------------------- tables

    def bind(self, key: object, name: s.Name, kind: Type, scope: Scope, mutable: bool = False) -> LocalSymbol:
        """A new local, entered into the scope under its name."""
        symbol = LocalSymbol(name.text, kind, mutable)
        self.binds[key] = symbol
        self.enter(name, symbol, scope)
        return symbol

    def enter(self, name: s.Name, symbol: LocalSymbol, scope: Scope) -> None:
        """Locals hide nothing: a name in sight may not be used again."""
        if name.text in scope.names:
            self.report.add(
                "E203",
                name.span,
                f"`{name.text}` is already a name here",
                help=["choose another name: a word means one thing"],
            )
        elif name.text in RESERVED or self.exists(name.text):
            what = "a word of the language" if name.text in RESERVED else describe(self, name.text)
            self.report.add("E203", name.span, f"`{name.text}` is already the name of {what}")
        elif self.constant(name.text, symbol.type) is not None:
            self.report.warn(
                "W430",
                name.span,
                f"`{name.text}` is a member of {show(symbol.type)}, and here becomes a name of its own",
                help=["choose another name: a word means one thing"],
            )
        scope.names[name.text] = symbol

    def must_fit(self, node: s.Node, t: Type, wanted: Type, what: str, ranges: bool = True) -> Type:
        """Complain unless `t` fits; numbers that can never lie in the range are worth a warning (where `ranges`)."""
        if not fits(t, wanted):
            self.report.add(
                "E301",
                node.span,
                f"{what} must be {show(wanted)}, but this is {show(t)}",
                expected=[show(wanted)],
                help=bare_help(t, wanted),
            )
            return ERROR
        if ranges and within(t, wanted) is False:
            self.report.warn("W301", node.span, f"{what} must be {show(wanted)}, and this is always {show(t)}")
        return t

    def set_of(self, domain: Domain) -> SetType:
        return SetType(DomainType(domain))


def bare_help(t: Type, wanted: Type) -> list[str]:
    """What to do about a value that may be none."""
    item = getattr(t, "item", None)
    if type(t).__name__ == "OptionType" and item is not None and fits(item, wanted):
        return ["it may be none: name it by `let x in …`, or say `sure(…)` or `if_none(…, other)`"]
    return []


def describe(checker: Checker, name: str) -> str:
    """`an action`, `a place`: what a global name is."""
    placed = checker.declared.get(name)
    kind = placed.clause.kind if placed else "domain"
    return f"an {kind}" if kind[0] in "aeio" else f"a {kind}"
