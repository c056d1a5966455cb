"""A branch whose decisions are all by one player is one move, like an action."""

from __future__ import annotations

import pytest

from rulekit.pipeline import EngineName
from rulekit.play.perft import perft

from .books import ENGINES, start


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["mv1", "mv4"])
def test_a_branch_is_one_move(name: str, engine: EngineName) -> None:
    assert perft(start(f"meaning/{name}", engine).game.engine, 2) == [7, 49]
