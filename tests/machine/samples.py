"""Small machines written by hand that together use every form. Tests verify, print and run each of them.

`SAMPLES` maps names to machines. Every game of theirs ends, and they fault only where their names say so.
"""

from __future__ import annotations

from attrs import evolve

from rulekit.machine import program as m

from .build import (
    BOUND,
    EMPTY,
    RANGE,
    L,
    at,
    bits,
    call,
    chance,
    decision,
    end,
    function,
    history,
    inside,
    let,
    level,
    machine,
    number,
    op,
    option,
    put,
    ring,
    routine,
    set_cell,
    span,
    step,
    where,
)

OTHER = op("sub", 1, at("active"))
NEXT_PLAYER = put("active", (), OTHER)


def won_by(player: m.Expr) -> tuple[m.Stmt, ...]:
    return put(m.PAYOFF, (player,), 1), put(m.PAYOFF, (op("sub", 1, player),), -1)


def heap() -> m.Machine:
    """Two players take 1 to 3 from ten; the player who takes the last wins."""
    take = option("take", 0, "taken", level("n", 1, 3, "n", where(op("le", L("n"), at("left")))))
    return machine(
        name="heap",
        cells=(number("left", 10, initial=(10,)), number("n", 3, role="frame")),
        nodes=(
            decision("turn", take),
            step(
                "taken",
                m.Mark("action take"),
                put("left", (), op("sub", at("left"), at("n"))),
                put("n", (), 0),
                to=m.Fork(op("eq", at("left"), 0), "won", "pass on"),
            ),
            step("pass on", NEXT_PLAYER, to="turn"),
            step("won", *won_by(at("active")), to="end"),
            end(),
        ),
        turn_starts=("turn",),
    )


def line() -> m.Machine:
    """Three in a row on nine sites. Uses cells with optional values and tables of sets."""
    rows = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
    own = m.SetBuild(9, "s", span(0, 8), op("eq", at("site", L("s")), op("add", L("p"), 1)))
    made = m.Fold("some", "r", span(0, 7), None, m.Compare("within", m.Lookup("rows", (L("r"),)), L("own")))
    empty = where(op("eq", at("site", L("s")), 0))
    return machine(
        name="line",
        tables=(m.Table("rows", (8,), 9, rows),),
        domains=(
            m.PrintedDomain("Site", 0, tuple(f"{column}{row}" for row in "123" for column in "abc")),
            m.PrintedDomain("Player or none", 0, ("white", "black"), optional=True),
        ),
        cells=(number("site", 2, 9, domain="Player or none", role="place"), number("s", 8, role="frame")),
        functions=(function("lined", ("p",), m.Bind("own", own, made)),),
        nodes=(
            decision("turn", option("mark", 0, "marked", level("s", 0, 8, "s", empty, domain="Site"))),
            step(
                "marked",
                put("site", (at("s"),), op("add", at("active"), 1)),
                put("s", (), 0),
                to=m.Fork(call("lined", at("active")), "won", "full?"),
            ),
            step(
                "full?", NEXT_PLAYER, to=m.Fork(m.Fold("all", "s", span(0, 8), None, at("site", L("s"))), "end", "turn")
            ),
            step("won", *won_by(at("active")), to="end"),
            end(),
        ),
    )


