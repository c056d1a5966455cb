"""The labels that the language itself gives to options; all others are names of the rulebook."""

from __future__ import annotations

from typing import Final

PASS: Final = "pass"
"""Declining what `may` offers."""
DONE: Final = "done"
"""The end of a choice of several things."""
OWN_LABELS: Final = frozenset({PASS, DONE})
