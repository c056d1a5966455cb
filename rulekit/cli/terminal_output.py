"""Reads from and writes to the terminal: results on standard output, messages and progress on standard error, and typed
lines.

Everything that is printed goes through this file and is made safe to show, except what `main.py` prints while rulekit
itself is loading. An output may be closed, full, without a reader, or unable to encode a character; each of these cases
is handled here.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Any, Self, TextIO

from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.printable import json_escaped, one_line, printable, tenths_text

if TYPE_CHECKING:
    from tqdm import tqdm


CLEARED = "\033[2J\033[3J\033[H"
MOST_TYPED = 10_000
"""The most characters of a typed line."""

_OURS = re.compile(r"(\x1b\[(?:0|1|31|32|33|34|36|1;31|1;33|1;36)m)")
"""The colour codes of `diagnostics.renderer` and `compare.comparison_text`. Both make the text between the codes safe
to show."""


def say(text: str, end: str = "\n", coloured: str = "") -> None:
    """Write a text to standard output. A terminal with colours gets `coloured` instead, in which only rulekit's own
    colour codes are kept.

    Raises BrokenPipeError if the reader has closed the output, and RulekitError if it cannot be written."""
    out = sys.stdout
    if out is None:
        raise _write_error("it is closed")
    _escape_missing_letters(out)
    try:
        in_colour = coloured and obeys(out) and "NO_COLOR" not in os.environ
        _write_whole(out, (_with_our_colours(coloured) if in_colour else printable(text)) + end)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        give_up(out)
        raise _write_error((error.strerror if isinstance(error, OSError) else None) or str(error)) from error


def say_json(text: str) -> None:
    """Write a JSON value to standard output. Characters that the output cannot encode are escaped."""
    say(json_escaped(text, encoding()))


def encoding() -> str:
    """Return the encoding of standard output."""
    return getattr(sys.stdout, "encoding", None) or "utf-8"


def tell(text: str) -> None:
    """Write to standard error; if that is impossible, write nothing."""
    out = sys.stderr
    if out is None:
        return
    shown = _with_our_colours(text) if out.isatty() else printable(_OURS.sub("", text))
    with contextlib.suppress(OSError, ValueError):
        _write_whole(out, shown + "\n")


def announce(text: str) -> None:
    """Write a text to standard error if it is a terminal: it says what begins now. Otherwise write nothing, since
    nobody waits there."""
    if sys.stderr is not None and sys.stderr.isatty():
        tell(text)


def _write_whole(out: TextIO, text: str) -> None:
    """Write a whole text, or raise OSError. Python's unbuffered output (`python -u`, PYTHONUNBUFFERED) may write only a
    part of a text without raising an error."""
    raw = getattr(out, "buffer", None)
    if not isinstance(raw, io.RawIOBase):
        out.write(text)
        out.flush()
        return
    with open(out.fileno(), "w", encoding=out.encoding, errors=out.errors, closefd=False) as whole:
        whole.write(text)


def _with_our_colours(text: str) -> str:
    return "".join(part if _OURS.fullmatch(part) else printable(part) for part in _OURS.split(text))


def ask(prompt: str) -> str | None:
    """Print a prompt and return a typed line; None at the end of input. The rest of a line that is too long is returned
    by the next call."""
    if sys.stdin is None:
        return None
    try:
        if sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty():
            return input(printable(prompt))  # unlike reading standard input, `input` lets users edit the line
        say(prompt, end="")
        line = sys.stdin.readline(MOST_TYPED)
    except EOFError:
        return None
    except UnicodeDecodeError:
        tell("what was typed is not text")
        return ""
    except ValueError:  # standard input was closed
        return None
    return line.rstrip("\n") if line else None


def obeys(out: TextIO | None) -> bool:
    """Return whether an output is a terminal that supports colours and cursor moves. A terminal of type `dumb` does
    not."""
    return out is not None and out.isatty() and os.environ.get("TERM") != "dumb"


def terminal_width() -> int | None:
    """Return the width of the terminal in characters; None if standard output is no terminal."""
    out = sys.stdout
    if out is None or not out.isatty():
        return None
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return os.get_terminal_size(out.fileno()).columns or None
    return None


def clear() -> None:
    """Clear the terminal, including the lines that were scrolled away. If output is no terminal, do nothing."""
    out = sys.stdout
    if out is not None and out.isatty():
        with contextlib.suppress(OSError, ValueError):
            out.write(CLEARED)
            out.flush()


def give_up(out: TextIO | None) -> None:
    """Redirect an output to nowhere, so that nothing can fail any more, not even Python's flush at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, out.fileno())  # type: ignore[union-attr]  # None raises AttributeError, which is suppressed
        os.close(null)


