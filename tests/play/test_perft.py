"""Counts of move sequences, against published and hand-made numbers."""

from attrs import evolve

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.play.perft import perft
from tests.machine.build import chance, decision, end, level, machine, number, option, step
from tests.machine.samples import dice, heap, line


def test_three_in_a_row_has_its_published_counts():
    assert perft(ReferenceEngine(line()), 4) == [9, 72, 504, 3024]


def test_games_that_end_count_only_at_the_depths_they_reach():
    # 1 to 3 from ten: compositions of at most ten into parts 1..3
    engine = ReferenceEngine(heap())
    counts = perft(engine, 12)

    def sequences(depth: int, left: int) -> int:
        if depth == 0:
            return 1
        return sum(sequences(depth - 1, left - n) for n in (1, 2, 3) if n <= left)

    assert counts == [sequences(depth, 10) for depth in range(1, 13)]
    assert counts[-1] == 0


def two_parts(between: tuple[m.Node, ...] = ()) -> m.Machine:
    """A move of two decisions (2 x 3 options), with something between them; three moves make a game."""
    first = option("first", 0, between[0].id if between else "second", level("a", 0, 1, "a"))
    second = option("second", 0, "count", level("b", 0, 2, "b"))
    more = m.Fork(m.Op("lt", (m.Load("moves"), m.Const(3))), "turn", "end")
    one_more = m.Assign("moves", (), m.Op("add", (m.Load("moves"), m.Const(1))))
    return machine(
        cells=(number("a", 1), number("b", 2), number("moves", 9), number("die", 6)),
        nodes=(
            decision("turn", first),
            *between,
            decision("second", second, move=False),
            step("count", one_more, to=more),
            end(),
        ),
    )


def test_a_move_is_all_its_decisions():
    engine = ReferenceEngine(two_parts())
    assert perft(engine, 4) == [6, 36, 216, 0]
    assert perft(engine, 4, by="decision") == [2, 6, 12, 36]


def test_chance_inside_a_move_counts_with_it():
    engine = ReferenceEngine(two_parts((chance("roll", "n", 1, 6, 1, "die", "second"),)))
    assert perft(engine, 2) == [6, 36]
    assert perft(engine, 2, chance=True) == [2 * 6 * 3, (2 * 6 * 3) ** 2]


def test_chance_that_only_the_next_move_waits_for_is_not_counted():
    before = chance("roll", "n", 1, 6, 1, "die", "turn")
    game = two_parts()
    engine = ReferenceEngine(evolve(game, nodes=(before, *game.nodes), start="roll"))
    assert perft(engine, 1, chance=True) == [6 * 6]
    nodes = tuple(evolve(n, next=m.Fork(n.next.condition, "roll", "end")) if n.id == "count" else n for n in game.nodes)
    again = ReferenceEngine(evolve(game, nodes=(before, *nodes), start="roll"))
    assert perft(again, 2, chance=True) == [36, 36 * 36]


def test_the_seed_decides_what_chance_is_followed():
    engine = ReferenceEngine(dice())
    assert perft(engine, 3, seed=4) == perft(engine, 3, seed=4)
    assert all(a >= b for a, b in zip(perft(engine, 3, chance=True), perft(engine, 3, seed=4), strict=True))
