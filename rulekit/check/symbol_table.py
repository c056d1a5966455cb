"""The names of a rulebook: declared clauses, their symbols, the members of domains by name, and local scopes.

A symbol is made when its name is first looked up (`declarations.py`), so that clauses may come in any order; a
declaration that needs its own name is an error. A scope never hides a visible name. In a scope, `me` (whether a player
acts there) is `no`, `yes`, or `inherited` (in a procedure: as in its callers).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from ..diagnostics import Help, Span, did_you_mean
from ..diagnostics.printable import with_article
from ..model.rulebook import STRUCK_ADVICE, USED, Placed, StruckClause
from ..model.symbols import ConstantSymbol, DomainSymbol, LocalSymbol, Symbol
from ..model.types import Domain, Type
from ..syntax import nodes as s
from ..syntax.foreign_words import meanings
from ..syntax.syntax_help import PLACES_AS_PARAMETERS, word_forms
from .report import CheckReport
from .site_names import advise_on_sites
from .type_relations import domain_of

RESERVED = frozenset({"Player", "truth", "me", "active", "flow", "players", "ended", "winners"})
"""Names that every rulebook has, and no clause may take."""


_WAYS_OUT = {"table": ("a `fact NAME(x TABLE) = …` can say of each row which other row belongs to it",)}
"""By kind of clause that cannot refer to itself, advice on how to say the same in another way."""


class SymbolTable:
    """The global names of a rulebook. `declared` has the clauses by name, `symbols` the symbols made so far,
    `constants` the members of domains by name. `struck` are names that a layer removed."""

    def __init__(
        self, report: CheckReport, declare: Callable[[Placed], Symbol | None], struck: Mapping[str, StruckClause]
    ) -> None:
        self.report = report
        self.declared: dict[str, Placed] = {}
        self.symbols: dict[str, Symbol] = {}
        self.constants: dict[str, list[tuple[Domain, int]]] = {}
        self.struck = struck
        self._declare = declare
        self._busy: list[str] = []  # the names whose declarations are in progress; each is needed by the one before it
        self._failed: set[str] = set()

    def add_domain(self, domain: Domain) -> DomainSymbol:
        known = self.symbols.get(domain.name)
        if isinstance(known, DomainSymbol) and known.domain is domain:
            return known
        symbol = DomainSymbol(domain.name, domain)
        self.symbols[domain.name] = symbol
        self.add_members(domain)
        return symbol

    def add_members(self, domain: Domain) -> None:
        """Enter a domain's members as constants."""
        for index, label in enumerate(domain.labels):
            self.constants.setdefault(label, []).append((domain, index))

    def drop_members(self, domain: Domain) -> None:
        for index, label in enumerate(domain.labels):
            self.constants[label].remove((domain, index))

    def drop_domain(self, domain: Domain) -> None:
        """Remove the names of a domain that could not be made."""
        del self.symbols[domain.name]
        self.drop_members(domain)

    # ------------------------------------------------------------------------------------------------- looking names up

    def lookup(self, name: str) -> Symbol | None:
        """Return the global symbol with this name, declaring it if necessary. Return None if there is no such name, or
        if its declaration failed."""
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
            self._circular(placed, self._busy[self._busy.index(name) :])
            return None
        self._busy.append(name)
        symbol = self._declare(placed)
        self._busy.pop()
        if symbol is None:
            self._failed |= {name, f"{name}Direction"} if placed.clause.kind == "board" else {name}
            return None
        self.symbols[name] = symbol
        return symbol

    def _circular(self, placed: Placed, names: list[str]) -> None:
        kind = placed.clause.kind
        if kind == "fact":
            message = f"the type of fact `{placed.clause.name.text}` cannot be found, for it uses itself"
            advice = ["say it: `fact NAME(…) gives TYPE nested at most N = …`"]
            self.report.add("E309", placed.clause.name.span, message, help=advice)
        else:
            message = f"{kind} `{names[0]}` is described by means of itself ({' -> '.join([*names, names[0]])})"
            self.report.add("E209", placed.clause.name.span, message, help=_WAYS_OUT.get(kind, ()))

    def constant(self, name: str, want: Type | None) -> ConstantSymbol | None:
        """Return the constant with this name in the domain that type `want` expects; None if there is none."""
        domain = domain_of(want)
        if domain is None:
            return None
        for candidate, index in self.constants.get(name, ()):
            if candidate is domain:
                return ConstantSymbol(name, domain, index)
        if name == domain.name and domain.sort == "piece" and len(domain) == 1:
            return ConstantSymbol(name, domain, 0)
        return None

    # ------------------------------------------------------------------------------------------------ names in messages

    def exists(self, name: str) -> bool:
        """Return whether the name is declared, even if its declaration failed."""
        return name in self.symbols or name in self.declared

    def of_kinds(self, *kinds: str) -> list[str]:
        """Return the declared names of these kinds, or all names, for suggestions."""
        return [n for n, p in self.declared.items() if not kinds or p.clause.kind in kinds]

    def describe(self, name: str) -> str:
        """Return what kind of thing a global name is (`an action`, `a place`), for messages. Names without a clause are
        words of the language, or the directions of a board."""
        placed = self.declared.get(name)
        if placed is None:
            return "a word of the language" if name in RESERVED else "a domain"
        return with_article(placed.clause.kind)

    def unknown(self, name: s.Name, what: str, candidates: list[str], code: str = "E201") -> None:
        if name.text in self._failed:
            return
        if code == "E210" and name.text in self.declared and self.declared[name.text].clause.kind == "place":
            message = f"a type is wanted here, and `{name.text}` is a place"
            self.report.add(code, name.span, message, help=PLACES_AS_PARAMETERS)
            return
        known = type_elsewhere(name.text, name.span) if code == "E210" else ()
        if known:
            self.report.add(code, name.span, f"there is no {what} `{name.text}`", help=known)
            return
        message = f"there is no {what} `{name.text}`"
        if what == "choice" and not candidates:
            advice = [f"declare it in a line of its own: `choice {name.text}`"]
            self.report.add(code, name.span, message, help=advice)
        else:
            self.report_missing(name.text, name.span, message, candidates, code)
        if what == "choice":
            self._failed.add(name.text)  # reported here once, not at each of its actions and uses

    def report_missing(
        self, name: str, span: Span, message: str, candidates: Iterable[str], code: str = "E201"
    ) -> None:
        """Report an undeclared name with suggestions. If a layer struck it, the message says so."""
        gone = self.struck.get(name)
        if gone is None or not gone.concerns(span):
            forms = [f"`{name}` is a word of the language; it is written: {form}" for form in word_forms(name)]
            boards = [known.domain for known in self.symbols.values() if isinstance(known, DomainSymbol)]
            near = (
                forms
                or advise_on_sites(name, span, boards)
                or word_for_value(name, span)
                or did_you_mean(name, candidates, span)
            )
            self.report.add(code, span, message, help=near)
            return
        told, (used,) = gone.still_used(name), [(span, USED)]
        self.report.add_by_cause(("struck", name), code, gone.span, told, labels=[used], help=[STRUCK_ADVICE])


