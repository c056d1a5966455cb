"""From names and types to knowledge: whether a configured rulebook makes sense.  `check_rulebook` is the door;
`readable_model` is for who only says a rulebook in words.
"""

from .checked import CheckedModel
from .run import check_rulebook, readable_model

__all__ = ["CheckedModel", "check_rulebook", "readable_model"]
