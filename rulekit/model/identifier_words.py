"""Identifiers as a reader says them, wherever a rulebook gives a thing no title and no words.

Only the words are found here; how they stand in a sentence is for whoever says it (`prose/lexicon.py` for prose).
"""

from __future__ import annotations

import re

_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_+")


def identifier_words(name: str) -> str:
    """`coins_left`: coins left; `WideGate`: Wide Gate."""
    return " ".join(part for part in _WORD_BOUNDARY.split(name) if part) or name
