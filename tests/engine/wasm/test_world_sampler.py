"""Worlds that a player cannot tell from the true one: which ones there are, how often each comes, and that choices do
not depend on which of them is true."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from rulekit.engine.interface import State
from rulekit.engine.wasm import WasmEngine, tree_search
from rulekit.engine.wasm.tree_search import InformedSearch
from rulekit.engine.wasm.world_sampler import WatchedPast, WorldSampler
from rulekit.play.game import ConfiguredGame, GameState
from rulekit.play.game_steps import has_secrets

from ...shipped import COVERING, game
from .told_alike import Step, ToldAlike, past

QUICK = ("classics/kuhn-poker", "classics/leduc-poker", "classics/liars-dice", "designs/village-choir")
GAMES = [name if name in QUICK else pytest.param(name, marks=pytest.mark.soak) for name in COVERING]
CHI_SQUARE, OF_SIXTY = 10.83, 18.53
"""Exceeded with probability 0.001 if two samples of two choices come from the same distribution, and by the greatest of
sixty such figures."""


def skip_without_secrets(name: str) -> None:
    """Skip a game whose players see everything. To ask that when tests are named would read and compile the library in
    each process that collects tests."""
    if not has_secrets(game(name).machine):
        pytest.skip("nothing is hidden")


def engine_of(state: GameState) -> WasmEngine:
    assert isinstance(state.game.engine, WasmEngine)
    return state.game.engine


def played(name: str, decisions: int, seed: int) -> GameState | None:
    return played_in(game(name), decisions, seed)


def played_in(one: ConfiguredGame, decisions: int, seed: int) -> GameState | None:
    """Return a game in which a player has a choice after so many random decisions; None if it ends before."""
    state, draw = one.start(seed=seed), random.Random(seed)
    while not state.over and (decisions > 0 or len(state.legal()) < 2):
        state = state.apply(draw.choice(state.legal()))
        decisions -= 1
    return None if state.over else state


def sampler_of(state: GameState, seed: int = 1) -> WorldSampler:
    engine = engine_of(state)
    found = WorldSampler(engine.machine, engine.modules.get("worlds"))
    found.learn(past(state), seed)
    return found


def cells(state: GameState, world: bytes) -> State:
    """Return the state of a world; sizes of rings follow its cells."""
    return State(
        state.raw.node, world[: len(state.raw.packed)], state.raw.uses, state.raw.seed, state.raw.game,
        state.raw.packing,
    )  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_a_player_sees_the_same_in_every_world(name: str) -> None:
    skip_without_secrets(name)
    found, hidden = 0, False
    for seed in range(1, 6):
        state = played(name, 6 * seed, seed) or played(name, seed % 3, seed)
        if state is None:
            continue
        engine, sampler = engine_of(state), sampler_of(state, seed)
        alike = ToldAlike(state)
        hidden |= alike.another(20, random.Random(seed)) != alike.another(0, random.Random())
        assert sampler.world()[: len(state.raw.packed)] == state.raw.packed
        seen, offered = engine.observe(state.raw, state.player), engine.options(state.raw)
        for _ in range(20):
            sampler.resample(50 * sampler.changeable)
            world = cells(state, sampler.world())
            found += world.packed != state.raw.packed
            assert engine.observe(world, state.player) == seen
            assert engine.options(world) == offered
    assert found or not hidden  # in some games, all see what comes of a hidden pick


@pytest.mark.parametrize("name, decisions", [("classics/leduc-poker", 3), ("designs/village-choir", 12)])
def test_the_cells_at_each_decision_and_chance_are_known(name: str, decisions: int) -> None:
    """Most are not kept: the sampler plays to them."""
    state = played(name, decisions, 1)
    assert state is not None and state.past is not None
    sampler, engine = sampler_of(state), engine_of(state)
    at, played_to = past(state).first, set()
    for rest, choice in enumerate(past(state).choices):
        assert cells(state, sampler.world(rest)).packed == at.packed
        played_to.add(at.packed)
        at = engine.apply(at, choice) if engine.options(at) else engine.chance(at, choice)
    assert at.packed == state.raw.packed and len(played_to) > 3


def hands(name: str, seed: int) -> Counter[str]:
    """Return how often each card of the other player comes in 3,000 worlds, at the first choice of a game for two."""
    state = played(name, 0, seed)
    assert state is not None
    sampler = sampler_of(state)
    found: Counter[str] = Counter()
    for _ in range(3000):
        sampler.resample(25)
        other = engine_of(state).observe(cells(state, sampler.world()), 1 - state.player)
        found[other.hex()] += 1
    return found


@pytest.mark.parametrize("name, cards", [("kuhn-poker", 2), ("leduc-poker", 5)])
def test_every_world_comes_as_often_as_every_other(name: str, cards: int) -> None:
    """The other player may have any card that the first does not have."""
    counts = hands(f"classics/{name}", 3).values()
    assert len(counts) == cards
    assert all(abs(count - 3000 / cards) < 110 for count in counts)  # four standard deviations


def chosen(state: GameState, steps: Sequence[Step], rounds: int, simulations: int, first: int) -> Counter[int]:
    """Return how often each option is chosen, by searches with the seeds from the first one on; `steps` are those of
    the true game."""
    engine = engine_of(state)
    sampler = WorldSampler(engine.machine, engine.modules.get("worlds"))
    search = InformedSearch(engine.machine, engine.modules.get("informed search"), sampler)
    watched = WatchedPast(state.player, past(state).first, [step.choice for step in steps])
    entries, found = [step.entry for step in steps], Counter[int]()
    for seed in range(first, first + rounds):
        search.seed = random.Random(seed).getrandbits(63)  # consecutive seeds would give related numbers
        search.stand_at(watched, entries, state.legal())
        search.search(simulations, 1000)
        found[search.best()] += 1
    return found


def chosen_in_both(state: GameState, rounds: int, simulations: int) -> list[Counter[int]]:
    """Return what is chosen in the true game, and in another one that told the player the same."""
    alike = ToldAlike(state)
    games = alike.another(0, random.Random()), alike.another(300, random.Random(4))
    return [chosen(state, game, rounds, simulations, 1 + rounds * k) for k, game in enumerate(games)]


def chi_square(one: Counter[int], other: Counter[int]) -> float:
    """Return Pearson's statistic for the most frequent choice against all others."""
    (top, _), *_ = (one + other).most_common(1)
    table = [[one[top], one.total() - one[top]], [other[top], other.total() - other[top]]]
    whole = one.total() + other.total()
    columns = [sum(row[k] for row in table) for k in (0, 1)]
    if not all(columns):
        return 0.0
    wanted = [[sum(row) * columns[k] / whole for k in (0, 1)] for row in table]
    return sum((table[i][k] - wanted[i][k]) ** 2 / wanted[i][k] for i in (0, 1) for k in (0, 1))


