"""How far long work has come, on a terminal only, on one line of standard error that is wiped at the end."""

from __future__ import annotations

import sys
from contextlib import suppress
from time import monotonic

from ..diagnostics.printable import one_line


class Progress:
    """Shows a line now and then; costs nothing where standard error is not a terminal."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.shown = False
        self.next = monotonic() + 0.3

    def __call__(self, done: int, total: int) -> None:
        self.say(f"{self.what}: {done} of {total}")

    def say(self, text: str) -> None:
        now = monotonic()
        if now < self.next or sys.stderr is None or not sys.stderr.isatty():
            return
        self.next = now + 0.1
        self.shown = True
        self._write(f"\r\033[K{one_line(text)}")

    def done(self) -> None:
        if self.shown:
            self._write("\r\033[K")

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):  # nobody waits who does not look
            sys.stderr.write(text)
            sys.stderr.flush()
