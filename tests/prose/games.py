"""The shipped games, as models: checked once for all tests of prose."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulekit.check.checked import CheckedModel
from rulekit.loader import gather
from rulekit.model.rulebook import Config
from rulekit.pipeline import check
from rulekit.rulebook_files import find

VARIANTS = Path(__file__).parents[2] / "variants"
PARTS = {"czar/base", "czar/collecting"}
"""Books that are no game by themselves."""
GAMES = sorted(name for path in VARIANTS.glob("*/*.rules") if (name := f"{path.parent.name}/{path.stem}") not in PARTS)


@cache
def model(game: str, players: int | None = None) -> CheckedModel:
    books, _ = gather([find(game)])
    found, problems = check(books, Config(players))
    assert found is not None, problems
    return found
