"""The names of a rulebook: which are declared, the symbol of each, the members of domains by name, and local scopes.

A symbol is made when its name is first asked for (`declarations.py`), so that clauses may come in any order; a name
needed for its own declaration is an error.  A scope never hides a visible name.  In a scope `me` is `no`, `yes`, or
`inherited` (in a procedure: its callers have it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from ..diagnostics import Help, Span
from ..diagnostics.near import did_you_mean
from ..model.rulebook import STRUCK_ADVICE, USED, Placed, StruckClause
from ..model.symbols import ConstantSymbol, DomainSymbol, LocalSymbol, Symbol
from ..model.types import Domain, Type
from ..syntax import nodes as s
from ..syntax.foreign_words import meanings
from ..syntax.syntax_help import word_forms
from .report import CheckReport, with_article
from .type_relations import domain_of

RESERVED = frozenset({"Player", "truth", "me", "active", "flow", "players", "ended", "winners"})
"""Names that every rulebook has, and no clause may take."""


_WAYS_OUT = {"table": ("a `fact NAME(x TABLE) = …` can say of each row which other row belongs to it",)}
"""What says the same of a clause that may not use itself."""


class SymbolTable:
    """`declared` are the clauses by name, `symbols` those made so far, `constants` the members of domains; `struck`
    are names that a layer has taken away, `other_names` those by which members might be called, with their names."""

    def __init__(
        self, report: CheckReport, declare: Callable[[Placed], Symbol | None], struck: Mapping[str, StruckClause]
    ) -> None:
        self.report = report
        self.declared: dict[str, Placed] = {}
        self.symbols: dict[str, Symbol] = {}
        self.constants: dict[str, list[tuple[Domain, int]]] = {}
        self.struck = struck
        self.other_names: dict[str, str] = {}
        self._declare = declare
        self._busy: list[str] = []  # the names being looked up, each for the one before it
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
        """Makes a domain's members known by name."""
        for index, label in enumerate(domain.labels):
            self.constants.setdefault(label, []).append((domain, index))

    def drop_members(self, domain: Domain) -> None:
        for index, label in enumerate(domain.labels):
            self.constants[label].remove((domain, index))

    def drop_domain(self, domain: Domain) -> None:
        """Forget a domain that could not be made."""
        del self.symbols[domain.name]
        self.drop_members(domain)

    # ------------------------------------------------------------------------------------------------------- look-up

    def lookup(self, name: str) -> Symbol | None:
        """Return the global symbol of that name, declared now if need be; None where there is none (or it could not be
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
        """Return the constant of the type wanted that has this name."""
        domain = domain_of(want)
        if domain is None:
            return None
        for candidate, index in self.constants.get(name, ()):
            if candidate is domain:
                return ConstantSymbol(name, domain, index)
        if name == domain.name and domain.sort == "piece" and len(domain) == 1:
            return ConstantSymbol(name, domain, 0)
        return None

    # ----------------------------------------------------------------------------------------------------------- words

    def exists(self, name: str) -> bool:
        """Is the name declared, if perhaps faultily?"""
        return name in self.symbols or name in self.declared

    def of_kinds(self, *kinds: str) -> list[str]:
        """Return the declared names of those kinds (all: every name), for suggestions."""
        return [n for n, p in self.declared.items() if not kinds or p.clause.kind in kinds]

    def describe(self, name: str) -> str:
        """`an action`, `a place`: what a global name is; one that no clause has is a word of the language, or the
        domain of a board's directions."""
        placed = self.declared.get(name)
        if placed is None:
            return "a word of the language" if name in RESERVED else "a domain"
        return with_article(placed.clause.kind)

    def unknown(self, name: s.Name, what: str, candidates: list[str], code: str = "E201") -> None:
        if name.text in self._failed:
            return
        known = type_elsewhere(name.text, name.span) if code == "E210" else ()
        if known:
            self.report.add(code, name.span, f"there is no {what} `{name.text}`", help=known)
            return
        self.report_missing(name.text, name.span, f"there is no {what} `{name.text}`", candidates, code)

    def report_missing(
        self, name: str, span: Span, message: str, candidates: Iterable[str], code: str = "E201"
    ) -> None:
        """Report a name that nothing has; if a layer has struck what had it, say so, for the mistake is there."""
        gone = self.struck.get(name)
        if gone is None or not gone.concerns(span):
            forms: list[str | Help] = [
                f"`{name}` is a word of the language; it is written: {form}" for form in word_forms(name)
            ]
            if (right := self.other_names.get(name)) is not None:
                forms = [Help(f"it is called `{right}`, after the first cell that has it", span, right)]
            near = forms or word_for_value(name, span) or did_you_mean(name, candidates, span)
            self.report.add(code, span, message, help=near)
            return
        told, (used,) = gone.still_used(name), [(span, USED)]
        self.report.add_by_cause(("struck", name), code, gone.span, told, labels=[used], help=[STRUCK_ADVICE])


def word_for_value(name: str, span: Span) -> tuple[Help, ...]:
    """For a word that another language has for a value, the right one."""
    if name.lower() in _ELSEWHERE:
        word = _ELSEWHERE[name.lower()]
        return (Help(f"write `{word}`", span, word),)
    found = [word for word, _ in meanings(name) if word in _VALUES]
    return tuple(Help(f"write `{word}`: the words of the language are English", span, word) for word in found)


_VALUES = frozenset({"none", "yes", "no", "players"})
_ELSEWHERE = {"true": "yes", "false": "no", "null": "none", "nil": "none"}
"""Values as programming languages write them."""
_TYPES_ELSEWHERE = {
    "truth": ("bool", "boolean", "true", "false", "yes", "no", "flag", "waarheid", "wahrheit"),
    "Player": ("player", "players", "seat", "speler", "spieler"),
}
_NUMBERS = frozenset({"int", "integer", "number", "nat", "natural", "float", "getal", "zahl"})


def type_elsewhere(name: str, span: Span) -> tuple[Help, ...]:
    """Return the type that another language calls so."""
    if name.lower() in _NUMBERS:
        return (Help("a number is written with its bounds: `0..100`"),)
    found = [right for right, words in _TYPES_ELSEWHERE.items() if name.lower() in words]
    return tuple(Help(f"write `{right}`", span, right) for right in found)


Me = Literal["no", "yes", "inherited"]
ScopeKind = Literal["constant", "fact", "flow", "given"]


KNOWN = "before the game numbers, names, options, `players`, and facts of nothing else are known"
"""What to say where something else is asked for."""


class Scope:
    """Locals by name; `what` is, in messages, what stands there.  `child` is the scope of an inner block; what it
    declares is gone when the block ends.
    """

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
