"""The command `rulekit`: runs a command line, turns every error into one message, and prints the result.

Most modules are loaded inside functions, so that Ctrl-C and a lack of memory during loading get a message, too.
`commands.py` lists the commands; the file of a command is loaded when it runs. A lack of memory or of disk space is
recognised here, since Python, the library loader, wasmtime and the system report it in different ways.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..deep_calls import with_frame_room

if TYPE_CHECKING:
    from .result import Result

FAILED, INTERRUPTED, CLOSED = 1, 130, 141
COMPLETION = "_RULEKIT_COMPLETE"
"""The variable that a shell sets when it asks for completion; `docs/reference/commands/index.md` shows how."""
SHELLS = ("bash", "zsh", "fish")

_SAID = re.compile(
    r"cannot allocate|out of memory|not enough memory|memory exhausted|can't (start|allocate) new thread"
    r"|failed to (create|map|reserve|allocate|mmap)\b.*\b(memory|mapping|segment|stack|pages?|bytes)"
    r"|segment from shared object"
    # next: messages of CPython when an extension fails without giving a reason
    r"|returned NULL without setting an exc|error return without exception set",
    re.IGNORECASE,
)
_NO_ROOM = {errno.ENOSPC, errno.EFBIG, errno.EROFS, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""Error numbers for a disk that cannot be written: full, file too large, read-only, over quota."""
_OWN = "RulekitError"
"""The error class whose messages are never taken for a lack of memory, whatever words they contain."""


@with_frame_room
def entry() -> None:
    """Run the command line of this process and exit. The installed script calls this."""
    # most objects are modules, which are never freed: collecting garbage took a tenth of the start-up time
    gc.set_threshold(400_000, 50, 100)
    try:
        code = main(sys.argv[1:])
    except KeyboardInterrupt:
        _write_early("E810", "interrupted")
        code = INTERRUPTED
    except Exception as error:
        if not is_of_memory(error):
            raise
        _write_early("E811", "there is not enough memory for this")
        code = FAILED
    gc.freeze()  # otherwise Python would run the garbage collector several times at exit
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # from here on, Ctrl-C cannot interrupt anything important
    sys.exit(code)


def main(words: Sequence[str]) -> int:
    """Run one command line, print its result, and return the exit code."""
    try:
        from .report_formats import wanted_format
        from .result import of_diagnostics

        form = wanted_format(words)

        try:
            result = run(words)
        except KeyboardInterrupt:
            from ..diagnostics import Diagnostic

            result = of_diagnostics([Diagnostic("E810", "interrupted")])
        return _print(words[0] if words else "", result, form)
    except BrokenPipeError:
        return _end_quietly()


# ---------------------------------------------------------------------------------------------------- running a command


def run(words: Sequence[str]) -> Result:
    """Run a command line and return its result. Errors become results; only interruptions and BrokenPipeError are
    raised."""
    from ..diagnostics import Diagnostic, RulekitError
    from .result import INTERNAL, of_diagnostics

    try:
        return _answer(list(words))
    except RulekitError as error:
        return of_diagnostics(error.diagnostics)
    except RecursionError:
        return of_diagnostics([Diagnostic("E812", "the rules are nested too deeply to go on")])
    except BrokenPipeError:
        raise
    except Exception as error:
        if is_of_memory(error):
            return of_diagnostics([Diagnostic("E811", "there is not enough memory for this")])
        unwritten = unwritten_file(error)
        if unwritten is not None:
            return of_diagnostics([Diagnostic("E831", unwritten)])
        if os.environ.get("RULEKIT_TRACEBACK"):
            raise
        message = f"an error inside rulekit ({type(error).__name__}: {error}); RULEKIT_TRACEBACK=1 shows where"
        from attrs import evolve

        return evolve(of_diagnostics([Diagnostic("E813", message)]), code=INTERNAL)


def _answer(words: list[str]) -> Result:
    from .result import OK, Result

    asked = os.environ.get(COMPLETION)
    if asked and not words:
        return _completion(asked)
    if words[:1] == ["--json"]:  # `--json` may come before or after the command
        words = [*words[1:], "--json"]
    if words[:1] in (["--version"], ["-V"]):
        return _version(words[1:])
    from .commands import command_group

    commands = command_group()
    told = commands.help_asked(words)
    if told is not None:
        return Result(OK, {"help": told}, told)
    with commands.make_context(commands.name, words) as ctx:
        result: Result = commands.invoke(ctx)
        return result


