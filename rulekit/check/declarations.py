"""Makes the symbols of clauses, when they are first looked up: the checker calls `declare`.

It also finds the types of the values of facts and their exceptions (`type_fact`), because a fact without a declared
type has the type of its values. `clause_types.py` finds the types in all other bodies.
"""

from __future__ import annotations

from math import prod

from ..diagnostics import Help
from ..model.rulebook import Placed
from ..model.symbols import (
    ActionSymbol,
    AudienceInfo,
    ChoiceSymbol,
    DomainSymbol,
    EventSymbol,
    FactSymbol,
    KeepSymbol,
    LocalSymbol,
    OptionSymbol,
    PlaceSymbol,
    PositionSymbol,
    ProcedureSymbol,
    Symbol,
)
from ..model.types import INT32, Domain, DomainType, ErrorType, NumberType, SetType, Type, Value
from ..syntax import nodes as s
from . import board_construction, domain_construction, patterns
from .checker import MOST_NUMBERS, Checker
from .domain_construction import evaluate_before_game, resolve
from .expression_types import check, condition, infer, infer_number, layer_conditions, player_or_players
from .symbol_table import Scope
from .type_relations import ERROR, TRUTH, TRUTH_ADVICE, join, number_type, show, size

REMEMBERED = 4096
"""Positions that are stored to recognise repetitions, if a rulebook does not give their number."""
MOST_ELEMENTS = 2**20
MOST_COPIES = 65535
MOST_NESTED = 100_000


def declare(c: Checker, placed: Placed) -> Symbol | None:
    """Return the symbol of a clause. Return None if an error was reported, or if an edition must still supply the
    clause."""
    clause = placed.clause
    name = clause.name.text
    domain: Domain | None
    match clause:
        case s.EnumClause():
            domain = domain_construction.enumeration(c, clause)
        case s.TableClause():
            domain = domain_construction.table(c, clause)
        case s.PieceClause():
            domain = domain_construction.pieces(c, clause)
        case s.BoardClause():
            domain = board_construction.board(c, clause)
        case s.OptionClause():
            return _option(c, clause)
        case s.PlaceClause():
            return _place(c, clause)
        case s.KeepClause():
            return _keep(c, clause)
        case s.PositionClause():
            capacity: Value | ErrorType = REMEMBERED
            if clause.capacity is not None:
                wanted = NumberType(1, MOST_ELEMENTS)
                capacity = evaluate_before_game(c, clause.capacity, wanted, "how many positions are remembered")
            if not isinstance(capacity, int):
                return None
            _count_numbers(c, clause, capacity)
            return PositionSymbol(name, clause, capacity)
        case s.FactClause():
            return _fact(c, placed, clause)
        case s.ProcedureClause():
            result = resolve(c, clause.result) if clause.result is not None else None
            return ProcedureSymbol(name, clause, _params(c, clause.params), result, _nesting_depth(c, clause.nested))
        case s.EventClause():
            return EventSymbol(name, clause, _params(c, clause.params), _nesting_depth(c, clause.nested))
        case s.ChoiceClause():
            return ChoiceSymbol(name, clause)
        case s.ActionClause():
            return ActionSymbol(name, clause)
        case _:
            return None
    return c.names.add_domain(domain) if domain is not None else None


def _nesting_depth(c: Checker, node: s.Expr | None) -> int:
    if node is None:
        return 0
    depth = evaluate_before_game(c, node, NumberType(1, MOST_NESTED), "how deep it may nest")
    return depth if isinstance(depth, int) else 1


def _params(c: Checker, params: tuple[s.Param, ...]) -> tuple[LocalSymbol, ...]:
    symbols = []
    for param in params:
        symbol = _type_before_name(c, param) or LocalSymbol(param.name.text, resolve(c, param.type))
        c.binds[param] = symbol
        symbols.append(symbol)
    return tuple(symbols)


def _type_before_name(c: Checker, param: s.Param) -> LocalSymbol | None:
    """Report a parameter that is written as `Player p`, and return the symbol for what is meant, `p Player`. Return
    None if the parameter is not written so."""
    written = param.type
    if not isinstance(written, s.NamedType) or c.names.exists(written.name.text):
        return None
    domain = c.names.lookup(param.name.text)
    if not isinstance(domain, DomainSymbol):
        return None
    right = f"{written.name.text} {param.name.text}"
    fix = Help(f"write `{right}`", param.span, right)
    c.report.add("E210", param.span, "the name of a parameter is written before its type", help=[fix])
    return LocalSymbol(written.name.text, DomainType(domain.domain))


