"""The checks, in order.

1. `names` declares every clause (duplicates are refused first), then gives every clause its names and types.
2. The checks of CHECKS run one after the other, each in its own file in `checks/`, over the finished tables.  Those of structure come
   first, then those of knowledge; none changes a table.  They run only where all names and types were right, for a check
   that looks at half a meaning would invent mistakes.
"""

from __future__ import annotations

from collections.abc import Callable

from .checked import CheckedModel
from .checker import Checker

Check = Callable[[Checker, CheckedModel], None]

CHECKS: tuple[Check, ...] = ()
"""The order is part of what users see: messages come in the order of the checks, then of the text."""
