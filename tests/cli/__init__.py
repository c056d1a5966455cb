"""Runs the command line inside the test process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attrs import frozen

from rulekit.cli.main import main

GAMES = Path(__file__).parent / "games"
PILE = str(GAMES / "pile.rules")
MISERE = str(GAMES / "misere.rules")
BROKEN = str(GAMES / "broken.rules")


@frozen
class Ran:
    """The exit code, standard output and standard error of a command line."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Return the one JSON value on standard output; standard error must be empty."""
        assert self.err == ""
        return json.loads(self.out)


def run(capsys: Any, *words: object) -> Ran:
    capsys.readouterr()
    code = main([str(word) for word in words])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return Ran(code, out, err)