def enter_params(c: Checker, params: tuple[s.Param, ...], scope: Scope) -> None:
    """Enter the symbols of parameters into the scope of a body."""
    for param in params:
        symbol = c.binds[param]
        if isinstance(param.type, s.NamedType) and symbol.name != param.name.text:  # written with the type first
            c.enter(param.type.name, symbol, scope)
        else:
            c.enter(param.name, symbol, scope)


def _option(c: Checker, clause: s.OptionClause) -> OptionSymbol | None:
    name = clause.name.text
    value = c.book.options.get(name)
    if clause.range is not None:
        t = resolve(c, clause.range)
        if isinstance(t, NumberType) and clause.default is not None:
            evaluate_before_game(c, clause.default, t, "the default")
        if not isinstance(value, int):
            return None
        return OptionSymbol(name, number_type(value, value), value)
    domain = domain_construction.answers(c, clause)
    c.names.add_members(domain)
    if value not in domain.labels:
        return None
    return OptionSymbol(name, DomainType(domain), domain.labels.index(str(value)))


# ------------------------------------------------------------------------------------ places and kept values as symbols


def dimensions(
    c: Checker, clause: s.PlaceClause | s.KeepClause | s.FigureClause
) -> tuple[tuple[Type, ...], tuple[LocalSymbol | None, ...]]:
    dims: list[Type] = []
    names: list[LocalSymbol | None] = []
    if not clause.dimensions and (late := _index_after_title(c, clause)) is not None:
        return (late,), (None,)
    for dimension in clause.dimensions:
        t = resolve(c, dimension.type)
        if not isinstance(t, NumberType | DomainType | ErrorType):
            c.report.add(
                "E316",
                dimension.span,
                f"an index is a number or a member of a domain, not {show(t)}",
                help=[TRUTH_ADVICE] if t == TRUTH else (),
            )
            t = ERROR
        dims.append(t)
        symbol = None
        if dimension.name is not None:
            symbol = c.binds[dimension] = LocalSymbol(dimension.name.text, t)
        names.append(symbol)
    if prod(map(size, dims)) > MOST_ELEMENTS:
        sizes = " × ".join(str(size(d)) for d in dims)
        message = f"`{clause.name.text}` would have {sizes} elements; at most {MOST_ELEMENTS} are allowed"
        c.report.add("E623", clause.name.span, message, help=["a smaller domain, or fewer indices, would do"])
        dims = [ERROR] * len(dims)
    return tuple(dims), tuple(names)


def _index_after_title(c: Checker, clause: s.PlaceClause | s.KeepClause | s.FigureClause) -> Type | None:
    """Report an index that is written after the title, like a citation, and return its type. Return None if there is
    none."""
    for cite in clause.tags.cites:
        symbol = c.names.lookup(cite.source.text)
        if cite.detail is None and isinstance(symbol, DomainSymbol):
            advice = [f"write `{clause.kind} {clause.name.text}[{cite.source.text}]`, and the title after it"]
            c.late_indices.add(cite)
            c.report.add("E104", cite.span, "an index is written right after the name, before the title", help=advice)
            return DomainType(symbol.domain)
    return None


def _count_numbers(c: Checker, clause: s.Clause, numbers: int) -> None:
    """Add to the size of the state; report an error if it exceeds the limit. A set counts as one number for every 64
    possible members, a row or stack as one for every piece."""
    before, c.declaring.numbers = c.declaring.numbers, c.declaring.numbers + numbers
    if c.declaring.numbers > MOST_NUMBERS >= before:
        c.report.add(
            "E626",
            clause.name.span,
            f"`{clause.name.text}` takes {numbers} numbers and brings what the game keeps to {c.declaring.numbers}; "
            f"at most {MOST_NUMBERS} are allowed",
        )


