"""Rulebooks as games of OpenSpiel: its own tests, and its algorithms with values that are known."""

from __future__ import annotations

import json
import unittest
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pytest

from rulekit.play.simulate import simulate

from ..docs.test_researchers import PAGE
from ..shipped import GAMES, game

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

from open_spiel.python.algorithms import cfr, expected_game_score, exploitability  # noqa: E402
from open_spiel.python.policy import TabularPolicy, UniformRandomPolicy, tabular_policy_from_callable  # noqa: E402

from rulekit.adapters.openspiel import load  # noqa: E402

OWN = {"classics/kuhn-poker": "kuhn_poker", "classics/leduc-poker": "leduc_poker"}
COVERING = (
    "classics/tic-tac-toe",  # everything is seen
    "classics/pig",  # chance without end
    "classics/rock-paper-scissors",  # decisions at the same time
    "classics/kuhn-poker",
)
SHORT = 60
"""Steps after which games of other rulebooks are cut off: the test saves and replays each state."""


def api_tests(name: str) -> unittest.TestResult:
    """Run OpenSpiel's tests of the whole tree and of a part of it, with the numbers of nodes of its own game."""
    from open_spiel.integration_tests import api_test  # here, since each process would import scipy to collect tests

    loaded, result, suite = load(name), unittest.TestResult(), unittest.TestSuite()
    for base in (api_test.EnforceAPIOnFullTreeBase, api_test.EnforceAPIOnPartialTreeBase):
        case = type(base.__name__, (base,), {"game": loaded, "game_name": OWN[name]})
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    suite.run(result)
    return result


@pytest.mark.soak
@pytest.mark.parametrize("name", ["classics/kuhn-poker", "classics/leduc-poker"])
def test_the_api_holds_on_the_whole_tree(name: str) -> None:
    result = api_tests(name)
    assert result.testsRun > 10 and not result.failures + result.errors, result.failures + result.errors


@pytest.mark.parametrize("name", COVERING)
def test_random_simulations_pass(name: str) -> None:
    length = {"max_length": SHORT} if name == "classics/pig" else {}
    pyspiel.random_sim_test(load(name, **length), num_sims=2, serialize=True, verbose=False)


def tensor_line(names: Sequence[str]) -> str:
    """Return the line of the page for researchers with those of these games, or whole families of them, that have no
    tensor of the information state by default."""
    lacking = {name for name in names if not load(name).get_type().provides_information_state_tensor}
    told = list[str]()
    for family, found in groupby(names, lambda name: name.partition("/")[0]):
        here = list(found)
        some = [f"`{name}`" for name in here if name in lacking]
        told += [f"all of `{family}`"] if len(some) == len(here) > 1 else some
    return f"These have no `information_state_tensor` in OpenSpiel: {', '.join(told)}."


@pytest.mark.soak
def test_the_page_names_the_games_without_a_tensor() -> None:
    assert tensor_line(GAMES) in PAGE


@pytest.mark.parametrize("name", ["classics/pig", "connection/hex"])
def test_a_game_without_a_tensor_has_one_if_it_is_short(name: str) -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith(tensor_line([])[:-1]))
    lacks = not load(name).get_type().provides_information_state_tensor
    assert lacks == (f"`{name}`" in row or f"all of `{name.partition('/')[0]}`" in row)
    assert load(name, max_length=60).get_type().provides_information_state_tensor


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_random_simulations_of_every_game_pass(name: str) -> None:
    pyspiel.random_sim_test(load(name, max_length=SHORT), num_sims=1, serialize=True, verbose=False)


def test_what_is_known_of_a_game() -> None:
    kuhn = load("classics/kuhn-poker")
    kind = kuhn.get_type()
    assert kind.utility == kind.Utility.ZERO_SUM and kind.information == kind.Information.IMPERFECT_INFORMATION
    assert (kuhn.min_utility(), kuhn.max_utility(), kuhn.max_game_length()) == (-2, 2, 5)
    chess = load("chess/standard", max_length=7)
    state = chess.new_initial_state()
    for _ in range(7):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0, 0] and chess.max_game_length() == 7
    alone = load("classics/peg-solitaire", zero_sum=True).new_initial_state()
    while not alone.is_terminal():
        alone.apply_action(alone.legal_actions()[0])
    with pytest.raises(ValueError, match="zero-sum"):
        alone.returns()


def test_options_and_layers_are_parameters() -> None:
    long = load("classics/rock-paper-scissors", options={"throws": 3, "equal_hands": "no_point"})
    again = pyspiel.load_game(str(long))
    assert again.max_game_length() == long.max_game_length() == 6
    three = load("classics/kuhn-poker", players=3)
    assert three.num_players() == 3 and pyspiel.load_game(str(three)).num_players() == 3


def test_a_simultaneous_decision_is_hidden_from_the_second_player() -> None:
    state = load("classics/rock-paper-scissors").new_initial_state()
    after = [state.child(action) for action in state.legal_actions()]
    assert len({one.information_state_string(1) for one in after}) == 1
    assert len({tuple(one.information_state_tensor(1)) for one in after}) == 1
    assert len({one.information_state_string(0) for one in after}) == len(after)


@pytest.mark.soak
def test_counterfactual_regret_finds_the_value_of_kuhn_poker(tmp_path: Path) -> None:
    kuhn = load("classics/kuhn-poker")
    solver = cfr.CFRPlusSolver(kuhn)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(kuhn, policy) < 1e-3
    value = expected_game_score.policy_value(kuhn.new_initial_state(), [policy, policy])
    assert round(value[0], 4) == round(-1 / 18, 4) == -0.0556
    played(tmp_path / "kuhn.json", "classics/kuhn-poker", policy, -1 / 18)


def played(file: Path, name: str, policy: TabularPolicy, value: float) -> None:
    """Let two agents follow a policy: they know what to do everywhere, and the mean payoff is near its value."""
    file.write_text(json.dumps(policy.to_dict()))
    found = simulate(game(name), 1000, 1, agents=f"cfr:{file}")
    assert found.payoff_mean[0] == pytest.approx(value, abs=0.4)  # four standard errors where payoffs deviate by 3


@pytest.mark.parametrize(("name", "own"), [("classics/kuhn-poker", "kuhn_poker")])
def test_best_responses_gain_as_in_the_game_of_openspiel(name: str, own: str) -> None:
    gains = [
        exploitability.exploitability(one, UniformRandomPolicy(one)) for one in (load(name), pyspiel.load_game(own))
    ]
    assert gains[0] == pytest.approx(gains[1], abs=1e-12)


@pytest.mark.soak
def test_leduc_poker_is_solved(tmp_path: Path) -> None:
    leduc = load("classics/leduc-poker")
    solver = pyspiel.CFRPlusSolver(leduc)
    for _ in range(LEDUC):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert pyspiel.exploitability(leduc, policy) < 1e-3
    value = pyspiel.expected_returns(leduc.new_initial_state(), policy, -1, False)[0]
    assert round(value, 4) == -0.0856
    table = tabular_policy_from_callable(leduc, policy.action_probabilities)
    played(tmp_path / "leduc.json", "classics/leduc-poker", table, value)


LEDUC = 600
"""Iterations; the value is exact to four digits after about 500, in OpenSpiel's own game, too."""