def _completion(asked: str) -> Result:
    """Return the answer to a shell. If `asked` is `bash_source`, it is the script that enables completion; if
    `bash_complete`, the words that may come next."""
    from click.shell_completion import ShellComplete, get_completion_class

    from .commands import command_group
    from .result import OK, Result, usage

    shell, _, what = asked.partition("_")
    kind: type[ShellComplete] | None = get_completion_class(shell) if shell in SHELLS else None
    if kind is None or what not in ("source", "complete"):
        known = [f"{name}_source" for name in SHELLS]
        raise usage("E803", f"{COMPLETION} is one of {', '.join(known)}, not `{asked[:40]}`", asked, known)
    commands = command_group()
    asker = kind(commands, {}, str(commands.name), COMPLETION)
    try:
        text = asker.source() if what == "source" else asker.complete()
    except (KeyError, ValueError):
        told = f"{COMPLETION}={asked} is for the shell's script, which says what was typed"
        raise usage("E803", told) from None
    return Result(OK, {"completion": text}, text)


def _version(more: Sequence[str]) -> Result:
    from .. import __version__
    from .result import OK, Result, usage

    if more not in ([], ["--json"]):
        raise usage("E803", f"`rulekit` does not know what to do with `{more[0]}`", hint="`--version` stands alone")
    return Result(OK, {"version": __version__}, f"rulekit {__version__}")


# -------------------------------------------------------------------------------------------------- printing the result


def _print(command: str, result: Result, form: str) -> int:
    """Print a result in the format `form` of `report_formats.py`, and return the exit code."""
    import json

    from ..diagnostics import RulekitError
    from .report_formats import FORMATS, JSON_FORMATS
    from .result import exit_code, render_diagnostics
    from .terminal_output import say, say_json, tell

    try:
        if form == "json":
            say_json(json.dumps(result.data, ensure_ascii=False, indent=2))
        elif form in FORMATS:
            text = FORMATS[form](command, result.data)
            if text:
                (say_json if form in JSON_FORMATS else say)(text)
        else:
            if result.notes:
                tell(result.notes.rstrip("\n"))
            if result.text:
                say(result.text.rstrip("\n"), coloured=result.coloured.rstrip("\n"))
    except RulekitError as error:
        tell(render_diagnostics(error.diagnostics))
        return result.code or exit_code(error.diagnostics)
    return result.code


def _end_quietly() -> int:
    """Redirect standard output to nowhere after its reader has closed it, and return the exit code CLOSED."""
    from .terminal_output import give_up

    give_up(sys.stdout)
    return CLOSED


def _write_early(code: str, message: str) -> None:
    """Write a message without the usual modules, since they may not be loaded yet."""
    if "--json" in sys.argv:
        # these fields are the same as in `diagnostics.renderer.to_json`
        rest = '"span": null, "labels": [], "expected": [], "help": []'
        told = f'{{"code": "{code}", "severity": "error", "message": "{message}", {rest}}}'
        told = f'{{"ok": false, "diagnostics": [{told}]}}\n'
    else:
        told = f"error[{code}]: {message}\n"
    with contextlib.suppress(OSError):
        os.write(1 if "--json" in sys.argv else 2, told.encode())


# --------------------------------------------------------------------------- recognising a lack of memory or disk space


def is_of_memory(error: BaseException) -> bool:
    """Return whether an error, or a cause of it, was a lack of memory."""
    return any(map(_is_memory_error, _causes(error)))


def unwritten_file(error: BaseException) -> str | None:
    """Return a message that names the file and the reason, if the error was caused by a full or read-only disk. Return
    None for other errors."""
    for cause in _causes(error):
        if isinstance(cause, OSError) and cause.errno in _NO_ROOM:
            return f"cannot write {cause.filename or 'a file'}: {cause.strerror}"
    return None


def _is_memory_error(error: BaseException) -> bool:
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    own = any(kind.__name__ == _OWN for kind in type(error).__mro__)
    return not own and _SAID.search(str(error)) is not None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error, the error that caused it, and so on, each once."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
