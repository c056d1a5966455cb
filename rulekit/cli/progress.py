"""How far long work has come: on a terminal one line of standard error, which is wiped at the end; elsewhere one line
that stays, after ten seconds.

tqdm draws the line on a terminal, as wide as that is and in letters that it has, and guesses how long the rest will
take; it is loaded when there is something to show.
"""

from __future__ import annotations

import sys
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..diagnostics.printable import one_line
from .output import obeys, tell

if TYPE_CHECKING:
    from tqdm import tqdm

PATIENCE = 0.3
"""Seconds in which nobody asks how far it is."""
LONG = 10.0
"""Seconds after which work tells of itself where no terminal shows how far it is."""
BAR = "{desc}: {n_fmt} of {total_fmt} {bar} {remaining} left"


class Progress:
    """Shows a line now and then on a terminal; elsewhere tells once that the work is long."""

    def __init__(self, what: str) -> None:
        self.what = one_line(what)
        self.begun = monotonic()
        self.first = self.begun + PATIENCE
        self.told = False
        self.line: tqdm[Any] | None = None

    def __call__(self, done: int, total: int) -> None:
        """So many of all are done."""
        line = self._line(BAR, self.what, done, total)
        if line is not None:
            line.update(done - line.n)
        elif done and done < total and self._is_long():
            spent = monotonic() - self.begun
            left = duration(spent / done * (total - done))
            tell(f"{self.what}: {done} of {total} after {duration(spent)}, about {left} left")

    def say(self, what: str) -> None:
        """This is being done now."""
        line = self._line("{desc}")
        if line is not None:
            width = line.ncols or 80  # tqdm cuts only what has a bar in it
            text = one_line(what)
            line.set_description_str(text if len(text) < width else f"...{text[4 - width :]}")
        elif self._is_long():
            tell(f"{one_line(what)}: at work after {duration(monotonic() - self.begun)}")

    def done(self) -> None:
        if self.line is not None:
            self.line.close()

    def _is_long(self) -> bool:
        """Return whether it is time to tell of the work; once."""
        if self.told or monotonic() - self.begun < LONG or obeys(sys.stderr):
            return False
        self.told = True
        return True

    def _line(self, form: str, what: str = "", done: int = 0, total: int | None = None) -> tqdm[Any] | None:
        if self.line is None and monotonic() >= self.first and obeys(sys.stderr):
            from tqdm import tqdm

            tqdm.monitor_interval = 0  # no thread
            tqdm.set_lock(RLock())  # nor one for processes: this one alone draws
            self.line = tqdm(
                desc=what, initial=done, total=total, bar_format=form, leave=False, dynamic_ncols=True, miniters=1
            )
        return self.line


def duration(seconds: float) -> str:
    """Return a time in words: seconds, or minutes from two on."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} minutes"
