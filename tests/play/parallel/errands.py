"""Functions that tests send to worker processes; they must be importable there."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from rulekit.engine.interface import Engine
from rulekit.play.simulate import Count


def pid() -> int:
    return os.getpid()


def modules() -> frozenset[str]:
    """Return the names of the modules that this process has loaded."""
    return frozenset(sys.modules)


def die() -> None:
    os._exit(7)


def wait(seconds: float, began: str = "") -> int:
    if began:
        Path(began).write_text(str(os.getpid()))
    time.sleep(seconds)
    return os.getpid()


def fail(error: BaseException) -> None:
    raise error


def unsendable() -> object:
    return lambda: None


@frozen
class Fatal(Count):
    """Plays games, but kills the process that should play number `game`, unless that is the process `home`.

    This simulates a lack of memory. Each kill adds a letter to the file `times`."""

    home: int = 0
    game: int = -1
    times: str = ""

    def __call__(self, engines: Sequence[Engine], numbers: range):
        if self.game in numbers and os.getpid() != self.home:
            with Path(self.times).open("a") as file:
                file.write("x")
            os._exit(9)
        return super().__call__(engines, numbers)


@frozen
class Faulty:
    """A job that raises an error."""

    def __call__(self, engines: Sequence[Engine], numbers: range) -> None:
        raise ZeroDivisionError(f"a mistake at {numbers.start}")
