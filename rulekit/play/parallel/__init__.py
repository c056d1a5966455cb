"""Games played in several processes or on several computers, with the same results as in one.

Chance is keyed by the number of the game, so games may be split anywhere: `chunks.py` splits them and joins what comes
back, `task.py` is what a worker is told and does, `workers.py` are the processes of this computer.  Which figures are
made of the games is for `simulate`, `testing` and `compare`.
"""

from .chunks import in_chunks
from .task import Job
from .workers import Workers, cores

__all__ = ["Job", "Workers", "cores", "in_chunks"]
