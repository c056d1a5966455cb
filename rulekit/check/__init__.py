"""From names and types to knowledge: whether a configured rulebook makes sense.  `check_rulebook` is the door."""

from .checked import CheckedModel
from .run import check_rulebook

__all__ = ["CheckedModel", "check_rulebook"]
