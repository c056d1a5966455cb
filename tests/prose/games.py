"""The shipped games, as models: checked once for all tests of prose."""

from __future__ import annotations

from functools import cache

from rulekit.check.checked import CheckedModel
from rulekit.loader import gather
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.rulebook_files import find


@cache
def model(game: str, players: int | None = None) -> CheckedModel:
    books, _ = gather([find(game)])
    found, problems = check_configuration(books, Config(players))
    assert found is not None, problems
    return found
