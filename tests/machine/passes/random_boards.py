"""Random small boards, with random conditions on their sites that may fault, and games whose options these conditions
decide."""

from __future__ import annotations

from random import Random

from rulekit.machine import program as m
from tests.machine.build import (
    L,
    at,
    call,
    decision,
    e,
    end,
    function,
    inside,
    level,
    look,
    machine,
    number,
    op,
    option,
    put,
    routine,
    set_cell,
    span,
    step,
    where,
)

P, Q, T, V = L("p"), L("q"), L("t"), L("v")


class Boards:
    """Generates a random small board with random conditions on it. `trials`: these may ask what a move would do."""

    def __init__(self, r: Random, trials: bool = False) -> None:
        self.r, self.trials = r, trials
        self.sites, self.high = r.choice((3, 9, 20) if trials else (2, 3, 5, 9)), r.choice((1, 2, 4))
        self.count = 0
        size, values = self.sites, self.high + 1
        self.tables = (
            m.Table("kind", (values,), 0, tuple(r.randrange(3) for _ in range(values))),
            m.Table("gain", (values, size), 0, tuple(r.randrange(3) for _ in range(values * size))),
            m.Table("close", (size,), size, tuple(r.getrandbits(size) for _ in range(size))),
        )

    def name(self) -> str:
        """Return a new name, or sometimes one that is already used."""
        if self.r.random() < 0.1:
            return "q"
        self.count += 1
        return f"x{self.count}"

    def number(self, q: str, names: tuple[str, ...]) -> m.Expr:
        """Return a number that depends on site `q` and on other names, whose values are in 0..high."""
        r, here = self.r, at("board", L(q))
        divisor = r.choice((here, op("add", here, 1)))
        found = [here, here, look("kind", here), look("gain", here, L(q)), L(q), e(r.randrange(3)), at("n"), L("p")]
        found += [op("add", here, L("p")), op("mul", here, r.randrange(3)), op("mod", 5, divisor)]
        return r.choice([*found, *(L(name) for name in names)])

    def condition(self, q: str, names: tuple[str, ...], depth: int) -> m.Expr:
        r = self.r
        if depth <= 0:
            return op(
                r.choice(("eq", "ne", "lt", "ge")),
                self.number(q, names),
                r.choice((e(r.randrange(4)), self.number(q, names))),
            )
        one, two = (self.condition(q, names, depth - 1) for _ in range(2))
        match r.randrange(11 if self.trials else 9):
            case 0:
                return op("not", one)
            case 1 | 2:
                return op("and", one, two)
            case 3:
                return op("or", one, two)
            case 4:
                return m.IfElse(self.condition(q, names, 0), one, two)
            case 5:
                name = self.name()
                if name == q:
                    return m.Bind(
                        name, op("mod", self.number(q, names), self.sites), self.condition(q, names, depth - 1)
                    )
                value = r.choice((at("board", L(q)), self.number(q, names)))
                return m.Bind(name, value, self.condition(q, (*names, name), depth - 1))
            case 6:
                return self.loop(q, names, depth)
            case 7:
                return call("asked", at("board", L(q)), L(q))
            case 9:
                return m.After("write", (L(q), e(r.randint(0, self.high))), one)
            case 10:
                return self.way(q, *names[:1])
        return m.Has(at("lit"), L(q))

    def way(self, q: str, other: str = "q") -> m.Expr:
        """Return a condition on the way between two sites."""
        r, x = self.r, L("y")
        near = look("close", L(other))
        some = m.SetBuild(self.sites, "y", inside(near), op(r.choice(("eq", "gt")), at("board", x), r.randrange(2)))
        count = op(r.choice(("eq", "le", "gt")), m.SizeOf(some), r.randrange(3))
        step_ = m.Fold("some", "y", inside(near), op("eq", at("board", x), 0), m.Has(look("close", x), L(q)))
        return r.choice((m.Has(near, L(q)), m.Has(look("close", L(q)), L(other)), count, step_))

    def loop(self, q: str, names: tuple[str, ...], depth: int) -> m.Expr:
        r, x = self.r, self.name()
        kept = tuple(name for name in names if name != x)
        among = r.choice(
            (span(0, self.sites - 1), inside(look("close", L(q))), inside(at("lit")), inside(self.built(kept)))
        )
        where_ = r.choice((None, self.condition(x, kept, 0)))
        return m.Fold(r.choice(("some", "all")), x, among, where_, self.condition(r.choice((x, q)), kept, depth - 1))

    def built(self, names: tuple[str, ...], depth: int = 0) -> m.Expr:
        x = self.name()
        return m.SetBuild(
            self.sites, x, span(0, self.sites - 1), self.condition(x, tuple(n for n in names if n != x), depth)
        )

    def machine(self) -> m.Machine:
        r, whole = self.r, span(0, self.sites - 1)
        match r.randrange(3):
            case 0:
                body = m.Fold(r.choice(("some", "all")), "q", whole, None, self.condition("q", (), 3))
            case 1:
                found, before = self.built((), 1), r.choice((None, self.condition("q", (), 1)))
                body = m.Fold("some", "q", inside(found), before, self.condition("q", (), 2))
            case _:
                body = m.Fold("count", "q", whole, self.condition("q", (), 3))
        param = ("p", 0, 0, r.choice((1, 3)))
        asked = function("it", (param,), body)
        steps = step(
            "s",
            m.IfStatement(op("gt", at("n"), 3), (m.Run("write", (e(0), e(0))), put("n", (), call("it", 0)))),
            to="end",
        )
        return self.with_board((steps, end()), (asked,))

    def game(self) -> m.Machine:
        """Return a game of a few turns. In each, a player picks a number p, a site q and a site t; random conditions
        decide which. Then the board changes on both sites."""
        r, size = self.r, self.sites
        first = level("p", 0, r.choice((1, 3)), "n")
        second = level("q", 0, size - 1, "from", where(self.condition("q", (), r.randrange(3))))
        reached = r.choice((m.Has(look("close", Q), T), op("ne", T, Q), op("eq", at("board", T), at("board", Q))))
        conditions = [reached, *(self.condition("t", ("q",), r.randrange(3)) for _ in range(r.randint(1, 3)))]
        r.shuffle(conditions)
        tests = map(where, r.choice((conditions, [m.Op("and", tuple(conditions))])))
        third = level("t", 0, size - 1, "to", *tests)
        moves = option("move", 0, "done", first, second, third)
        here = op("mod", op("add", at("board", at("to")), at("n")), self.high + 1)
        done = step(
            "done",
            m.Run("write", (at("from"), here)),
            m.Run("write", (at("to"), e(r.randint(0, self.high)))),
            put("left", (), op("sub", at("left"), 1)),
            put(m.PAYOFF, (0,), at("board", 0)),
            to=m.Fork(op("gt", at("left"), 0), "turn", "end"),
        )
        turn = decision("turn", moves, otherwise="end", who=0)
        more = number("from", size - 1), number("to", size - 1), number("left", 6, initial=(6,))
        return self.with_board((turn, done, end()), (), more, fuel=1_000_000)

    def with_board(
        self, nodes: tuple[m.Node, ...], functions: tuple[m.Function, ...], more: tuple[m.Cell, ...] = (), **rest: int
    ) -> m.Machine:
        """Return a machine with these nodes and functions, the board, the cells that conditions read, and `more`."""
        r, size, high = self.r, self.sites, self.high
        sites, value = ("q", 0, 0, size - 1), ("v", 0, 0, high)
        small = op("eq", look("gain", V, Q), r.randrange(3))
        asked = function("asked", (value, sites), r.choice((small, m.IfElse(op("gt", V, 1), small, e(0)))))
        cells = (
            number("board", high, size, initial=[r.randint(0, high) for _ in range(r.choice((1, size)))]),
            number("n", 3, initial=(2,)),
            set_cell("lit", size, initial=(r.getrandbits(size),)),
        )
        write = routine("write", (sites, value), put("board", (Q,), V))
        return machine(
            nodes, (*cells, *more), tables=self.tables, functions=(asked, *functions), routines=(write,), **rest
        )
