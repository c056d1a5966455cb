"""Which rulebooks of the library are games, said beforehand: tests are named by it before any book is read.

That it is so is held by `tests/render/test_pages.py`.
"""

from __future__ import annotations

from rulekit.rulebook_files import names

PARTS = ("czar/base", "czar/collecting")
"""What is no game by itself."""
GAMES = tuple(name for name in names() if name not in PARTS)
