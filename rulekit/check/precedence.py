"""Precedence of exceptions and rules: which one prevails, and whether two can apply at once.

The one with the higher rank prevails; with equal ranks, the one that is `over` the other; otherwise the one written
first.

Whether two can apply at once is decided exactly for comparisons of single cells or parameters with constants; otherwise
the answer is "perhaps". A guard (the condition under which an exception or rule applies) becomes a disjunction of
cases. A case maps terms, written as text with numbered parameters, to the values that they may have. A fact without
exceptions is expanded: `is(p, cook)` becomes `role[p] == cook`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from ..graphs import reached_by
from ..model.rulebook import Placed
from ..model.symbols import BuiltinSymbol, ConstantSymbol, FactSymbol, FieldSymbol, LocalSymbol, OptionSymbol
from ..model.types import DomainType, NumberType, OptionType, TruthType, Type, Value
from ..syntax import nodes as s
from ..syntax.traversal import part_names
from .checker import Checker
from .constant_evaluation import evaluate
from .evaluation_context import NotConstant
from .report import CheckReport

Case = dict[str, frozenset[Value]]
Cases = list[Case]
MOST_CASES = 64
MOST_VALUES = 4200
MOST_FACTS = 8
"""Nested facts that are expanded at most."""

Known = Mapping[LocalSymbol, Value]
"""The values of a fact's parameters whose arguments are constants."""


def disjoint(c: Checker, a: Cases, b: Cases) -> bool:
    """Return whether it is certain that two guards never hold in the same state."""
    return all(any(not (x[term] & y[term]) for term in x.keys() & y.keys()) for x in a for y in b)


def guard_cases(c: Checker, placed: Placed) -> Cases:
    """Return the cases in which an exception or rule applies, by its `where` and the conditions that layers add.
    Parameters are identified by their position."""
    clause = placed.clause
    names: dict[LocalSymbol, str] = {}
    where: s.Expr | None = None
    if isinstance(clause, s.ExceptionClause):
        where = clause.where
        names = {c.binds[n]: f"#{i}" for i, n in enumerate(clause.params)}
    elif isinstance(clause, s.RuleClause) and isinstance(clause.trigger, s.AtStep | s.When):
        where = clause.trigger.where
        names = {c.binds[n]: f"#{i}" for i, n in enumerate(clause.trigger.params)}
    found: Cases = [{}]
    for part in (*c.patterns.get(clause, ()), where, *placed.conditions):
        if part is not None:
            found = _both(found, cases(c, part, True, names))
    for part in placed.unless:
        found = _both(found, cases(c, part, False, names))
    return found


def cases(
    c: Checker, node: s.Expr, holds: bool, names: dict[LocalSymbol, str], known: Known | None = None, deep: int = 0
) -> Cases:
    """Return the cases in which an expression is true or, without `holds`, false. `deep` is the number of facts that
    were expanded around it."""
    node, names, known, deep = _expand_fact(c, node, names, known or {}, deep)
    match node:
        case s.Unary(op="not", item=item):
            return cases(c, item, not holds, names, known, deep)
        case s.Binary(op="and" | "or" as op, left=left, right=right):
            a, b = cases(c, left, holds, names, known, deep), cases(c, right, holds, names, known, deep)
            return _both(a, b) if (op == "and") == holds else (a + b)[:MOST_CASES] if len(a + b) <= MOST_CASES else [{}]
        case s.Binary(op="==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in"):
            found = _comparison_case(c, node, holds, names, known, deep)
            if found is not None:
                return [found]
    return [{text(c, node, names): frozenset({holds})}]


def _expand_fact(
    c: Checker, node: s.Expr, names: dict[LocalSymbol, str], known: Known, deep: int
) -> tuple[s.Expr, dict[LocalSymbol, str], Known, int]:
    """Return the body of a fact that an expression names, with the names and known constants inside the body. Return
    any other expression unchanged."""
    while deep < MOST_FACTS and isinstance(node, s.Ref | s.Call):
        fact = c.refs.get(node)
        if not isinstance(fact, FactSymbol) or fact.clause.value is None:
            break
        if fact.clause.limits or fact.clause.combining is not None or fact.name in c.exceptions:
            break
        args = c.arguments.get(node, ()) if isinstance(node, s.Call) else ()
        said = dict(zip(fact.params, args, strict=False))
        if len(said) < len(fact.params):
            break
        values = {param: _value(c, arg, known) for param, arg in said.items()}
        names = {param: text(c, arg, names) for param, arg in said.items()}
        known = {param: value for param, value in values.items() if value is not _UNKNOWN}  # type: ignore[misc]
        node, deep = fact.clause.value, deep + 1
    return node, names, known, deep


def _both(a: Cases, b: Cases) -> Cases:
    joined: Cases = []
    for x in a:
        for y in b:
            case = {**x, **y}
            for term in x.keys() & y.keys():
                case[term] = x[term] & y[term]
            joined.append(case)
    return joined if len(joined) <= MOST_CASES else [{}]


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _comparison_case(
    c: Checker, node: s.Binary, holds: bool, names: dict[LocalSymbol, str], known: Known, deep: int
) -> Case | None:
    """Return the case that a comparison of a term with a constant stands for: the values that the term may have. Return
    None for other comparisons."""
    op, term, other = node.op, node.left, node.right
    value = _value(c, other, known)
    if value is _UNKNOWN and op not in ("in", "not in"):
        term, other = other, term
        value = _value(c, other, known)
        op = _TURNED.get(op, op)
    term, names, _, _ = _expand_fact(c, term, names, known, deep)
    universe = _values(c.types.get(term))
    if value is _UNKNOWN or universe is None:
        return None
    kept = frozenset(v for v in universe if _holds(op, v, value) == holds)
    while isinstance(term, s.Attribute) and isinstance(field := c.refs.get(term), FieldSymbol):
        # an attribute never changes, so the condition limits whose attribute it is
        owners = _values(c.types.get(term.base))
        if owners is None or None in owners:
            break
        column = field.domain.fields[field.field].values
        kept = frozenset(v for v in owners if isinstance(v, int) and column[v] in kept)
        term = term.base
    return {text(c, term, names): kept}


