"""What a player has learnt, and what `test --knowledge` finds in rulebooks that leak hidden information."""

from __future__ import annotations

import pytest

from rulekit.check.checked import CheckedModel
from rulekit.cli.main import main
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine.lower import lower
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.play.information_state import NoteWording
from rulekit.play.knowledge import Exchanges, exchange_outcomes
from tests.play.histories import group_histories
from tests.shipped import every

from .books import HERE, book

SHOWN_TO_ALL = ("choice_hidden", "choose_open")
"""Rulebooks in which everybody sees each pick, so that nothing hidden leaks."""
LEAKING = sorted(
    path.stem
    for path in (HERE / "knowledge").glob("*.rules")
    if path.stem not in (*SHOWN_TO_ALL, "secret_pick", "night", "night_open")
)


def exchanged(name: str, games: int, reference: bool = False) -> Exchanges:
    """Return the result of exchanging hidden things in a rulebook whose information flow was not checked."""
    model = unchecked(name)
    machine = lower(model)
    engine = ReferenceEngine(machine, recording=True) if reference else None
    return exchange_outcomes(machine, games, 1, model.rulebook, engine)


def unchecked(name: str) -> CheckedModel:
    """Return the model of a rulebook without checking its information flow."""
    model, found = check_configuration(book(name).books, Config(), knowledge=False)
    assert model is not None, [str(d) for d in found]
    return model


@pytest.mark.parametrize("reference", every(2, [False, True]), ids=["wasm", "reference"])
@pytest.mark.parametrize("name", every(2, LEAKING))
def test_a_leak_that_nobody_checked_is_found_by_playing(name: str, reference: bool) -> None:
    found = exchanged(f"knowledge/{name}", 12, reference)
    assert found.leaks, name
    assert all("in one game" in leak or "on offer" in leak or "breaks off" in leak for leak in found.leaks)


def test_a_leak_is_told_with_its_line_and_what_is_hidden() -> None:
    leak = exchanged("knowledge/assign", 12).leaks[0]
    assert leak.startswith("p1 learns something hidden in flow (line 19): mark[p2]: ")
    assert "hidden from p1: deck (" in leak and "(game 0, seed 1)" in leak


def test_twenty_three_books_leak_and_are_found() -> None:
    assert len(LEAKING) >= 20


def test_what_is_shown_is_known_by_place_and_value() -> None:
    machine = lower(unchecked("meaning/show_min"))
    words = NoteWording.of(machine)
    assert [shown.cell for shown in words.form.shows] == ["mask", None]
    assert exchanged("meaning/show_min", 100).leaks == ()
    assert group_histories(machine).leaks == ()


def test_a_fault_does_not_swallow_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "-n", "2", "--knowledge", "120", str(HERE / "meaning" / "flt.rules")]) == 1
    said = capsys.readouterr().out
    assert "E702: flow: x would leave its range" in said and "seed 1" in said
    assert "pairs kept" in said


def test_a_game_without_secrets_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "-n", "1", "--knowledge", "100000", "classics/nim"]) == 0
    assert "nothing to exchange" in capsys.readouterr().out


def test_hidden_roles_and_votes_stay_hidden_a_thousand_times() -> None:
    found = exchange_outcomes(book("knowledge/night").configure().machine, 60, 1)
    assert found.leaks == () and found.faults == ()
    assert found.enough
