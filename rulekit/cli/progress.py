"""How far long work has come, on a terminal only: one line of standard error, which is wiped at the end.

tqdm draws it, as wide as the terminal is and in letters that it has, and guesses how long the rest will take; it is
loaded when there is something to show.
"""

from __future__ import annotations

import sys
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..diagnostics.printable import one_line
from .output import obeys

if TYPE_CHECKING:
    from tqdm import tqdm

PATIENCE = 0.3
"""Seconds in which nobody asks how far it is."""
BAR = "{desc}: {n_fmt} of {total_fmt} {bar} {remaining} left"


class Progress:
    """Shows a line now and then; costs nothing where standard error is not a terminal."""

    def __init__(self, what: str) -> None:
        self.what = one_line(what)
        self.first = monotonic() + PATIENCE
        self.line: tqdm[Any] | None = None

    def __call__(self, done: int, total: int) -> None:
        """So many of all are done."""
        line = self._line(BAR, self.what, done, total)
        if line is not None:
            line.update(done - line.n)

    def say(self, what: str) -> None:
        """This is being done now."""
        line = self._line("{desc}")
        if line is not None:
            width = line.ncols or 80  # tqdm cuts only what has a bar in it
            text = one_line(what)
            line.set_description_str(text if len(text) < width else f"...{text[4 - width :]}")

    def done(self) -> None:
        if self.line is not None:
            self.line.close()

    def _line(self, form: str, what: str = "", done: int = 0, total: int | None = None) -> tqdm[Any] | None:
        if self.line is None and monotonic() >= self.first and obeys(sys.stderr):
            from tqdm import tqdm

            tqdm.monitor_interval = 0  # no thread
            tqdm.set_lock(RLock())  # nor one for processes: this one alone draws
            self.line = tqdm(
                desc=what, initial=done, total=total, bar_format=form, leave=False, dynamic_ncols=True, miniters=1
            )
        return self.line
