"""The comparison of two editions shows all differences and nothing else."""

from __future__ import annotations

import pytest

from rulekit.model.change_kinds import Added, Change, Replaced, Struck
from rulekit.model.difference import difference
from tests.variants.czar.family import book


def changed(a: str, b: str) -> dict[str, Change]:
    found = {}
    for change in difference(book(a).rulebook, book(b).rulebook):
        match change:
            case Added(after=placed) | Struck(before=placed) | Replaced(after=placed):
                found[placed.id] = change
    return found


def ids(changes: dict[str, Change], kind: type[Change]) -> set[str]:
    left_out = ("example", "words", "look", "chapter", "statements", "section")
    return {name for name, change in changes.items() if isinstance(change, kind) and not name.startswith(left_out)}


def test_english_to_dutch_row_by_row() -> None:
    changes = changed("czar/english", "czar/dutch")
    assert ids(changes, Added) == {
        # roubles on arrival and in later turns, and in a turn with roubles nothing but roubles
        "action roubles",
        "rule roubles_on_arrival",
        "procedure turn_coins",
        "fact complete",
        "fact satisfied",
        "fact may_go_on",
        "exception roubles_only",
        "place turned",
        "place lost",
        # when the coins run out: who was first to play roubles
        "keep first_to_play",
        # open questions of these rules
        "option last_rouble",
        "option carried_by_another",
        "option first_roubles",
        "invariant coins_stay_in_sight",
    }
    assert ids(changes, Struck) == {
        # the coin for a player left behind
        "fact pays",
        "rule coin_for_the_sleeper",
        "procedure take_coin",
        "procedure no_coin_left",
        "option coin_moment",
        "option last_journey",
        # the bribe: players are let in as soon as they have the sum
        "fact served_now",
        "procedure judge",
        "rule judge_in_the_morning",
        "rule judge_on_arrival",
        "option bribing",
        # when the coins run out: who was first to try
        "keep favourite",
        "rule favour_the_first",
        "rule favour_the_arrival",
        "procedure favour",
        "rule coins_run_out",
        "fact somebody_has_enough",
        "procedure count_the_treasury",
        "option run_out",
        "option rich_traveller",
        "invariant coins_conserved",
    }
    assert ids(changes, Replaced) == {
        "table Face",  # the values of the coins
        "enum Kind",  # attaché and lady
        "place purse",  # hidden in one edition, open in the other
    }


def test_dutch_to_revised_row_by_row() -> None:
    changes = changed("czar/dutch", "czar/dutch-revised")
    assert ids(changes, Replaced) == {"place purse"}
    added, struck = ids(changes, Added), ids(changes, Struck)
    assert {"rule coin_for_the_sleeper", "procedure no_coin_left", "option robbing", "option without_enough"} <= added
    assert {"action roubles", "exception roubles_only", "procedure turn_coins", "keep first_to_play"} <= struck
    assert "table Face" not in changes
    assert "enum Kind" not in changes


def test_a_house_variant_is_one_change() -> None:
    changes = changed("czar/dutch", "czar/gentle-roubles")
    told = {"place lost", "statements nl"}  # what the place contains, and the statements of the source about it
    book_sections = {
        "section opening_roubles",
        "section turning_njet",
        "section turning_example",
        "section glance_roubles",
    }
    untold = set(changes) - {"words en", "words nl"} - told
    assert untold == {"rule gentle_njet", "example no_luck", *book_sections}


@pytest.mark.parametrize("name", ["czar/english", "czar/dutch", "czar/dutch-revised"])
def test_what_all_share_stands_in_no_comparison(name: str) -> None:
    shared = {"action place", "action turn_up", "action hand_off", "action travel", "procedure set_up", "table Inn"}
    assert not shared & set(changed("czar/english", name))
