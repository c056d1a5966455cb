"""Every leak is found: by the check at its line or, if the check must trust it, by games played in pairs.

The suite adds several leaks to a stack at once. The soak adds each to a stack of its own, which takes longer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from rulekit.machine.lower import lower
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.play.knowledge import Exchanges, exchange_outcomes

from .layered import stack
from .leaks import LEAKS, MEANT, PLAYERS, SOUND, Leak, batches, told

PAIRED = 40
"""The number of games played in pairs, with seed 4, which show both leaks that the check trusts; twenty show one."""
KNOWLEDGE = re.compile(r"E50[1-8]")
TOLD = [leak for leak in LEAKS if not leak.believed]
BELIEVED = [leak for leak in LEAKS if leak.believed]


def paired(leaks: Sequence[Leak]) -> Exchanges:
    """Play games in pairs, with several leaks added at once."""
    texts = tuple(leak.text for leak in leaks)
    model, _ = check_configuration(stack(texts, "base"), Config(PLAYERS), examples=False, knowledge=False)
    assert model is not None
    return exchange_outcomes(lower(model), PAIRED, 4)


def test_there_are_many_ways_to_leak() -> None:
    assert len({leak.name for leak in LEAKS}) == len(LEAKS) >= 14


@pytest.mark.soak
@pytest.mark.parametrize("planted", batches(TOLD), ids=lambda planted: planted[0].name)
def test_the_check_tells_leaks_beside_one_another(planted: list[Leak]) -> None:
    found = told(tuple(leak.text for leak in planted), "nightmare")
    assert all(KNOWLEDGE.fullmatch(d.code) for d in found), found
    assert [leak.name for leak in planted if not any(leak.shows(d) for d in found)] == []
    assert [d for d in found if not any(leak.shows(d) for leak in planted)] == []


@pytest.mark.soak
@pytest.mark.parametrize("leak", TOLD, ids=lambda leak: leak.name)
def test_the_check_tells_each_leak_alone(leak: Leak) -> None:
    found = leak.told()
    assert found and all(KNOWLEDGE.fullmatch(d.code) and leak.shows(d) for d in found)


def test_the_check_believes_what_is_said_to_be_remembered() -> None:
    assert told(tuple(leak.text for leak in BELIEVED), "base") == []


def test_it_complains_of_nothing_that_is_sound_or_shown_on_purpose() -> None:
    assert told(tuple(leak.text for leak in (*SOUND, *MEANT)), "base") == []


@pytest.mark.soak
def test_games_in_pairs_tell_what_the_check_believes_and_nothing_else() -> None:
    found = paired([*BELIEVED, *SOUND]).leaks
    actions = [action for leak in BELIEVED for action in re.findall(r"action (\w+)", leak.text)]
    assert {action: any(action in text for text in found) for action in actions} == dict.fromkeys(actions, True)
    assert [text for text in found if not any(action in text for action in actions)] == []
