"""The law of secrets: in a book that the check accepts, no player can notice an exchange of hidden things.

The check proves this for every game. The test plays random games and exchanges what a player did not see
(`rulekit/play/exchange.py`); the player must get the same information and options. Faults count as invisible, so a game
that ends in a fault leaks nothing. Books with `remembered` are skipped, since the check trusts it.
"""

from __future__ import annotations

from collections import Counter

from rulekit.engine.wasm.recording_engine import RecordingEngine
from rulekit.machine import program as m
from rulekit.play.game_steps import is_secret
from rulekit.play.knowledge import exchange_outcomes

from .laws import require
from .mending import Mended

GAMES = 3
BROKE_OFF = "one game breaks off"


def keep_secrets(
    mended: Mended, machine: m.Machine, tally: Counter[str], engine: RecordingEngine | None = None
) -> None:
    """Assert the law for one book; `tally` counts the exchanges."""
    text = mended.text
    tally["books with `reveals`"] += ", reveals" in text
    tally["`reveals`"] += text.count(", reveals")
    if not any(map(is_secret, machine.nodes)):
        tally["books that pick and draw nothing hidden"] += 1
        return
    tally["books with secrets"] += 1
    tally["books with secrets and `at once`"] += "at once each" in text
    tally["books with secrets and `reveals`"] += ", reveals" in text
    if mended.trusted:
        tally["books with `remembered`, not exchanged"] += 1
        return
    found = exchange_outcomes(machine, GAMES, 5, engine=engine or RecordingEngine(machine))
    tally["books exchanged"] += 1
    tally["books with a pair kept"] += bool(found.kept)
    tally["exchanges tried"] += found.tried
    tally["pairs kept"] += found.kept
    leaks = [leak for leak in found.leaks if BROKE_OFF not in leak]
    tally["leaks"] += len(leaks)
    require(not leaks, "no exchange can be told", *leaks)
