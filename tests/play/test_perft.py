"""Counts of move sequences, compared with published and manually computed numbers."""

import pytest
from attrs import evolve

from rulekit.diagnostics import RulekitError
from rulekit.engine.interface import Engine, State
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.play import perft as counting
from rulekit.play.game_steps import resolve_chances
from rulekit.play.perft import perft
from tests.machine.build import chance, decision, end, level, machine, number, option, step
from tests.machine.samples import SAMPLES, dice, heap, line
from tests.play.reached import positions
from tests.shipped import every


def test_three_in_a_row_has_its_published_counts():
    assert perft(ReferenceEngine(line()), 4) == [9, 72, 504, 3024]


def test_games_that_end_count_only_at_the_depths_they_reach():
    # taking 1 to 3 from ten: sequences of 1, 2 and 3 with a sum of at most ten
    engine = ReferenceEngine(heap())
    counts = perft(engine, 12)

    def sequences(depth: int, left: int) -> int:
        if depth == 0:
            return 1
        return sum(sequences(depth - 1, left - n) for n in (1, 2, 3) if n <= left)

    assert counts == [sequences(depth, 10) for depth in range(1, 13)]
    assert counts[-1] == 0


def two_parts(between: tuple[m.Node, ...] = ()) -> m.Machine:
    """Return a machine with moves of two decisions (2 x 3 options), with `between` between them; three moves make a
    game."""
    first = option("first", 0, between[0].id if between else "second", level("a", 0, 1, "a"))
    second = option("second", 0, "count", level("b", 0, 2, "b"))
    more = m.Fork(m.Op("lt", (m.Load("moves"), m.Const(3))), "turn", "end")
    one_more = m.Write("moves", (), m.Op("add", (m.Load("moves"), m.Const(1))))
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


# ------------------------------------------------------------------------------- positions reached in several ways


MOST_SEQUENCES = 6_000
"""The most sequences of four decisions that are counted one by one; those of three are always counted."""


def sequences(engine: Engine, state: State, depth: int, every: bool) -> int:
    """Return the number of sequences of this many decisions, counted one by one."""
    nodes = {node.id: node for node in engine.machine.nodes}
    if depth == 0:
        return 1
    if isinstance(nodes[state.node], m.Chance):
        came = (
            [engine.chance(state, v) for v, _ in engine.outcomes(state)] if every else [resolve_chances(engine, state)]
        )
        return sum(sequences(engine, after, depth, every) for after in came)
    options = engine.options(state)
    return sum(sequences(engine, engine.apply(state, option), depth - 1, every) for option in options)


@pytest.mark.parametrize("every", [False, True], ids=["drawn", "every outcome"])
@pytest.mark.parametrize("name", SAMPLES)
def test_the_counts_are_those_of_sequences_gone_through_one_by_one(name, every):
    """Includes games in which states differ only in the number of draws or in the recorded positions."""
    engine = ReferenceEngine(SAMPLES[name])
    counts = perft(engine, 4, by="decision", chance=every)
    deep = [depth for depth in range(1, 5) if depth < 4 or counts[depth - 1] <= MOST_SEQUENCES]
    assert [counts[depth - 1] for depth in deep] == [sequences(engine, engine.start(1), d, every) for d in deep]


class Noting(ReferenceEngine):
    """An engine that records the moves applied."""

    def __init__(self, made: m.Machine) -> None:
        super().__init__(made)
        self.played: list[tuple[State, int]] = []

    def apply(self, state: State, option: int) -> State:
        self.played.append((state, option))
        return super().apply(state, option)


def test_each_position_is_gone_on_from_once():
    engine = Noting(line())
    assert perft(engine, 6)[-1] == 54720
    assert len(engine.played) == len(set(engine.played)) < 10_000


@pytest.mark.parametrize("most", every(2, [0, 1, 2, 7, 100]))
def test_with_less_room_more_is_played_and_the_counts_are_the_same(most, monkeypatch):
    roomy, narrow = Noting(line()), Noting(line())
    counts = perft(roomy, 5)
    monkeypatch.setattr(counting, "MEMORY", most * (counting.BESIDES + len(narrow.start(1).packed)))
    assert perft(narrow, 5) == counts == [9, 72, 504, 3024, 15120]
    assert len(narrow.played) > len(roomy.played)


def test_counting_can_go_on_from_any_positions():
    engine = ReferenceEngine(line())
    whole = perft(engine, 5)
    after = positions(engine, 2)
    assert (len(after), sum(after.values())) == (72, 72)
    assert positions(engine, 2, start=positions(engine, 1)) == positions(engine, 3)
    assert perft(engine, 3, start=after) == whole[2:]
    halves = [dict(list(after.items())[at::2]) for at in (0, 1)]
    assert [sum(both) for both in zip(*(perft(engine, 3, start=half) for half in halves), strict=True)] == whole[2:]
    assert perft(engine, 3, start={}) == [0, 0, 0]


def test_chance_that_may_go_on_for_ever_cannot_be_followed():
    again = chance("again", "n", 0, 1, 1, "die", "look")
    look = step("look", to=m.Fork(m.Load("die"), "again", "ask"))
    made = machine((again, look, decision("ask", option("go", 0, "end")), end()), (number("die", 1),), start="again")
    engine = ReferenceEngine(made)
    assert perft(engine, 1) == [1]
    with pytest.raises(RulekitError) as caught:
        perft(engine, 1, chance=True)
    assert [d.code for d in caught.value.diagnostics] == ["E705"]
