"""Random deals of each edition go as in OpenSpiel: the same cards may be played in each position, and the points are
the same at the end."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests import shipped
from tests.variants.other_programs import Peer
from tests.variants.tricks.bridge import AT_RISK, bridge, bridge_with, whist, with_sign
from tests.variants.tricks.hands import hands
from tests.variants.tricks.hearts import hands_and_passed, hearts, in_short, points_left
from tests.variants.tricks.oh_hell import bid_or_card, oh_hell, points_made
from tests.variants.tricks.skat import skat_game

FEW = (5, 10_000)
ONE_DEAL: dict[str, str | int] = {"goal": 1, "passing": "by_chance"}
PEERS: tuple[Peer, ...] = (
    Peer(
        "tricks/hearts", hearts(qs_breaks_hearts=False), in_short, hands_and_passed, ONE_DEAL, paid=points_left, few=FEW
    ),
    Peer(
        "tricks/hearts",
        hearts(jd_bonus=True, can_lead_any_club=True, no_pts_on_first_trick=False, can_lead_hearts_instead_of_qs=True),
        in_short,
        hands_and_passed,
        {
            **ONE_DEAL,
            "jack": "ten_off",
            "opening": "any_club",
            "first_points": "allowed",
            "queen_breaks": "she_does",
            "hearts_and_queen": "heart_too",
        },
        paid=points_left,
        few=FEW,
    ),
    Peer("tricks/bridge", bridge, with_sign, hands, few=FEW),
    Peer(
        "tricks/oh-hell",
        oh_hell,
        bid_or_card,
        options={"length": "one_deal"},
        paid=points_made,
        players=4,
        few=FEW,
    ),
    Peer("tricks/whist", whist, with_sign, hands, {"goal": 1}, few=FEW),
)


@pytest.mark.parametrize("deals", [range(1), pytest.param(range(1, 20), marks=pytest.mark.soak)])
@pytest.mark.parametrize("at_risk", range(4))
def test_every_contract_scores_as_in_openspiel(at_risk: int, deals: range) -> None:
    """It scores all contracts of a deal, with the tricks that perfect play takes; a contract for all tells how many."""
    game = shipped.game("tricks/bridge")
    ours, slots = game.start(1), game.layout.slots
    for seed in deals:
        theirs = bridge_with(AT_RISK[at_risk])(ours).state
        for action in Random(seed).sample(range(52), 52):
            theirs.apply_action(action)
        scores = theirs.score_by_contract()
        for level, denomination, declarer, doubling in product(range(1, 8), range(5), range(4), range(3)):
            sign = 1 if declarer % 2 == 0 else -1
            at = ((level - 1) * 5 + denomination) * 12 + declarer * 3 + doubling + 1
            lost = -sign * scores[(30 + denomination) * 12 + declarer * 3 + 1]
            won = 13 if lost < 0 else 13 - lost // (100 if AT_RISK[at_risk][declarer % 2] else 50)
            cells = list(ours.raw.cells)
            for name, value in (("level", level), ("denomination", denomination), ("declarer", declarer),
                                ("doubling", doubling), ("vulnerable", at_risk)):  # fmt: skip
                cells[slots[name].offset] = value
            cells[slots["tricks"].offset + declarer] = won
            result = game.engine.call(ours.raw.with_cells(cells), "fact result", ())
            assert result == sign * scores[at], (level, denomination, declarer, doubling, won)


def test_random_games_of_skat_go_the_same_way() -> None:
    assert sum(skat_game(seed) for seed in range(10)) > 150


@pytest.mark.soak
@pytest.mark.parametrize("jumps", ["one_by_one", "any_higher"])
def test_many_random_games_of_skat_go_the_same_way(jumps: str) -> None:
    assert sum(skat_game(seed, jumps=jumps) for seed in range(1000)) > 10_000
