"""Checks whether a rulebook makes sense in one configuration (number of players and answers of options): names, types,
and who can know what.

`check_rulebook` does all checks. `readable_model` is enough for programs that only put a rulebook into words.
"""

from .checked import CheckedModel
from .run import check_rulebook, readable_model

__all__ = ["CheckedModel", "check_rulebook", "readable_model"]