TELLING = [("classics/kuhn-poker", 0, 7), ("classics/leduc-poker", 2, 1)]
"""Positions in which a player who knew the other's card would choose otherwise."""


@pytest.mark.parametrize("name, decisions, seed", TELLING)
def test_a_choice_does_not_depend_on_which_world_is_true(name: str, decisions: int, seed: int) -> None:
    state = played(name, decisions, seed)
    assert state is not None
    assert chi_square(*chosen_in_both(state, 1000, 20)) < CHI_SQUARE


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in COVERING if name not in QUICK[:2]])
def test_no_choice_of_any_game_depends_on_which_world_is_true(name: str) -> None:
    skip_without_secrets(name)
    for depths in ((20, 8), (3, 1, 0)):
        found = (played(name, decisions, seed) for decisions in depths for seed in range(1, 9))
        state = next((one for one in found if one is not None), None)
        if state is not None:
            assert chi_square(*chosen_in_both(state, 100, 20)) < OF_SIXTY


@pytest.mark.parametrize("length", [0, 1])
@pytest.mark.parametrize("name, decisions, seed", TELLING)
def test_a_search_that_stays_near_the_true_world_is_caught(
    name: str, decisions: int, seed: int, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search that peeks stays in the true world; a chain of length 1 makes one proposal."""
    resample = WorldSampler.resample
    monkeypatch.setattr(tree_search, "BURN_IN", length)
    monkeypatch.setattr(tree_search, "BETWEEN", 0)
    monkeypatch.setattr(WorldSampler, "resample", lambda sampler, tries: resample(sampler, min(tries, 1)))
    state = played(name, decisions, seed)
    assert state is not None
    assert chi_square(*chosen_in_both(state, 300, 40)) > CHI_SQUARE


def test_a_past_that_cannot_have_been_is_refused() -> None:
    state = played("classics/leduc-poker", 1, 3)
    assert state is not None
    right = past(state)
    sampler = sampler_of(state)
    with pytest.raises(ValueError, match="do not lead to a decision"):
        sampler.learn(WatchedPast(1 - right.player, right.first, right.choices), 1)
    with pytest.raises(ValueError, match="at most 4096"):
        sampler.learn(WatchedPast(right.player, right.first, [0] * 5000), 1)
