"""Checks whether a configured rulebook makes sense: names, types, and who can know what.

`check_rulebook` does all checks. `readable_model` suffices for programs that only put a rulebook into words.
"""

from .checked import CheckedModel
from .run import check_rulebook, readable_model

__all__ = ["CheckedModel", "check_rulebook", "readable_model"]
