"""Evaluates constant expressions: sizes, capacities, populations, table cells, initial values.

The types of the expressions must be known. An expression that depends on the state, on choices or on chance raises
`NotConstant`, and so does one that faults. As values, members of domains are indexes, none is None, sets are
frozensets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ..model.partial_evaluation import JOINS, NUMBERS
from ..model.rulebook import Placed
from ..model.symbols import (
    BuiltinSymbol,
    ConstantSymbol,
    ConstructorSymbol,
    DomainSymbol,
    FactSymbol,
    FieldSymbol,
    LocalSymbol,
    OptionSymbol,
)
from ..model.types import INT32, BoardInfo, DomainType, NumberType, SetType, Type, Value, board_named_by, touching_sites
from ..syntax import nodes as s
from .evaluation_context import MOST_WORK, EvaluationTables, NoSuchMember, NotConstant, StillUnsaid

ConstantEnv = Mapping[LocalSymbol, Value]


def evaluate(tables: EvaluationTables, node: s.Expr, env: ConstantEnv | None = None) -> Value:
    """Return the value of an expression. Raise NotConstant if it is not constant."""
    try:
        return _Evaluator(tables).value(node, env or {})
    except RecursionError:
        raise NotConstant(node, "goes too deep") from None


def bindings(tables: EvaluationTables, binders: Sequence[s.Binder], where: s.Expr | None) -> list[ConstantEnv]:
    """Return every assignment to these binders that passes `where`. Raise NotConstant if that is not constant."""
    try:
        return list(_Evaluator(tables).bindings(binders, where, {}))
    except RecursionError:
        raise NotConstant(binders[0], "goes too deep") from None


def type_members(t: Type) -> range:
    """Return the values of a number or domain type, in order."""
    if isinstance(t, NumberType):
        return range(t.low, t.high + 1)
    if isinstance(t, DomainType):
        return range(len(t.domain))
    raise TypeError(t)


class _Evaluator:
    def __init__(self, tables: EvaluationTables) -> None:
        self.tables = tables
        self.depth = 0
        self.work = 0

    def spend(self, node: s.Node, steps: int) -> None:
        """Count steps before they are made. Raise NotConstant if they exceed the limit."""
        self.tables.work.spend(node, steps)
        self.work += steps
        if self.work > MOST_WORK:
            raise NotConstant(node, "takes too long to work out")

    def value(self, node: s.Expr, env: ConstantEnv) -> Value:
        handler = _HANDLERS.get(type(node))
        if handler is None:
            raise NotConstant(node, "reads the state of the game")
        self.spend(node, 1)
        return handler(self, node, env)

    def number(self, node: s.Expr, env: ConstantEnv) -> int:
        value = self.value(node, env)
        if isinstance(value, frozenset) or value is None:
            raise NotConstant(node, "is none")
        return int(value)

    def check_size(self, node: s.Expr, result: int) -> int:
        """Return the number `result` if it fits in 32 bits; otherwise raise NotConstant."""
        if not INT32[0] <= result <= INT32[1]:
            raise NotConstant(node, "does not fit in 32 bits")
        return result

    def truth(self, node: s.Expr | None, env: ConstantEnv) -> bool:
        return node is None or bool(self.value(node, env))

    def group(self, node: s.Expr, env: ConstantEnv) -> frozenset[int]:
        value = self.value(node, env)
        if isinstance(value, frozenset):
            return value
        return frozenset() if value is None else frozenset({int(value)})

    def bindings(self, binders: Iterable[s.Binder], where: s.Expr | None, env: ConstantEnv) -> Iterator[ConstantEnv]:
        """Yield every assignment to these binders that passes `where`; the last binder varies fastest."""
        first, *rest = binders
        symbol = self.tables.binds[first]
        found = sorted(self.group(first.domain, env))
        self.spend(first.domain, len(found))
        for member in found:
            inner = {**env, symbol: member}
            if not self.truth(first.where, inner):
                continue
            if rest:
                yield from self.bindings(rest, where, inner)
            elif self.truth(where, inner):
                yield inner

    # -------------------------------------------------------------------------------------------------- values of names

    def ref(self, node: s.Ref, env: ConstantEnv) -> Value:
        symbol = self.tables.refs.get(node)
        match symbol:
            case LocalSymbol():
                if symbol in env:
                    return env[symbol]
                raise NotConstant(node, f"uses `{symbol.name}`, which is only known in play")
            case ConstantSymbol(index=index):
                return index
            case OptionSymbol(value=value):
                return value
            case DomainSymbol(domain=domain):
                return frozenset(range(len(domain)))
            case FactSymbol():
                return self.fact(node, symbol, ())
            case BuiltinSymbol(name="players"):
                return len(self.tables.players)
        raise NotConstant(node, f"uses `{node.name.text}`, which is only known in play")

    def fact(self, node: s.Expr, fact: FactSymbol, values: tuple[Value, ...]) -> Value:
        if fact.clause.value is None:
            raise StillUnsaid(node, f"uses fact `{fact.name}`, which is still to be said")
        if self.depth > 200:
            raise NotConstant(node, f"uses fact `{fact.name}`, which goes too deep")
        if not self.tables.ensure_typed(fact):
            raise NotConstant(node, f"uses fact `{fact.name}`, and what that says leads back here")
        self.depth += 1
        try:
            usual = fact.clause.value, dict(zip(fact.params, values, strict=True))
            holding = [e for e in self.tables.exceptions.get(fact.name, ()) if self.holds(e, values)]
            if not holding:
                return self.limit(fact.clause, *usual)
            if fact.clause.combining is not None or len(holding) > 1:
                raise NotConstant(node, f"uses fact `{fact.name}`, of which several exceptions may hold")
            (only,) = holding
            assert isinstance(only.clause, s.ExceptionClause)
            return self.value(only.clause.value, self.inside(only.clause, values))
        finally:
            self.depth -= 1

    def limit(self, clause: s.FactClause, usual: s.Expr, env: ConstantEnv) -> Value:
        value = self.value(usual, env)
        for limit, last in ((clause.ceiling, min), (clause.floor, max)):
            if limit is not None and isinstance(value, int):
                value = last(value, self.number(limit, env))
        return value

    def holds(self, exception: Placed, values: tuple[Value, ...]) -> bool:
        clause = exception.clause
        assert isinstance(clause, s.ExceptionClause)
        env = self.inside(clause, values)
        return (
            all(self.truth(pattern, env) for pattern in self.tables.patterns.get(clause, ()))
            and self.truth(clause.where, env)
            and all(self.truth(condition, env) for condition in exception.conditions)
            and not any(self.truth(condition, env) for condition in exception.unless)
        )

    def inside(self, clause: s.ExceptionClause, values: tuple[Value, ...]) -> ConstantEnv:
        """Return the environment of an exception: its parameters with the values of the call. Constants in its heading
        are not included; `patterns` compares them."""
        return dict(zip((self.tables.binds[name] for name in clause.params), values, strict=False))

    def call(self, node: s.Call, env: ConstantEnv) -> Value:
        symbol = self.tables.refs.get(node)
        if isinstance(symbol, FactSymbol):
            return self.fact(node, symbol, tuple(self.value(a, env) for a in self.tables.arguments[node]))
        if isinstance(symbol, ConstructorSymbol):
            wanted = tuple(self.value(a, env) for a in self.tables.arguments[node])
            domain = symbol.type.domain
            for index in range(len(domain)):
                if all(f.values[index] == v for f, v in zip(domain.fields, wanted, strict=True)):
                    return index
            raise NoSuchMember(node, "names no such member")
        function = _FUNCTIONS.get(node.name.text)
        if isinstance(symbol, BuiltinSymbol) and function:
            return function(self, node, env)
        raise NotConstant(node, f"uses `{node.name.text}`, which is only known in play")

    def attribute(self, node: s.Attribute, env: ConstantEnv) -> Value:
        symbol = self.tables.refs.get(node)
        if isinstance(symbol, ConstantSymbol):
            return symbol.index
        base = self.value(node.base, env)
        if isinstance(symbol, FieldSymbol) and isinstance(base, int):
            return symbol.domain.fields[symbol.field].values[base]
        return None

    # ---------------------------------------------------------------------------------------------- values of operators

    def unary(self, node: s.Unary, env: ConstantEnv) -> Value:
        return (
            not self.value(node.item, env) if node.op == "not" else self.check_size(node, -self.number(node.item, env))
        )

    def binary(self, node: s.Binary, env: ConstantEnv) -> Value:
        op = node.op
        if op in JOINS:
            one = self.truth(node.left, env)
            return one if one == JOINS[op].absorbing else JOINS[op].of(one, self.truth(node.right, env))
        left = self.value(node.left, env)
        if left is None and op in ("in", "not in"):
            return op == "not in"  # none is in no set, so the set need not be evaluated
        right = self.value(node.right, env)
        if op in ("==", "!="):
            return (left == right) == (op == "==")
        if op in ("in", "not in"):
            return (isinstance(right, frozenset) and left in right) == (op == "in")
        if isinstance(left, frozenset) and isinstance(right, frozenset):
            return (
                left <= right
                if op == "within"
                else left - right
                if op == "-"
                else left | right
                if op == "+"
                else left & right
            )
        if not isinstance(left, int) or not isinstance(right, int):
            raise NotConstant(node, "counts with none")
        if op in ("div", "mod") and right == 0:
            raise NotConstant(node, "divides by zero")
        result = self.check_size(node, NUMBERS[op](left, right))
        kind = self.tables.types.get(node)
        if isinstance(kind, DomainType):
            result %= len(kind.domain)
        return result

    def conditional(self, node: s.Conditional, env: ConstantEnv) -> Value:
        return self.value(node.then if self.truth(node.condition, env) else node.otherwise, env)

    def quantifier_value(self, node: s.Quantified, env: ConstantEnv) -> Value:
        ways = self.bindings(node.binders, node.where, env)
        body = node.body
        if node.kind == "count":
            return sum(1 for _ in ways)
        if node.kind in ("the", "any"):
            symbol = self.tables.binds[node.binders[0]]
            found = [w[symbol] for w in ways]
            if node.kind == "the" and len(found) != 1:
                raise NotConstant(node, f"asks for the only one, and there are {len(found)}")
            return found[0] if found else None
        assert body is not None
        if node.kind == "some":
            return any(self.truth(body, w) for w in ways)
        if node.kind == "all":
            return all(self.truth(body, w) for w in ways)
        if node.kind == "sum" and isinstance(self.tables.types.get(node), SetType):
            return frozenset[int]().union(*(self.group(body, w) for w in ways))
        if node.kind == "sum":
            total = 0
            for way in ways:
                total = self.check_size(node, total + self.number(body, way))
            return total
        numbers = [self.number(body, w) for w in ways]
        if not numbers:
            if node.otherwise is None:
                raise NotConstant(node, f"asks for the {node.kind} of nothing")
            return self.value(node.otherwise, env)
        return max(numbers) if node.kind == "most" else min(numbers)

    def comprehension(self, node: s.SetComprehension, env: ConstantEnv) -> Value:
        ways = self.bindings(node.binders, node.where, env)
        if node.image is not None:
            return frozenset(self.number(node.image, w) for w in ways)
        symbol = self.tables.binds[node.binders[0]]
        return frozenset(v for w in ways if isinstance(v := w[symbol], int))

    def range(self, node: s.Range, env: ConstantEnv) -> Value:
        found = range(self.number(node.low, env), self.number(node.high, env) + 1)
        self.spend(node, len(found))
        return frozenset(found)

    def reach(self, node: s.Reach, env: ConstantEnv) -> Value:
        source, target = self.tables.binds[node], self.tables.binds[(node, "target")]
        found = set(self.group(node.seed, env))
        todo = list(found)
        while todo:
            here = {**env, source: todo.pop()}
            for member in self.group(node.domain, here) - found:
                if self.truth(node.where, {**here, target: member}):
                    found.add(member)
                    todo.append(member)
        return frozenset(found)

    # ------------------------------------------------------------------------------------- values of built-in functions

    def site_steps(self, node: s.Call, env: ConstantEnv, count: int) -> Value:
        if count < 0:
            return None  # a negative number of steps leads nowhere
        site: int | None = self.number(node.args[0].value, env)
        direction, board = self.number(node.args[1].value, env), self.board(node.args[0].value)
        if board.capacity is not None and count > board.capacity + 1:
            return None  # too far for any piece
        self.spend(node, count)
        for _ in range(count):
            site = None if site is None else board.next[direction][site]
        return site

    def beside(self, node: s.Call, env: ConstantEnv, way: int) -> Value:
        if len(node.args) == 3:
            cell, way = (self.number(arg.value, env) for arg in node.args[:2])
            return self.board(node).of_cells[way][cell]
        if len(node.args) == 2:
            return self.site_steps(node, env, 1)
        kind = self.tables.types[node.args[0].value]
        assert isinstance(kind, DomainType)
        index = self.number(node.args[0].value, env) + way
        if kind.domain.turning:
            return index % len(kind.domain)
        return index if 0 <= index < len(kind.domain) else None

    def board(self, node: s.Expr) -> BoardInfo:
        """Return the board to which the site or sites of an expression belong."""
        board = board_named_by(self.tables.types[node]).board
        assert board is not None
        return board

    def adjacent(self, node: s.Call, env: ConstantEnv) -> Value:
        return self.board(node.args[0].value).adjacent[self.number(node.args[0].value, env)]

    def around(self, node: s.Call, env: ConstantEnv) -> Value:
        board, site = self.board(node.args[0].value), self.number(node.args[0].value, env)
        beyond = frozenset(n for step in board.next if (n := step[site]) is not None)
        return (board.adjacent[site] | beyond) - {site}

    def touching(self, node: s.Call, env: ConstantEnv) -> Value:
        here, there = (board_named_by(self.tables.types[part]) for part in (node.args[0].value, node))
        return touching_sites(here, there)[self.number(node.args[0].value, env)]

    def member(self, node: s.Call, env: ConstantEnv) -> Value:
        kind, index = self.tables.types[node], self.number(node.args[1].value, env)
        assert isinstance(kind, DomainType)
        if not 0 <= index < len(kind.domain):
            raise NotConstant(node, f"asks for member {index} of {kind.domain.name}, of 0 to {len(kind.domain) - 1}")
        return index

    def if_none(self, node: s.Call, env: ConstantEnv) -> Value:
        value = self.value(node.args[0].value, env)
        return self.value(node.args[1].value, env) if value is None else value

    def sure(self, node: s.Call, env: ConstantEnv) -> Value:
        value = self.value(node.args[0].value, env)
        if value is None:
            raise NotConstant(node, "is none")
        return value


_FUNCTIONS: dict[str, Callable[[_Evaluator, s.Call, ConstantEnv], Value]] = {
    "abs": lambda e, n, v: e.check_size(n, abs(e.number(n.args[0].value, v))),
    "lesser": lambda e, n, v: min(e.number(a.value, v) for a in n.args),
    "greater": lambda e, n, v: max(e.number(a.value, v) for a in n.args),
    "index": lambda e, n, v: e.number(n.args[0].value, v),
    "member": _Evaluator.member,
    "size": lambda e, n, v: len(e.group(n.args[0].value, v)),
    "empty": lambda e, n, v: not e.group(n.args[0].value, v),
    "next": lambda e, n, v: e.beside(n, v, 1),
    "previous": lambda e, n, v: e.beside(n, v, -1),
    "opponent": lambda e, n, v: 1 - e.number(n.args[0].value, v),
    "steps": lambda e, n, v: e.site_steps(n, v, e.number(n.args[2].value, v)),
    "adjacent": _Evaluator.adjacent,
    "around": _Evaluator.around,
    "touching": _Evaluator.touching,
    "sure": _Evaluator.sure,
    "if_none": _Evaluator.if_none,
    "remembered": lambda e, n, v: e.value(n.args[0].value, v),
}

_HANDLERS: dict[type, Callable[[_Evaluator, object, ConstantEnv], Value]] = {
    s.Number: lambda e, n, v: n.value,  # type: ignore[attr-defined]  # this class has it
    s.Truth: lambda e, n, v: n.value,  # type: ignore[attr-defined]  # this class has it
    s.Nothing: lambda e, n, v: None,
    s.Ref: _Evaluator.ref,  # type: ignore[dict-item]  # takes only this class
    s.Call: _Evaluator.call,  # type: ignore[dict-item]  # takes only this class
    s.Attribute: _Evaluator.attribute,  # type: ignore[dict-item]  # takes only this class
    s.Unary: _Evaluator.unary,  # type: ignore[dict-item]  # takes only this class
    s.Binary: _Evaluator.binary,  # type: ignore[dict-item]  # takes only this class
    s.Conditional: _Evaluator.conditional,  # type: ignore[dict-item]  # takes only this class
    s.Quantified: _Evaluator.quantifier_value,  # type: ignore[dict-item]  # takes only this class
    s.SetLiteral: lambda e, n, v: frozenset(e.number(i, v) for i in n.items),  # type: ignore[attr-defined]
    s.SetComprehension: _Evaluator.comprehension,  # type: ignore[dict-item]  # takes only this class
    s.Range: _Evaluator.range,  # type: ignore[dict-item]  # takes only this class
    s.Reach: _Evaluator.reach,  # type: ignore[dict-item]  # takes only this class
    s.LetExpression: lambda e, n, v: e.value(n.body, {**v, e.tables.binds[n]: e.value(n.value, v)}),  # type: ignore[attr-defined]
}
