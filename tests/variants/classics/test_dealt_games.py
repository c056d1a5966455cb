"""Random games of classics with chance go as in OpenSpiel, which is dealt the cards, or throws the dice, of ours."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulekit.play.game import GameState
from rulekit.play.solving import Solving, solve
from tests import shipped
from tests.variants.classics import cribbage_of_openspiel as cribbage
from tests.variants.other_programs import Dealt, Peer, openspiel_dealt
from tests.variants.sequence_form import SequenceForm

FEW = (20, 10_000)
SAID = {"check": "Pass", "fold": "Pass", "bet": "Bet", "call": "Bet"}
RAISED = {"check": "Call", "call": "Call", "raise": "Raise", "fold": "Fold"}


def number(label: str) -> int:
    """Return the number of a die or card that a label of chance names."""
    return int(re.findall(r"\d+", label)[-1])


def scores(state: GameState) -> Any:
    return [state.value("score", player) for player in range(state.game.players)], state.value("gathered")


def pig_scores(text: str) -> Any:
    *safe, gathered = map(int, re.findall(r"\d+", text.splitlines()[0]))
    return safe, gathered


def kuhn_text(state: GameState) -> str:
    """Return the cards and what was said as OpenSpiel writes a position of Kuhn poker."""
    entries = state.history()
    cards = [str(number(entry.label) - 1) for entry in entries if entry.seat is None]
    said = [SAID[entry.label][0].lower() for entry in entries if entry.seat]
    return " ".join([*cards, *(["".join(said)] if said else [])])


def leduc_card(label: str) -> str:
    suit, rank = label.split(": ")[1].rstrip(")").split("_")
    return f"Chance outcome:{2 * ('jack', 'queen', 'king').index(rank) + ('hearts', 'spades').index(suit)}"


def pots(state: GameState) -> Any:
    return [100 - state.value("paid", player) for player in (0, 1)]


def leduc_money(text: str) -> Any:
    return [int(part) for part in re.search(r"Money .*: (\d+) (\d+)", text).groups()]


def kuhn(players: int) -> Peer:
    start = openspiel_dealt("kuhn_poker", lambda label: f"Deal:{number(label) - 1}", str, players=players)
    return Peer(
        "classics/kuhn-poker",
        start,
        lambda label, _: SAID[label],
        kuhn_text,
        follow=Dealt.follow,
        players=players,
        few=FEW,
    )


def bids(state: GameState) -> Any:
    """Return the dice of each player in ascending order, and the last bid."""
    cups = ["".join(str(face + 1) * state.value("cup", player, face) for face in range(6)) for player in (0, 1)]
    quantity = state.value("quantity")
    return cups, f"{quantity}-{state.value('bid_number')}" if quantity else ""


def liars_bids(text: str) -> Any:
    words = text.split()
    return ["".join(sorted(word)) for word in words[:2]], words[-1] if len(words) > 2 else ""


def bid(label: str, state: GameState) -> str:
    return "Liar" if label == "doubt" else "-".join(re.findall(r"\d+", label))


def liars_dice(dice: int, raising: str, rule: str) -> Peer:
    start = openspiel_dealt(
        "liars_dice", lambda label: f"Roll {number(label)}", liars_bids, numdice=dice, bidding_rule=rule
    )
    options = {"dice_each": dice, "raising": raising, **LIARS_DICE}
    return Peer("classics/liars-dice", start, bid, bids, options, follow=Dealt.follow, few=FEW)


LIARS_DICE = {"length": "one_round", "wild": "highest"}
PEERS = (
    liars_dice(1, "any_number", "reset-face"),
    liars_dice(3, "any_number", "reset-face"),
    liars_dice(2, "greater_number", "reset-quantity"),
    Peer(
        "classics/pig",
        openspiel_dealt("pig", lambda label: f"Roll {number(label)}", pig_scores, "roll", winscore=60, horizon=10_000),
        lambda label, _: {"go_on": "roll", "hold": "stop"}[label],
        scores,
        {"goal": 60},
        follow=Dealt.follow,
        few=FEW,
    ),
    Peer(
        "classics/cribbage",
        cribbage.start,
        cribbage.written,
        cribbage.board,
        {"crib_flush": "without_starter"},
        same_end=False,  # OpenSpiel counts all hands of a deal even if a player has won
        follow=cribbage.OpenSpielCribbage.follow,
        few=(4, 10_000),
    ),
    kuhn(2),
    kuhn(3),
    Peer(
        "classics/leduc-poker",
        openspiel_dealt("leduc_poker", leduc_card, leduc_money),
        lambda label, _: RAISED[label],
        pots,
        follow=Dealt.follow,
        few=FEW,
    ),
)


@pytest.mark.parametrize(("name", "own"), [("kuhn-poker", "kuhn_poker"), ("one-card-poker", None)])
def test_what_a_game_for_two_is_worth(name: str, own: str | None) -> None:
    """One-card poker costs the first player about 6.4 cents a deal (G. Gordon, One-card Poker)."""
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from rulekit.adapters.openspiel import load

    form = SequenceForm.of(load(f"classics/{name}"))
    if own is None:
        assert round(form.value(), 3) == -0.064 and form.size[2:] == (26, 26)
    else:
        theirs = SequenceForm.of(pyspiel.load_game(own))
        assert form.size == theirs.size and form.value() == pytest.approx(theirs.value(), abs=1e-9)


@pytest.mark.parametrize("sides", [3, *(pytest.param(sides, marks=pytest.mark.soak) for sides in (4, 6))])
def test_liars_dice_is_worth_what_it_is_in_openspiel(sides: int) -> None:
    """With a die each: the same tree, and by linear programming the same value. With six sides it is -7/258."""
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from rulekit.adapters.openspiel import load

    options = {"dice_each": 1, "faces": sides, **LIARS_DICE}
    ours = SequenceForm.of(load("classics/liars-dice", options=options, zero_sum=True))
    theirs = SequenceForm.of(pyspiel.load_game("liars_dice", {"dice_sides": sides}))
    assert ours.size == theirs.size
    assert ours.value() == pytest.approx(theirs.value(), abs=1e-9)
    assert sides != 6 or ours.value() == pytest.approx(-7 / 258, abs=1e-9)


def chance_of_winning(goal: int) -> float:
    """Return how likely the first player wins Pig if both play best, by the equations of Neller and Presser (Practical
    Play of the Dice Game Pig, 2010): a turn begins with a roll, and is held or rolled again."""
    safe = [[0.5] * goal for _ in range(goal)]
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for mine in reversed(range(goal)):
            for other in reversed(range(goal)):
                lost, best = 1 - safe[other][mine], [1.0] * (goal + 6)  # from the goal on, holding wins
                for total in reversed(range(goal - mine)):
                    rolled = (lost + sum(best[total + face] for face in range(2, 7))) / 6
                    best[total] = max(rolled, 1 - safe[other][mine + total]) if total else rolled
                change = max(change, abs(best[0] - safe[mine][other]))
                safe[mine][other] = best[0]
    return safe[0][0]


@pytest.mark.soak
def test_pig_is_worth_what_its_equations_say() -> None:
    found = solve(shipped.game("classics/pig", goal=20), Solving())
    assert found.exhausted and found.value is not None
    assert (1 + float(found.value[0])) / 2 == pytest.approx(chance_of_winning(20), abs=1e-6)