def _escape_missing_letters(out: Any) -> None:
    if getattr(out, "errors", None) not in (None, "backslashreplace"):
        with contextlib.suppress(AttributeError):
            out.reconfigure(errors="backslashreplace")


def _write_error(why: str) -> RulekitError:
    return RulekitError(Diagnostic("E836", f"standard output cannot be written: {why}"))


PATIENCE = 0.3
"""Seconds of work before progress is shown."""
LONG = 10.0
"""Seconds of work after which an output that is no terminal gets one line about it."""
BAR = "{desc} {bar} {remaining} left"


class Progress:
    """Shows progress in one line of a terminal, which is removed at the end of a `with` block. Without a terminal, it
    says once that the work takes long.

    tqdm draws the line and estimates the remaining time. It is loaded when there is something to show, after `patience`
    seconds."""

    def __init__(self, what: str, patience: float = PATIENCE) -> None:
        self.what = one_line(what)
        self.begun = monotonic()
        self.first = self.begun + patience
        self.told = False
        self.line: tqdm[Any] | None = None

    def __call__(self, done: float, total: int, later: float | None = None) -> None:
        """Show that `done` of `total` items are done, the last one perhaps in part. Later work will take about `later`
        seconds (None: unknown or no such work)."""
        spent = monotonic() - self.begun
        left = spent / done * (total - done) if done else 0.0
        all_left = f"about {duration(left + later)} left in all" if done and later else ""
        counted = f"{self.what}: {tenths_text(done)} of {total}"
        line = self._line(BAR, counted, done, total)
        if line is not None:
            line.set_description_str(", ".join(filter(None, (counted, all_left))), refresh=False)
            line.update(done - line.n)
        elif done and done < total and self._is_long():
            told = f"{counted} after {duration(spent)}, about {duration(left)} left"
            tell(", ".join(filter(None, (told, all_left))))

    def say(self, what: str) -> None:
        """Show what is being done now."""
        line = self._line("{desc}")
        if line is not None:
            width = line.ncols or 80  # without a progress bar, tqdm does not cut a line to the width
            text = one_line(what)
            line.set_description_str(text if len(text) < width else f"...{text[4 - width :]}")
        elif self._is_long():
            tell(f"{one_line(what)}: at work after {duration(monotonic() - self.begun)}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.line is not None:
            self.line.close()

    def _is_long(self) -> bool:
        """Return True once, when the work has taken LONG seconds; otherwise False."""
        if self.told or monotonic() - self.begun < LONG or obeys(sys.stderr):
            return False
        self.told = True
        return True

    def _line(self, form: str, what: str = "", done: float = 0, total: int | None = None) -> tqdm[Any] | None:
        if self.line is None and monotonic() >= self.first and obeys(sys.stderr):
            from tqdm import tqdm

            tqdm.monitor_interval = 0  # otherwise tqdm would start a monitoring thread
            tqdm.set_lock(RLock())  # otherwise tqdm would make a lock for processes, but only this process draws
            self.line = tqdm(
                desc=what,
                initial=done,
                total=total,
                bar_format=form,
                leave=False,
                dynamic_ncols=True,
                miniters=0,
                smoothing=0,  # games differ in length, so the mean of all predicts better than the last ones
            )
        return self.line


def duration(seconds: float) -> str:
    """Return a time as text: in seconds below two minutes, in minutes below two hours, otherwise in hours."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} minutes" if seconds < 7200 else f"{seconds / 3600:.0f} hours"
