"""The table of the designs is correct, their rules are short, and no seat is better than another."""

from __future__ import annotations

import re

import pytest

from rulekit.play.simulate import simulate
from rulekit.render.game_pages import RenderRequest, render_game
from rulekit.rulebook_files import library
from tests import shipped
from tests.render.page_words import shown_words
from tests.variants.classics.family import lines
from tests.variants.designs.test_plain_programs import DESIGNS

PAGE = (library().parent / "docs/write/classics.md").read_text("utf-8")
TOGETHER = ("designs/dike-watch",)
"""Games that all win or lose together."""


def test_every_design_with_its_players_time_and_lines() -> None:
    row = r"^\| `(designs/.*?)` \| [^|]* \| (\d) to (\d), (.*?) \| (\d+) \| [^|]{20,150} \|$"
    told = re.findall(row, PAGE, re.MULTILINE)
    for name, least, most, minutes, count in told:
        book = shipped.book(name)
        assert (int(least), int(most)) == (book.player_counts[0], book.player_counts[-1])
        assert f'time "{minutes} minutes"' in (library() / f"{name}.rules").read_text("utf-8")
        assert int(count) == lines(name)
    assert [name for name, *_ in told] == sorted(DESIGNS, key=PAGE.index)


@pytest.mark.soak
@pytest.mark.parametrize("name", DESIGNS)
def test_the_rules_have_at_most_700_words(name: str) -> None:
    for page in render_game(RenderRequest(name, (), (("en", ""), ("nl", "nl/")), False, (name,))):
        assert len(shown_words(page.files[f"{page.file}.md"].decode())) <= 700


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in DESIGNS if name not in TOGETHER])
def test_no_seat_wins_more_than_a_tenth_more_than_its_share(name: str) -> None:
    """Sampled: 4,000 games of random players, seed 1."""
    for players in shipped.book(name).player_counts:
        found = simulate(shipped.game(name, players).engine, 4_000, 1)
        assert found.unfinished == 0
        assert max(found.wins) * players <= 1.1 * sum(found.wins)
