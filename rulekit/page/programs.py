"""Runs the programs that make parts of a page: npm and Node. Another thread may end them when the parts are not needed
any more."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from threading import Lock
from typing import Final

from attrs import define, field

from ..diagnostics import Diagnostic, Help, RulekitError

FETCHED: Final = ("pyodide@0.27.7", "xz-decompress@0.2.3")
"""The npm packages that a page needs."""
MOST_SECONDS: Final = 300
Run = Callable[[str, list[str]], None]
"""A function that runs a program with these arguments, as `run_program` does."""


@define(eq=False)
class Programs:
    """Runs programs, one at a time. After another thread has called `end`, no program can be started."""

    _lock: Lock = field(factory=Lock)
    _process: subprocess.Popen[str] | None = None
    _ended: bool = False

    def run(self, program: str, arguments: list[str]) -> None:
        """Run a program to its end. If this fails, raise RulekitError with the last part of the program's output."""
        found = shutil.which(program)
        if found is None:
            raise unusable(f"`{program}` is not installed")
        try:
            with self._begin([found, *arguments]) as process:
                try:
                    out, errors = process.communicate(timeout=MOST_SECONDS)
                except BaseException:
                    process.kill()
                    raise
        except (OSError, subprocess.TimeoutExpired) as error:
            raise unusable(f"`{program}` did not end: {error}") from error
        if process.returncode:
            raise unusable(f"`{program}` failed: {(errors or out).strip()[-400:]}")

    def end(self) -> None:
        """Kill the program that is running, if any. From now on `run` raises RulekitError."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.kill()

    def _begin(self, line: list[str]) -> subprocess.Popen[str]:
        with self._lock:
            if self._ended:
                raise OSError("it is not wanted any more")
            self._process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            return self._process


def run_program(program: str, arguments: list[str]) -> None:
    """Run a program to its end. If this fails, raise RulekitError with the last part of the program's output."""
    Programs().run(program, arguments)


def unusable(why: str) -> RulekitError:
    """Return the error that the runtime of a page is missing or wrong; `why` says why."""
    advice = Help(f"`npm pack {' '.join(FETCHED)}` fetches it; `--runtime DIR` names a folder with its files")
    return RulekitError(Diagnostic("E838", f"a page needs the runtime Pyodide: {why}", help=(advice,)))
