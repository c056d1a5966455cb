"""Values that are much alike are compressed together, and read again one by one."""

from __future__ import annotations

import gzip
from random import Random

import pytest

from rulekit.page.alike import pack_alike, unpack_alike
from rulekit.page.kept_game import KeptGame
from tests.shipped import book

NOISE = Random(1).randbytes(100_000)
PARTS = {
    "alike": {2: NOISE, 3: NOISE[:50_000] + b"more" + NOISE[50_010:], 4: b"x" + NOISE},
    "empty": {1: b"", 2: b"", 3: b"abc"},
    "short": {1: b"a" * 31, 2: b"a" * 33},
    "periodic": {5: b"ab" * 5000, 1: b"ba" * 5001},
}


@pytest.mark.parametrize("name", PARTS)
def test_each_value_is_as_it_was(name: str) -> None:
    parts = PARTS[name]
    plain = gzip.decompress(pack_alike(parts))
    assert {number: unpack_alike(plain, number) for number in parts} == parts
    assert unpack_alike(plain, None) == next(iter(parts.values()))


def test_repeats_are_found_at_any_distance() -> None:
    assert len(pack_alike(PARTS["alike"])) < 1.01 * len(gzip.compress(NOISE))


def test_a_game_is_hardly_larger_for_more_players() -> None:
    shipped = book("czar/dutch")
    games = [KeptGame.of(shipped.configure(count, {})) for count in shipped.player_counts]
    together = games[0].pack(*games[1:])
    assert len(games) > 3 and len(together) < 1.5 * len(games[0].pack())
    assert [KeptGame.unpack(together, one.machine.players).machine.players for one in games] == [*shipped.player_counts]
