"""Reads from and writes to the terminal: results on standard output, messages and progress on standard error, typed
lines.

Everything printed goes through here and is made safe to show, except what `main.py` prints while rulekit itself is
loading. An output may be closed, full, unread, or lack letters; each of these is handled here.
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
    """Write to standard output; a terminal with colours gets `coloured`, in which only rulekit's own colour codes are
    kept.

    Raises BrokenPipeError if nobody reads the output, RulekitError if it cannot be written."""
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
    """Write a JSON value, with escapes for characters that the output's encoding lacks."""
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
    """Tell on a terminal what is being begun; elsewhere, nobody waits for it."""
    if sys.stderr is not None and sys.stderr.isatty():
        tell(text)


def _write_whole(out: TextIO, text: str) -> None:
    """Write all of a text, or raise OSError. Python's unbuffered output (`python -u`, PYTHONUNBUFFERED) may write only
    part of a text without an error."""
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
    """Return a typed line; None at the end of input. The rest of an overlong line is the next line."""
    if sys.stdin is None:
        return None
    try:
        if sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty():
            return input(printable(prompt))  # unlike reading standard input, this lets the line be edited
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
    """Return whether this is a terminal that supports colours and cursor moves; one of type `dumb` does not."""
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
    """Clear a terminal, including what was scrolled away."""
    out = sys.stdout
    if out is not None and out.isatty():
        with contextlib.suppress(OSError, ValueError):
            out.write(CLEARED)
            out.flush()


def give_up(out: TextIO | None) -> None:
    """Redirect an output to nowhere, so that even Python's flush at exit cannot fail."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, out.fileno())  # type: ignore[union-attr]
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
    """Shows progress on a terminal in one line, wiped at the end of a `with` block; without a terminal, says once that
    the work takes long.

    tqdm draws the line and estimates the remaining time; it is loaded when there is something to show, after `patience`
    seconds."""

    def __init__(self, what: str, patience: float = PATIENCE) -> None:
        self.what = one_line(what)
        self.begun = monotonic()
        self.first = self.begun + patience
        self.told = False
        self.line: tqdm[Any] | None = None

    def __call__(self, done: float, total: int, later: float | None = None) -> None:
        """Show that `done` items of `total` are done, the last one perhaps in part; what follows takes about `later`
        seconds."""
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
        """Show the current activity."""
        line = self._line("{desc}")
        if line is not None:
            width = line.ncols or 80  # tqdm cuts a line to the width only if it has a progress bar
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
        """Return True once, as soon as the work has taken LONG."""
        if self.told or monotonic() - self.begun < LONG or obeys(sys.stderr):
            return False
        self.told = True
        return True

    def _line(self, form: str, what: str = "", done: float = 0, total: int | None = None) -> tqdm[Any] | None:
        if self.line is None and monotonic() >= self.first and obeys(sys.stderr):
            from tqdm import tqdm

            tqdm.monitor_interval = 0  # tqdm would start a monitoring thread
            tqdm.set_lock(RLock())  # tqdm would make a lock for processes, but only this one draws
            self.line = tqdm(
                desc=what,
                initial=done,
                total=total,
                bar_format=form,
                leave=False,
                dynamic_ncols=True,
                miniters=0,
                smoothing=0,  # games differ in length, so the mean of all tells more than the last ones
            )
        return self.line


def duration(seconds: float) -> str:
    """Return a time as text: in seconds, in minutes from two minutes on, or in hours from two hours on."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} minutes" if seconds < 7200 else f"{seconds / 3600:.0f} hours"