def stack() -> m.Machine:
    """Five cards are shuffled face down onto a stack; players look at the top card, take it or bury it. Uses rings and
    audiences."""
    weight = op("sub", at("copies", L("c")), at("dealt", L("c")))
    total = m.Fold("sum", "c", span(0, 2), None, weight)
    top = m.RingAt("deck", (), op("sub", m.RingSize("deck"), 1))
    nobody, me = bits(size=2), m.SetOf(2, (at("active"),))
    hand_sum = m.Fold(
        "sum", "i", span(1, m.RingSize("hand", (L("p"),))), None, m.RingAt("hand", (L("p"),), op("sub", L("i"), 1))
    )
    return machine(
        name="stack",
        domains=(
            m.PrintedDomain("Card", 0, ("ace", "king", "queen")),
            m.PrintedDomain("Card or none", 0, ("ace", "king", "queen"), True),
        ),
        cells=(
            number("copies", 2, 3, initial=(2, 2, 1), domain="Card", role="box", heap=True, seen="nobody"),
            number("dealt", 2, 3, role="control", heap=True),
            ring("deck", 3, 5, seen="nobody", domain="Card or none"),
            ring("hand", 3, 5, 2, seen="owner", domain="Card or none"),
            number("card", 2, role="frame", domain="Card"),
            number("left", 3, initial=(3,)),
        ),
        functions=(
            function("nobody", (), nobody, kind=2),
            function("owner", ("p",), m.SetOf(2, (L("p"),)), kind=2),
            function("worth", ("p",), hand_sum),
        ),
        nodes=(
            step("deal", to=m.Fork(op("gt", total, 0), "shuffle", "turn")),
            chance("shuffle", "c", 0, 2, weight, "card", "dealt one", audience=nobody, domain="Card"),
            step(
                "dealt one",
                m.Push("deck", (), "top", op("add", at("card"), 1), BOUND),
                put("dealt", (at("card"),), op("add", at("dealt", at("card")), 1), RANGE),
                to="deal",
            ),
            step("turn", m.Reveal(("peek",), (), (), None, top, "Card or none", me), to="ask"),
            decision(
                "ask", option("take", 0, "take"), option("bury", 1, "bury", tests=(where(op("gt", at("left"), 0)),))
            ),
            step(
                "take",
                m.Define("top", top),
                m.Pull("deck", (), op("sub", m.RingSize("deck"), 1), EMPTY),
                m.Push("hand", (at("active"),), "bottom", L("top"), BOUND),
                to="on",
            ),
            step(
                "bury",
                m.Define("top", top),
                m.Pull("deck", (), op("sub", m.RingSize("deck"), 1), EMPTY),
                m.Push("deck", (), "bottom", L("top"), BOUND),
                put("left", (), op("sub", at("left"), 1), RANGE),
                to="on",
            ),
            step("on", NEXT_PLAYER, to=m.Fork(op("gt", m.RingSize("deck"), 0), "turn", "count")),
            step(
                "count",
                m.Each("p", span(0, 1), None, (put(m.SCORE, (L("p"),), call("worth", L("p"))),)),
                m.Define("margin", op("sub", at(m.SCORE, 0), at(m.SCORE, 1))),
                put(m.PAYOFF, (0,), L("margin")),
                put(m.PAYOFF, (1,), op("neg", L("margin"))),
                to="end",
            ),
            end(),
        ),
    )


def chain() -> m.Machine:
    """Players claim sites five apart on a strip until one connects the ends. Uses sets of two words, and `reach`."""
    size = 70
    near = inside(m.Lookup("near", (L("x"),)))
    strip = tuple(sum(1 << y for y in range(size) if x != y and abs(x - y) in (5, 10, 15)) for x in range(size))
    joined = m.Reach(size, m.SetOp("common", L("own"), bits(0, size=size)), "x", "y", near, m.Has(L("own"), L("y")))
    free = m.SetOp("minus", m.Lookup("sites", ()), m.SetOp("union", at("claimed", 0), at("claimed", 1)))
    return machine(
        name="chain",
        tables=(
            m.Table("near", (size,), size, strip),
            m.Table("sites", (), size, (sum(1 << x for x in range(0, size, 5)),)),
        ),
        cells=(set_cell("claimed", size, 2, role="place"), number("x", size - 1, role="frame")),
        functions=(
            function("free", (), free, kind=size),
            function("joined", (("own", size),), m.Has(joined, m.Const(65))),
        ),
        nodes=(
            decision(
                "turn",
                option(
                    "claim",
                    0,
                    "claimed",
                    level("x", 0, size - 1, "x", where(m.Has(L("free"), L("x")))),
                    tests=(let("free", call("free")),),
                ),
                otherwise="end",
            ),
            step(
                "claimed",
                m.Insert("claimed", (at("active"),), at("x")),
                to=m.Fork(call("joined", at("claimed", at("active"))), "won", "on"),
            ),
            step("on", put("x", (), 0), NEXT_PLAYER, to="turn"),
            step("won", *won_by(at("active")), to="end"),
            end(),
        ),
    )


def guard() -> m.Machine:
    """A piece walks around a circle; no step may lead to the guarded site or repeat a position. Uses `after`, histories
    and routines with results."""
    step_to = op("mod", op("add", at("place"), L("d")), 8)
    safe = m.After("walk", (L("d"),), op("ne", at("place"), at("guarded")))
    fresh = m.After("walk", (L("d"),), op("eq", m.Seen("standing"), 0))
    return machine(
        name="guard",
        cells=(
            number("place", 7, role="place"),
            number("guarded", 7, initial=(3,)),
            number("d", 2, low=-2, role="frame"),
            set_cell("visited", 8),
            set_cell("walls", 70, initial=((1 << 69) + 5,)),
            *history("standing", 9),
        ),
        positions=(m.Position("standing", ("place", "walls"), 9, BOUND),),
        routines=(
            routine(
                "walk",
                ("d",),
                m.Mark("procedure walk"),
                put("place", (), step_to),
                m.Insert("visited", (), at("place")),
                m.Run("turn guard", (), "turned"),
                put("guarded", (), L("turned"), RANGE),
            ),
            routine("turn guard", (), m.ReturnResult(op("mod", op("add", at("guarded"), 3), 8)), kind=0),
        ),
        nodes=(
            step("begin", m.Note("standing"), to="turn"),
            decision(
                "turn",
                option(
                    "step",
                    4,
                    "walked",
                    level("d", -2, 2, "d", where(op("ne", L("d"), 0)), where(safe), where(fresh)),
                ),
                otherwise="caught",
            ),
            step("walked", m.Run("walk", (at("d"),)), put("d", (), 0), NEXT_PLAYER, m.Note("standing"), to="turn"),
            step("caught", m.Note("standing", forget=True), *won_by(OTHER), to="end"),
            end(),
        ),
    )


