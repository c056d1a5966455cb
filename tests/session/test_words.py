"""No screen of a shipped game shows an identifier of the program."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rulekit.scene.text_picture import picture_text
from rulekit.session import Session
from tests.shipped import GAMES, SPANNING, game, spanning

MOVES, FORETOLD = 5, 3
IDENTIFIER = re.compile(r"\b\w*[a-z0-9]_\w+|\b[a-z]+[A-Z]\w*|\w\(\w+: ")
"""A name with an underscore or an inner capital letter, or a label meant for programs."""


def screens(name: str) -> Iterator[str]:
    """Yield the texts shown during the first moves of a random game."""
    session = Session.of(game(name).start(5))
    for _ in range(MOVES):
        if session.over:
            break
        position = session.position()
        yield picture_text(position.scene)
        yield from map(str, position.offers)
        yield from map(str, session.closed_actions())
        for group in position.groups:
            yield from (" ".join(told) for told in session.forecasts(group.offers[:FORETOLD]).values())
        yield from (rule.title for rule in session.rules())
        session = session.play_at_random()
    for seat in range(len(session.seats)):
        yield from map(str, session.history(seat))


@pytest.mark.parametrize("name", spanning(GAMES, SPANNING[1::2]))
def test_no_identifier_is_on_the_screen(name: str) -> None:
    assert {found[0]: text for text in screens(name) for found in [IDENTIFIER.search(text)] if found} == {}