_UNKNOWN = object()


def _value(c: Checker, node: s.Expr, known: Known) -> object:
    if isinstance(node, s.Ref) and (symbol := c.refs.get(node)) in known:
        return known[symbol]  # type: ignore[index]  # the symbol is a key, so it is of this class
    if not isinstance(node, s.Ref | s.Number | s.Truth | s.Nothing | s.SetLiteral | s.Attribute | s.Unary | s.Call):
        return _UNKNOWN
    if isinstance(node, s.Ref) and not isinstance(c.refs.get(node), ConstantSymbol | OptionSymbol | BuiltinSymbol):
        return _UNKNOWN
    try:
        return evaluate(c, node)
    except NotConstant:
        return _UNKNOWN


def _values(t: Type | None) -> list[Value] | None:
    match t:
        case NumberType(low, high) if high - low < MOST_VALUES:
            return list(range(low, high + 1))
        case DomainType(domain):
            return list(range(len(domain)))
        case TruthType():
            return [False, True]
        case OptionType(item):
            inner = _values(item) if item is not None else []
            return None if inner is None else [None, *inner]
    return None


def _holds(op: str, a: Value, b: object) -> bool:
    if op in ("in", "not in"):
        return (isinstance(b, frozenset) and a in b) == (op == "in")
    if op in ("==", "!="):
        return (a == b) == (op == "==")
    if not isinstance(a, int) or not isinstance(b, int):
        return False
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


def text(c: Checker, node: object, names: dict[LocalSymbol, str]) -> str:
    """Return a term as text. In one state, terms with equal texts have equal values."""
    if isinstance(node, s.Ref):
        symbol = c.refs.get(node)
        if isinstance(symbol, LocalSymbol):
            return names.get(symbol, f"{symbol.name}@{id(symbol)}")
        if isinstance(symbol, ConstantSymbol):
            return f"{symbol.domain.name}.{symbol.index}"
        return node.name.text
    if isinstance(node, s.Name):
        return node.text
    if isinstance(node, s.Node):
        inner = ",".join(text(c, getattr(node, name), names) for name in part_names(type(node)))
        return f"{type(node).__name__}({inner})"
    if isinstance(node, tuple):
        return "[" + ",".join(text(c, item, names) for item in node) + "]"
    return repr(node)


Ranked = TypeVar("Ranked", s.RuleClause, s.ExceptionClause)


def precedence(clauses: Sequence[Ranked], rank: Callable[[Ranked], int]) -> list[Ranked]:
    """Return clauses in order of precedence; those that prevail come first. `over` must not be cyclic, which the check
    ensures."""
    names = {c.name.text: c for c in clauses}
    above: dict[str, list[Ranked]] = {}
    for clause in clauses:
        for name in dict.fromkeys(name.text for name in clause.over):
            above.setdefault(name, []).append(clause)
    done: dict[Ranked, None] = {}

    def place(clause: Ranked) -> None:
        if clause in done:
            return
        for other in above.get(clause.name.text, ()):
            if rank(other) == rank(clause):
                place(other)
        done[clause] = None

    for clause in sorted(names.values(), key=lambda c: -rank(c)):
        place(clause)
    return list(done)


def by_rank(clauses: Sequence[Ranked], ranks: Sequence[str]) -> list[Ranked]:
    """Return clauses in order of precedence, by the rulebook's ranks. A clause without a rank counts as lowest."""
    return precedence(clauses, lambda c: -1 if c.rank is None else ranks.index(c.rank.text))


MOST_RIVALS = 500
"""Exceptions of one fact, or rules of one moment, at most: each is compared with each, and a thousand would take
minutes."""

Ordered = s.ExceptionClause | s.RuleClause


def clause_with_order(placed: Placed) -> Ordered:
    """Return the clause as one of the kinds that can have `over` and a rank; it must be of such a kind."""
    assert isinstance(placed.clause, Ordered)
    return placed.clause


def too_many(report: CheckReport, clauses: Sequence[Placed], what: str) -> bool:
    """Return whether there are too many clauses to compare them in pairs, and report it."""
    if len(clauses) <= MOST_RIVALS:
        return False
    message = f"{what}: {len(clauses)} of them are more than can be compared, the most is {MOST_RIVALS}"
    advice = ["say in one clause, with a table, what many say in the same words"]
    report.add("E871", clauses[MOST_RIVALS].clause.name.span, message, help=advice)
    return True


def clauses_below(clauses: Iterable[Placed]) -> dict[str, set[str]]:
    """Return, for each clause, the names of all clauses that it prevails over by `over`, directly or through others. If
    `over` is cyclic, the clause's own name is among them."""
    directly = {p.clause.name.text: [n.text for n in clause_with_order(p).over] for p in clauses}
    return {name: reached_by(below, directly) for name, below in directly.items()}
