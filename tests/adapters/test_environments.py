"""Rulebooks as environments of PettingZoo and Gymnasium: their own tests, and what the seats are asked and paid."""

from __future__ import annotations

import warnings

import pytest

from rulekit.engine.interface import NotAnOption

from ..shipped import GAMES, game

np = pytest.importorskip("numpy", reason="numpy is not installed")
pytest.importorskip("gymnasium", reason="gymnasium is not installed")
pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test  # noqa: E402

from rulekit.adapters.gymnasium import BatchEnv, SeatEnv  # noqa: E402
from rulekit.adapters.pettingzoo import GameEnv, SimultaneousGameEnv  # noqa: E402

RPS, LEDUC = "classics/rock-paper-scissors", "classics/leduc-poker"
COVERING = ("classics/tic-tac-toe", "classics/pig", RPS, LEDUC, "czar/english", "classics/peg-solitaire")


def check(name: str, cycles: int) -> None:
    """Run the tests of both packages on a game."""
    one, most = game(name), 40
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # advice on observations that are dictionaries
        api_test(GameEnv(one), num_cycles=cycles)
        seed_test(lambda: GameEnv(one, max_cycles=most), num_cycles=cycles)
        parallel_api_test(SimultaneousGameEnv(one, max_cycles=most), num_cycles=cycles)
        check_env(SeatEnv(one, max_decisions=most), skip_render_check=True)


@pytest.mark.parametrize("name", COVERING)
def test_the_tests_of_the_packages_pass(name: str) -> None:
    check(name, 20)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_the_tests_of_the_packages_pass_for_every_game(name: str) -> None:
    check(name, 60)


def test_games_are_cut_off_after_max_cycles() -> None:
    env = GameEnv(game("chess/standard"), max_cycles=3)
    env.reset(seed=1)
    for _ in range(6):
        assert not any(env.truncations.values())
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_max_cycles_test_passes() -> None:
    class Module:
        """What that test expects: a module of an environment."""

        @staticmethod
        def env(max_cycles: int) -> GameEnv:
            return GameEnv(game(RPS, throws=9), max_cycles=max_cycles)

        raw_env = env

        @staticmethod
        def parallel_env(max_cycles: int) -> SimultaneousGameEnv:
            return SimultaneousGameEnv(game(RPS, throws=9), max_cycles=max_cycles)

    max_cycles_test(Module)


def test_players_who_decide_at_the_same_time_act_in_one_step() -> None:
    env = SimultaneousGameEnv(game(RPS))
    observed, _ = env.reset(seed=1)
    assert all(observed[agent]["action_mask"].all() for agent in env.agents)
    rock, scissors = (game(RPS).start().find(f"throw(shape: {shape})") for shape in ("rock", "scissors"))
    _, rewards, over, _, _ = env.step({"player_0": rock, "player_1": scissors})
    assert rewards == {"player_0": 1, "player_1": -1} and all(over.values()) and not env.agents

    poker = SimultaneousGameEnv(game("classics/kuhn-poker"))
    observed, _ = poker.reset(seed=1)
    assert observed["player_0"]["action_mask"].any() and not observed["player_1"]["action_mask"].any()


def test_a_seed_gives_a_game_and_the_next_reset_the_next() -> None:
    def deals(seed: int) -> list[bytes]:
        env, found = GameEnv(game("classics/leduc-poker")), []
        for one in (seed, None, None):
            env.reset(one)
            found.append(env.position.raw.packed)
        return found

    assert deals(1) == deals(1) and len(set(deals(1) + deals(2))) > 2


def test_with_rows_an_observation_is_the_information_state() -> None:
    env = GameEnv(game("classics/kuhn-poker"), rows=6)
    env.reset(seed=1)
    seen = env.observe("player_0")["observation"]
    assert seen.shape == env.observation_space("player_0")["observation"].shape and seen.shape[0] == 6


def test_the_other_seats_play_and_an_illegal_action_loses() -> None:
    env = SeatEnv(game("classics/tic-tac-toe"), seat=1)
    observed, _ = env.reset(seed=3)
    assert len(env.position.history()) == 1 and observed["action_mask"].sum() == 8
    taken = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    _, reward, over, late, told = env.step(taken)
    assert (reward, over, late, told) == (-1, True, False, {"illegal": True})

    rewards = set()
    for seed in range(20):
        observed, _ = env.reset(seed=seed)
        over = False
        while not over:
            observed, reward, over, _, _ = env.step(int(observed["action_mask"].argmax()))
        assert reward == env.position.payoffs[1]
        rewards.add(reward)
    assert {1, -1} <= rewards


def test_a_batch_plays_the_same_games_as_single_states() -> None:
    name, many = "classics/leduc-poker", 8
    batch, states = BatchEnv(game(name), many), []
    observed, told = batch.reset(seed=5)
    states = [batch.state(at) for at in range(many)]
    ended = [False] * many
    for _ in range(40):
        for at, state in enumerate(states):
            assert np.flatnonzero(observed["action_mask"][at]).tolist() == sorted(state.legal())
            if not state.over:
                assert told["player"][at] == state.player
        actions = observed["action_mask"].argmax(axis=1)
        acted = [None if state.over else state.player for state in states]
        observed, rewards, over, late, told = batch.step(actions)
        for at, state in enumerate(states):
            if ended[at]:
                states[at], ended[at] = batch.state(at), False
                continue
            states[at] = state.apply(int(actions[at]))
            ended[at] = bool(over[at])
            assert over[at] == states[at].over and not late[at]
            assert rewards[at] == (states[at].payoffs[acted[at]] if over[at] else 0)
            assert told["payoffs"][at].tolist() == list(states[at].payoffs)
    for wrong in (99, -1):
        batch.reset(seed=5)
        with pytest.raises(NotAnOption, match="game 0"):
            batch.step(np.full(many, wrong))