def dice() -> m.Machine:
    """Each player rolls a loaded die until they stop or lose everything, then tosses a coin in secret. Uses weights,
    random streams and option parameters."""
    shift = option(
        "shift",
        2,
        "shifted",
        level("by", 1, 2, "by"),
        level(
            "times",
            1,
            3,
            "times",
            let("n", op("mul", L("by"), L("times"))),
            where(op("le", L("n"), at("sum", at("active")))),
        ),
        order=("times", "by"),
    )
    return machine(
        name="dice",
        cells=(
            number("sum", 100, 2),
            number("die", 6, low=1, initial=(1,), role="frame"),
            number("coin", 1, 2, seen="owner", domain="truth"),
            number("by", 2, role="frame"),
            number("times", 3, role="frame"),
            number("rolls", 6),
        ),
        functions=(function("owner", ("p",), m.SetOf(2, (L("p"),)), kind=2),),
        nodes=(
            decision(
                "ask",
                option("roll", 0, "roll", tests=(where(op("lt", at("rolls"), 6)),)),
                option("stop", 1, "toss"),
                shift,
            ),
            chance("roll", "n", 1, 6, m.IfElse(op("eq", L("n"), 6), m.Const(3), m.Const(1)), "die", "rolled"),
            step(
                "rolled",
                put("rolls", (), op("add", at("rolls"), 1), RANGE),
                m.IfStatement(
                    op("eq", at("die"), 1),
                    (put("sum", (at("active"),), 0),),
                    (put("sum", (at("active"),), op("add", at("sum", at("active")), at("die")), RANGE),),
                ),
                to=m.Switch(op("eq", at("die"), 1), ("ask", "toss")),
            ),
            step(
                "shifted",
                put("sum", (at("active"),), op("sub", at("sum", at("active")), op("mul", at("by"), at("times")))),
                put("sum", (OTHER,), op("add", at("sum", OTHER), at("by")), RANGE),
                put("by", (), 0),
                put("times", (), 0),
                to="toss",
            ),
            chance(
                "toss",
                "up",
                0,
                1,
                1,
                "coin",
                "tossed",
                index=(at("active"),),
                domain="truth",
                audience=m.SetOf(2, (at("active"),)),
            ),
            step("tossed", put("die", (), 1), put("rolls", (), 0), to=m.Fork(at("active"), "count", "pass on")),
            step("pass on", NEXT_PLAYER, to="ask"),
            step(
                "count",
                m.Each(
                    "p", span(0, 1), None, (put(m.SCORE, (L("p"),), op("add", at("sum", L("p")), at("coin", L("p")))),)
                ),
                m.Define("best", m.Fold("most", "p", span(0, 1), None, at(m.SCORE, L("p")), fault=BOUND)),
                m.Define(
                    "first", m.Fold("first", "p", span(0, 1), op("eq", at(m.SCORE, L("p")), L("best")), fault=BOUND)
                ),
                m.IfStatement(op("ne", at(m.SCORE, 0), at(m.SCORE, 1)), won_by(L("first"))),
                to="end",
            ),
            end(),
        ),
    )


