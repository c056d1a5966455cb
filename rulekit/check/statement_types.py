"""Types of statements, except moves of pieces (`move_types.py`) and decisions (`choice_types.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..diagnostics import Help, Span
from ..diagnostics.near import nearest
from ..diagnostics.printable import one_line
from ..model.symbols import (
    BuiltinSymbol,
    ConstantSymbol,
    KeepSymbol,
    LocalSymbol,
    PlaceSymbol,
    PositionSymbol,
    ProcedureSymbol,
)
from ..model.types import INT32, DomainType, ErrorType, NumberType, OptionType, SetType, Type
from ..syntax import nodes as s
from ..syntax.syntax_help import word_forms
from .binders import bind, few_enough, supply
from .call_types import call_event, call_procedure
from .checker import Checker
from .domain_construction import resolve
from .expression_types import check, condition, infer, player_or_players
from .symbol_table import RESERVED, Scope
from .type_relations import ERROR, fits, number_type, show

StatementHandler = Callable[[Checker, Any, Scope], None]
HANDLERS: dict[type, StatementHandler] = {}
ANY_NUMBER = number_type(*INT32)


def types_statement(kind: type) -> Callable[[StatementHandler], StatementHandler]:
    def enter(function: StatementHandler) -> StatementHandler:
        HANDLERS[kind] = function
        return function

    return enter


def block(c: Checker, body: Iterable[s.Stmt], scope: Scope, me: str | None = None) -> None:
    """Find the types in a body, in a new scope. `me` is "yes" if a player acts in the body."""
    inner = scope.child("yes" if me == "yes" else None)
    type_statements(c, body, inner)


def type_statements(c: Checker, body: Iterable[s.Stmt], scope: Scope) -> None:
    """Find the types in statements, in an existing scope. Later statements see the names of earlier ones."""
    for stmt in body:
        HANDLERS[type(stmt)](c, stmt, scope)


def player(c: Checker, node: s.Expr, scope: Scope, what: str) -> None:
    check(c, node, scope, DomainType(c.players), what)


def need_me(c: Checker, node: s.Node, scope: Scope, what: str) -> None:
    """Report an error if no player is `me` (the acting player) here. `what` completes the message."""
    if scope.me == "no":
        message = f"nobody decides here, so it is not known who {what}"
        advice = ["put it inside `by p:` or a turn"]
        c.report.add_by_cause(("nobody decides", scope.owner or node), "E303", node.span, message, help=advice)
    elif scope.me == "inherited":
        c.uses.me.setdefault(scope.owner, node)


@types_statement(s.Let)
def _let(c: Checker, node: s.Let, scope: Scope) -> None:
    value = node.value
    symbol = c.names.lookup(value.name.text) if isinstance(value, s.Call) else None
    if isinstance(symbol, ProcedureSymbol) and isinstance(value, s.Call):
        call_procedure(c, value, symbol, scope)
        if symbol.result is None:
            c.report.add(
                "E318", value.span, f"procedure `{symbol.name}` gives nothing back", help=["say `gives TYPE` in it"]
            )
        t: Type = symbol.result or ERROR
        c.types[value] = t
    else:
        t = infer(c, value, scope)
    if node.member:
        if isinstance(t, OptionType) and t.item is not None:
            t = t.item
        elif not isinstance(t, ErrorType):
            c.report.add(
                "E321", value.span, f"`let {node.name.text} in` needs a value that may be none, and this is {show(t)}"
            )
            t = ERROR
    elif isinstance(t, OptionType | SetType) and t.item is None:
        c.report.add("E325", value.span, f"it cannot be told what sort of value `{node.name.text}` would be")
        t = ERROR
    c.uses.lets.append((None if node.member else node.name, c.bind(node, node.name, t, scope), scope))


@types_statement(s.Require)
def _require(c: Checker, node: s.Require, scope: Scope) -> None:
    condition(c, node.condition, scope, "what is required")


@types_statement(s.Assign)
def _assign(c: Checker, node: s.Assign, scope: Scope) -> None:
    if _lacks_let(c, node, scope):
        return
    wanted = infer(c, node.target, scope)
    symbol = c.refs.get(node.target)
    name = node.target.name.text
    ok = isinstance(symbol, KeepSymbol) or (isinstance(symbol, LocalSymbol) and symbol.mutable)
    if isinstance(symbol, BuiltinSymbol) and symbol.name == "active" and scope.kind == "given":
        ok = True
    if not ok and not isinstance(wanted, ErrorType):
        if isinstance(symbol, LocalSymbol):
            why, extra = f"`{name}` is a name for one value", [f"`keep {name}: TYPE = …` makes a variable"]
        elif isinstance(symbol, PlaceSymbol):
            why, extra = f"`{name}` is a place", ["pieces come and go by `put`, `move`, `remove`"]
        elif isinstance(symbol, ConstantSymbol):
            why, extra = f"`{name}` is a constant", []
        elif isinstance(symbol, BuiltinSymbol) and name == "active":
            why = "`active` is whose turn it is"
            extra = ["only `given` itself sets it, not what it calls; in play `turns from p:` and `by p:` say who acts"]
        else:
            why, extra = f"`{name}` is {c.names.describe(name)}", []
        c.report.add("E326", node.target.span, f"{why}, which cannot be set", help=extra)
        wanted = ERROR
    if node.op == "=":
        check(c, node.value, scope, wanted, f"`{name}`")
        return
    t = infer(c, node.value, scope, wanted if isinstance(wanted, SetType) else None)
    if isinstance(t, ErrorType) or isinstance(wanted, ErrorType):
        return
    if isinstance(wanted, NumberType | DomainType):
        if isinstance(wanted, DomainType) and not wanted.domain.turning:
            c.report.add("E311", node.span, f"{wanted.domain.name} does not turn, so `{node.op}` has no meaning")
        elif not isinstance(t, NumberType):
            c.report.add("E301", node.value.span, f"`{node.op}` needs a number here, and this is {show(t)}")
    elif isinstance(wanted, SetType):
        if wanted.item is not None and fits(t, wanted.item):
            what = "adds a set to a set" if node.op == "+=" else "takes a set away from a set"
            member = f"{{{node.value.span.text}}}"
            fix = Help(f"write `{one_line(member)}`", node.value.span, member)
            c.report.add("E301", node.value.span, f"`{node.op}` {what}, and this is one member", help=[fix])
        else:
            c.must_fit(node.value, t, wanted, f"what `{node.op}` joins", ranges=node.op == "+=")
    else:
        c.report.add("E301", node.span, f"`{node.op}` is for numbers and sets, and `{name}` is {show(wanted)}")


def _lacks_let(c: Checker, node: s.Assign, scope: Scope) -> bool:
    """Return whether a value is given to a name that is like no other; report it once, and enter the name."""
    name = node.target.name
    known = [*scope.names, *c.names.of_kinds(), *c.names.constants, *c.names.struck, *RESERVED]
    unknown = name.text not in known and not c.names.exists(name.text) and nearest(name.text, known) is None
    if node.op != "=" or not isinstance(node.target, s.Ref) or not unknown or word_forms(name.text):
        return False
    infer(c, node.value, scope)
    start = Span(name.span.source, name.span.start, name.span.start)
    fix = Help(f"a new name begins with `let`: `let {name.text} = …`", start, "let ")
    c.report.add("E201", name.span, f"there is nothing called `{name.text}`", help=[fix])
    c.bind(node.target, name, ERROR, scope)
    return True


@types_statement(s.If)
def _if(c: Checker, node: s.If, scope: Scope) -> None:
    condition(c, node.condition, scope)
    block(c, node.then, scope)
    block(c, node.otherwise, scope)


@types_statement(s.ForEach)
def _for_each(c: Checker, node: s.ForEach, scope: Scope) -> None:
    inner = scope.child()
    item = bind(c, node.binder, inner)
    if node.start is not None:
        check(c, node.start, scope, item, "where to begin")
    condition(c, node.where, inner, "what follows `where`")
    if node.chosen:
        need_me(c, node, scope, "chooses the order")
        bag = supply(c.refs, node.binder.domain)
        if bag is not None and isinstance(item, DomainType):
            few_enough(c, node.binder.domain, bag, len(item.domain), "say how many the place holds: `at most 100`")
    type_statements(c, node.body, inner)


@types_statement(s.Repeat)
def _repeat(c: Checker, node: s.Repeat, scope: Scope) -> None:
    if node.limit is not None:
        check(c, node.limit, scope, ANY_NUMBER, "how often")
    condition(c, node.condition, scope)
    block(c, node.body, scope)


@types_statement(s.Rounds)
def _rounds(c: Checker, node: s.Rounds, scope: Scope) -> None:
    if node.limit is not None:
        check(c, node.limit, scope, ANY_NUMBER, "how many rounds")
    block(c, node.body, scope)


@types_statement(s.Turns)
def _turns(c: Checker, node: s.Turns, scope: Scope) -> None:
    player(c, node.start, scope, "who begins")
    inner = scope.child("yes")
    condition(c, node.where, inner, "what follows `where`")
    type_statements(c, node.body, inner)


@types_statement(s.AtOnce)
def _at_once(c: Checker, node: s.AtOnce, scope: Scope) -> None:
    inner = scope.child("yes")
    item = bind(c, node.binder, inner)
    if not isinstance(item, ErrorType) and item != DomainType(c.players):
        c.report.add("E301", node.binder.domain.span, f"players choose at once, and this is {show(item)}")
    condition(c, node.where, inner, "what follows `where`")
    type_statements(c, node.body, inner)


@types_statement(s.Window)
def _window(c: Checker, node: s.Window, scope: Scope) -> None:
    player(c, node.start, scope, "who is asked first")
    inner = scope.child("yes")
    c.bind(node, node.name, DomainType(c.players), inner)
    condition(c, node.where, inner, "what follows `where`")
    type_statements(c, node.body, inner)


@types_statement(s.By)
def _by(c: Checker, node: s.By, scope: Scope) -> None:
    player(c, node.player, scope, "who acts")
    block(c, node.body, scope, "yes")


@types_statement(s.Leave)
def _leave(c: Checker, node: s.Leave, scope: Scope) -> None:
    return


@types_statement(s.Perform)
def _perform(c: Checker, node: s.Perform, scope: Scope) -> None:
    symbol = c.symbol_of_kind(node.call.name, ProcedureSymbol, "a procedure", "procedure")
    if isinstance(symbol, ProcedureSymbol):
        call_procedure(c, node.call, symbol, scope)
        c.types[node.call] = symbol.result or ERROR
    else:
        for arg in node.call.args:
            infer(c, arg.value, scope, ERROR)


@types_statement(s.Announce)
def _announce(c: Checker, node: s.Announce, scope: Scope) -> None:
    call_event(c, node.call, scope)


@types_statement(s.Show)
def _show(c: Checker, node: s.Show, scope: Scope) -> None:
    infer(c, node.value, scope)
    if not isinstance(node.to, str):
        player_or_players(c, node.to, scope, "who is shown it")


@types_statement(s.Record)
def _record(c: Checker, node: s.Record, scope: Scope) -> None:
    c.symbol_of_kind(node.name, PositionSymbol, "a position", "position")


@types_statement(s.Over)
def _over(c: Checker, node: s.Over, scope: Scope) -> None:
    if node.value is None:
        return
    if node.binder is None:
        player_or_players(c, node.value, scope, f"who has {node.how}")
        return
    inner = scope.child()
    item = bind(c, node.binder, inner)
    if not fits(item, DomainType(c.players)):
        c.report.add("E301", node.binder.domain.span, f"every player is paid or ranked, and this is {show(item)}")
    for value in (node.value, *node.then):
        t = infer(c, value, inner)
        if not isinstance(t, NumberType | ErrorType):
            c.report.add("E314", value.span, f"a number is wanted here, and this is {show(t)}")


@types_statement(s.Step)
def _step(c: Checker, node: s.Step, scope: Scope) -> None:
    c.uses.me_of_steps[node] = scope.me
    block(c, node.body, scope)


@types_statement(s.Return)
def _return(c: Checker, node: s.Return, scope: Scope) -> None:
    if node.value is None:
        return
    if scope.result is None:
        infer(c, node.value, scope)
    else:
        check(c, node.value, scope, scope.result, "what is returned")


@types_statement(s.KeepHere)
def _keep_here(c: Checker, node: s.KeepHere, scope: Scope) -> None:
    t = resolve(c, node.type)
    if node.initial is not None:
        check(c, node.initial, scope, t, f"`{node.name.text}`")
    c.bind(node, node.name, t, scope, mutable=True)


@types_statement(s.DoNothing)
def _nothing(c: Checker, node: s.DoNothing, scope: Scope) -> None:
    return
