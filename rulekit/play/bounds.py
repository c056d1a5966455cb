"""How much may be asked of random games, in numbers that need no engine: the command line looks at them first."""

from __future__ import annotations

from typing import Final

MAX_MOVES: Final = 10_000
"""A random game that would go on longer is stopped, unless somebody says otherwise."""
MOST_GAMES: Final = 2**31
"""Random games of one call."""
MOST_WORKERS: Final = 512
"""Processes that play them."""
