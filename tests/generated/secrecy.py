"""The law of secrets: in a book that the check lets pass, no exchange of what is hidden can be told from outside.

The check proves it for every game; here random games are played, what a player did not see is exchanged
(`rulekit/play/exchange.py`), and he must be told and offered the same.  Faults count as seen by nobody, so that a game
that breaks off gives nothing away; `remembered` is trusted, so that books with it are left out.
"""

from __future__ import annotations

from collections import Counter

from rulekit.engine.wasm.recording_engine import RecordingEngine
from rulekit.machine import program as m
from rulekit.play.exchange import is_secret
from rulekit.play.knowledge import exchange_outcomes

from .laws import require
from .mending import Mended

GAMES = 3
BROKE_OFF = "one game breaks off"


def keep_secrets(
    mended: Mended, machine: m.Machine, tally: Counter[str], engine: RecordingEngine | None = None
) -> None:
    """The law for one book; `tally` counts how much was exchanged."""
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
