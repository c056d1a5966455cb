"""What reaches the terminal: results on standard output, messages on standard error, and what is typed.

All that is printed goes through here, made fit to be shown (but what `main.py` says while rulekit itself is being
loaded); and whatever may be wrong with an output has its answer here: nobody reads any more, the disk is full, it was
closed from the start, it has no letter for this.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from typing import Any, TextIO

from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.printable import json_escaped, printable

CLEARED = "\033[2J\033[3J\033[H"
MOST_TYPED = 10_000
"""Letters of a line that is typed."""

_OURS = re.compile(r"(\x1b\[(?:0|1|31|32|33|34|36|1;31|1;33|1;36)m)")
"""The colours of `diagnostics.renderer` and `compare.comparison_text`; they make all text between them fit to show."""


def say(text: str, end: str = "\n", coloured: str = "") -> None:
    """To standard output, where that has colours the `coloured` text, in our colours and no others.

    Raises BrokenPipeError where nobody reads, RulekitError where it cannot be written.
    """
    out = sys.stdout
    if out is None:
        raise _unwritten("it is closed")
    _never_without_letters(out)
    try:
        in_colour = coloured and obeys(out) and "NO_COLOR" not in os.environ
        _write_whole(out, (_with_our_colours(coloured) if in_colour else printable(text)) + end)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        give_up(out)
        raise _unwritten((error.strerror if isinstance(error, OSError) else None) or str(error)) from error


def say_json(text: str) -> None:
    """A JSON value, in letters that the output has."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    say(json_escaped(text, encoding))


def tell(text: str) -> None:
    """To standard error; where that cannot be, nobody can be told."""
    out = sys.stderr
    if out is None:
        return
    shown = _with_our_colours(text) if out.isatty() else printable(_OURS.sub("", text))
    with contextlib.suppress(OSError, ValueError):
        _write_whole(out, shown + "\n")


def _write_whole(out: TextIO, text: str) -> None:
    """Write all of a text, or raise OSError.

    Python's unbuffered output (`python -u`, PYTHONUNBUFFERED) writes as much as fits and says nothing of the rest.
    """
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
    """A line that somebody types; None where there is no more.  A longer one is cut, and the rest is the next."""
    if sys.stdin is None:
        return None
    try:
        if sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty():
            return input(printable(prompt))  # which lets the line be edited
        say(prompt, end="")
        line = sys.stdin.readline(MOST_TYPED)
    except EOFError:
        return None
    except UnicodeDecodeError:
        tell("what was typed is not text")
        return ""
    except ValueError:  # it was closed
        return None
    return line.rstrip("\n") if line else None


def obeys(out: TextIO | None) -> bool:
    """Whether this is a terminal that colours and moves as it is told: a `dumb` one shows what it is told."""
    return out is not None and out.isatty() and os.environ.get("TERM") != "dumb"


def clear() -> None:
    """Clears a terminal, also what was scrolled away."""
    out = sys.stdout
    if out is not None and out.isatty():
        with contextlib.suppress(OSError, ValueError):
            out.write(CLEARED)
            out.flush()


def give_up(out: TextIO | None) -> None:
    """No more on this output: be quiet, also when Python flushes it at the end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, out.fileno())  # type: ignore[union-attr]
        os.close(null)


def _never_without_letters(out: Any) -> None:
    if getattr(out, "errors", None) not in (None, "backslashreplace"):
        with contextlib.suppress(AttributeError):
            out.reconfigure(errors="backslashreplace")


def _unwritten(why: str) -> RulekitError:
    return RulekitError(Diagnostic("E836", f"standard output cannot be written: {why}"))
