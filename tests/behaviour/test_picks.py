"""A pick from a hidden place is visible to those who see the place; inside `at once`, only the picking player sees
it.

The rulebook `secret_pick` has the word FORM where a card is picked; the tests replace it by different ways to pick. The
number of information states that the other player can reach shows what they learn.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.engine.log import PICKED, UNSEEN, visible_notes
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm.recording_engine import RecordingEngine
from tests.play.histories import group_histories

TEXT = (Path(__file__).parent / "knowledge" / "secret_pick.rules").read_text("utf-8")
PICK = "choose c in hand[me]"
LAY = "\n{0}move c from hand[me] to table_card"
FORMS = {
    "action": ("do one of act", (1, 1)),
    "choose": (f"{PICK}{LAY.format(' ' * 6)}", (1, 1)),
    "choose_seen_by_me": (f"{PICK}, seen by me{LAY.format(' ' * 6)}", (1, 1)),
    "choose_seen_by_all": (f"{PICK}, seen by all{LAY.format(' ' * 6)}", (1, 3)),
    "may": (f"may lay:\n        {PICK}{LAY.format(' ' * 8)}", (1, 2)),
    "may_seen_by_me": (f"may lay:\n        {PICK}, seen by me{LAY.format(' ' * 8)}", (1, 2)),
    "at_once": (
        "at once each p in {p1}:\n        choose c in hand[p]\n        move c from hand[p] to table_card",
        (1, 1),
    ),
    "called_at_once": ("at once each p in {p1}:\n        lay()", (1, 1)),
    "action_at_once": ("at once each p in {p1}:\n        do one of act", (1, 1)),
}


def machine(tmp_path: Path, form: str):
    text = TEXT.replace('"A card laid face down"', '"A card laid face down":\n  players 2').replace("FORM", form)
    if "may" in form:
        text = text.replace("if sure(table_card)", "if taken(table_card) and sure(table_card)")
    if "lay()" in form:
        text += f"procedure lay:\n  {PICK}{LAY.format('  ')}\n"
    (tmp_path / "picks.rules").write_text(text, "utf-8")
    return rulekit.load(str(tmp_path / "picks.rules")).machine()


@pytest.mark.parametrize("form", FORMS)
def test_what_the_other_learns(form: str, tmp_path: Path) -> None:
    text, states = FORMS[form]
    assert group_histories(machine(tmp_path, text)).information_states == states


@pytest.mark.parametrize("form", FORMS)
def test_both_engines_tell_the_same(form: str, tmp_path: Path) -> None:
    made = machine(tmp_path, FORMS[form][0])
    told = []
    for engine in (ReferenceEngine(made, recording=True), RecordingEngine(made)):
        state = engine.start(1)
        engine.apply(state, engine.options(state)[0])
        told.append(engine.records)
    assert told[0] == told[1]
    notes = [note for note in visible_notes(told[0], 1) if note[0] == PICKED]
    assert all(UNSEEN in note or "all" in form or "may" in form for note in notes)


def test_a_pick_may_be_shown_to_some(tmp_path: Path) -> None:
    (tmp_path / "some.rules").write_text(
        "rulebook some:\n  players 3\nkeep n[p in Player]: 0..3 = 0, seen by p\nchoice act\naction tell in act:\n"
        "  choose q in Player where q != me\n  choose k in 1..3, seen by {me, q}\n  n[q] = k\nflow:\n"
        "  by p1:\n    do one of act\n  game over, drawn\n",
        "utf-8",
    )
    made = rulekit.load(str(tmp_path / "some.rules")).machine()
    for engine in (ReferenceEngine(made, recording=True), RecordingEngine(made)):
        state = engine.start(1)
        option = engine.options(state)[-1]  # the option labelled tell(q: p3, k: 3)
        engine.apply(state, option)
        seen = [[UNSEEN in n for n in visible_notes(engine.records, p) if n[0] == PICKED] for p in range(3)]
        assert seen == [[False], [True], [False]]
