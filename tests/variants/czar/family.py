"""The five games of this family, shared by all tests."""

from __future__ import annotations

from tests.shipped import book, game

__all__ = ["EDITIONS", "PLAYERS", "book", "game"]

EDITIONS = ("czar/english", "czar/dutch", "czar/dutch-revised", "czar/gentle-roubles", "czar/without-roubles")
PLAYERS = (2, 3, 4, 5)
