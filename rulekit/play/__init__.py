"""Plays games: states, records, random games, statistics, examples, tests, and what players know.

The constants that limit random games are here because the command line reads them before it loads any engine.
"""

from __future__ import annotations

import re
from typing import Final

from ..diagnostics.printable import one_line

RANDOM: Final = "random"
"""The agent that chooses each option with equal probability."""
MAX_MOVES: Final = 10_000
"""Moves after which a random game is stopped by default."""
MOST_GAMES: Final = 2**31
"""The most random games of one call."""
MOST_WORKERS: Final = 512
"""The most processes that play random games."""


def agents_text(agents: str) -> str:
    """Return the agents of a game as reports name them. If a search is limited by time, the text adds that another run
    gives other figures."""
    timed = (
        ", limited by time: another run gives other figures" if re.search(r"\b(uct|flat):[0-9]+ms\b", agents) else ""
    )
    return f"{one_line(agents)}{timed}"