def _audience(
    c: Checker, clause: s.PlaceClause | s.KeepClause, locals_: tuple[LocalSymbol | None, ...], what: str
) -> AudienceInfo:
    found: AudienceInfo | None = None
    for audience in clause.audiences:
        if audience.what != what:
            continue
        if found is not None:
            c.report.add("E204", audience.span, f"`{what}` is said twice")
        found = AudienceInfo(audience.who)
        if not isinstance(audience.who, str):
            scope = Scope("fact")
            scope.names = {symbol.name: symbol for symbol in locals_ if symbol is not None}
            c.declaring.audiences.append((clause, audience.who, scope))
    return found or AudienceInfo("all")


def check_audiences(c: Checker) -> None:
    """Find the types in all audiences. They may read kept values that have audiences themselves, so this waits until
    all symbols exist."""
    while c.declaring.audiences:
        _, who, scope = c.declaring.audiences.pop()
        player_or_players(c, who, scope, "who sees it")


def _place(c: Checker, clause: s.PlaceClause) -> PlaceSymbol | None:
    dims, names = dimensions(c, clause)
    piece = c.symbol_of_kind(clause.piece, DomainSymbol, "a piece", "piece")
    if not isinstance(piece, DomainSymbol):
        return None
    if piece.domain.sort != "piece":
        c.report.add("E202", clause.piece.span, f"`{piece.name}` is not a piece, so it cannot lie in a place")
        return None
    populations = piece.domain.population
    total = None if None in populations else sum(p for p in populations if p is not None)
    capacity: object = 1 if clause.form == "one" else total
    if clause.capacity is not None:
        capacity = evaluate_before_game(c, clause.capacity, NumberType(1, MOST_COPIES), "how many fit in")
        if clause.form == "one":
            c.report.add("E323", clause.capacity.span, "a place of one holds one", help=["leave out `at most`"])
    elif capacity is None:
        message = f"there is any number of `{piece.name}`, so `{clause.name.text}` must say how many fit in"
        c.report.add("E625", clause.name.span, message, help=["add `, at most N`"])
        capacity = 1
    most = max(1, capacity if isinstance(capacity, int) else 1)
    each = most if clause.form in ("row", "stack") else len(piece.domain) if clause.form == "heap" else 1
    _count_numbers(c, clause, each * prod(map(size, dims)))
    return PlaceSymbol(
        clause.name.text,
        clause,
        dims,
        names,
        clause.form,
        piece.domain,
        most,
        _audience(c, clause, names, "seen"),
        _audience(c, clause, names, "counted"),
    )


