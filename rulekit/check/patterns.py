"""The parameters in the headings of exceptions, and of rules that answer events: new names, or constants that the
argument must equal.

A name of a constant of the parameter's type is such a constant; any other name is a new name. W431 warns about new
names that look like a mistake.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostics import Span, did_you_mean
from ..model.symbols import LocalSymbol
from ..model.types import Domain, DomainType, Type
from ..syntax import nodes as s
from .checker import Checker
from .expression_types import infer
from .symbol_table import Scope
from .type_relations import ERROR, TRUTH, domain_of, show

LIKENESS = 4  # number of letters; shorter names resemble too many others


def enter(c: Checker, clause: s.Clause, head: Sequence[s.Pattern], params: Sequence[LocalSymbol], scope: Scope) -> None:
    """Enter the parameters in the heading of a rule or exception into the scope. Store those written as constants as
    conditions in `patterns`."""
    for place, one in enumerate(head):
        t = params[place].type if place < len(params) else ERROR
        match one:
            case s.Param():
                c.bind(one, one.name, t, scope)
            case s.Name():
                if c.names.constant(one.text, t) is not None:
                    _match(c, clause, one, t, f"#{place + 1}")
                    continue
                c.bind(one, one, t, scope)
                _doubtful(c, one, place, params)
            case _:
                _match(c, clause, one, t, f"#{place + 1}")


def as_many(c: Checker, span: Span, of: str, head: Sequence[s.Pattern], params: Sequence[LocalSymbol]) -> None:
    """Report an error if the heading of a rule or exception names parameters, but not as many as the fact or event
    has."""
    if head and len(head) != len(params):
        message = f"{of} has {len(params)} parameters, and {len(head)} are named here"
        advice = [] if params else [f"leave out the brackets: {of} has nothing to name"]
        c.report.add("E206", span, message, expected=[p.name for p in params], help=advice)


def seat(c: Checker, clause: s.Clause, name: s.Name, scope: Scope) -> None:
    """Find the type of the seat in the heading of an answer. It is a new name (`by q`), or a constant or event
    parameter (`by p1`), which restricts the rule to that seat."""
    player = DomainType(c.players)
    if name.text in scope.names:
        _match(c, clause, name, player, "#seat", scope)
    elif c.names.constant(name.text, player) is not None:
        _match(c, clause, name, player, "#seat")
    else:
        c.bind(name, name, player, scope)


def _match(c: Checker, clause: s.Clause, one: s.Pattern, t: Type, name: str, scope: Scope | None = None) -> None:
    """Record that the parameter must equal a constant, or the value of a name in the scope."""
    assert not isinstance(one, s.Param)
    value = s.Ref(one, span=one.span) if isinstance(one, s.Name) else one
    local = c.binds[one] = LocalSymbol(name, t)
    found = infer(c, value, Scope("constant") if scope is None else scope, t)
    if c.must_fit(value, found, t, "what is compared with this parameter") is ERROR or t is ERROR:
        return
    parameter = s.Ref(s.Name(name, span=one.span), span=one.span)
    c.refs[parameter], c.types[parameter] = local, t
    pattern = s.Binary("==", parameter, value, span=one.span)
    c.types[pattern] = TRUTH
    c.patterns[clause] = (*c.patterns.get(clause, ()), pattern)


def _doubtful(c: Checker, name: s.Name, place: int, params: Sequence[LocalSymbol]) -> None:
    """Warn about a new name that is also a constant of another type, or the name of another parameter."""
    if place >= len(params):
        return
    here = f"here it is a new name for {show(params[place].type)}"
    for other in (*params[:place], *params[place + 1 :]):
        if name.text == other.name:
            c.report.add("W431", name.span, f"`{name.text}` is the name of another parameter; {here}")
            return
    named = {id(domain_of(p.type)) for p in params}
    for domain, _ in c.names.constants.get(name.text, ()):
        if id(domain) in named or _plain(domain):
            message = f"`{name.text}` is a member of {domain.name}; {here}"
            advice = ["choose another name, or put the constant where a parameter of its type stands"]
            c.report.add("W431", name.span, message, help=advice)
            return


def _plain(domain: Domain) -> bool:
    """Return whether the author named the members of a domain one by one. (The names of sites and directions are
    generated.)"""
    return domain.sort in ("player", "enum", "table", "answers") and not domain.name.endswith("Direction")


def misspelt(c: Checker, head: Sequence[s.Pattern], scope: Scope) -> None:
    """Warn about new names that are never used and that resemble constants of their type."""
    for one in head:
        local = c.binds.get(one)
        if not isinstance(one, s.Name) or local is None or scope.names.get(one.text) is not local:
            continue
        domain = domain_of(local.type)
        if local in scope.used or domain is None or len(one.text) < LIKENESS:
            continue
        near = did_you_mean(one.text, domain.labels, one.span)
        if near:
            text = f"`{one.text}` is no member of {domain.name}, so that it is a new name here, and matches everything"
            c.report.add("W431", one.span, text, help=near)
