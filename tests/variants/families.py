"""Families of games with one base and thin editions, and the designs of this library; the games of each folder."""

from __future__ import annotations

from tests import shipped

FAMILIES = ("chess", "connection", "designs", "dice", "draughts", "go", "mancala", "tafl", "tricks")
EDITIONS = tuple(name for name in shipped.GAMES if name.split("/")[0] in FAMILIES)