def spread() -> m.Machine:
    """Four players decide once each. Uses recursive functions and routines, `while` with `break`, and nested loops."""
    climb = op("add", 1, call("height", op("div", L("n"), 2)))
    inner = m.IfStatement(op("le", L("n"), 0), (m.ReturnResult(None),))
    return machine(
        name="spread",
        players=4,
        cells=(number("n", 9, role="frame"), number("tall", 99, 4), number("laps", 9)),
        functions=(
            function("height", ("n",), m.IfElse(op("le", L("n"), 0), m.Const(0), climb), nested=8, fault=BOUND),
        ),
        routines=(
            routine(
                "pour",
                ("p", "n"),
                inner,
                put("tall", (L("p"),), op("add", at("tall", L("p")), L("n")), RANGE),
                m.Run("pour", (op("mod", op("add", L("p"), 1), 4), op("sub", L("n"), 3))),
                nested=5,
                fault=BOUND,
            ),
        ),
        nodes=(
            decision("ask", option("pour", 0, "poured", level("n", 0, 9, "n")), option("pass", 10, "on"), fault=1),
            step("poured", m.Run("pour", (at("active"), at("n"))), put("n", (), 0), to="on"),
            step("on", to=m.Fork(op("eq", at("active"), 3), "count", "next")),
            step("next", put("active", (), op("add", at("active"), 1)), to="ask"),
            step(
                "count",
                m.While(
                    op("lt", at("laps"), 9),
                    m.Const(9),
                    BOUND,
                    (
                        put("laps", (), op("add", at("laps"), 1)),
                        m.IfStatement(op("gt", op("mul", at("laps"), 2), at("tall", 0)), (m.Break(),)),
                    ),
                ),
                m.Each(
                    "p",
                    inside(bits(0, 1, 2, 3, size=4)),
                    None,
                    (put(m.SCORE, (L("p"),), call("height", at("tall", L("p")))),),
                ),
                m.Each(
                    "p",
                    span(0, 3),
                    op("ge", at(m.SCORE, L("p")), 4),
                    (
                        m.Each(
                            "q",
                            span(0, 3),
                            op("ne", L("p"), L("q")),
                            (
                                put(m.PAYOFF, (L("p"),), op("add", at(m.PAYOFF, L("p")), 1)),
                                put(m.PAYOFF, (L("q"),), op("sub", at(m.PAYOFF, L("q")), 1)),
                            ),
                        ),
                    ),
                ),
                to="end",
            ),
            end(),
        ),
    )


def backs() -> m.Machine:
    """Cards with two kinds of back are laid face down in every kind of place, and drawn unseen from one."""
    shut = {"role": "place", "seen": "owner", "open": "open Card"}
    sees = m.SetOf(2, (at("active"),))
    told = m.SetOf(2, (op("mod", L("at"), 2),))
    mine = (at("active"),)
    return machine(
        name="backs",
        domains=(
            m.PrintedDomain("Card", 0, ("ace", "king", "queen", "jack")),
            m.PrintedDomain("Card or none", 0, ("ace", "king", "queen", "jack"), True),
            m.PrintedDomain("open Card", 0, ("red", "blue"), True),
        ),
        tables=(m.Table("open Card", (5,), m.NUMBER, (0, 1, 2, 1, 2)),),
        cells=(
            ring("deck", 4, 8, seen="nobody", open="open Card", domain="Card or none"),
            ring("row", 4, 8, 2, seen="owner", counted="owner", open="open Card", domain="Card or none"),
            evolve(number("hand", 8, 2, 4, heap=True, **shut), dims=("Player", "Card")),
            number("slot", 4, 2, **{**shut, "domain": "Card or none"}),
            set_cell("marks", 4, 2, **{**shut, "domain": "Card"}),
            number("card", 7, role="frame", domain="Card"),
            number("laid", 9),
        ),
        functions=(
            function("nobody", (), bits(size=2), kind=2),
            function("owner", ("p",), m.SetOf(2, (L("p"),)), kind=2),
        ),
        nodes=(
            decision("ask", option("lay", 0, "lay", level("card", 0, 3, "card", domain="Card")), audience=sees),
            step(
                "lay",
                put("laid", (), op("add", at("laid"), 1), RANGE),
                m.Push("deck", (), "bottom", op("add", at("card"), 1), BOUND),
                m.Push("row", mine, "top", op("add", at("card"), 1), BOUND),
                put("hand", (*mine, at("card")), op("add", at("hand", *mine, at("card")), 1), RANGE),
                put("slot", mine, m.IfElse(at("slot", *mine), m.Const(0), op("add", at("card"), 1))),
                m.Insert("marks", mine, at("card")),
                to=m.Fork(op("gt", at("laid"), 2), "draw", "on"),
            ),
            chance("draw", "at", 0, 7, op("lt", L("at"), m.RingSize("deck")), "card", "drawn", audience=told),
            step("drawn", m.Pull("deck", (), at("card"), EMPTY), put("card", (), 0), to="on"),
            step("on", NEXT_PLAYER, to=m.Fork(op("lt", at("laid"), 7), "ask", "end")),
            end(),
        ),
    )


SAMPLES: dict[str, m.Machine] = {
    make.__name__: make() for make in (heap, line, stack, chain, guard, dice, spread, backs)
}
