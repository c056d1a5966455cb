"""E401: a flow is missing.

E402, W402: clauses are left `to be said`, which only an edition may do. E404: a choice has no action.

W203: something is declared but never used. W204: a value is named but never used. Another configuration may use it, so
a caller that checks several configurations keeps only what all of them report.
"""

from __future__ import annotations

from ...model.clause_table import is_unsaid
from ...model.symbols import (
    DomainSymbol,
    FactSymbol,
    FieldSymbol,
    KeepSymbol,
    LocalSymbol,
    PlaceSymbol,
    ProcedureSymbol,
)
from ...model.types import DomainType, OptionType, SetType, Type
from ...syntax import nodes as s
from ...syntax.traversal import inside
from ..checked import CheckedModel
from ..checker import Checker

_USED_BY_RULES = (
    "enum",
    "table",
    "piece",
    "board",
    "place",
    "keep",
    "fact",
    "procedure",
    "choice",
    "event",
    "position",
)


def clauses_without_use(c: Checker, model: CheckedModel) -> None:
    if any(is_unsaid(p.clause) for p in c.book.clauses):
        return
    domains = _domains_in_types(c)
    in_examples = {
        node.text
        for placed in c.book.clauses
        if isinstance(placed.clause, s.ExampleClause)
        for node in inside(placed.clause, s.Name)
    }
    for name, placed in c.names.declared.items():
        clause = placed.clause
        symbol = c.symbols.get(name)
        if clause.kind not in _USED_BY_RULES or symbol is None or symbol in c.uses.symbols or name in in_examples:
            continue
        if isinstance(symbol, DomainSymbol) and (id(symbol.domain) in domains or _constant_used(c, symbol)):
            continue
        if isinstance(
            symbol, PlaceSymbol | KeepSymbol | FactSymbol | ProcedureSymbol | DomainSymbol
        ) or clause.kind in ("choice", "event", "position"):
            c.report.add("W203", clause.name.span, f"{clause.kind} `{name}` is never used")
    _attributes_unused(c)
    used: set[LocalSymbol] = set()
    for _, _, scope in c.uses.lets:
        used |= scope.used
    for let, local, _ in c.uses.lets:
        if let is not None and local not in used:
            c.report.add("W204", let.span, f"`{let.text}` is never used")


def _attributes_unused(c: Checker) -> None:
    """Report the attributes of tables that nothing reads, in tables of which some attribute is read. Tables with a look
    are exempt, since the look may draw any attribute. So are tables of all combinations, whose attributes say what a
    row is."""
    fields = {one for one in c.refs.values() if isinstance(one, FieldSymbol)}
    read = {(one.domain.name, one.domain.fields[one.field].name) for one in fields}
    tables = {one.domain.name for one in fields} - {
        p.clause.name.text for p in c.book.clauses if p.clause.kind == "look"
    }
    for clause in (placed.clause for placed in c.book.clauses):
        if isinstance(clause, s.TableClause) and not clause.binders and clause.name.text in tables:
            for name in (one.name for one in clause.fields if (clause.name.text, one.name.text) not in read):
                c.report.add("W203", name.span, f"attribute `{name.text}` is never used")


def _domains_in_types(c: Checker) -> set[int]:
    found: set[int] = set()

    def add(t: Type | None) -> None:
        if isinstance(t, DomainType):
            found.add(id(t.domain))
        elif isinstance(t, OptionType | SetType):
            add(t.item)

    for local in c.binds.values():
        add(local.type)
    return found


def _constant_used(c: Checker, symbol: DomainSymbol) -> bool:
    return any(isinstance(t, DomainType) and t.domain is symbol.domain for t in c.types.values())


def report_unsaid(c: Checker) -> bool:
    """Report the clauses that are still to be said. Return whether an edition may say them."""
    clauses = c.book.clauses
    missing = [p for p in clauses if is_unsaid(p.clause)]
    left = any(p.layer == c.book.layers[-1] for p in missing)  # the last book itself has clauses `to be said`
    part = left or (c.book.part and bool(missing))
    for placed in missing:
        clause = placed.clause
        c.report.add(
            "W402" if part else "E402",
            clause.name.span,
            f"{clause.kind} `{clause.name.text}` is still to be said"
            + (" by an edition" if part else ", and nothing says it"),
            help=[] if part else [f"add `{clause.kind} {clause.name.text}` to this book"],
        )
    return part


def complete(c: Checker, model: CheckedModel) -> None:
    clauses = c.book.clauses
    part = report_unsaid(c)
    if not part and not any(isinstance(p.clause, s.FlowClause) for p in clauses):
        message = "no `flow` says how the game goes"
        c.report.add("E401", c.book.header.name.span, message, help=["add `flow:` with its first to last step"])
    joined = {p.clause.choice.text for p in clauses if isinstance(p.clause, s.ActionClause)}
    for placed in clauses:
        if isinstance(placed.clause, s.ChoiceClause) and placed.clause.name.text not in joined and not part:
            name = placed.clause.name
            message = f"no action is in choice `{name.text}`"
            c.report.add("E404", name.span, message, help=[f"write `action NAME in {name.text}:`"])
