"""Players who win by the cards in their hand show them to everybody. Without the rule for this, less is shown."""

from __future__ import annotations

import pytest

from rulekit.engine.log import SHOWN
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine.lower import lower
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.play.example_runner import example_stages
from tests.shipped import every

from .layered import stack

PLAYERS = 3
CARDS = 6
"""Angel shows six black cards, Detective three red and three blue ones."""
SHOWING = {"angel_wins_with_the_sixth_card": "angel_shows", "detective_wins_by_search": "detective_shows"}
"""Examples that end with a victory by cards in hand, and the rule that makes the player show them."""


@pytest.mark.soak
@pytest.mark.parametrize(("example", "rule"), every(2, SHOWING.items()))
def test_cards_that_win_are_shown(example: str, rule: str) -> None:
    assert shown_at_last(example, "") - shown_at_last(example, f"\nstrike rule {rule}\n") >= CARDS


def shown_at_last(example: str, text: str) -> int:
    """Return how many cards the last move of an example shows to everybody, with a layer of text on top."""
    config = Config(PLAYERS)
    model, found = check_configuration(stack((text,) if text else ()), config, examples=True, knowledge=False)
    assert model is not None, [str(d) for d in found if d.severity == "error"]
    engine = ReferenceEngine(lower(model), recording=True)
    last = example_stages(engine, {example})[example][-2]
    assert last.at is not None and last.option is not None
    engine.apply(last.at, last.option)
    return sum(record.who == {*range(PLAYERS)} and record.seen[0] == SHOWN for record in engine.records)
