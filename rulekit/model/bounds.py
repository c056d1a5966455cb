"""The limit on the number of players, for headers, examples, the command line and saves; it imports nothing, so all can
use it.
"""

from typing import Final

MOST_PLAYERS: Final = 100
