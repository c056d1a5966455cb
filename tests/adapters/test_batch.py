"""Games in a batch go as games alone: the same options, chance, payoffs, observations and faults."""

from __future__ import annotations

import pytest

from rulekit.engine.interface import GameFault, NotAnOption
from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.batch_code import FRESH
from rulekit.play.game import ConfiguredGame

from ..engine.test_cursor import faulty
from ..shipped import GAMES, game

np = pytest.importorskip("numpy", reason="numpy is not installed")
adapters = pytest.importorskip("rulekit.adapters.batch")
Batch = adapters.Batch


def walk(name: str, steps: int, many: int = 5, seed: int = 3) -> None:
    """Play games in a batch and alone, with the same options."""
    one, source = game(name), np.random.default_rng(seed)
    batch = Batch(one, many)
    batch.reset(seed, observed=True)
    states, following = [one.start(seed, number) for number in range(many)], many
    for _ in range(steps):
        options, masks = np.full(many, FRESH), batch.masks(1 << 17)
        for at, state in enumerate(states):
            assert batch.state(at).raw == state.raw and tuple(batch.payoffs[at]) == state.payoffs
            assert tuple(batch.lists[at, : batch.counts[at]]) == state.legal()
            assert np.flatnonzero(masks[at]).tolist() == sorted(state.legal())
            player = 0 if state.over else state.player
            assert batch.players[at] == player
            assert batch.sights[at].tobytes() == one.engine.observe(state.raw, player)
            if not state.over:
                options[at] = source.choice(state.legal())
        batch.step(options, observed=True)
        for at, option in enumerate(options.tolist()):
            if option == FRESH:
                states[at], following = one.start(seed, following), following + 1
            else:
                states[at] = states[at].apply(option)
    assert following > many or steps < 20


@pytest.mark.parametrize("name", ["classics/leduc-poker", "classics/pig", "classics/connect-four", "mancala/kalah"])
def test_a_batch_goes_as_its_games_alone(name: str) -> None:
    walk(name, 60)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_a_batch_of_every_game_goes_as_its_games_alone(name: str) -> None:
    walk(name, 19)


def test_a_step_that_is_refused_or_faults_names_its_game() -> None:
    batch = Batch(ConfiguredGame("faulty", (), lambda: pytest.fail("the model is not needed"), WasmEngine(faulty())), 2)
    with pytest.raises(NotAnOption, match="game 1"):
        batch.step(np.array([0, 99]))
    batch.reset(1)
    batch.step(np.array([0, 0]))
    before = batch.state(1).raw
    with pytest.raises(GameFault) as caught:
        batch.step(np.array([0, 2]))
    assert caught.value.state == before
    with pytest.raises(ValueError, match="has 1 to"):
        Batch(batch.game, 1 << 20)
