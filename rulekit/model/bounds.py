"""The limit on the number of players, for headers, examples, the command line and saves. This file imports nothing, so
that every other file can import it.
"""

from typing import Final

MOST_PLAYERS: Final = 100
