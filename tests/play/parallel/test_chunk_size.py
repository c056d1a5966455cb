"""The sizes of chunks of games: small at first, then adapted to the time they take; results do not depend on them."""

from __future__ import annotations

from itertools import product

import pytest

from rulekit.engine.wasm import WasmEngine
from rulekit.play import MAX_MOVES
from rulekit.play.chunks import GROWTH, SECONDS, SHARES, Chunks, first_size, in_chunks
from rulekit.play.simulate import Count, count_games, simulate
from tests.machine.samples import heap

from .games import Double


def cut(chunks: Chunks, second: float) -> list[range]:
    """Return all chunks if each game takes this many seconds."""
    found = []
    while numbers := chunks.next():
        found.append(numbers)
        chunks.took(numbers, len(numbers) * second)
    return found


@pytest.mark.parametrize("games", [1, 2, 49, 50, 99, 1000, 9_999, 10_000, 123_457])
def test_the_first_chunks_are_small_enough_to_share(games):
    size = first_size(games)
    assert 1 <= size <= 200 and (size == 200 or size * 1000 <= max(games, 1000))


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("second", [0.0, 1e-7, 1e-4, 10.0])
def test_every_game_is_in_one_chunk(second, shared):
    for games, size in product([0, 1, 7, 199, 201, 5_000], [None, 1, 3, 200, 500]):
        found = cut(Chunks.of(games, size, shared), second)
        assert [number for numbers in found for number in numbers] == list(range(games))
        assert size is None or {len(numbers) for numbers in found[:-1]} <= {size}


def test_chunks_of_quick_games_grow_until_they_take_their_time():
    lengths = [len(numbers) for numbers in cut(Chunks.of(10_000_000), 1e-7)]
    full = round(SECONDS / 1e-7)
    assert lengths[:3] == [200, 200 * GROWTH, 200 * GROWTH**2]
    assert max(lengths) == full and len(lengths) <= 10_000_000 // full + 10


def test_chunks_of_slow_games_stay_as_they_began():
    assert {len(numbers) for numbers in cut(Chunks.of(20_000), 10.0)} == {20}


def test_a_first_chunk_for_which_a_module_was_made_holds_nothing_up():
    chunks = Chunks.of(1_000_000)
    chunks.took(chunks.next(), 3.0)
    chunks.took(chunks.next(), 200 * 1e-6)
    assert len(chunks.next()) == 200 * GROWTH


def test_games_that_become_slow_are_cut_smaller_again_but_never_below_the_first():
    chunks = Chunks.of(10_000_000)
    for _ in range(5):
        chunks.took(chunks.next(), 1e-6)
    before = chunks.next()
    chunks.took(before, 10 * SECONDS)
    assert len(chunks.next()) == len(before) // 10
    chunks.took(range(10_000_000), 1e9)
    assert len(chunks.next()) == 200


def test_chunks_that_were_cut_before_the_others_grew_do_not_hold_them_back():
    chunks = Chunks.of(10_000_000)
    small = [chunks.next() for _ in range(4)]
    for numbers in small:
        chunks.took(numbers, 1e-6)
    assert len(chunks.next()) == 200 * GROWTH


def test_workers_end_together():
    """The last chunks are smaller than a full one, but not so small that sending them would take most of the time."""
    full = round(SECONDS / 1e-6)
    lengths = [len(numbers) for numbers in cut(Chunks.of(5_000_000, shared=True), 1e-6)]
    assert max(lengths) == full
    assert all(full // SHARES <= length <= full // SHARES + 1 for length in lengths[-4:-1])


@pytest.mark.parametrize("executor", [None, Double()])
def test_chunks_of_a_job_grow(executor):
    parts = list(in_chunks([WasmEngine(heap())], Count(1, 50), 60_000, executor))
    assert sum(part.games for part in parts) == 60_000 and max(part.games for part in parts) > 200


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_no_figure_depends_on_where_games_are_cut(size):
    engine = WasmEngine(heap())
    assert count_games(engine, Count(3, MAX_MOVES), 4_000, size=size) == simulate(engine, 4_000, 3)
