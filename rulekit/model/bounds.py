"""How many may play: one bound for headers, examples, the command line and saves; it imports nothing, so all can."""

from typing import Final

MOST_PLAYERS: Final = 100
