"""A choice of several cards from a hand is limited by the cards that fit, and the fix that a message suggests works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.diagnostics import Diagnostic
from rulekit.pipeline import EngineName, check_all
from rulekit.play.loaded_book import load
from rulekit.play.testing import BookTestSettings, check_book
from tests.shipped import spanning

from .books import ENGINES, HERE, book

TEXT = (HERE / "meaning" / "so_that_hand.rules").read_text("utf-8")


@pytest.mark.parametrize("engine", spanning(ENGINES, ["wasm"]))
def test_any_number_of_fourteen_cards(engine: EngineName) -> None:
    report = check_book(
        book("meaning/so_that_hand"), BookTestSettings(engine=engine, games=2 if engine == "wasm" else 1)
    )
    assert report.ok and not report.samples[0].unfinished


def found(text: str, tmp_path: Path) -> list[Diagnostic]:
    path = tmp_path / "so_that_hand.rules"
    path.write_text(text, "utf-8")
    return check_all(load(str(path)).books)[1]


def test_both_ways_out_are_right_when_applied(tmp_path: Path) -> None:
    large = TEXT.replace("seen by p, at most 14", "seen by p, at most 30")
    (wrong,) = found(large, tmp_path)
    fewer, holds, _ = (h.text for h in wrong.help)
    (picks,) = re.findall(r"`(choose up to \d+ of cards in) …`", fewer)
    assert not found(large.replace("choose any number of cards in", picks), tmp_path)
    (room,) = re.findall(r"`, (at most \d+)`", holds)
    assert not found(large.replace("at most 30", room), tmp_path)