def _keep(c: Checker, clause: s.KeepClause) -> KeepSymbol | None:
    dims, names = dimensions(c, clause)
    t = resolve(c, clause.type)
    each = -(-size(t.item) // 64) if isinstance(t, SetType) and t.item is not None else 1
    _count_numbers(c, clause, each * prod(map(size, dims)))
    seen, counted = _audience(c, clause, names, "seen"), _count_audience(c, clause, names, t)
    return KeepSymbol(clause.name.text, clause, dims, names, t, clause.lifetime, seen, counted or seen)


def _count_audience(
    c: Checker, clause: s.KeepClause, locals_: tuple[LocalSymbol | None, ...], t: Type
) -> AudienceInfo | None:
    """Return the audience that knows the size of a kept value; None if it is the audience of its contents."""
    said = next((a for a in clause.audiences if a.what == "counted"), None)
    if said is None:
        return None
    if not isinstance(t, SetType | ErrorType):
        message = f"`{clause.name.text}` is {show(t)}, which has no size that could be `counted by` anybody"
        c.report.add("E332", said.span, message, help=["leave `counted by` out: `seen by` alone says who knows it"])
    return _audience(c, clause, locals_, "counted")


# ----------------------------------------------------------------------------------------------------- facts as symbols


def _fact(c: Checker, placed: Placed, clause: s.FactClause) -> FactSymbol | None:
    params = _params(c, clause.params)
    nested = _nesting_depth(c, clause.nested)
    if clause.result is not None:
        result = resolve(c, clause.result)
    elif clause.value is None:
        message = f"fact `{clause.name.text}` is to be said, so its type must be given here"
        c.report.add("E324", clause.name.span, message, help=[f"`fact {clause.name.text}(…) gives TYPE to be said`"])
        result = ERROR
    else:
        result = _infer_fact_type(c, placed, clause, params)
    return FactSymbol(clause.name.text, clause, params, result, nested)


def _infer_fact_type(c: Checker, placed: Placed, clause: s.FactClause, params: tuple[LocalSymbol, ...]) -> Type:
    """Return the type of a fact that declares none: the common type of its value and of its exceptions."""
    assert clause.value is not None
    scope = Scope("fact", owner=placed)
    enter_params(c, clause.params, scope)
    result = infer(c, clause.value, scope)
    _limits(c, clause, scope)
    c.declaring.typed.add(clause)
    values = []
    for exception in c.exceptions.get(clause.name.text, ()):
        node = exception.clause
        assert isinstance(node, s.ExceptionClause)
        t = exception_value(c, exception, node, params, result)
        both = join(result, t)
        if both is None:
            message = f"fact `{clause.name.text}` is {show(result)}, and this is {show(t)}"
            c.report.add("E301", node.value.span, message, labels=[(clause.value.span, f"{show(result)} here")])
            both = ERROR
        values.append(t)
        result = both
    if clause.combining == "add" and isinstance(result, NumberType):
        base = c.types[clause.value]
        every = [t for t in (base, *values) if isinstance(t, NumberType)]
        low, high = sum(min(0, t.low) for t in every), sum(max(0, t.high) for t in every)
        return _limit_range(c, clause, min(low, result.low), max(high, result.high))
    return result


def summand_type(symbol: FactSymbol) -> Type:
    """Return the type that the values of a fact and its exceptions must have. In a sum, they may lie outside the range
    of the fact."""
    adds = symbol.clause.combining == "add" and isinstance(symbol.result, NumberType)
    return number_type(*INT32) if adds else symbol.result


def _limits(c: Checker, clause: s.FactClause, scope: Scope) -> None:
    """Check the lower and upper limit of a sum: both must be numbers, and the lower one must not always exceed the
    upper one."""
    floor, ceiling = (infer_number(c, limit, scope) for limit in (clause.floor, clause.ceiling))
    if floor is not None and ceiling is not None and clause.ceiling is not None and floor.low > ceiling.high:
        message = f"this is at most {ceiling.high}, and at least {floor.low} is asked"
        c.report.add("E622", clause.ceiling.span, message)


def _limit_range(c: Checker, clause: s.FactClause, low: int, high: int) -> NumberType:
    """Return the range low..high, limited by the upper limit of a fact and then by its lower limit."""
    for limit, choose in ((clause.ceiling, min), (clause.floor, max)):
        t = c.types.get(limit) if limit is not None else None
        if isinstance(t, NumberType):
            low, high = choose(low, t.low), choose(high, t.high)
    return number_type(low, high)


def type_fact(c: Checker, symbol: FactSymbol) -> None:
    """Find the types in the value of a fact and of each of its exceptions, unless they are known."""
    node, placed = symbol.clause, c.names.declared[symbol.name]
    if node.value is not None and node not in c.declaring.typed:
        c.declaring.typed.add(node)
        scope = Scope("fact", owner=placed)
        enter_params(c, node.params, scope)
        check(c, node.value, scope, summand_type(symbol), f"fact `{symbol.name}`")
        _limits(c, node, scope)
    for exception in c.exceptions.get(symbol.name, ()):
        assert isinstance(exception.clause, s.ExceptionClause)
        exception_value(c, exception, exception.clause, symbol.params, symbol.result)


def exception_value(
    c: Checker, placed: Placed, node: s.ExceptionClause, params: tuple[LocalSymbol, ...], want: Type | None
) -> Type:
    """Find the types in the value of an exception, and return its type. `params` are the parameters of the fact, for
    which the exception has names in the same order."""
    if node in c.declaring.typed:
        return c.types[node.value]
    c.declaring.typed.add(node)
    scope = Scope("fact", owner=placed)
    patterns.as_many(c, node.span, f"fact `{node.fact.text}`", node.params, params)
    patterns.enter(c, node, node.params, params, scope)
    condition(c, node.where, scope, "what follows `where`")
    layer_conditions(c, placed, scope)
    result = infer(c, node.value, scope, want)
    patterns.misspelt(c, node.params, scope)
    return result