def word_for_value(name: str, span: Span) -> tuple[Help, ...]:
    """Return advice for a word that means a value or a function in other programming languages; empty for other
    words."""
    if name.lower() in _ELSEWHERE:
        word = _ELSEWHERE[name.lower()]
        return (Help(f"write `{word}`", span, word),)
    if name.lower() in _FUNCTIONS_ELSEWHERE:
        return (Help(_FUNCTIONS_ELSEWHERE[name.lower()]),)
    found = [word for word, _ in meanings(name) if word in _VALUES]
    return tuple(Help(f"write `{word}`: the words of the language are English", span, word) for word in found)


def word_for_player(name: str) -> tuple[Help, ...]:
    """Return advice for a word that may mean a player, where a player is expected; empty for other words."""
    if name.lower() not in _TYPES_ELSEWHERE["Player"]:
        return ()
    return (Help("`me` is the player who decides, `active` the one whose turn it is"),)


_VALUES = frozenset({"none", "yes", "no", "players"})
_ELSEWHERE = {"true": "yes", "false": "no", "null": "none", "nil": "none"}
"""Values as programming languages write them."""
_FUNCTIONS_ELSEWHERE = {
    **dict.fromkeys(("min", "minimum"), "of two numbers: `lesser(a, b)`; of many: `least(x in DOMAIN: NUMBER)`"),
    **dict.fromkeys(("max", "maximum"), "of two numbers: `greater(a, b)`; of many: `most(x in DOMAIN: NUMBER)`"),
    **dict.fromkeys(("len", "length", "count_of"), "the number of pieces or members is `size(PLACE or SET)`"),
    **dict.fromkeys(("random", "rand", "randint", "randrange", "roll"), "chance is a statement: `draw x in 1..6`"),
}
"""Functions of programming languages, with what is written here."""
_TYPES_ELSEWHERE = {
    "truth": ("bool", "boolean", "true", "false", "yes", "no", "flag", "waarheid", "wahrheit"),
    "Player": ("player", "players", "seat", "speler", "spieler"),
}
_NUMBERS = frozenset({"int", "integer", "number", "nat", "natural", "float", "getal", "zahl"})


def type_elsewhere(name: str, span: Span) -> tuple[Help, ...]:
    """Return advice for a word that means a type in other programming languages; empty for other words."""
    if name.lower() in _NUMBERS:
        return (Help("a number is written with its bounds: `0..100`"),)
    found = [right for right, words in _TYPES_ELSEWHERE.items() if name.lower() in words]
    return tuple(Help(f"write `{right}`", span, right) for right in found)


Me = Literal["no", "yes", "inherited"]
ScopeKind = Literal["constant", "fact", "flow", "given"]


KNOWN = "before the game numbers, names, options, `players`, and facts of nothing else are known"
"""The advice if an expression that must be known before the game uses anything else."""


class Scope:
    """A scope of local names. `what` says, for messages, to which code it belongs. `child` returns the scope of an
    inner block; the names of an inner block end with it."""

    __slots__ = ("kind", "me", "names", "owner", "result", "used", "what")

    def __init__(self, kind: ScopeKind, me: Me = "no", owner: Placed | None = None, what: str = "this") -> None:
        self.kind: ScopeKind = kind
        self.what = what
        self.me: Me = me
        self.owner = owner
        self.names: dict[str, LocalSymbol] = {}
        self.used: set[LocalSymbol] = set()
        self.result: Type | None = None

    def child(self, me: Me | None = None) -> Scope:
        inner = Scope(self.kind, me or self.me, self.owner, self.what)
        inner.names = dict(self.names)
        inner.used = self.used
        inner.result = self.result
        return inner
