"""The command `rulekit`: runs a command line and prints its result, whatever may happen on the way.

It takes nothing in before there is somebody to answer for it, so that Ctrl-C is answered from the first moment on; what
the commands are is `commands.py`'s, how they fail `dispatch.py`'s.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..frame_room import with_frame_room
from .memory import is_of_memory

if TYPE_CHECKING:
    from .result import Result

FAILED, INTERRUPTED, CLOSED = 1, 130, 141


@with_frame_room
def entry() -> None:
    """Run the installed script."""
    gc.set_threshold(
        400_000, 50, 100
    )  # what is loaded stays: to look through it again and again took a tenth of a start
    try:
        code = main(sys.argv[1:])
    except KeyboardInterrupt:
        _told_early("E810", "interrupted")
        code = INTERRUPTED
    except Exception as error:
        if not is_of_memory(error):
            raise
        _told_early("E811", "there is not enough memory for this")
        code = FAILED
    gc.freeze()  # Python would look through all of it several times before it goes
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # nothing is left that an interruption could spoil
    sys.exit(code)


def main(words: Sequence[str]) -> int:
    """Run one command line and return its exit code."""
    wants_json = "--json" in words
    try:
        from .result import of_diagnostics

        try:
            result = run(words)
        except KeyboardInterrupt:
            from ..diagnostics import Diagnostic

            result = of_diagnostics([Diagnostic("E810", "interrupted")])
        return _print(result, wants_json)
    except BrokenPipeError:
        return _closed()


def run(words: Sequence[str]) -> Result:
    """Return the result of a command line; only interruptions and a closed output are raised."""
    from .dispatch import run as run_command

    return run_command(words)


def _print(result: Result, wants_json: bool) -> int:
    import json

    from ..diagnostics import RulekitError
    from .result import exit_code, render_diagnostics
    from .terminal_output import say, say_json, tell

    try:
        if wants_json:
            say_json(json.dumps(result.data, ensure_ascii=False, indent=2))
        else:
            if result.notes:
                tell(result.notes.rstrip("\n"))
            if result.text:
                say(result.text.rstrip("\n"), coloured=result.coloured.rstrip("\n"))
    except RulekitError as error:
        tell(render_diagnostics(error.diagnostics))
        return result.code or exit_code(error.diagnostics)
    return result.code


def _closed() -> int:
    """End quietly, since nobody reads the output any more."""
    from .terminal_output import give_up

    give_up(sys.stdout)
    return CLOSED


def _told_early(code: str, message: str) -> None:
    """Write a message while rulekit itself is loading, when parts of it may be missing."""
    if "--json" in sys.argv:
        rest = '"span": null, "labels": [], "expected": [], "help": []'  # as `diagnostics.renderer.to_json` has it
        told = f'{{"code": "{code}", "severity": "error", "message": "{message}", {rest}}}'
        told = f'{{"ok": false, "diagnostics": [{told}]}}\n'
    else:
        told = f"error[{code}]: {message}\n"
    with contextlib.suppress(OSError):
        os.write(1 if "--json" in sys.argv else 2, told.encode())
