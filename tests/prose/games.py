"""The shipped games as models for sentences, made once for all tests of prose."""

from __future__ import annotations

from functools import cache

from rulekit.check.checked import CheckedModel
from rulekit.model.rulebook import Config
from tests.shipped import book


@cache
def model(game: str, players: int | None = None) -> CheckedModel:
    found = book(game).model(Config(players), whole=False)
    assert found is not None, game
    return found
