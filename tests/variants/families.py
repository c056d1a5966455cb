"""Families of games with one base and thin editions, and the editions of each."""

from __future__ import annotations

from tests import shipped

FAMILIES = ("chess", "draughts", "go", "mancala", "tafl")
EDITIONS = tuple(name for name in shipped.GAMES if name.split("/")[0] in FAMILIES)
